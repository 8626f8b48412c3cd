"""How many tricks a deal makes: solved deals, encodings, networks and their evaluation.

The double-dummy problem: all four hands are seen and everybody plays best. Papers P2
(Mossakowski, Mandziuk 2009), P3 (Mandziuk and others 2018-2019) and P4 (Dharmalingam, Amalraj
2013) train networks for it; theirs and a better one are here, their training is in
``bidding.training``.
"""
