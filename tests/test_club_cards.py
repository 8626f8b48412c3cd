"""A club's own convention cards: their file, the command that keeps it, and their list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from bidding.domain.convention_card import ConventionCard
from bidding.parsing.documents.club_cards import BadClubCards, read_club_cards, to_toml
from bidding.parsing.formats.bbsa import to_bbsa

FILE = """
new_visitors = "Tuesday"

[[card]]
name = "Tuesday"
base = "2/1"
options = { notrump_range = "12-14" }

[[card]]
name = "Robots"
file = "robots.bbsa"

[[card]]
name = "Beginners"
base = "acol"
"""
CODES = [("Tuesday", "21-a0"), ("Robots", "sayc-a0"), ("Beginners", "acol")]


@pytest.fixture
def path(tmp_path: Path, settings: Settings) -> Path:
    settings.CARDS_FILE = tmp_path / "cards.toml"
    robots = to_bbsa(ConventionCard.from_code("sayc-a0")) + "Gruesome Twosome = 1\n"
    (tmp_path / "robots.bbsa").write_text(robots)
    found: Path = settings.CARDS_FILE
    return found


def cards(*words: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    call_command("cards", *words)
    return capsys.readouterr().out.splitlines()


def codes(path: Path) -> list[tuple[str, str]]:
    return [(name, read.card.code) for name, read in read_club_cards(path).cards]


def test_a_file_is_read_and_survives_its_writing(path: Path) -> None:
    path.write_text(FILE)
    club = read_club_cards(path)
    assert (codes(path), club.default) == (CODES, ConventionCard.from_code("21-a0"))
    path.write_text(to_toml(club.entries, club.new_visitors))
    assert read_club_cards(path) == club


def test_any_name_can_be_written(path: Path) -> None:
    name = 'Anne & "Ütz"\\ \U0001f0cf'
    path.write_text(to_toml([{"name": name, "base": "acol", "options": {}}], name))
    assert read_club_cards(path).new_visitors == name


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[[card", ["Expected .*end of document"]),
        ("card = 3", [r"below a line \[\[card\]\]"]),
        ("colour = 1", ["colour is neither new_visitors nor card"]),
        ('new_visitors = "X"', ["new_visitors: there is no card 'X'"]),
        ("[[card]]", ["card 1: base: base is missing", "card 1: name: name is missing"]),
        (
            '[[card]]\nname = "X"\nbase = "goren"\noptions = { smolen = "perhaps", a = "b" }',
            [r"card 1 \(X\): base: 'goren' is not a known bidding system"],
        ),
        (
            '[[card]]\nname = "X"\nbase = "acol"\noptions = { smolen = "perhaps" }',
            [r"card 1 \(X\): options.smolen: 'perhaps' is none of"],
        ),
        (
            '[[card]]\nname = "X"\nbase = "acol"\noptions = { nt_2s = "clubs", nt_2nt = "clubs" }',
            [r"card 1 \(X\): options.nt_2nt: 1NT–2♠ and 1NT–2NT cannot both"],
        ),
        ('[[card]]\nname = "X"\nfile = "none.bbsa"', [r"card 1 \(X\): file: .*none.bbsa"]),
        ('[[card]]\nname = "X"\nfile = "../x.bbsa"', [r"card 1 \(X\): file: expected the name"]),
        (
            '[[card]]\nname = "X"\nbase = "acol"\n[[card]]\nname = "X"\nbase = "sayc"',
            [r"card 2 \(X\): another card has this name"],
        ),
        (
            '[[card]]\nname = "X"\nbase = "unknown"',
            [r"card 1 \(X\): an unknown system has no card"],
        ),
        ('[[card]]\nname = ""\nbase = "acol"', ["card 1: name: a name is a line of text"]),
    ],
)
def test_faults_name_the_file_and_the_place(path: Path, text: str, faults: list[str]) -> None:
    path.write_text(text)
    with pytest.raises(BadClubCards) as caught:
        read_club_cards(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith(f"{path}: ")
        assert re.search(fault, line)


def test_cards_are_added_listed_and_removed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("list", capsys=capsys) == [f"there are no cards in {path}"]
    added = cards("add", "Tuesday", "21-a0", "--new-visitors", capsys=capsys)
    assert added == ["Tuesday (new visitors get it): 21-a0, 2/1 + 1NT 12–14"]
    cards("add", "Robots", str(path.parent / "robots.bbsa"), capsys=capsys)
    cards("add", "Beginners", "Acol", capsys=capsys)
    assert codes(path) == CODES
    assert cards("new-visitors", "Robots", capsys=capsys)[1].startswith("Robots (new visitors")
    cards("remove", "Robots", capsys=capsys)
    assert (codes(path), read_club_cards(path).default) == ([CODES[0], CODES[2]], None)
    for words in (("add", "Tuesday", "acol"), ("remove", "X"), ("new-visitors", "X")):
        with pytest.raises(CommandError, match=r"there is (a|no) card"):
            call_command("cards", *words)
    with pytest.raises(CommandError, match="or the code of a card"):
        call_command("cards", "add", "X", "goren")
    for name in (" ", "x" * 61, "two\tcolumns"):
        with pytest.raises(CommandError, match=r"card 3.*: name: "):
            call_command("cards", "add", name, "acol")
    assert codes(path) == [CODES[0], CODES[2]]


def test_a_file_that_is_kept_by_name_stays_so(path: Path) -> None:
    path.write_text(FILE)
    call_command("cards", "new-visitors")
    assert 'file = "robots.bbsa"' in path.read_text()
    assert read_club_cards(path).default is None


def test_a_check_says_what_is_not_understood(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robots = str(path.parent / "robots.bbsa")
    found = cards("check", robots, "21-a0", capsys=capsys)
    assert found[0] == f"{robots}: sayc-a0, SAYC + 1NT 12–14; not understood: Gruesome Twosome"
    assert found[1] == "21-a0: 21-a0, 2/1 + 1NT 12–14"
    path.write_text("colour = 1")
    with pytest.raises(CommandError, match="neither"):
        call_command("cards", "check")


@pytest.mark.django_db
def test_the_site_offers_them_at_once_and_none_of_a_faulty_file(
    client: Client, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def offered() -> tuple[list[tuple[str, str]], str | None, str]:
        response = client.get("/api/v1/cards")
        listed = response.json()
        names = [(one["name"], one["code"]) for one in listed["cards"]]
        return names, listed["default"], response.headers["ETag"]

    nothing = offered()
    path.write_text(FILE)
    found = offered()
    assert (nothing[:2], found[:2]) == (([], None), (CODES, "21-a0"))
    assert nothing[2] != found[2]
    path.with_name("robots.bbsa").write_text(to_bbsa(ConventionCard.from_code("acol")))
    assert offered()[0][1] == ("Robots", "acol")
    path.write_text("colour = 1")
    assert (offered(), offered()) == (nothing, nothing)
    assert [record.message for record in caplog.records if "colour" in record.message]


@pytest.mark.django_db
def test_they_stand_beside_the_systems_in_the_readers_language(client: Client, path: Path) -> None:
    def listed(language: str = "en") -> str:
        return client.get("/systems/", headers={"Accept-Language": language}).content.decode()

    assert 'id="club-cards"' not in listed()
    path.write_text(FILE.replace("Tuesday", "Anna & Ben"))
    link = '<a href="/systems/card/#card=21-a0&amp;name=Anna%20%26%20Ben">Anna &amp; Ben</a>'
    assert f"{link}: 2/1 + 1NT 12–14</li>" in listed()
    assert f"{link}：2/1 + 1NT 12–14点</li>" in listed("zh-hans")


@pytest.mark.django_db
def test_pages_name_the_card_of_new_visitors(client: Client, path: Path) -> None:
    for page in ("/", "/practice/"):
        assert 'data-convention-card=""' in client.get(page).content.decode()
    path.write_text(FILE)
    for page in ("/", "/practice/"):
        assert 'data-convention-card="21-a0"' in client.get(page).content.decode()
