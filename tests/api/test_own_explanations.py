"""The list of one's own explanations, and the removal of several."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from bidding import keys
from bidding.jobs import states
from bidding.models import Job, Scope, State
from tests.api.conftest import ADDRESS, Ask, problem_of, two_pages
from tests.api.document import answer_schema, check
from tests.conftest import Queue, question

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("stub_worker", "queue"),
]

TABLET, PHONE = {"Topic": "tablet"}, {"Topic": "phone"}
BIDS = [f"{level}{strain}" for level in "1234567" for strain in "CDHSN"]


@pytest.fixture
def key() -> dict[str, str]:
    return a_key()


def a_key() -> dict[str, str]:
    """The headers of a client with a key of its own."""
    row, text = keys.make("a club", [Scope.EXPLAIN])
    row.save()
    return {"Authorization": f"Bearer {text}"}


def asked(ask: Ask, auction: str, headers: dict[str, str], **options: Any) -> str:
    """Ask; return the id."""
    response = ask(question(auction=auction), headers=headers, **options)
    assert response.status_code == 202
    return str(response.json()["id"])


def end(explanation_id: str) -> None:
    states.begin(uuid.UUID(explanation_id))
    states.finish(uuid.UUID(explanation_id), '{"moments": []}')


def listed(client: Client, headers: dict[str, str], address: str = ADDRESS) -> list[str]:
    return [one["id"] for one in client.get(address, headers=headers).json()["explanations"]]


def removed(client: Client, headers: dict[str, str], *ids: str, **options: Any) -> dict[str, Any]:
    query = "&".join(f"id={one}" for one in ids)
    response = client.delete(f"{ADDRESS}?{query}", headers=headers, **options)
    assert response.status_code == 200, response.content
    found: dict[str, Any] = response.json()
    check(found, answer_schema(ADDRESS, "DELETE", 200))
    return found


class TestList:
    def test_a_key_lists_its_own_the_newest_first(
        self, ask: Ask, client: Client, key: dict[str, str], settings: Settings
    ) -> None:
        settings.QUEUE_SECONDS = 600
        mine = [asked(ask, bid, key) for bid in BIDS[:22]]
        refined = ask(question(auction="1C"), headers=key, address="/api/v1/refined").json()["id"]
        asked(ask, BIDS[30], a_key())
        asked(ask, BIDS[31], TABLET)
        end(mine[-1])
        first, rest = two_pages(client, ADDRESS, key)
        found = [*first["explanations"], *rest["explanations"]]
        assert [one["id"] for one in found] == [refined, *mine[::-1]]
        assert len(first["explanations"]) == 20
        for answer in (first, rest):
            check(answer, answer_schema(ADDRESS, "GET", 200))
        assert [one["kind"] for one in found[:2]] == ["refined", "explanation"]
        assert [one["status"] for one in found[:2]] == ["queued", "done"]
        assert found[1]["question"] == {**found[1]["question"], "auction": [BIDS[21]]}
        assert "result" not in found[1]
        problem_of(client.get(f"{ADDRESS}?from=x", headers=key), 400, "malformed-request")

    def test_without_a_key_a_topic_tells_whose_they_are(self, ask: Ask, client: Client) -> None:
        """Behind one address are many people, who must not see each other's hands."""
        mine = asked(ask, "1C", TABLET)
        asked(ask, "1D", PHONE)
        asked(ask, "1H", {})
        asked(ask, "1S", TABLET, REMOTE_ADDR="192.0.2.7")
        assert listed(client, TABLET) == [mine]
        assert listed(client, {"Topic": "tabl"}) == []
        problem_of(client.get(ADDRESS), 401, "unauthenticated")
        problem_of(client.delete(ADDRESS), 401, "unauthenticated")

    def test_what_is_gone_is_not_listed(self, ask: Ask, client: Client) -> None:
        dropped = asked(ask, "1C", {**TABLET})
        client.delete(f"{ADDRESS}/{dropped}", headers=TABLET)
        assert listed(client, TABLET) == []

    @pytest.mark.parametrize("headers", [TABLET, None])
    def test_a_page_reads_no_others_rows_and_no_results(
        self,
        ask: Ask,
        client: Client,
        key: dict[str, str],
        headers: dict[str, str] | None,
    ) -> None:
        own = headers or key
        for bid in BIDS[:3]:
            end(asked(ask, bid, own))
        with CaptureQueriesContext(connection) as captured:
            assert len(listed(client, own)) == 3
        (statement,) = [one["sql"] for one in captured if '"bidding_job"' in one["sql"]]
        assert '"result"' not in statement
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
        assert "USING INDEX job_asker" in plan or "USING INDEX job_client" in plan, plan
        assert "SCAN" not in plan


class TestRemoval:
    def test_what_has_not_ended_is_dropped_and_the_rest_deleted(
        self, ask: Ask, client: Client, key: dict[str, str]
    ) -> None:
        done, running, queued, kept = (asked(ask, bid, key) for bid in BIDS[:4])
        end(done)
        states.begin(uuid.UUID(running))
        stranger, never = asked(ask, "3C", a_key()), str(uuid.uuid4())
        found = removed(client, key, done, running, queued, stranger, never)
        assert (found["dropped"], found["deleted"], found["more"]) == (2, 1, False)
        assert {one["id"]: one["reason"] for one in found["kept"]} == {
            stranger: "unknown",
            never: "unknown",
        }
        problem_of(client.get(f"{ADDRESS}/{done}"), 404, "unknown-explanation")
        for dropped in (queued, running):
            problem_of(client.get(f"{ADDRESS}/{dropped}"), 410, "dropped-explanation")
        assert listed(client, key) == [kept]
        assert Job.objects.get(pk=stranger).state == State.QUEUED

    def test_all_of_ones_own(self, ask: Ask, client: Client, key: dict[str, str]) -> None:
        for bid in BIDS[:3]:
            end(asked(ask, bid, key))
        asked(ask, BIDS[3], key)
        others = [asked(ask, BIDS[4], a_key()), asked(ask, BIDS[5], TABLET)]
        assert removed(client, key) == {"dropped": 1, "deleted": 3, "kept": [], "more": False}
        assert listed(client, key) == []
        assert {str(job.pk) for job in Job.objects.exclude(state=State.DROPPED)} == set(others)

    def test_so_many_at_a_time(
        self, ask: Ask, client: Client, key: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(states, "REMOVED_JOBS", 2)
        for bid in BIDS[:3]:
            end(asked(ask, bid, key))
        answers = [removed(client, key) for _ in range(2)]
        assert [(one["deleted"], one["more"]) for one in answers] == [(2, True), (1, False)]
        many = "&".join(f"id={uuid.uuid4()}" for _ in range(3))
        problem_of(client.delete(f"{ADDRESS}?{many}", headers=key), 400, "malformed-request")

    @pytest.mark.parametrize("other", [PHONE, {}, {"Authorization": "another key"}])
    @pytest.mark.parametrize("state", [State.QUEUED, State.DONE])
    def test_what_others_have_asked_for_too_stays_for_them(
        self, ask: Ask, client: Client, other: dict[str, str], state: State
    ) -> None:
        mine = asked(ask, "1C", TABLET)
        if state == State.DONE:
            end(mine)
        again = ask(question(auction="1C"), headers=a_key() if "Authorization" in other else other)
        assert again.json()["id"] == mine
        found = removed(client, TABLET, mine)
        assert found["kept"] == [{"id": mine, "reason": "unknown"}]
        assert Job.objects.get(pk=mine).state == state

    def test_of_a_key_too(self, ask: Ask, client: Client, key: dict[str, str]) -> None:
        mine = asked(ask, "1C", key)
        end(mine)
        ask(question(auction="1C"), headers=key)  # the same client
        ask(question(auction="1C"), headers=PHONE)
        assert removed(client, key)["kept"] == [{"id": mine, "reason": "shared"}]
        assert listed(client, key) == [mine]

    def test_who_asks_again_with_the_same_key_is_no_other(
        self, ask: Ask, client: Client, key: dict[str, str]
    ) -> None:
        end(asked(ask, "1C", key))
        ask(question(auction="1C"), headers=key)
        assert removed(client, key)["deleted"] == 1

    @pytest.mark.parametrize("query", ["id=", "id=1", "ids=1", "from=0", "Id=1"])
    def test_a_misspelt_selection_removes_nothing(
        self, ask: Ask, client: Client, key: dict[str, str], query: str
    ) -> None:
        asked(ask, "1C", key)
        problem_of(client.delete(f"{ADDRESS}?{query}", headers=key), 400, "malformed-request")
        assert len(listed(client, key)) == 1


def test_a_key_of_another_scope_lists_nothing(client: Client) -> None:
    row, text = keys.make("a club", [Scope.BATCHES])
    row.save()
    problem_of(client.get(ADDRESS, headers={"Authorization": f"Bearer {text}"}), 403, "forbidden")


@pytest.mark.usefixtures("working_queue")
def test_what_was_deleted_is_computed_anew(ask: Ask, client: Client, queue: Queue) -> None:
    first = ask(question(auction="1C"), headers=TABLET, wait=5).json()
    assert removed(client, TABLET)["deleted"] == 1
    again = ask(question(auction="1C"), headers=TABLET, wait=5).json()
    assert again["status"] == "done"
    assert again["id"] != first["id"]
