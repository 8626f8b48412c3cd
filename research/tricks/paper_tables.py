"""What paper P2 reports of trick networks, and the recipe that rebuilds each row.

What P3 and P4 report stands with their tables.
"""

from __future__ import annotations

from dataclasses import dataclass

Shares = tuple[float, float, float]
"""Per cent off by at most 2 | 1 | 0 tricks."""

TESTED, LEARNED = "test", "learned"
SUITS, NOTRUMP = f"{TESTED}.suits", f"{TESTED}.notrump"


@dataclass(frozen=True)
class Row:
    """A row of a paper's table."""

    label: str
    paper: Shares
    recipe: str
    part: str = SUITS
    """Where our figures stand in the report of the recipe."""


@dataclass(frozen=True)
class Pair:
    """A network that learns two kinds of contract, by two recipes."""

    label: str
    recipes: tuple[str, str]
    papers: tuple[Shares, Shares]
    parts: tuple[str, str]
    """Where our figures stand in the reports of the recipes."""


_26_7 = "(26x4)-(13x4)-(7x4)-13-1"
_26_13 = "(26x4)-(13x4)-(13x4)-26-13-1"
_4_8 = "(52x4)-(8x4)-8-1"
_4_13 = "(52x4)-(13x4)-13-1"
_4_26 = "(52x4)-(26x4)-26-13-1"

SPADES = (
    Row(_26_7, (97.67, 84.24, 36.82), "p2-26x4-7/spades"),
    Row(_26_13, (96.93, 80.98, 33.99), "p2-26x4-13/spades"),
    Row("(26x4)-(13x4)-(13x4)-26-14", (97.35, 83.06, 36.02), "p2-26x4-13/spades-14"),
    Row("52-25-1", (98.77, 88.00, 40.13), "p2-52-25-1/spades"),
    Row("52-25-1 (proportional)", (98.66, 87.41, 39.98), "p2-52-25-1/proportional"),
    Row("52-25-14", (98.05, 85.69, 38.66), "p2-52-25-1/spades-14"),
    Row("52-26-13-6-1", (98.76, 87.96, 40.20), "p2-52-26-13-6-1/spades"),
    Row("104-30-4-1", (98.61, 87.17, 39.21), "p2-104-30-4-1/spades"),
    Row("104-30-14", (97.18, 82.58, 35.87), "p2-104-30-4-1/spades-14"),
    Row(_4_8, (99.67, 94.03, 47.74), "p2-52x4-8/spades"),
    Row(_4_13, (99.78, 95.00, 50.03), "p2-52x4-13/spades"),
    Row(_4_26, (99.80, 95.54, 50.91), "p2-52x4-26/spades"),
    Row("(52x4)-(26x4)-26-14", (99.02, 89.78, 42.05), "p2-52x4-26/spades-14"),
)
"""P2, tables I, II, III and V: spades, West leads."""

SIZES = {
    _26_7: (198, 845),
    _26_13: (248, 2483),
    "52-25-1": (78, 1325),
    "52-26-13-6-1": (98, 1774),
    "104-30-4-1": (139, 3244),
    _4_8: (249, 1928),
    _4_13: (274, 3393),
    _4_26: (352, 8463),
}
"""P2, table III: the printed numbers of neurons and of connections by network."""


def _other(strain: str) -> str:
    return f"other_strains.{strain}"


TABLE_4 = (
    Row(
        "notrump, N 1 S 0.8 W -1 E -0.8",
        (95.81, 79.95, 34.02),
        "p2-52-25-1/notrump-four-values",
        NOTRUMP,
    ),
    Row(
        "notrump, N 1 S 0.8 W, E -1",
        (95.97, 80.46, 34.35),
        "p2-52-25-1/notrump-three-values",
        NOTRUMP,
    ),
    Row("notrump, NS 1 WE -1", (96.07, 80.88, 34.66), "p2-52-25-1/notrump", NOTRUMP),
    Row("suits, NS 0.5 WE -0.5", (98.68, 87.88, 40.11), "p2-52-25-1/suits"),
    Row("… tested on notrump", (91.64, 69.21, 26.06), "p2-52-25-1/suits", _other("NT")),
    Row("notrump and suits", (97.72, 84.90, 37.56), "p2-52-25-1/all", TESTED),
    Row("… tested on suits", (98.57, 87.24, 39.43), "p2-52-25-1/all"),
    Row("… tested on notrump", (94.30, 75.50, 30.09), "p2-52-25-1/all", NOTRUMP),
    Row("spades", (98.77, 88.00, 40.13), "p2-52-25-1/spades"),
    Row("… tested on hearts", (59.18, 39.09, 14.12), "p2-52-25-1/spades", _other("H")),
    Row("… tested on diamonds", (58.89, 38.67, 13.51), "p2-52-25-1/spades", _other("D")),
    Row("… tested on clubs", (58.86, 38.90, 13.77), "p2-52-25-1/spades", _other("C")),
    Row("hearts", (98.65, 87.81, 40.18), "p2-52-25-1/hearts"),
    Row("diamonds", (98.66, 87.68, 39.96), "p2-52-25-1/diamonds"),
    Row("clubs", (98.73, 87.90, 40.02), "p2-52-25-1/clubs"),
)
"""P2, table IV."""

TABLE_6: tuple[tuple[int, Shares], ...] = (
    (1138, (93.32, 66.61, 12.30)),
    (2725, (97.39, 81.21, 34.53)),
    (5156, (98.10, 86.66, 40.73)),
    (8043, (98.93, 88.96, 41.41)),
    (10_447, (98.94, 89.04, 40.36)),
    (12_201, (98.85, 88.67, 40.80)),
    (12_927, (99.03, 88.75, 41.32)),
    (12_709, (99.10, 88.99, 40.50)),
    (11_467, (99.28, 89.29, 40.46)),
    (9618, (99.14, 89.19, 42.14)),
    (6866, (98.89, 88.45, 40.58)),
    (4225, (97.94, 85.87, 42.32)),
    (1935, (97.57, 81.71, 31.94)),
    (543, (94.66, 73.85, 9.39)),
)
"""P2, table VI: for each number of tricks from 0 to 13 how many deals have it, and the shares."""

TABLE_6_TOTAL: tuple[int, Shares] = (100_000, (98.77, 88.00, 40.13))
"""Its last row."""

TABLE_7: dict[str, dict[str, tuple[float, float, float, float]]] = {
    "p2-52-1/notrump": {
        "2": (0.342, 0.327, 0.329, 0.342),
        "3": (0.340, 0.334, 0.328, 0.353),
        "4": (0.347, 0.314, 0.351, 0.345),
        "5": (0.341, 0.332, 0.341, 0.344),
        "6": (0.356, 0.349, 0.339, 0.329),
        "7": (0.380, 0.331, 0.354, 0.356),
        "8": (0.358, 0.361, 0.375, 0.400),
        "9": (0.496, 0.469, 0.461, 0.473),
        "T": (0.660, 0.663, 0.671, 0.684),
        "J": (1.047, 1.032, 1.056, 1.030),
        "Q": (1.676, 1.688, 1.675, 1.656),
        "K": (2.643, 2.643, 2.677, 2.655),
        "A": (3.975, 3.971, 3.966, 3.989),
    },
    "p2-52-1/suits": {
        "2": (1.660, 1.670, 1.668, 1.667),
        "3": (1.664, 1.667, 1.663, 1.660),
        "4": (1.669, 1.655, 1.669, 1.685),
        "5": (1.660, 1.673, 1.676, 1.663),
        "6": (1.684, 1.685, 1.680, 1.688),
        "7": (1.680, 1.684, 1.687, 1.697),
        "8": (1.709, 1.719, 1.718, 1.723),
        "9": (1.782, 1.791, 1.780, 1.783),
        "T": (1.921, 1.916, 1.918, 1.938),
        "J": (2.174, 2.167, 2.177, 2.172),
        "Q": (2.569, 2.569, 2.572, 2.565),
        "K": (3.207, 3.210, 3.220, 3.216),
        "A": (3.982, 3.984, 3.973, 3.995),
    },
    "p2-52-1/spades": {
        "2": (1.371, 0.008, 0.010, 0.004),
        "3": (1.370, 0.004, -0.006, 0.000),
        "4": (1.380, -0.002, 0.007, 0.015),
        "5": (1.372, -0.003, 0.012, -0.006),
        "6": (1.405, 0.006, 0.001, 0.026),
        "7": (1.413, 0.007, 0.011, 0.007),
        "8": (1.468, 0.024, 0.023, 0.019),
        "9": (1.591, 0.062, 0.060, 0.058),
        "T": (1.810, 0.145, 0.148, 0.179),
        "J": (2.167, 0.331, 0.359, 0.363),
        "Q": (2.666, 0.715, 0.708, 0.711),
        "K": (3.314, 1.399, 1.403, 1.416),
        "A": (3.998, 2.319, 2.300, 2.326),
    },
}
"""P2, table VII: the worth of each rank in S H D C, by recipe."""

_TABLE_10 = (
    (_26_7, "p2-26x4-7", (93.87, 75.70, 31.04), (98.76, 88.00, 39.90)),
    ("52-25-1", "p2-52-25-1", (96.07, 80.88, 34.66), (98.49, 87.15, 39.29)),
    ("104-30-4-1", "p2-104-30-4-1", (95.64, 79.63, 33.74), (99.09, 89.79, 41.92)),
    (_4_13, "p2-52x4-13", (97.34, 84.31, 37.80), (99.79, 95.49, 50.62)),
    (_4_26, "p2-52x4-26", (96.89, 83.64, 37.31), (99.88, 96.48, 53.11)),
    ("1-1, Work points of N-S", "p2-1-1", (93.73, 76.41, 31.37), (76.22, 49.55, 16.93)),
    ("4-1, Work points", "p2-4-1", (93.73, 76.34, 31.31), (76.14, 49.57, 16.79)),
    ("20-1, Work points, lengths", "p2-20-1", (93.73, 76.34, 31.32), (96.98, 82.43, 35.36)),
    ("20-10-5-1, the same", "p2-20-10-5-1", (94.24, 77.78, 32.78), (98.67, 87.98, 40.62)),
    ("36-25-1, nine point counts", "p2-36-25-1", (94.87, 78.30, 32.39), (76.84, 49.65, 16.76)),
    ("(52+36)-25-1", "p2-52+36-25-1", (96.33, 81.39, 35.01), (98.78, 88.20, 40.53)),
    ("32-25-1, distribution", "p2-32-25-1", (94.94, 77.71, 32.50), (98.53, 87.64, 39.93)),
    ("(52+32)-25-1", "p2-52+32-25-1", (96.86, 83.02, 36.67), (99.67, 94.18, 48.40)),
    ("68-25-1, all counts", "p2-68-25-1", (96.03, 81.34, 35.41), (98.99, 90.06, 42.67)),
    ("(104+68)-50-10-1", "p2-104+68-50-10-1", (95.68, 80.08, 34.00), (99.46, 92.40, 45.54)),
    ("(52+102)-77-38-19-1", "p2-52+102-77-38-19-1", (96.06, 81.21, 35.15), (99.50, 92.67, 45.80)),
    ("(52x4+84)-(13x4+21)-26-1", "p2-52x4+84", (97.37, 84.99, 38.78), (99.84, 96.12, 52.47)),
    ("4-1, Zar points", "p2-zar-4-1", (91.98, 71.77, 28.21), (77.45, 49.98, 16.76)),
    ("(52+4)-25-1, Zar points", "p2-52+4-25-1", (96.47, 81.61, 35.43), (99.45, 91.90, 44.69)),
)
TABLE_10 = tuple(
    Pair(name, (f"{recipe}/notrump", f"{recipe}/both"), (nt, spades), (NOTRUMP, SUITS))
    for name, recipe, nt, spades in _TABLE_10
)
"""P2, tables V and X: notrump, and spades with either defender leading."""

RAW: dict[str, tuple[Shares, Shares]] = {
    "Work": ((86.44, 62.07, 22.76), (74.64, 48.25, 16.41)),
    "Asset": ((79.99, 55.14, 19.68), (72.32, 48.42, 16.93)),
    "Stayman": ((89.10, 67.63, 26.02), (74.11, 50.96, 18.32)),
}
"""P2, section IX-B: counts used raw, at notrump and with spades as trumps."""

ONE_SUIT_OR_ALL = {
    "spades": ("p2-26x4-7/spades", SUITS),
    "all four": ("p2-26x4-7/suits", SUITS),
}
"""P2, section IV-E: the recipes of 26x4 with one trump suit, and with varied ones."""

HANDS_ALONE = {
    "notrump": ("ddbp2-52x2/notrump", NOTRUMP),
    "spades, either defender leads": ("ddbp2-52x2/spades", SUITS),
}
"""Recipes with 52 inputs for each of a pair's hands, which no paper has."""

HIDDEN_NEURONS = {
    "8": ("p2-52-8-1/notrump", NOTRUMP),
    "25": ("p2-52-25-1/notrump", NOTRUMP),
    "52": ("p2-52-52-1/notrump", NOTRUMP),
}
"""P2, section VII-A: the recipes of notrump whose useless neurons it counts."""

ON_TRAINING_DEALS = (
    Row(f"{_4_13}, notrump", (98.02, 86.10, 39.18), "p2-52x4-13/notrump", NOTRUMP),
    Row(f"{_4_26}, notrump", (98.95, 89.30, 42.35), "p2-52x4-26/notrump", NOTRUMP),
    Row(f"{_4_13}, spades", (99.84, 95.91, 51.68), "p2-52x4-13/spades"),
    Row(f"{_4_26}, spades", (99.95, 97.61, 56.19), "p2-52x4-26/spades"),
)
"""P2, section VI-E: what networks reach on the deals that they learned from."""

CLOSE = {"notrump": 98.13, "spades": 99.53}
"""P2, section VI-F: how often the outputs of four networks lie at most 0.06 apart."""

AGREEMENT = {"notrump": (61.23, 37.93, 0.81, 0.03), "spades": (63.40, 36.56, 0.04)}
"""P2, section VI-F: how often the answers of four networks lie 0, 1, 2, 3 tricks apart."""
