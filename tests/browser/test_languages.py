"""The page in Chinese: the main job from the empty page to the reasons, without an English word."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import PATIENCE_MS, Desk
from tests.browser.test_access import PHONE, violations

pytestmark = pytest.mark.browser

HAND = "AQ742.K6.J85.T93"
POSITION = f"hand={HAND}&seat=S&dealer=N&vul=NS&auction=1H-P"
# Names and notations: they are written so in Chinese books, too.
NAMES = {
    *("BridgeViz", "SAYC", "Acol", "English", "NT", "PBN", "LIN", "JSON", "SVG", "PNG", "HCP"),
    *("XX", "kB", "Ctrl", "Enter", "Esc", "Home", "End"),
    *("bridgeviz", "bidder"),  # what the model is called
}
# Everything that is read or heard: texts in sight, and the names and hints of what is not text.
READ = """() => {
    const heard = ["aria-label", "title", "placeholder", "alt"];
    const parts = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll("*")) {
        if (element.closest(".languages [lang=en], .provenance code") !== null) continue;
        for (const name of heard) parts.push(element.getAttribute(name) ?? "");
        if (element.matches(".unseen, option")) parts.push(element.textContent);
    }
    return parts.join("\\n");
}"""


def english_words(page: Page) -> list[str]:
    """The words of Latin letters that a Chinese reader would stumble over."""
    text = re.sub(r"\b[0-9a-f]{12}\b", "", page.evaluate(READ))
    text = re.sub(r"(?<![\w.])[AKQJT2-9]*(\.[AKQJT2-9]*){3}(?![\w.])", "", text)  # hands
    text = re.sub(r"(?<![A-Za-z])[AKQJT2-9]{2,13}(?![A-Za-z])", "", text)  # and their suits
    words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\b[1-7](NT|[CDHS])\b", "", text))
    return sorted(set(words) - NAMES)


def chinese(browser: Browser, base_url: str, **options: Any) -> Desk:
    context = browser.new_context(base_url=base_url, locale="zh-CN", **options)
    return Desk(context.new_page())


def expect_no_english(desk: Desk) -> None:
    desk.eventually(lambda: english_words(desk.page), [])


def test_the_whole_job_is_done_in_chinese(browser: Browser, base_url: str) -> None:
    desk = chinese(browser, base_url)
    page = desk.page
    page.goto("/")
    expect(page.get_by_role("heading", name="每个叫品都是一条信息")).to_be_visible()
    expect_no_english(desk)

    page.get_by_role("button", name="黑桃A", exact=True).click()
    expect(page.locator("#hand-count")).to_contain_text("1/13 张牌")
    page.get_by_label("或键入", exact=False).first.fill(HAND)
    box = page.get_by_role("toolbar", name="叫牌盒")
    box.get_by_role("button", name="1红心", exact=True).click()
    desk.answer_after(box.get_by_role("button", name="不叫", exact=True).click)
    expect(page.get_by_role("heading", name="您该叫什么？")).to_be_visible()
    expect(page.locator(".suggestion")).to_contain_text("对南家来说，1♠是")
    expect(desk.message.locator(".shows")).to_contain_text("大牌点")
    expect_no_english(desk)

    page.locator(".masthead").click(position={"x": 2, "y": 2})
    page.keyboard.press("Home")
    expect(page.locator(".moment-words")).to_have_text("首个叫品之前")
    page.keyboard.press("End")
    desk.unfold_all()
    expect(page.locator(".candidates")).to_be_visible()
    expect(page.locator(".why")).to_contain_text("会向大家表明")
    box.get_by_role("button", name="2无将", exact=True).hover()
    expect(page.locator(".call-card .card-ranges")).to_be_visible(timeout=PATIENCE_MS)
    expect_no_english(desk)
    page.context.close()


def test_a_deal_laid_open_lines_compared_and_the_handout_are_chinese(
    browser: Browser, base_url: str
) -> None:
    desk = chinese(browser, base_url)
    page = desk.page
    page.goto("/")
    desk.answer_after(page.get_by_role("button", name="随机发牌").click)
    box = page.get_by_role("toolbar", name="叫牌盒")
    desk.answer_after(box.get_by_role("button", name="1梅花", exact=True).click)
    page.get_by_role("button", name="亮牌").click()
    expect(page.locator(".reveal")).to_contain_text("平均概率")
    page.locator(".masthead").click(position={"x": 2, "y": 2})
    page.keyboard.press("Home")
    page.get_by_role("button", name="不叫1♣而").click()
    desk.answer_after(box.get_by_role("button", name="1无将", exact=True).click)
    page.get_by_role("button", name="与线路 A 比较").click()
    expect(page.locator(".two-lines article")).to_have_count(2)
    expect_no_english(desk)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".handout-pictures svg")).to_have_count(3)
    expect_no_english(desk)
    page.context.close()


def test_faults_are_told_in_chinese(browser: Browser, base_url: str) -> None:
    desk = chinese(browser, base_url)
    page = desk.page
    page.goto("/")
    page.locator("#hand").fill("AKJT985.6.A76.8X")
    page.get_by_role("button", name="解释", exact=True).click()
    expect(page.locator("#hand-complaint")).to_contain_text("'X'不是牌张")
    page.locator("#calls").fill("1H D 1D")
    page.locator("#calls").press("Enter")
    expect(page.locator("#calls-complaint")).to_contain_text("第3个叫品（1D）不合法：它不高于1H")
    page.get_by_role("button", name="粘贴或打开").click()
    page.locator("#paste").fill('[Deal "S:KQ - - -"]')
    page.get_by_role("button", name="读取文字").click()
    expect(page.locator("#paste-complaint")).to_contain_text("一手牌有四门花色")
    page.context.close()


def test_the_language_is_switched_with_all_that_is_on_show(desk: Desk) -> None:
    page = desk.page
    desk.bid("1H P")
    desk.answer_after(lambda: desk.hand_text.fill(HAND))
    desk.answer_after(page.get_by_role("link", name="中文").click)
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(page.locator("#hand")).to_have_value(HAND)
    desk.expect_auction([["", "1♥", "不叫", "?"]])
    page.goto("/")
    expect(page.get_by_role("button", name="解释", exact=True)).to_be_visible()
    page.get_by_role("link", name="English").click()
    expect(desk.explain_button).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_axe_finds_nothing_in_chinese(browser: Browser, base_url: str) -> None:
    desk = chinese(browser, base_url, viewport=PHONE, reduced_motion="reduce")
    desk.page.goto(f"/#{POSITION}")
    expect(desk.picture).to_be_visible(timeout=PATIENCE_MS)
    desk.expect_no_sideways_scrolling()
    desk.eventually(lambda: violations(desk), [])
    desk.page.context.close()
