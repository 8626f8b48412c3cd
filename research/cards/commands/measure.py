"""Ask the model about the contrasts, and keep scores on auctions with random cards."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from bidding.encoding.records import read_records
from bidding.explaining.explainer import Explainer
from bidding.management.runs import add_cards_option, card_numbers, command_errors
from bidding.networks.checkpoint import write_json
from research.cards.contrasts import Verdict, contrasts, verdicts
from research.cards.tables import KEPT
from research.meanings.counting import count_claims

_NEXT_CALL = ("file", "accuracy", "accuracy_nonpass", "ece", "changes")


class Command(BaseCommand):
    help = (
        "Ask the model what calls show with options of a convention card and without; print every "
        "contrast, and keep it in docs/measures/cards.json with the given scores. Counts and "
        "scores that are not given stay as they were."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--next-call", type=Path, metavar="FILE", help="of evaluate_bidder --json, with --cards"
        )
        parser.add_argument(
            "--meanings", type=Path, metavar="FILE", help="of evaluate_meanings --json"
        )
        parser.add_argument(
            "--count", type=Path, nargs="+", metavar="FILE", help="count in these auctions (.npz)"
        )
        add_cards_option(parser)
        parser.add_argument(
            "--weights", type=Path, help="a folder with other weights; then nothing is kept"
        )

    @command_errors()
    def handle(self, **options: Any) -> None:
        explainer = Explainer.load(options["weights"], exact=True)
        kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {"counts": {}}
        for name in ("next_call", "meanings"):
            if path := options[name]:
                kept[name] = _scores(path, explainer.model.sha256, name)
        if files := options["count"]:
            numbers = card_numbers(options)
            kept["counts"] = _counts(files, numbers)
        found = verdicts(explainer, contrasts())
        for one in found:
            self.stdout.write(_line(one))
        kept |= {
            "model": explainer.model.to_dict(),
            "contrasts": {one.contrast.name: one.to_json() for one in found},
        }
        self.stdout.write(f"{sum(one.holds for one in found)} of {len(found)} borne out")
        if options["weights"] is None:
            write_json(KEPT, kept)
            self.stdout.write(f"{KEPT} written")


def _scores(path: Path, sha256: str, name: str) -> Mapping[str, Any]:
    """Return the scores of a file; raise ValueError for those of other weights."""
    found = json.loads(path.read_text(encoding="utf-8"))
    if found["model"]["sha256"] != sha256:
        raise ValueError(f"{path}: these are scores of other weights")
    return {key: found[key] for key in _NEXT_CALL} if name == "next_call" else found


def _counts(files: list[Path], numbers: Any) -> dict[str, Any]:
    """Count the facts on hands in recorded auctions, with each option of a contrast."""
    counted = [
        (one, side, one.case(option), [fact.claim for fact in facts if fact.claim is not None])
        for one in contrasts()
        if one.hand is None
        for side, option, facts in (
            ("with", one.option, one.shows),
            ("instead", one.than, one.instead),
        )
    ]
    claims: dict[Any, list[Any]] = {}
    for _, _, case, some in counted:
        claims.setdefault(case, []).extend(some)
    read = (read_records(path, numbers) for path in tqdm(files, desc="counting", unit="file"))
    counts = count_claims(read, claims)
    found: dict[str, Any] = {}
    for one, side, case, _ in counted:
        found.setdefault(one.name, {})[side] = counts[case].to_json()
    return found


def _line(one: Verdict) -> str:
    """Return one line for a terminal."""
    sides = (
        ("with", one.contrast.shows, one.with_option),
        ("without", one.contrast.shows, one.without),
        ("instead", one.contrast.instead, one.instead),
    )
    told = []
    for name, facts, values in sides:
        pairs = zip(facts, values, strict=True)
        told.append(f"{name} {', '.join(f'{f.text} {v:.2f} of {f.least:g}' for f, v in pairs)}")
    mark = "ok   " if one.holds else "SHORT"
    return f"{mark} {one.contrast.base.value} {one.contrast.name} | {' | '.join(told)}"
