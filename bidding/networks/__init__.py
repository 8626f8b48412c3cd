"""The bidder: its hyperparameters, network and checkpoints.

``config`` holds the checked hyperparameters, ``bidder`` the network, ``checkpoint`` the files.
"""
