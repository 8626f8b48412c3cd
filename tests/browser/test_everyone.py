"""Phone to desktop, dark and light, large text, little motion, and the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import press, tab_to
from tests.browser.test_lines import button

pytestmark = pytest.mark.browser

HAND = "AQ742.K6.J85.T93"
POSITION = f"hand={HAND}&seat=S&dealer=N&vul=NS&auction=1H-P"
WIDTHS = (360, 768, 1440)
LOCALES = ("en-GB", "zh-CN")
MOVING = """() => [...document.querySelectorAll("*")].map(getComputedStyle).filter(style =>
    style.transitionDuration.split(", ").some(time => time !== "0s")
    || style.animationName !== "none" || style.scrollBehavior !== "auto").length"""


def opened(browser: Browser, base_url: str, **options: Any) -> Desk:
    """The usual position with every table open."""
    context = browser.new_context(base_url=base_url, **options)
    desk = Desk(context.new_page())
    desk.page.goto(f"/#{POSITION}")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    desk.show_all_hands()
    desk.unfold_all()
    return desk


def set_text_size(desk: Desk, size: str) -> None:
    """Set the text size, as the browser's own setting does."""
    desk.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_pushed_sideways_at_any_width_or_size_of_text(
    browser: Browser, base_url: str, locale: str
) -> None:
    desk = opened(browser, base_url, locale=locale)
    expect_all_sizes_fit(desk)
    desk.change()
    expect_all_sizes_fit(desk)
    desk.page.set_viewport_size({"width": WIDTHS[0], "height": 800})
    desk.page.locator(".sheet-tabs button").first.click()
    expect_all_sizes_fit(desk)
    desk.page.context.close()


def expect_all_sizes_fit(desk: Desk) -> None:
    """Waits until nothing is wider than the window, at any width, with text of twice the size."""
    for size in ("100%", "200%"):
        set_text_size(desk, size)
        for width in WIDTHS:
            desk.page.set_viewport_size({"width": width, "height": 800})
            desk.expect_no_sideways_scrolling()


def test_a_tablet_held_upright_shows_the_auction_beside_the_hand(
    browser: Browser, base_url: str
) -> None:
    desk = opened(browser, base_url)
    desk.change()
    boxes = """() => [".hand-panel", ".systems-panel", ".auction-panel"].map(name => {
        const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
        return { left, top, right, bottom };
    })"""
    for width, beside in ((768, True), (1440, False)):
        desk.page.set_viewport_size({"width": width, "height": 1024})
        hand, systems, auction = desk.page.evaluate(boxes)
        assert systems["left"] == hand["left"]
        if beside:
            assert auction["top"] == hand["top"]
            assert auction["left"] > hand["right"]
            assert hand["bottom"] < systems["top"] < auction["bottom"]
        else:
            assert auction["left"] == hand["left"]
            assert hand["bottom"] < auction["top"] < systems["top"]
    desk.page.context.close()


def test_no_name_of_a_seat_is_broken_on_a_phone(browser: Browser, base_url: str) -> None:
    desk = opened(browser, base_url)
    desk.change()
    names = desk.page.locator(".segment span")
    heights = """elements => elements.map(element => element.getBoundingClientRect().height)
        .filter(height => height > 0)"""
    for width in (320, *WIDTHS):
        desk.page.set_viewport_size({"width": width, "height": 800})
        assert len(set(names.evaluate_all(heights))) == 1
    desk.page.context.close()


@pytest.mark.parametrize(
    ("path", "part"), [("/", ".welcome"), ("/practice/", ".practice-head"), ("/guide/", ".guide")]
)
def test_large_text_fits_a_small_phone(
    browser: Browser, base_url: str, path: str, part: str
) -> None:
    size: Any = {"width": 320, "height": 640}
    outside = """(part, width) => [part, ...part.querySelectorAll("*")]
        .filter(one => one.getBoundingClientRect().right > width)
        .map(one => one.outerHTML)"""
    for locale in LOCALES:
        with browser.new_context(base_url=base_url, locale=locale, viewport=size) as context:
            desk = Desk(context.new_page())
            desk.page.goto(path)
            shown = desk.page.locator(part)
            expect(shown).to_be_visible()
            set_text_size(desk, "200%")
            assert shown.evaluate(outside, size["width"]) == []


def test_every_rank_is_whole_on_its_card(browser: Browser, base_url: str) -> None:
    desk = opened(browser, base_url)
    desk.change()
    cut = """cards => cards.filter(card => card.scrollHeight > card.clientHeight
        || card.scrollWidth > card.clientWidth).map(card => card.textContent)"""
    for width in WIDTHS:
        desk.page.set_viewport_size({"width": width, "height": 800})
        assert desk.page.locator(".card").evaluate_all(cut) == []
    desk.page.context.close()


def test_text_grows_to_twice_its_size(browser: Browser, base_url: str) -> None:
    desk = opened(browser, base_url)
    desk.change()
    texts = desk.page.locator("h2, h3, p, label, button, td, th, summary, figcaption")
    sizes = "elements => elements.map(element => parseFloat(getComputedStyle(element).fontSize))"
    before: list[float] = texts.evaluate_all(sizes)
    assert min(before) >= 11
    set_text_size(desk, "200%")
    desk.eventually(
        lambda: [
            round(now / then, 2)
            for then, now in zip(before, texts.evaluate_all(sizes), strict=True)
            if now < 1.99 * then
        ],
        [],
    )
    desk.page.context.close()


def test_who_wants_less_motion_gets_none(browser: Browser, base_url: str) -> None:
    desk = opened(browser, base_url)
    assert desk.page.evaluate(MOVING) > 0
    desk.page.emulate_media(reduced_motion="reduce")
    desk.eventually(lambda: desk.page.evaluate(MOVING), 0)
    desk.page.context.close()


def test_reasons_cards_and_other_calls_are_had_with_the_keyboard(
    browser: Browser, base_url: str
) -> None:
    context = browser.new_context(base_url=base_url)
    desk = Desk(context.new_page())
    page = desk.page
    page.goto(f"/#{POSITION}")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    page.locator(".step-bar button").first.focus()
    press(desk, "Enter")
    expect(page.locator(".moment-words")).to_have_text("Before the first call")
    press(desk, "End")
    tab_to(desk, "Next call")
    desk.made(0).focus()
    press(desk, "Enter")
    expect(page.locator(".moment-words")).to_contain_text("After call 1 of 2")
    press(desk, "End")
    button(desk, "Copy as a problem").focus()
    press(desk, "Tab", "Enter")  # to the menu of files
    expect(page.locator(".taking")).to_have_attribute("open", "")
    page.locator(".next-call summary", has_text="Why?").focus()
    press(desk, "Enter")
    expect(page.locator(".why")).to_be_visible()
    button(desk, "All hands around the table").focus()
    press(desk, "Enter")
    page.locator("table.heat[data-seat=W] [tabindex='0']").focus()
    press(desk, "ArrowRight", "Enter")
    expect(page.locator("[data-marked=pinned]")).to_have_count(3)
    press(desk, "Escape")
    page.locator(".languages a").last.focus()
    press(desk, "Enter")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    context.close()
