"""Sums over many decisions: how good predicted calls and hidden hands are."""
