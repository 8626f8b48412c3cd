"""Dockerfile, compose.yaml and .dockerignore agree with the program; no engine is needed.

tests/system/test_container.py builds and starts them.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from bidding.management.commands import run_site
from bridgeviz import environment as reading

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "bridgeviz"}
EXAMPLE = (ROOT / "deploy" / "bridgeviz.env.example").read_text()
KNOWN = set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))
NOT_SETTINGS = {"PATH", "VIRTUAL_ENV", "PYTHONUNBUFFERED"}


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", DOCKERFILE, re.MULTILINE)


def variables() -> dict[str, str]:
    """Of ENV, by name."""
    (line,) = instructions("ENV")
    return dict(word.split("=", 1) for word in line.split())


def sources() -> list[str]:
    """Return the files that COPY takes from the repository."""
    copies = [line.split() for line in instructions("COPY") if not line.startswith("--from")]
    return [source for *given, _ in copies for source in given]


def is_left_out(path: str) -> bool:
    """Return True if .dockerignore excludes a path: the last matching line decides."""
    out = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        parts = Path(path).parts
        above = ["/".join(parts[: length + 1]) for length in range(len(parts))]
        names = parts if "**/" in line else above
        if any(fnmatch.fnmatch(name, pattern) for name in names):
            out = not line.startswith("!")
    return out


def check_command(words: list[str]) -> None:
    """A program of deploy/ that can be run, or a command of manage.py."""
    if words[:2] == ["python", "manage.py"]:
        assert words[2] in get_commands()
    else:
        (script,) = words
        assert script in sources()
        assert os.access(ROOT / script, os.X_OK)


def test_the_image_is_made_of_files_that_exist_and_are_sent_to_the_engine() -> None:
    assert {"bidding", "bridgeviz", "manage.py", "requirements-postgres.txt"} <= set(sources())
    for source in sources():
        assert (ROOT / source).exists(), source
        assert not is_left_out(source), source
    requirements = {path.name for path in ROOT.glob("requirements*.txt")} - {"requirements-dev.txt"}
    assert requirements <= set(sources())


@pytest.mark.parametrize(
    "path",
    [".env", ".git/config", "var/secret_key", "tests/settings.py", "bidding/a.pyc", ".venv/x"],
)
def test_secrets_and_leftovers_are_not_sent_to_the_engine(path: str) -> None:
    assert is_left_out(path)


def test_the_links_of_the_package_lead_to_what_is_copied() -> None:
    links = [path for path in (ROOT / "bridgeviz").iterdir() if path.is_symlink()]
    assert {str(path.readlink()).removeprefix("../") for path in links} <= set(sources())


def test_the_image_runs_without_root() -> None:
    assert instructions("USER") == ["bridgeviz"]
    assert DOCKERFILE.index("\nUSER ") > DOCKERFILE.rindex("\nRUN ")
    assert instructions("FROM")[0].endswith(" AS build")
    assert len(instructions("FROM")) == 2
    assert "build-essential" not in DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
    (command,) = instructions("CMD")
    check_command(json.loads(command))


def test_the_image_sets_only_variables_that_the_settings_know() -> None:
    assert variables().keys() - NOT_SETTINGS <= KNOWN
    assert {"BRIDGEVIZ_HOME", "HOST", "PORT"} <= variables().keys()


@pytest.mark.parametrize("name", OURS)
def test_services_run_commands_with_settings_that_there_are(name: str) -> None:
    service = OURS[name]
    check_command(service["command"])
    assert service["environment"].keys() <= KNOWN
    assert service["env_file"] == ".env"
    assert service["environment"]["BRIDGEVIZ_HOME"] == variables()["BRIDGEVIZ_HOME"]
    others = {service["environment"][key] for key in ("DATABASE_URL", "REDIS_URL")}
    hosts = {re.sub(r".*[@/]([a-z]+):\d+/.*", r"\1", url) for url in others}
    assert hosts == SERVICES.keys() - OURS.keys()


def test_the_addresses_are_ones_that_the_settings_take(monkeypatch: pytest.MonkeyPatch) -> None:
    web = OURS["web"]["environment"]
    url = re.sub(r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", "a-password", web["DATABASE_URL"])
    for name, value in {**web, "DATABASE_URL": url}.items():
        monkeypatch.setenv(name, value)
    found = reading.database("DATABASE_URL", Path("/unused"))
    assert (found["HOST"], found["PASSWORD"]) == ("postgres", "a-password")
    assert found["NAME"] == SERVICES["postgres"]["environment"]["POSTGRES_USER"]
    assert reading.broker_url("REDIS_URL").startswith("redis://redis:")
    (trusted,) = reading.networks("TRUSTED_PROXIES")
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert str(trusted.network_address) == network["gateway"]


def test_there_are_a_web_server_nodes_redis_and_postgresql_that_keep_their_data() -> None:
    assert SERVICES.keys() == {"web", "node", "redis", "postgres"}
    named = {volume.split(":")[0] for s in SERVICES.values() for volume in s.get("volumes", ())}
    assert COMPOSE["volumes"].keys() == {name for name in named if not name.startswith(".")}
    for path in named - COMPOSE["volumes"].keys():
        assert (ROOT / path).exists(), path
    for name, service in SERVICES.items():
        assert service["restart"] == "always", name
        for other, when in service.get("depends_on", {}).items():
            assert when == {"condition": "service_healthy"}
            assert SERVICES[other]["healthcheck"]["test"]
    (published,) = [port for s in SERVICES.values() for port in s.get("ports", ())]
    assert published == f"127.0.0.1:8000:{variables()['PORT']}"


def megabytes(text: str) -> int:
    number, unit = re.fullmatch(r"(\d+) ?([mg])b?", text.lower()).groups()  # type: ignore[union-attr]
    return int(number) * {"m": 1, "g": 1024}[unit]


@pytest.mark.parametrize("name", SERVICES)
def test_memory_and_logs_of_each_service_are_limited(name: str) -> None:
    assert megabytes(SERVICES[name]["mem_limit"]) <= 2048
    options = SERVICES[name]["logging"]["options"]
    assert SERVICES[name]["logging"]["driver"] == "json-file"
    assert megabytes(options["max-size"]) * int(options["max-file"]) <= 100


def test_limits_of_memory_leave_room_for_what_the_programs_allow_themselves() -> None:
    deploy = ROOT / "deploy"
    (most,) = re.findall(
        r"^reload-on-rss = (\d+)$", (deploy / "uwsgi.ini").read_text(), re.MULTILINE
    )
    (processes,) = re.findall(
        r"^processes = (\d+)$", (deploy / "uwsgi.ini").read_text(), re.MULTILINE
    )
    (redis,) = re.findall(r"^maxmemory (\w+)$", (deploy / "redis.conf").read_text(), re.MULTILINE)
    assert megabytes(SERVICES["web"]["mem_limit"]) > int(processes) * int(most)
    assert megabytes(SERVICES["redis"]["mem_limit"]) > 2 * megabytes(redis)


def test_the_web_server_is_asked_how_it_is() -> None:
    kind, program, option, text = OURS["web"]["healthcheck"]["test"]
    assert (kind, program, option) == ("CMD", "python", "-c")
    assert f":{OURS['web']['environment']['PORT']}/healthz" in text
    compile(text, "healthcheck", "exec")


def test_containers_have_as_long_to_stop_as_units() -> None:
    for name, unit in {"web": "bridgeviz-web.service", "node": "bridgeviz-node@.service"}.items():
        text = (ROOT / "deploy" / unit).read_text()
        (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
        assert OURS[name]["stop_grace_period"] == f"{seconds}s"


def test_the_web_server_of_a_container_starts_as_that_of_a_unit() -> None:
    script = ROOT / "deploy" / "container-web"
    subprocess.run(["sh", "-n", str(script)], check=True)
    text = script.read_text()
    assigned = re.findall(r"((?:MALLOC_|GLIBC_)\w+)=(\S+)", text)
    assert dict(assigned) == run_site.WEB_MEMORY
    called = re.findall(r"^python manage\.py (\w+)", text, re.MULTILINE)
    unit = (ROOT / "deploy" / "bridgeviz-web.service").read_text()
    assert called == re.findall(r"manage\.py (\w+) ", unit)
    assert text.endswith("exec uwsgi --ini deploy/uwsgi.ini\n")


def test_nginx_in_front_of_containers_leaves_static_files_to_the_site() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text()
    (section,) = re.findall(r"^## In containers\n(.*?)^## ", guide, re.MULTILINE | re.DOTALL)
    (command,) = re.findall(r"^    (sed \"s/bridge.*?nginx\.conf)", section, re.MULTILINE)
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env={**os.environ, "NAME": "club.example"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "server_name club.example;" in done.stdout
    assert "/static" not in done.stdout
    assert "gzip_static" not in done.stdout
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in done.stdout
    assert done.stdout.count("{") == done.stdout.count("}")
