"""The trick networks of papers P2 to P4: encodings, training, recipes, reports.

P2: Mossakowski, Mandziuk 2009; P3: Mandziuk and others 2018-2019; P4: Dharmalingam, Amalraj 2013.
"""
