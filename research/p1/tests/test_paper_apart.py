"""What is said of the paper's recipe is so of the recipe, and of the network that it makes."""

from __future__ import annotations

import re

from bidding.networks.bidder import Bidder
from research.p1.paper_apart import NOTE, RECIPE, apart_table
from research.p1.recipe import read_recipe


def cells(words: str) -> list[str]:
    rows = [row.strip("| ").split(" | ") for row in apart_table().splitlines()]
    return next(row for row in rows if row[0] == words)


def test_every_difference_has_both_sides_and_a_reason() -> None:
    rows = apart_table().splitlines()
    assert rows[0] == "|  | paper P1 | `paper` | why |"
    assert len(rows) > 8
    for row in rows[2:]:
        _, what, theirs, ours, why, _ = row.split("|")
        assert all(part.strip() for part in (what, theirs, ours, why))
        assert theirs != ours


def test_the_figures_are_those_of_the_network() -> None:
    bidder = Bidder(read_recipe(RECIPE).network)
    layers, width = map(int, re.findall(r"[0-9]+", cells("recurrent layers")[2]))
    assert (bidder.state.gru.num_layers, bidder.state.gru.hidden_size) == (layers, width)
    (hidden,) = re.findall(r"[0-9]+", cells("heads")[2])
    assert bidder.hcp[0].out_features == bidder.call[0].out_features == int(hidden)
    assert str(bidder.call[-1].out_features) == cells("outputs of the call head")[2]
    players, points, again, suits, lengths = map(
        int, re.findall(r"[0-9]+", cells("HCP and suit lengths")[2])
    )
    assert bidder.hcp[-1].out_features == players * points
    assert bidder.lengths[-1].out_features == again * suits * lengths


def test_the_inputs_that_are_said_to_be_silent_are_as_many() -> None:
    network = read_recipe(RECIPE).network
    assert not network.system_inputs
    inputs = Bidder(network).state.gru.input_size
    assert inputs == network.call_embedding + 52 + 4 + 1 + 41 + 12
    assert "twelve inputs for systems" in NOTE
