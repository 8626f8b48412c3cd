"""Practice: boards to bid, found by what comes up in their auctions.

``boards`` deals a board from its id. ``themes`` names what there is to practise, ``occasions``
finds where it comes up in an auction, ``search`` bids boards with the model and keeps those found,
and ``pools`` reads the boards that come with the program. ``tables`` are for two partners; they
alone need the database, and come after the jobs.
"""
