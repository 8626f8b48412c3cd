"""What calls mean in the words of bridge: names, asks, force, and what is said of the hand.

``reading`` asks the meaning heads; ``shape``, ``answering`` and ``denial`` make ``statements`` of
the hand, each of which can be checked; ``naming`` puts them into a sentence, and ``advice`` into
the reason for a suggestion; ``counts`` gathers what was answered to asks for aces and key cards.
"""
