"""Analyses: the chances that contracts make, and the expected outcomes of each next call.

``contracts`` has the scores; ``rollout`` lets the model bid an auction to its end on given
layouts; ``lookahead`` compares calls by their outcomes; ``tally`` accumulates sums over parts, so
that the work can be interrupted; ``analysis`` is the answer and ``analyst`` computes it.
"""
