"""Signatures of batches that nobody's key protects: they stand in the addresses that are answered.

An id alone may stand in a log of the way between client and site; a signature does not.
"""

from __future__ import annotations

import uuid

from django.core.signing import BadSignature, Signer

from bidding.models import Batch


def signature_of(batch: Batch) -> str:
    """Return the signature that opens the batch beside its id; empty for one that a key opens."""
    return "" if batch.keyed else _signer().signature(str(batch.id))


def is_signature(batch_id: uuid.UUID, text: str) -> bool:
    """Return True for the signature of that batch, by SECRET_KEY or one of its fallbacks."""
    signer = _signer()
    try:
        signer.unsign(f"{batch_id}{signer.sep}{text}")
    except BadSignature:
        return False
    return True


def _signer() -> Signer:
    return Signer(salt="bidding.batches.signatures")
