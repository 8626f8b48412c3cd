"""Where our networks differ from the papers' is told from their reports."""

from __future__ import annotations

from typing import Any

from research.tricks.report.differences import differences, still_improving


def reported(
    deals: int, examples: int, epochs: int, best: int, seconds: float = 10, budget: int = 100
) -> dict[str, Any]:
    return {
        "recipe": {"training": {"epochs": budget}},
        "training_deals": deals,
        "training_examples": examples,
        "test_deals": 300,
        "epochs": epochs,
        "best_epoch": best,
        "seconds": seconds,
        "machine": "a machine",
    }


REPORTS = {
    "p2-52-25-1/spades": reported(100, 400, 100, 96, seconds=20),
    "p2-104-30-4-1/spades": reported(100, 800, 60, 35),
    "p2-52x4-13/spades": reported(2000, 3000, 100, 95, seconds=4000),
}


def plain(text: str) -> str:
    return " ".join(text.split())


def test_deals_examples_epochs_and_seconds_are_those_of_the_reports() -> None:
    page = plain(differences(REPORTS))
    assert "2 learned from 100 deals and 1 learned from 2,000 deals, and they were tested" in page
    assert "on 300 others. One deal gave 1.5 to 8.0 examples" in page
    assert "no network learned from more than 3,000." in page
    assert "2 of 3 networks ran their whole budget, and 1 were best in its last 5 %" in page
    assert "20 s at the median and 4,000 s at most (`p2-52x4-13/spades`) on a machine." in page
    epochs = (
        "about 1,000 epochs with 52 and 104 (ours 60 to 100), 10,000 to 20,000 epochs with 52x4"
    )
    assert f"P2's networks of table III needed {epochs} (ours 100)." in page
    assert "Of our" not in page  # no autoencoder


def test_without_reports_nothing_is_told_of_ours() -> None:
    page = differences({})
    assert "**Steps.**" in page
    assert "networks below" not in page
    assert "at the median" not in page


def test_autoencoders_are_told_with_how_they_ended_and_their_errors() -> None:
    learned = [
        reported(100, 400, 20, 20, budget=20) | {"validation_error": 9.58},
        reported(100, 400, 15, 10, budget=20) | {"validation_error": 46.99},
        reported(100, 400, 70, 70) | {"validation_error": 0.1, "end": "error settled"},
        reported(100, 400, 90, 89) | {"validation_error": 0.1, "end": "error settled"},
    ]
    names = ("f156/suits", "d104/suits", "f104/suits", "f104/notrump")
    reports = {
        f"p3-{name}-autoencoder": report for name, report in zip(names, learned, strict=True)
    }
    page = plain(differences(reports))
    ends = (
        "2 ended so (after 70 to 90 epochs), 1 ended earlier, no better look having come for long "
        "(after 15 epochs) and 1 ran their whole budget instead (after 20 epochs)"
    )
    assert f"Of our 4, {ends}; 1 of 4 have greater errors" in page


def test_networks_that_were_cut_off_are_listed_by_their_budgets() -> None:
    more = REPORTS | {"p4-52/plain": reported(100, 400, 7, 7, budget=7)}
    page = still_improving(more)
    assert "2 of 4 networks were best in the last 5 %" in page
    assert page.endswith("- of 7 epochs: `p4-52/plain`\n- of 100 epochs: `p2-52-25-1/spades`")
    assert still_improving({"p2-104-30-4-1/spades": REPORTS["p2-104-30-4-1/spades"]}) == ""
    settled = REPORTS["p2-52-25-1/spades"] | {"end": "error settled"}
    assert still_improving({"p2-52-25-1/spades": settled}) == ""


def test_the_larger_and_the_smaller_network_of_p3_are_set_side_by_side() -> None:
    reports = {}
    for name, error, exact in (("f156", 0.234, 0.3706), ("f104", 19.27, 0.283)):
        for kind in ("suits", "notrump"):
            learned = reported(100, 400, 20, 10)
            reports[f"p3-{name}/{kind}-autoencoder"] = learned | {"validation_error": error}
            reports[f"p3-{name}/{kind}-frozen"] = learned | {"test": {kind: {"exact": exact}}}
    told = "errors of 0.23 against 19.27 in suits and 0.23 against 19.27 at notrump, and frozen"
    page = plain(differences(reports))
    assert f"{told} 37.06 against 28.30 % and 37.06 against 28.30 % exact." in page
    del reports["p3-f104/notrump-frozen"]
    assert "and frozen" not in plain(differences(reports))
