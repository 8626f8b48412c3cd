"""Bidders against each other and against the best contract, scored double dummy.

``bidders`` are what can bid, ``boards`` what is bid, ``match`` plays duplicate matches and
``uncontested`` lets one pair bid while the other passes (paper P1, table 3).
"""
