"""Aims of the model on each kind of auctions, and what a peer reached."""

from __future__ import annotations

from dataclasses import dataclass

from bidding.training.scoring.markdown import NOT_MEASURED, figure, table
from research.released.sources import Figures


@dataclass(frozen=True)
class AuctionSet:
    """Auctions of one kind, known by how their files' names begin.

    ``target`` and ``peer`` are the accuracy of all calls and of calls but passes, the error of
    HCP and of lengths. The peer is the open-source engine BEN, two networks of three LSTM
    layers of 128, on files drawn the same way; its figures are quoted.
    """

    prefix: str
    words: str
    target: tuple[float, float, float, float] | None = None
    peer: tuple[float, float, float, float] | None = None
    is_robot: bool = True


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
    AuctionSet("robot-precision", "Precision robot"),
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


_ACCURACIES = ("accuracy", "accuracy_nonpass")
_NAMES = (
    ("next call", "accuracy", "{:.1%}"),
    ("but passes", "accuracy_nonpass", "{:.1%}"),
    ("HCP error", "hcp_mae", "{:.2f}"),
    ("length error", "length_mae", "{:.2f}"),
)
# The greatest calibration error of calls, on robots and on people, and of card chances, and the
# greatest distance of an interval's coverage from its level.
_ECE = {True: 0.01, False: 0.03}
_CARD_ECE = 0.005
_OFF_LEVEL = {True: 0.01, False: 0.03}


def kind_of(file: str) -> AuctionSet:
    """Return the kind of a file's auctions, by how its name begins."""
    return next(kind for kind in SETS if file.startswith(kind.prefix))


def words_of(file: str) -> str:
    """Return the words for the auctions of a file."""
    return kind_of(file).words


def is_met(file: str, scores: Figures, path: str) -> bool:
    """Return True if the figure at a path reaches its aim, or one of the two is missing."""
    found, kind = figure(scores, path), kind_of(file)
    aims = dict(zip((name for _, name, _ in _NAMES), kind.target or (), strict=False))
    if found is None:
        return True
    if path in aims:
        return bool(found >= aims[path] if path in _ACCURACIES else found <= aims[path])
    if path == "ece":
        return bool(found <= _ECE[kind.is_robot])
    if path == "card_ece":
        return bool(found <= _CARD_ECE)
    if "_coverage_" in path:
        level = int(path.rpartition("_")[2]) / 100
        return bool(abs(found - level) <= _OFF_LEVEL[kind.is_robot])
    return True


def aim_table() -> str:
    """The project's aims, and the peer's figures."""

    def shown(figures: tuple[float, ...] | None, place: int, form: str) -> str:
        return NOT_MEASURED if figures is None else form.format(figures[place])

    header = ["", *(f"{words}: aim/BEN" for words, _, _ in _NAMES)]
    rows = [
        [
            kind.words,
            *(
                f"{shown(kind.target, place, form)}/{shown(kind.peer, place, form)}"
                for place, (_, _, form) in enumerate(_NAMES)
            ),
        ]
        for kind in SETS
        if kind.target is not None
    ]
    return table(header, rows)
