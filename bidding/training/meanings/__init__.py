"""Meanings of calls, learned from a robot's statements.

``robot`` reads the robot's texts as meanings of the vocabulary, ``auctions`` gathers the calls,
``experiment`` trains the heads and calibrates them.
"""
