"""The Celery application, the same for every broker, and how it keeps to a broker that goes away.

A task that ends after its connection was lost acknowledges on a closed channel. Kombu then raises
an AttributeError, which ends the worker; a connection error is expected instead: the worker
reconnects, and the task is redelivered and found done.

Celery retries a connection with growing pauses, up to half a minute. A worker here retries every
second, so that it serves again as soon as the network to the broker is back.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery, signals
from celery.app.amqp import AMQP
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bridgeviz import tracing

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


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")

for name in ("redis", "rediss"):
    TRANSPORT_ALIASES[name] = f"{__name__}:Transport"
app = Celery("bridgeviz", amqp=SteadyAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["bidding.worker"])
# By name: they are imported once Django is ready.
app.steps["worker"].update(
    f"bidding.worker.node:{step}" for step in ("LoadModel", "SendHeartbeats")
)
app.steps["consumer"].add("bidding.worker.node:ResendQueued")

# The settings configure logging, not the worker's command line.
signals.setup_logging.connect(lambda **_: None, weak=False)
signals.before_task_publish.connect(tracing.add_to_task)
signals.task_prerun.connect(tracing.begin_task)
signals.task_postrun.connect(tracing.end_task)
