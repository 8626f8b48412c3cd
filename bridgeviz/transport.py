"""Kombu's Redis transport, with a closed channel as a connection error.

A task that ends after its connection was lost acknowledges on a closed channel. Kombu then raises
an AttributeError, which ends the worker; a connection error is expected instead: the worker
reconnects, and the task is redelivered and found done.

Celery retries a connection with growing pauses, up to half a minute. A worker here retries every
second, so that it serves again as soon as the network to the broker is back.
"""

from __future__ import annotations

from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError

PAUSE_SECONDS = 1  # before the next attempt to connect


class Channel(redis.Channel):
    """A channel that raises ConnectionError once it is closed."""

    def _connparams(self, *args: Any, **options: Any) -> Any:
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("this channel is closed")
        return super()._connparams(*args, **options)


class Transport(redis.Transport):
    """A transport with such channels."""

    Channel = Channel


class SteadyConnection(Connection):
    """A connection that is retried with constant pauses."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """Connect as the base class does, with constant pauses."""
        pace = {"interval_start": PAUSE_SECONDS, "interval_step": 0, "interval_max": PAUSE_SECONDS}
        return super().ensure_connection(*args, **{**options, **pace})


class SteadyAMQP(AMQP):
    """The factory of such connections for a Celery application."""

    Connection = SteadyConnection


def install() -> None:
    """Use this transport for the addresses of Redis servers."""
    for name in ("redis", "rediss"):
        TRANSPORT_ALIASES[name] = f"{__name__}:Transport"
