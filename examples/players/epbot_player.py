#!/usr/bin/env python3
"""The library of the robot EPBot as a bidder for `manage.py match` and `record auctions`.

    epbot_player.py LIBRARY CARD [CARD_OF_THE_OPPONENTS]

Neither the library nor its convention cards come with this program. E. Piwowar's Bridge Bidding
Analyser has them, and so has the public repository lorserker/ben: libEPBot.so for this machine
under bin/BBA, and cards, files *.bbsa, under BBA/CC. Without a second card the opponents play the
same.
"""

import ctypes
import json
import sys
from ctypes import c_char_p, c_int, c_void_p
from pathlib import Path

SEATS, STRAINS, OTHER_CALLS = "NESW", ["C", "D", "H", "S", "NT"], ["P", "X", "XX"]
FIRST_BID = 5  # the library's number of 1C; pass, double and redouble are 0 to 2
VULNERABLE = {"None": 0, "EW": 1, "NS": 2, "Both": 3}
IMPS = 1  # the form of scoring
FUNCTIONS = {  # name: result and arguments
    "create": (c_void_p, []),
    "set_system_type": (c_int, [c_void_p, c_int, c_int]),
    "set_conventions": (c_int, [c_void_p, c_int, c_char_p, c_int]),
    "set_scoring": (c_int, [c_void_p, c_int]),
    "new_hand": (c_int, [c_void_p, c_int, c_char_p, c_int, c_int, c_int, c_int]),
    "set_bid": (c_int, [c_void_p, c_int, c_int, c_char_p]),
    "get_bid": (c_int, [c_void_p]),
}


def opened(path):
    """The library's functions by their names."""
    library = ctypes.CDLL(str(Path(path).resolve()))  # a bare name is looked for elsewhere
    functions = {}
    for name, (result, arguments) in FUNCTIONS.items():
        functions[name] = getattr(library, f"epbot_{name}")
        functions[name].restype, functions[name].argtypes = result, arguments
    return functions


def number_of(call):
    """The library's number of a call."""
    if call in OTHER_CALLS:
        return OTHER_CALLS.index(call)
    return FIRST_BID + 5 * (int(call[0]) - 1) + STRAINS.index(call[1:])


def call_of(number):
    """The call of a number."""
    if number < len(OTHER_CALLS):
        return OTHER_CALLS[max(number, 0)]
    level, strain = divmod(number - FIRST_BID, 5)
    return f"{level + 1}{STRAINS[strain]}"


class Robot:
    """The robot with the cards of North-South and of East-West."""

    def __init__(self, functions, cards):
        self.functions, self.handle = functions, functions["create"]()
        for side, card in enumerate(cards):
            self.agree(side, card)
        functions["set_scoring"](self.handle, IMPS)

    def agree(self, side, card):
        """Take the agreements of a card, lines of NAME = NUMBER, for a side."""
        for line in Path(card).read_text(encoding="latin-1").splitlines():
            name, equals, value = line.rpartition(" = ")
            if name == "System type":
                self.functions["set_system_type"](self.handle, side, int(value))
            elif equals:
                agreed = (self.handle, side, name.encode(), int(value))
                self.functions["set_conventions"](*agreed)

    def call(self, position):
        """Its call in a position."""
        seat, dealer = (SEATS.index(position[name]) for name in ("seat", "dealer"))
        suits = "\n".join(reversed(position["hand"].split(".")))  # clubs first
        vulnerable = VULNERABLE[position["vulnerability"]]
        board = (self.handle, seat, suits.encode(), dealer, vulnerable, 0, 0)
        self.functions["new_hand"](*board)
        for place, call in enumerate(position["auction"]):
            self.functions["set_bid"](self.handle, (dealer + place) % 4, number_of(call), b"")
        return call_of(self.functions["get_bid"](self.handle))


def main():
    """Answers every line. Each process bids for one seat."""
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    functions, ours, theirs = opened(sys.argv[1]), sys.argv[2], sys.argv[-1]
    robot = None
    for line in sys.stdin:
        position = json.loads(line)
        if robot is None:
            side = SEATS.index(position["seat"]) % 2
            robot = Robot(functions, (theirs, ours) if side else (ours, theirs))
        print(json.dumps({"call": robot.call(position)}), flush=True)


if __name__ == "__main__":
    main()
