"""Send damaged requests to a running site, and count the responses.

    .venv/bin/python -m benchmarks.fuzz --requests 10000 [--site http://127.0.0.1:8000]

Good requests for every address that the site's OpenAPI document names, for its pages and for what
earlier answers lead to are damaged in their bytes, in their structure, in their parameters and in
their headers. Whatever is sent, there is an answer, it is no server's error, and no longer than its
request allows. Without a site one of its own is started, with a stub for the model, whose processes
that crashed are counted. Ends with one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import threading
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import islice, product
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from tqdm import tqdm

from benchmarks.site import in_threads, running_site
from bidding.bounds import ANSWER_BYTES, limit_bytes

MOST_TRIES, LONGEST_PAUSE_SECONDS = 3, 2
MOST_KNOWN = 200
OWN_SITE: dict[str, Any] = {
    "DJANGO_SETTINGS_MODULE": "tests.settings", "BATCHES_UNFINISHED": "10000", "TABLES": "1000000",
    "CLIENT_TABLES": "1000000", "CLIENT_STORED_MEGABYTES": "10000", "CLIENT_BATCH_ITEMS": "1000000",
}  # fmt: skip
JSON, FORM_DATA, CSRF = "application/json", "multipart/form-data; boundary=x", "a" * 32
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
LINK = "https://example.org/handviewer.html?s=sAKJT985h6dA76c84&d=n&v=b&a=1C(16%2B)P1D"
FORM = (
    f'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{CSRF}\r\n'
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pbn"\r\n\r\n'
    f"{PBN}\r\n--x--\r\n"
)
PLAYED = {
    "hands": {**TABLE["hands"], "W": "74.863.QT72.T864"}, "dealer": "N", "vulnerability": "none",
    "auction": ["1D", "P", "1S", "P", "2S", "P", "P", "P"], "tricks": 11,
}  # fmt: skip
# Beside those of the OpenAPI document: media type and content by address.
BODIES: tuple[tuple[str, str, Any], ...] = (
    ("/api/v1/explanations", JSON, {**QUESTION, "auction": "1D 1H X P"}),
    *(("/api/v1/boards", JSON, {"text": text}) for text in (PBN, LIN, LINK)),
    ("/api/v1/boards", JSON, {"text": f"{HAND}\n1h-p-2h", "seat": "W", "dealer": "N"}),
    ("/api/v1/boards", JSON, {"file": b64encode(PBN.encode("utf-16")).decode()}),
    ("/api/v1/files", JSON, {"format": "pbn", "boards": [BOARD]}),
    ("/api/v1/files", JSON, {"format": "lin", "boards": [BOARD, {}]}),
    ("/api/v1/practice/tables", JSON, TABLE),
    ("/api/v1/practice/classes", JSON, {"boards": ["428", "1095"]}),
    ("/api/v1/reviews", JSON, PLAYED),
    ("/api/v1/batches", JSON, [QUESTION, {**QUESTION, "hand": None}]),
    ("/api/v1/batches", "application/x-pbn", PBN),
    ("/api/v1/batches", "application/x-lin", LIN),
    ("/api/v1/batches", FORM_DATA, FORM),
    ("/sign-in", "application/x-www-form-urlencoded", f"username=x&csrfmiddlewaretoken={CSRF}"),
)
FORMS = ("/sign-in",)
PAGES = (
    *(
        "/",
        "/practice/",
        "/systems/",
        "/systems/2/1/",
        "/systems/card/",
        "/glossary/",
        "/api/",
    ),
    *("/sign-in", "/admin/login/?next=/", "/metrics", "/api/v1/schema", "/static/x", "/nowhere"),
)

TOKENS = (
    *("NaN", "1e999", "-0", "9" * 400, "null", "\\ud800", "\\u0000", "\0", "\ud83c", "é", "♠", "{"),
    *("[" * 300, '"' * 3, "|", "mb|", "[Deal", "]", "}", "%", "#", "^I", "=1=", "\\", "\r", "\x1a"),
    *("9" * 100_000, "[" * 100_000, "1e" + "9" * 40, "-" * 5000, ',"a":1,"a":2', "\\", "\n" * 999),
)
# Texts at which parsers break, or take long, or much memory.
HOSTILE = (
    *(
        f"[{'9' * 100_000}]",
        f"[{'9' * 5000}]",
        f"[{'[]' * 9000}",
        '[{"a":' * 50_000,
        "[1e99999999]",
    ),
    *('[{"hand":"\udcc0\udcaf"}]', f"[{'{},' * 90_000}1]", f'["{"♠" * 90_000}]', '"\\' * 90_000),
    *(f'{{"text":"{"[" * 50_000}"}}', f'{{"text":"{"mb|1C|an|x|" * 9000}"}}', "[" + '"",' * 99_999),
    *('{"\\ud800":"\\ud800"}', f'{{"{"x" * 9000}":1,"{"x" * 9000}":1}}', "[" + '"\\n",' * 20_000),
    *(f'{{"file":"{"AAA=" * 9000}"}}', '{"file":"//79/f8="}', f'{{"text":"{"1C " * 50_000}"}}'),
    *(
        f'[Note "1:{"x" * 9000}"]\n[Auction "N"]\n' + "1C =1= " * 9000,
        '[Deal "' * 20_000,
        "{" * 90_000,
    ),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**70, 1.5, "", "x" * 3000, [], {}, [[]], {"": {}}, "\0", "1D" * 200),
    *("7NT", ["P"] * 400, "AKQJT98765432...", " ", "10", "۱", "Ⅷ", "1D,1D", ["X"], [["1C"]]),
)
TYPES = (
    *(JSON, "text/plain", "application/x-pbn", "application/x-lin", "", FORM_DATA),
    *("multipart/form-data", "application/octet-stream", "application/json; charset=utf-16"),
    *("text/html", "x/y; boundary=\xff", "application/xml", "application/x-www-form-urlencoded"),
)
# Good ones, sent as they are or damaged.
HEADERS = {
    "Prefer": ("wait=0", "wait=1", "wait=-1", "respond-async"),
    "Accept": (
        "text/plain",
        "application/x-ndjson",
        "*/*;q=0",
        "text/html",
        "application/json; indent=2",
    ),
    "Accept-Encoding": ("gzip", "gzip;q=0.5, *;q=0", "br"),
    "Accept-Language": ("de", "fr;q=0.3,*"),
    "Authorization": ("Bearer x", "Basic eDp4", "Bearer"),
    "Cookie": (
        "sessionid=x; csrftoken=y",
        "bridgeviz_language=de",
        "a=b; a; =; $Version=1",
        r'sessionid="\000000000"',
    ),
    "Content-Type": ("text/plain; charset=hex", "text/plain; a*=x'en'%41", "x; charset*=''"),
    "Content-Encoding": ("gzip", "identity"),
    "Content-Length": ("-1", "x", "99999999999"),
    "Host": ("evil.example", "[::1]", "localhost:99999"),
    "Idempotency-Key": ("k", "x" * 400),
    "If-Match": ("*", '"x"'),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT",),
    "If-None-Match": ("*", 'W/"x", "y"'),
    "Origin": ("null", "https://evil.example"),
    "Sec-Fetch-Site": ("same-origin", "cross-site"),
    "Topic": ("t", "x" * 400),
    "Transfer-Encoding": ("gzip",),
    "X-Forwarded-For": ("1.2.3.4, ::1", "x"),
    "X-Request-ID": ("00000000-0000-4000-8000-000000000000",),
}
_KNOWN = re.compile(rb'"(/(?:api/v1|batches)/[^"{]+)"')
_TOKEN = re.compile(rb'"token":"([^"]+)"')
_CLASS_TOKEN = re.compile(rb'"(?:teacher|pupils)":"([^"]+)"')


@dataclass
class Sent:
    """A request."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def most_bytes(self) -> int:
        """How long its answer may be, which is the model's where one is fetched or waited for."""
        is_models = self.method == "GET" or "Prefer" in self.headers
        return limit_bytes(len(self.path) + len(self.body)) + is_models * ANSWER_BYTES


@dataclass
class Operation:
    """A method of an address, its parameters with good values, and its good bodies."""

    method: str
    path: str
    query: dict[str, Sequence[Any]] = field(default_factory=dict)
    headers: dict[str, Sequence[Any]] = field(default_factory=dict)
    bodies: list[tuple[str, Any]] = field(default_factory=list)


class Requests:
    """Damaged requests without end, reproducible by seed and by what is learned from answers."""

    def __init__(self, document: Mapping[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.operations = _operations(document)
        self.known: list[str] = []

    def learn(self, answer: bytes) -> None:
        """Note the addresses that an answer leads to."""
        tables = [b"/api/v1/practice/tables/" + token for token in _TOKEN.findall(answer)]
        tokens = _CLASS_TOKEN.findall(answer)
        classes = [b"/api/v1/practice/classes/" + token for token in tokens]
        known = (*_KNOWN.findall(answer[:10_000]), *tables, *classes)
        found = [path.decode("utf-8", "replace") for path in known]
        self.known = [*self.known, *found][-MOST_KNOWN:]

    def __iter__(self) -> Iterator[Sent]:
        """Yield the hostile texts to every address first, then what chance makes of good bodies."""
        rng = self.rng
        with_bodies = {one.path: one for one in self.operations if one.bodies}
        for one, text in product(with_bodies.values(), HOSTILE):
            headers = {"Content-Type": one.bodies[0][0]}
            yield Sent(one.method, self._path(replace(one, query={})), _encoded(text), headers)
        while True:
            one = rng.choice(self.operations)
            path, headers, body = self._path(one), self._headers(one), b""
            if one.bodies:
                kind, content = rng.choice(one.bodies)
                body = self._body(content)
                headers.setdefault(
                    "Content-Type", kind if rng.random() < 0.9 else rng.choice(TYPES)
                )
            yield Sent(self._method(one.method), path, body, headers)

    def _method(self, method: str) -> str:
        if method == "GET" and self.rng.random() < 0.2:
            return "HEAD"
        others = ("GET", "POST", "DELETE", "PUT", "OPTIONS", "PATCH")
        return self.rng.choice(others) if self.rng.random() < 0.03 else method

    def _path(self, one: Operation) -> str:
        """Return the address, with what is known or nonsense in it, and a query."""
        rng, (path, _, query) = self.rng, one.path.partition("?")
        while "{" in path:
            start, _, rest = path.partition("{")
            end = rest.partition("}")[2]
            known = [found for found in self.known if found.startswith(start)]
            name = quote(self._damaged_text(rng.choice(("1", "sayc", "2/1", "x"))))
            if known and rng.random() < 0.9:
                found, _, query = rng.choice(known).partition("?")
                name = found.removeprefix(start).partition("/")[0]
            path = start + name + end
        pairs = [
            (name, self._damaged_text(str(rng.choice(good))))
            for name, good in one.query.items()
            if rng.random() < 0.3
        ]
        if rng.random() < 0.05:
            pairs.append((self._damaged_text("from"), "1"))
        added = urlencode(pairs, encoding="utf-8", errors="surrogatepass")
        query = "&".join(filter(None, (query, added)))
        return f"{path}?{query}" if query else path

    def _headers(self, one: Operation) -> dict[str, str]:
        good = {**HEADERS, **one.headers}
        some = [name for name in one.headers if self.rng.random() < 0.3]
        if self.rng.random() < 0.3:
            some.append(self.rng.choice(list(good)))
        headers = {name: self._header(self.rng.choice(good[name])) for name in some}
        if one.path in FORMS:
            headers.setdefault("Cookie", f"csrftoken={CSRF}")
        return headers

    def _header(self, good: Any) -> str:
        text = self._damaged_text(str(good))[:5000].encode("utf-8", "replace").decode("latin-1")
        return re.sub(r"[\0\r\n]", "", text)

    def _body(self, content: Any) -> bytes:
        rng = self.rng
        if not isinstance(content, str):
            for _ in range(rng.randrange(3)):
                content = _restructured(content, rng)
            content = json.dumps(content)
        body = _encoded(content)
        for _ in range(rng.randrange(3)):
            body = _damaged(body, rng)
        return body

    def _damaged_text(self, text: str) -> str:
        """Return the text, or the text damaged, in characters that can be encoded."""
        if self.rng.random() < 0.6:
            return text
        if self.rng.random() < 0.3:
            return str(self.rng.choice(VALUES))[:2000]
        return _damaged(text.encode(), self.rng)[:2000].decode("utf-8", "replace")


def _operations(document: Mapping[str, Any]) -> list[Operation]:
    """Return those of pages and of an OpenAPI document, more often those with bodies."""
    found = [Operation("GET", path) for path in PAGES]
    for path in FORMS:
        found.append(Operation("POST", path, bodies=_bodies(path)))
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            one = Operation(method.upper(), path)
            for given in described.get("parameters", ()):
                parameter = _shared(document, "parameters", given)
                where = {"query": one.query, "header": one.headers}.get(parameter["in"], {})
                where[parameter["name"]] = _values(document, parameter)
            content = described.get("requestBody", {}).get("content", {})
            one.bodies = [(kind, body) for kind in content for body in _examples(content[kind])]
            one.bodies += _bodies(path) if content else []
            found += [one] * (1 + len(one.bodies))
    return found


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _bodies(path: str) -> list[tuple[str, Any]]:
    return [(kind, body) for address, kind, body in BODIES if address == path]


def _values(document: Mapping[str, Any], parameter: Mapping[str, Any]) -> Sequence[Any]:
    """Return good values of a parameter, as far as the document and ``HEADERS`` name any."""
    schema = _shared(document, "schemas", parameter["schema"])
    usual = HEADERS.get(parameter["name"], ("0", "1"))
    return _examples(parameter) or schema.get("enum") or usual


def _shared(document: Mapping[str, Any], kind: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the component that a reference names; anything else as it is."""
    name = given.get("$ref", "").rpartition("/")[2]
    return document["components"][kind][name] if name else given


def _examples(described: Mapping[str, Any]) -> list[Any]:
    return [example["value"] for example in described.get("examples", {}).values()]


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


def fault(sent: Sent, status: int, headers: Mapping[str, str], length: int) -> str:
    """Return what is wrong with an answer; empty for one as it should be. Status 0: there is none.

    503, and 504 for a wait that was asked for, say when to come again.
    """
    if not status:
        return "no answer"
    if status >= 500 and not (status in (503, 504) and headers.get("Retry-After")):
        return "server error"
    return "too long" if length > sent.most_bytes else ""


@dataclass
class Run:
    """The outcome of all requests to a site."""

    site: str
    statuses: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    progress: tqdm[Any] = field(default_factory=lambda: tqdm(unit=" requests", mininterval=1))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, requests: Requests, number: int) -> None:
        """Send so many of the requests, one after the other."""
        for sent in islice(requests, number):
            status, headers, body = self._answer(sent)
            requests.learn(body)
            wrong = fault(sent, status, headers, len(body))
            with self.lock:
                self.statuses[status] += 1
                self.faults[wrong] += bool(wrong)
                self.progress.update()
            if wrong:
                print(f"{wrong}: {status} for {str(sent)[:3000]}", file=sys.stderr, flush=True)

    def _answer(self, sent: Sent) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body. Who is asked to come again soon does so."""
        for _ in range(MOST_TRIES):
            status, headers, body = self._tried(sent)
            pause = headers.get("Retry-After", "")
            if status not in (429, 503) or not pause.isdigit():
                break
            time.sleep(min(int(pause), LONGEST_PAUSE_SECONDS))
        return status, headers, body

    def _tried(self, sent: Sent) -> tuple[int, Mapping[str, str], bytes]:
        parts = urlsplit(self.site)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        try:
            connection.request(sent.method, sent.path, sent.body, sent.headers)
            answer = connection.getresponse()
            return answer.status, dict(answer.headers), answer.read()
        except (HTTPException, OSError):
            return 0, {}, b""
        finally:
            connection.close()


def main() -> int:
    """Return the exit status: 1 if any response was not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", default="", help="its address; one of its own without it")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    own = None if options.site else running_site(**OWN_SITE)
    with own or nullcontext() as site:
        run = Run(options.site or f"http://127.0.0.1:{site.port}")
        document = json.loads(run._tried(Sent("GET", "/api/v1/schema"))[2])
        count = options.requests // options.threads
        with in_threads(
            partial(run.send, Requests(document, options.seed * 1000 + number), count)
            for number in range(options.threads)
        ):
            pass
        if site:
            run.faults["crash"] = len(re.findall("DAMN", site.output("web")))
    by_status = {str(status): count for status, count in sorted(run.statuses.items())}
    faults = {name: count for name, count in run.faults.items() if count}
    total = sum(run.statuses.values())
    print(json.dumps({"requests": total, "faults": faults, "statuses": by_status}))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
