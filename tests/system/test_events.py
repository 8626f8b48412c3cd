"""Events come as they happen, through the real web server."""

from __future__ import annotations

import json
import urllib.request

import pytest

from tests.conftest import question
from tests.stub_explainer import StubExplainer
from tests.system.conftest import Site

pytestmark = pytest.mark.system


def test_the_progress_of_an_analysis_is_sent_while_it_runs(site: Site) -> None:
    body = question(hand=None, auction=[StubExplainer.SLOW_AUCTION])
    url = site.ask("/api/v1/analyses", body).body["url"]
    request = urllib.request.Request(
        f"http://127.0.0.1:{site.port}{url}/events", headers={"Accept": "text/event-stream"}
    )
    with urllib.request.urlopen(request, timeout=40) as stream:
        lines = (line.decode().rstrip("\n") for line in stream)
        assert next(line for line in lines if line.startswith("event")) == "event: progress"
        assert site.ask(url).body["status"] != "done"  # so the event was not kept back
        rest = list(lines)
    named = [line for line in rest if line.startswith("event")]
    assert named[-1] == "event: end"
    data = [json.loads(line.removeprefix("data: ")) for line in rest if line.startswith("data")]
    assert [one["progress"] for one in data] == sorted(one["progress"] for one in data)
    assert (data[-1]["status"], data[-1]["progress"]) == ("done", 1)
    assert site.ask(url).body["result"]
