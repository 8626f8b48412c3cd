"""The pages of text: the progress of a file of boards, systems, the interface for programs."""

from __future__ import annotations

import re
import uuid
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client, RequestFactory
from PIL import Image
from pytest_django import Settings

from bidding.batches import chunks
from bidding.domain.conventions import CONVENTIONS
from bidding.domain.systems import DESCRIBED, System
from bidding.models import Batch, BatchState
from bidding.web import pages
from tests.api.test_batches import PBN
from tests.batches.conftest import work_off
from tests.conftest import Queue
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]


@pytest.fixture
def strict() -> Client:
    """A browser, whose forms need their token."""
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def submitted(client: Client, **options: str) -> str:
    """Submit a file, and return the address of its page."""
    address = f"/api/v1/batches?{urlencode(options)}"
    headers = {"Accept": "application/json"}
    sent = client.post(address, PBN, content_type="application/x-pbn", headers=headers)
    return str(sent.json()["url"]).replace("/api/v1/", "/")


def test_a_file_from_handing_in_to_the_answers(
    strict: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "MAX_POSITIONS", 1)
    address = submitted(strict, view="all")
    shown = strict.get(address).content.decode()
    assert "data-refresh" in shown
    assert "60.0\u00a0% of 9 answers" not in shown
    _, arguments, _ = queue.sent.pop(0)
    chunks.compute(uuid.UUID(arguments[0]), 0, StubExplainer())
    shown = strict.get(address).content.decode()
    assert "boards are being computed" in shown
    assert "Download" not in shown
    work_off(queue)
    shown = strict.get(address).content.decode()
    assert "100.0\u00a0% of 9 answers" in shown
    assert "data-refresh" not in shown
    assert "refresh.js" not in shown
    link = re.search(r'href="([^"]+/results\?signature=[^"]+)"', shown)
    assert link is not None
    assert len(strict.get(link[1]).getvalue().splitlines()) == 9


def test_it_can_be_cancelled(strict: Client) -> None:
    address = submitted(strict)
    token = re.search(
        r'Token" value="(\w+)"|token" value="(\w+)"', strict.get(address).content.decode()
    )
    assert token is not None
    body = {"csrfmiddlewaretoken": token[1] or token[2]}
    forged = strict.post(address.replace("?", "/cancel?"), {"csrfmiddlewaretoken": "x" * 64})
    assert forged.status_code == 403
    assert Batch.objects.get().state == BatchState.QUEUED
    for _ in range(2):
        response = strict.post(address.replace("?", "/cancel?"), body)
        assert response.headers["Location"] == address
    assert Batch.objects.get().state == BatchState.CANCELLED
    assert "was cancelled" in strict.get(address).content.decode()
    path, _, signature = address.partition("?")
    assert strict.post(f"/batches/{uuid.uuid4()}/cancel?{signature}", body).status_code == 404
    assert strict.post(f"{path}/cancel", body).status_code == 404
    assert strict.get(path).status_code == 404


def test_the_former_address_for_files_leads_to_the_page_for_them(client: Client) -> None:
    assert client.get("/batches/").headers["Location"] == "/#boards"


def test_an_unknown_batch_is_told(client: Client) -> None:
    assert client.get(f"/batches/{uuid.uuid4()}").status_code == 404


def test_the_interface_for_programs_is_shown_whole(client: Client) -> None:
    document = client.get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    shown = client.get("/api/").content.decode()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in shown
    assert "missing-scope" in shown or "forbidden" in shown
    assert "AKJT985" in shown or "S.H.D.C of the viewer" in shown


@pytest.mark.parametrize("path", ["/api/", "/sign-in", "/admin/login/"])
def test_no_page_has_anything_inline(client: Client, path: str) -> None:
    shown = client.get(path).content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", shown)


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.name)
def test_a_systems_page_tells_all_of_its_document(client: Client, system: System) -> None:
    shown = client.get(f"/systems/{system.value}/").content.decode()
    document = client.get(f"/api/v1/systems/{system.value}").json()
    rows = [one for section in document["sections"] for one in section["agreements"]]
    assert shown.count('<th scope="row">') == len(rows)
    assert len(re.findall("<li>", shown.partition('id="departures"')[2])) == len(
        document["departures"]
    )
    assert document["model"]["version"] in shown
    assert document["model"]["sha256"][:12] not in shown
    assert f'href="/systems/{system.value}/"' in client.get("/systems/").content.decode()


def test_every_name_on_a_systems_page_is_in_the_glossary(client: Client) -> None:
    anchors = set(re.findall(r'id="([^"]+)"', client.get("/glossary/").content.decode()))
    assert set(CONVENTIONS) <= anchors
    for system in DESCRIBED:
        shown = client.get(f"/systems/{system.value}/").content.decode()
        linked = re.findall(r'href="/glossary/#([^"]+)"', shown)
        assert len(linked) > 20
        assert set(linked) <= anchors


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_guide_is_a_page_of_its_document_and_its_links_lead_somewhere(
    client: Client, language: str
) -> None:
    document = (settings.GUIDE_DIR / f"{language}.md").read_text()
    shown = client.get("/guide/", headers={"Accept-Language": language}).content.decode()
    for heading in re.findall(r"^#+ (.+)$", document, re.MULTILINE):
        assert re.search(rf"<h[12] id=\"[^\"]+\">{re.escape(heading)}</h[12]>", shown)
    anchors = set(re.findall(r' id="([^"]+)"', shown))
    linked = {unquote(anchor) for anchor in re.findall(r'href="#([^"]+)"', shown)}
    assert len(linked) > 10
    assert linked <= anchors
    for address in re.findall(r'<a href="(/[^"]*)"><code>', shown):
        assert client.get(address).status_code == 200
    for picture, width, height in re.findall(
        r'<img src="/static/([^"]+)".* width="(\d+)" height="(\d+)"', shown
    ):
        path = finders.find(picture)
        assert path is not None
        with Image.open(path) as opened:
            assert opened.size == (int(width), int(height))
    assert shown.count("<img ") == len(re.findall(r"\.jpg", document)) > 10


def test_every_page_leads_to_the_guide(client: Client) -> None:
    paths = ("/", "/practice/", "/systems/", "/systems/card/", "/glossary/", "/sign-in", "/unknown")
    for path in paths:
        shown = client.get(path, headers={"Accept": "text/html"}).content.decode()
        assert '<a href="/guide/">Help</a>' in shown


def test_there_is_no_page_of_an_unknown_system(client: Client) -> None:
    for name in ("unknown", "goren", "SAYC"):
        assert client.get(f"/systems/{name}/").status_code == 404


def test_a_system_that_is_not_described_yet_is_shown_by_its_card(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bidding.web.system_pages.DESCRIBED", DESCRIBED[:2])
    page = client.get("/systems/2/1/")
    assert (page.status_code, page.headers["Location"]) == (302, "/systems/card/#card=21")


READ = ("/systems/", "/systems/2/1/", "/glossary/", "/guide/", "/api/")


@pytest.mark.parametrize("path", READ)
def test_a_page_to_read_is_rendered_once_for_each_language(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    first = {one: client.get(path, headers={"Accept-Language": one}) for one in ("en", "zh-hans")}
    monkeypatch.setattr(pages, "render_to_string", None)
    for language, page in first.items():
        again = client.get(f"{path}?utm={language}", headers={"Accept-Language": language})
        assert again.content == page.content
        assert f'lang="{language}"'.encode() in page.content
        assert again.headers["Content-Language"] == language
        assert {"Accept-Language", "Cookie"} <= set(page.headers["Vary"].split(", "))
        assert page.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", READ)
def test_who_has_a_page_is_not_sent_it_again_but_in_another_language(
    client: Client, path: str
) -> None:
    tag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    other = client.get(f"{path}?language=zh-hans", headers={"If-None-Match": tag})
    assert (other.status_code, other.cookies["language"].value) == (200, "zh-hans")
    known = client.get(path, headers={"If-None-Match": other.headers["ETag"]})
    assert (known.status_code, known.headers["Content-Language"]) == (304, "zh-hans")  # the cookie


def test_nothing_of_a_request_gets_into_a_page_to_read(
    django_user_model: Any, settings: Settings
) -> None:
    settings.ANONYMOUS = False
    pages_of = []
    for name in ("an-owner", "a-guest"):
        reader = Client(headers={"Host": "127.0.0.1", "User-Agent": name})
        reader.force_login(django_user_model.objects.create_user(name))
        pages_of.append([reader.get(f"{path}?secret={name}") for path in READ])
    assert [one.content for one in pages_of[0]] == [one.content for one in pages_of[1]]
    for page in pages_of[0]:
        assert not re.search(rb"an-owner|a-guest|csrfmiddlewaretoken", page.content)
        assert not page.cookies


def test_few_rendered_pages_are_kept() -> None:
    made: list[str] = []

    @pages.rendered_once
    def numbered(number: int) -> tuple[str, dict[str, Any]]:
        made.append(str(number))
        return "systems.html", {}

    request = RequestFactory().get("/")
    for _ in range(2):
        for number in range(pages.MAX_RENDERED + 1):
            numbered(request, number=number)
    assert len(made) == 2 * (pages.MAX_RENDERED + 1)
    numbered(request, number=pages.MAX_RENDERED)
    assert len(made) == 2 * (pages.MAX_RENDERED + 1)


def test_a_closed_site_shows_its_pages_to_members_alone(client: Client, settings: Settings) -> None:
    settings.ANONYMOUS = False
    for path in ("/systems/", "/systems/sayc/", "/glossary/"):
        assert client.get(path).headers["Location"].startswith("/sign-in")
