"""Shares of what all clients have in common: places to wait in, tables, batches, what is stored.

A part is kept for clients with a key. The others are counted by networks too: a client with one
address often has its neighbours, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

ANONYMOUS_PART = 0.75  # of what all have in common, what all clients without a key may take
# The networks of a client without a key, by their bits in IPv4 and in IPv6, the widest first, and
# as many clients' shares as they may take. The digests of their clients begin with the same digits.
NETWORKS = (({4: 24, 6: 48}, 8, 16), ({4: 28, 6: 56}, 4, 32))
# Who is counted together, the fewest first: clients whose digests begin with so many of the same
# digits, and as how many they count.
LEVELS = ((64, 1), *((digits, clients) for _, clients, digits in reversed(NETWORKS)), (0, math.inf))
SINGLE_SHARE = 0.2  # of a client's share, which no batches take from its single answers
_COUNTING = 0x6272_6964_6765  # the database's own locks have numbers


def networks(client: str) -> dict[str, int]:
    """Return the networks that a client counts for, the widest first, and last the client itself.

    Each has as many clients' shares as it may take. A key counts for itself alone.
    """
    try:
        own = ip_network(client.removeprefix("address:"))
    except ValueError:
        return {client: 1}
    wider = {
        f"network:{own.supernet(new_prefix=bits[own.version])}": factor
        for bits, factor, _ in NETWORKS
    }
    return {**wider, client: 1}


def hidden(client: str) -> str:
    """The same client's name, from which nobody reads who it is; empty without a client.

    Those of one network begin with the same digits.
    """
    if not client:
        return ""
    *wider, own = (
        salted_hmac("bidding.batches", name, algorithm="sha256").hexdigest()
        for name in networks(client)
    )
    digest = ""
    for other, (_, _, digits) in zip(wider, NETWORKS, strict=False):
        digest += other[len(digest) : digits]
    return digest + own[len(digest) :]


@dataclass(frozen=True)
class Share:
    """How much the rows of some clients may take together."""

    rows: Q
    most: float
    own: bool
    """True for those of one client and of its networks."""


def shares(whose: str, own: float, common: float, *, keyed: bool) -> Iterator[Share]:
    """Yield the shares that a client's rows count against, the narrowest first.

    whose: its digest (``hidden``); without one there is no share but the whole
    own: what one client may take of ``common``, which all have together
    """
    if whose and keyed:
        yield Share(Q(client=whose), own, own=True)
    elif whose:
        for digits, clients in LEVELS:
            most = most_of_clients(clients, own, common)
            yield Share(of_clients(whose[:digits], keyed=False), most, own=digits > 0)
    yield Share(Q(), common, own=False)


def taken(
    rows: QuerySet[Any], whose: str, own: float, common: float, *, keyed: bool
) -> Share | None:
    """Return the narrowest share of a client, as ``shares``, that these rows take up; or None."""
    found = shares(whose, own, common, keyed=keyed)
    return next((share for share in found if rows.filter(share.rows).count() >= share.most), None)


def of_clients(digits: str, *, keyed: bool) -> Q:
    """Rows of clients whose digests begin with these digits; without any, of all without a key."""
    return Q(client__gte=digits or "0", client__lt=f"{digits}g", keyed=keyed)


def of_network(client: str) -> Q:
    """Rows of the widest network of a client, given by its digest (``hidden``)."""
    digits = client[: NETWORKS[0][2]]
    return Q(client__gte=digits, client__lt=f"{digits}g")


def most_of_clients(clients: float, own: float, common: float) -> float:
    """Return what a network that counts as so many clients may take of what all have together.

    However many those are, it leaves something to clients elsewhere. All clients without a key are
    infinitely many.
    """
    if clients == 1:
        return own
    anonymous = common if math.isinf(common) else math.ceil(ANONYMOUS_PART * common)
    return anonymous if math.isinf(clients) else min(clients * own, (own + anonymous) / 2)


def one_at_a_time() -> None:
    """Keep others from counting rows until the transaction ends, as SQLite does by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_COUNTING])


def stored_bytes(*, keyed: bool) -> int:
    """Return the bytes that may be kept of one client, with or without a key, batches included."""
    return int(settings.KEY_STORED_BYTES if keyed else settings.CLIENT_STORED_BYTES)


def batches_bytes(*, keyed: bool) -> int:
    """Return the part of them that its batches may take."""
    return int((1 - SINGLE_SHARE) * stored_bytes(keyed=keyed))


def single_answers_bytes(of_batches: int, *, keyed: bool, clients: float = 1) -> float:
    """Return the part left to answers to single questions, where batches take so much.

    clients: as many as a network counts for
    """
    return clients * stored_bytes(keyed=keyed) - of_batches
