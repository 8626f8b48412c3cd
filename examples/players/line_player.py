#!/usr/bin/env python3
"""A bidder for `manage.py match`: reads positions and writes calls, a JSON object a line.

    manage.py match model "program:python3 examples/players/line_player.py" --boards 100

It opens and overcalls its longest suit, raises partner's, and passes. Put your own rules into
call_for; docs/match.md says what a position has.
"""

import json
import sys

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
SUITS, STRAINS = "SHDC", ["C", "D", "H", "S", "NT"]


def is_bid(call):
    """True for what is neither pass, double nor redouble."""
    return call[0].isdigit()


def rank(bid):
    """The place of a bid in the order of all: higher ones may follow."""
    return 5 * int(bid[0]) + STRAINS.index(bid[1:])


def cheapest(strain, auction):
    """The lowest bid of a strain that may follow."""
    bids = [call for call in auction if is_bid(call)]
    levels = (f"{level}{strain}" for level in range(1, 8))
    return next((bid for bid in levels if not bids or rank(bid) > rank(bids[-1])), None)


def call_for(position):
    """The call in a position; any that is legal will do."""
    auction, suits = position["auction"], position["hand"].split(".")
    points = sum(POINTS.get(card, 0) for suit in suits for card in suit)
    mine, partners = auction[-4::-4], auction[-2::-4]
    if any(map(is_bid, mine)):
        return "P"
    raised = next((call[1:] for call in partners if is_bid(call)), "NT")
    if raised in SUITS and len(suits[SUITS.index(raised)]) >= 3 and points >= 6:
        bid, most = cheapest(raised, auction), 2 if points < 10 else 3 if points < 13 else 4
        return bid if bid and int(bid[0]) <= most else "P"
    longest = max(range(4), key=lambda suit: len(suits[suit]))
    bid = cheapest(SUITS[longest], auction)
    strong = bid and points >= 10 + 2 * int(bid[0]) and len(suits[longest]) >= 4
    return bid if strong else "P"


def main():
    """Answers every line."""
    for line in sys.stdin:
        print(json.dumps({"call": call_for(json.loads(line))}), flush=True)


if __name__ == "__main__":
    main()
