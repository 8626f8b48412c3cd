"""A recipe of an estimator that is trained in no time."""

TINY = """
note = "x"
[estimator]
reader = 8
width = 8
hidden = 8
rounds = 1
[learning]
passes = 1.0
"""
