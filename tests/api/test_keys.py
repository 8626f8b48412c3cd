"""Keys of API clients, and a site that is closed to all others."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client
from pytest_django import Settings

from bidding import keys
from bidding.models import ApiKey, Scope
from tests.api.conftest import Ask, problem_of
from tests.conftest import Queue, question

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("queue", "stub_worker"),
]

BATCHES = "/api/v1/batches"


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


@pytest.fixture
def text() -> str:
    """A key for explanations alone."""
    key, text = keys.make("a club", [Scope.EXPLAIN])
    key.save()
    return text


@pytest.fixture
def closed(settings: Settings) -> None:
    settings.ANONYMOUS = False


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("admin"))
    return client


def test_a_key_is_kept_as_a_hash_alone(text: str) -> None:
    key = ApiKey.objects.get()
    assert len(text) > 40
    assert text.startswith(key.prefix)
    stored = " ".join(str(value) for value in vars(key).values())
    assert text not in stored
    assert text[len(key.prefix) :] not in stored
    assert keys.find(text) == key


@pytest.mark.usefixtures("closed")
class TestClosedSite:
    def test_a_key_opens_what_its_scopes_say(self, ask: Ask, text: str) -> None:
        assert ask(headers=bearer(text)).status_code == 202
        assert ask(headers={"Authorization": f"bearer  {text} "}).status_code == 202
        problem_of(ask([question()], address=BATCHES, headers=bearer(text)), 403, "forbidden")

    @pytest.mark.parametrize("wrong", ["", "x", "bv_", "\udcff", "é"])
    def test_a_wrong_key(self, ask: Ask, text: str, wrong: str) -> None:
        response = ask(headers=bearer(wrong))
        problem_of(response, 401, "unauthenticated")
        assert "invalid_token" in response.headers["WWW-Authenticate"]

    def test_a_revoked_key(self, ask: Ask, text: str) -> None:
        assert keys.revoke(ApiKey.objects.all()) == 1
        assert keys.revoke(ApiKey.objects.all()) == 0
        assert "revoked" in problem_of(ask(headers=bearer(text)), 401, "unauthenticated")["detail"]

    @pytest.mark.parametrize(
        "path",
        [
            *("explanations", "refined", "options", "analyses", "reviews"),
            *("boards", "files", "batches"),
            "explanations/00000000-0000-4000-8000-000000000000",
            *(f"batches/00000000-0000-4000-8000-000000000000{end}" for end in ("", "/results")),
        ],
    )
    def test_without_a_key_nothing_is_answered(self, client: Client, path: str) -> None:
        method = client.get if "-" in path else client.post
        response = method(f"/api/v1/{path}")
        problem_of(response, 401, "unauthenticated")
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="BridgeViz"'

    @pytest.mark.parametrize("path", ["/healthz", "/api/v1/schema", "/api/"])
    def test_what_anybody_may_know(self, client: Client, path: str) -> None:
        assert client.get(path).status_code == 200

    @pytest.mark.parametrize("path", ["/", "/practice/"])
    def test_the_pages_want_a_name_and_a_password_first(self, client: Client, path: str) -> None:
        response = client.get(path)
        assert response.status_code == 302
        assert response.headers["Location"] == f"/sign-in?next={path}"
        shown = client.get(response.headers["Location"]).content.decode()
        assert "for members" in shown
        User.objects.create_user("member", password="quite long enough")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)[1]  # type: ignore[index]
        form = {"username": "member", "next": path, "csrfmiddlewaretoken": token}
        assert (
            "Wrong name or password"
            in client.post("/sign-in", {**form, "password": "x"}).content.decode()
        )
        assert client.post("/sign-in", {**form, "password": "quite long enough"}).status_code == 302
        assert client.get(path).status_code == 200

    @pytest.mark.parametrize(
        ("headers", "status"),
        [
            ({"Sec-Fetch-Site": "same-origin"}, 202),
            ({"Origin": "http://testserver"}, 202),
            ({"Sec-Fetch-Site": "cross-site"}, 401),
            ({"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"}, 401),
            ({"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}, 202),
            ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, 401),
            ({"Origin": "http://evil.example"}, 401),
            ({}, 401),
        ],
    )
    def test_the_page_asks_for_who_has_signed_in_and_no_other_page_does(
        self, client: Client, ask: Ask, headers: dict[str, str], status: int
    ) -> None:
        client.force_login(User.objects.create_user("member"))
        assert ask(headers=headers).status_code == status


class TestOpenSite:
    def test_nobody_needs_a_key(self, ask: Ask) -> None:
        assert ask().status_code == 202
        assert ask([question()], address=BATCHES).status_code == 202

    @pytest.mark.parametrize(
        "headers",
        [
            {"Sec-Fetch-Site": "cross-site"},
            {"Origin": "https://evil.example"},
            {"Origin": "http://testserver:8080"},
            {"Origin": "null"},
            {"Origin": "http://[evil"},
        ],
        ids=str,
    )
    def test_pages_of_other_sites_may_not_ask(
        self, ask: Ask, queue: Queue, text: str, headers: dict[str, str]
    ) -> None:
        """Without a preflight a browser sends such requests as another site's page has them."""
        problem_of(ask(headers=headers), 403, "forbidden")
        assert queue.sent == []
        assert ask(headers={**headers, "Authorization": f"Bearer {text}"}).status_code == 202

    @pytest.mark.parametrize("origin", ["http://testserver", "https://TestServer"])
    def test_its_own_pages_may(self, ask: Ask, queue: Queue, origin: str) -> None:
        assert ask(headers={"Origin": origin}).status_code == 202

    def test_but_a_wrong_one_is_told(self, ask: Ask, text: str) -> None:
        problem_of(ask(headers=bearer("x")), 401, "unauthenticated")
        problem_of(ask([question()], address=BATCHES, headers=bearer(text)), 403, "forbidden")

    def test_the_log_in_of_a_proxy_is_none_of_ours(self, ask: Ask) -> None:
        assert ask(headers={"Authorization": "Basic bWU6cGFzcw=="}).status_code == 202


class TestUse:
    def test_it_is_noted_now_and_then(self, ask: Ask, text: str) -> None:
        assert ApiKey.objects.get().used_at is None
        ask(headers=bearer(text))
        first = ApiKey.objects.get().used_at
        assert first is not None
        ask(headers=bearer(text))
        assert ApiKey.objects.get().used_at == first
        ApiKey.objects.update(used_at=F("used_at") - timedelta(hours=1))
        ask(headers=bearer(text))
        assert ApiKey.objects.get().used_at > first - timedelta(minutes=1)


class TestAdmin:
    def test_a_key_is_made_and_shown_once(self, admin: Client, ask: Ask) -> None:
        form = {"name": "a club", "scopes": ["explain", "batches"]}
        response = admin.post("/admin/bidding/apikey/add/", form)
        assert response.status_code == 200
        text = re.search(r'value="(bv_[\w-]{43})"', response.content.decode())[1]  # type: ignore[index]
        assert "no-store" in response.headers["Cache-Control"]
        assert all(text not in str(cookie) for cookie in admin.cookies.values())
        key = ApiKey.objects.get()
        assert (key.name, key.scopes, key.revoked_at) == ("a club", ["explain", "batches"], None)
        for path in ("", f"{key.pk}/change/"):
            assert text not in admin.get(f"/admin/bidding/apikey/{path}").content.decode()
        assert ask(headers=bearer(text)).status_code == 202

    def test_a_key_without_a_scope_opens_nothing_and_is_not_made(self, admin: Client) -> None:
        admin.post("/admin/bidding/apikey/add/", {"name": "a club"})
        assert not ApiKey.objects.exists()

    def test_its_scopes_can_be_changed_and_its_hash_stays(self, admin: Client, text: str) -> None:
        key = ApiKey.objects.get()
        form: dict[str, Any] = {"name": "another", "scopes": ["batches"]}
        assert admin.post(f"/admin/bidding/apikey/{key.pk}/change/", form).status_code == 302
        found = keys.find(text)
        assert found is not None
        assert (found.name, found.scopes) == ("another", ["batches"])

    def test_keys_are_revoked_from_the_list(self, admin: Client, text: str) -> None:
        key = ApiKey.objects.get()
        form = {"action": "revoke", "_selected_action": [key.pk]}
        admin.post("/admin/bidding/apikey/", form)
        assert keys.find(text) is None

    def test_nobody_else_gets_there(self, client: Client) -> None:
        client.force_login(User.objects.create_user("member"))
        response = client.get("/admin/bidding/apikey/")
        assert response.status_code == 302
        assert "/admin/login" in response.headers["Location"]
