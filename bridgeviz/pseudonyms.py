"""Pseudonyms of clients and keys in logs, from which the names cannot be derived."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

DIGITS = 16


def pseudonym(name: str) -> str:
    """Return a hash of the name in hex, keyed with SECRET_KEY, so that it differs between sites."""
    return salted_hmac("bridgeviz.logs", name, algorithm="sha256").hexdigest()[:DIGITS]
