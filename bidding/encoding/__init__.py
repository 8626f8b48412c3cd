"""Encoding of domain objects and recorded auctions as tensors.

``layout`` defines every tensor width, ``auction_batch`` a batch of auctions and what the rules
imply at each step, ``views`` the features of one player at one step and the values to predict, and
``records`` the files of recorded auctions.
"""
