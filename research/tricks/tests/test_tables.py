"""The tables of the pages: of the kept reports, and of made-up ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from bidding.domain.table import Seat, Strain
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.page import filled
from research.released.released import released_now
from research.tricks import findings
from research.tricks import paper_tables as paper
from research.tricks.encodings import encode
from research.tricks.findings_tables import card_values, paired
from research.tricks.kept_reports import NOT_KEPT, NOT_RUN, read_reports
from research.tricks.networks import NetworkConfig, TrickNetwork
from research.tricks.p3_tables import TABLES_1_AND_2, orders
from research.tricks.p4_tables import COURSES
from research.tricks.paper_systems import PaperSystem
from research.tricks.pictures import (
    COURSE_FIGURE,
    HANDS,
    HANDS_FIGURE,
    P3,
    course_pictures,
    p3_weights,
    pictures,
)
from research.tricks.recipe import read_trick_recipe
from research.tricks.score_tables import both, compared
from research.tricks.situations import Setup
from research.tricks.tables import PAGES, tables

FOLDER = Path("research/tricks")


def report(exact: float = 0.3, epochs: int = 3, best: int = 1, budget: int = 20) -> dict[str, Any]:
    return {
        "test": {"suits": {"within2": 1.0, "within1": 0.9, "exact": exact, "results": 400}},
        "test_deals": 100,
        "training_deals": 10,
        "training_examples": 50,
        "epochs": epochs,
        "best_epoch": best,
        "recipe": {"network": {"layers": "52-25-1"}, "training": {"epochs": budget}},
    }


def test_the_pages_have_what_the_kept_reports_make() -> None:
    pages = [(FOLDER / name).read_text() for name in PAGES]
    kept = FOLDER / "reports"
    made = tables(kept, released_now())
    for page in pages:
        assert filled(page, made) == page, "run python -m research.tricks report"
    assert all(f"<!-- figures: {name} -->" in "".join(pages) for name in made)
    for name, drawn in course_pictures(read_reports(kept)).items():
        assert (FOLDER / name).read_text() == drawn, "run python -m research.tricks report"


def values(**changed: Any) -> dict[str, Any]:
    """Findings with the paper's own values of cards, but for some networks."""
    return {"card_values": {**paper.TABLE_7, **changed}}


def test_cards_are_put_on_the_papers_scale() -> None:
    recipe = "p2-52-1/notrump"
    printed = paper.TABLE_7[recipe]
    # The paper's own figures, moved and stretched, must come out as they are printed but for
    # the greatest, which is made 4.
    least, most = 0.314, 3.989
    moved = {rank: [3 * value - 7 for value in worth] for rank, worth in printed.items()}
    made = card_values(values(**{recipe: moved}))
    king = sum(least + (4 - least) / (most - least) * (one - least) for one in printed["K"]) / 4
    assert f"| K | 2.654±0.023 | {king:.3f}±" in made
    assert "| 4 | 0.339±0.025 | 0.339±0.025 |" in made


def test_cards_of_the_network_of_all_suits_keep_their_zero() -> None:
    """With plain suits halved, a constant added to all weights tells trumps apart."""
    moved = {}
    for name in ("p2-52-1/suits", "p2-52-1/spades"):
        setup = read_trick_recipe(name).deals
        asked = setup.ask(random_deals(50, seed=4), Seat.S, Strain.S)
        moved[name] = np.ptp(encode(asked, setup.inputs).sum(axis=1))
    assert moved["p2-52-1/spades"] == 0
    assert moved["p2-52-1/suits"] > 0
    ours = {rank: [1.5 + place / 8] * 4 for place, rank in enumerate("23456789TJQKA")}
    made = card_values(values(**{"p2-52-1/suits": ours}))
    assert "| 1.666±0.006 | 1.500±0.000 |" in made.splitlines()[-1]


def test_the_trump_suit_of_spades_stands_apart_from_plain_suits() -> None:
    header, _, ace, *_ = card_values(values()).splitlines()
    assert header.count("plain suits") == 2
    assert "| 3.998 | 4.000 | 2.315±0.015 |" in ace


def test_a_row_of_all_contracts_counts_every_result_alike() -> None:
    notrump = {"within2": 0.5, "within1": 0.4, "exact": 0.25, "results": 100}
    every = report(exact=0.5)
    every["test"]["notrump"] = notrump
    made = compared(paper.TABLE_4, {"p2-52-25-1/all": every, "p2-52-25-1/spades": report()})
    row = "| 97.72\\|84.90\\|37.56 | 90.00\\|80.00\\|45.00±<9.75 | 3 |"
    assert f"| notrump and suits {row} `p2-52-25-1/all` |" in made
    # A report of before something was kept has nothing to say of it.
    assert f"| … tested on hearts | 59.18\\|39.09\\|14.12 | {NOT_KEPT} | 3 |" in made
    assert f"| hearts | 98.65\\|87.81\\|40.18 | {NOT_RUN} |" in made


@pytest.mark.parametrize(("best", "mark"), [(381, " ↑"), (380, "")])
def test_a_network_that_was_cut_off_is_marked(best: int, mark: str) -> None:
    made = compared(paper.SPADES, {"p2-52-25-1/spades": report(0.3, 400, best, 400)})
    assert f"30.00±<8.98 | 400{mark} | `p2-52-25-1/spades` |" in made


def test_an_order_is_that_of_all_first_weights() -> None:
    reports = {
        f"p3s-orders/{name}": report(exact)
        for name, exact in (("d104", 0.5), ("d104@2", 0.52), ("f104", 0.48))
    }
    assert "| D-104 over F-104 | +7.62 | +3.00 | 50.00, 52.00 | 48.00 |" in orders(reports)


def test_a_network_of_ours_that_is_another_than_the_papers_is_named() -> None:
    other = report()
    other["recipe"]["network"]["layers"] = layers = "(26x4+4)-(13x4+4)-(7x4+4)-13-1"
    reports = {"p2-26x4-7/both": other, "p2-52-25-1/both": report()}
    made = both(paper.TABLE_10, ("notrump", "spades"), reports)
    assert f"| (26x4)-(13x4)-(7x4)-13-1; ours {layers}, +12 neurons | 93.87" in made
    assert "| 52-25-1 | 96.07" in made
    assert made.splitlines()[3].endswith("| `p2-52-25-1/{notrump,both}` |")
    frozen = both(TABLES_1_AND_2, ("suits", "notrump"), {}).splitlines()[3]
    assert frozen.endswith("| `p3-f104/{suits,notrump}-frozen` |")


def test_every_printed_size_is_that_of_the_recipe() -> None:
    sized = [row for row in paper.SPADES if row.label in paper.SIZES]
    assert len(sized) == len(paper.SIZES)
    for row in sized:
        network = read_trick_recipe(row.recipe).network
        assert (network.neurons, network.connections) == paper.SIZES[row.label]


def test_the_papers_shares_by_tricks_make_its_total() -> None:
    whole = sum(deals for deals, _ in paper.TABLE_6)
    assert whole == paper.TABLE_6_TOTAL[0]
    for place, total in enumerate(paper.TABLE_6_TOTAL[1]):
        parts = sum(deals * printed[place] for deals, printed in paper.TABLE_6)
        assert parts / whole == pytest.approx(total, abs=0.01)


def test_the_lead_matters_where_partners_make_different_tricks() -> None:
    tricks = np.full((4, 4, 5), 7, dtype=np.uint8)
    tricks[0, Seat.N, Strain.S] = 8
    tricks[1, Seat.W, Strain.S] = 6
    tricks[2, Seat.W, Strain.H] = 6
    assert findings.lead_matters(SolvedDeals(pack(random_deals(4, seed=1)), tricks)) == 2 / 8


def test_the_hands_are_drawn_of_the_network_trained_with_both_leads(tmp_path: Path) -> None:
    for name, drawn in (("p2-52x4-26/spades", []), ("p2-52x4-26/both", [HANDS_FIGURE])):
        recipe = read_trick_recipe(name)
        PaperSystem(name, recipe.deals, TrickNetwork(recipe.network)).save(tmp_path / name)
        assert list(pictures(tmp_path)) == drawn
    assert HANDS[0] in pictures(tmp_path)[HANDS_FIGURE]


def test_the_weights_of_p3_are_counted_once_both_networks_are_trained(tmp_path: Path) -> None:
    """The king of spades comes second in the network, and last but one where ranks rise."""
    for trained, name in enumerate(P3[1:]):
        assert len(p3_weights(tmp_path)) == trained
        recipe = read_trick_recipe(name)
        network = TrickNetwork(recipe.network)
        with torch.no_grad():
            network.layers[0].get_parameter("parts.0.weight")[0, 1, 5] = 9
        PaperSystem(name, recipe.deals, network).save(tmp_path / name)
    for weights in p3_weights(tmp_path):
        assert weights.shape == (26, 52)
        assert weights[5, 11] == weights.max() == 9


def test_courses_are_drawn_of_the_networks_whose_reports_keep_them() -> None:
    course = {"epoch": [10, 20], "training_error": [0.1, 0.01], "validation_error": [0.2, 0.05]}
    reports: dict[str, Any] = {recipe: {"course": course} for _, recipe in COURSES}
    drawn = course_pictures(reports)[COURSE_FIGURE]
    assert all(f">{label}</text>" in drawn for label, _ in COURSES)
    lower = {"course": {**course, "validation_error": [0.2, 0.02]}}
    assert course_pictures({**reports, COURSES[1][1]: lower})[COURSE_FIGURE] != drawn
    fewer = course_pictures({**reports, COURSES[2][1]: {}})[COURSE_FIGURE]
    assert f">{COURSES[2][0]}</text>" not in fewer
    assert course_pictures({}) == {}


def test_two_networks_are_compared_on_the_same_deals() -> None:
    made = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        network = TrickNetwork(NetworkConfig("52-14")).eval()
        made.append(PaperSystem("x", Setup(("52",), ("NT",)), network))
    owners = random_deals(30, seed=4)
    tricks = np.random.default_rng(1).integers(0, 14, (30, 4, 5)).astype(np.uint8)
    found = findings.paired(made[0], made[1], SolvedDeals(pack(owners), tricks))
    one, other = (system.score(owners, tricks)["notrump"].exact for system in made)
    assert list(found) == ["notrump"]
    assert found["notrump"]["difference"] == pytest.approx(one - other)
    assert findings.paired(made[0], made[0], SolvedDeals(pack(owners), tricks))["notrump"] == {
        "difference": 0.0,
        "standard_error": 0.0,
    }
    figures = {"difference": -0.0123, "standard_error": 0.002}
    text = paired({"paired": {"p4-a/x p4-b/x": {"suits": figures}}})
    assert "| `p4-a/x` | `p4-b/x` | suits | -1.23±0.39 |" in text
