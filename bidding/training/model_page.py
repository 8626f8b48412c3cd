"""The page on the model (docs/model.md), made from saved scores and reports alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bidding.training.report import Figures, score_table, seat_table

# What a peer scored on files drawn like these: the open-source engine BEN, two networks of
# three LSTM layers of 128. Next call of all calls and of non-pass calls, HCP error, length error.
PEER = {
    "robot-sayc-dev": (0.862, 0.735, 1.87, 0.79),
    "robot-21gf-dev": (0.888, 0.788, 1.82, 0.79),
    "robot-wj-dev": (0.799, 0.606, 2.18, 0.85),
    "people-dev": (0.712, 0.444, 2.25, 0.89),
}
_NAMES = ("accuracy", "accuracy_nonpass", "hcp_mae", "length_mae")
_FORMS = ("{:.1%}", "{:.1%}", "{:.2f}", "{:.2f}")


def read_scores(folder: Path) -> dict[str, Figures]:
    """The saved scores by the name of the file they were taken on; raises ValueError."""
    scores: dict[str, Figures] = {path.stem: _read(path) for path in sorted(folder.glob("*.json"))}
    if not scores:
        raise ValueError(f"no scores in {folder}: write them with evaluate_bidder --json")
    models = {json.dumps(figures["model"], sort_keys=True) for figures in scores.values()}
    if len(models) > 1:
        raise ValueError(f"the scores in {folder} are of several models: {', '.join(models)}")
    return scores


def _read(path: Path) -> dict[str, Any]:
    try:
        document: dict[str, Any] = json.loads(path.read_text())
        return {**document, "model": dict(document["model"])}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of scores: {error!r}") from error


def model_page(
    scores: Mapping[str, Figures],
    stages: Sequence[Figures],
    comparison: Mapping[str, Figures],
    case: str,
) -> str:
    """The whole page, from scores by file, the reports of the training runs in their order, the
    scores of the arrangements compared, and the part on paper P1's test case.
    """
    model = next(iter(scores.values()))["model"]
    return "\n".join(
        [
            "# The bidding model",
            "",
            "Made by `python manage.py report_model`; do not edit.",
            "",
            f"{model['name']} {model['version']}, recipe `{model['recipe']}`, weights "
            f"`{model['sha256'][:16]}…`, {stages[-1]['parameters']:,} of them.",
            "",
            *(f"{place}. {_stage_words(stage)}" for place, stage in enumerate(stages, start=1)),
            "",
            "## On auctions never trained on",
            "",
            "At every turn of every seat, seeing the own hand and the earlier calls. Errors are "
            "absolute errors at the median of the predicted distribution, the mean over LHO, "
            "partner and RHO.",
            "",
            score_table(scores),
            "",
            "Beside a peer (BEN, on files drawn the same way; its figures were measured apart "
            "from this run):",
            "",
            _peer_table(scores),
            "",
            *_seat_parts(scores),
            "## The paper's arrangement and this one",
            "",
            "Both trained on the same 120,000 SAYC auctions once (`python manage.py "
            "train_bidder probe paper-probe --data DIR`), scored on the same deals kept apart. "
            "The paper reports 89 % of all calls on data of its own, after 2.8 million auctions "
            "and many passes.",
            "",
            score_table(comparison),
            "",
            "## Paper P1's test case (table 2)",
            "",
            case,
            "",
        ]
    )


def _stage_words(report: Figures) -> str:
    recipe = report["recipe"]
    return (
        f"Recipe `{recipe['name']}`: {recipe['note']} "
        f"{recipe['optimisation']['passes']:g} of a pass over {report['auctions_a_pass']:,} "
        f"auctions (people's counted {_repeats(report)} times), {report['calls_learned_from']:,} "
        f"calls, {report['seconds'] / 60:.0f} minutes ({report['machine']}). "
        f"{report['validation_auctions']:,} auctions were kept to choose by."
    )


def _repeats(report: Figures) -> int:
    return max(int(source["repeat"]) for source in report["recipe"]["sources"])


def _seat_parts(scores: Mapping[str, Figures]) -> list[str]:
    parts: list[str] = []
    for name, figures in scores.items():
        parts += [f"### {name}: hidden hands by seat", "", seat_table(figures), ""]
    return parts


def _peer_table(scores: Mapping[str, Figures]) -> str:
    lines = ["| | " + " | ".join(f"{n} ours | peer" for n in _NAMES) + " |"]
    lines.append("|" + "---|" * (2 * len(_NAMES) + 1))
    for name, peer in PEER.items():
        if name in scores:
            pairs = zip(_NAMES, _FORMS, peer, strict=True)
            cells = [form.format(v) for n, form, p in pairs for v in (scores[name][n], p)]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
