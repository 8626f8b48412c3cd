"""The page on the model (docs/model.md), made from saved scores and reports alone."""

from __future__ import annotations

from collections.abc import Iterator

from bidding.training.markdown import between
from bidding.training.score_tables import (
    agreement_of_spectators,
    agreement_table,
    calibration_table,
    card_ece_note,
    gap_table,
    group_table,
    kinds_table,
    score_table,
    seat_table,
    without_a_hand,
)
from research.p1.ablations import (
    ablation_notes,
    ablation_table,
    elsewhere_parts,
    trained_words,
)
from research.p1.convergence import (
    convergence_chart,
    convergence_note,
    convergence_table,
)
from research.p1.experiments import people_table, size_chart, size_table
from research.p1.paper_apart import NOTE, apart_table
from research.p1.paper_p1 import paper_table
from research.released.fact_tables import fact_tables
from research.released.reading_tables import surprise_parts, system_parts
from research.released.sources import Figures, Sources
from research.released.targets import calibration_targets, peer_table

CONVERGENCE, DEALS = "convergence.svg", "deals.svg"


def pictures(sources: Sources) -> dict[str, str]:
    """The pictures of the page that there is something to draw for, by file name."""
    drawn = {CONVERGENCE: convergence_chart(sources), DEALS: size_chart(sources)}
    return {name: picture for name, picture in drawn.items() if picture is not None}


def model_page(sources: Sources, case: str) -> str:
    """The whole page, with the given part on paper P1's test case."""
    parts = [
        *_head(sources),
        *_accuracy(sources),
        *_calibration(sources),
        *_agreement(sources),
        *surprise_parts(sources),
        *system_parts(sources),
        "## Paper P1 beside this project",
        paper_table(sources),
        "### Where ours differs and why",
        NOTE,
        apart_table(),
        "### Its test case (table 2)",
        case,
        *_experiments(sources),
        *_people(sources),
        *_data(sources.facts),
    ]
    return "\n\n".join(parts) + "\n"


def _head(sources: Sources) -> Iterator[str]:
    model = sources.model
    yield "# The bidding model"
    yield "Made by `python -m research.released model`; do not edit. “–” stands for: not measured."
    size = sources.reports.get(model["recipe"], {}).get("parameters")
    yield (
        f"{model['name']} {model['version']}, recipe `{model['recipe']}`, weights "
        f"`{model['sha256'][:16]}…`{'' if size is None else f', {size:,} of them'}."
    )
    stages = enumerate(sources.stages(model["recipe"]), start=1)
    yield "\n".join(f"{place}. {_stage_words(sources, name)}" for place, name in stages)


def _stage_words(sources: Sources, name: str) -> str:
    if name not in sources.reports:
        return f"Recipe `{name}`: no report is kept."
    report = sources.reports[name]
    recipe = report["recipe"]
    repeats = [s for s in recipe["sources"] if s["repeat"] != 1]
    often = "".join(f", `{s['files']}` {s['repeat']} times" for s in repeats)
    return (
        f"Recipe `{recipe['name']}`: {recipe['note']} "
        f"{recipe['optimisation']['passes']:g} of a pass over {report['auctions_a_pass']:,} "
        f"auctions{often}: {report['calls_learned_from']:,} calls, "
        f"{report['seconds'] / 60:.0f} minutes ({report['machine']}). "
        f"{report['validation_auctions']:,} auctions were kept to choose by."
    )


def _accuracy(sources: Sources) -> Iterator[str]:
    scores = sources.scores
    yield "## On auctions never trained on"
    yield (
        "At every turn of every seat, seeing the own hand and the earlier calls. Errors are "
        "absolute errors at the median of the predicted distribution, the mean over LHO, partner "
        "and RHO; ECE is the expected calibration error in ten bins; illegal is the mean chance "
        "given to illegal calls."
    )
    yield score_table(scores)
    yield (
        "Beside the project's aims (bold: missed) and a peer (BEN, on files drawn the same way; "
        "its figures were measured apart from this run; of WBridge5 no auctions are at hand):"
    )
    yield peer_table(scores)
    yield (
        "Precision and recall of bids and of non-bids (pass, double, redouble), each call counted "
        "as itself. Micro: over all of them together; macro: the plain mean over the different "
        "calls that occur, so that 7♦ weighs as much as 1♣."
    )
    yield kinds_table(scores)
    yield "### By round and by the caller's system"
    yield group_table(scores)
    yield "### Hidden hands by seat"
    yield "Beside what sharing the unseen cards evenly gives."
    yield seat_table(scores)


def _calibration(sources: Sources) -> Iterator[str]:
    yield "## Do chances mean what they say?"
    yield (
        "Beside the project's aims (bold: missed): ECE of the call at most 0.01 on robots and "
        "0.03 on people, of card chances 0.005; intervals within 1 point of their level on "
        "robots, within 3 on people."
    )
    yield calibration_targets(sources.scores)
    yield (
        "An interval of a whole number can seldom hold exactly 80 %. Each is the likeliest run of "
        "values whose probability comes nearest to the level, by the square root of what it "
        "misses; “claims” is the mean of the probabilities that the intervals themselves state."
    )
    yield calibration_table(sources.scores)
    blind = without_a_hand(sources.scores)
    if blind:
        yield "### With no hand seen"
        yield (
            "What calls show to everybody, and how common they are, is what a spectator believes. "
            "The same calls, asked of who is behind the player to call and sees no hand:"
        )
        yield calibration_targets(blind)
        yield calibration_table(blind)


def _agreement(sources: Sources) -> Iterator[str]:
    counts = [s["agreement"]["decisions"] for s in sources.scores.values() if "agreement" in s]
    yield "## The three hidden hands as one answer"
    yield (
        "The heads answer apart; then the hands are made to agree: every unseen card has one "
        "owner, every hand 13 cards, and the means of the distributions are those of the cards. "
        "On the same calls of each file, alone and agreed:"
    )
    if not counts:
        yield "Not measured."
        return
    yield agreement_table(sources.scores)
    yield card_ece_note(sources.scores)
    yield (
        f"Measured on {between(counts)} calls of each file. How far the means of "
        "HCP and of lengths are from those of the cards (in points and cards), a card's owners "
        "from 1 and a hand's cards from 13; “beyond” is the share farther off than 0.00001:"
    )
    yield gap_table(sources.scores)
    four = agreement_of_spectators(sources.scores)
    if four:
        yield "### All four hands, with no hand seen"
        yield (
            "What a spectator gets: at the same turns all four hands, as who sees none believes "
            "of them. Errors are the mean over the four."
        )
        yield agreement_table(four)
        yield card_ece_note(four)
        yield gap_table(four)


def _experiments(sources: Sources) -> Iterator[str]:
    drawn = pictures(sources)
    yield "## With something and without it"
    yield (
        "Each recipe was written to change one thing of the first of its kind, trained"
        f"{trained_words(sources)}, and scored on auctions never trained on, of the same robot. "
        "What else differs between the two runs, by their reports, stands in the last column. "
        f"{' '.join(ablation_notes(sources))}"
    )
    yield ablation_table(sources)
    yield from elsewhere_parts(sources)
    yield (
        "Accuracy on the way, on deals kept from training, at the ends of four equal parts of "
        "the run. Seconds are by the clock, on machines that did other work as well: steps "
        f"compare, they hardly do. {convergence_note(sources)}"
    ).rstrip()
    yield convergence_table(sources)
    if CONVERGENCE in drawn:
        yield f"![Accuracy against steps and seconds, by recipe]({CONVERGENCE})"
    yield "## Accuracy against the number of training deals"
    yield (
        "A small network of this project's arrangement, as many steps for each number of deals: "
        "fewer deals are seen more often."
    )
    yield size_table(sources)
    if DEALS in drawn:
        yield f"![Accuracy against the number of training deals]({DEALS})"


def _people(sources: Sources) -> Iterator[str]:
    yield "## Learning from people and from robots"
    yield (
        "Ways to learn from both, of one small network of this project's arrangement. The systems "
        "of people's auctions are unknown; those of robots, of four systems, are read as unknown "
        "one time in ten, but where it is said that they never are. Scored on auctions never "
        "trained on, of people and of the Standard American robot, and of the robot as if no side "
        "had named its system, as somebody meets a robot whose system has no name here. Each was "
        "run once."
    )
    yield people_table(sources)


def _data(facts: Figures | None) -> Iterator[str]:
    yield "## The training auctions"
    if facts is None:
        yield "Not measured."
        return
    yield f"Of {', '.join(f'`{name}`' for name in facts['files'])} (`describe`):"
    yield fact_tables(facts)
