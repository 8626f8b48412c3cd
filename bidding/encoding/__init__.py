"""Encoding of domain objects and recorded auctions as tensors.

``layout`` defines every tensor width, ``auction_batch`` a batch of auctions and what the rules
imply at each step, ``views`` the features of one player at one step, ``targets`` the values to
predict, ``records`` and ``call_labels`` the files of recorded auctions, and ``positions`` the
encoding of domain positions.
"""
