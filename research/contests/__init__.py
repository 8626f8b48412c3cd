"""The model's bidding against the best contract, scored double dummy.

``uncontested`` lets one pair bid while the other passes (paper P1, table 3). Matches between
bidders are played by ``manage.py match`` (docs/match.md).
"""
