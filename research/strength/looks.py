"""What is looked up in auctions that were bid, kept beside the results of the matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.explaining.explainer import Explainer
from bidding.management.runs import file_sha256
from bidding.matches.boards import read_boards
from bidding.matches.compared import read_played
from bidding.matches.players import PlayerKind
from bidding.matches.results import BadKept, figures_kept
from bidding.matches.seating import Networks
from bidding.networks.checkpoint import write_json
from bidding.parsing.text.words import parse_card
from research.strength.calls import auctions_of_a, call_figures, made_calls, owner_of
from research.strength.plan import ADVISER, DEALS, MODEL, calls_file, statements_file
from research.strength.statements import statement_figures

_OURS = System.SAYC


def look_at_calls(path: Path, networks: Networks) -> None:
    """Keep how likely the calls of A were to the bidder in a match that was played."""
    bidder, model = networks.bidder
    facts = {"model": model.to_dict(), "match_sha256": file_sha256(path)}

    def measured() -> dict[str, Any]:
        match = read_played(path)
        theirs = match.settings["system"].rpartition(" ")[2]
        tables = auctions_of_a(match.results, _OURS, parse_card(theirs).base)
        sides = [*Side] * len(match.results)
        dealt = np.stack([owner_of(result.deal) for result in match.results])
        owner = np.repeat(dealt, len(Side), axis=0)
        with tqdm(unit="call", desc="looking at calls", dynamic_ncols=True) as bar:
            found = list(made_calls(bidder, tables, owner, sides, bar.update))
        return call_figures(found, len(tables))

    _kept(calls_file(path), facts, measured)


def look_at_statements(folder: Path, count: int, networks: Networks) -> None:
    """Keep whether what is stated of calls holds, on the first boards of the folder."""
    bidder, model = networks.bidder
    adviser = networks.adviser[1]
    facts = {"model": model.to_dict(), "adviser": adviser.to_dict(), "boards": count}
    bidders = {name: networks.bidder_of(PlayerKind(name)) for name in (MODEL, ADVISER)}

    def measured() -> dict[str, Any]:
        boards = read_boards(folder / DEALS, count, _OURS)
        explainer = Explainer(bidder, model)
        total = 2 * len(bidders) * count
        with tqdm(total=total, unit="board", desc="explaining", dynamic_ncols=True) as bar:
            return statement_figures(explainer, bidders, boards, bar.update)

    _kept(statements_file(folder), facts, measured)


def _kept(path: Path, facts: Mapping[str, Any], measured: Callable[[], dict[str, Any]]) -> None:
    """Measure and write a file, unless it holds what was measured of the same ``facts``."""
    try:
        found = figures_kept(path, facts, dict)
    except BadKept:
        found = None
    if found is None:
        write_json(path, {**facts, **measured()})
