"""What is said of two calls is what became of them."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.table import Side
from bidding.explaining.analysis.reasons import Endings, Stage, reason_sentence
from tests.small import CALL

Ends = dict[str, tuple[float, float, float]]
"""By contract the share of layouts, the chance that it makes, and the points of North-South."""

GAME: Ends = {"4H by S": (0.9, 0.6, 200), "4H by N": (0.05, 0.6, 200), "5H by S": (0.05, 0, -50)}
PART_SCORE: Ends = {"3H by S": (0.8, 0.9, 130), "4H by S": (0.2, 0.9, 400)}


def endings(ends: Ends) -> Endings:
    sums = {
        name: 2 * share * np.array([1.0, makes, points])
        for name, (share, makes, points) in ends.items()
    }
    return Endings(sums, Side.NS)


def reason(best: Ends, usual: Ends, *, imps: float = 2.0, calls: str = "4H 3H") -> str:
    one, other = (CALL[name] for name in calls.split())
    return reason_sentence((one, other), (endings(best), endings(usual)), imps, 0.5, 96)


def test_partners_play_one_contract_and_doubled_ones_are_others() -> None:
    found = endings({**GAME, "4HX by S": (0.5, 0, -100)})
    contract = found.contract
    assert contract is not None
    assert (contract.level, contract.doubled, contract.ours) == (4, 1, True)
    assert found.of_likeliest.share == pytest.approx(0.95 / 1.5)
    assert found.at(Stage.GAME).makes == pytest.approx(0.95 * 0.6)
    assert endings(PART_SCORE).stage is Stage.PART_SCORE


@pytest.mark.parametrize(
    ("name", "stage"),
    [("2NT by S", 0), ("3NT by S", 1), ("4C by N", 0), ("5C by N", 1), ("6D by N", 2)],
)
def test_stages_are_those_of_the_bid(name: str, stage: int) -> None:
    assert endings({name: (1, 1, 0)}).stage == stage


def test_a_game_that_the_usual_call_stops_below() -> None:
    assert reason(GAME, PART_SCORE) == (
        "4♥ makes 60 % of the time; after 3♥ you mostly stop below game. "
        "On average 4♥ scores 190 points, 3♥ 180. "
        "On 96 layouts 4♥ won 2.0 IMPs more than 3♥."
    )


def test_several_games_together() -> None:
    games: Ends = {"4H by S": (0.4, 0.5, 0), "3NT by N": (0.4, 0.7, 0), "2H by S": (0.2, 1, 110)}
    assert reason(games, PART_SCORE).startswith("Game makes 60 % of the time; after 3♥ you")


def test_a_slam() -> None:
    slam: Ends = {"6H by S": (1, 0.55, 600)}
    assert reason(slam, GAME).startswith("6♥ makes 55 % of the time; after 3♥ you mostly stop")


def test_a_low_contract_that_goes_down_is_no_stop() -> None:
    """3NT against a bad four clubs."""
    bad: Ends = {"4C by N": (1, 0.25, -80)}
    assert reason({"3NT by N": (1, 0.47, 100)}, bad, calls="3NT 4C").startswith(
        "After 3NT you mostly play 3NT and make it 47 % of the time. "
        "After 4♣ you mostly play 4♣ and make it 25 % of the time. "
    )


def test_a_double_and_a_pass() -> None:
    doubled: Ends = {"4SX by E": (0.9, 0.3, 200), "5H by S": (0.1, 0.4, 0)}
    passed: Ends = {"4S by E": (1, 0.3, 40)}
    assert reason(doubled, passed, calls="X P").startswith(
        "After X they mostly play 4♠ doubled and go down 70 % of the time. "
        "After Pass they mostly play 4♠ and go down 70 % of the time. "
    )


def test_a_sacrifice_loses_less_than_their_game() -> None:
    ours: Ends = {"5CX by S": (0.9, 0.02, -310), "4S by E": (0.1, 0.9, -420)}
    theirs: Ends = {"4S by E": (1, 0.9, -424)}
    assert reason(ours, theirs, calls="5C P").startswith(
        "5♣ doubled loses about 310 points, their 4♠ about 420. "
    )
    dear: Ends = {"5CX by S": (1, 0.0, -600)}
    assert "about" not in reason(dear, theirs, calls="5C P")


def test_calls_that_lead_to_one_contract() -> None:
    both = reason(GAME, {**GAME, "3H by S": (0.5, 1, 140)})
    assert both.startswith("You play 4♥ 95 % of the time after 4♥, 63 % after 3♥. ")


def test_contracts_that_vary_and_a_board_passed_out() -> None:
    varied: Ends = {"4S by E": (0.4, 1, -420), "3H by S": (0.3, 1, 140), "2H by S": (0.3, 1, 110)}
    nothing: Ends = {"passed out": (1, 0, 0)}
    assert reason(varied, nothing, calls="1H P").startswith(
        "After 1♥ contracts vary; the most frequent is their 4♠, 40 % of the time. "
        "After Pass the board is mostly passed out. "
    )


@pytest.mark.parametrize(
    ("imps", "sentence"),
    [
        (1.1, "On 96 layouts 4♥ won 1.1 IMPs more than 3♥."),
        (0.9, "On 96 layouts 4♥ won 0.9 IMPs more than 3♥, which may be chance."),
        (0.04, "On 96 layouts 3♥ did as well."),
        (-0.04, "On 96 layouts 3♥ did as well."),
        (-0.9, "On 96 layouts 3♥ won 0.9 IMPs more than 4♥, which may be chance."),
        (-1.1, "On 96 layouts 3♥ won 1.1 IMPs more than 4♥."),
    ],
)
def test_the_layouts_may_contradict(imps: float, sentence: str) -> None:
    """Their standard error is half an IMP."""
    assert reason(GAME, PART_SCORE, imps=imps).endswith(f"3♥ 180. {sentence}")
