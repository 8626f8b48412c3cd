"""The tables of docs/strength.md, from docs/measures/strength.json and advice-speed.json."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from bidding.matches.results import Kind
from bidding.training.scoring.markdown import NOT_MEASURED, table
from research.released.released import measured_with
from research.released.sources import Figures, read_figures
from research.strength.plan import ADVISER, MODEL, PLAYERS

MEASURES, SPEED = "strength.json", "advice-speed.json"
_NOT_YET = "Not measured yet."
_SURE = 2  # standard errors that chance alone seldom makes
_CORRECTED = ("doubled", "border", "played")
_MORE = {after: f"{after} more than {before}" for before, after in pairwise(PLAYERS)}


def tables(measures: Path, released: Mapping[str, Figures]) -> dict[str, Callable[[], str]]:
    """The tables by name; figures of other networks than the ``released`` say so."""

    def made(name: str, file: str, part: str, write: Callable[[Any], str]) -> str:
        path = measures / file
        found = read_figures(path) if path.is_file() else {}
        if not found.get(part):
            return _NOT_YET
        try:
            words = _measured(found, released) if name in ("strength", "strength-speed") else ""
            return words + write(found[part])
        except KeyError as error:
            raise ValueError(f"{path.name} has no {error}; measure it again") from error

    return {
        name: partial(made, name, file, part, write)
        for name, (file, part, write) in _WRITERS.items()
    }


def _measured(found: Figures, released: Mapping[str, Figures]) -> str:
    networks = {"bidder": found["model"]}
    if found["adviser"] is not None:
        networks["adviser"] = found["adviser"]
    return f"Measured with {measured_with(networks, released)}.\n\n"


def _verdict(programs: Figures) -> str:
    rows = [
        (
            name,
            f"{found[MODEL]['boards']:,}",
            *(_imps(found[player]) for player in PLAYERS),
            *(_imps(found["more"][player]) for player in _MORE),
        )
        for name, found in programs.items()
    ]
    header = ("opponent", "boards", *PLAYERS, *_MORE.values())
    return table(header, rows)


def _corrected(programs: Figures) -> str:
    rows = []
    for name, found in programs.items():
        scored = [found, *(found["corrected"][way] for way in _CORRECTED)]
        rows += [(f"{name}: {player}", *(_imps(of[player]) for of in scored)) for player in PLAYERS]
        rows += [
            (f"{name}: {words}", *(_imps(of["more"][player]) for of in scored))
            for player, words in _MORE.items()
        ]
    ways = ("doubled boards 0", "border contracts half", "tricks as played")
    return table(("opponent: bidder", "double dummy", *ways), rows)


def _vulnerability(programs: Figures) -> str:
    labels = list(next(iter(programs.values()))[MODEL]["by_vulnerability"])
    rows = [
        (
            f"{name}: {player}",
            *(_imps(found[player]["by_vulnerability"][label]) for label in labels),
            f"{found[player]['won']} / {found[player]['lost']}",
        )
        for name, found in programs.items()
        for player in PLAYERS
    ]
    return table(("opponent: bidder", *labels, "boards won / lost"), rows)


def _kinds(programs: Figures) -> str:
    columns = [(name, player) for name in programs for player in PLAYERS]
    rows = [
        (kind.value, *(_swing(programs[name][player]["kinds"], kind) for name, player in columns))
        for kind in Kind
    ]
    return table(("kind", *(f"{name}: {player}" for name, player in columns)), rows)


def _swing(kinds: Figures, kind: Kind) -> str:
    found = kinds.get(kind.value)
    return NOT_MEASURED if found is None else f"+{found['won']} −{found['lost']}"


def _partners(found: Figures) -> str:
    rows = [
        ("`adviser` (both partners)", _imps(found["pair"])),
        ("`adviser+model` (one of the two)", _imps(found["one"])),
        ("the pair more than twice the one", _imps(found["over_twice"])),
    ]
    return table((f"against `model`, {found['boards']:,} boards", "IMPs a board"), rows)


def _told(found: Figures) -> str:
    rows = [
        ("`adviser` against models that are told its system", _imps(found["told"])),
        ("`adviser` against models that are not", _imps(found["untold"])),
        ("`model` against models that are not", _imps(found["model_untold"])),
        ("the adviser more than the model, against these", _imps(found["adviser_of_untold"])),
    ]
    return table((f"{found['boards']:,} boards", "IMPs a board"), rows)


def _calls(programs: Figures) -> str:
    rows = [
        (
            name,
            f"{found['calls']['calls']:,}",
            _percent(found["calls"]["plausible"]),
            _percent(found["calls"]["differing"]),
            _percent(found["calls"]["tables_differing"]),
            _percent(found["calls"]["chance_of_differing"]),
        )
        for name, found in programs.items()
        if "calls" in found
    ]
    header = (
        "against",
        "calls of the adviser",
        "with a chance of 5 % or more, or the likeliest",
        "not the likeliest",
        "auctions with one such call or more",
        "their chance, on average",
    )
    return table(header, rows) if rows else _NOT_YET


def _statements(found: Figures) -> str:
    own = found[MODEL]["all"]
    rows = [
        (words, f"{part['count']:,}", _percent(part["share"]), _points(part, beside))
        for words, part, beside in (
            ("all calls of the model", own, None),
            ("all calls of the adviser", found[ADVISER]["all"], own),
            ("the model's but passes", found[MODEL]["but_passes"], None),
            ("the adviser's but passes", found[ADVISER]["but_passes"], found[MODEL]["but_passes"]),
            ("the likeliest where the adviser makes another", found[ADVISER]["instead"], None),
            ("those others", found[ADVISER]["differing"], found[ADVISER]["instead"]),
        )
    ]
    return table(("", "calls", "what is stated holds", "more than the line above, points"), rows)


def _games(programs: Figures) -> str:
    rows = []
    for name, found in programs.items():
        for player in PLAYERS:
            games = found["games"][player]
            ratio = games["missed"] / (found["games"][MODEL]["missed"] or 1)
            rows.append(
                (
                    f"{name}: {player}",
                    f"{games['contested']:,}",
                    f"{games['makeable']:,}",
                    f"{games['reached']:,}",
                    f"{games['sold']:,}",
                    f"{games['missed']:,}",
                    f"{ratio:.2f}",
                    f"{games['bid']:,}",
                    f"{games['failed']:,}",
                )
            )
    header = (
        "opponent: bidder",
        "contested auctions",
        "with a game that makes",
        "game bid",
        "others play",
        "stopped in a part score",
        "as a ratio to the model",
        "games bid in all",
        "that fail",
    )
    return table(header, rows)


def _speed(found: Figures) -> str:
    return (
        f"{found['model_ms']:.1f} ms a call for the model and {found['adviser_ms']:.1f} ms for the "
        f"adviser, medians of {found['calls']:,} calls asked one at a time on one core "
        f"({found['machine']}): {found['ratio']:.2f} times as long. {found['searched']:,} of them "
        f"are searched, for {found['search_ms'] / 1000:.2f} s (median), at most "
        f"{found['search_most_ms'] / 1000:.2f} s."
    )


def _imps(found: Figures) -> str:
    """A mean and its error; in bold if it is more than twice the error. One board has no error."""
    mean, error = found["imps_a_board"], found["standard_error"]
    if error is None:
        return f"{mean:+.3f}"
    words = f"{mean:+.3f} ± {error:.3f}"
    return f"**{words}**" if abs(mean) > _SURE * error else words


def _percent(share: float | None) -> str:
    return NOT_MEASURED if share is None else f"{100 * share:.1f} %"


def _points(part: Figures, beside: Figures | None) -> str:
    """How much larger one share is, in percentage points, with the error of the difference."""
    if beside is None or part["share"] is None or beside["share"] is None:
        return NOT_MEASURED
    error = (part["standard_error"] ** 2 + beside["standard_error"] ** 2) ** 0.5
    return f"{100 * (part['share'] - beside['share']):+.1f} ± {100 * error:.1f}"


# By the name of the table: the file, its part, and what writes it.
_WRITERS: dict[str, tuple[str, str, Callable[[Any], str]]] = {
    "strength": (MEASURES, "programs", _verdict),
    "strength-corrected": (MEASURES, "programs", _corrected),
    "strength-vulnerability": (MEASURES, "programs", _vulnerability),
    "strength-kinds": (MEASURES, "programs", _kinds),
    "strength-partners": (MEASURES, "partners", _partners),
    "strength-told": (MEASURES, "told", _told),
    "strength-games": (MEASURES, "programs", _games),
    "strength-calls": (MEASURES, "programs", _calls),
    "strength-statements": (MEASURES, "statements", _statements),
    "strength-speed": (SPEED, "speed", _speed),
}
