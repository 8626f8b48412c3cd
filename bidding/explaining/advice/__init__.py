"""Reasons for suggested calls in bridge terms.

``decision`` is the call with what its player sees; ``first_calls``, ``asks``, ``strength`` and
``later_calls`` know reasons, each for calls of its kind; ``reasons`` asks them in order.
"""
