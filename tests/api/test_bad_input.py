"""Bad input at every door: the right status, the field at fault, and nothing stored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from bidding.api.http.request_parsing import _unique_members
from bridgeviz import wsgi
from bridgeviz.middleware import readable_headers
from tests.api.conftest import ADDRESS, Ask, problem_of, refused
from tests.conftest import QUESTION, question

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("stub_worker", "working_queue"),
]

IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": "AKJT985.6.A76.8"}, "/hand", "impossible-hand"),  # twelve cards
    ({"hand": "AKJT985.6.A76.842"}, "/hand", "impossible-hand"),  # fourteen
    ({"hand": "AAJT985.6.A76.84"}, "/hand", "impossible-hand"),  # the same card twice
    ({"hand": "..."}, "/hand", "impossible-hand"),  # no cards
    ({"auction": ["1D", "1C"]}, "/auction/1", "illegal-call"),  # not higher
    ({"auction": ["X"]}, "/auction/0", "illegal-call"),  # nothing to double
    ({"auction": ["1D", "P", "X"]}, "/auction/2", "illegal-call"),  # partner's bid
    ({"auction": ["1D", "XX"]}, "/auction/1", "illegal-call"),  # nothing to redouble
    ({"auction": ["1D", "P", "P", "P", "1H"]}, "/auction/4", "illegal-call"),  # after the end
    ({"auction": ["P", "P", "P", "P", "P"]}, "/auction/4", "illegal-call"),  # passed out
    ({"auction": ["7NT", "P", "P", "P", "P"]}, "/auction/4", "illegal-call"),
]
MALFORMED: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": "AKJT985.6.A76.8Y"}, "/hand", "malformed-card"),  # an unknown rank
    ({"hand": "AKJT985.6.A7684"}, "/hand", "malformed-hand"),  # three suits
    ({"hand": 13}, "/hand", "malformed-hand"),
    ({"hand": ["AKJT985", "6", "A76", "84"]}, "/hand", "malformed-hand"),
    ({"hand": "A" * 5000}, "/hand", "malformed-hand"),
    ({"seat": "Q"}, "/seat", "malformed-table"),
    ({"seat": None}, "/seat", "malformed-table"),
    ({"seat": 2}, "/seat", "malformed-table"),
    ({"dealer": ""}, "/dealer", "malformed-table"),
    ({"dealer": True}, "/dealer", "malformed-table"),
    ({"vulnerability": "sometimes"}, "/vulnerability", "malformed-table"),
    ({"vulnerability": 1.5}, "/vulnerability", "malformed-table"),
    ({"auction": ["1D", "8C"]}, "/auction/1", "malformed-call"),
    ({"auction": ["1D", ""]}, "/auction/1", "malformed-call"),
    ({"auction": ["1D", 7]}, "/auction/1", "malformed-call"),
    ({"auction": ["1D", ["1H"]]}, "/auction/1", "malformed-call"),
    ({"auction": {"N": "1D"}}, "/auction", "malformed-call"),
    ({"auction": None}, "/auction", "malformed-call"),
    ({"auction": ["P"] * 400}, "/auction", "malformed-call"),
    ({"system": "goren"}, "/system", "malformed-table"),
    ({"system": None}, "/system", "malformed-table"),
    ({"system": "sayc", "systems": {"ns": "sayc", "ew": "sayc"}}, "/system", "malformed-table"),
    ({"colour": "red"}, "/colour", "malformed-table"),  # an unknown field
    ({"a/b~c": 1}, "/a~1b~0c", "malformed-table"),  # a pointer to it is escaped
    ({"seat": "\ud800"}, "/seat", "malformed-table"),  # half a surrogate pair
]


def error_of(document: dict[str, Any]) -> dict[str, Any]:
    assert len(document["errors"]) == 1
    error: dict[str, Any] = document["errors"][0]
    assert set(error) == {"pointer", "code", "detail", "text", "position", "said"}
    assert error["detail"]
    return error


@pytest.mark.parametrize(("change", "pointer", "code"), IMPOSSIBLE)
def test_what_breaks_the_rules(ask: Ask, change: dict[str, Any], pointer: str, code: str) -> None:
    error = error_of(refused(ask(question(**change), wait=5), 422, "impossible-position"))
    assert (error["pointer"], error["code"]) == (pointer, code)


@pytest.mark.parametrize(("change", "pointer", "code"), MALFORMED)
def test_what_cannot_be_read(ask: Ask, change: dict[str, Any], pointer: str, code: str) -> None:
    error = error_of(refused(ask(question(**change), wait=5), 400, "malformed-request"))
    assert (error["pointer"], error["code"]) == (pointer, code)


@pytest.mark.parametrize("field", ["seat", "dealer", "vulnerability", "auction"])
def test_a_missing_field(ask: Ask, field: str) -> None:
    body = {name: value for name, value in QUESTION.items() if name != field}
    assert error_of(refused(ask(body), 400, "malformed-request"))["pointer"] == f"/{field}"


def test_all_faults_are_told_at_once_and_what_cannot_be_read_decides(ask: Ask) -> None:
    body = question(hand="AK", seat="Q", auction=["X"], extra=1)
    document = refused(ask(body), 400, "malformed-request")
    pointers = {error["pointer"] for error in document["errors"]}
    assert pointers == {"/hand", "/seat", "/auction/0", "/extra"}


def test_the_text_and_the_place_of_a_fault_are_told(ask: Ask) -> None:
    error = error_of(refused(ask(question(auction="1D 1H 9X")), 400, "malformed-request"))
    assert (error["text"], error["position"]) == ("9X", 6)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b" ", "not JSON"),
        (b"{", "not JSON"),
        (b'{"hand": }', "at character 9"),
        (b"{'hand': null}", "not JSON"),
        (b'{"hand": NaN}', "number 'NaN' at character 9"),
        (b'{"seat": "N", "seat": "S"}', "'seat' is given twice"),
        (b"[" * 10_000, "nested too deeply"),
        (b'{"seat": ' + b"9" * 5_000 + b"}", "not acceptable JSON"),
        (b'{"hand": "\xff"}', "not UTF-8 at byte 10"),
        ("{}".encode("utf-16"), "not UTF-8 at byte 0"),
        (b"\xef\xbb\xbf{}", "not JSON"),  # a byte order mark
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b'"1D"', "not an object"),
        (b"7", "not an object"),
    ],
)
def test_a_body_that_is_no_json_object(ask: Ask, body: bytes, expected: str) -> None:
    error = error_of(refused(ask(body), 400, "malformed-request"))
    assert (error["pointer"], error["code"]) == ("", "malformed-json")
    assert expected in error["detail"]


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "text/html", "json"]
)
def test_another_media_type(ask: Ask, content_type: str) -> None:
    refused(ask(content_type=content_type), 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "parameter", ["charset=utf-8", "charset=UTF-8", 'charset="utf-8"', "charset=utf8", "q=1"]
)
def test_parameters_of_the_media_type_do_no_harm(ask: Ask, parameter: str) -> None:
    assert ask(content_type=f"application/json; {parameter}").status_code == 202


@pytest.mark.parametrize("charset", ["iso-8859-1", "utf-16", "us-ascii", "nonsense", '""'])
def test_another_charset(client: Client, charset: str) -> None:
    raw = json.dumps(QUESTION).encode()
    content_type = f"application/json; charset={charset}"
    response = client.generic("POST", ADDRESS, raw, content_type=content_type)
    refused(response, 415, "unsupported-media-type")


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip", "x"])
def test_another_content_coding(ask: Ask, coding: str) -> None:
    response = ask(headers={"Content-Encoding": coding})
    refused(response, 415, "unsupported-media-type")
    assert response.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_a_content_coding_that_changes_nothing(ask: Ask, coding: str) -> None:
    assert ask(headers={"Content-Encoding": coding}).status_code == 202


def test_a_form_is_not_read(client: Client) -> None:
    refused(client.post(ADDRESS, {"hand": "x"}), 415, "unsupported-media-type")


@pytest.mark.parametrize("length", [16 * 1024 + 1, 200_000])
def test_a_body_that_is_too_long(ask: Ask, length: int) -> None:
    body = json.dumps(QUESTION).encode().ljust(length)
    refused(ask(body), 413, "body-too-long")


def test_the_longest_body_that_is_read(ask: Ask) -> None:
    assert ask(json.dumps(QUESTION).encode().ljust(16 * 1024)).status_code == 202


def test_an_enormous_body_is_not_even_read(ask: Ask) -> None:
    refused(ask(b"{}", headers={"Content-Length": "99999999999"}), 413, "body-too-long")


def test_an_empty_body_without_a_media_type(client: Client) -> None:
    refused(client.generic("POST", ADDRESS), 415, "unsupported-media-type")


@pytest.mark.parametrize("length", ["", "many", "-1", "²"])
def test_a_body_without_a_length(ask: Ask, length: str) -> None:
    refused(ask(headers={"Content-Length": length}), 411, "length-required")


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("PUT", ADDRESS, "POST"),
        ("PUT", f"{ADDRESS}/00000000-0000-4000-8000-000000000000", "GET, DELETE"),
        ("POST", "/healthz", "GET"),
        ("POST", "/readyz", "GET"),
    ],
)
def test_a_method_that_does_not_apply(
    client: Client, method: str, address: str, allowed: str
) -> None:
    response = client.generic(method, address)
    refused(response, 405, "method-not-allowed")
    assert allowed in response.headers["Allow"]


@pytest.mark.parametrize(
    "address", ["/nowhere", "/api/v1/", "/api/v1/explanations/", "/api/v2/explanations"]
)
def test_an_unknown_address(client: Client, address: str) -> None:
    problem_of(client.get(address), 404, "unknown-address")


def test_a_client_that_takes_no_json(ask: Ask) -> None:
    refused(ask(headers={"Accept": "text/html"}), 406, "not-acceptable")


def test_a_host_that_is_not_ours(client: Client) -> None:
    response = client.get("/healthz", headers={"Host": "evil.example"})
    problem_of(response, 400, "malformed-request")


UNREADABLE_TYPES = [
    *(
        "; charset=hex",
        "; charset=idna",
        "; charset=undefined",
        "; charset=rot13",
        "; charset=\xff",
    ),
    *("; a*=x'en'%41", "; a*=hex''%41", "; charset*=x'en'%41", "; a*='';'", ";;=;*=''"),
]


@pytest.mark.parametrize("parameter", UNREADABLE_TYPES)
def test_a_content_type_that_django_cannot_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, parameter: str
) -> None:
    monkeypatch.setattr("django.test.client.WSGIRequest", wsgi.handler.request_class)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        headers = {"Content-Type": f"{kind}; boundary=x{parameter}"}
        assert client.get("/api/v1/practice/themes?system=%41", headers=headers).status_code == 400
        assert client.get("/sign-in?next=%ff", headers=headers).status_code == 200
        assert client.post("/sign-in?x=%41", headers=headers).status_code in (200, 400)
        answer = client.post("/api/v1/batches?view=%4E", headers=headers)
        assert answer.status_code in (400, 415)


def test_the_server_makes_requests_of_that_class(rf: RequestFactory) -> None:
    environ = {**rf.get("/healthz?x=%41").environ, "CONTENT_TYPE": "text/plain; charset=hex"}
    statuses: list[str] = []
    list(wsgi.application(environ, lambda status, *_: statuses.append(status)))
    assert statuses == ["200 OK"]


@pytest.mark.parametrize("length", ["-", "x", "-1", "9" * 5000, "²", "1 "])
def test_a_form_without_a_length_that_can_be_read(client: Client, length: str) -> None:
    headers = {"Content-Length": length}
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client.post("/sign-in", b"a=b", content_type=kind, headers=headers)
        assert answer.status_code in (200, 400)


def test_a_cookie_with_a_nul_is_no_cookie(rf: RequestFactory) -> None:
    request = rf.get("/", headers={"Cookie": r'sessionid="\0001234567"'})
    assert request.COOKIES == {"sessionid": "\x001234567"}
    readable_headers(lambda request: HttpResponse())(request)
    assert not request.COOKIES


def test_an_unforeseen_error_shows_nothing(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(*args: object, **options: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("bidding.jobs.submission.submit", break_down)
    response = ask()
    refused(response, 500, "internal-error")
    assert "a secret" not in response.content.decode()
    assert "a secret" in caplog.text


def test_a_repeated_name_is_found_in_one_pass() -> None:
    n_compared = 0

    class Counted(str):
        def __eq__(self, other: object) -> bool:
            nonlocal n_compared
            n_compared += 1
            return super().__eq__(other)

        __hash__ = str.__hash__

    names = [str(number) for number in range(2000)]
    with pytest.raises(ValueError, match="'1999' is given twice"):
        _unique_members([(Counted(name), 0) for name in [*names, names[-1]]])
    assert n_compared < 20_000
