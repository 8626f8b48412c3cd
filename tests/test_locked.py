"""Security: no pickle, no default secret, no traceback, no other host, no open proxy."""

from __future__ import annotations

import ast
import io
import re
import runpy
from collections.abc import Callable
from pathlib import Path

import kombu
import pytest
from django.conf import settings as site_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client
from kombu.exceptions import ContentDisallowed
from pytest_django import Settings

from bridgeviz.celery import app

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path
    for folder in ("bidding", "bridgeviz", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)
# What reads objects back from bytes, and with them whatever code somebody put there.
UNSAFE_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}
UNSAFE_CALLS = {"torch.load", "yaml.load", "yaml.unsafe_load", "eval", "exec"}
GOOD_SECRET = "p2WvRkXq-7ZtLmB9eYh4NcJd_8sGaUf0oViQ3xTnKwEyPbC1-5rDzMj6H"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def unsafe(tree: ast.AST) -> set[str]:
    """Imports and calls of that kind, and NumPy told to read pickles.

    ``torch.load`` that reads weights only runs no code.
    """
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & UNSAFE_MODULES
        elif isinstance(node, ast.ImportFrom):
            if [alias.name for alias in node.names] != ["UnpicklingError"]:
                found |= {node.module or ""} & UNSAFE_MODULES
        elif isinstance(node, ast.Call):
            words = {ast.unparse(word) for word in node.keywords}
            if "weights_only=True" not in words:
                found |= {ast.unparse(node.func)} & UNSAFE_CALLS
            found |= words & {"allow_pickle=True"}
    return found


def test_no_source_reads_or_writes_pickles() -> None:
    for path in SOURCES:
        assert unsafe(ast.parse(path.read_text(encoding="utf-8"))) == set(), path


@pytest.mark.parametrize(
    "text",
    [
        "import pickle",
        "from dill import loads",
        "torch.load(f)",
        "torch.load(f, weights_only=False)",
        "np.load(f, allow_pickle=True)",
    ],
)
def test_the_search_for_pickles_finds_them(text: str) -> None:
    assert unsafe(ast.parse(text))


def test_the_queue_carries_json_and_refuses_anything_else() -> None:
    conf = app.conf
    assert conf.task_serializer == conf.result_serializer == conf.event_serializer == "json"
    assert list(conf.accept_content) == ["json"]
    assert conf.result_accept_content in (None, ["json"])
    kombu.enable_insecure_serializers(["pickle"])
    try:
        body, kind, encoding = kombu.serialization.dumps({"a": 1}, serializer="pickle")
        with pytest.raises(ContentDisallowed):
            kombu.serialization.loads(body, kind, encoding, accept=conf.accept_content)
    finally:
        kombu.disable_insecure_serializers()


def test_nothing_that_is_kept_is_pickled() -> None:
    assert site_settings.SESSION_SERIALIZER.endswith("JSONSerializer")
    # In memory: in Redis Django's cache would be pickled.
    backends = {cache["BACKEND"].rpartition(".")[2] for cache in site_settings.CACHES.values()}
    assert backends == {"LocMemCache"}


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Callable[..., None]:
    """Read the settings anew from the example's variables, and run Django's check on them."""
    text = (ROOT / "deploy" / "bridgeviz.env.example").read_text()
    example = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))
    for name in re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE):
        monkeypatch.delenv(name, raising=False)

    def run(**changes: str) -> None:
        home = {"SECRET_KEY": GOOD_SECRET, "BRIDGEVIZ_HOME": str(tmp_path)}
        for name, value in {**example, **home, **changes}.items():
            monkeypatch.setenv(name, value)
        for name, value in runpy.run_path(str(ROOT / "bridgeviz" / "settings.py")).items():
            if name.isupper() and name != "DATABASES":
                setattr(settings, name, value)
        call_command("check", deploy=True, fail_level="WARNING", stdout=io.StringIO())

    return run


def test_a_site_by_the_example_passes_djangos_own_check(check: Callable[..., None]) -> None:
    check()


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY must be set"),
        ({"SECRET_KEY": "change-me"}, "SECRET_KEY is a placeholder"),
        ({"SECRET_KEY": "x" * 80}, "SECRET_KEY is a placeholder"),
        ({"SECRET_KEY": "django-insecure-" + "abcdefghijklm" * 5}, "SECRET_KEY is a placeholder"),
        ({"METRICS_TOKEN": "prometheus"}, "METRICS_TOKEN is a placeholder"),
        ({"DEBUG": "1"}, "DEBUG=1 shows tracebacks"),
        ({"BEHIND_TLS": "0"}, "SECURE_SSL_REDIRECT"),
        ({"ALLOWED_HOSTS": "*"}, r"ALLOWED_HOSTS=\* would answer"),
    ],
)
def test_what_would_open_a_published_site_is_refused(
    check: Callable[..., None], changes: dict[str, str], named: str
) -> None:
    with pytest.raises((ImproperlyConfigured, SystemCheckError), match=named) as refused:
        check(**changes)
    secret = changes.get("SECRET_KEY") or changes.get("METRICS_TOKEN")
    assert not secret or secret not in str(refused.value)


class TestFaults:
    """Whoever asks hears that something is wrong, never what it looks like inside."""

    @pytest.fixture
    def broken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*args: object, **options: object) -> None:
            raise ZeroDivisionError("a secret inside")

        monkeypatch.setattr("bidding.web.pages.render", fail)

    @pytest.mark.usefixtures("broken")
    def test_a_program_gets_a_problem_document(self, client: Client) -> None:
        answer = client.get("/", headers={"Accept": "application/json"})
        assert answer.status_code == 500
        assert answer.json()["type"] == "urn:bridgeviz:problem:internal-error"
        assert "secret" not in answer.content.decode()

    @pytest.mark.usefixtures("broken")
    def test_a_browser_gets_a_page(self, client: Client) -> None:
        answer = client.get("/", headers=BROWSER)
        assert answer.status_code == 500
        assert "Something went wrong" in answer.content.decode()
        assert not re.search("secret|Traceback|ZeroDivision", answer.content.decode())

    def test_an_unknown_address_is_a_page_or_a_document(self, client: Client) -> None:
        page = client.get("/nowhere", headers=BROWSER)
        assert (page.status_code, page.headers["Content-Type"][:9]) == (404, "text/html")
        document = client.get("/nowhere")
        assert document.json()["type"] == "urn:bridgeviz:problem:unknown-address"

    @pytest.mark.django_db
    def test_a_forged_form_is_refused_in_words(self) -> None:
        forger = Client(enforce_csrf_checks=True)
        answer = forger.post("/admin/login/", {"username": "a", "password": "b"}, headers=BROWSER)
        assert answer.status_code == 403
        assert "did not come from this site" in answer.content.decode()


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a b", "[::2]"])
def test_another_host_is_refused(client: Client, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert host not in answer.content.decode()


class TestBehindTls:
    @pytest.fixture(autouse=True)
    def behind_tls(self, settings: Settings) -> None:
        settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = True
        settings.CSRF_COOKIE_SECURE = True
        settings.SECURE_HSTS_SECONDS = 3600
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    def test_plain_http_is_sent_on(self, client: Client) -> None:
        answer = client.get("/somewhere?hand=x")
        assert answer.status_code == 301
        assert answer.headers["Location"] == "https://testserver/somewhere?hand=x"

    @pytest.mark.parametrize("address", ["/healthz", "/metrics"])
    def test_but_not_who_watches_on_this_machine(self, client: Client, address: str) -> None:
        assert client.get(address).status_code != 301

    @pytest.mark.django_db
    def test_browsers_keep_to_it_and_cookies_are_for_it_alone(self, client: Client) -> None:
        answer = client.get("/admin/login/", headers={"X-Forwarded-Proto": "https"})
        assert answer.headers["Strict-Transport-Security"].startswith("max-age=3600")
        cookie = answer.cookies["csrftoken"]
        assert cookie["secure"]
        assert cookie["httponly"]


def test_without_a_proxy_nobody_may_claim_tls(client: Client) -> None:
    """The header would let a client choose what kind of address the site thinks it has."""
    assert site_settings.SECURE_PROXY_SSL_HEADER is None
    answer = client.get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize("address", ["/admin/status", "/admin/", "/admin/auth/user/"])
@pytest.mark.django_db
def test_the_pages_of_the_staff_ask_who_one_is(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/admin/login/")


def addresses_that_take_bodies() -> list[str]:
    """Of the REST interface; those that name a row take none worth limiting."""
    from bidding.api import urls

    views = [(one.pattern, one.callback.view_class) for one in urls.urlpatterns]
    return [
        f"/api/v1/{pattern}"
        for pattern, view in views
        if hasattr(view, "post") and "<" not in str(pattern)
    ]


@pytest.mark.parametrize("address", addresses_that_take_bodies())
def test_a_body_that_is_announced_as_enormous_is_not_read(client: Client, address: str) -> None:
    length = str(1024**3)
    answer = client.post(address, b"{}", content_type="application/json", CONTENT_LENGTH=length)
    assert answer.status_code == 413
    assert answer.json()["type"] == "urn:bridgeviz:problem:body-too-long"


def test_there_are_addresses_that_take_bodies() -> None:
    assert {"/api/v1/explanations", "/api/v1/boards"} <= set(addresses_that_take_bodies())
