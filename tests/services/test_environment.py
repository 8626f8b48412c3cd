"""Settings that cannot work stop the start and name their remedy."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bridgeviz import environment

GOOD_SECRET = "as long as it has to be, and varied enough: 0123456789"


@pytest.mark.parametrize("value", ["", "  "])
def test_unset_and_empty_mean_the_default(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("A_NUMBER", value)
    assert environment.whole_number("A_NUMBER", 7, low=1, high=9) == 7
    assert environment.broker_url("A_NUMBER") == ""
    assert environment.names("A_NUMBER") == []
    assert environment.networks("A_NUMBER") == []
    assert environment.device("A_NUMBER") == "cpu"
    assert environment.cache_url("A_NUMBER") == "redis://127.0.0.1:6379/0"
    assert not environment.flag("A_NUMBER")


@pytest.mark.parametrize(
    ("read", "value", "remedy"),
    [
        (lambda: environment.whole_number("X", 7, low=1, high=9), "10", "from 1 to 9"),
        (lambda: environment.whole_number("X", 7, low=1, high=9), "-1", "from 1 to 9"),
        (lambda: environment.whole_number("X", 7, low=1, high=9), "four", "such as X=7"),
        (lambda: environment.whole_number("X", 7, low=1, high=9), "²", "such as X=7"),
        (lambda: environment.flag("X"), "yes", "Set X=1 or unset it"),
        (lambda: environment.broker_url("X"), "amqp://host", "redis://127.0.0.1:6379/0"),
        (lambda: environment.device("X"), "gpu0", "such as cuda:0"),
        (lambda: environment.networks("X"), "10.0.0.1/8", "such as 127.0.0.1,10.0.0.0/8"),
        (lambda: environment.choice("X", "a", ("a", "b")), "c", "none of a, b"),
        (lambda: environment.folder("X", Path()), "/proc/nowhere", "may write to"),
    ],
)
def test_what_cannot_be_used_is_refused_with_variable_and_remedy(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[], object], value: str, remedy: str
) -> None:
    monkeypatch.setenv("X", value)
    with pytest.raises(ImproperlyConfigured, match=r"^X=") as refusal:
        read()
    assert remedy in str(refusal.value)


@pytest.mark.parametrize(
    ("origins", "wrong"),
    [("https://club.example.org", []), ("club.example.org,*", ["*", "club.example.org"])],
)
def test_what_is_no_origin_stops_the_start(tmp_path: Path, origins: str, wrong: list[str]) -> None:
    variables = {**os.environ, "BRIDGEVIZ_HOME": str(tmp_path), "CORS_ORIGINS": origins}
    variables["DJANGO_SETTINGS_MODULE"] = "bridgeviz.settings"
    run = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--plan"],
        env=variables,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == bool(wrong), run.stderr
    assert sorted(re.findall(r"'(\S+)' in CORS_ALLOWED_ORIGINS", run.stderr)) == wrong


def test_a_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "key"
    secret = environment.stored_secret(path)
    assert len(secret) >= 50
    assert environment.stored_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["key"]


def _settings_with(home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import bridgeviz.settings as s; print(s.ALLOWED_HOSTS)"],
        env={"PATH": os.environ["PATH"], "BRIDGEVIZ_HOME": str(home), **variables},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_published_site_needs_a_secret_of_its_own(tmp_path: Path) -> None:
    run = _settings_with(tmp_path, ALLOWED_HOSTS="bridge.example")
    assert run.returncode != 0
    assert "SECRET_KEY must be set" in run.stderr
    assert "secrets.token_urlsafe" in run.stderr
    assert not (tmp_path / "secret_key").exists()


def test_a_published_site_with_a_secret_also_answers_locally(tmp_path: Path) -> None:
    run = _settings_with(tmp_path, ALLOWED_HOSTS="bridge.example", SECRET_KEY=GOOD_SECRET)
    assert run.stdout.split() == ["['localhost',", "'127.0.0.1',", "'[::1]',", "'bridge.example']"]


@pytest.mark.parametrize("kept", ["RETENTION_HOURS", "BATCH_RETENTION_HOURS"])
def test_nothing_is_kept_from_before_the_first_year(tmp_path: Path, kept: str) -> None:
    run = _settings_with(tmp_path, **{kept: "20000000"})
    assert f"{kept}='20000000'" in run.stderr
    assert "from 1 to 8760" in run.stderr


def test_processors_are_those_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3}, raising=False)
    assert environment.processors() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert environment.processors() == 1


def test_the_example_explains_every_variable_that_is_read() -> None:
    sources = (settings.BASE_DIR / "bridgeviz" / "settings.py").read_text()
    read = set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', sources)) | {"OMP_NUM_THREADS"}
    example = (settings.BASE_DIR / "deploy" / "bridgeviz.env.example").read_text()
    assert set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == read


@pytest.mark.parametrize(
    ("address", "facts"),
    [
        ("sqlite:////srv/bridge.sqlite3", {"ENGINE": "sqlite3", "NAME": "/srv/bridge.sqlite3"}),
        ("sqlite:////a%20b%3F/c", {"NAME": "/a b?/c"}),
        (
            "postgresql:///bridge",
            {"ENGINE": "postgresql", "NAME": "bridge", "HOST": "", "USER": ""},
        ),
        (
            "postgres://me:p%40ss%2Fword@db.example.org:5433/bridge?sslmode=require",
            {
                "NAME": "bridge",
                "USER": "me",
                "PASSWORD": "p@ss/word",
                "HOST": "db.example.org",
                "PORT": 5433,
            },
        ),
    ],
)
def test_a_database_is_chosen_by_its_address(
    monkeypatch: pytest.MonkeyPatch, address: str, facts: dict[str, str]
) -> None:
    monkeypatch.setenv("X", address)
    found = environment.database("X", Path("/unused"))
    found["ENGINE"] = found["ENGINE"].rpartition(".")[2]
    assert {name: found[name] for name in facts} == facts
    assert ("sslmode" in found["OPTIONS"]) == ("sslmode" in address)


def test_a_database_that_falls_silent_is_noticed_before_a_task_is_taken_for_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("X", "postgresql://db/bridge?keepalives_idle=60")
    options = environment.database("X", Path("/unused"))["OPTIONS"]
    parsed = conninfo_to_dict(make_conninfo(**options))  # refuses what libpq does not know
    assert parsed["keepalives_idle"] == "60"
    seconds = int(parsed["connect_timeout"]) + int(parsed["tcp_user_timeout"]) / 1000
    assert 0 < seconds < settings.TASK_LIMIT_SECONDS


def test_without_an_address_it_is_sqlite_in_the_usual_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("X", raising=False)
    odd = Path("/a folder/100%/what?#/db")
    assert environment.database("X", odd)["NAME"] == str(odd)


@pytest.mark.parametrize(
    "address",
    [
        "mysql://me:secret-word@host/name",
        "access://me:secret-word@host/name",
        "postgresql://me:secret-word@host",
        "postgresql://me:secret-word@host/a/b",
        "postgresql://me:secret-word@host:port/name",
        "sqlite:///relative/secret-word",
        "sqlite://:memory:",
        "sqlite://host//secret-word",
        "secret-word",
    ],
)
def test_what_is_no_database_is_refused_without_its_password(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("X", address)
    with pytest.raises(ImproperlyConfigured, match=r"^X is not the address") as refusal:
        environment.database("X", Path("/srv/db"))
    assert "secret-word" not in str(refusal.value)
    assert "postgresql://bridgeviz:password@" in str(refusal.value)


@pytest.mark.parametrize("spelling", ["json", "JSON", " Json "])
def test_a_choice_is_made_in_whatever_case(monkeypatch: pytest.MonkeyPatch, spelling: str) -> None:
    monkeypatch.setenv("X", spelling)
    assert environment.choice("X", "line", ("line", "json")) == "json"


def test_an_unknown_choice_names_those_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "yaml")
    with pytest.raises(ImproperlyConfigured, match="X='yaml' is none of line, json"):
        environment.choice("X", "line", ("line", "json"))


@pytest.mark.parametrize(
    ("listens", "reached"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("192.168.1.5", "192.168.1.5"),
        ("::", "[::1]"),
        ("[::]", "[::1]"),
        ("fe80::1", "[fe80::1]"),
        ("bridge.local", "bridge.local"),
    ],
)
def test_where_the_server_listens_it_can_be_asked(listens: str, reached: str) -> None:
    assert environment.client_host(listens) == reached


def test_an_address_that_it_listens_at_is_one_of_its_names() -> None:
    command = "from django.conf import settings; print(settings.ALLOWED_HOSTS)"
    run = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, "HOST": "192.168.1.5", "DJANGO_SETTINGS_MODULE": "bridgeviz.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "'192.168.1.5'" in run.stdout
    assert run.stdout.count("127.0.0.1") == 1
