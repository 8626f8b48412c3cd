"""docs/operations.md from its beginning to its end, on one machine that starts out empty.

The tests build on each other, in their order, as the guide's steps do.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import question
from tests.deployment import guide
from tests.deployment.machine import Machine, empty_machine, missing

pytestmark = pytest.mark.deployment

NAME = "bridge.example.org"
SITE = f"https://{NAME}"
CURL = "curl -sS --max-time 40 --cacert /etc/ssl/bridgeviz/fullchain.pem"
STEPS = guide.steps()
HASHED = re.compile(r"/static/app\.[0-9a-f]{12}\.js")


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with what is committed here, and nothing else of this machine."""
    folder = tmp_path_factory.mktemp("releases")
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "fetch", "--quiet", str(guide.ROOT), "HEAD")
    _git(folder, "reset", "--quiet", "--hard", "FETCH_HEAD")
    return folder


def _git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=Releases", "-c", "user.email=releases@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True)


def _bundle(folder: Path) -> Path:
    _git(folder, "bundle", "create", "--quiet", "bridgeviz.bundle", "HEAD", "main", "--tags")
    return folder / "bridgeviz.bundle"


@pytest.fixture(scope="module")
def machine(releases: Path) -> Iterator[Machine]:
    if reason := missing():
        pytest.skip(f"no machine can be had here: {reason}")
    files = {"bridgeviz.bundle": _bundle(releases)}
    environment = {"NAME": NAME, "REPOSITORY": "/root/bridgeviz.bundle"}
    with empty_machine(files, environment) as subject:
        yield subject


def carry_out(machine: Machine, step: str) -> str:
    before = time.monotonic()
    output = machine.run(STEPS[step])
    sys.stdout.write(f"step {step}: {time.monotonic() - before:.0f} s\n")
    return output


def fetch(machine: Machine, path: str, options: str = "") -> tuple[int, dict[str, str], str]:
    """Status, headers by lower-case name, and body of an answer over TLS."""
    output = machine.run(f"{CURL} --include --http1.1 {options} '{SITE}{path}'")
    head, _, body = output.replace("\r\n", "\n").partition("\n\n")
    status, *lines = head.splitlines()
    headers = {key.lower(): value for key, value in (line.split(": ", 1) for line in lines)}
    return int(status.split()[1]), headers, body


def ask(machine: Machine, options: str = "", **changes: Any) -> tuple[int, dict[str, str], Any]:
    """An explanation, waited for unless the options say otherwise."""
    machine.write("/root/question.json", json.dumps(question(**changes)).encode())
    form = "-H 'Content-Type: application/json' --data @/root/question.json"
    status, headers, body = fetch(machine, "/api/v1/explanations", f"{form} {options}")
    return status, headers, json.loads(body)


WAITING = "-H 'Prefer: wait=20'"
# A busy machine may take minutes to start everything anew.
READY = "curl -fsS --retry 300 --retry-delay 1 --retry-all-errors http://127.0.0.1:8000/readyz"


def test_the_guide_leads_from_an_empty_machine_to_a_site(machine: Machine) -> None:
    for step in ("program", "settings", "queue", "site", "certificate", "proxy"):
        output = carry_out(machine, step)
        if step == "site":
            assert '"status":"ready"' in output.replace(" ", "")
            assert "no issues" in output  # of check --deploy


def test_an_explanation_is_had_over_tls(machine: Machine) -> None:
    status, _, body = ask(machine, WAITING)
    assert status == 200, body
    assert body["status"] == "done"
    assert len(body["result"]["model"]["sha256"]) == 64
    assert set(body["result"]["moments"][-1]["hands"]) == {"W", "N", "E"}


def test_the_page_and_its_files_are_kept_as_long_as_they_may_be(machine: Machine) -> None:
    status, headers, page = fetch(machine, "/")
    assert status == 200
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert "'unsafe" not in headers["content-security-policy"]
    (script,) = HASHED.findall(page)
    status, headers, _ = fetch(machine, script, "--compressed")
    assert status == 200
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-encoding"] == "gzip"
    assert headers["content-type"].startswith(("application/javascript", "text/javascript"))
    status, headers, _ = fetch(machine, "/static/app.js")
    assert (status, headers["cache-control"]) == (200, "max-age=0, public")


def test_only_its_own_name_and_tls_lead_to_the_site(machine: Machine) -> None:
    plain = machine.run(
        f"curl -sS -o /dev/null -w '%{{http_code}} %{{redirect_url}}' http://{NAME}/x"
    )
    assert plain == f"301 {SITE}/x"
    machine.run("! curl -sS --max-time 5 http://127.0.0.1/")
    machine.run("! curl -sSk --max-time 5 https://127.0.0.1/")
    direct = "curl -sS -o /dev/null -w '%{http_code}'"
    assert machine.run(f"{direct} -H 'Host: evil.example' http://127.0.0.1:8000/healthz") == "400"


def test_the_staff_signs_in_and_sees_the_nodes(machine: Machine) -> None:
    machine.run(
        "DJANGO_SUPERUSER_PASSWORD=a-long-password-of-1 bridgeviz-manage createsuperuser"
        " --no-input --username chief --email chief@example.org"
    )
    status, headers, _ = fetch(machine, "/admin/login/", "-c /root/cookies")
    assert status == 200
    assert "Secure" in headers["set-cookie"]
    token = machine.run("awk '$6 == \"csrftoken\" {print $7}' /root/cookies").strip()
    form = f"username=chief&password=a-long-password-of-1&csrfmiddlewaretoken={token}"
    options = f"-b /root/cookies -c /root/cookies -e {SITE}/admin/login/ -d '{form}'"
    assert fetch(machine, "/admin/login/?next=/admin/status", options)[0] == 302
    status, _, page = fetch(machine, "/admin/status", "-b /root/cookies")
    assert status == 200
    assert page.count("bidder") >= 1
    assert fetch(machine, "/admin/status")[0] == 302  # to the log-in


def test_prometheus_is_told_by_token_alone(machine: Machine) -> None:
    token = machine.run("sed -n 's/^METRICS_TOKEN=//p' /etc/bridgeviz.env").strip()
    assert fetch(machine, "/metrics")[0] == 401
    for _ in range(20):  # a worker tells what it did with its next beat
        status, _, text = fetch(machine, "/metrics", f"-H 'Authorization: Bearer {token}'")
        assert status == 200
        if done := re.search(r'bridgeviz_tasks_total{.*outcome="done".*} [1-9]', text):
            break
        time.sleep(1)
    assert done
    assert "bridgeviz_nodes 1.0" in text


def test_a_question_can_be_followed_from_the_proxy_to_the_node(machine: Machine) -> None:
    request = str(uuid.uuid4())
    status, headers, _ = ask(machine, f"{WAITING} -H 'X-Request-ID: {request}'", seat="E")
    assert (status, headers["x-request-id"]) == (200, request)
    for where in (
        "journalctl -o cat -u bridgeviz-web",
        "journalctl -o cat -u bridgeviz-node@1",
        "cat /var/log/nginx/bridgeviz.log",
    ):
        machine.run(
            f"for i in 1 2 3 4 5; do {where} | grep -q {request} && exit; sleep 1; done; false"
        )


def test_secrets_are_for_root_and_the_site_alone(machine: Machine) -> None:
    output = machine.run(
        "stat -c '%a %U:%G' /etc/bridgeviz.env /var/lib/bridgeviz/bridgeviz.sqlite3"
    )
    assert output.split("\n")[:2] == ["640 root:bridgeviz", "600 bridgeviz:bridgeviz"]
    machine.run("! runuser -u www-data -- cat /etc/bridgeviz.env")


def test_whatever_is_killed_comes_back(machine: Machine) -> None:
    for unit in ("bridgeviz-node@1", "redis-server", "bridgeviz-web"):
        machine.run(f"systemctl kill --signal=KILL {unit}")
    assert "ready" in machine.run(READY)
    assert ask(machine, WAITING, seat="W")[0] == 200


def test_a_queued_question_survives_a_restart_of_the_queue(machine: Machine) -> None:
    machine.run("systemctl kill --signal=STOP bridgeviz-node@1")
    status, headers, _ = ask(machine, seat="N")
    machine.run("sleep 1.2; systemctl restart redis-server")
    machine.run("systemctl kill --signal=CONT bridgeviz-node@1")
    assert status == 202
    _, _, body = fetch(machine, headers["location"], WAITING)
    assert json.loads(body)["status"] == "done"


def test_a_backup_brings_back_what_was_lost(machine: Machine) -> None:
    carry_out(machine, "backup")
    shell = "bridgeviz-manage shell -c"
    lose = "from django.contrib.auth.models import User; User.objects.all().delete()"
    machine.run(f"{shell} '{lose}'")
    carry_out(machine, "restore")
    show = "from django.contrib.auth.models import User; print(User.objects.get().username)"
    assert machine.run(f"{shell} '{show}'").endswith("chief\n")


def test_an_upgrade_leaves_the_new_release_running(machine: Machine, releases: Path) -> None:
    _git(releases, "commit", "--quiet", "--allow-empty", "-m", "A newer release")
    _git(releases, "tag", "v1000.0.0")
    machine.write("/root/bridgeviz.bundle", _bundle(releases).read_bytes())
    carry_out(machine, "upgrade")
    assert "A newer release" in machine.run("git -C /opt/bridgeviz log -1 --format=%s")
    assert ask(machine, WAITING, auction=["1D", "1H", "1S"])[0] == 200


def test_a_rollback_leaves_the_release_before_running(machine: Machine) -> None:
    carry_out(machine, "rollback")
    assert "A newer release" not in machine.run("git -C /opt/bridgeviz log -1 --format=%s")
    assert ask(machine, WAITING, auction=["1D", "1H", "2S"])[0] == 200
    assert fetch(machine, "/healthz")[0] == 200  # through nginx
    carry_out(machine, "upgrade")
    assert "A newer release" in machine.run("git -C /opt/bridgeviz log -1 --format=%s")


def test_postgresql_takes_the_place_of_sqlite_with_one_variable(machine: Machine) -> None:
    carry_out(machine, "postgresql")
    assert ask(machine, WAITING, auction=["1D", "1H", "P"])[0] == 200
    sql = "cd /tmp; runuser -u postgres -- psql -At bridgeviz -c"
    assert int(machine.run(f"{sql} 'SELECT count(*) FROM bidding_job'")) >= 1
    assert machine.run(f"{sql} 'SELECT username FROM auth_user'") == "chief\n"
    carry_out(machine, "backup")
    machine.run(f"{sql} 'TRUNCATE auth_user CASCADE'")
    carry_out(machine, "restore_postgresql")
    assert machine.run(f"{sql} 'SELECT username FROM auth_user'") == "chief\n"
    assert ask(machine, WAITING, auction=["1D", "1H", "P"])[0] == 200
