"""Auctions recorded where an option decides a call, of a program that opens 1NT by its card."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from bidding.domain.calls import PASS
from bidding.encoding.records import load_arrays, read_records
from bidding.parsing.text.words import parse_call
from research.cards.commands import record
from research.cards.contrasts import contrasts

AUCTIONS = Path("examples/auctions")
PROGRAM = """\
import json, sys
card = open(sys.argv[1]).read()
for line in sys.stdin:
    weak = "1NT opening range 12-14 = 1" in card and not json.loads(line)["auction"]
    print(json.dumps({"call": "1NT" if weak else "P"}), flush=True)
"""


def test_deals_are_bid_with_both_cards_where_an_option_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weak = [one for one in contrasts() if one.option == "12-14" and not one.auction.calls[1:]]
    monkeypatch.setattr(record, "contrasts", lambda: weak)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    out, files = tmp_path / "options.npz", sorted(map(str, AUCTIONS.glob("*.npz")))
    command = [str(out), f"{sys.executable} {program}", *files, "--asked", "5", "--decided", "3"]
    call_command(record.Command(), *command)
    found = read_records(out)
    assert len(found) == 2 * 5, "all that were asked about at once"
    assert load_arrays(out, ("learned_from",))["learned_from"].tolist() == [0] * len(found)
    opened = [int(found.calls[start]) for start in found.start]
    assert opened == [parse_call("1NT").index] * 5 + [PASS.index] * 5
    assert np.array_equal(found.deal[:5], found.deal[5:])
    assert (found.changes[:5] == 1).all()
    assert (found.changes[5:] == 0).all()
    before = out.read_bytes()
    other = tmp_path / "options.npz.shards" / "of-other-settings.npz"
    other.parent.mkdir()
    other.touch()
    call_command(record.Command(), *command)
    assert out.read_bytes() == before
    assert other.exists()
