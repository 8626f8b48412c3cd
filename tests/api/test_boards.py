"""Whole boards over the REST interface: text in, text out, and what is refused."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from bidding.api import boards
from tests.api.conftest import problem_of
from tests.api.document import answer_schema, check, is_valid, named

BOARDS, FILES = "/api/v1/boards", "/api/v1/files"
HAND = "AKJT985.6.A76.84"
PBN = f"""[Event "Café"]
[Board "7"]
[Vulnerable "All"]
[Deal "S:{HAND} - - -"]
[Auction "S"]
1S =1= Pass Pass Pass
[Note "1:five or more"]

[Board "8"]
[Deal "S:AK - - -"]
"""
Post = Callable[..., HttpResponse]


@pytest.fixture
def post(client: Client) -> Post:
    def send(address: str, body: Any, **headers: str) -> HttpResponse:
        return client.post(
            address, json.dumps(body), content_type="application/json", headers=headers
        )

    return send


def errors_of(response: HttpResponse, status: int, kind: str) -> list[dict[str, Any]]:
    errors = problem_of(response, status, kind)["errors"]
    assert all(
        set(error) == {"pointer", "code", "detail", "text", "position", "said"} for error in errors
    )
    return list(errors)


HEADERS = '[Event "e"]\n' * 3
COMMANDS = "pn|a,b|" * 3


@pytest.mark.parametrize(
    "text",
    [PBN, HEADERS, COMMANDS, f"https://example.org/?lin={COMMANDS}"],
    ids=["boards", "headers of PBN", "headers of LIN", "a link"],
)
def test_a_text_that_takes_too_long_to_read_is_refused(
    post: Post, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "READ_SECONDS", -1)
    problem = problem_of(post(BOARDS, {"text": text}), 413, "too-many-items")
    assert problem["detail"] == "The file takes too long to read; send it in smaller parts."


def test_a_file_is_read_and_its_bad_board_told(post: Post) -> None:
    answer = post(BOARDS, {"text": PBN}).json()  # type: ignore[attr-defined]
    (board,) = answer["boards"]
    assert (board["event"], board["number"], board["dealer"]) == ("Café", 7, "S")
    assert board["vulnerability"] == "both"
    assert board["hands"] == {"N": None, "E": None, "S": HAND, "W": None}
    assert board["auction"] == ["1S", "P", "P", "P"]
    assert board["notes"][0]["explanation"] == "five or more"
    (refused,) = answer["refused"]
    assert (refused["line"], refused["number"]) == (10, 8)
    assert "four suits" in refused["reason"]
    assert answer["more"] is False


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_bytes_are_decoded_here(post: Post, encoding: str) -> None:
    file = base64.b64encode(PBN.encode(encoding)).decode()
    (board,) = post(BOARDS, {"file": file}).json()["boards"]  # type: ignore[attr-defined]
    assert board["event"] == "Café"


def test_the_encoding_that_was_guessed_is_said_and_may_be_stated(post: Post) -> None:
    text = PBN.replace("Café", "Świątek i Żak")
    file = base64.b64encode(text.encode("cp1250")).decode()
    answer = post(BOARDS, {"file": file}).json()  # type: ignore[attr-defined]
    assert (answer["boards"][0]["event"], answer["encoding"]) == ("Świątek i Żak", "windows-1250")
    stated = post(BOARDS, {"file": file, "encoding": "latin-1"}).json()  # type: ignore[attr-defined]
    assert (stated["boards"][0]["event"], stated["encoding"]) == ("\x8cwi¹tek i ¯ak", "iso8859-1")
    assert post(BOARDS, {"text": PBN}).json()["encoding"] is None  # type: ignore[attr-defined]
    (error,) = errors_of(post(BOARDS, {"file": file, "encoding": "x"}), 400, "malformed-request")
    assert (error["pointer"], "is no encoding" in error["detail"]) == ("/encoding", True)


def test_the_fault_of_a_text_of_one_board_has_its_line(post: Post) -> None:
    body = {"text": "md|1,,,|\nsv|o|\nmb|8C|"}
    (error,) = errors_of(post(BOARDS, body), 400, "malformed-request")
    assert error["detail"].startswith("line 3: ")


def test_what_a_board_says_besides_is_read_and_written(post: Post) -> None:
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 9\n'
    par = '[ParContract "NS 3NT="]\n'
    text = f'[Date "2026.11.27"]\n{{Feasible: 9\n{PBN.partition(chr(10) * 2)[0]}\n{par}{table}'
    answer = post(BOARDS, {"text": text}).json()  # type: ignore[attr-defined]
    (board,) = answer["boards"]
    names = ["Date", "ParContract", "OptimumResultTable", ""]
    assert [other["name"] for other in board["others"]] == names
    assert board["stated"]["tricks"]["N"] == {"C": None, "D": None, "H": None, "S": None, "NT": 9}
    assert board["stated"]["par"] == "NS 3NT="
    (warning,) = answer["warnings"]
    assert (warning["line"], warning["number"]) == (2, 7)
    assert "not closed" in warning["reason"]
    for form in ("pbn", "lin"):
        written = post(FILES, {"format": form, "boards": [board]}).content.decode()
        (again,) = post(BOARDS, {"text": written}).json()["boards"]  # type: ignore[attr-defined]
        assert sorted(again["others"], key=str) == sorted(board["others"], key=str)
        assert again["stated"] == board["stated"]
    assert table in post(FILES, {"format": "pbn", "boards": [board]}).content.decode()


def test_a_lin_file_may_be_in_an_encoding_of_east_asia(post: Post) -> None:
    lin = "pn|育仁,李四,b,c|st||md|1SAKJT985H6DA76C84,,,|sv|o|mb|1S|mb|p|mb|p|mb|p|"
    file = base64.b64encode(lin.encode("big5")).decode()
    answer = post(BOARDS, {"file": file}).json()  # type: ignore[attr-defined]
    assert answer["refused"] == []
    assert answer["boards"][0]["players"] == {"S": "育仁", "W": "李四", "N": "b", "E": "c"}


def test_typed_text_is_the_viewers_and_the_dealers(post: Post) -> None:
    body = {"text": f"{HAND}\n1h-p-2h", "seat": "W", "dealer": "E"}
    (board,) = post(BOARDS, body).json()["boards"]  # type: ignore[attr-defined]
    assert board["hands"]["W"] == HAND
    assert (board["dealer"], board["auction"]) == ("E", ["1H", "P", "2H"])


def test_a_long_text_is_answered_in_part(post: Post) -> None:
    answer = post(BOARDS, {"text": "md|1|" * 600}).json()  # type: ignore[attr-defined]
    assert (len(answer["boards"]), answer["more"]) == (500, True)


@pytest.mark.parametrize(
    ("body", "status", "kind", "pointer", "expected", "position"),
    [
        ({"text": "1H P 1D", "dealer": "N"}, 422, "impossible-position", "/text", "(1D)", 5),
        ({"text": "1H P 9D", "dealer": "N"}, 400, "malformed-request", "/text", "not 9", 5),
        ({"text": HAND[:-1], "seat": "S"}, 422, "impossible-position", "/text", "has 12", 0),
        ({"text": ""}, 400, "malformed-request", "/text", "nothing to read", 0),
        ({"text": '[Event "x"]\n'}, 400, "malformed-request", "/text", "no board", None),
        ({"text": "?n=sak&d=q"}, 400, "malformed-request", "/text", "'?n=sak&d=q'", 0),
        ({"text": 7}, 400, "malformed-request", "/text", "a string", None),
        ({"text": "\ud800"}, 400, "malformed-request", "/text", "is not a call", 0),
        ({}, 400, "malformed-request", "", "either text or file", None),
        ({"text": "P", "file": "UA=="}, 400, "malformed-request", "", "either text or file", None),
        ({"file": "no base64!"}, 400, "malformed-request", "/file", "in base64", None),
        (  # a picture
            {"file": base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0").decode()},
            *(400, "malformed-request", "/file", "this is not a PBN or LIN file", None),
        ),
        ({"file": "AAAAAAAA"}, 400, "malformed-request", "/file", "not text", None),
        ({"text": "P", "seat": "Q"}, 400, "malformed-request", "/seat", "not a seat", 0),
        ({"text": "P", "dealer": 1}, 400, "malformed-request", "/dealer", "a string", None),
        ({"text": "P", "a/b": 1}, 400, "malformed-request", "/a~1b", "not a known field", None),
    ],
)
def test_text_without_a_board(
    post: Post,
    body: dict[str, Any],
    status: int,
    kind: str,
    pointer: str,
    expected: str,
    position: int | None,
) -> None:
    (error,) = errors_of(post(BOARDS, body), status, kind)
    assert (error["pointer"], error["position"]) == (pointer, position)
    assert expected in error["detail"]


def test_only_the_first_faults_of_many_are_told(post: Post) -> None:
    text = '[Board "1"]\n[Deal "x"]\n\n' * 100
    assert len(errors_of(post(BOARDS, {"text": text}), 400, "malformed-request")) == 20


def test_only_the_first_faults_of_many_boards_are_told(post: Post) -> None:
    body = {"format": "pbn", "boards": [{"number": "x"}] * 100}
    assert len(errors_of(post(FILES, body), 400, "malformed-request")) == 20


@pytest.mark.parametrize("address", [BOARDS, FILES])
def test_bodies_may_be_long_but_not_too_long(post: Post, address: str) -> None:
    body = {"text": "%" + " " * 600_000}
    problem_of(post(address, body), 413, "body-too-long")
    assert post(BOARDS, {"text": PBN + " " * 300_000}).status_code == 200


@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_what_is_read_can_be_written_and_read_again(post: Post, kind: str) -> None:
    boards = post(BOARDS, {"text": PBN}).json()["boards"]  # type: ignore[attr-defined]
    written = post(FILES, {"format": kind, "boards": boards})
    assert written.headers["Content-Type"] == "text/plain; charset=utf-8"
    again = post(BOARDS, {"text": written.content.decode()}).json()  # type: ignore[attr-defined]
    for name in ("event", "number", "dealer", "vulnerability", "hands", "auction", "notes"):
        assert again["boards"][0][name] == boards[0][name]


@pytest.mark.parametrize("number", [0, 20231105, 999_999_999])
@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_whatever_board_is_read_is_taken_for_a_file(post: Post, kind: str, number: int) -> None:
    long = "word " * 400
    marks = "$1234 " * 20
    text = f'[Event "{long}"]\n[Board "{number}"]\n[Auction "N"]\n1C {marks}=1= {{{long}}} P\n'
    answer = post(BOARDS, {"text": f'{text}[Note "1:{long}"]\n'})
    (board,) = answer.json()["boards"]  # type: ignore[attr-defined]
    assert (board["number"], board["notes"][0]["comment"]) == (number, long.strip())
    assert board["notes"][0]["marks"] == marks.strip()
    assert post(FILES, {"format": kind, "boards": [board]}).status_code == 200


def test_a_file_as_json(post: Post) -> None:
    answer = post(FILES, {"format": "lin", "boards": [{}]}, Accept="application/json")
    assert json.loads(answer.content) == "pn|,,,|st||md|0,,,|pg||\n"


@pytest.mark.parametrize(
    ("body", "status", "kind", "pointer"),
    [
        ({"format": "doc", "boards": [{}]}, 400, "malformed-request", "/format"),
        ({"format": ["pbn"], "boards": [{}]}, 400, "malformed-request", "/format"),
        ({"format": "pbn"}, 400, "malformed-request", "/boards"),
        ({"format": "pbn", "boards": [{"hands": 1}]}, 400, "malformed-request", "/boards/0/hands"),
        (
            {"format": "pbn", "boards": [{}, {"dealer": "N", "auction": ["X"]}]},
            422,
            "impossible-position",
            "/boards/1/auction/0",
        ),
        ({"format": "pbn", "boards": [{}], "x": 1}, 400, "malformed-request", "/x"),
    ],
)
def test_files_that_cannot_be_written(
    post: Post, body: dict[str, Any], status: int, kind: str, pointer: str
) -> None:
    (error,) = errors_of(post(FILES, body), status, kind)
    assert error["pointer"] == pointer


def test_answers_are_as_the_openapi_document_says(post: Post, client: Client) -> None:
    answer = post(BOARDS, {"text": PBN}).json()  # type: ignore[attr-defined]
    check(answer, answer_schema(BOARDS, "POST", 200))
    assert is_valid({"format": "pbn", "boards": answer["boards"]}, named("NewFile"))
    for status in (400, 413, 422):
        assert answer_schema(BOARDS, "POST", status, "application/problem+json") == named("Problem")
    assert answer_schema(FILES, "POST", 200, "text/plain") == {"type": "string"}


def test_the_names_of_systems_are_said_as_cards(post: Post) -> None:
    named = '[BidSystemNS "2/1GF - 2/1 Game Force"]\n[BidSystemEW "Roman Club"]\n'
    (board,) = post(BOARDS, {"text": f'[Board "1"]\n{named}[Auction "N"]\nPass\n'}).json()["boards"]  # type: ignore[attr-defined]
    assert board["systems"] == {"ns": "2/1GF - 2/1 Game Force", "ew": "Roman Club"}
    assert board["cards"] == {"ns": "21", "ew": "unknown"}
