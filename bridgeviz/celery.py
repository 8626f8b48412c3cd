"""The Celery application: one code path whatever broker serves it."""

from __future__ import annotations

import os

from celery import Celery

from bidding.worker import KeepPresence, LoadModel
from bridgeviz import transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")

transport.install()
app = Celery("bridgeviz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].update([LoadModel, KeepPresence])
