"""Kombu's Redis transport, with a closed channel as a connection error.

A task that ends after its connection was lost acknowledges to a channel that is closed. Kombu
then fails with an AttributeError, which ends a worker; as a connection error it is expected: the
worker connects anew, and the task is delivered again and found to be done.

Celery tries to connect ever more seldom, every half minute in the end. A worker here tries every
other second: it serves again as soon as the network to the broker is back.
"""

from __future__ import annotations

from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError

PAUSE_SECONDS = 2  # before the next attempt to connect


class Channel(redis.Channel):
    """A channel that raises ConnectionError once it is closed."""

    def _connparams(self, *args: Any, **options: Any) -> Any:
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("this channel is closed")
        return super()._connparams(*args, **options)


class Transport(redis.Transport):
    """A transport of such channels."""

    Channel = Channel


class PatientConnection(Connection):
    """A connection that is tried again at the same pace, however long the broker is away."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """As the original, with pauses of the same length."""
        pace = {"interval_start": PAUSE_SECONDS, "interval_step": 0, "interval_max": PAUSE_SECONDS}
        return super().ensure_connection(*args, **{**options, **pace})


class PatientAMQP(AMQP):
    """What makes the connections of a Celery application."""

    Connection = PatientConnection


def install() -> None:
    """Use this transport for the addresses of Redis servers."""
    for name in ("redis", "rediss"):
        TRANSPORT_ALIASES[name] = f"{__name__}:Transport"
