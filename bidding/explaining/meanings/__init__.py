"""The meanings of calls in bridge terms: names, asks, force, and statements about the hand.

``prediction`` queries the meaning heads; ``shape``, ``slots`` and ``denial`` make statements about
the hand (``hand_statements``), each of which can be checked; ``naming`` puts them into a sentence;
``responses`` collects the responses to asks for aces, kings and key cards.
"""
