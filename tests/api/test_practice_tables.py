"""Practice tables: two partners at one table, each with a link of the own seat."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.db import OperationalError, connection, connections
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from bidding import keys
from bidding.domain.position import BiddingTable
from bidding.domain.table import Seat
from bidding.jobs import notifications, states
from bidding.models import Job, Kind, PracticeSeat, PracticeTable, Scope, State, Worker
from bidding.practice import tables
from bidding.practice.boards import PracticeBoard
from bidding.practice.table_documents import NewTable
from tests.api.conftest import problem_of
from tests.api.document import answer_schema, check
from tests.conftest import BOARD, Queue, compute_next
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

TABLES = "/api/v1/practice/tables"
DEAL = {name: BOARD[name] for name in ("hands", "dealer", "vulnerability")}  # North deals
Tokens = dict[str, str]
Overtake = Callable[[Callable[[], Any], Callable[[], Any]], tuple[Any, Any]]


def send(client: Client, address: str, body: Any, *, wait: int = 0) -> Any:
    headers = {"Prefer": f"wait={wait}"} if wait else {}
    return client.post(address, body, content_type="application/json", headers=headers)


def opened(client: Client, **wanted: Any) -> Tokens:
    response = send(client, TABLES, wanted or {**DEAL, "number": 5})
    assert response.status_code == 201, response.content
    check(response.json(), answer_schema(TABLES, "POST", 201))
    return {seat["seat"]: seat["token"] for seat in response.json()["seats"]}


def call(client: Client, token: str, index: int, text: str, **more: Any) -> Any:
    return send(client, f"{TABLES}/{token}/calls", {"index": index, "call": text, **more})


def seen(client: Client, token: str, *, wait: int = 0, **query: int | str) -> Any:
    headers = {"Prefer": f"wait={wait}"} if wait else {}
    response = client.get(f"{TABLES}/{token}", query, headers=headers)
    assert response.status_code == 200, response.content
    document = response.json()
    check(document, answer_schema(TABLES + "/{token}", "GET", 200))
    return document


def bid_out(client: Client, tokens: Tokens) -> None:
    """North opens 1NT; everybody else passes."""
    for seat, index, text in (("N", 0, "1NT"), ("S", 2, "P")):
        assert call(client, tokens[seat], index, text).status_code == 200


class TestOpening:
    def test_each_seat_has_a_link_whose_token_is_stored_as_a_hash(self, client: Client) -> None:
        response = send(client, TABLES, DEAL)
        seats = response.json()["seats"]
        assert [seat["seat"] for seat in seats] == ["N", "S"]
        for seat in seats:
            assert seat["page"] == f"/practice/#table={seat['token']}"
            digest = hashlib.sha256(seat["token"].encode()).hexdigest()
            assert PracticeSeat.objects.get(digest=digest).seat == seat["seat"]
        rows = [*PracticeTable.objects.values(), *PracticeSeat.objects.values()]
        assert not any(seat["token"] in str(rows) for seat in seats)

    def test_a_practice_board_or_any_hands_can_be_bid(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client, board=4000, systems={"ns": "acol", "ew": "sayc"})
        table = seen(client, tokens["S"])
        board = PracticeBoard(4000)
        assert table["hand"] == str(board.hands[Seat.S])
        assert table["number"] == board.number
        assert table["systems"] == {"ns": "acol", "ew": "sayc"}
        east = opened(client, **DEAL, number=5, seats=["W", "E"], draw=3)
        assert sorted(east) == ["E", "W"]
        table = seen(client, east["E"])
        assert (table["seats"], table["number"]) == (["E", "W"], 5)
        assert (table["auction"], table["turn"]) == (["P"], "E")

    @pytest.mark.parametrize(
        ("wanted", "faults"),
        [
            ({}, {"/hands": "an object with", "/dealer": "missing", "/vulnerability": "missing"}),
            (
                {"board": "x", "seats": ["N", "E"], "draw": -1},
                {"/board": "a whole number", "/draw": "from 0 to", "/seats": "two partners"},
            ),
            ({"board": 1, "seats": ["N", "E"]}, {"/seats": "expected the seats of two partners"}),
            ({"board": 1, "seats": ["N"]}, {"/seats": "two partners"}),
            ({"board": 1, "seats": ["N", "N"]}, {"/seats": "two partners"}),
            ({"board": 1, "seats": "NS"}, {"/seats": "an array of seats"}),
            ({"board": 1, "seats": ["N", "Q"]}, {"/seats/1": "'Q' is not a seat"}),
            ({"board": -1}, {"/board": "there is no board -1"}),
            ({"board": 1, "number": 3}, {"/number": "a board has number already"}),
            ({"board": 1, "dealer": "N"}, {"/dealer": "a board has dealer already"}),
            ({**DEAL, "number": 0}, {"/number": "a whole number from 1"}),
            ({**DEAL, "hands": {"N": BOARD["hands"]["N"]}}, {"/hands": "all four hands"}),
            ({"board": 1, "auction": []}, {"/auction": "is not a known field"}),
            ({"board": 1, "system": "x", "systems": {}}, {"/system": "not both"}),
        ],
    )
    def test_faults_name_their_fields(
        self, client: Client, wanted: dict[str, Any], faults: dict[str, str]
    ) -> None:
        document = problem_of(send(client, TABLES, wanted), 400, "malformed-request")
        found = {error["pointer"]: error["detail"] for error in document["errors"]}
        assert set(found) == set(faults)
        assert all(text in found[pointer] for pointer, text in faults.items())
        assert not PracticeTable.objects.exists()


class TestSeeing:
    def test_no_other_hand_and_no_board_is_seen_before_the_end(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens, board = opened(client, board=4000), PracticeBoard(4000)
        hands = {seat.name: str(board.hands[seat]) for seat in Seat}
        auction: list[str] = []
        while len(auction) < 4:
            for seat, token in tokens.items():
                answers = [seen(client, token)]
                if answers[0]["turn"] == seat:
                    answers.append(call(client, token, len(answers[0]["auction"]), "P").json())
                for document in answers:
                    auction = document["auction"]
                    assert document["hand"] == hands[seat]
                    if document["turn"] is not None:
                        others = [hand for name, hand in hands.items() if name != seat]
                        assert not any(hand in json.dumps(document) for hand in others)
                        assert document["hands"] is document["board"] is None
        for token in tokens.values():
            document = seen(client, token)
            assert (document["hands"], document["board"]) == (hands, 4000)
            assert (document["turn"], document["contract"]) == (None, None)

    def test_refusals_show_no_hand(self, client: Client, working_queue: Queue) -> None:
        tokens = opened(client)
        others = [BOARD["hands"][seat] for seat in "NEW"]
        for response in (
            call(client, tokens["S"], 0, "P"),
            call(client, tokens["S"], 9, "P"),
            send(client, f"{TABLES}/{tokens['S']}/boards", {"board": 1}),
        ):
            assert response.status_code == 409
            assert not any(hand in response.content.decode() for hand in others)

    def test_an_unknown_token_opens_nothing(self, client: Client) -> None:
        for path in ("", "/calls", "/boards", "/holder"):
            ask: Callable[..., Any] = client.get if not path else client.post
            response = ask(f"{TABLES}/unknown{path}", content_type="application/json")
            problem_of(response, 404, "unknown-table")

    @pytest.mark.parametrize("query", ["after=-1", "after=x", "after=320", "deal=0", "after="])
    def test_what_is_waited_for_is_a_number(self, client: Client, query: str) -> None:
        token = opened(client)["N"]
        problem_of(client.get(f"{TABLES}/{token}?{query}"), 400, "malformed-request")

    def test_tokens_are_not_logged(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level("INFO"):
            token = opened(client)["N"]
            call(client, token, 0, "P")
        assert "POST /api/v1/practice/tables/-/calls 200" in caplog.text
        assert token not in caplog.text


class TestCalls:
    def test_robots_call_between_the_partners(self, client: Client, working_queue: Queue) -> None:
        tokens = opened(client)
        document = call(client, tokens["N"], 0, "1NT").json()
        check(document, answer_schema(TABLES + "/{token}/calls", "POST", 200))
        assert (document["auction"], document["turn"]) == (["1NT", "P"], "S")
        document = call(client, tokens["S"], 2, "pass").json()
        assert document["auction"] == ["1NT", "P", "P", "P"]
        assert (document["turn"], document["contract"]) == (None, "1NT by N")
        assert Job.objects.filter(kind=Kind.CALLS).count() == 2

    def test_a_call_sent_again_is_made_once(self, client: Client, working_queue: Queue) -> None:
        tokens = opened(client)
        first, again = (call(client, tokens["N"], 0, "1NT") for _ in range(2))
        assert (again.status_code, again.json()) == (200, first.json())
        assert call(client, tokens["S"], 2, "2C").status_code == 200
        late = call(client, tokens["N"], 0, "1NT")  # when others have called since
        assert late.status_code == 200
        assert late.json()["auction"] == ["1NT", "P", "2C", "P"]

    def test_who_waits_for_the_table_is_notified_of_a_call(
        self, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        published: list[uuid.UUID] = []
        monkeypatch.setattr(notifications, "publish", published.extend)
        assert call(client, opened(client)["N"], 0, "1NT").status_code == 200
        assert published == [PracticeTable.objects.get().pk]

    @pytest.mark.parametrize(
        ("seat", "index", "text", "kind", "detail"),
        [
            ("N", 0, "1C", "call-made", "North has called 1NT there."),
            ("S", 0, "1NT", "out-of-turn", "This call is North's."),
            ("N", 2, "2C", "out-of-turn", "This call is South's."),
            ("S", 1, "P", "out-of-turn", "This call is East's."),
            ("S", 3, "P", "out-of-turn", "The auction has 2 calls; this is not the next one."),
        ],
    )
    def test_another_call_is_a_conflict(
        self,
        client: Client,
        working_queue: Queue,
        seat: str,
        index: int,
        text: str,
        kind: str,
        detail: str,
    ) -> None:
        tokens = opened(client)
        before = call(client, tokens["N"], 0, "1NT").json()
        refused = problem_of(call(client, tokens[seat], index, text), 409, kind)
        assert refused["detail"] == detail
        assert seen(client, tokens["N"]) == before

    def test_nobody_calls_for_a_robot(self, client: Client, queue: Queue) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        for seat in "NS":
            problem_of(call(client, tokens[seat], 1, "P"), 409, "out-of-turn")

    def test_an_illegal_call_is_refused_with_the_rule(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        response = call(client, tokens["S"], 2, "1C")
        (error,) = problem_of(response, 422, "impossible-position")["errors"]
        assert error["pointer"] == "/call"
        assert "it is not higher than 1NT" in error["detail"]
        call(client, tokens["S"], 2, "P")
        response = call(client, tokens["N"], 4, "2C")
        assert "the auction is over" in problem_of(response, 422, "impossible-position")["detail"]

    @pytest.mark.parametrize(
        ("sent", "pointer"),
        [
            ({"call": "P"}, "/index"),
            ({"index": 0}, "/call"),
            ({"index": True, "call": "P"}, "/index"),
            ({"index": 0, "call": "1Z"}, "/call"),
            ({"index": 0, "call": "P", "deal": 0}, "/deal"),
            ({"index": 0, "call": "P", "holder": "x"}, "/holder"),
            ({"index": 0, "call": "P", "seat": "N"}, "/seat"),
        ],
    )
    def test_faults_name_their_fields(
        self, client: Client, sent: dict[str, Any], pointer: str
    ) -> None:
        response = send(client, f"{TABLES}/{opened(client)['N']}/calls", sent)
        errors = problem_of(response, 400, "malformed-request")["errors"]
        assert [error["pointer"] for error in errors] == [pointer]

    def test_of_different_calls_at_once_one_is_made(
        self, client: Client, queue: Queue, overtake: Overtake
    ) -> None:
        token = opened(client)["N"]
        second, first = overtake(
            partial(call, client, token, 0, "1C"), partial(call, client, token, 0, "1D")
        )
        assert first.json()["auction"] == ["1D"]
        problem_of(second, 409, "call-made")
        assert seen(client, token)["auction"] == ["1D"]

    def test_of_the_same_call_at_once_one_is_made(
        self, client: Client, queue: Queue, overtake: Overtake
    ) -> None:
        same = partial(call, client, opened(client)["N"], 0, "1C")
        second, first = overtake(same, same)
        assert second.status_code == first.status_code == 200
        assert second.json() == first.json()


class TestRobots:
    def test_whoever_looks_next_stores_what_they_called(self, client: Client, queue: Queue) -> None:
        """Also a service that was restarted meanwhile: nothing but rows is left of the call."""
        tokens = opened(client)
        assert call(client, tokens["N"], 0, "1NT").json()["turn"] == "E"
        (job,) = Job.objects.all()
        compute_next(job.pk, StubExplainer())
        assert PracticeTable.objects.get().n_calls == 1
        for seat in "SN":
            assert seen(Client(), tokens[seat])["auction"] == ["1NT", "P"]
        assert Job.objects.count() == 1

    def test_whoever_is_late_to_store_them_takes_no_call_back(
        self, client: Client, queue: Queue, overtake: Overtake
    ) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        compute_next(Job.objects.get().pk, StubExplainer())

        def look_and_call() -> Any:
            seen(client, tokens["S"])
            return call(client, tokens["S"], 2, "2C")

        late, _ = overtake(partial(seen, client, tokens["N"]), look_and_call)
        assert late["auction"] == ["1NT", "P", "2C"]

    def test_a_job_that_is_late_is_asked_for_again(self, client: Client, queue: Queue) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
        queue.works = True
        assert seen(client, tokens["S"])["auction"] == ["1NT", "P"]
        assert list(Job.objects.values_list("state", flat=True).order_by("created_at")) == [
            State.EXPIRED,
            State.DONE,
        ]

    def test_a_job_that_is_gone_is_asked_for_again(self, client: Client, queue: Queue) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        Job.objects.all().delete()
        queue.works = True
        assert seen(client, tokens["S"])["auction"] == ["1NT", "P"]

    def test_a_failure_is_told_and_tried_again_after_a_growing_pause(
        self, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(states, "FIRST_RETRY_SECONDS", 1000)
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        for failures, pause in enumerate((1000, 2000, 4000), start=1):
            states.fail(Job.objects.latest("created_at").pk, "explanation-failed", "It broke.")
            for seat in "NSNS":
                response = client.get(f"{TABLES}/{tokens[seat]}")
                assert response.json()["error"]["detail"] == "It broke."
                assert pause / 2 < int(response.headers["Retry-After"]) <= pause
            assert Job.objects.count() == failures
            Job.objects.update(ended_at=timezone.now() - timedelta(seconds=pause / 2))
            assert seen(client, tokens["N"])["error"]
            Job.objects.update(ended_at=timezone.now() - timedelta(seconds=pause))
            assert seen(client, tokens["N"])["error"] is None
            assert Job.objects.count() == failures + 1

    def test_whoever_does_something_has_a_failure_tried_again(
        self, client: Client, queue: Queue
    ) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        states.fail(Job.objects.get().pk, "explanation-failed", "It broke.")
        queue.works = True
        assert seen(client, tokens["S"])["error"]
        holder = {"holder": "a-browser"}
        response = send(client, f"{TABLES}/{tokens['S']}/holder", holder)
        assert (response.json()["error"], response.json()["auction"]) == (None, ["1NT", "P"])

    @pytest.mark.parametrize("lost", ["worker", "queue"])
    def test_a_call_is_stored_though_no_robot_can_answer(
        self, client: Client, working_queue: Queue, stub_worker: Worker, lost: str
    ) -> None:
        tokens = opened(client)
        if lost == "worker":
            Worker.objects.all().delete()
        working_queue.away = True
        response = call(client, tokens["N"], 0, "1NT")
        kind = {"worker": "no-worker", "queue": "broker-unavailable"}[lost]
        assert response.status_code == 200
        assert response.headers["Retry-After"] == "2"
        assert response.json()["error"]["type"] == f"urn:bridgeviz:problem:{kind}"
        assert response.json()["auction"] == ["1NT"]
        stub_worker.save()
        working_queue.away = False
        assert seen(client, tokens["S"])["auction"] == ["1NT", "P"]


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Overtake:
    """Answer a request, and another between its reading of the table and its change of it."""
    read = tables.bidding_table

    def answer(slow: Callable[[], Any], fast: Callable[[], Any]) -> tuple[Any, Any]:
        overtaking = []

        def bidding_table(row: PracticeTable) -> BiddingTable:
            monkeypatch.setattr(tables, "bidding_table", read)
            overtaking.append(fast())
            return read(row)

        monkeypatch.setattr(tables, "bidding_table", bidding_table)
        return slow(), overtaking[0]

    return answer


@pytest.fixture
def locking_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database in which other threads wait for each other, as those in memory do not."""
    if connection.vendor != "sqlite":
        return
    inside = connections.settings["default"]
    monkeypatch.setitem(
        connections.settings, "default", {**inside, "NAME": str(tmp_path / "tables.sqlite3")}
    )

    def create() -> None:
        with connection.schema_editor() as editor:
            editor.create_model(PracticeTable)
            editor.create_model(PracticeSeat)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(create).result()


def unless_locked(act: Callable[[], object]) -> None:
    """Do something, again while the main thread reads the tests' database, which is in memory."""
    for _ in range(20):
        try:
            act()
            return
        except OperationalError:
            time.sleep(0.05)
    act()


@pytest.fixture
def later() -> Iterator[Callable[[float, Callable[[], object]], None]]:
    """Do something after some seconds, in a thread that is waited for."""
    threads: list[threading.Thread] = []

    def start(seconds: float, act: Callable[[], object]) -> None:
        def run() -> None:
            time.sleep(seconds)
            try:
                unless_locked(act)
            finally:
                connection.close()

        threads.append(threading.Thread(target=run))
        threads[-1].start()

    yield start
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)  # calls come from other threads
class TestWaiting:
    def test_partners_call_is_seen_soon(
        self, client: Client, working_queue: Queue, later: Any
    ) -> None:
        tokens = opened(client)
        later(0.3, lambda: call(Client(), tokens["N"], 0, "1NT"))
        start = time.monotonic()
        table = seen(client, tokens["S"], after=0, wait=20)
        assert table["auction"][0] == "1NT"
        assert time.monotonic() - start < 20  # before the wait was over

    def test_robots_calls_are_waited_for(self, client: Client, queue: Queue, later: Any) -> None:
        tokens = opened(client)
        call(client, tokens["N"], 0, "1NT")
        job = Job.objects.get().pk
        later(0.3, lambda: compute_next(job, StubExplainer()))
        assert seen(client, tokens["S"], after=1, wait=10)["auction"] == ["1NT", "P"]

    def test_the_next_board_ends_a_wait(
        self, client: Client, working_queue: Queue, later: Any
    ) -> None:
        tokens = opened(client, board=4000)  # North deals
        for seat, index in (("N", 0), ("S", 2)):
            call(client, tokens[seat], index, "P")
        address = f"{TABLES}/{tokens['N']}/boards"
        later(0.3, lambda: send(Client(), address, {"board": 4000}))
        table = seen(client, tokens["S"], after=4, deal=1, wait=10)
        assert (table["deal"], table["auction"]) == (2, [])
        assert seen(client, tokens["S"], after=0, deal=1, wait=10)["deal"] == 2

    def test_a_wait_comes_to_an_end(self, client: Client, queue: Queue) -> None:
        token, start = opened(client)["S"], time.monotonic()
        headers = {"Prefer": "wait=1"}
        response = client.get(f"{TABLES}/{token}", {"after": 0}, headers=headers)
        assert response.json()["auction"] == []
        assert response.headers["Preference-Applied"] == "wait=1"
        assert time.monotonic() - start >= 1

    def test_without_a_free_place_nobody_waits(
        self, client: Client, queue: Queue, settings: Settings
    ) -> None:
        settings.SLOW_WAITING_PLACES = 0
        token, headers = opened(client)["S"], {"Prefer": "wait=10"}
        response = client.get(f"{TABLES}/{token}", {"after": 0}, headers=headers)
        assert response.status_code == 200
        assert "Preference-Applied" not in response.headers


class TestNextBoard:
    def test_it_comes_after_the_auction_at_the_same_links(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client, **DEAL, system="acol", draw=3)
        address = f"{TABLES}/{tokens['S']}/boards"
        problem_of(send(client, address, {"board": 4000}), 409, "auction-under-way")
        bid_out(client, tokens)
        response = send(client, address, {"board": 4002})
        check(response.json(), answer_schema(TABLES + "/{token}/boards", "POST", 200))
        board = PracticeBoard(4002)
        for seat, token in tokens.items():
            table = seen(client, token)
            assert (table["deal"], table["hand"]) == (2, str(board.hands[Seat[seat]]))
            assert table["systems"] == {"ns": "acol", "ew": "acol"}
            assert table["number"] == board.number
            assert table["hands"] is table["board"] is None
        problem_of(send(client, address, {"board": 4001}), 409, "auction-under-way")

    def test_of_two_boards_at_once_one_is_dealt(
        self, client: Client, working_queue: Queue, overtake: Overtake
    ) -> None:
        tokens = opened(client)
        bid_out(client, tokens)
        second, first = overtake(
            partial(send, client, f"{TABLES}/{tokens['N']}/boards", {"board": 4001}),
            partial(send, client, f"{TABLES}/{tokens['S']}/boards", {"board": 4002}),
        )
        assert (first.status_code, first.json()["deal"]) == (200, 2)
        problem_of(second, 409, "auction-under-way")
        assert PracticeTable.objects.get().board == 4002

    def test_a_call_for_the_last_board_is_not_made_at_the_next(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        bid_out(client, tokens)
        send(client, f"{TABLES}/{tokens['S']}/boards", DEAL)
        problem_of(call(client, tokens["N"], 0, "1NT", deal=1), 409, "another-board")
        assert call(client, tokens["N"], 0, "1NT", deal=2).status_code == 200

    def test_faults_name_their_fields(self, client: Client, working_queue: Queue) -> None:
        tokens = opened(client)
        bid_out(client, tokens)
        body = {"board": "x", "holder": 3, "system": "sayc"}
        response = send(client, f"{TABLES}/{tokens['S']}/boards", body)
        errors = problem_of(response, 400, "malformed-request")["errors"]
        assert {error["pointer"] for error in errors} == {"/board", "/holder", "/system"}


class TestHolders:
    def test_a_seat_has_one_browser_until_another_takes_it_over(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        address = f"{TABLES}/{tokens['N']}/holder"
        first, second = {"holder": "first-browser"}, {"holder": "second-browser"}
        for _ in range(2):
            response = send(client, address, first)
            check(response.json(), answer_schema(TABLES + "/{token}/holder", "POST", 200))
        problem_of(send(client, address, second), 409, "seat-taken")
        problem_of(call(client, tokens["N"], 0, "1NT", **second), 409, "seat-taken")
        assert send(client, address, {**second, "takeover": True}).status_code == 200
        refused = problem_of(call(client, tokens["N"], 0, "1NT", **first), 409, "seat-taken")
        assert refused["detail"] == "This seat is in use in another browser."
        assert call(client, tokens["N"], 0, "1NT", **second).status_code == 200
        assert "browser" not in str(list(PracticeSeat.objects.values()))

    def test_a_browser_sees_at_its_next_look_that_another_has_the_seat(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        north, address = tokens["N"], f"{TABLES}/{tokens['N']}/holder"
        assert not seen(client, north, holder="first-browser")["taken"]
        assert not send(client, address, {"holder": "first-browser"}).json()["taken"]
        wanted = {"holder": "second-browser", "takeover": True}
        assert not send(client, address, wanted).json()["taken"]
        looks = {
            name: seen(client, north, holder=name) for name in ("first-browser", "second-browser")
        }
        assert [looks[name]["taken"] for name in looks] == [True, False]
        assert not seen(client, north)["taken"]
        assert not seen(client, tokens["S"], holder="first-browser")["taken"]

    def test_a_browser_is_seen_by_partner_from_its_first_look_until_it_stops_looking(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        south, north = tokens["S"], tokens["N"]
        assert seen(client, south)["partner"] == "awaited"
        seen(client, north)  # a program
        assert seen(client, south)["partner"] == "awaited"
        send(client, f"{TABLES}/{north}/holder", {"holder": "first-browser"})
        assert seen(client, south)["partner"] == "here"
        assert seen(client, north)["partner"] == "awaited"
        seats = PracticeSeat.objects.filter(seat="N")
        long_ago = timezone.now() - timedelta(seconds=tables.HERE_SECONDS + 1)
        seats.update(seen_at=long_ago)
        assert seen(client, south)["partner"] == "away"
        seen(client, north, holder="second-browser")  # that has not the seat
        assert seen(client, south)["partner"] == "away"
        seen(client, north, holder="first-browser")
        assert seen(client, south)["partner"] == "here"

    def test_who_waits_is_told_that_partner_has_come(
        self, client: Client, working_queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tokens = opened(client)
        send(client, f"{TABLES}/{tokens['S']}/holder", {"holder": "first-browser"})
        made = len(seen(client, tokens["S"])["auction"])

        def come(pause: float, left: float) -> None:
            PracticeSeat.objects.filter(seat="N").update(seen_at=timezone.now())

        monkeypatch.setattr(notifications, "until_notified", lambda row_id: come)
        table = seen(client, tokens["S"], wait=20, after=made, holder="first-browser")
        assert table["partner"] == "here"

    def test_a_program_needs_none(self, client: Client, working_queue: Queue) -> None:
        tokens = opened(client)
        send(client, f"{TABLES}/{tokens['N']}/holder", {"holder": "first-browser"})
        assert call(client, tokens["N"], 0, "1NT").status_code == 200

    def test_the_next_board_is_for_the_holder(self, client: Client, working_queue: Queue) -> None:
        tokens = opened(client)
        bid_out(client, tokens)
        send(client, f"{TABLES}/{tokens['N']}/holder", {"holder": "first-browser"})
        address = f"{TABLES}/{tokens['N']}/boards"
        refused = send(client, address, {"board": 1, "holder": "second-browser"})
        problem_of(refused, 409, "seat-taken")
        assert send(client, address, {"board": 1, "holder": "first-browser"}).status_code == 200

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({}, "/holder"),
            ({"holder": "short"}, "/holder"),
            ({"holder": "long-enough", "takeover": 1}, "/takeover"),
        ],
    )
    def test_faults_name_their_fields(
        self, client: Client, body: dict[str, Any], pointer: str
    ) -> None:
        response = send(client, f"{TABLES}/{opened(client)['N']}/holder", body)
        (error,) = problem_of(response, 400, "malformed-request")["errors"]
        assert error["pointer"] == pointer


class TestLimits:
    def test_a_client_opens_so_many(self, client: Client, settings: Settings) -> None:
        settings.CLIENT_TABLES = 2
        for _ in range(2):
            opened(client)
        refused = send(client, TABLES, DEAL)
        problem_of(refused, 429, "too-many-tables")
        assert refused.headers["Retry-After"] == "600"
        opened(Client(REMOTE_ADDR="192.0.2.7"))

    def test_a_site_keeps_so_many(self, client: Client, settings: Settings) -> None:
        settings.TABLES = 1
        opened(Client(REMOTE_ADDR="192.0.2.7"))
        problem_of(send(client, TABLES, DEAL), 503, "tables-full")

    def test_one_network_leaves_tables_to_strangers_elsewhere(
        self, client: Client, settings: Settings
    ) -> None:
        settings.TABLES, settings.CLIENT_TABLES = 40, 4
        found = [
            send(Client(REMOTE_ADDR=f"2001:db8:1:{number:x}00::1"), TABLES, DEAL).status_code
            for number in range(20)
            for _ in range(2)
        ]
        assert (found.count(201), found.count(429)) == (17, 23)
        beside = [
            send(Client(REMOTE_ADDR=f"2001:db8:2:{number:x}::1"), TABLES, DEAL).status_code
            for number in range(20)
        ]
        assert (beside.count(201), beside.count(503)) == (13, 7)

    def test_strangers_leave_tables_to_keys(self, client: Client, settings: Settings) -> None:
        settings.TABLES, settings.CLIENT_TABLES = 8, 4
        row, text = keys.make("a club", [Scope.EXPLAIN])
        row.save()
        for number in range(6):
            opened(Client(REMOTE_ADDR=f"198.51.{number}.1"))
        problem_of(send(client, TABLES, DEAL), 503, "tables-full")
        for _ in range(2):
            opened(Client(headers={"Authorization": f"Bearer {text}"}))

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.usefixtures("locking_database")
    def test_of_many_at_once_no_more_find_room_than_there_is(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.TABLES, wanted = 8, NewTable.read({**DEAL, "number": 5})
        start, refused = threading.Barrier(18), []
        write = tables.bidding_table_to_json

        def written(table: BiddingTable) -> dict[str, Any]:
            time.sleep(0.1)  # between the count and the new row
            return write(table)

        monkeypatch.setattr(tables, "bidding_table_to_json", written)

        def open_one(number: int) -> None:
            start.wait()
            try:
                tables.open_table(wanted, f"key:{number}", keyed=True)
            except tables.NoRoom:
                refused.append(number)
            finally:
                connection.close()

        with ThreadPoolExecutor(18) as pool:
            list(pool.map(open_one, range(18)))
        assert len(refused) == 10

    def test_a_table_without_a_call_goes_after_an_hour(
        self, client: Client, settings: Settings, working_queue: Queue
    ) -> None:
        settings.CLIENT_TABLES = 2
        unused, used = opened(client, **DEAL, number=5, seats=["E", "W"]), opened(client)
        assert seen(client, unused["E"], wait=5)["auction"]  # a robot's
        call(client, used["N"], 0, "1NT")
        hour = timedelta(hours=1, seconds=1)
        PracticeTable.objects.update(
            created_at=F("created_at") - hour, changed_at=F("changed_at") - hour
        )
        problem_of(client.get(f"{TABLES}/{unused['E']}"), 404, "unknown-table")
        assert seen(client, used["S"])["auction"][0] == "1NT"
        opened(client)
        tables.sweep()
        assert PracticeTable.objects.count() == 2

    def test_a_table_goes_some_days_after_its_last_change(
        self, client: Client, settings: Settings, working_queue: Queue
    ) -> None:
        settings.TABLE_RETENTION_HOURS, settings.CLIENT_TABLES = 24, 2
        old, young = opened(client), opened(client)
        day = timezone.now() - timedelta(hours=25)
        PracticeTable.objects.update(created_at=day, changed_at=day + timedelta(hours=2))
        call(client, young["N"], 0, "1NT")
        PracticeTable.objects.filter(n_calls=0).update(changed_at=day)
        problem_of(client.get(f"{TABLES}/{old['N']}"), 404, "unknown-table")
        opened(client)
        tables.sweep()
        assert PracticeTable.objects.count() == 2
        assert PracticeSeat.objects.count() == 4
        assert seen(client, young["S"])["auction"] == ["1NT", "P"]


class TestCard:
    CARD: ClassVar = {"base": "sayc", "options": {"notrump_range": "12-14"}}

    def test_partners_agree_on_a_card_between_boards(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        agree = partial(send, client, f"{TABLES}/{tokens['S']}/card")
        problem_of(agree({"card": self.CARD}), 409, "auction-under-way")
        bid_out(client, tokens)
        response = agree({"card": self.CARD})
        check(response.json(), answer_schema(TABLES + "/{token}/card", "POST", 200))
        assert response.json()["systems"] == {"ns": self.CARD, "ew": "sayc"}
        send(client, f"{TABLES}/{tokens['N']}/boards", {"board": 4000})
        assert seen(client, tokens["N"])["systems"] == {"ns": self.CARD, "ew": "sayc"}

    def test_a_card_that_cannot_be_is_refused_at_its_place(
        self, client: Client, working_queue: Queue
    ) -> None:
        tokens = opened(client)
        bid_out(client, tokens)
        card = {"base": "sayc", "options": {"notrump_range": "1-2"}}
        response = send(client, f"{TABLES}/{tokens['S']}/card", {"card": card})
        (error,) = problem_of(response, 400, "malformed-request")["errors"]
        assert error["pointer"] == "/card/options/notrump_range"
        assert seen(client, tokens["S"])["systems"]["ns"] == "sayc"
