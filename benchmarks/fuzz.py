"""Send damaged bodies to a running site, and count the responses.

    .venv/bin/python -m benchmarks.fuzz --site http://127.0.0.1:8000 --bodies 10000

Good bodies for every address are damaged in their bytes, in their structure and in their headers.
Whatever is sent, the answer must be no server's error. Ends with one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

MOST_TRIES, LONGEST_PAUSE_SECONDS = 60, 2
HAND = "AKJT985.6.A76.84"
QUESTION = {
    "hand": HAND, "seat": "S", "dealer": "N", "vulnerability": "NS",
    "auction": ["1D", "1H", "P"], "systems": {"ns": "sayc", "ew": "2/1"},
}  # fmt: skip
BOARD = {
    "number": 7, "dealer": "S", "vulnerability": "both", "hands": {"S": HAND}, "lead": "SA",
    "auction": ["1C", "P"], "notes": [{"call": 0, "alerted": True, "explanation": "2+ clubs"}],
    "players": {"N": "Nora"}, "systems": {"ns": "SAYC"}, "contract": "", "event": "Club",
}  # fmt: skip
TABLE = {
    "hands": {"N": "KQ3.K742.A986.J5", "E": "85.QJT9.K53.KQ92", "S": "AJT962.A5.J4.A73"},
    "dealer": "N", "vulnerability": "none", "number": 7, "seats": ["S", "N"], "draw": 3,
    "system": "acol",
}  # fmt: skip
PBN = f"""[Event "Café"]
[Board "7"]
[Vulnerable "All"]
[Deal "S:{HAND} - - -"]
[Auction "S"]
1S =1= Pass 2S {{at once}} AP
[Note "1:five or more"]

[Event "#"]
[Board "8"]
[Deal "N:{HAND} - - -"]
"""
LIN = "pn|a,b,c,d|st||md|3SAKJT985H6DA76C84,,,|sv|o|ah|Board 3|mb|1D!|an|4+|mb|1H|mc|7|pg||\n"
LINK = f"https://example.org/handviewer.html?s=s{HAND.replace('.', 'h', 1)}&d=n&v=b&a=1C(16%2B)P1D"
FORM = (
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pbn"\r\n\r\n'
    f"{PBN}\r\n--x--\r\n"
)

TOKENS = (
    *("NaN", "1e999", "-0", "9" * 400, "null", "\\ud800", "\\u0000", "\0", "\ud83c", "é", "♠", "{"),
    *("[" * 300, '"' * 3, "|", "mb|", "[Deal", "]", "}", "%", "#", "^I", "=1=", "\\", "\r", "\x1a"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**70, 1.5, "", "x" * 3000, [], {}, [[]], {"": {}}, "\0", "1D" * 200),
    *("7NT", ["P"] * 400, "AKQJT98765432...", " ", "10", "۱", "Ⅷ", "1D,1D", ["X"], [["1C"]]),
)
TYPES = (
    *("application/json", "text/plain", "application/x-pbn", "application/x-lin", ""),
    *("multipart/form-data; boundary=x", "multipart/form-data", "application/octet-stream"),
    *("application/json; charset=utf-16", "text/html", "x/y; boundary=\xff", "application/xml"),
)
HEADERS = {
    "Prefer": ("wait=0", "wait=99999999999", "wait=-1", "respond-async", "\xff"),
    "Accept": ("text/plain", "application/x-ndjson", "*/*;q=0", "text/html", "x"),
    "Authorization": ("Bearer x", "Basic eDp4", "Bearer", "\xff"),
    "Idempotency-Key": ("", "k", "\xff", "x" * 400),
    "Content-Encoding": ("gzip", "identity"),
    "Content-Length": ("-1", "x"),
    "Range": ("bytes=0-", "bytes=9-1"),
    "Host": ("evil.example",),
}


@dataclass
class Sent:
    """A request, always a POST."""

    path: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


def requests(seed: int) -> Iterator[Sent]:
    """Yield damaged requests without end, reproducible by seed."""
    rng = random.Random(seed)
    while True:
        path, kind, content = rng.choice(_good())
        if not isinstance(content, str):
            for _ in range(rng.randrange(3)):
                content = _restructured(content, rng)
            content = json.dumps(content)
        body = content.encode("utf-8", "surrogatepass")
        for _ in range(rng.randrange(3)):
            body = _damaged(body, rng)
        headers = {"Content-Type": kind if rng.random() < 0.9 else rng.choice(TYPES)}
        if rng.random() < 0.15:
            name = rng.choice(list(HEADERS))
            headers[name] = rng.choice(HEADERS[name])
        yield Sent(path, body, headers)


def _good() -> list[tuple[str, str, Any]]:
    """Return valid addresses, media types and contents."""
    api, form = "/api/v1", "multipart/form-data; boundary=x"
    return [
        (f"{api}/explanations", "application/json", QUESTION),
        (f"{api}/explanations", "application/json", {**QUESTION, "auction": "1D 1H X P"}),
        (f"{api}/options", "application/json", QUESTION),
        (f"{api}/refined", "application/json", QUESTION),
        *((f"{api}/boards", "application/json", {"text": text}) for text in (PBN, LIN, LINK)),
        (f"{api}/boards", "application/json", {"text": f"{HAND}\n1h-p-2h", "seat": "W"}),
        (f"{api}/boards", "application/json", {"file": "W0RlYWwgIk4iXQ=="}),
        (f"{api}/files", "application/json", {"format": "pbn", "boards": [BOARD]}),
        (f"{api}/files", "application/json", {"format": "lin", "boards": [BOARD, {}]}),
        (f"{api}/practice/calls", "application/json", {"board": 7, "auction": ["P"]}),
        (f"{api}/practice/tables", "application/json", TABLE),
        (f"{api}/batches", "application/json", [QUESTION, {**QUESTION, "hand": None}]),
        (f"{api}/batches?view=all&system=acol", "application/x-pbn", PBN),
        (f"{api}/batches", "application/x-lin", LIN),
        (f"{api}/batches?view=spectator", form, FORM),
    ]


def _restructured(value: Any, rng: random.Random) -> Any:
    """Return the value with one of its parts replaced, left out or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        rest = {name: part for name, part in value.items() if name != key}
        if rng.random() < 0.2:
            return {**rest, rng.choice(["x", "", "\ud800", key.upper()]): value[key]}
        return rest if rng.random() < 0.2 else {**rest, key: _restructured(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        middle = [_restructured(value[place], rng)] * rng.choice([1, 1, 1, 2, 5])
        return [*value[:place], *middle, *value[place + 1 :]]
    return rng.choice(VALUES)


def _damaged(body: bytes, rng: random.Random) -> bytes:
    """Return the bytes with a piece cut, inserted, doubled or changed."""
    start = rng.randrange(len(body) + 1)
    end = min(len(body), start + rng.choice([0, 1, 1, 5, 40, 5000]))
    token = rng.choice(TOKENS).encode("utf-8", "surrogatepass")
    other = rng.choice(
        [b"", token, bytes([rng.randrange(256)]), body[start:end] * 2, body[end:start]]
    )
    return body[:start] + other + body[end:]


def main() -> int:
    """Return the exit status: 1 if any response was a server error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument("--bodies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    statuses: Counter[int] = Counter()
    for number, sent in zip(range(options.bodies), requests(options.seed), strict=False):
        status = _post(options.site, sent)
        statuses[status] += 1
        if status >= 500 or status == 0:
            print(f"body {number}: {status} for {sent}", file=sys.stderr)
    errors = sum(count for status, count in statuses.items() if status >= 500 or status == 0)
    by_status = {str(status): count for status, count in sorted(statuses.items())}
    print(json.dumps({"bodies": options.bodies, "server_errors": errors, "statuses": by_status}))
    return int(errors > 0)


def _post(site: str, sent: Sent) -> int:
    """Return the status of the response; 0 without one.

    Who is asked to come again later does so.
    """
    for _ in range(MOST_TRIES):
        status, pause = _tried(site, sent)
        if status not in (429, 503) or not pause:
            break
        time.sleep(min(pause, LONGEST_PAUSE_SECONDS))
    return status


def _tried(site: str, sent: Sent) -> tuple[int, int]:
    """Return status and Retry-After of the response, zeros without them."""
    parts = urlsplit(site)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.request("POST", sent.path, sent.body, sent.headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, int(answer.headers.get("Retry-After", 0))
    except (HTTPException, OSError):
        return 0, 0
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
