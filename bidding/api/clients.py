"""Identification of clients: by key, else by address, which no header can forge."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

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
