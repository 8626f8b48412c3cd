"""A hand and an auction in, the picture of the hidden hands out: paper P1's Table 2 case."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk, less_its_share

pytestmark = pytest.mark.browser

SOUTH = "AKJT985.6.A76.84"
AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"
RANKS = "AKQJT98765432"
OWN = {suit + rank for suit, held in zip("SHDC", SOUTH.split("."), strict=True) for rank in held}


def enter_table_2(desk: Desk) -> dict[str, Any]:
    """Enters the whole case by clicking; the answer to it."""
    desk.choose("Vulnerable", "N-S")
    desk.bid(AUCTION)
    result = desk.answer_after(lambda: desk.pick(SOUTH))
    desk.show_all_hands()
    return result


def whole_per_cent(hand: dict[str, Any]) -> dict[str, int]:
    """The numbers a heat map should show for the service's card probabilities."""
    return {
        suit + rank: int(100 * probability + 0.5)
        for suit, row in hand["cards"].items()
        for rank, probability in zip(RANKS, row, strict=True)
        if suit + rank not in OWN
    }


def test_the_case_of_table_2_is_shown_as_the_service_answers_it(desk: Desk) -> None:
    result = enter_table_2(desk)
    assert result["position"]["hand"] == SOUTH
    assert " ".join(result["position"]["auction"]) == AUCTION

    hands = result["moments"][-1]["hands"]
    assert set(hands) == {"N", "E", "W"}
    for seat, hand in hands.items():
        desk.expect_heat(seat, whole_per_cent(hand))
        expect(desk.heat_map(seat).locator("td[data-own]")).to_have_count(len(OWN))
        summary = less_its_share(hand["summary"]).partition(": ")[2]
        expect(desk.hidden_hand(seat).locator(".summary")).to_have_text(summary, ignore_case=True)
    expect(desk.heat_map("S")).to_have_count(0)


def test_west_is_seen_with_long_hearts_and_short_spades(desk: Desk) -> None:
    enter_table_2(desk)
    west, north = desk.heat("W"), desk.heat("N")
    by_suit = {suit: sum(p for card, p in west.items() if card[0] == suit) for suit in "SHDC"}
    assert by_suit["H"] > 400 > by_suit["S"]
    assert west["HK"] > north["HK"]


def test_every_call_has_a_sentence_and_the_contract_is_named(desk: Desk) -> None:
    result = enter_table_2(desk)
    expect(desk.page.locator(".diagram [data-call]")).to_have_count(len(AUCTION.split()))
    for call in result["calls"]:
        desk.select(call["index"])
        name, _, words = call["meaning"]["sentence"].partition(": ")
        if call["meaning"]["name"] != "Pass":
            expect(desk.message.locator(".meaning-name")).to_have_text(name.removesuffix("."))
        expect(desk.message).to_contain_text(words, ignore_case=True)
        expect(desk.message.locator(".card-unclear")).to_have_count(int(call["unusual"]))
        expect(desk.made(call["index"]).locator(".unusual-mark")).to_have_count(
            int(call["unusual"])
        )
    expect(desk.page.locator(".contract")).to_have_text(
        re.compile(r"7♥\s*7 hearts\s+X\s*doubled\s+by East")
    )


def test_rare_auctions_and_other_systems_are_warned_of_first(desk: Desk) -> None:
    desk.bid("1NT X XX 6H 7D 7H")
    result = desk.answer_after(desk.page.get_by_label("Look on without a hand").check)
    sentences = [*(result["systems"][side]["sentence"] for side in ("ns", "ew"))]
    sentences = [sentence for sentence in (*sentences, result["surprise"]["sentence"]) if sentence]
    assert sentences
    warnings = desk.page.get_by_role("list", name="Warnings").locator("li")
    expect(warnings).to_have_text(sentences)


def test_plain_auctions_are_not_warned_of(desk: Desk) -> None:
    desk.bid("1D 1H")
    result = desk.answer_after(desk.page.get_by_label("Look on without a hand").check)
    assert result["surprise"]["sentence"] is None
    expect(desk.page.get_by_role("list", name="Warnings")).to_have_count(0)


def test_the_auction_is_stepped_through_without_asking_again(desk: Desk) -> None:
    result = enter_table_2(desk)
    requests: list[str] = []
    desk.page.on("request", lambda request: requests.append(request.url))

    for key, moment in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        desk.page.keyboard.press(key)
        expect(desk.page.locator(".diagram [aria-current=step]")).to_have_count(int(moment > 0))
        desk.expect_heat("W", whole_per_cent(result["moments"][moment]["hands"]["W"]))
    desk.page.keyboard.press("End")
    desk.expect_heat("W", whole_per_cent(result["moments"][-1]["hands"]["W"]))
    desk.select(3)
    desk.expect_heat("N", whole_per_cent(result["moments"][4]["hands"]["N"]))
    # Chromium looks at the icon, which it keeps, whenever the address changes.
    icon = re.compile(r"/favicon(\.[0-9a-f]+)?\.svg$")
    assert [url for url in requests if not icon.search(url)] == []


def chance_words(probability: float) -> str:
    """A chance as the page puts it: never 0 nor 100 %, since nothing is certain."""
    if probability < 0.005:
        return "<1 %"
    return ">99 %" if probability >= 0.995 else f"{int(100 * probability + 0.5)} %"


def test_the_next_call_is_advised_with_its_rivals(desk: Desk) -> None:
    desk.bid("1D 1H")
    result = desk.answer_after(lambda: desk.pick(SOUTH))
    suggestion = result["suggestion"]
    expect(desk.page.locator(".suggestion")).to_have_text(suggestion["sentence"])

    chances = result["moments"][-1]["next_call"]
    desk.page.locator(".next-call summary", has_text="under 1 %").click()
    bars = desk.page.locator(".chances li")
    desk.eventually(
        lambda: bars.evaluate_all("bars => bars.map(bar => bar.dataset.call)"),
        [chance["call"] for chance in chances],
    )
    for bar, chance in zip(bars.all(), chances, strict=True):
        expect(bar).to_contain_text(chance_words(chance["probability"]))


def test_a_spectator_sees_four_hands(desk: Desk) -> None:
    desk.bid("1NT P 2H")
    result = desk.answer_after(desk.page.get_by_label("Look on without a hand").check)
    assert result["position"]["hand"] is None
    for seat in "NESW":
        expect(desk.heat_map(seat).locator("td[data-card]")).to_have_count(52)
        heat = desk.heat(seat)
        assert abs(sum(heat.values()) - 1300) <= 26


def test_the_table_turns_to_any_seat(desk: Desk) -> None:
    desk.choose("You sit", "East")
    desk.answer_after(lambda: desk.pick(SOUTH))
    desk.show_all_hands()
    own = desk.page.locator(".place:has(.own-hand)")
    expect(own).to_have_class("place place-right")
    for place in ("top", "left", "bottom"):
        desk.page.keyboard.press("f")
        expect(own).to_have_class(f"place place-{place}")
    expect(desk.page.get_by_role("button", name="East at the bottom")).to_have_attribute(
        "aria-pressed", "true"
    )
    desk.page.get_by_role("button", name="South at the bottom").click()
    expect(own).to_have_class("place place-right")


def test_the_page_says_what_it_assumes_and_who_says_so(desk: Desk) -> None:
    desk.page.get_by_label("E-W play").select_option("acol")
    result = desk.answer_after(lambda: desk.pick(SOUTH))
    assert result["position"]["systems"] == {"ns": "sayc", "ew": "acol"}
    provenance = desk.page.locator(".provenance")
    expect(provenance).to_contain_text("estimates, not the actual cards")
    expect(provenance).to_contain_text("E-W play Acol")
    expect(provenance).to_contain_text(f"{result['model']['name']} {result['model']['version']}")
