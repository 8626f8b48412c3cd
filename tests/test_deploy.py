"""The files of deploy/ agree with the settings, with each other and with the guide."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import Settings

from bidding.api.http.problems import Problem
from bidding.management.commands import run_site
from tests.deployment import guide

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text()
LONGEST_WAIT_SECONDS = 25  # of WEB_TIMEOUT_SECONDS
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])


def of_uwsgi(option: str) -> int:
    found = re.search(rf"^{option} = (\d+)$", (DEPLOY / "uwsgi.ini").read_text(), re.MULTILINE)
    assert found, option
    return int(found[1])


def of_nginx(option: str, unit: str) -> list[int]:
    return [
        int(number) for number in re.findall(rf"^\s*{option} (\d+){unit};", NGINX, re.MULTILINE)
    ]


def in_unit(unit: str, key: str) -> str:
    found = re.search(rf"^{key}=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)
    assert found, key
    return found[1]


def test_time_outs_grow_from_the_model_to_the_proxy() -> None:
    (proxy,) = of_nginx("proxy_read_timeout", "s")
    times = [
        settings.REDELIVERY_SECONDS,
        settings.WEB_TIMEOUT_SECONDS,
        LONGEST_WAIT_SECONDS + 1,
        settings.BODY_SECONDS + LONGEST_WAIT_SECONDS,
        settings.REQUEST_SECONDS,
        settings.REQUEST_SECONDS + settings.HARAKIRI_SECONDS,
        proxy,
    ]
    assert times == sorted(set(times))
    stalls = {of_uwsgi("http-timeout"), of_uwsgi("socket-timeout"), *of_nginx("send_timeout", "s")}
    assert len(stalls) == 1
    assert stalls.pop() > proxy
    stop = int(in_unit("bridgeviz-web.service", "TimeoutStopSec"))
    assert stop > settings.REQUEST_SECONDS + settings.HARAKIRI_SECONDS
    node = int(in_unit("bridgeviz-node@.service", "TimeoutStopSec"))
    assert node > settings.TASK_LIMIT_SECONDS


def test_the_proxy_lets_every_body_through_that_an_address_takes() -> None:
    limits = [getattr(settings, name) for name in dir(settings) if name.endswith("_LIMIT_BYTES")]
    (megabytes,) = of_nginx("client_max_body_size", "m")
    assert len(limits) >= 2
    assert max(limits) < megabytes * 1024 * 1024
    (kilobytes,) = of_nginx("large_client_header_buffers 4", "k")
    assert kilobytes * 1024 == settings.ADDRESS_LIMIT_BYTES < of_uwsgi("buffer-size")


def test_the_proxy_waits_for_slow_clients_and_limits_each() -> None:
    assert of_nginx("client_header_timeout", "s") == [10, 10]  # of the default server, too
    assert of_nginx("client_body_timeout", "s") == [10]
    (most,) = set(of_nginx("limit_conn bridgeviz_clients", ""))
    threads = of_uwsgi("processes") * of_uwsgi("threads")
    assert most < 2 * threads
    assert "limit_conn_zone $bridgeviz_client zone=bridgeviz_clients:10m;" in NGINX
    assert "proxy_request_buffering on;" in NGINX
    (document,) = re.findall("return 429 '(.*)';", NGINX)
    refusal = Problem("too-many-requests", "Ask again in a moment.")
    assert json.loads(document) == refusal.to_json()


def test_the_proxy_keeps_little_of_one_client_in_files() -> None:
    (most,) = set(of_nginx("limit_conn bridgeviz_clients", ""))
    boards, batches = of_nginx("limit_conn bridgeviz_uploads", "")
    (short, board), (batch,) = (of_nginx("client_max_body_size", unit) for unit in "km")
    (answer,) = of_nginx("proxy_max_temp_file_size", "k")
    assert of_nginx("client_body_buffer_size", "k") == [short]  # these never wait in files
    bodies = batches * batch * 1024 + (boards - batches) * board
    assert (bodies + most * answer) / 1024 < 50
    (document,) = re.findall("return 413 '(.*)';", NGINX)
    assert json.loads(document) == Problem("body-too-long", "Send less at a time.").to_json()


def test_the_page_waits_for_a_web_server_that_restarts() -> None:
    """Only with Retry-After it asks again by itself."""
    (restarting,) = re.findall(r"error_page 502 = (@\w+);", NGINX)
    (block,) = re.findall(rf"location {restarting} {{(.*?)^    }}", NGINX, re.MULTILINE | re.DOTALL)
    (document,) = re.findall("return 503 '(.*)';", block)
    assert json.loads(document).keys() == {"title", "status", "detail"}
    assert "add_header Retry-After 2 always;" in block


def ipv6_networks() -> list[re.Pattern[str]]:
    """Return nginx's patterns for the networks of IPv6 addresses."""
    block = NGINX.split("map $remote_addr $bridgeviz_client {")[1].split("}\nlimit")[0]
    return [re.compile(found.replace("?<", "?P<")) for found in re.findall(r'"~(\^.*?)"', block)]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:"),
        ("2001:db8:1:2::6", "2001:db8:1:2:"),
        ("2001:db8::6", "2001:db8:"),
        ("192.0.2.7", None),
        ("::1", None),
    ],
)
def test_the_proxy_counts_an_ipv6_network_as_one(address: str, network: str | None) -> None:
    found = next((match for one in ipv6_networks() if (match := one.match(address))), None)
    assert (found and found[1]) == network


def test_the_proxy_says_itself_where_a_request_came_from() -> None:
    for header in ("X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", "Host $host"):
        assert f"proxy_set_header {header};" in NGINX


def blocks(text: str) -> Iterator[str]:
    """Yield the files of this repository that command lines of units name."""
    yield from re.findall(r"/opt/bridgeviz/((?!\.venv)[\w./@-]++)(?!\*)", text)


def test_units_and_guide_name_files_that_exist() -> None:
    texts = [*(unit.read_text() for unit in UNITS), *guide.steps().values()]
    named = {name for text in texts for name in blocks(text)}
    assert "deploy/bridgeviz-install" in named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_guide_has_every_step_and_installs_all_there_is() -> None:
    """What is installed by which part: tests/test_releases.py."""
    steps = guide.steps()
    assert list(steps)[:6] == ["program", "settings", "queue", "site", "certificate", "proxy"]
    assert {"upgrade", "rollback", "backup", "restore", "postgresql"} <= set(steps)
    commands = "\n".join(steps.values())
    assert set(re.findall(r"bridgeviz-install (\w+)$", commands, re.MULTILINE)) == {
        *("programs", "units", "redis", "nginx")
    }


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_start_again_and_may_write_where_they_must(unit: Path) -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read(unit)
    if unit.name.startswith(("bridgeviz-web", "bridgeviz-node")):
        service = parser["Service"]
        assert (service["Restart"], service["User"]) == ("always", "bridgeviz")
        assert parser["Unit"]["StartLimitIntervalSec"] == "0"
        assert (service["ProtectSystem"], service["StateDirectory"]) == ("strict", "bridgeviz")


def test_the_web_server_has_the_same_memory_however_it_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.HOME_DIR = tmp_path
    for name in run_site.WEB_MEMORY:
        monkeypatch.delenv(name, raising=False)
    unit = (DEPLOY / "bridgeviz-web.service").read_text()
    commands = re.findall(r"^Environment=((?:MALLOC_|GLIBC_).*)$", unit, re.MULTILINE)
    installed = dict(setting.split("=", 1) for setting in " ".join(commands).split())
    assert installed == run_site.WEB_MEMORY
    assert installed.items() <= run_site._web("redis://", tmp_path).environment.items()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_the_units(unit: Path, tmp_path: Path) -> None:
    for one in UNITS:
        # Programs of an installed site are stood in for: only the unit itself is judged.
        text = re.sub(r"(?<==)/(opt/bridgeviz|usr/local)/[^\s]*", "/bin/true", one.read_text())
        text = text.replace("WorkingDirectory=/bin/true", "WorkingDirectory=/")
        (tmp_path / one.name.replace("@.", "@1.")).write_text(text)
    name = unit.name.replace("@.", "@1.")
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    warnings = [line for line in done.stderr.splitlines() if "bridgeviz" in line]
    assert warnings == []


def test_the_guide_names_metrics_that_there_are() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    named = {re.sub("_total$", "", name) for name in re.findall(r"bridgeviz_[a-z_]+", text)}
    sources = [ROOT / "bidding" / name for name in ("jobs/metrics.py", "api/site.py")]
    measured = set(re.findall(r'"(bridgeviz_[a-z_]+)"', "".join(map(Path.read_text, sources))))
    assert named == measured


def test_headers_keep_their_names_in_any_locale() -> None:
    """uWSGI writes them in capitals by the locale, and a Turkish one has no I for i."""
    assert re.search(r"^env = LC_ALL=C\.UTF-8$", (DEPLOY / "uwsgi.ini").read_text(), re.MULTILINE)
