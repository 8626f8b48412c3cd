"""The first screen: message, next call and partner's hand, and how the keyboard gets there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import press, violations

pytestmark = pytest.mark.browser

SIZES: tuple[Any, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
    {"width": 390, "height": 664},
)
PHONE = SIZES[2]
NOTRUMP, WEAK = "AQ4.K93.AJ62.Q85", "J83.Q94.J852.T64"
SPADES, RAISE = "AKQ74.82.A83.J52", "K863.A74.QJ92.64"
# Auctions whose last call but a pass is partner's: South's hand, the name of the call, its marks.
MEANINGS: dict[str, tuple[str, ...]] = {
    "1NT P 2C P": (NOTRUMP, "Stayman", "artificial", "asks for a four-card major"),
    "1NT P 2D P": (NOTRUMP, "Jacoby transfer", "artificial", "asks partner to bid 2♥"),
    "1NT P 4C P": (NOTRUMP, "Gerber", "artificial", "asks for aces"),
    "2C P": (WEAK, "Strong 2♣ opening", "artificial", "forcing"),
    "2H P": (WEAK, "Weak two-bid"),
    "1S P 2NT P": (SPADES, "Jacoby 2NT", "artificial", "asks for shortness"),
    "1S P 4C P": (SPADES, "Splinter", "artificial"),  # of Two over one
    "1S P 3S P 4NT P": (RAISE, "Blackwood", "artificial", "asks for aces"),
    "1H P 1S P 2C P 2D P": (
        *("K4.AQJ74.83.KQ62", "Fourth-suit forcing"),
        *("artificial", "asks for a stopper", "forcing"),
    ),
    "1H X P": (WEAK, "Take-out double", "artificial"),
    "1D 1S X P": ("74.AQ3.AQ8632.J5", "Negative double", "artificial"),
    "1H 2H P": (WEAK, "Michaels cue-bid", "artificial"),
    "1S 2NT P": (WEAK, "Unusual notrump", "artificial"),
    "1H 1S 2S P": ("74.AQJ62.KQ3.J52", "Cue-bid raise", "artificial"),
    "1D P 1S P 2H P": ("KJ863.74.Q52.K64", "Reverse", "forcing"),
}


def opened(browser: Browser, base_url: str, size: Any, fragment: str, **options: Any) -> Desk:
    touch = size is PHONE
    context = browser.new_context(base_url=base_url, viewport=size, has_touch=touch, **options)
    desk = Desk(context.new_page())
    desk.page.goto(f"/#{fragment}")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    return desk


def dealer_of(auction: str) -> str:
    """Who deals, so that North makes the last call but the pass."""
    return "NESW"[-(len(auction.split()) - 2) % 4]


def test_the_fifteen_auctions_tell_their_message_on_the_first_screen(
    browser: Browser, base_url: str
) -> None:
    wrong = []
    for auction, (hand, name, *marks) in MEANINGS.items():
        calls = auction.replace(" ", "-")
        systems = "&ns=2/1" if name == "Splinter" else ""
        link = f"hand={hand}&seat=S&dealer={dealer_of(auction)}{systems}&auction={calls}"
        desk = opened(browser, base_url, PHONE, link)
        found = desk.message.locator(".meaning-name").inner_text()
        chips = desk.message.locator(".chips li").all_inner_texts()
        if not found.startswith(name) or any(mark not in " ".join(chips) for mark in marks):
            wrong.append((auction, found, chips))
        for part in (desk.message, desk.page.locator(".suggestion")):
            expect(part).to_be_in_viewport(ratio=1)
        desk.page.context.close()
    assert wrong == []


LONG = "hand=AKQ74.K2.A83.KJ5&seat=S&dealer=S&vul=NS&auction=1S-P-3S-P-4C-P-4D-P-4NT-P-5H-P"
POSITIONS = {
    "long": LONG,
    "contested": "hand=Q5.KJ84.A972.J63&seat=S&dealer=N&vul=both&auction=1H-1S-3H-3S-P-P",
    "opening": "hand=K8.AQ962.KT73.84&seat=S&dealer=S&vul=none",
}


@pytest.mark.parametrize(
    ("position", "locale"),
    [("long", "en-GB"), ("long", "zh-CN"), ("contested", "en-GB"), ("opening", "zh-CN")],
)
def test_message_call_and_partner_are_in_sight_without_scrolling(
    browser: Browser, base_url: str, position: str, locale: str
) -> None:
    for size in SIZES:
        desk = opened(browser, base_url, size, POSITIONS[position], locale=locale)
        for part in (desk.message, desk.page.locator(".suggestion")):
            expect(part).to_be_in_viewport(ratio=1)
        box = desk.heat_map("N").bounding_box()
        assert box is not None
        screens = (box["y"] + box["height"]) / size["height"]
        assert screens <= (2 if size is PHONE else 1), (size, screens)
        desk.expect_no_sideways_scrolling()
        desk.page.context.close()


def test_a_skip_link_leads_past_at_most_twelve_stops(browser: Browser, base_url: str) -> None:
    desk = opened(browser, base_url, SIZES[0], LONG)
    address = desk.page.url
    desk.page.evaluate("document.activeElement.blur()")
    for stops in range(14):
        press(desk, "Tab")
        if stops == 0:
            expect(desk.page.locator(".skip")).to_be_focused()
        inside = "document.getElementById('answer').contains(document.activeElement)"
        if desk.page.evaluate(inside):
            break
    assert stops <= 12
    desk.page.locator(".skip").focus()
    press(desk, "Enter")
    expect(desk.page.locator("#answer")).to_be_focused()
    assert desk.page.url == address


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "zh-CN")])
def test_axe_finds_nothing_in_all_that_unfolds(
    browser: Browser, base_url: str, scheme: Any, locale: str
) -> None:
    desk = opened(
        *(browser, base_url, SIZES[0], LONG),
        locale=locale,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    desk.eventually(lambda: violations(desk), [])
    desk.unfold_all()
    desk.page.locator(".legend-fold").evaluate("legend => { legend.open = false; }")
    desk.eventually(lambda: violations(desk), [])
    desk.show_all_hands()
    desk.made(2).click()
    desk.eventually(lambda: violations(desk), [])
    desk.page.context.close()


def test_each_call_of_the_hand_in_an_example_is_the_usual_one(desk: Desk) -> None:
    """Of all but the last, the freak. The others' calls are theirs, by hands that nobody sees."""
    examples = desk.page.locator(".example")
    unusual, asked = [], 0
    for place in range(examples.count() - 1):
        desk.page.goto("about:blank")
        desk.page.goto("/")
        answer = desk.answer_after(examples.nth(place).click)
        position = answer["position"]
        for moment, call in zip(answer["moments"], position["auction"], strict=False):
            if position["hand"] is not None and moment["to_call"] == position["seat"]:
                asked += 1
                usual = max(moment["next_call"], key=lambda chance: chance["probability"])
                if usual["call"] != call:
                    unusual.append((position["hand"], call, usual))
    assert unusual == []
    assert asked >= 4
