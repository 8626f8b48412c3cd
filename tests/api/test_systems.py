"""Documents on bidding systems, and their entity tags."""

from __future__ import annotations

import pytest
from django.test import Client

from bidding.domain.systems import DESCRIBED, System
from tests.api.conftest import problem_of
from tests.api.document import answer_schema, check

pytestmark = pytest.mark.django_db


def test_the_list_leads_to_every_system(client: Client) -> None:
    listed = client.get("/api/v1/systems").json()["systems"]
    assert [one["id"] for one in listed] == [system.value for system in DESCRIBED]
    for one in listed:
        document = client.get(one["url"]).json()
        assert {name: document[name] for name in ("id", "name", "description", "published")} == {
            name: one[name] for name in ("id", "name", "description", "published")
        }


@pytest.mark.parametrize("address", ["2/1", "2%2F1"])
def test_a_name_with_a_stroke_is_found(client: Client, address: str) -> None:
    document = client.get(f"/api/v1/systems/{address}").json()
    assert document["name"] == System.TWO_OVER_ONE.full_name


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.name)
def test_a_document_is_as_the_openapi_document_says(client: Client, system: System) -> None:
    schema = answer_schema("/api/v1/systems/{system}", "GET", 200)
    check(client.get(f"/api/v1/systems/{system.value}").json(), schema)
    listed = client.get("/api/v1/systems").json()
    check(listed, answer_schema("/api/v1/systems", "GET", 200))


def test_what_a_client_has_is_not_sent_again(client: Client) -> None:
    first = client.get("/api/v1/systems/acol")
    tag = first.headers["ETag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        again = client.get("/api/v1/systems/acol", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    other = client.get("/api/v1/systems/sayc", headers={"If-None-Match": tag})
    assert other.status_code == 200


@pytest.mark.parametrize("name", ["unknown", "goren", "SAYC", "2/1/", "2"])
def test_there_is_no_other_system(client: Client, name: str) -> None:
    problem = problem_of(client.get(f"/api/v1/systems/{name}"), 404, "unknown-system")
    assert "sayc" in problem["detail"]
