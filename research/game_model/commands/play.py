"""Play a deal through and say, at every step, who acts and who knows what."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.domain.cards import Deal
from bidding.domain.convention_card import Systems
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.networks.checkpoint import BIDDER, BadCheckpoint, read_info
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.words import parse_seat, parse_vulnerability
from bidding.tricks.solving import NoSolver
from research.game_model.game import History
from research.game_model.narrative import moments, playthrough
from research.game_model.policies import Policy, at_random, bid_on, double_dummy, play_on
from research.game_model.typed import parse_cards, parse_whole_deal

POLICIES = ("random", "double-dummy")


class Command(BaseCommand):
    help = (
        "Play a deal as the game of paper P5: who acts, of which choices, what each player knows "
        "before and after dummy is faced, and the pay-off. Calls and cards that are given come "
        "first; the released bidder makes the other calls and a policy plays the other cards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        source = parser.add_mutually_exclusive_group()
        source.add_argument("--deal", help='all four hands in PBN, e.g. "N:AKJ3.… … … …"')
        source.add_argument("--seed", type=int, help="deal at random, by this seed (1)")
        parser.add_argument("--dealer", default="N", help="N, E, S or W (default N)")
        parser.add_argument("--vul", default="none", help="none, NS, EW or both (default none)")
        parser.add_argument("--auction", default="", help='the first calls, e.g. "1NT P 3NT AP"')
        parser.add_argument(
            "--system",
            choices=[system.value for system in System],
            default=System.SAYC.value,
            help="what the released bidder plays (default %(default)s)",
        )
        parser.add_argument("--cards", default="", help='the first cards, e.g. "S5 S4 S6 S2"')
        parser.add_argument(
            "--policy",
            choices=POLICIES,
            default=POLICIES[0],
            help="who plays the other cards: any legal card with the same chance (--policy-seed), "
            "or one that is best with all hands open (needs endplay); default %(default)s",
        )
        parser.add_argument("--policy-seed", type=int, default=1, help="of the random cards (1)")
        parser.add_argument(
            "--after",
            type=int,
            nargs="+",
            metavar="N",
            help="show only the state after so many actions, of which the deal is the first",
        )

    def handle(self, **options: Any) -> None:
        title, history = _begun(options)
        policy, words = _policy(options)
        played = play_on(history, policy)
        title = f"{title}; {words}"
        after, last = options["after"], len(played.actions)
        if after is None:
            self.stdout.write(playthrough(title, played))
            return
        if beyond := [number for number in after if not 0 <= number <= last]:
            raise CommandError(f"--after: this deal has 0 to {last} actions, not {beyond[0]}")
        self.stdout.write(moments(title, played, after))


def _begun(options: dict[str, Any]) -> tuple[str, History]:
    """The title, and the history with a whole auction and the cards that are given."""
    with _naming("--dealer"):
        dealer = parse_seat(options["dealer"])
    with _naming("--vul"):
        vulnerability = parse_vulnerability(options["vul"])
    with _naming("--auction", counts_characters=True):
        auction = parse_auction(options["auction"], dealer)
    with _naming("--deal"):
        deal, title = _deal(options)
    with _naming("--cards"):
        cards = parse_cards(options["cards"])
    if not auction.is_over:
        system = System(options["system"])
        try:
            auction = bid_on(deal, auction, vulnerability, Systems.plain(system, system))
            title += f"; calls of bidder {read_info(BIDDER).version}, {system.full_name}"
        except BadCheckpoint as error:
            raise CommandError(str(error)) from error
    with _naming("--cards"):
        return title, History.of(dealer, vulnerability, [deal, *auction.calls, *cards])


def _deal(options: dict[str, Any]) -> tuple[Deal, str]:
    if options["deal"] is not None:
        return parse_whole_deal(options["deal"]), "A given deal"
    seed = 1 if options["seed"] is None else options["seed"]
    rng = random.Random(seed)
    return Deal.random(rng), f"Deal of seed {seed}"


def _policy(options: dict[str, Any]) -> tuple[Policy, str]:
    """The policy, and how it chooses in words."""
    if options["policy"] == "random":
        seed = options["policy_seed"]
        return at_random(seed), f"cards at random, seed {seed}"
    try:
        return double_dummy(), "cards double dummy"
    except NoSolver as error:
        raise CommandError(f"--policy double-dummy: {error}") from error


@contextmanager
def _naming(option: str, *, counts_characters: bool = False) -> Iterator[None]:
    """Name the option of a fault in what was given, and its place where one is known."""
    try:
        yield
    except BridgeError as error:
        place = ""
        if counts_characters and error.position is not None:
            place = f" (at character {error.position + 1})"
        raise CommandError(f"{option}{place}: {error}") from error
