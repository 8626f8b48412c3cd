"""What one client may keep, and the name by which rows know whose they are."""

from __future__ import annotations

from django.conf import settings
from django.utils.crypto import salted_hmac

SINGLE_SHARE = 0.2  # of a client's share, which no batches take from its single answers


def hidden(client: str) -> str:
    """The same client's name, from which nobody reads who it is; empty without a client."""
    return salted_hmac("bidding.batches", client, algorithm="sha256").hexdigest() if client else ""


def share_bytes(*, keyed: bool) -> int:
    """How much may be kept of one client, with a key or without one: answers and batches."""
    return int(settings.KEY_STORED_BYTES if keyed else settings.CLIENT_STORED_BYTES)


def batches_bytes(*, keyed: bool) -> int:
    """How much of that its batches may take."""
    return int((1 - SINGLE_SHARE) * share_bytes(keyed=keyed))


def single_answers_bytes(of_batches: int, *, keyed: bool) -> int:
    """How much of that its answers to single questions may take, beside so much of its batches."""
    share = share_bytes(keyed=keyed)
    return max(share - of_batches, share - batches_bytes(keyed=keyed))
