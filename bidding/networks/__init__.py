"""The bidder: what it is made of, how it runs, how it is kept.

``config`` holds its checked hyperparameters, ``bidder`` the network, ``checkpoint`` the files.
"""
