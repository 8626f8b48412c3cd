"""Practice: boards to bid, with the player's hand alone, and robots that call."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from bidding.domain.convention_card import ConventionCard
from bidding.domain.systems import DESCRIBED, System
from bidding.domain.table import Seat
from bidding.explaining.explainer import Explainer
from bidding.jobs import kinds
from bidding.models import Job, Kind
from bidding.practice import search
from bidding.practice.boards import PracticeBoard, shipped_pool
from bidding.practice.trick_deals import shipped_trick_deals
from tests.api.conftest import Ask, problem_of
from tests.api.document import answer_schema, check
from tests.conftest import Queue, compute_next
from tests.small import MODEL, small_bidder

pytestmark = [pytest.mark.django_db]

BOARDS, CALLS = "/api/v1/practice/boards", "/api/v1/practice/calls"
TRICKS = "/api/v1/practice/tricks"


def deal(client: Client, **wanted: Any) -> Any:
    return client.post(BOARDS, wanted, content_type="application/json")


def faults(response: Any) -> dict[str, str]:
    document = problem_of(response, 400, "malformed-request")
    return {error["pointer"]: error["detail"] for error in document["errors"]}


@pytest.mark.parametrize("system", [system.value for system in DESCRIBED])
def test_themes_are_listed_for_each_system(client: Client, system: str) -> None:
    response = client.get("/api/v1/practice/themes", {"system": system})
    assert response.status_code == 200
    check(response.json(), answer_schema("/api/v1/practice/themes", "GET", 200))
    assert len(response.json()["themes"]) >= 40


def test_a_seed_is_the_same_boards_for_a_class(client: Client) -> None:
    first, again, other = (
        deal(client, seed=seed, count=count, theme="stayman").json()["boards"]
        for seed, count in ((7, 4), (7, 8), (8, 4))
    )
    assert first == again[:4]
    assert first != other
    pool = shipped_pool(DESCRIBED[0])
    assert pool is not None
    assert {board["id"] for board in deal(client, seed=1, count=32).json()["boards"]}.isdisjoint(
        pool.of("stayman")
    )


def test_boards_show_the_players_hand_alone(client: Client) -> None:
    response = deal(client, seed=3, count=2, level="close", system="acol")
    check(response.json(), answer_schema(BOARDS, "POST", 200))
    for shown in response.json()["boards"]:
        board = PracticeBoard(shown["id"])
        assert shown["hand"] == str(board.hands[Seat.S])
        assert "hands" not in shown
        whole = client.get(f"{BOARDS}/{shown['id']}").json()
        assert whole["hands"] == {seat.name: str(board.hands[seat]) for seat in Seat}
        check(whole, answer_schema(BOARDS + "/{board}", "GET", 200))


def test_boards_for_a_table_are_dealt_unseen(client: Client) -> None:
    response = deal(client, seed=3, count=2, theme="stayman", hand=False)
    check(response.json(), answer_schema(BOARDS, "POST", 200))
    unseen = [board["id"] for board in response.json()["boards"]]
    seen = deal(client, seed=3, count=2, theme="stayman").json()["boards"]
    assert unseen == [board["id"] for board in seen]
    hands = [str(hand) for board in unseen for hand in PracticeBoard(board).hands]
    assert not [hand for hand in hands if hand in response.content.decode()]


@pytest.mark.parametrize(
    ("wanted", "pointer", "fault"),
    [
        ({"seed": 1, "hand": 0}, "/hand", "expected true or false, not"),
        ({}, "/seed", "seed is a whole number from 0 to 4294967295"),
        ({"seed": -1}, "/seed", "seed is a whole number"),
        ({"seed": True}, "/seed", "seed is a whole number"),
        ({"seed": 1, "count": 33}, "/count", "count is a whole number from 1 to 32"),
        ({"seed": 1, "theme": "staymen"}, "/theme", "there is no theme staymen"),
        ({"seed": 1, "theme": "drury"}, "/theme", "drury is not played in SAYC"),
        (
            {"seed": 1, "level": "hard"},
            "/level",
            "'hard' is not a level; it must be one of clear, usual, ",
        ),
        ({"seed": 1, "level": 3}, "/level", "is not a level"),
        ({"seed": 1, "system": "unknown"}, "/system", "in a system that is known"),
        ({"seed": 1, "themes": "stayman"}, "/themes", "is not a known field"),
    ],
)
def test_faults_name_their_field(
    client: Client, wanted: dict[str, Any], pointer: str, fault: str
) -> None:
    assert fault in faults(deal(client, **wanted))[pointer]


def test_there_is_no_other_board(client: Client) -> None:
    problem_of(client.get(f"{BOARDS}/{2**62}"), 404, "unknown-address")


def test_deals_to_count_tricks_on_come_in_the_order_of_the_seed(client: Client) -> None:
    whole, rest = (
        client.post(TRICKS, {"seed": 7, **place}, content_type="application/json")
        for place in ({"count": 3}, {"first": 1, "count": 2})
    )
    check(whole.json(), answer_schema(TRICKS, "POST", 200))
    assert rest.json()["deals"] == whole.json()["deals"][1:]
    known = {deal.pbn for deal in shipped_trick_deals().deals}
    for deal in whole.json()["deals"]:
        assert "N:" + " ".join(deal["hands"][seat] for seat in "NESW") in known


@pytest.mark.parametrize(
    ("wanted", "pointer", "fault"),
    [
        ({}, "/seed", "seed is a whole number from 0 to 4294967295"),
        ({"seed": 1, "first": -1}, "/first", "first is a whole number from 0"),
        ({"seed": 1, "count": 33}, "/count", "count is a whole number from 1 to 32"),
        ({"seed": 1, "theme": "stayman"}, "/theme", "is not a known field"),
    ],
)
def test_faults_of_deals_wanted_name_their_field(
    client: Client, wanted: dict[str, Any], pointer: str, fault: str
) -> None:
    response = client.post(TRICKS, wanted, content_type="application/json")
    assert fault in faults(response)[pointer]


SEARCHES = "/api/v1/practice/searches"
WEAK = {"base": "sayc", "options": {"notrump_range": "12-14"}}


class TestCards:
    """Boards of a pair's own card."""

    def test_themes_follow_the_card(self, client: Client) -> None:
        address, card = (
            "/api/v1/practice/themes",
            ConventionCard.of(System.SAYC, {"jacoby_2nt": "no"}),
        )
        response = client.get(address, {"system": card.code})
        check(response.json(), answer_schema(address, "GET", 200))
        themes = {theme["id"]: theme["boards"] for theme in response.json()["themes"]}
        assert themes["changes"] is None  # searched for
        assert "jacoby_two_notrump" not in themes
        assert response.json()["system"] == {"base": "sayc", "options": {"jacoby_2nt": "no"}}

    def test_boards_of_any_kind_are_dealt_as_ever(self, client: Client) -> None:
        dealt = [deal(client, seed=5, count=3, system=one) for one in ("sayc", WEAK)]
        assert dealt[0].json()["boards"] == dealt[1].json()["boards"]
        check(dealt[1].json(), answer_schema(BOARDS, "POST", 200))
        assert dealt[1].json()["system"] == WEAK

    @pytest.mark.parametrize(
        ("wanted", "pointer", "fault"),
        [
            (
                {"theme": "stayman", "system": WEAK},
                "/system",
                "searched for in SAYC + 1NT 12–14",
            ),
            ({"theme": "bergen_raise"}, "/theme", "bergen_raise is not played in SAYC"),
            ({"theme": "changes"}, "/theme", "changes is not played in SAYC"),
            (
                {"system": {"base": "unknown", "options": {}}},
                "/system",
                "in a system that is known",
            ),
        ],
    )
    def test_faults_name_their_field(
        self, client: Client, wanted: dict[str, Any], pointer: str, fault: str
    ) -> None:
        assert fault in faults(deal(client, seed=1, **wanted))[pointer]

    @pytest.mark.usefixtures("stub_worker")
    def test_boards_are_searched_for_part_by_part(
        self, ask: Ask, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        explainer = Explainer(small_bidder(), MODEL)
        monkeypatch.setattr(search, "MOST_SEARCH_PARTS", 3)
        monkeypatch.setattr(search, "PART_DEALS", 2)
        wanted = {"seed": 1, "count": 9, "level": "close", "system": WEAK, "opponents": "acol"}
        response = ask(wanted, address=SEARCHES)
        check(response.json(), answer_schema(SEARCHES, "POST", 202))
        job = Job.objects.get()
        assert job.position["system"] == WEAK
        assert queue.sent[0][0] == kinds.WORK[Kind.BOARDS].task
        parts = 0
        while not job.has_ended:
            parts += compute_next(job.pk, explainer)
            job.refresh_from_db()
        assert parts == 3
        answer = client.get(response.json()["url"]).json()
        check(answer, answer_schema(SEARCHES, "POST", 200))
        assert answer["result"]["searched"] == 6
        assert answer["progress"] == 1
        found = answer["result"]["boards"]
        assert found
        assert [one["hand"] for one in found] == [
            str(PracticeBoard(one["id"]).hands[Seat.S]) for one in found
        ]


@pytest.mark.usefixtures("stub_worker")
class TestCalls:
    def test_a_board_is_named_by_its_id(self, ask: Ask, queue: Queue) -> None:
        response = ask({"board": 4000, "auction": ["P"], "system": "acol"}, address=CALLS)
        assert response.status_code == 202
        assert queue.sent[0][0] == kinds.WORK[Kind.CALLS].task
        board, stored = PracticeBoard(4000), Job.objects.get().position
        assert stored["hands"] == {seat.name: str(board.hands[seat]) for seat in Seat}
        assert (stored["dealer"], stored["players"], stored["draw"]) == ("N", ["S"], None)

    def test_so_are_the_hands_of_another(self, ask: Ask, working_queue: Queue) -> None:
        hands = {seat.name: str(PracticeBoard(4000).hands[seat]) for seat in Seat}
        del hands["W"]
        table = {"hands": hands, "dealer": "N", "vulnerability": "EW", "auction": "P"}
        first = ask({**table, "system": "acol"}, address=CALLS, wait=5)
        second = ask({"board": 4000, "auction": ["P"], "system": "acol"}, address=CALLS, wait=5)
        assert first.json() == second.json()

    @pytest.mark.parametrize(
        ("table", "pointer", "fault"),
        [
            ({"board": "x"}, "/board", "the id of a board is a whole number, not a string"),
            ({"board": -1}, "/board", "there is no board -1"),
            ({"board": 1, "dealer": "N"}, "/dealer", "a board has dealer already"),
            ({"hands": {"S": "AKJT985.6.A76.84"}}, "/hands", "expected all four hands"),
            ({"board": 1, "draw": -1}, "/draw", "a whole number from 0"),
            ({"board": 1, "players": "S"}, "/players", "expected an array of seats"),
            ({"board": 1, "players": ["Q"]}, "/players/0", "'Q' is not a seat"),
            ({"board": 1, "auction": ["1Z"]}, "/auction/0", "is not a strain"),
        ],
    )
    def test_faults_name_their_field(
        self, ask: Ask, queue: Queue, table: dict[str, Any], pointer: str, fault: str
    ) -> None:
        whole = {"dealer": "N", "vulnerability": "none"} if "hands" in table else {}
        found = faults(ask({"auction": [], **whole, **table}, address=CALLS))
        assert fault in found[pointer]
        assert not queue.sent
