"""The meanings of calls in bridge terms: names, asks, force, and statements about the hand.

``prediction`` queries the meaning heads, and ``checks`` compares their names with the facts;
``statements`` and ``answers`` say what a call tells of the hand; ``naming`` makes the sentence.
"""
