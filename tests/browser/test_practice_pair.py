"""Practice: two people bid a board at one table, each in a browser of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response, expect

from tests.browser.conftest import worrying
from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

TABLES = "/api/v1/practice/tables"
PHONE = {"width": 360, "height": 740}
CLUB = Path(__file__).parent / "club.pbn"
BID = re.compile(r'\[(Declarer|Contract|Result) ".*"\]\n|\[Auction "."\]\n.*\n')
Opener = Callable[..., BrowserContext]


class Player(PracticeTable):
    """A player at a table for two, and every document that came before the auction was over."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.documents: list[str] = []
        self.hands: dict[str, str] | None = None
        page.on("response", self._keep_document)

    def sit_down(self, link: str) -> None:
        """Opens the link of a seat."""
        self.page.goto(link)
        expect(self.page.get_by_role("heading", name="You and partner")).to_be_visible()

    def open_table(self, theme: str = "stayman") -> str:
        """Opens a table for two; returns the link for partner."""
        self.open()
        self.page.get_by_label("Theme").select_option(theme)
        self.page.get_by_text("Bid with a partner").click()
        self.page.get_by_role("button", name="Open a table").click()
        return self.partners_link()

    def partners_link(self) -> str:
        """The link for partner at a table that has just been opened."""
        link = self.page.get_by_label("The link for partner, North")
        expect(link).to_be_visible(timeout=PATIENCE_MS)
        return link.input_value()

    @property
    def turn(self) -> Any:
        """What is said of whose turn it is."""
        return self.page.locator(".whose-turn")

    def _keep_document(self, response: Response) -> None:
        if "/api/" not in response.url:
            return
        try:
            document = response.json()
        except Error:  # the page was left meanwhile
            return
        if TABLES in response.url and "hand" in document:
            self.hands = document.get("hands")
        if self.hands is None:
            self.documents.append(json.dumps(document))


@pytest.fixture
def browsers(browser: Browser, base_url: str) -> Iterator[Opener]:
    """An opener of browsers; at the end nothing may have been reported on their consoles."""
    reports: list[str] = []
    contexts: list[BrowserContext] = []

    def open_browser(**options: Any) -> BrowserContext:
        context = browser.new_context(base_url=base_url, **options)
        context.on("weberror", lambda error: reports.append(str(error.error)))
        context.on("console", lambda message: reports.extend(worrying(message)))
        contexts.append(context)
        return context

    yield open_browser
    for context in contexts:
        context.close()
    assert reports == []


def seated(browsers: Opener, **options: Any) -> tuple[Player, Player]:
    """South and North, in two browsers, at one table."""
    south, north = (Player(browsers(**options).new_page()) for _ in range(2))
    north.sit_down(south.open_table())
    return south, north


def caller(*players: Player) -> Player | None:
    """The player whose turn it is, once the bidder's calls are known there; None at the end."""
    for _ in range(PATIENCE_MS // 50):
        for player in players:
            if player.box.is_visible() and player.chances:
                return player
        if all(player.end.is_visible() for player in players):
            return None
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to call")


def bid_to_the_end(*players: Player) -> None:
    """Each makes the usual call at the own turns until the board is over for both."""
    while (player := caller(*players)) is not None:
        player.call_the_usual()


def hand_at(player: Player) -> str:
    """The player's hand, as the service has sent it last."""
    for _ in range(PATIENCE_MS // 50):
        for document in map(json.loads, reversed(player.documents)):
            if "hand" in document:
                return str(document["hand"])
        player.page.wait_for_timeout(50)
    raise AssertionError("no hand was sent")


def played(player: Player) -> list[Any]:
    """The boards in the player's progress."""
    kept = player.page.evaluate("localStorage.getItem('practice-progress')")
    boards: list[Any] = json.loads(kept)["boards"] if kept else []
    return boards


def test_two_players_bid_a_board_each_seeing_the_own_hand(browsers: Opener) -> None:
    """Takes long: a whole auction of the model, awaited call by call in two browsers."""
    south, north = seated(browsers)
    while (player := caller(south, north)) is not None:
        other = north if player is south else south
        before = len(player.auction())
        for one in (south, north):
            expect(one.page.locator(".card-row")).to_have_count(1)
            expect(one.page.locator(".deal")).to_have_count(0)
        expect(other.turn).to_have_text("Partner is to call", timeout=PATIENCE_MS)
        player.call_the_usual()
        made = player.auction()[before:]
        seen = other.page.locator("table.auction .step .call .unseen").nth(before)
        if made:
            seen = seen.filter(has_text=re.compile(rf"^\s*{re.escape(made[0])}\s*$"))
        # The last call leads to the end, at any moment, where it stands elsewhere.
        expect(seen.or_(other.end)).to_be_visible(timeout=PATIENCE_MS)
    for one, seat in ((south, "S"), (north, "N")):
        assert one.hands is not None
        hidden = [hand for name, hand in one.hands.items() if name != seat]
        assert not [hand for hand in hidden if hand in "".join(one.documents)]
        assert hand_at(one) == one.hands[seat]
        expect(one.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
        expect(one.end).to_contain_text(re.compile(r"0 IMPs|You (win|lose) \d+ IMP"))
        expect(one.end.get_by_role("button", name="Bid this board again")).to_have_count(0)
        expect(one.end.locator(".own-calls tbody tr").first).to_be_visible()


def test_the_next_board_comes_at_the_same_table(browsers: Opener) -> None:
    """Takes long: two whole auctions of the model in two browsers."""
    south, north = seated(browsers)
    bid_to_the_end(south, north)
    for one in (south, north):
        expect(one.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
        one.documents, one.hands = [], None
    links = south.page.url, north.page.url
    north.end.get_by_role("button", name="Next board").click()
    expect(north.end).to_have_count(0, timeout=PATIENCE_MS)
    expect(south.page.get_by_text("Partner dealt the next board.")).to_be_visible()
    expect(south.end).to_be_visible()
    south.end.get_by_role("button", name="Next board").click()
    expect(south.end).to_have_count(0)
    assert hand_at(south) not in "".join(north.documents)
    assert hand_at(north) not in "".join(south.documents)
    bid_to_the_end(south, north)
    assert (south.page.url, north.page.url) == links
    for one in (south, north):
        expect(one.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
        boards = played(one)
        assert [board["theme"] for board in boards] == ["stayman", "stayman"]
        mine = [len(board["calls"]) for board in boards]
        rows = one.end.get_by_role("region", name="Your calls").locator("tbody tr")
        expect(rows).to_have_count(mine[-1])
        one.page.reload()
        expect(one.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
        assert len(played(one)) == 2


def test_boards_of_a_file_without_auctions_are_bid_to_their_end(browsers: Opener) -> None:
    """Takes long: two whole auctions of the model in two browsers."""
    south, north = (Player(browsers().new_page()) for _ in range(2))
    boards = "\n\n".join(BID.sub("", CLUB.read_text()).split("\n\n")[1:3])
    published: Any = {"name": "c.pbn", "mimeType": "text/plain", "buffer": boards.encode()}
    south.page.goto("/#boards")
    south.page.locator(".open-file input[type=file]").set_input_files(files=published)
    south.page.get_by_role("button", name="Bid 2 boards with partner").click()
    north.sit_down(south.partners_link())
    for number in (1, 2):
        bid_to_the_end(south, north)
        for one in (south, north):
            expect(one.end).to_contain_text(f"Board {number} is over")
            expect(one.end).to_contain_text("Robots: ", timeout=PATIENCE_MS)
            assert len(played(one)) == number
            next_board = one.end.get_by_role("button", name="Next board")
            expect(next_board).to_have_count(2 - number)
            if number == 1:
                one.chances, one.hands = {}, None
                next_board.click()
                expect(one.end).to_have_count(0, timeout=PATIENCE_MS)
    expect(south.end).to_contain_text("That was the last of these boards.")
    expect(north.end.get_by_role("link", name="Back to the file")).to_have_count(0)
    south.end.get_by_role("link", name="Back to the file").click()
    expect(south.page.get_by_role("heading", name="2 boards")).to_be_visible()


def test_a_seat_is_for_one_browser_at_a_time(browsers: Opener) -> None:
    south, north = seated(browsers)
    caller(south, north)
    other = Player(browsers().new_page())
    other.sit_down(north.page.url)
    expect(other.page.locator(".failure")).to_contain_text("This seat is in use in another browser")
    assert hand_at(north) not in "".join(other.documents)
    other.page.get_by_role("button", name="Take the seat here").click()
    expect(other.page.locator(".player-hand")).to_contain_text("You are North")
    while caller(south, other) is south:
        south.call_the_usual()
    before = len(south.auction())
    other.call_the_usual()
    told = north.page.locator(".failure")
    expect(told).to_contain_text("This seat is in use in another browser", timeout=PATIENCE_MS)
    expect(north.box).to_have_count(0)
    expect(north.page.locator("table.auction .step")).not_to_have_count(before)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_it_is_accessible_and_fits(browsers: Opener, size: dict[str, int]) -> None:
    south, north = seated(browsers, viewport=size)
    caller(south, north)
    other = Player(browsers(viewport=size).new_page())
    other.sit_down(north.page.url)
    expect(other.page.locator(".failure")).to_be_visible()
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for one in (south, north, other):
        assert violations(one) == []
        assert one.page.evaluate(overflow) == 0


def test_it_is_bid_with_the_keyboard_and_in_chinese(browsers: Opener) -> None:
    player = Player(browsers().new_page())
    page = player.page
    page.goto("/practice/?language=zh-hans#system=sayc&theme=stayman")
    page.get_by_text("和同伴一起叫牌").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="开一桌")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("给同伴（北家）的链接")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("heading", name="您和同伴")).to_be_visible()
    expect(page.locator(".player-hand")).to_contain_text("您是南")
