"""Pages of other sites: answered for the origins that the setting names, and for no other."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding import keys
from bidding.models import Job, Scope
from tests.api.conftest import ADDRESS, Ask, problem_of
from tests.conftest import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

ALLOWED, OTHER = "https://club.example.org", "https://elsewhere.example.org"
CROSS = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}


def headers_of(response: Any) -> set[str]:
    return {name for name in response.headers if name.startswith("Access-Control")}


def preflight(client: Client, origin: str, address: str = ADDRESS) -> Any:
    requested = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "prefer",
    }
    return client.options(address, headers={**CROSS, **requested, "Origin": origin})


@pytest.fixture
def allowed(settings: Settings) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["http://localhost:3000", ALLOWED]


@pytest.mark.usefixtures("allowed")
class TestAllowed:
    def test_a_preflight_request_is_answered(self, client: Client) -> None:
        response = preflight(client, ALLOWED)
        assert (response.status_code, response.content) == (200, b"")
        headers = response.headers
        assert headers["Access-Control-Allow-Origin"] == ALLOWED
        assert {"POST", "DELETE"} <= set(headers["Access-Control-Allow-Methods"].split(", "))
        named = set(headers["Access-Control-Allow-Headers"].split(", "))
        assert {"Authorization", "Content-Type", "Prefer", "Idempotency-Key"} <= named
        assert int(headers["Access-Control-Max-Age"]) > 0
        assert headers["Vary"] == "origin"
        assert "Access-Control-Allow-Credentials" not in headers

    def test_its_pages_may_ask_and_read(
        self, ask: Ask, client: Client, working_queue: Queue
    ) -> None:
        response = ask(wait=5, headers={**CROSS, "Origin": ALLOWED})
        assert response.status_code == 200
        assert response.headers["Access-Control-Allow-Origin"] == ALLOWED
        readable = response.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"Location", "Retry-After", "RateLimit", "ETag", "Next-Item"} <= set(readable)
        assert "origin" in response.headers["Vary"]
        assert "Access-Control-Allow-Credentials" not in response.headers

    def test_its_pages_may_read_refusals(self, ask: Ask, client: Client) -> None:
        for response in (
            ask(b"no JSON", headers={**CROSS, "Origin": ALLOWED}),
            client.get("/api/v1/nowhere", headers={"Origin": ALLOWED}),
        ):
            assert response.status_code in (400, 404)
            assert response.headers["Access-Control-Allow-Origin"] == ALLOWED

    def test_its_pages_need_a_key_where_everybody_does(
        self, ask: Ask, working_queue: Queue, settings: Settings
    ) -> None:
        settings.ANONYMOUS = False
        headers = {**CROSS, "Origin": ALLOWED}
        problem_of(ask(wait=5, headers=headers), 401, "unauthenticated")
        row, text = keys.make("a club", [Scope.EXPLAIN])
        row.save()
        headers["Authorization"] = f"Bearer {text}"
        assert ask(wait=5, headers=headers).status_code == 200

    def test_a_session_does_not_count_for_its_pages(
        self, ask: Ask, client: Client, django_user_model: Any, settings: Settings
    ) -> None:
        settings.ANONYMOUS = False
        client.force_login(django_user_model.objects.create_user("somebody"))
        problem_of(ask(headers={**CROSS, "Origin": ALLOWED}), 401, "unauthenticated")

    def test_options_without_a_preflight_is_refused_as_ever(self, client: Client) -> None:
        response = client.options(ADDRESS, headers={"Origin": ALLOWED})
        problem_of(response, 405, "method-not-allowed")

    @pytest.mark.parametrize("address", ["/", "/healthz", "/admin/login/"])
    def test_no_other_address_is_opened(self, client: Client, address: str) -> None:
        response = client.get(address, headers={"Origin": ALLOWED})
        assert response.status_code == 200
        assert headers_of(response) == set()
        assert headers_of(preflight(client, ALLOWED, address)) == set()


@pytest.mark.parametrize("some", [True, False])
@pytest.mark.parametrize(
    "origin", [OTHER, "null", "", f"{ALLOWED}.example.com", f"{ALLOWED}:8443", ALLOWED.upper()]
)
def test_for_every_other_origin_nothing_changes(
    ask: Ask, client: Client, queue: Queue, settings: Settings, some: bool, origin: str
) -> None:
    settings.CORS_ALLOWED_ORIGINS = [ALLOWED] if some else []
    refused = preflight(client, origin)
    forbidden = ask(headers={**CROSS, "Origin": origin})
    problem_of(forbidden, 403, "forbidden")
    read = client.get("/api/v1/systems", headers={**CROSS, "Origin": origin})
    for response in (refused, forbidden, read):
        assert headers_of(response) == set()
        assert "origin" in response.headers["Vary"]
    assert not Job.objects.exists()


def test_without_the_setting_no_origin_is_allowed(ask: Ask, client: Client, queue: Queue) -> None:
    assert headers_of(preflight(client, ALLOWED)) == set()
    problem_of(ask(headers={**CROSS, "Origin": ALLOWED}), 403, "forbidden")
