"""Practice: boards to bid, found by what comes up in their auctions.

``boards`` names what there is to practise, deals a board from its id and reads the boards that come
with the program; ``search`` bids boards with the model and keeps those on which a theme comes up.
``tables`` are for two partners; they alone need the database, and come after the jobs.
"""
