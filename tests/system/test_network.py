"""A node's connections when the network to another machine falls silent.

Without the settings that these hold, each of these programs would wait for a quarter of an hour or
for ever. ``benchmarks.faults`` does the same to a whole site.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from benchmarks import network
from benchmarks.site import start_broker
from tests.system.conftest import ROOT, Site, free_port

pytestmark = pytest.mark.system

NOTICED_SECONDS = 60  # on a busy machine
SETUP = "import django; django.setup()\nfrom django.conf import settings\n"
ASKS_THE_DATABASE = f"""{SETUP}
from django.db import connection
connection.ensure_connection()
print("connected", flush=True)
input()
connection.cursor().execute("SELECT 1")
"""
LISTENS_TO_THE_BROKER = f"""{SETUP}
from bridgeviz.celery import app
server = app.connection_for_read().default_channel.client
waiting = server.connection_pool.get_connection()
waiting.send_command("BLPOP", "nothing", 0)
print("connected", flush=True)
input()
waiting.read_response(timeout=None)
"""


@pytest.fixture
def addresses(idle_site: Site) -> Iterator[dict[str, str]]:
    if reason := network.missing():
        pytest.skip(f"no other machine can be had here: {reason}")
    with network.other_machine(), network.database() as database:
        broker = f"redis://:secret@{network.SITE_ADDRESS}:{free_port()}/0"
        idle_site.environment["REDIS_URL"] = broker
        start_broker(idle_site)
        home = {"BRIDGEVIZ_HOME": str(idle_site.home)}
        yield {**home, "DATABASE_URL": database, "REDIS_URL": broker}


@pytest.mark.parametrize(
    ("script", "error"),
    [(ASKS_THE_DATABASE, "OperationalError"), (LISTENS_TO_THE_BROKER, "TimeoutError")],
)
def test_a_node_notices_that_nobody_answers_any_more(
    addresses: dict[str, str], script: str, error: str
) -> None:
    node = subprocess.Popen(
        ["ip", "netns", "exec", network.MACHINE, sys.executable, "-c", script],
        cwd=ROOT, env={**os.environ, "DJANGO_SETTINGS_MODULE": "bridgeviz.settings", **addresses},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert node.stdout is not None
        assert node.stdout.readline() == "connected\n"
        with network.loss():
            _, errors = node.communicate("\n", timeout=NOTICED_SECONDS)
        assert node.returncode == 1
        assert error in errors
    finally:
        node.kill()
