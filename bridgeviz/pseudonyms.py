"""What logs call a client or a key: the same name for the same one, from which nobody reads it."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

DIGITS = 16


def pseudonym(name: str) -> str:
    """A hash of the name in hex, keyed with SECRET_KEY: of another site it is another."""
    return salted_hmac("bridgeviz.logs", name, algorithm="sha256").hexdigest()[:DIGITS]
