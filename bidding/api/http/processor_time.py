"""The processor time that requests take in a web process, counted for their clients.

It is known once a request has ended: what a client uses too much delays its next requests. Each web
process counts in its own memory, since what is scarce is its own time.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from bidding.api.http.clients import client_of
from bidding.api.http.middleware import Site, middleware
from bidding.jobs.shares import most_of_clients, networks
from bidding.yielding import yielding_to

CLIENTS = 10  # each may always use this part of what all without a key may use together
BURST_SECONDS = 10.0  # what may be used in so many seconds may be used at once
MOST_COUNTED = 1_000  # clients and networks
SLICE_SECONDS = 0.005  # after which a long request leaves the processor to others
_CLIENTS = ("address:", "key:")  # how names of clients begin, as opposed to those of networks
_ALL, _ANONYMOUS = "all", "anonymous"


@dataclass
class Use:
    """Milliseconds of the processor that were used beyond a rate of so many in a second."""

    rate: float
    at: float
    beyond: float = 0.0

    def advance(self, now: float) -> Use:
        """Return it at a later time, of the monotonic clock."""
        self.beyond, self.at = max(0.0, self.beyond - self.rate * (now - self.at)), now
        return self

    @property
    def wait(self) -> float:
        """Return the seconds until it is no more than may be used at once; negative before."""
        return self.beyond / self.rate - BURST_SECONDS


_lock = threading.Lock()
_requests = 0  # under way in this process
_used: dict[str, Use] = {}  # by client, by network, and by what all have in common


def seconds_to_wait(client: str) -> int:
    """Return the seconds for which requests of a client are refused; 0 if they are not.

    While all together use too much, those go on who use little, or not half as much as others on
    average: if it were as much, those below would raise the average for ever.
    """
    now = time.monotonic()
    with _lock:
        common = max(
            (_used[name].advance(now).wait for name in _common(client) if name in _used),
            default=0.0,
        )
        if common <= 0:
            return 0
        for name, clients in networks(client).items():
            use = _used.get(name)
            if use and use.advance(now).wait > 0 and use.beyond >= clients * _mean(now) / 2:
                return math.ceil(min(common, use.wait))
    return 0


def add(client: str, seconds: float) -> None:
    """Count so much time of the processor for a client and those that it counts with."""
    now, most = time.monotonic(), 10.0 * settings.PROCESSOR_PERCENT
    own = most_of_clients(math.inf, 0, most) / CLIENTS
    parts = {**networks(client), **_common(client)}
    with _lock:
        for name, clients in parts.items():
            rate = most if name == _ALL else most_of_clients(clients, own, most)
            use = _used.setdefault(name, Use(rate, now)).advance(now)
            use.beyond += 1000 * seconds
        if len(_used) > MOST_COUNTED:
            _forget(now)


def _common(client: str) -> dict[str, float]:
    """Return what is counted for all clients, or for all without a key, as so many clients."""
    return {_ALL: math.inf} if client.startswith("key:") else {_ALL: math.inf, _ANONYMOUS: math.inf}


def _mean(now: float) -> float:
    """Return what clients that use anything beyond their rate use on average."""
    found = [use.advance(now).beyond for name, use in _used.items() if name.startswith(_CLIENTS)]
    return sum(found) / max(1, sum(map(bool, found)))


def _forget(now: float) -> None:
    """Forget the half that has used least."""
    least = sorted(_used, key=lambda name: _used[name].advance(now).beyond)
    for name in least[: MOST_COUNTED // 2]:
        if name not in (_ALL, _ANONYMOUS):
            del _used[name]


def _giving_way() -> Callable[[], None]:
    """Return what a long request does at yield points: it leaves the processor to other requests,
    if any are under way, for as long as it had it.
    """
    since = time.thread_time()

    def give_way() -> None:
        nonlocal since
        used = time.thread_time() - since
        if used >= SLICE_SECONDS:
            if _requests > 1:
                time.sleep(used)
            since = time.thread_time()

    return give_way


@contextmanager
def _under_way() -> Iterator[None]:
    global _requests
    with _lock:
        _requests += 1
    try:
        yield
    finally:
        with _lock:
            _requests -= 1


@middleware
def count_processor_time(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Count the time that each request takes, and that of each piece of a stream."""
    began = time.thread_time()
    with _under_way(), yielding_to(_giving_way()):
        response = get_response(request)
    client = client_of(request)
    add(client, time.thread_time() - began)
    if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
        response.streaming_content = _counted(iter(response), client)
    return response


def _counted(pieces: Iterable[bytes], client: str) -> Iterator[bytes]:
    began = time.thread_time()
    for piece in pieces:
        now = time.thread_time()
        add(client, now - began)
        began = now
        yield piece
