"""The meanings of calls in bridge terms: names, asks, force, and statements about the hand.

``statements`` has what a call promises, denies and usually shows, ``recorded`` what calls promise
in auctions that were recorded often, ``answers`` those to asks; ``naming`` checks the names that
the heads give, and ``call_meaning`` makes the sentence of all.
"""
