"""A request's identifier, from its header to the log lines of the task that it queued."""

from __future__ import annotations

import json
import logging
import uuid
from types import SimpleNamespace

import pytest
from django.test import Client

from bridgeviz import tracing
from bridgeviz.pseudonyms import pseudonym

GIVEN = "0c5b3a52-4d0e-4c53-9d1c-0a5a5e1ecafe"


def record(**extra: object) -> logging.LogRecord:
    made = logging.LogRecord("a.logger", logging.INFO, __file__, 1, "said %s", ("so",), None)
    made.__dict__.update(extra)
    tracing.AddRequest().filter(made)
    return made


@pytest.mark.parametrize("spelling", [GIVEN, GIVEN.upper(), GIVEN.replace("-", "")])
def test_a_uuid_that_is_brought_is_kept(client: Client, spelling: str) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": spelling})
    assert answer.headers["X-Request-ID"] == GIVEN


@pytest.mark.parametrize("brought", ["", "1", 'x"} evil', "a" * 5000])
def test_anything_else_is_replaced_by_a_fresh_one(client: Client, brought: str) -> None:
    headers = {"X-Request-ID": brought}
    answers = [client.get("/healthz", headers=headers).headers["X-Request-ID"] for _ in range(2)]
    assert answers[0] != answers[1]
    assert all(str(uuid.UUID(answer)) == answer for answer in answers)


def test_every_answer_is_logged_without_its_query(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bridgeviz.requests"):
        client.get("/nowhere?hand=secret", headers={"X-Request-ID": GIVEN})
    (line,) = [one for one in caplog.records if one.name == "bridgeviz.requests"]
    assert line.fields.pop("seconds") >= 0  # type: ignore[attr-defined]
    assert line.fields.pop("client") == pseudonym("address:127.0.0.1")  # type: ignore[attr-defined]
    assert line.fields == {"method": "GET", "path": "/nowhere", "status": 404}  # type: ignore[attr-defined]
    assert "secret" not in line.getMessage()


def test_the_task_carries_it_and_the_worker_logs_it(caplog: pytest.LogCaptureFixture) -> None:
    token = tracing.request_id.set(GIVEN)
    headers: dict[str, object] = {}
    tracing.add_to_task(headers=headers)
    tracing.request_id.reset(token)
    task = SimpleNamespace(name="bidding.explain", request=SimpleNamespace(**headers))
    tracing.begin_task(task=task)
    assert record().request_id == GIVEN  # type: ignore[attr-defined]
    with caplog.at_level(logging.INFO, "bridgeviz.tasks"):
        tracing.end_task(task=task, args=["an-id"], state="SUCCESS")
    fields = caplog.records[-1].fields  # type: ignore[attr-defined]
    assert (fields["task"], fields["of"], fields["state"]) == (task.name, ["an-id"], "SUCCESS")
    assert tracing.request_id.get() == ""


def test_a_task_outside_any_request_belongs_to_none() -> None:
    headers: dict[str, object] = {}
    tracing.add_to_task(headers=headers)
    assert headers == {}
    tracing.begin_task(task=SimpleNamespace(request=SimpleNamespace()))
    assert tracing.request_id.get() == ""


def test_a_json_line_holds_what_was_said_its_fields_and_its_request() -> None:
    token = tracing.request_id.set(GIVEN)
    line = tracing.JsonLines().format(record(fields={"status": 200, "what": uuid.UUID(GIVEN)}))
    tracing.request_id.reset(token)
    document = json.loads(line)
    assert "\n" not in line
    assert document.pop("time").endswith("+00:00")
    assert document == {
        "level": "INFO",
        "logger": "a.logger",
        "message": "said so",
        "request_id": GIVEN,
        "status": 200,
        "what": GIVEN,
    }


def test_a_traceback_stays_in_its_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        made = record(exc_info=(type(error), error, error.__traceback__))
    line = tracing.JsonLines().format(made)
    assert "\n" not in line
    assert json.loads(line)["traceback"].endswith("two\nlines")
