"""The walk of docs/api.md and the client of examples/, against a running site."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.conftest import ROOT, Site

pytestmark = pytest.mark.system

DOCUMENT = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"^# prints: (.*)$", re.MULTILINE)
MAKE_KEY = """
from bidding import keys
key, text = keys.make("walker", {scopes})
key.save()
print("KEY=" + text)
"""


@pytest.fixture(scope="module")
def site(released_site: Site) -> Site:
    return released_site


def manage(site: Site, *arguments: str) -> str:
    environment = {**os.environ, **site.environment, "BRIDGEVIZ_HOME": str(site.home)}
    command = [sys.executable, "manage.py", *arguments]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True, timeout=120
    )
    return run.stdout


def make_key(site: Site, *scopes: str) -> str:
    """A new key that opens these scopes."""
    command = MAKE_KEY.format(scopes=list(scopes))
    found = re.search(r"KEY=(\S+)", manage(site, "shell", "-v", "0", "-c", command))
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def key(site: Site) -> str:
    return make_key(site, "explain")


def test_every_command_does_what_the_document_says(site: Site, key: str, tmp_path: Path) -> None:
    blocks = BLOCK.findall(DOCUMENT.read_text())
    assert len(blocks) >= 12
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    script = "set -euo pipefail\n" + "\n".join(f"{block}\necho '=====' " for block in blocks)
    run = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "SITE": f"http://127.0.0.1:{site.port}", "KEY": key},
        capture_output=True,
        text=True,
        timeout=300,
    )
    outputs = run.stdout.split("=====\n")
    assert run.returncode == 0, (outputs[-1], run.stderr)
    for block, output in zip(blocks, outputs, strict=False):
        for promised in PROMISE.findall(block):
            assert promised in output, block


def test_the_client_draws_and_tells_what_is_wrong(site: Site) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        address = f"http://127.0.0.1:{site.port}"
        command = [sys.executable, "examples/explain.py", "--site", address, *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)

    good = run("1D 1H", "--hand", "AKJT985.6.A76.84", "--vulnerability", "NS")
    assert good.returncode == 0, good.stderr
    for seat in ("West", "North", "East"):
        assert f"\n{seat}: " in good.stdout
    assert good.stdout.count("♠") >= 3
    assert "█" in good.stdout or "▓" in good.stdout
    bad = run("1D 1C")
    assert bad.returncode == 1
    assert "1C" in bad.stderr
    assert len((ROOT / "examples" / "explain.py").read_text().splitlines()) < 60
