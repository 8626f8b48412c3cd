"""How long a player at /practice/ waits: for a board, for the robots' calls, for a grade.

``python -m benchmarks.practice http://127.0.0.1:8000/ [--boards N] [--json OUT]`` bids boards in
Debian's Chromium on a site that runs. Milliseconds run from the click until what is awaited is
drawn: the bidding box of a board dealt (``board_ms``); after a usual call the player's next turn or
the end (``robots_ms``, the grade of the call included); after a rare one its grade
(``rare_grade_ms``).
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from benchmarks.page import machine, spread
from tests.browser.chromium import OPTIONS, executable
from tests.browser.desk import PATIENCE_MS
from tests.browser.practice_table import PracticeTable

BOARDS = 20
MOST_MS = {"board_ms": 300, "robots_ms": 150, "rare_grade_ms": 1500}
DEAL = ".setup > .primary"
TURN = ".table .bidding-box, .board-end"
VERDICT = ".verdict-line .verdict"
CLOSE_BIDS = 5
RARE = 0.01
SEED = 31
WAIT = """async ({ click, until }) => {
    const start = performance.now();
    document.querySelector(click).click();
    while (document.querySelector(until) === null) await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    taken = measured(options.address.rstrip("/"), options.boards)
    figures: dict[str, Any] = {"machine": machine(), "boards": options.boards}
    figures |= {name: {"number": len(each), **spread(each)} for name, each in taken.items()}
    figures["met"] = {name: figures[name]["p95"] <= most for name, most in MOST_MS.items()}
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(f"{text}\n")


def measured(address: str, boards: int) -> dict[str, list[float]]:
    """Bid boards with the usual calls; in each the player's first call is a rare one."""
    rng = random.Random(SEED)
    taken: dict[str, list[float]] = {name: [] for name in MOST_MS}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=OPTIONS)
        for _ in range(boards):
            context = browser.new_context(base_url=address)
            bid_board(PracticeTable(context.new_page()), rng, taken)
            context.close()
        browser.close()
    return taken


def bid_board(table: PracticeTable, rng: random.Random, taken: dict[str, list[float]]) -> None:
    """Bid one board to its end."""
    table.open()
    expect(table.page.locator("#theme optgroup").first).to_be_attached(timeout=PATIENCE_MS)
    taken["board_ms"].append(waited(table, DEAL, TURN))
    table.await_turn()
    rare, chances = rare_call(table, rng), table.chances
    table.chances = {}
    taken["rare_grade_ms"].append(waited(table, card(rare), VERDICT))
    again = table.page.get_by_role("button", name="Try another call")
    if again.is_visible():
        again.click()
        table.chances = chances
    else:
        table.await_turn()
    while not table.end.is_visible():
        usual = max(table.chances, key=lambda call: table.chances[call])
        table.chances = {}
        taken["robots_ms"].append(waited(table, card(usual), TURN))
        table.await_turn()
    # The next board is dealt on an idle service, as to a player who reads the end of this one.
    expect(table.end.locator(".imps")).to_be_visible(timeout=PATIENCE_MS)


def rare_call(table: PracticeTable, rng: random.Random) -> str:
    """Choose one of the lowest legal bids that hardly any such hand makes."""
    legal = table.box.locator(".box-call[aria-disabled=false]:not(.box-P, .box-X, .box-XX)")
    calls = [str(one.get_attribute("data-call")) for one in legal.all()]
    rare = [call for call in calls if table.chances.get(call, 0.0) < RARE]
    return rng.choice(rare[:CLOSE_BIDS])


def card(call: str) -> str:
    """The card of a call in the bidding box."""
    return f".box-call[data-call='{call}']"


def waited(table: PracticeTable, click: str, until: str) -> float:
    """Milliseconds from a click until something is drawn."""
    return float(table.page.evaluate(WAIT, {"click": click, "until": until}))


if __name__ == "__main__":
    main()
