"""Smaller answers: fields that a client names, and the last moment alone."""

from __future__ import annotations

import json
import uuid
from functools import cache
from typing import Any

import pytest
from django.test import Client

from bidding.api.questions.answers import Selection, is_field
from bidding.jobs import states
from bidding.json_text import encoded
from bidding.models import Job, Kind
from bidding.parsing.documents.position_documents import position_from_json
from tests.api.conftest import ADDRESS, Ask, problem_of, refused
from tests.api.document import answer_schema, check, is_valid
from tests.conftest import QUESTION, Queue
from tests.released import released

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("queue", "stub_worker"),
]

FIELDS = "calls.meaning.name,calls.call,suggestion"


@cache
def results() -> dict[str, Any]:
    """The released model's answers to the usual question, by their kinds."""
    explainer, position = released(), position_from_json(QUESTION)
    answers = {
        Kind.EXPLANATION: explainer.explain(position),
        Kind.REFINED: explainer.refine_many([position])[0],
    }
    return {kind: json.loads(encoded(answer.to_json())) for kind, answer in answers.items()}


@pytest.fixture(scope="module")
def result() -> Any:
    return results()[Kind.EXPLANATION]


def done(ask: Ask, **options: Any) -> str:
    """Return the address of an answer with the released model's result."""
    document = ask(**options).json()
    key = uuid.UUID(document["id"])
    states.begin(key)
    row = Job.objects.get(pk=key)
    states.finish(key, json.dumps(results()[Kind(row.kind)]))
    return str(document["url"])


def chosen(result: Any) -> dict[str, Any]:
    calls = [
        {"call": call["call"], "meaning": call["meaning"] and {"name": call["meaning"]["name"]}}
        for call in result["calls"]
    ]
    return {"calls": calls, "suggestion": result["suggestion"]}


class TestFields:
    def test_named_fields_are_sent_on_get_and_on_post(
        self, ask: Ask, client: Client, result: Any
    ) -> None:
        url = done(ask)
        for response in (
            client.get(f"{url}?fields={FIELDS}"),
            client.get(f"{url}?fields=suggestion&fields=calls.call,%20calls.meaning.name"),
            ask(wait=5, address=f"{ADDRESS}?fields={FIELDS}"),
        ):
            document = response.json()
            assert (document["status"], document["url"]) == ("done", url)
            assert document["result"] == chosen(result)

    def test_refined_explanations_have_them_too(self, ask: Ask, client: Client) -> None:
        url = done(ask, address="/api/v1/refined")
        assert client.get(f"{url}?fields={FIELDS}").json()["result"] == chosen(
            results()[Kind.REFINED]
        )
        response = ask(wait=5, address=f"/api/v1/refined?fields={FIELDS}")
        assert response.json()["result"] == chosen(results()[Kind.REFINED])

    def test_the_stored_answer_stays_whole(self, ask: Ask, client: Client, result: Any) -> None:
        url = done(ask)
        client.get(f"{url}?fields=model&moments=last")
        assert client.get(url).json()["result"] == result
        assert Job.objects.count() == 1

    def test_a_field_that_is_named_itself_is_sent_whole(
        self, ask: Ask, client: Client, result: Any
    ) -> None:
        url = done(ask)
        for fields in ("calls.call,calls", "calls,calls.call"):
            document = client.get(f"{url}?fields={fields}").json()
            assert document["result"] == {"calls": result["calls"]}

    @pytest.mark.parametrize("trimmed", ["calls.call", "model.name", "surprise.share"])
    def test_the_document_knows_answers_of_which_one_field_is_trimmed(
        self, ask: Ask, result: Any, trimmed: str
    ) -> None:
        done(ask)
        names = sorted({*result, trimmed} - {trimmed.partition(".")[0]})
        answer = ask(wait=5, address=f"{ADDRESS}?fields={','.join(names)}").json()
        assert set(answer["result"]) == set(result)
        assert answer["result"] != result
        check(answer, answer_schema(ADDRESS, "POST", 200))
        answer["result"]["nothing"] = 1
        assert not is_valid(answer, answer_schema(ADDRESS, "POST", 200))

    def test_other_kinds_have_their_own_names(
        self, ask: Ask, client: Client, working_queue: Queue
    ) -> None:
        response = ask(wait=5, address="/api/v1/options?fields=options.call,model.name")
        assert response.json()["result"] == {"model": {"name": "stub"}, "options": []}
        response = ask(wait=5, address="/api/v1/analyses?fields=contracts.bid")
        assert response.json()["result"] == {"contracts": []}
        refusal = ask(wait=5, address="/api/v1/options?fields=suggestion")
        problem_of(refusal, 400, "malformed-request")

    @pytest.mark.parametrize(
        ("fields", "unknown"),
        [
            ("callz", ["callz"]),
            ("calls.callz,calls.call,nothing", ["calls.callz", "nothing"]),
            ("calls.call.x", ["calls.call.x"]),
            ("Calls", ["Calls"]),
            ("calls.", ["calls."]),
            ("", [""]),
            ("calls,,model", [""]),
            ("systems.ns.posterior..x", ["systems.ns.posterior..x"]),
            ("moments.nonsense", ["moments.nonsense"]),
            ("moments.hands.Z,moments.hands.N.hcp", ["moments.hands.Z"]),
            ("position.systems.ns,position.player", ["position.player"]),
        ],
    )
    def test_unknown_names_are_refused_before_anything_is_stored(
        self, ask: Ask, fields: str, unknown: list[str]
    ) -> None:
        problem = refused(ask(address=f"{ADDRESS}?fields={fields}"), 400, "malformed-request")
        assert [error["text"] for error in problem["errors"]] == unknown
        assert {error["pointer"] for error in problem["errors"]} == {"/fields"}
        for error in problem["errors"]:
            assert error["detail"] == f"fields: the result has no field '{error['text']}'"

    def test_unknown_names_are_refused_on_get(self, ask: Ask, client: Client, result: Any) -> None:
        problem = problem_of(client.get(f"{done(ask)}?fields=x.y"), 400, "malformed-request")
        assert problem["detail"] == "fields: the result has no field 'x.y'"

    def test_so_many_are_told_and_what_no_database_takes_is_spelled_out(self, ask: Ask) -> None:
        fields = ",".join(["%00", *(f"x{n}" for n in range(50))])
        problem = refused(ask(address=f"{ADDRESS}?fields={fields}"), 400, "malformed-request")
        assert len(problem["errors"]) == 20
        assert problem["errors"][0]["text"] == "\\x00"


class TestMoments:
    def test_the_last_one_alone(self, ask: Ask, client: Client, result: Any) -> None:
        url = done(ask)
        whole = client.get(url)
        for response in (
            client.get(f"{url}?moments=last"),
            ask(wait=5, address=f"{ADDRESS}?moments=last"),
        ):
            assert response.json()["result"] == {**result, "moments": result["moments"][-1:]}
            assert len(response.content) < len(whole.content) / 2
        assert client.get(f"{url}?moments=all").content == whole.content

    def test_together_with_fields(self, ask: Ask, client: Client, result: Any) -> None:
        url = done(ask)
        document = client.get(f"{url}?moments=last&fields=moments.n_calls").json()
        assert document["result"] == {"moments": [{"n_calls": len(result["calls"])}]}
        document = client.get(f"{url}?moments=last&fields=refined").json()
        assert document["result"] == {"refined": result["refined"]}

    @pytest.mark.parametrize("value", ["first", "", "LAST", "1"])
    def test_another_value_is_refused(self, ask: Ask, value: str) -> None:
        problem = refused(ask(address=f"{ADDRESS}?moments={value}"), 400, "malformed-request")
        assert problem["detail"] == f"moments: '{value}' is neither 'last' nor 'all'"
        assert problem["errors"][0]["pointer"] == "/moments"


class TestTags:
    def test_who_has_the_answer_is_not_sent_it_again(self, ask: Ask, client: Client) -> None:
        url = done(ask)
        first = client.get(url)
        tag = first.headers["ETag"]
        assert tag.startswith('"')
        assert first.headers["Cache-Control"] == "private, no-cache"
        for known in (tag, f'"other", W/{tag}', "*"):
            again = client.get(url, headers={"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        assert client.get(url, headers={"If-None-Match": '"other"'}).content == first.content

    def test_each_representation_has_its_own(self, ask: Ask, client: Client) -> None:
        url = done(ask)
        queries = ("", "?moments=last", "?fields=calls", "?fields=calls.call", "?fields=model")
        tags = [client.get(f"{url}{query}").headers["ETag"] for query in queries]
        indented = client.get(url, headers={"Accept": "application/json; indent=2"})
        assert len({*tags, indented.headers["ETag"]}) == len(queries) + 1
        one, other = (client.get(f"{url}?fields={f}") for f in ("model,calls", "calls,model"))
        assert (one.headers["ETag"], one.content) == (other.headers["ETag"], other.content)
        response = client.get(f"{url}?moments=last", headers={"If-None-Match": tags[0]})
        assert response.status_code == 200

    def test_the_answer_to_a_post_names_where_its_tag_holds(self, ask: Ask, client: Client) -> None:
        url = done(ask)
        response = ask(wait=5, address=f"{ADDRESS}?moments=last&fields=moments,model")
        where, tag = response.headers["Content-Location"], response.headers["ETag"]
        assert where == f"{url}?fields=model,moments&moments=last"
        assert client.get(where).content == response.content
        assert client.get(where, headers={"If-None-Match": tag}).status_code == 304

    def test_what_still_changes_has_none(self, ask: Ask, client: Client) -> None:
        response = client.get(ask().json()["url"], headers={"If-None-Match": "*"})
        assert (response.status_code, "ETag" in response.headers) == (200, False)


@pytest.mark.parametrize("kind", [Kind.EXPLANATION, Kind.REFINED])
def test_every_field_of_an_answer_is_known(kind: Kind) -> None:
    def names(value: Any, path: str = "") -> set[str]:
        if isinstance(value, list):
            return {name for one in value for name in names(one, path)}
        if isinstance(value, dict):
            here = {f"{path}{name}" for name in value}
            return here.union(*(names(one, f"{path}{name}.") for name, one in value.items()))
        return set()

    found = names(results()[kind])
    assert {"moments.hands", "calls.shows.hcp.nearest.low"} <= found
    assert [name for name in sorted(found) if not is_field(kind, name)] == []


def test_a_whole_selection_leaves_the_text_as_it_is() -> None:
    assert Selection().of('{"a": 0.10}') == b'{"a": 0.10}'
    assert Selection(("a",)).of(b'{"a": 0.10, "b": 1}') == b'{"a":0.1}'
