"""Pseudonyms of clients and keys in logs: one for each, from which nobody reads the name."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

DIGITS = 16


def pseudonym(name: str) -> str:
    """Return a hash of the name in hex, keyed with SECRET_KEY: of another site it is another."""
    return salted_hmac("bridgeviz.logs", name, algorithm="sha256").hexdigest()[:DIGITS]
