"""The image of Dockerfile and the services of compose.yaml, built and started.

Where no engine for containers runs, only the start-up of the web server is tried, without one.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import question
from tests.system.conftest import ROOT, START_SECONDS, Site, eventually

pytestmark = pytest.mark.system

ENGINES = ("docker", "podman")
IMAGE = "bridgeviz-test"
BUILD_SECONDS = 1800
SENT = (
    *("Dockerfile", ".dockerignore", "compose.yaml", "LICENSE", "manage.py", "constraints.txt"),
    *("bidding", "bridgeviz", "deploy", "locale", "static", "templates"),
)


@cache
def engine() -> str:
    """The first engine that runs; empty if none does."""
    for name in ENGINES:
        if shutil.which(name):
            done = subprocess.run([name, "info"], capture_output=True, check=False)
            if done.returncode == 0:
                return name
    return ""


needs_engine = pytest.mark.skipif(not engine(), reason="no engine for containers runs here")


def call(*words: str, cwd: Path | None = None, seconds: float = 300) -> str:
    """Return the engine's output."""
    done = subprocess.run(
        [engine(), *words], cwd=cwd, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sources of the image and its name, without local settings."""
    target = tmp_path_factory.mktemp("release")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in (*SENT, *(path.name for path in ROOT.glob("requirements*.txt"))):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(ROOT / name, target / name)
    return target


@pytest.fixture(scope="module")
def image(folder: Path) -> str:
    call("build", "--tag", IMAGE, ".", cwd=folder, seconds=BUILD_SECONDS)
    return IMAGE


def explain(site: Site) -> None:
    """Asks for an explanation once the site is ready."""
    assert eventually(site.answers, START_SECONDS)
    answer = site.ask("/api/v1/explanations", question(), wait=20)
    assert (answer.status, answer.body["status"]) == (200, "done")
    assert set(answer.body["result"]["moments"][-1]["hands"]) == {"W", "N", "E"}


@needs_engine
def test_the_image_alone_runs_a_site(image: str, tmp_path: Path) -> None:
    site = Site(tmp_path)
    where = ("--detach", "--rm", "--publish", f"127.0.0.1:{site.port}:8000")
    started = call("run", *where, image, "python", "manage.py", "run_site").strip()
    try:
        explain(site)
        assert call("exec", started, "id", "-un").strip() == "bridgeviz"
    finally:
        call("stop", "--time", "40", started)


@contextmanager
def services(folder: Path, site: Site) -> Iterator[None]:
    """All services of compose.yaml, at a port of their own; nothing is left of them."""
    text = (folder / "compose.yaml").read_text()
    changed = text.replace("127.0.0.1:8000:8000", f"127.0.0.1:{site.port}:8000")
    changed = changed.replace("image: bridgeviz\n", f"image: {IMAGE}\n")
    (folder / "compose.yaml").write_text(changed)
    (folder / ".env").write_text(
        f"SECRET_KEY={secrets.token_urlsafe(48)}\nPOSTGRES_PASSWORD={secrets.token_urlsafe(24)}\n"
    )
    project = ("compose", "--project-name", IMAGE)
    try:
        call(*project, "up", "--detach", "--wait", cwd=folder, seconds=BUILD_SECONDS)
        yield
        call(*project, "restart", "redis", "node", cwd=folder)
        explain(site)
    finally:
        call(*project, "down", "--volumes", cwd=folder)
        (folder / "compose.yaml").write_text(text)


@needs_engine
def test_compose_runs_a_site_with_redis_and_postgresql(
    image: str, folder: Path, tmp_path: Path
) -> None:
    if subprocess.run([engine(), "compose", "version"], capture_output=True).returncode:
        pytest.skip(f"{engine()} has no compose")
    site = Site(tmp_path)
    with services(folder, site):
        explain(site)


def test_the_web_server_of_the_image_starts_without_an_engine(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    variables = {"DJANGO_SETTINGS_MODULE": "bridgeviz.settings", "PATH": path, "LC_ALL": "POSIX"}
    site = Site(tmp_path, environment=variables)
    web = site.start("web", str(ROOT / "deploy" / "container-web"))
    try:
        up = eventually(lambda: site.answers("/healthz") or web.poll() is not None, START_SECONDS)
        assert up, site.output("web")
        assert site.answers("/healthz"), site.output("web")
        assert (tmp_path / "bridgeviz.sqlite3").exists()
        assert list((tmp_path / "static").glob("app.*.js"))
    finally:
        site.stop("web")


# What the master runs before it has set up SIGTERM; the second holds that moment for two seconds.
@pytest.mark.parametrize("before", [(), ("--hook-master-start", "callint:sleep 2")])
def test_the_web_server_may_be_stopped_while_it_loads(
    tmp_path: Path, before: tuple[str, ...]
) -> None:
    site = Site(tmp_path)
    web = str(Path(sys.executable).with_name("uwsgi"))
    program = site.start("web", web, *before, "--ini", "deploy/uwsgi.ini")
    hook = before[-1] if before else "unix_signal:15"
    try:
        assert eventually(lambda: hook in site.output("web"), START_SECONDS)
        assert site.stop("web") == 0
        assert not site.answers("/healthz")
    finally:
        if program.poll() is None:  # it waits for its workers without end
            os.killpg(program.pid, signal.SIGKILL)
