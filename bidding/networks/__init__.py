"""The bidder: its hyperparameters, network and checkpoints.

``bidder`` holds the network and its hyperparameters, ``checkpoint`` the files.
"""
