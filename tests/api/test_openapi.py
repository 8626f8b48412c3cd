"""The OpenAPI document as generators of clients need it: small, named, typed and whole."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from pytest_django import Settings

from bidding.api.http import openapi
from bidding.api.http.openapi import PREFIX, SCHEMAS, component, referenced_schemas, references
from bidding.domain.calls import ALL_CALLS
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.models import BatchState, State
from tests.api.document import (
    ADDRESS,
    Schema,
    answer_schema,
    check,
    document,
    in_place,
    inside,
    is_valid,
    named,
)
from tests.conftest import QUESTION

LONGEST_BYTES = 195_000
INLINE_CHARACTERS = 300
OPENAPI = "application/vnd.oai.openapi+json"
NDJSON = "application/x-ndjson"
JSON = "application/json"
BATCHES, TABLES = "/api/v1/batches", "/api/v1/practice/tables"
CLASSES = "/api/v1/practice/classes"
PAGE_TYPES = Path(__file__).parents[2] / "frontend" / "src" / "service" / "schema.d.ts"


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return list(openapi.operations(document()))


@pytest.mark.parametrize("accept", ["application/json", OPENAPI, "*/*"])
def test_it_is_short_as_it_is_sent(client: Client, accept: str) -> None:
    response = client.get(ADDRESS, headers={"Accept": accept})
    assert response.headers["Content-Type"].partition(";")[0] in (accept, OPENAPI)
    assert len(response.content) <= LONGEST_BYTES
    assert in_place(json.loads(response.content)) == document()


def test_a_fresh_process_generates_it_once_however_many_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    generate = SchemaGenerator.get_schema

    def slowly(self: SchemaGenerator, **options: Any) -> Any:
        calls.append(1)
        time.sleep(0.05)  # the others come meanwhile
        return generate(self, **options)

    monkeypatch.setattr(SchemaGenerator, "get_schema", slowly)
    openapi._document.cache_clear()
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: openapi.document(), range(8)))
    finally:
        openapi._document.cache_clear()
    assert len(calls) == 1
    assert all(one is found[0] for one in found)


@pytest.mark.parametrize("accept", ["application/json", OPENAPI])
def test_who_has_it_is_not_sent_it_again(client: Client, accept: str) -> None:
    first = client.get(ADDRESS, headers={"Accept": accept})
    tag = first.headers["ETag"]
    assert "Accept" in first.headers["Vary"]
    again = client.get(ADDRESS, headers={"Accept": accept, "If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"] == "no-cache"
    other = ({"application/json", OPENAPI} - {accept}).pop()
    asked = client.get(ADDRESS, headers={"Accept": other, "If-None-Match": tag})
    assert asked.status_code == 200


def test_it_does_not_depend_on_the_request(client: Client) -> None:
    first = client.get(ADDRESS)
    headers = {"Accept-Language": "zh-hans", "Host": "127.0.0.1"}
    other = client.get(f"{ADDRESS}?lang=zh-hans&version=2&format=openapi-json", headers=headers)
    assert other.content == first.content


def test_it_is_an_openapi_document() -> None:
    assert document()["openapi"].startswith("3.1.")  # before it, null was no type
    validate_schema(document())


def test_every_reference_leads_somewhere_and_every_schema_is_referred_to() -> None:
    schemas = document()["components"]["schemas"]
    headers = {f"#/components/headers/{name}" for name in document()["components"]["headers"]}
    found = set(references(document()))
    assert found == {PREFIX + name for name in schemas} | headers
    assert len(schemas) > 60


def test_objects_that_occur_have_names() -> None:
    for name in (
        *("Question", "Explanation", "Moment", "ExplainedCall", "Meaning", "HiddenHand"),
        *("HcpDistribution", "LengthDistribution", "Suggestion", "Options", "Analysis", "Problem"),
        *("ExplanationStatus", "BatchStatus", "BatchLine", "Board", "SystemDocument", "Model"),
    ):
        assert document()["components"]["schemas"][name]["properties"]


def test_enumerations_have_names_and_all_values() -> None:
    schemas = document()["components"]["schemas"]
    for name, values in {
        "Seat": [seat.name for seat in Seat],
        "Call": [str(call) for call in ALL_CALLS],
        "System": [system.value for system in System],
        "AnswerState": State.values,
        "BatchState": BatchState.values,
    }.items():
        assert schemas[name]["enum"] == values
        names = schemas[name].get("x-enum-varnames", values)
        assert len(set(names)) == len(values)
    for at, part in inside(document()):
        if len(part.get("enum", ())) > 1 and part.get("type") == "string":
            assert at.count("/") == 3, at  # /components/schemas/NAME


def test_operations_inline_no_object_and_nothing_long() -> None:
    for path, method, operation in operations():
        for at, part in inside(operation):
            assert "properties" not in part, (path, method, at)
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (media for body in bodies for media in body.get("content", {}).values()):
            assert len(json.dumps(media["schema"])) <= INLINE_CHARACTERS, (path, method)


def test_named_schemas_inline_no_other_object() -> None:
    for name, schema in document()["components"]["schemas"].items():
        assert not [at for at, part in inside(schema) if at and "properties" in part], name


def test_every_schema_has_a_type() -> None:
    schemas = document()["components"]["schemas"]
    typed = ("type", "$ref", "oneOf", "anyOf")
    for at, part in inside(schemas):
        if at.rsplit("/", 2)[-2:][0] == "properties" or at.endswith(("/items", "Properties")):
            assert any(word in part for word in typed), at
        if part.get("type") == "object":
            known = part.get("properties") or isinstance(part.get("additionalProperties"), dict)
            assert known, at
        if part.get("type") == "array":
            assert "items" in part, at


def test_what_may_be_null_in_a_request_may_be_left_out() -> None:
    bodies = [operation.get("requestBody", {}) for _, _, operation in operations()]
    found = 0
    for name, schema in referenced_schemas(bodies).items():
        for field, value in schema.get("properties", {}).items():
            if is_valid(None, value):
                found += 1
                assert field not in schema.get("required", ()), (name, field)
    assert found > 20


def test_operations_have_names_tags_and_summaries_of_their_own() -> None:
    names = Counter(operation["operationId"] for _, _, operation in operations())
    assert set(names.values()) == {1}
    assert all(name.isidentifier() and "v1" not in name for name in names)
    tags = {tag["name"] for tag in document()["tags"]}
    for path, _, operation in operations():
        assert len(operation["tags"]) == 1, path
        assert operation["summary"], path
        assert operation["description"], path
    assert {operation["tags"][0] for _, _, operation in operations()} == tags


@pytest.mark.parametrize("anonymous", [True, False])
def test_it_says_whether_a_key_is_needed(settings: Settings, anonymous: bool) -> None:
    settings.ANONYMOUS = anonymous
    found = SchemaGenerator().get_schema(request=None, public=True)
    assert set(found["components"]["securitySchemes"]) == {"key", "session"}
    for path, method, operation in openapi.operations(found):
        security = operation.get("security", [{}])
        if path in ("/healthz", "/readyz"):
            assert security == [{}]
        elif (path, method) == (BATCHES, "get"):  # they are those of a key
            assert security == [{"key": []}]
        else:
            assert {"key": []} in security
            assert ({} in security) == anonymous


def test_files_and_lines_are_declared_by_their_media_types() -> None:
    paths = document()["paths"]
    bodies = paths[BATCHES]["post"]["requestBody"]["content"]
    for media_type in ("application/x-pbn", "application/x-lin", "text/plain"):
        assert bodies[media_type]["schema"]["format"] == "binary"
    assert bodies["application/json"]["schema"]["items"] == named("Question")
    lines = answer_schema(f"{BATCHES}/{{batch_id}}/results", "GET", 200, NDJSON)
    assert (lines["type"], lines["contentMediaType"]) == ("string", NDJSON)
    assert lines["contentSchema"] == named("BatchLine")


def examples() -> Iterator[tuple[str, str, Schema, Any]]:
    """Path, media type, schema and value of every example of a body."""
    for path, _, operation in operations():
        for media_type, media in operation.get("requestBody", {}).get("content", {}).items():
            for example in media.get("examples", {}).values():
                yield path, media_type, media["schema"], example["value"]


def test_examples_are_as_the_document_says() -> None:
    found = list(examples())
    assert {path for path, *_ in found} == {
        path for path, _, operation in operations() if "requestBody" in operation
    }
    for _, _, schema, value in found:
        check(value, schema)


@pytest.mark.django_db
@pytest.mark.usefixtures("stub_worker", "working_queue")
def test_examples_are_accepted(client: Client) -> None:
    for path, media_type, _, value in examples():
        body = value if isinstance(value, str) else json.dumps(value)
        if path.startswith(CLASSES + "/"):
            opened = client.post(CLASSES, {"boards": ["428"]}, content_type=JSON).json()
            path = path.replace("{token}", opened["pupils"])
        if "{token}" in path:  # the next board, or card, comes after an auction
            token = north_of_a_table(client, bid=path.endswith(("/boards", "/card")))
            path = path.replace("{token}", token)
        response = client.post(path, body, content_type=media_type)
        assert response.status_code in (200, 201, 202), (path, media_type, response.content)


def north_of_a_table(client: Client, *, bid: bool) -> str:
    """Return the token of North, who deals, perhaps once all have passed."""
    kind = "application/json"
    opened = client.post(TABLES, {"board": 4000}, content_type=kind).json()
    tokens = [seat["token"] for seat in opened["seats"]]
    for place, token in enumerate(tokens if bid else []):
        sent = {"index": 2 * place, "call": "P"}
        client.post(f"{TABLES}/{token}/calls", sent, content_type=kind)
    return str(tokens[0])


def test_every_problem_is_the_same_and_says_what_it_may_be() -> None:
    for path, _, operation in operations():
        for status, answer in operation["responses"].items():
            assert answer["description"], path
            if int(status) >= 400:
                content = answer["content"]["application/problem+json"]
                assert content["schema"] == named("Problem")


@pytest.mark.parametrize(
    ("changes", "valid"),
    [
        ({}, True),
        ({"hand": None}, True),
        ({"auction": "1D P 1NT XX"}, True),
        ({"auction": []}, True),
        ({"systems": {"ns": "2/1", "ew": "acol"}}, True),
        ({"hand": "AKJT985.6.A76"}, False),
        ({"auction": ["8C"]}, False),
        ({"auction": "1D,1H"}, False),
        ({"seat": "north"}, False),
        ({"systems": {"ns": "2/1"}}, False),
        ({"system": "sayc", "systems": {"ns": "2/1", "ew": "acol"}}, False),
        ({"colour": "red"}, False),
    ],
)
def test_what_is_a_question(changes: dict[str, Any], valid: bool) -> None:
    plain = {name: value for name, value in QUESTION.items() if not name.startswith("system")}
    assert is_valid({**plain, **changes}, named("Question")) == valid


def test_a_field_that_the_document_does_not_know_is_found() -> None:
    reading = {"low": 1, "high": 2, "probability": 0.5}
    check(reading, named("NearestRange"))
    assert not is_valid({**reading, "median": 1}, named("NearestRange"))
    assert not is_valid({**reading, "low": "1"}, named("NearestRange"))


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="Explanation"):
        component("Explanation", {"type": "string"})
    assert set(document()["components"]["schemas"]) <= set(SCHEMAS)


def test_the_page_has_the_types_of_this_document() -> None:
    schemas = json.dumps(document()["components"]["schemas"], sort_keys=True)
    digest = hashlib.sha256(schemas.encode()).hexdigest()
    made = PAGE_TYPES.read_text().splitlines()[0]
    assert made == f"// Schemas: sha256 {digest}", "run: scripts/page-types"
