"""The orders that papers P2 and P3 state of their networks: which is better than which."""

from __future__ import annotations

from dataclasses import dataclass

from research.tricks.report import paper_tables as paper
from research.tricks.report.paper_tables import PaperTable, Row


@dataclass(frozen=True)
class Claim:
    """That one network is more often exact than another."""

    words: str
    """Where the paper says so, and what."""

    better: Row
    worse: Row


def _row(table: PaperTable, label: str) -> Row:
    return next(row for row in table.rows if row.label == label)


def _claims(words: str, table: PaperTable, *pairs: tuple[str, str]) -> tuple[Claim, ...]:
    """Claims of one table, better and worse by their labels; {} in the words is its name."""
    said = words.format(table.title.partition(":")[0])
    return tuple(Claim(said, _row(table, one), _row(table, other)) for one, other in pairs)


_26_7, _26_13, _52, _52_DEEP, _104, _4_8, _4_13, _4_26 = paper.TABLE_3.sizes
_NOTRUMP, _WEST, _BOTH = paper.TABLE_5
_X_NOTRUMP, _X_BOTH = paper.TABLE_10
_P3_SUITS, _P3_NOTRUMP = paper.P3_TABLES
_NT_FOUR, _NT_THREE, _NT_PAIRS = (row.label for row in paper.TABLE_4.rows[:3])
_WITH_COUNTS = (
    "(52+36)-25-1",
    "(52+32)-25-1",
    "(104+68)-50-10-1",
    "(52+102)-77-38-19-1",
    "(52x4+84)-(13x4+21)-26-1",
    "(52+4)-25-1, Zar points",
)

P2_CLAIMS = (
    *_claims(
        "{}, finds 52x4 the best encoding and 26x4 the worst",
        paper.TABLE_1,
        *((_4_13, label) for label in (_52, _104)),
        *((label, _26_7) for label in (_52, _104)),
    ),
    *_claims(
        "P2, section V-C, finds one output better than 14 in most networks",
        paper.TABLE_2,
        (_52, "52-25-14"),
        (_104, "104-30-14"),
        (_4_26, "(52x4)-(26x4)-26-14"),
    ),
    *_claims(
        "{}, has 14 outputs better than one with 26x4",
        paper.TABLE_2,
        ("(26x4)-(13x4)-(13x4)-26-14", _26_13),
    ),
    *_claims(
        "P2, section V-C, finds intervals of one width slightly better than proportional ones",
        paper.TABLE_2,
        (_52, "52-25-1 (proportional)"),
    ),
    *_claims(
        "P2, section V-D, finds the smaller 26x4 network better, the larger being fitted to its "
        "training deals too closely",
        paper.TABLE_3,
        (_26_7, _26_13),
    ),
    *_claims(
        "P2, section V-D, finds even a small 52x4 network better than any other encoding",
        paper.TABLE_3,
        (_4_8, _52_DEEP),
        (_4_8, _104),
    ),
    *_claims(
        "P2, section IV-B, finds the 52 inputs better the less they tell the partners apart",
        paper.TABLE_4,
        (_NT_THREE, _NT_FOUR),
        (_NT_PAIRS, _NT_THREE),
    ),
    *_claims(
        "P2, section VI-E, finds the smaller 52x4 network better at notrump, the larger being "
        "fitted to its training deals too closely",
        _NOTRUMP,
        (_4_13, _4_26),
    ),
    *_claims("{}, has the larger 52x4 network better in spades", _WEST, (_4_26, _4_13)),
    *(
        Claim(
            "P2, section VI-E, finds all networks better in spades than at notrump",
            _row(_WEST, label),
            _row(_NOTRUMP, label),
        )
        for label in (_26_7, _52, _104, _4_13, _4_26)
    ),
    *(
        Claim(
            "P2, section VI-E, finds networks better that learn both defenders' leads",
            _row(_BOTH, label),
            _row(_WEST, label),
        )
        for label in (_26_7, _104, _4_13, _4_26)
    ),
    Claim(
        "P2, section VI-E, finds 52-25-1 worse for learning both defenders' leads",
        _row(_WEST, _52),
        _row(_BOTH, _52),
    ),
    *_claims(
        "P2, section VIII-D, finds (52x4)-(26x4)-26-13-1 better in spades than all networks that "
        "see counts of players too",
        _X_BOTH,
        *((_4_26, label) for label in _WITH_COUNTS),
    ),
    *_claims(
        "P2, section VIII-D, finds counts with distribution better than point counts in spades",
        _X_BOTH,
        ("32-25-1, distribution", "36-25-1, nine point counts"),
        ("(52+32)-25-1", "(52+36)-25-1"),
    ),
    *_claims(
        "P2, section VIII-D, finds 68-25-1, which sees counts alone, worse in spades than 52x4 "
        "networks only, of those that see the deal alone",
        _X_BOTH,
        *(("68-25-1, all counts", label) for label in (_26_7, _52, _104)),
    ),
    *_claims(
        "P2, section VIII-D, finds 52x4 with all counts better at notrump than the larger of 52x4",
        _X_NOTRUMP,
        ("(52x4+84)-(13x4+21)-26-1", _4_26),
    ),
)
"""Those of P2 that its text or its tables' notes draw a conclusion from."""

P3_CLAIMS = tuple(
    claim
    for table in (_P3_SUITS, _P3_NOTRUMP)
    for claim in (
        *_claims(
            "{}: its conclusion 4 finds dedicated first layers better than full ones",
            table,
            *((f"D-{label}", f"F-{label}") for label in ("104 free", "156 free")),
        ),
        *_claims(
            "{}: its conclusion 5 finds free first layers better than frozen ones",
            table,
            *((f"{kind} free", f"{kind} frozen") for kind in ("F-104", "F-156", "D-104", "D-156")),
        ),
        *_claims("{}, has D-104 free as its best network", table, ("D-104 free", "D-156 free")),
    )
)
"""Those of P3. Of networks with frozen layers its print is against conclusion 4 with 104 neurons,
for it with 156, and looks exchanged for F-104 and F-156: these are left out."""
