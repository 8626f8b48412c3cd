"""The bidder: its hyperparameters, network and checkpoints.

``bidder`` holds the checked hyperparameters and the network, ``checkpoint`` the files.
"""
