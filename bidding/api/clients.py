"""Who asks: by key where there is one, else by address, which no header can forge."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

NEIGHBOURS = 64  # bits that the IPv6 addresses of one household or host share


def client_of(request: Any) -> str:
    """Whom to count a request for: the key that it was made with, or its address."""
    key = getattr(request, "auth", None)
    if key is not None:
        return f"key:{getattr(key, 'pk', key)}"
    return f"address:{address_of(getattr(request, '_request', request))}"


def address_of(request: HttpRequest) -> str:
    """The address of the client; of IPv6 the network, since a client has millions of them.

    X-Forwarded-For is read from its end, as far as proxies of ours wrote it.
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
    return str(ip_network((address, NEIGHBOURS), strict=False))
