"""Reasons for suggested calls in bridge terms.

``decision`` is the call with what its player sees; ``own_hand`` knows the reasons of the hand
alone, ``reasons`` those of partner's calls and of both hands, and asks for them in order.
"""
