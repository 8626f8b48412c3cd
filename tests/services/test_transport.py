"""How nodes meet a broker that cannot be reached, or that falls silent."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.conf import settings
from kombu.exceptions import OperationalError

from bridgeviz.celery import PAUSE_SECONDS, app
from tests.system.conftest import free_port

ATTEMPTS = 12


def test_a_node_tries_to_connect_at_the_same_pace_for_as_long_as_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda seconds: None)
    pauses: list[float] = []

    def note(error: Exception, pause: float) -> None:
        pauses.append(pause)

    nobody = app.connection_for_read(f"redis://127.0.0.1:{free_port()}/0")
    with nobody, pytest.raises(OperationalError):
        nobody.ensure_connection(note, ATTEMPTS)
    assert pauses == [PAUSE_SECONDS] * ATTEMPTS
    assert app.conf.broker_connection_max_retries is None


def test_a_silent_broker_is_noticed_before_its_tasks_are_given_to_others() -> None:
    options: dict[str, Any] = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert options["socket_keepalive"]
    with socket.socket() as probe:
        for option, value in options["socket_keepalive_options"].items():
            probe.setsockopt(socket.IPPROTO_TCP, option, value)
            assert probe.getsockopt(socket.IPPROTO_TCP, option) == value
        milliseconds = probe.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert 0 < milliseconds / 1000 <= settings.REDELIVERY_SECONDS
