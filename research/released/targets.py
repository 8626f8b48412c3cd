"""What the model should reach on each kind of auctions, and what a peer reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bidding.training.scoring.markdown import NOT_MEASURED, cell, table

Figures = Mapping[str, Any]


@dataclass(frozen=True)
class AuctionSet:
    """Auctions of one kind, known by how their files' names begin.

    ``target`` and ``peer`` are the accuracy of all calls and of calls but passes, the error of
    HCP and of lengths. The peer is the open-source engine BEN, two networks of three LSTM
    layers of 128, on files drawn the same way.
    """

    prefix: str
    words: str
    target: tuple[float, float, float, float] | None = None
    peer: tuple[float, float, float, float] | None = None
    is_robot: bool = True

    def figures(self, scores: Mapping[str, Figures]) -> Figures:
        """The scores on the first file of this kind; empty where there is none."""
        return next((s for name, s in scores.items() if name.startswith(self.prefix)), {})


SETS = (
    AuctionSet(
        "robot-sayc",
        "Standard American robot",
        (0.97, 0.94, 1.78, 0.77),
        (0.862, 0.735, 1.87, 0.79),
    ),
    AuctionSet("robot-book", "SAYC robot", (0.965, 0.935, 1.78, 0.77)),
    AuctionSet("robot-21gf", "2/1 robot", (0.965, 0.93, 1.75, 0.77), (0.888, 0.788, 1.82, 0.79)),
    AuctionSet("robot-acol", "Acol robot", (0.96, 0.92, 1.85, 0.79)),
    AuctionSet(
        "robot-wj", "Polish Club robot", (0.96, 0.92, 1.85, 0.79), (0.799, 0.606, 2.18, 0.85)
    ),
    AuctionSet("robot-mixed", "robots, another system on each side"),
    AuctionSet(
        "people", "people", (0.76, 0.52, 2.08, 0.86), (0.712, 0.444, 2.25, 0.89), is_robot=False
    ),
    AuctionSet(
        "robot-wbridge5",
        "a robot never trained on (WBridge5)",
        (0.83, 0.69, 1.85, 0.80),
        (0.809, 0.665, 1.88, 0.81),
    ),
)


def words_of(file: str) -> str:
    """What the auctions of a file are called, by how its name begins."""
    return next(kind.words for kind in SETS if file.startswith(kind.prefix))


_NAMES = (
    ("next call", "accuracy", "{:.1%}"),
    ("but passes", "accuracy_nonpass", "{:.1%}"),
    ("HCP error", "hcp_mae", "{:.3f}"),
    ("length error", "length_mae", "{:.3f}"),
)
# The greatest calibration error of calls and of card chances, and the greatest distance of an
# interval's coverage from its level, on robots and on people.
_ECE = {True: 0.01, False: 0.03}
_CARD_ECE = 0.005
_OFF_LEVEL = {True: 0.01, False: 0.03}
_COVERAGES = tuple(
    (f"{words} {level} %", f"{name}_coverage_{level}", level / 100)
    for name, words in (("hcp", "HCP"), ("length", "lengths"))
    for level in (80, 95)
)


def peer_table(scores: Mapping[str, Figures]) -> str:
    """Each figure beside the target and the peer's; targets that are missed are in bold."""
    header = ["", *(f"{words}{who}" for words, _, _ in _NAMES for who in ("", ", aim", ", peer"))]
    rows = []
    for kind in SETS:
        if kind.target is None:
            continue
        figures, cells = kind.figures(scores), []
        for place, (_, name, form) in enumerate(_NAMES):
            target, larger_is_better = kind.target[place], place < 2
            met = name in figures and (figures[name] >= target) is larger_is_better
            ours = cell(figures, name, form)
            peer = form.format(kind.peer[place]) if kind.peer else NOT_MEASURED
            cells += [_marked(ours, met), form.format(target), peer]
        rows.append([kind.words, *cells])
    return table(header, rows)


def calibration_targets(scores: Mapping[str, Figures]) -> str:
    """Calibration beside its targets; those missed are in bold."""
    header = ["", "ECE of the call", "ECE of card chances", *(words for words, _, _ in _COVERAGES)]
    rows = []
    for kind in SETS:
        figures = kind.figures(scores)
        ece, card_ece = figures.get("ece", 1.0), figures.get("card_ece", 1.0)
        cells = [
            _marked(cell(figures, "ece", "{:.4f}"), ece <= _ECE[kind.is_robot]),
            _marked(cell(figures, "card_ece", "{:.4f}"), card_ece <= _CARD_ECE),
        ]
        for _, name, level in _COVERAGES:
            off = abs(figures.get(name, 0.0) - level)
            met = off <= _OFF_LEVEL[kind.is_robot]
            cells.append(_marked(cell(figures, name, "{:.1%}"), met))
        rows.append([kind.words, *cells])
    return table(header, rows)


def _marked(words: str, met: bool) -> str:
    return words if met or words == NOT_MEASURED else f"**{words}**"
