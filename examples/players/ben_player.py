#!/usr/bin/env python3
"""The bidding policy of BEN as a bidder for `manage.py match`: the likeliest call, without search.

    ben_player.py BIDDER.onnx

Neither the network nor onnxruntime comes with this program: the network is models/onnx/bidder.onnx
of the public repository lorserker/ben, onnxruntime is on PyPI. Each process bids for one seat.
"""

import json
import sys

SEATS, RANKS, STRAINS = "NESW", "AKQJT98765432", ["C", "D", "H", "S", "NT"]
OTHER_CALLS = ["P", "X", "XX"]
# Numbers of the network: nothing before the dealer, nothing after the end, then the calls.
BEFORE, AFTER, PASS, DOUBLE = 0, 1, 2, 3
FIRST_BID, N_CALLS = 5, 40
KINDS = 6  # of cards in a suit: A K Q J T and all below
SYSTEM = 1  # of both sides, as the network was trained


def number_of(call):
    """The network's number of a call."""
    if call in OTHER_CALLS:
        return PASS + OTHER_CALLS.index(call)
    return FIRST_BID + 5 * (int(call[0]) - 1) + STRAINS.index(call[1:])


def call_of(number):
    """The call of a number."""
    if number < FIRST_BID:
        return OTHER_CALLS[number - PASS]
    level, strain = divmod(number - FIRST_BID, 5)
    return f"{level + 1}{STRAINS[strain]}"


def one_hot(number):
    """A call as the network reads it."""
    return [float(place == number) for place in range(N_CALLS)]


def held(hand):
    """Points and suit lengths on the network's scales, and its kinds of cards in each suit."""
    suits = hand.split(".")
    places = [[RANKS.index(rank) for rank in suit] for suit in suits]
    points = sum(max(0, 4 - place) for suit in places for place in suit)
    cards = [0.0] * (KINDS * len(suits))
    for suit, in_suit in enumerate(places):
        for place in in_suit:
            cards[KINDS * suit + min(place, KINDS - 1)] += 1
    return [(points - 10) / 4, *((len(suit) - 3.25) / 1.75 for suit in suits), *cards]


def turns(position):
    """What the network reads at each of the player's turns, the present one last."""
    seat, dealer = (SEATS.index(position[name]) for name in ("seat", "dealer"))
    sides = ("NS", "EW") if seat % 2 == 0 else ("EW", "NS")
    vulnerable = [float(position["vulnerability"] in (side, "Both")) for side in sides]
    same = [SYSTEM, SYSTEM, *vulnerable, *held(position["hand"])]
    calls = [BEFORE] * dealer + [number_of(call) for call in position["auction"]]
    first = seat if seat >= dealer else seat + len(SEATS)
    steps = []
    for turn in range(first, len(calls) + 1, len(SEATS)):
        # own call, then those of left-hand opponent, partner and right-hand opponent
        last = [calls[turn - back] if turn >= back else BEFORE for back in (4, 3, 2, 1)]
        steps.append([*same, *(value for call in last for value in one_hot(call))])
    return steps


def legal(auction):
    """The numbers of the legal calls."""
    calls = [number_of(call) for call in auction]
    bids = [place for place, call in enumerate(calls) if call >= FIRST_BID]
    if not bids:
        return [PASS, *range(FIRST_BID, N_CALLS)]
    since = [call for call in calls[bids[-1] + 1 :] if call != PASS]
    theirs = (len(calls) - bids[-1]) % 2 == 1  # the last bid, and so not their double of it
    found = [PASS, *range(calls[bids[-1]] + 1, N_CALLS)]
    if theirs and not since:
        found.append(DOUBLE)
    if not theirs and since == [DOUBLE]:
        found.append(DOUBLE + 1)
    return found


def likeliest(chances, auction):
    """The legal call of the greatest chance."""
    return call_of(max(legal(auction), key=lambda number: chances[number]))


def main():
    """Answers every line."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    import numpy as np
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(sys.argv[1], options)
    name = session.get_inputs()[0].name
    for line in sys.stdin:
        position = json.loads(line)
        seen = np.array([turns(position)], dtype=np.float32)  # (1, turn, input)
        chances = session.run(None, {name: seen})[0][0, -1]
        print(json.dumps({"call": likeliest(chances, position["auction"])}), flush=True)


if __name__ == "__main__":
    main()
