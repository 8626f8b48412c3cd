"""Practice: boards to bid, found by what comes up in their auctions.

``boards`` deals a board from its id. ``themes`` names what there is to practise, ``occasions``
finds where it comes up in an auction, ``search`` bids boards with the model and keeps those found,
and ``pools`` reads the boards that come with the program.
"""
