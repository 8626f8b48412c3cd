"""The game of contract bridge: immutable, typed, without Django and without torch."""
