"""The vocabulary of convention cards, single cards, and files of other programs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from bidding.domain.convention_card import CHOICES, ConventionCard
from bidding.domain.systems import System
from tests.api.conftest import problem_of
from tests.api.document import answer_schema, check

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/cards"
CODE = "21-a0e2"


def read_file(client: Client, **body: Any) -> Any:
    return client.post(f"{ADDRESS}/bbsa", json.dumps(body), content_type="application/json")


def test_all_there_is_to_choose_is_listed(client: Client) -> None:
    listed = client.get(ADDRESS).json()
    check(listed, answer_schema(ADDRESS, "GET", 200))
    sections = [one["id"] for one in listed["sections"]]
    assert [one["id"] for one in listed["choices"]] == [choice.id for choice in CHOICES]
    assert {one["section"] for one in listed["choices"]} == set(sections)
    bases = {one["id"] for one in listed["bases"]}
    assert bases == {system.value for system in System} - {"unknown"}
    for choice in listed["choices"]:
        defaults = [base for option in choice["options"] for base in option["bases"]]
        assert sorted(defaults) == sorted(bases)


def test_codes_are_put_together_of_what_is_listed(client: Client) -> None:
    listed = client.get(ADDRESS).json()
    base = next(one["code"] for one in listed["bases"] if one["id"] == "acol")
    for choice in listed["choices"]:
        for option in choice["options"]:
            card = ConventionCard(System.ACOL, ((choice["id"], option["id"]),))
            assert card.code == f"{base}-{option['code']}"


def test_what_a_client_has_is_not_sent_again(client: Client) -> None:
    tag = client.get(ADDRESS).headers["ETag"]
    again = client.get(ADDRESS, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)


def test_a_card_is_said_in_words(client: Client) -> None:
    found = client.get(f"{ADDRESS}/{CODE}").json()
    check(found, answer_schema(f"{ADDRESS}/{{code}}", "GET", 200))
    assert found["name"] == "2/1 + 1NT 12–14 + Multi"
    assert found["card"] == {
        "base": "2/1",
        "options": {"notrump_range": "12-14", "two_level_openings": "multi"},
    }
    assert found["differences"] is None
    assert found["changes"][0] == {
        "section": "Openings",
        "choice": "notrump_range",
        "name": "1NT opening",
        "option": "12-14",
        "plays": "12–14",
        "instead_of": "15–17",
    }
    plain = client.get(f"{ADDRESS}/21").json()
    assert (plain["card"], plain["changes"]) == ("2/1", [])
    assert client.get(f"{ADDRESS}/unknown").json()["changes"] == []


def test_two_cards_are_compared(client: Client) -> None:
    found = client.get(f"{ADDRESS}/{CODE}", {"other": "21-a0"}).json()
    check(found, answer_schema(f"{ADDRESS}/{{code}}", "GET", 200))
    assert [one["choice"] for one in found["differences"]] == ["two_level_openings"]
    turned = client.get(f"{ADDRESS}/21-a0", {"other": CODE}).json()["differences"]
    assert turned[0]["plays"] == found["differences"][0]["instead_of"]
    assert client.get(f"{ADDRESS}/{CODE}", {"other": CODE}).json()["differences"] == []


@pytest.mark.parametrize("other", ["goren", "21-a9", "unknown", ""])
def test_another_card_that_is_none(client: Client, other: str) -> None:
    response = client.get(f"{ADDRESS}/{CODE}", {"other": other})
    problem = problem_of(response, 400, "malformed-request")
    assert [one["pointer"] for one in problem["errors"]] == ["/other"]


def test_a_card_whose_options_are_at_odds_is_no_fault_of_reading(client: Client) -> None:
    options = {"nt_2s": "clubs", "nt_2nt": "clubs"}
    code = ConventionCard(System.ACOL, tuple(options.items())).code
    compared = client.get(f"{ADDRESS}/{CODE}", {"other": code})
    card = {"base": "acol", "options": options}
    question = {"seat": "S", "dealer": "N", "vulnerability": "none", "auction": [], "system": card}
    asked = client.post("/api/v1/explanations", json.dumps(question), "application/json")
    for response, pointer in ((compared, "/other"), (asked, "/system/options/nt_2nt")):
        problem = problem_of(response, 422, "impossible-position")
        assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [
            (pointer, "card-at-odds")
        ]


@pytest.mark.parametrize("code", ["goren", "21-a9", "21-a9.bbsa", "unknown.bbsa", "2%2F1"])
def test_there_is_no_such_card(client: Client, code: str) -> None:
    kind = "unknown-address" if "%" in code else "unknown-card"
    problem_of(client.get(f"{ADDRESS}/{code}"), 404, kind)


@pytest.mark.parametrize("code", [CODE, "acol"])
def test_a_card_survives_its_file(client: Client, code: str) -> None:
    file = client.get(f"{ADDRESS}/{code}.bbsa")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{code}.bbsa"'
    read = read_file(client, text=file.content.decode() + "Gruesome Twosome = 1\n").json()
    check(read, answer_schema(f"{ADDRESS}/bbsa", "POST", 200))
    assert (read["code"], read["unread"]) == (code, ["Gruesome Twosome"])


@pytest.mark.parametrize("body", [{"text": "System type = 99"}, {"text": 1}])
def test_a_file_that_is_none(client: Client, body: dict[str, Any]) -> None:
    problem = problem_of(read_file(client, **body), 400, "malformed-request")
    assert [one["pointer"] for one in problem["errors"]] == ["/text"]
