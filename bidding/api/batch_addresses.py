"""Addresses of batches, with the signature that opens one which was asked for without a key."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from bidding.api.clients import client_of
from bidding.batches import requests
from bidding.batches.progress import Progress
from bidding.batches.signatures import signature_of
from bidding.models import Batch

PARAMETER = "signature"


def address(name: str, batch: Batch) -> str:
    """The path of that name (``batch``, ``batch-results``, a page), and the signature if any."""
    path, signature = reverse(name, args=[batch.id]), signature_of(batch)
    return f"{path}?{urlencode({PARAMETER: signature})}" if signature else path


def progress_of(request: Any, batch_id: uuid.UUID) -> Progress:
    """How that batch stands, for a request of the interface or of a page.

    Raises Batch.DoesNotExist, also where the request may not see it.
    """
    return requests.seen_by(
        client_of(request),
        batch_id,
        signature=request.GET.get(PARAMETER, ""),
        staff=getattr(request.user, "is_staff", False),
    )
