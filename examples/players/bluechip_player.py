#!/usr/bin/env python3
"""A bidder that connects to a table manager of the Blue Chip protocol, for one seat.

    for seat in North East South West; do
        python3 examples/players/bluechip_player.py $seat --port 2000 &
    done
    manage.py match model bluechip:2000 --boards 100

It bids by the rules of line_player.py, beside it. When a board starts, whatever was going on is
over: the table manager lets nobody play the cards (docs/match.md).
"""

import argparse
import re
import socket
import time
from contextlib import suppress

from line_player import call_for

SEATS = ["North", "East", "South", "West"]
WORDS = {"passes": "P", "doubles": "X", "redoubles": "XX"}
SIDES = {"neither": "None", "n/s": "NS", "e/w": "EW", "both": "Both"}
CONNECT_SECONDS = 120  # in which the table manager may start: it loads its networks first


class Table:
    """The connection to the table manager, seen from one seat."""

    def __init__(self, stream, seat, name):
        self.stream, self.lines, self.seat = stream, stream.makefile("r", newline="\n"), seat
        self.send(f'Connecting "{name}" as {seat} using protocol version 18')

    def send(self, text):
        """Sends a message."""
        self.stream.sendall(f"{text}\r\n".encode("ascii"))

    def receive(self):
        """The next message. Raises EOFError once the session is over."""
        line = self.lines.readline().strip()
        if not line or line.lower() == "end of session":
            raise EOFError
        return line

    def ready(self, what):
        """Says that it is ready, and returns what comes then."""
        self.send(f"{self.seat} ready {what}")
        return self.receive()


def bid_board(table):
    """Bids one board, and waits until the next one starts."""
    found = re.search(r"number (\d+)\. Dealer (\w+)\. (\S+) vuln", table.ready("for deal"))
    cards = table.ready("for cards").partition(":")[2].split(".")
    position = {
        "board": found[1],
        "dealer": found[2][0],
        "vulnerability": SIDES[found[3].lower()],
        "seat": table.seat[0],
        "hand": ".".join(suit.replace(" ", "")[1:].strip("-") for suit in cards[:4]),
        "auction": [],
    }
    auction, turn = position["auction"], SEATS.index(found[2].capitalize())
    while len(auction) < 4 or auction[-3:] != ["P", "P", "P"]:
        seat = SEATS[turn]
        if seat == table.seat:
            call = call_for(position)
            words = {short: word for word, short in WORDS.items()}
            table.send(f"{seat} {words.get(call) or f'bids {call}'}")
        else:
            said = table.ready(f"for {seat}'s bid").split()
            call = WORDS.get(said[1].lower()) or said[2]
        auction.append(call)
        turn = (turn + 1) % 4
    table.receive()


def play(table):
    """Bids board after board; raises EOFError once the session is over."""
    table.receive()  # seated
    table.ready("for teams")
    table.ready("to start")
    while True:
        bid_board(table)


def connected(address, seconds=CONNECT_SECONDS):
    """A connection to the table manager, once it listens."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(address)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def main():
    """Connects, and bids until the session is over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seat", choices=SEATS)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=2000)
    options = parser.parse_args()
    with connected((options.host, options.port)) as stream, suppress(EOFError):
        play(Table(stream, options.seat, "Example"))


if __name__ == "__main__":
    main()
