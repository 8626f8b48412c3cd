"""Explain one position in the terminal."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from bidding.domain.convention_card import ConventionCard
from bidding.domain.errors import BridgeError
from bidding.domain.position import Position
from bidding.parsing.documents.document import FieldError, InvalidPosition
from bidding.parsing.documents.position_documents import position_from_json
from bidding.parsing.formats.bbsa import BBSA, CARD, read_card

if TYPE_CHECKING:
    from bidding.explaining.explainer import Explainer


class Command(BaseCommand):
    help = "Say what the calls of an auction show about the hidden hands, and the next call."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hand", help="e.g. AKJT985.6.A76.84; without it no hand is seen")
        parser.add_argument("--seat", default="S", help="the viewer: N, E, S or W (default S)")
        parser.add_argument("--dealer", default="N", help="N, E, S or W (default N)")
        parser.add_argument("--vul", default="none", help="none, NS, EW or both (default none)")
        parser.add_argument("--auction", default="", help='the calls so far, e.g. "1D 1H"')
        parser.add_argument("--ns", help=f"what N-S play: {CARD}", default="sayc")
        parser.add_argument("--ew", help="what E-W play", default="sayc")
        parser.add_argument("--system", help="what both sides play (over --ns and --ew)")
        parser.add_argument(
            "--options",
            action="store_true",
            help="say instead what each call that may come next would show",
        )
        parser.add_argument(
            "--refined",
            action="store_true",
            help="weigh hands by the chances of their calls: truer aces and shortness",
        )
        parser.add_argument(
            "--best",
            action="store_true",
            help="say only the next call: the usual one, and which is predicted to score best",
        )
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")
        parser.add_argument("--weights", type=Path, help="a folder with other weights")

    def handle(self, **options: Any) -> None:
        document: dict[str, Any] = {
            "hand": options["hand"],
            "seat": options["seat"],
            "dealer": options["dealer"],
            "vulnerability": options["vul"],
            "auction": options["auction"],
        }
        if options["system"] is not None:
            document["system"] = _card(options["system"])
        else:
            document["systems"] = {"ns": _card(options["ns"]), "ew": _card(options["ew"])}
        try:
            position = position_from_json(document)
        except InvalidPosition as error:
            faults = "\n".join(_fault_line(field) for field in error.errors)
            raise CommandError(f"this cannot be explained:\n{faults}") from error
        if options["best"]:
            _check_turn(position, options["options"])
        # torch takes seconds to import: a mistyped hand is told at once
        from bidding.explaining.console import print_explanation, print_options, suggestion_lines
        from bidding.networks.checkpoint import BadCheckpoint

        try:
            explainer = self.load(options["weights"])
        except BadCheckpoint as error:
            raise CommandError(str(error)) from error
        if options["best"] and explainer.adviser is None:
            raise CommandError("these weights have no adviser: run `train adviser`")
        ask: Any = explainer.options if options["options"] else explainer.explain
        show: Any = print_options if options["options"] else print_explanation
        if options["refined"] and not options["options"]:
            answer = explainer.refine_many([position])[0]
        else:
            answer = ask(position)
        if options["json"]:
            self.stdout.write(json.dumps(_document(answer, best=options["best"]), indent=2))
        elif options["best"]:
            self.stdout.write("\n".join(suggestion_lines(answer)))
        else:
            show(answer, Console())

    def load(self, weights: Path | None) -> Explainer:
        """Return an explainer with the weights of a folder, or those released."""
        from bidding.explaining.explainer import Explainer

        return Explainer.load(weights)


def _card(text: str) -> ConventionCard | str:
    """Return the card of a .bbsa file, any other text as it is. Raise CommandError."""
    if not text.lower().endswith(BBSA):
        return text
    try:
        return read_card(text).card
    except (BridgeError, OSError) as error:
        raise CommandError(f"{text}: {error}") from error


def _check_turn(position: Position, options: bool) -> None:
    """Raise CommandError where nobody is to be advised."""
    turn = position.auction.turn
    if options:
        raise CommandError("--best and --options are two questions; ask one at a time")
    if turn is None:
        raise CommandError("--best: the auction is over")
    if turn is not position.seat:
        raise CommandError(
            f"--best: it is {turn.full_name}'s turn, not {position.seat.full_name}'s"
        )
    if position.hand is None:
        raise CommandError("--best advises a player whose hand is given")


def _document(answer: Any, *, best: bool) -> dict[str, Any]:
    """Return the document of the API; with ``best`` only the next call, and the models."""
    whole = answer.to_json()
    return {key: whole[key] for key in ("model", "adviser", "suggestion")} if best else whole


def _fault_line(field: FieldError) -> str:
    """The option at fault, the place in it where one is known, and what is wrong."""
    error = field.error
    place = f" (at character {error.position + 1})" if error.position is not None else ""
    return f"  {field.pointer.lstrip('/')}{place}: {error}"
