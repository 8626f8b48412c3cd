"""How strong the bidder and its adviser are (docs/strength.md).

``plan`` names the matches, ``corrections`` scores their results otherwise than double dummy,
``games`` counts games missed in contested auctions, ``calls`` says how likely the calls made were
to the bidder, and ``statements`` whether what is stated of them holds. ``document`` puts all of it
together, and ``tables`` writes it down.
"""
