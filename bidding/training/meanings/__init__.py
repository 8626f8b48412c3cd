"""Meanings learned from what robots state of their calls.

``robot`` reads a robot's words as meanings of the vocabulary, ``auctions`` gathers the calls to
learn from, ``task`` learns them, ``temperatures`` makes their chances hold, ``scores`` compares.
"""
