"""Classes: pupils send their first answers, which the teacher alone sees."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from bidding.models import PracticeClass, Pupil
from bidding.practice import classes
from tests.api.conftest import problem_of
from tests.api.document import answer_schema, check

pytestmark = pytest.mark.django_db

CLASSES = "/api/v1/practice/classes"
ANSWER = {"pupil": "Anna", "holder": "b0a3f1d2c4e5", "board": "428", "auction": ["P", "1NT"]}
Tokens = dict[str, str]


def send(client: Client, address: str, body: Any) -> Any:
    return client.post(address, body, content_type="application/json")


def opened(client: Client, *boards: str) -> Tokens:
    response = send(client, CLASSES, {"boards": list(boards) or ["428", "1095"]})
    assert response.status_code == 201, response.content
    check(response.json(), answer_schema(CLASSES, "POST", 201))
    tokens: Tokens = response.json()
    return tokens


def answer(client: Client, token: str, **changes: Any) -> Any:
    return send(client, f"{CLASSES}/{token}/answers", {**ANSWER, **changes})


def seen(client: Client, token: str, *, wait: int = 0, **query: int) -> Any:
    headers = {"Prefer": f"wait={wait}"} if wait else {}
    response = client.get(f"{CLASSES}/{token}", query, headers=headers)
    assert response.status_code == 200, response.content
    check(response.json(), answer_schema(CLASSES + "/{token}", "GET", 200))
    return response.json()


def answers_in(document: Any) -> dict[str, list[tuple[str, str]]]:
    return {
        pupil["name"]: [(one["board"], "-".join(one["auction"])) for one in pupil["answers"]]
        for pupil in document["pupils"]
    }


class TestOpening:
    def test_its_tokens_are_stored_as_hashes(self, client: Client) -> None:
        tokens = opened(client)
        row = PracticeClass.objects.get()
        digests = [hashlib.sha256(tokens[one].encode()).hexdigest() for one in tokens]
        assert [row.teacher, row.common] == digests
        assert not any(token in str(PracticeClass.objects.values()) for token in tokens.values())

    @pytest.mark.parametrize(
        "boards", [[], "428", None, [428], ["A"], ["428", "428"], [str(n) for n in range(33)]]
    )
    def test_boards_are_codes_each_once(self, client: Client, boards: Any) -> None:
        document = problem_of(send(client, CLASSES, {"boards": boards}), 400, "malformed-request")
        assert all(one["pointer"].startswith("/boards") for one in document["errors"])
        assert not PracticeClass.objects.exists()

    def test_a_client_and_the_site_keep_so_many(self, client: Client, settings: Settings) -> None:
        settings.CLIENT_TABLES = 1
        opened(client)
        refused = send(client, CLASSES, {"boards": ["1"]})
        problem_of(refused, 429, "too-many-tables")
        assert int(refused.headers["Retry-After"]) > 0
        settings.CLIENT_TABLES, settings.TABLES = 10, 1
        problem_of(send(client, CLASSES, {"boards": ["1"]}), 503, "tables-full")


class TestAnswers:
    def test_the_first_at_each_place_of_a_board_is_kept(self, client: Client) -> None:
        tokens = opened(client)
        for auction in (["P", "1NT"], ["P", "2C"], ["P", "1NT", "P", "P"]):
            sent = answer(client, tokens["pupils"], auction=auction)
            assert sent.status_code == 200
            check(sent.json(), answer_schema(CLASSES + "/{token}/answers", "POST", 200))
            assert sent.json()["pupils"] is None
        answer(client, tokens["pupils"], board="1095", pupil="  Bo  Li ", holder="another-one")
        assert answers_in(seen(client, tokens["teacher"])) == {
            "Anna": [("428", "P-1NT"), ("428", "P-1NT-P-P")],
            "Bo Li": [("1095", "P-1NT")],
        }

    def test_the_teacher_alone_sees_them(self, client: Client) -> None:
        tokens = opened(client)
        answer(client, tokens["pupils"])
        document = seen(client, tokens["pupils"])
        assert (document["pupils"], document["count"]) == (None, 1)
        problem_of(client.get(f"{CLASSES}/{tokens['teacher'][:-1]}x"), 404, "unknown-class")
        problem_of(client.delete(f"{CLASSES}/{tokens['pupils']}"), 404, "unknown-class")
        assert answers_in(seen(client, tokens["teacher"]))

    def test_a_name_is_of_the_browser_that_took_it(self, client: Client) -> None:
        tokens = opened(client)
        answer(client, tokens["pupils"])
        refused = answer(client, tokens["pupils"], holder="other-browser", auction=["1C"])
        problem_of(refused, 409, "name-taken")
        assert answers_in(seen(client, tokens["teacher"])) == {"Anna": [("428", "P-1NT")]}

    @pytest.mark.parametrize(
        ("changes", "status", "pointer"),
        [
            ({"pupil": " "}, 400, "/pupil"),
            ({"pupil": "x" * 31}, 400, "/pupil"),
            ({"pupil": "a\u202eb"}, 400, "/pupil"),
            ({"pupil": 7}, 400, "/pupil"),
            ({"holder": "short"}, 400, "/holder"),
            ({"board": "<b>"}, 400, "/board"),
            ({"auction": []}, 400, "/auction"),
            ({"auction": ["1C", "1C"]}, 422, "/auction/1"),
        ],
    )
    def test_faults_name_their_fields(
        self, client: Client, changes: dict[str, Any], status: int, pointer: str
    ) -> None:
        kind = "malformed-request" if status == 400 else "impossible-position"
        token = opened(client)["pupils"]
        document = problem_of(answer(client, token, **changes), status, kind)
        assert [one["pointer"] for one in document["errors"]] == [pointer]
        assert not Pupil.objects.exists()

    def test_other_boards_are_refused(self, client: Client) -> None:
        problem_of(answer(client, opened(client)["pupils"], board="7"), 409, "another-board")

    def test_pupils_and_their_answers_are_so_many(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(classes, "MOST_PUPILS", 1)
        monkeypatch.setattr(classes, "MOST_CHARACTERS", 12)
        tokens = opened(client)
        assert answer(client, tokens["pupils"]).status_code == 200
        refused = answer(client, tokens["pupils"], auction=["P", "P", "1NT", "P"])
        problem_of(refused, 409, "class-full")
        problem_of(answer(client, tokens["pupils"], pupil="Bo"), 409, "class-full")
        assert answers_in(seen(client, tokens["teacher"])) == {"Anna": [("428", "P-1NT")]}


class TestWaiting:
    def test_it_ends_with_another_answer(self, client: Client) -> None:
        tokens = opened(client)
        answer(client, tokens["pupils"])
        assert seen(client, tokens["teacher"], wait=20, after=0)["count"] == 1
        waited = client.get(f"{CLASSES}/{tokens['teacher']}?after=1", headers={"Prefer": "wait=1"})
        assert waited.headers["Preference-Applied"] == "wait=1"

    def test_what_is_waited_for_is_a_number(self, client: Client) -> None:
        refused = client.get(f"{CLASSES}/{opened(client)['teacher']}?after=x")
        problem_of(refused, 400, "malformed-request")


class TestTheEnd:
    def test_the_teacher_deletes_it_with_all_answers(self, client: Client) -> None:
        tokens = opened(client)
        answer(client, tokens["pupils"])
        assert client.delete(f"{CLASSES}/{tokens['teacher']}").status_code == 204
        assert not Pupil.objects.exists()
        for token in tokens.values():
            problem_of(client.get(f"{CLASSES}/{token}"), 404, "unknown-class")
        problem_of(answer(client, tokens["pupils"]), 404, "unknown-class")

    def test_it_is_kept_as_long_as_a_practice_table(
        self, client: Client, settings: Settings
    ) -> None:
        settings.TABLE_RETENTION_HOURS = 5
        tokens = opened(client)
        assert seen(client, tokens["pupils"])["hours"] == 5
        then = timezone.now() - timedelta(hours=4)
        PracticeClass.objects.update(created_at=then, changed_at=then)
        assert answer(client, tokens["pupils"]).status_code == 200  # and it is kept anew
        assert classes.sweep() == 0
        PracticeClass.objects.update(changed_at=then - timedelta(hours=2))
        problem_of(client.get(f"{CLASSES}/{tokens['teacher']}"), 404, "unknown-class")
        assert classes.sweep() == 2
        assert not PracticeClass.objects.exists()

    def test_tokens_are_not_logged(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        token = opened(client)["teacher"]
        with caplog.at_level("INFO", "bridgeviz.requests"):
            seen(client, token)
        assert caplog.messages == [f"GET {CLASSES}/- 200"]
