"""Chances that contracts make, expected outcomes of calls, and reviews of played boards.

``contracts`` has the scores; ``layouts`` samples the hidden cards; ``rollout`` lets the model bid
on; ``lookahead`` compares calls by their outcomes, in sums over parts, so that the work can be
interrupted; ``reasons`` are sentences on them; ``analysis`` computes the chances of contracts and
calls; ``review`` grades the calls of a board.
"""
