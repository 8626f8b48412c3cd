"""Requests that cost a site more than whoever sends them: their paths and bodies."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from benchmarks.load import ANALYSES, BATCHES, BOARDS, REFINED
from benchmarks.site import ADDRESS, questions
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand

REVIEWS, TABLES = "/api/v1/reviews", "/api/v1/practice/tables"
BIDS = [f"{level}{strain}" for level in "1234567" for strain in "CDHSN"]
LONGEST = "P P P " + " ".join(f"{bid} P P X P P XX P P" for bid in BIDS) + " P"
REFINED_CALLS = 45  # beyond 48 none is refined
SYSTEMS = ("standard", "2/1", "acol", "polish", "sayc")
GAME = '[Event "{name}"]\n[Board "{board}"]\n[Dealer "N"]\n[Auction "N"]\n1C AP\n\n'
NOTED = '% PBN 2.1\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n{calls}\n[Note "1:{note}"]\n'


@cache
def inherited_tags(_: random.Random) -> tuple[str, bytes]:
    """Many boards that inherit one long tag."""
    games = [GAME.format(name="A" * 200_000, board=1)]
    games += [GAME.format(name="#", board=number) for number in range(2, 500)]
    return BOARDS, json.dumps({"text": "".join(games)}).encode()


@cache
def noted_calls(_: random.Random) -> tuple[str, bytes]:
    """One long note that each call of a board refers to."""
    calls = " ".join(f"{call} =1=" for call in LONGEST.split())
    text = NOTED.format(calls=calls, note="A" * 470_000)
    return BOARDS, json.dumps({"text": text}).encode()


@cache
def batch_of_noted_calls(chance: random.Random) -> tuple[str, bytes]:
    """The same as a file of boards."""
    return f"{BATCHES}?view=all", json.loads(noted_calls(chance)[1])["text"].encode()


def json_bomb(chance: random.Random) -> tuple[str, bytes]:
    """What no parser of JSON may be given as it is."""
    bombs = (
        b"[" + b"9" * 100_000 + b"]",
        b"[" + b"9" * 5_000 + b"]",
        b'[{"hand":"\xc0\xaf"}]',
        b"[1e99999999999999999999]",
        b"[" * 100_000,
        b'["' + b"\\u0000" * 100_000 + b'"]',
    )
    return chance.choice((BATCHES, ADDRESS)), chance.choice(bombs)


@cache
def faults_alone(_: random.Random) -> tuple[str, bytes]:
    """A batch of nothing but faults."""
    return BATCHES, b"[" + b",".join([b'{"auction": 7}'] * 10_000) + b"]"


@cache
def empty_objects(_: random.Random) -> tuple[str, bytes]:
    """Return a body of as many objects as fit."""
    return BATCHES, b"[" + b"{}," * 600_000 + b"{}]"


def longest_auctions(chance: random.Random) -> tuple[str, bytes]:
    """A batch of the longest auctions, few of them alike."""
    return BATCHES, json.dumps([long_auction(chance) for _ in range(1_000)]).encode()


def small_batch(chance: random.Random) -> tuple[str, bytes]:
    """A batch of a few of them: of these there are places."""
    return BATCHES, json.dumps([long_auction(chance) for _ in range(20)]).encode()


def long_question(chance: random.Random) -> tuple[str, bytes]:
    """A question about one of the longest auctions."""
    return ADDRESS, json.dumps(long_auction(chance)).encode()


def long_refined(chance: random.Random) -> tuple[str, bytes]:
    """A refined answer to as many calls as are refined."""
    auction = " ".join(LONGEST.split()[:REFINED_CALLS])
    return REFINED, json.dumps({**long_auction(chance), "auction": auction}).encode()


def long_review(chance: random.Random) -> tuple[str, bytes]:
    """A review of as many calls."""
    return REVIEWS, review(chance, " ".join(LONGEST.split()[:REFINED_CALLS]))


def long_auction(chance: random.Random) -> dict[str, Any]:
    """One of the longest auctions, or its first 278 calls or more: one in 64,000."""
    calls = LONGEST.split()
    return {
        "hand": None,
        "seat": chance.choice("NESW"),
        "dealer": chance.choice("NESW"),
        "vulnerability": chance.choice(("none", "NS", "EW", "both")),
        "auction": " ".join(calls[: len(calls) - 1 - chance.randrange(40)]),
        "systems": {side: chance.choice(SYSTEMS) for side in ("ns", "ew")},
    }


def review(chance: random.Random, auction: str) -> bytes:
    """A question how good these calls were, with the hands of a deal."""
    cards = [Card(number) for number in chance.sample(range(CARDS_IN_PACK), CARDS_IN_PACK)]
    hands = {seat: str(Hand.of(cards[at::4])) for at, seat in enumerate("NESW")}
    board = {"hands": hands, "dealer": "N", "vulnerability": "none", "auction": auction}
    return json.dumps(board).encode()


def waits_on_analyses(chance: random.Random) -> tuple[str, bytes]:
    """A question that takes seconds, waited for."""
    return ANALYSES, next(questions(chance.randrange(1 << 30)))


def new_table(chance: random.Random) -> tuple[str, bytes]:
    """A practice table."""
    return TABLES, json.dumps({"board": 4 * chance.randrange(1_000)}).encode()


def page(chance: random.Random) -> tuple[str, None]:
    """What is asked for without a body, and takes the site longer than the attacker."""
    return chance.choice(("/systems/2/1/", "/api/v1/schema", "/api/v1/systems/2/1")), None


def probe(_: random.Random) -> tuple[str, None]:
    """Is the site ready?"""
    return "/readyz", None
