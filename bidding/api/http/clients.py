"""Clients: who they are, by key or else by address, and the places in which they wait."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from bidding.jobs.shares import most_of_clients, networks

IPV6_PREFIX_BITS = 64  # shared by the IPv6 addresses of one household or host


def client_of(request: Any) -> str:
    """Return the identity that a request counts for: its key, or else its address."""
    key = getattr(request, "auth", None)
    if key is not None:
        return f"key:{getattr(key, 'pk', key)}"
    return f"address:{address_of(getattr(request, '_request', request))}"


def address_of(request: HttpRequest) -> str:
    """Return the client's address; for IPv6 its network, since one client has many addresses.

    X-Forwarded-For is read from its end, as far as trusted proxies wrote it.
    """
    found = request.META.get("REMOTE_ADDR", "")
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    while forwarded and _is_trusted(found):
        nearest = forwarded.pop().strip()
        if not _is_address(nearest):
            break
        found = nearest
    return _network(found)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_trusted(text: str) -> bool:
    return _is_address(text) and any(
        ip_address(text) in network for network in settings.TRUSTED_PROXIES
    )


def _network(text: str) -> str:
    if not _is_address(text):
        return text
    address = ip_address(text)
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, IPV6_PREFIX_BITS), strict=False))


_lock = threading.Lock()
_taken: Counter[tuple[str, ...]] = Counter()  # by the keys of ``_limits``


@contextmanager
def waiting_place(seconds: int, client: str, *, slow_kind: str | None = None) -> Iterator[int]:
    """Take a waiting place; yield the seconds to wait, or 0 where too many wait already.

    ``slow_kind`` names a wait of seconds: for an analysis, a refined explanation, a call at a
    practice table, a download of results, or a repeated refusal. The places are
    limited in total, for one client, for all slow kinds, for each of them, and for each client of
    these; as for a client for its networks and for all without a key. A preference may go unmet
    (RFC 7240): the client then polls.
    """
    limits = _limits(client, slow_kind)
    if not seconds or not _take(limits):
        yield 0
        return
    try:
        yield seconds
    finally:
        with _lock:
            _taken.subtract(limits.keys())
            for key in limits:
                if not _taken[key]:
                    del _taken[key]


def _limits(client: str, slow_kind: str | None) -> dict[tuple[str, ...], float]:
    """Return the limit of each key that a client waits under."""
    limits = _shares(client, (), settings.CLIENT_WAITING_PLACES, settings.WAITING_PLACES)
    if slow_kind is not None:
        own, common = settings.CLIENT_SLOW_WAITING_PLACES, settings.SLOW_WAITING_PLACES
        limits |= _shares(client, ("slow",), own, common)
        own, common = settings.CLIENT_SLOW_KIND_WAITING_PLACES, settings.SLOW_KIND_WAITING_PLACES
        limits |= _shares(client, ("slow", slow_kind), own, common)
    return limits


def _shares(
    client: str, what: tuple[str, ...], own: int, common: int
) -> dict[tuple[str, ...], float]:
    """Return the limits of a client, its networks, all without a key and all, for such waits."""
    limits: dict[tuple[str, ...], float] = {
        (*what, network): most_of_clients(clients, own, common)
        for network, clients in networks(client).items()
    }
    if not client.startswith("key:"):
        limits[*what, "anonymous"] = most_of_clients(math.inf, own, common)
    return {**limits, what: common}


def _take(limits: dict[tuple[str, ...], float]) -> bool:
    """Take a place under each key, if all have one. Return True if taken."""
    with _lock:
        if any(_taken[key] >= most for key, most in limits.items()):
            return False
        _taken.update(limits.keys())
        return True
