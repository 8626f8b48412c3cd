"""Kombu's Redis transport, with a closed channel as a connection error.

A task that ends after its connection was lost acknowledges to a channel that is closed. Kombu
then fails with an AttributeError, which ends a worker; as a connection error it is expected: the
worker connects anew, and the task is delivered again and found to be done.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError


class Channel(redis.Channel):
    """A channel that raises ConnectionError once it is closed."""

    def _connparams(self, *args: Any, **options: Any) -> Any:
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("this channel is closed")
        return super()._connparams(*args, **options)


class Transport(redis.Transport):
    """A transport of such channels."""

    Channel = Channel


def install() -> None:
    """Use this transport for the addresses of Redis servers."""
    for name in ("redis", "rediss"):
        TRANSPORT_ALIASES[name] = f"{__name__}:Transport"
