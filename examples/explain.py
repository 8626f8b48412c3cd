"""Asks a BridgeViz site what an auction shows, and draws it: python3 examples/explain.py --help"""

import argparse
import json
import os
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

SHADES = " ░▒▓█"
TABLE = {"seat": "S", "dealer": "N", "vulnerability": "none", "system": "sayc"}


def call(site, path, body=None):
    """The JSON answer; ends with the reason where there is none."""
    headers = {"Content-Type": "application/json", "Prefer": "wait=10"}
    if key := os.environ.get("BRIDGEVIZ_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    data = None if body is None else json.dumps(body).encode()
    try:
        return json.load(urlopen(Request(site + path, data, headers)))
    except HTTPError as error:
        if error.code == 504:  # not there yet
            return call(site, error.headers["Location"])
        sys.exit(json.load(error)["detail"])
    except URLError as error:
        sys.exit(f"{site} cannot be reached: {error.reason}")


def draw(hand):
    """One hidden hand: each card as dark as it is likely, the ace first."""
    print(f"\n{hand['summary']}\n    A K Q J T 9 8 7 6 5 4 3 2")
    for suit, symbol in zip("SHDC", "♠♥♦♣", strict=True):
        shades = (SHADES[min(int(chance * 5), 4)] * 2 for chance in hand["cards"][suit])
        print(f"  {symbol} {''.join(shades)}")


def main():
    """Submits the question of the command line, waits, and draws the answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("auction", help="from the dealer on, such as '1D 1H'")
    parser.add_argument("--hand", help="yours, such as AKJT985.6.A76.84; none for a spectator")
    for option, default in {**TABLE, "site": "http://127.0.0.1:8000"}.items():
        parser.add_argument(f"--{option}", default=default)
    question = vars(parser.parse_args())
    site = question.pop("site").rstrip("/")
    answer = call(site, "/api/v1/explanations", question)
    while answer["status"] in ("queued", "running"):
        time.sleep(0.5)
        answer = call(site, answer["url"])
    if answer["error"]:
        sys.exit(answer["error"]["detail"])
    for hand in answer["result"]["moments"][-1]["hands"].values():
        draw(hand)


if __name__ == "__main__":
    main()
