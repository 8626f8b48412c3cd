"""Addresses of batches, with the signature that gives access to one submitted without a key."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from bidding.api.clients import client_of
from bidding.batches.progress import Progress, seen_by, signature_of
from bidding.models import Batch

PARAMETER = "signature"


def address(name: str, batch: Batch) -> str:
    """Return the path of that URL name (``batch``, ``batch-results`` ...) with any signature."""
    path, signature = reverse(name, args=[batch.id]), signature_of(batch)
    return f"{path}?{urlencode({PARAMETER: signature})}" if signature else path


def progress_of(request: Any, batch_id: uuid.UUID) -> Progress:
    """Return the progress of a batch, for a request of the API or of a page.

    Raise Batch.DoesNotExist, also where the request has no access to it.
    """
    return seen_by(
        client_of(request),
        batch_id,
        signature=request.GET.get(PARAMETER, ""),
        staff=getattr(request.user, "is_staff", False),
    )
