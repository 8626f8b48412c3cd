"""The meanings of calls in bridge terms: names, asks, force, and statements about the hand.

``checks`` compares the names that the heads give with the facts;
``statements`` and ``answers`` say what a call tells of the hand; ``naming`` makes the sentence.
"""
