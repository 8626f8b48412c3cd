"""The command: what it writes, counts, keeps and refuses; and what came with the program."""

from __future__ import annotations

import io
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bidding.domain.systems import DESCRIBED, System
from bidding.explaining.agreements import FOLDER, auction_of, path_of
from research.meanings import agreements as agreements_module
from research.meanings.agreements import Section, agreements, sections, written
from research.meanings.commands import systems as command
from research.meanings.commands.systems import Command
from tests import recorded
from tests.released import released

HOW = "run research.meanings systems"
DOCS = Path(__file__).resolve().parents[3] / "docs"
FEW = (Section("Openings", tuple(map(auction_of, ("1H", "1NT", "1H 1S", "7NT")))),)


@pytest.fixture(scope="module", autouse=True)
def few_auctions() -> Iterator[None]:
    """The command asks about these alone, and finds no deviations: that takes long."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (agreements_module, command):
            patch.setattr(module, "sections", lambda: FEW)
        patch.setattr(command, "groups", lambda: ())
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the command wrote to while counting."""
    out = tmp_path_factory.mktemp("systems")
    recorded.write(out / "robot-club-0.npz", 600, 1)
    run(out, data=out)
    return out


def run(out: Path, **options: Any) -> None:
    call_command(Command(), docs=DOCS, out=out, stdout=io.StringIO(), **options)


def agreements_by_calls(out: Path, system: System) -> dict[str, dict[str, Any]]:
    """The agreements of a system's document by their calls."""
    document = json.loads(path_of(system, out).read_text())
    return {
        " ".join(one["auction"]): one
        for section in document["sections"]
        for one in section["agreements"]
    }


def test_every_system_has_a_document(made: Path) -> None:
    for system in DESCRIBED:
        found = agreements_by_calls(made, system)
        assert list(found) == ["1H", "1NT", "1H 1S", "7NT"]
        assert found["1NT"]["chance"] > found["7NT"]["chance"]
        assert sum(found["1NT"]["points"].values()) / 2 > 11


def test_what_was_recorded_of_the_system_is_counted(made: Path) -> None:
    standard, acol = (
        agreements_by_calls(made, System.STANDARD),
        agreements_by_calls(made, System.ACOL),
    )
    assert standard["1H"]["held"]["auctions"] > 20
    assert 0 < standard["1H"]["held"]["points"] <= 1
    assert standard["7NT"]["held"] is None
    assert acol["1H"]["held"] is None


def test_counts_are_kept_until_an_agreement_changes(made: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(made, tmp_path / "copy")
    path = path_of(System.STANDARD, copy)
    before = path.read_bytes()
    run(copy)
    assert path.read_bytes() == before
    document = json.loads(before)
    document["sections"][0]["agreements"][0]["promises"]["hcp"]["low"] = 0
    path.write_bytes(written(document))
    run(copy)
    found = agreements_by_calls(copy, System.STANDARD)
    assert found["1H"]["held"] is None
    assert found["1H 1S"]["held"] is not None


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no robot-\*\.npz"):
        run(tmp_path, data=tmp_path)
    (tmp_path / "meanings.json").write_text('{"model": {"sha256": "0"}, "short": []}')
    with pytest.raises(CommandError, match="run the command report first"):
        call_command(Command(), docs=tmp_path, out=tmp_path, stdout=io.StringIO())
    assert not list(tmp_path.glob("sayc.json"))


class TestReleased:
    """The documents that came with the program."""

    def test_they_say_what_the_released_weights_say(self) -> None:
        explainer = released(exact=True)
        for system in DESCRIBED:
            document = json.loads(path_of(system, FOLDER).read_text())
            assert document["model"]["sha256"] == explainer.model.sha256, (
                "run research.meanings systems"
            )
            kept = document["sections"][0]["agreements"]
            auctions = [auction_of(" ".join(one["auction"])) for one in kept]
            for one, now in zip(kept, agreements(explainer, system, auctions), strict=True):
                assert one["chance"] == pytest.approx(now.call.probability, abs=1e-3)

    def test_they_are_of_the_card_as_it_is(self) -> None:
        card = [
            [[str(call) for call in auction.calls] for auction in section.auctions]
            for section in sections()
        ]
        for system in DESCRIBED:
            document = json.loads(path_of(system, FOLDER).read_text())
            assert document["description"] == system.description, HOW
            assert card == [
                [one["auction"] for one in section["agreements"]]
                for section in document["sections"]
            ], HOW

    def test_most_of_it_held_where_it_was_counted(self) -> None:
        for system in DESCRIBED:
            rows = list(agreements_by_calls(FOLDER, system).values())
            counted = [one["held"] for one in rows if one["held"]]
            assert len(counted) > len(rows) / 2, "run research.meanings systems --data"
            assert sum(one["points"] >= 0.7 for one in counted) > len(counted) / 2


def test_no_auction_stands_twice() -> None:
    counts = Counter(auction for section in sections() for auction in section.auctions)
    assert len(counts) >= 100
    assert [auction for auction, count in counts.items() if count > 1] == []
