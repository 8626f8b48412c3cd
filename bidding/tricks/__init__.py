"""How many tricks a deal makes: solved deals, the released estimator and its evaluation.

The double-dummy problem: all four hands are seen and everybody plays best.
"""
