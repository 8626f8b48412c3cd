"""The Celery application, the same for every broker."""

from __future__ import annotations

import os

from celery import Celery, signals

from bridgeviz import tracing, transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")

transport.install()
app = Celery("bridgeviz", amqp=transport.SteadyAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["bidding.worker"])
# By name: they are imported once Django is ready.
app.steps["worker"].update(
    f"bidding.worker.steps:{step}" for step in ("LoadModel", "SendHeartbeats")
)
app.steps["consumer"].add("bidding.worker.steps:ResendQueued")

# The settings configure logging, not the worker's command line.
signals.setup_logging.connect(lambda **_: None, weak=False)
signals.before_task_publish.connect(tracing.add_to_task)
signals.task_prerun.connect(tracing.begin_task)
signals.task_postrun.connect(tracing.end_task)
