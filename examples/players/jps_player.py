#!/usr/bin/env python3
"""A policy network of JPS as a bidder for `manage.py match`: the likeliest call.

    jps_player.py AGENT.pth

JPS is joint policy search (Tian, Gong and Jiang, 2020). Its networks do not come with this program:
they are bridge_models/agent-1610-0.63.pth, agent-2day-5-250.pth and agent-2day-8-169.pth of the
public repository facebookresearch/jps, not for commercial use (CC BY-NC 4.0). Inputs are those of
FeatureExtractorOld in its cpp/game_state.cc, layers those of BridgeA2CModel in its
python/a2c/model.py. It needs torch.
"""

import json
import sys

SEATS, RANKS, STRAINS = "NESW", "AKQJT98765432", ["C", "D", "H", "S", "NT"]
OTHER_CALLS = ["P", "X", "XX"]
# Numbers of the network: bids from 1C on, then the other calls.
PASS, DOUBLE = 35, 36
# Its inputs: the cards, the bids of each player, those doubled, vulnerability, what is legal.
BIDS, DOUBLED, VULNERABLE, LEGAL, N_INPUTS = 52, 192, 227, 229, 268
PLACES = [0, 3, 1, 2]  # among the bids: of oneself, left-hand opponent, partner, right-hand one
BLOCKS = 2  # of two layers with a way around them, to guess partner's hand and to choose a call


def number_of(call):
    """The network's number of a call."""
    if call in OTHER_CALLS:
        return PASS + OTHER_CALLS.index(call)
    return 5 * (int(call[0]) - 1) + STRAINS.index(call[1:])


def call_of(number):
    """The call of a number."""
    if number >= PASS:
        return OTHER_CALLS[number - PASS]
    level, strain = divmod(number, 5)
    return f"{level + 1}{STRAINS[strain]}"


def legal(auction):
    """The numbers of the legal calls."""
    calls = [number_of(call) for call in auction]
    bids = [place for place, call in enumerate(calls) if call < PASS]
    if not bids:
        return [*range(PASS), PASS]
    since = [call for call in calls[bids[-1] + 1 :] if call != PASS]
    theirs = (len(calls) - bids[-1]) % 2 == 1  # the last bid, and so not their double of it
    found = [*range(calls[bids[-1]] + 1, PASS), PASS]
    if theirs and not since:
        found.append(DOUBLE)
    if not theirs and since == [DOUBLE]:
        found.append(DOUBLE + 1)
    return found


def inputs(position):
    """What the network reads. It sees neither who dealt nor who passed."""
    seen = [0.0] * N_INPUTS
    for suit, ranks in enumerate(reversed(position["hand"].split("."))):  # from clubs
        for rank in ranks:
            seen[len(RANKS) * suit + RANKS.index(rank)] = 1.0
    seat, dealer = (SEATS.index(position[name]) for name in ("seat", "dealer"))
    last = None
    for turn, call in enumerate(map(number_of, position["auction"])):
        if call < PASS:
            seen[BIDS + PASS * PLACES[(dealer + turn - seat) % len(SEATS)] + call] = 1.0
            last = call
        elif call == DOUBLE:  # redoubles are not seen
            seen[DOUBLED + last] = 1.0
    for place, side in enumerate(("NS", "EW")):  # whichever side one's own is, as in its training
        seen[VULNERABLE + place] = float(position["vulnerability"] in (side, "Both"))
    for number in legal(position["auction"]):
        seen[LEGAL + number] = 1.0
    return seen


def scores(weights, seen):
    """What the network, weights by names, makes of a tensor of inputs: the scores of all calls."""
    import torch

    def layer(name, values):
        name = f"online_net.{name}"
        return torch.nn.functional.linear(
            values, weights[f"{name}.weight"], weights[f"{name}.bias"]
        )

    def blocks(name, values):
        for block in range(BLOCKS):
            inner = layer(f"{name}.fc.{block}.fc.0", values).relu()
            values = values + layer(f"{name}.fc.{block}.fc.2", inner).relu()
        return values

    partner = layer("linear2", blocks("enn_partner", layer("linear1", seen))).sigmoid()
    return layer("linear_policy", blocks("pnn", layer("linear3", torch.cat([seen, partner], -1))))


def likeliest(found, auction):
    """The legal call of the greatest score."""
    return call_of(max(legal(auction), key=lambda number: found[number]))


def main():
    """Answers every line."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    import torch

    torch.set_num_threads(1)
    weights = torch.load(sys.argv[1], map_location="cpu", weights_only=True)["state_dict"]
    for line in sys.stdin:
        position = json.loads(line)
        found = scores(weights, torch.tensor(inputs(position))).tolist()
        print(json.dumps({"call": likeliest(found, position["auction"])}), flush=True)


if __name__ == "__main__":
    main()
