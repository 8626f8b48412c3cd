"""Reviews: how usual each call of a played board was with its caller's hand, and what it cost.

``frequencies`` reads the bidder's probabilities; ``losses`` looks ahead for the points that a rare
call loses; ``grades`` are the thresholds; ``double_dummy`` has the tricks of the deal; ``review``
is the answer, and ``reviewer`` computes it in parts.
"""
