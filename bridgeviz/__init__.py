"""Wiring only: settings, the Celery application, addresses, start-up. No bridge in here."""

from bridgeviz.celery import app as celery_app

__all__ = ["celery_app"]
