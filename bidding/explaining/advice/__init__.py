"""Reasons for suggested calls in bridge terms: what I have, what partner promised, where we belong.

``reason`` looks for one in the parts: ``conventions`` has answers to partner's asks and what own
conventions are bid for, ``together`` the points and the trumps of both hands; then those of the own
hand: ``openings``, ``overcalls`` by a side that has not acted, ``doubles`` and answers to them,
bids in competition (``competing``), ``responses`` to partner and ``rebids``. ``agreed`` finds the
call that the bidding asks for, where the usual one goes against it. ``decision`` is what all of
them read.
"""
