"""The report of ``make faults``, above all after errors; no site is started."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import faults
from benchmarks.site import Outcome, Reply
from bidding.parsing.documents.position_documents import position_to_json
from tests.conftest import question

MODEL = {"name": "stub", "version": "1"}
BODY = json.dumps(question()).encode()


def answer(body: bytes, probability: float = 0.25) -> dict[str, Any]:
    """Return the answer of these tests' model."""
    position = json.loads(body)
    calls = [{"call": call, "probability": probability} for call in position["auction"]]
    return {"position": position, "model": MODEL, "calls": calls}


class Model:
    """Stands in for the explainer."""

    def explain_many(self, positions: list[Any]) -> list[Any]:
        documents = [answer(json.dumps(position_to_json(one)).encode()) for one in positions]
        return [SimpleNamespace(to_json=lambda found=found: found) for found in documents]


class Idle:
    """A site that nothing happens to."""

    programs: dict[str, Any] = {}

    def answers(self) -> bool:
        return True


@contextmanager
def idle_site(*_: Any, **__: Any) -> Iterator[tuple[Idle, None]]:
    yield Idle(), None


@pytest.fixture(autouse=True)
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bench without its site and without pauses."""
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(faults, "local_site", idle_site)
    monkeypatch.setattr(faults.Explainer, "load", Model)
    monkeypatch.setattr(faults, "persist", persist)
    monkeypatch.setattr(faults, "stuck", lambda database: 0)
    for name in ("BEFORE_SECONDS", "AFTER_SECONDS"):
        monkeypatch.setattr(faults, name, 0.0)
    yield
    signal.signal(signal.SIGTERM, before)


def persist(site: Any, body: bytes) -> Outcome:
    """Asks, and has the right answer soon."""
    time.sleep(0.01)
    return outcome(body, answer(body))


def outcome(body: bytes, result: dict[str, Any] | None) -> Outcome:
    return Outcome(body, asked=0.0, ended=0.0, result=result, tries=1)


def printed_report(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The last line that was printed."""
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def set_fault(monkeypatch: pytest.MonkeyPatch, name: str, fault: Any) -> None:
    fault.__name__ = name
    monkeypatch.setitem(faults.FAULTS, name, fault)


def test_without_errors_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_fault(monkeypatch, "kill_a_node", lambda site: None)
    assert faults.main(["--times", "2", "--only", "kill_a_node"]) == 0
    report = printed_report(capsys)
    assert report["asked"] > 0
    assert [report[what] for what in faults.COUNTED[1:]] == [0] * 5
    assert report["error"] is None


def test_faults_of_the_network_are_skipped_where_there_is_no_other_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert faults.main(["--times", "1", "--only", "drop_all_packets"]) == 0
    report = printed_report(capsys)["faults"]["drop_all_packets"]
    assert (report["asked"], report["error"]) == (0, None)
    assert report["skipped"].endswith("network namespaces take root")


def test_answers_are_late_after_the_wait_and_the_return_is_that_of_the_first_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(site: Any, body: bytes) -> Outcome:
        ended = persist(site, body)
        now = time.monotonic()
        return Outcome(body, asked=now - 25, ended=now + 3, result=ended.result, tries=2)

    monkeypatch.setattr(faults, "persist", slow)
    tally = faults.Tally()
    faults.once(Idle(), lambda site: time.sleep(0.05), 1, tally)  # type: ignore[arg-type, func-returns-value]
    figures = tally.to_json()
    assert figures["late"] == figures["asked"] > 0
    assert 0 < figures["serves_again_longest_s"] <= 3


def answered(*moments: float, given_up: float = 0.0) -> list[Outcome]:
    found = answer(BODY)
    outcomes = [Outcome(BODY, asked=0.0, ended=moment, result=found) for moment in moments]
    return [*outcomes, Outcome(BODY, asked=0.0, ended=given_up)]


@pytest.mark.parametrize(
    ("outcomes", "gap"),
    [
        (answered(1, 10.5, 12, 18, 19), 6),
        (answered(16, 17), 6),
        (answered(1, 2), 0),
        (answered(1, 11, given_up=70), 59),
        ([], 0),
    ],
)
def test_a_gap_is_the_longest_time_in_which_nobody_had_an_answer(
    outcomes: list[Outcome], gap: float
) -> None:
    assert faults.longest_gap(outcomes, since=10) == gap


def test_a_long_gap_counts_as_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_fault(monkeypatch, "kill_a_node", lambda site: None)
    monkeypatch.setattr(faults, "longest_gap", lambda outcomes, since: 5.1)
    assert faults.main(["--times", "2", "--only", "kill_a_node"]) == 1
    report = printed_report(capsys)
    assert report["long_gaps"] == 2
    assert report["faults"]["kill_a_node"]["gap_longest_s"] == 5.1


@pytest.mark.parametrize("failure", [RuntimeError("not\nrefused"), KeyboardInterrupt()])
def test_a_fault_that_fails_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failure: BaseException
) -> None:
    def fail(site: Any) -> None:
        raise failure

    set_fault(monkeypatch, "kill_a_node", fail)
    set_fault(monkeypatch, "slow_node", lambda site: None)
    chosen = ["--only", "kill_a_node", "--only", "slow_node"]
    assert faults.main(["--times", "1", *chosen]) == 1
    report = printed_report(capsys)
    assert report["error"].startswith(f"kill_a_node: {type(failure).__name__}")
    assert report["faults"]["kill_a_node"]["error"]
    goes_on = isinstance(failure, Exception)
    assert ("slow_node" in report["faults"]) == goes_on


def test_a_model_that_cannot_be_loaded_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise OSError("no weights")

    monkeypatch.setattr(faults.Explainer, "load", fail)
    assert faults.main([]) == 1
    assert printed_report(capsys)["error"] == "OSError: no weights"


def test_a_client_that_fails_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(site: Any, body: bytes) -> Outcome:
        raise ValueError("no JSON")

    monkeypatch.setattr(faults, "persist", fail)
    set_fault(monkeypatch, "kill_a_node", lambda site: None)
    assert faults.main(["--times", "1", "--only", "kill_a_node"]) == 1
    assert printed_report(capsys)["error"] == "kill_a_node: ValueError: no JSON"


def test_a_wrong_answer_is_traced() -> None:
    others = json.dumps(question(seat="E")).encode()
    outcomes = [
        outcome(BODY, answer(BODY)),
        outcome(BODY, answer(BODY, 0.2501)),
        outcome(BODY, None),
        outcome(BODY, answer(BODY, 0.5)),
        outcome(BODY, answer(others)),
    ]
    as_asked = position_to_json(faults.position_from_json(question()))
    for one in outcomes:
        if one.result is not None and one.result["position"] == json.loads(BODY):
            one.result["position"] = as_asked
    other_chance, other_seat = faults.wrong(outcomes, Model())
    assert other_chance["request"] == json.loads(BODY)
    assert other_chance["differences"] == [
        {"path": f"/calls/{number}/probability", "expected": 0.25, "got": 0.5} for number in (0, 1)
    ]
    assert other_chance["expected"]["sha256"] != other_chance["got"]["sha256"]
    (of_position,) = other_seat["differences"]
    assert (of_position["path"], of_position["got"]["seat"]) == ("/position", "E")


def test_an_answer_with_other_calls_differs() -> None:
    right = answer(BODY)
    longer = {**right, "calls": [*right["calls"], right["calls"][0]]}
    renamed = {**right, "calls": [{**one, "call": "P"} for one in right["calls"]]}
    found = {one["path"] for got in (longer, renamed) for one in faults.differences(got, right)}
    assert found == {"/calls", "/calls/0/call", "/calls/1/call"}


class Flooded:
    """Answers a flood with these statuses, one after the other, and accepted questions as done."""

    def __init__(self, *replies: tuple[int, dict[str, str]], ends: str = "done") -> None:
        self.replies, self.ends = list(replies), ends

    def __call__(self, site: Any, body: bytes | None, path: str = "", **_: Any) -> Reply:
        if body is None:
            return Reply(200, {}, json.dumps({"status": self.ends}).encode(), 0.1)
        status, headers = self.replies.pop()
        return Reply(status, headers, b'{"url": "/x"}', 0.1)


@pytest.mark.parametrize(
    ("replies", "counted"),
    [
        ([(202, {})] * 3, {"asked": 3}),
        ([(202, {}), (503, {"Retry-After": "2"}), (503, {"Retry-After": "2"})], {"refused": 2}),
        ([(202, {}), (503, {}), (500, {})],
         {"refused": 1, "refused_without_retry_after": 1, "other_statuses": 1}),
    ],
)  # fmt: skip
def test_a_flood_is_counted_whether_or_not_anything_is_refused(
    monkeypatch: pytest.MonkeyPatch, replies: list[Any], counted: dict[str, int]
) -> None:
    monkeypatch.setattr(faults, "FLOOD", 3)
    monkeypatch.setattr(faults, "ask", Flooded(*replies))
    figures = faults.fill_the_queue(Idle())
    nothing = dict.fromkeys(figures, 0)
    assert figures == {**nothing, "asked": 3, **counted}


@pytest.mark.parametrize("status", ["expired", "failed", "queued"])
def test_what_was_accepted_and_is_not_answered_is_lost(
    monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    monkeypatch.setattr(faults, "FLOOD", 2)
    monkeypatch.setattr(faults, "FLOOD_SECONDS", 0.0)
    monkeypatch.setattr(faults, "ask", Flooded((202, {}), (202, {}), ends=status))
    assert faults.fill_the_queue(Idle())["lost"] == 2


def test_what_a_flood_lost_counts() -> None:
    tally = faults.Tally([outcome(BODY, None)])
    tally.own.update({"lost": 2, "other_statuses": 1, "refused_without_retry_after": 1})
    figures = tally.to_json()
    assert (figures["lost"], figures["server_errors"], figures["asked"]) == (3, 2, 1)
