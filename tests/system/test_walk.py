"""A site with the released model: the walk of docs/api.md, the client of examples/, and answers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from tests.conftest import question
from tests.system.conftest import ROOT, Site

pytestmark = pytest.mark.system

DOCUMENT = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"^# prints: (.*)$", re.MULTILINE)
# That of paper P1, Table 2.
WHOLE_AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"
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


def test_the_model_is_named_by_readiness_and_by_each_answer(site: Site) -> None:
    model = site.ask("/readyz").body["model"]
    answer = site.ask("/api/v1/explanations", question(), wait=20)
    assert answer.status == 200, answer.body
    assert answer.body["result"]["model"] == model
    assert len(model["sha256"]) == 64


def test_after_every_call_each_unseen_card_is_in_exactly_one_hidden_hand(site: Site) -> None:
    answer = site.ask("/api/v1/explanations", question(auction=WHOLE_AUCTION), wait=20)
    result = answer.body["result"]
    assert len(result["calls"]) == len(result["moments"]) - 1 == 22
    for moment in result["moments"]:
        assert set(moment["hands"]) == {"W", "N", "E"}
        cards = [list(chain(*hand["cards"].values())) for hand in moment["hands"].values()]
        assert [sum(hand) for hand in cards] == pytest.approx([13] * 3, abs=0.01)
        owned = [round(sum(card), 3) for card in zip(*cards, strict=True)]
        assert sorted(owned) == pytest.approx([0] * 13 + [1] * 39, abs=0.002)
