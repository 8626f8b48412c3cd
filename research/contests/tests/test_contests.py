"""Matches and uncontested bidding, of bidders whose calls are known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.calls import PASS, Call
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Strain, Vulnerability
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import read_records
from bidding.explaining.analysis.lookahead import Outcomes
from bidding.explaining.layouts.layout_sampling import Layouts
from bidding.parsing.text.call_text import parse_call
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.contests import bidders, uncontested
from research.contests.bidders import LookingBidder, ModelBidder, RecordedBidder
from research.contests.boards import BadBoards, Boards, random_boards, read_boards
from research.contests.commands.match import Command as Match
from research.contests.commands.uncontested import Command as Uncontested
from research.contests.kept import BadKept
from research.contests.match import (
    BoardResult,
    play,
    play_match,
    results_kept,
    score_of,
)
from research.contests.uncontested import Passing, best_points, bid_uncontested
from tests.explaining.analysis.small import PointsEstimator, small_bidder
from tests.recorded import arrays, write


class Opens:
    """Opens the bidding with one call, and passes ever after."""

    def __init__(self, call: str) -> None:
        self.call = parse_call(call)

    def calls(self, tables: Sequence[Position], owner: np.ndarray) -> list[Call]:
        return [PASS if table.auction.last_bid else self.call for table in tables]


def boards(count: int) -> Boards:
    """Solved by decree: nine tricks for North and South in notrump, eight in all else."""
    dealt = random_boards(count, 3, System.SAYC)
    tricks = np.full((count, 4, 5), 5, dtype=np.uint8)
    tricks[:, [Seat.N, Seat.S]] = 8
    tricks[:, [Seat.N, Seat.S], Strain.NT] = 9
    tricks[:, [Seat.E, Seat.W], Strain.NT] = 4
    return Boards(dealt.owner, dealt.tables, tricks)


def test_a_board_is_played_at_two_tables() -> None:
    """Board 1: North deals, nobody is vulnerable. 3NT makes for A; B plays 1NT there."""
    (result,) = play((Opens("3NT"), Opens("1NT")), boards(1))
    assert result == BoardResult(("3NT by N", "1NT by N"), (400, 150), 6)


def test_east_and_west_bid_for_their_side() -> None:
    """Board 2: East deals, N-S are vulnerable. As East, A goes down five, B three."""
    result = play((Opens("3NT"), Opens("1NT")), boards(2))[1]
    assert result.contracts == ("1NT by E", "3NT by E")
    assert result.points == (150, 250)
    assert result.imps == -3


def test_the_tricks_are_the_declarers() -> None:
    """South would take nine where North, who opened 3NT, takes eight. East is five down."""
    board = boards(1)
    assert board.tricks is not None
    board.tricks[0, Seat.N, Strain.NT] = 8
    (result,) = play((Opens("3NT"), Opens("P")), board)
    assert result == BoardResult(("3NT by N", "3NT by E"), (-50, 250), -7)


def test_equal_bidders_win_nothing() -> None:
    bidder = ModelBidder(small_bidder())
    assert {result.imps for result in play((bidder, bidder), boards(3))} == {0}


def test_the_score_is_a_mean_with_its_error() -> None:
    results = [BoardResult(("a", "a"), (0, 0), 0), BoardResult(("a", "b"), (0, 0), 6)]
    score = score_of(results)
    assert (score.boards, score.imps_a_board, score.standard_error) == (2, 3, 3)
    assert (score.won, score.lost, score.differently_bid) == (1, 0, 1)


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    out, settings, counts = tmp_path / "match.json", {"a": "x"}, list[int]()
    pair = (Opens("3NT"), Opens("1NT"))
    play_match(pair, boards(3), settings, out, counts.append)
    first = results_kept(out, settings)
    # What was played is taken over: nobody would bid 7NT there.
    whole = play_match((Opens("7NT"), Opens("1NT")), boards(5), settings, out, counts.append)
    assert whole[:3] == first
    assert "7NT" in whole[3].contracts[0] + whole[3].contracts[1]
    assert counts == [0, 3, 3, 2]
    with pytest.raises(BadKept, match="its a is 'x'"):
        results_kept(out, {"a": "y"})
    out.write_text("{}")
    with pytest.raises(BadKept):
        results_kept(out, {})


class Bold(LookingBidder):
    """Leaves the likeliest call for any that seems better."""

    ERRORS = 0.0


class Wary(LookingBidder):
    """Leaves it for none, however much better it seems."""

    ERRORS = 1e9


def test_looking_ahead_leaves_a_call_for_one_that_is_better_by_enough() -> None:
    """It makes the same calls again, and the model's where nothing is sure."""
    table = random_boards(1, 5, System.SAYC).tables[0]
    owner = random_deals(6, 5)
    bold, wary = (
        kind(small_bidder(), PointsEstimator(), least_chance=0.01) for kind in (Bold, Wary)
    )
    calls = bold.calls([table] * 6, owner)
    assert calls == bold.calls([table] * 6, owner)
    likeliest = ModelBidder(small_bidder()).calls([table] * 6, owner)
    assert calls != likeliest
    assert wary.calls([table] * 6, owner) == likeliest


def leaves_the_likeliest(
    bidder: LookingBidder,
    log_weights: np.ndarray,
    swings: np.ndarray,
    monkeypatch: pytest.MonkeyPatch,
) -> bool:
    """Whether it makes another call than the model, where its layouts (L,) have these weights and
    its second call wins so many IMPs (L,) over the likeliest on each."""
    count = len(log_weights)

    class Given:
        def sample(self, weighed: int, rng: np.random.Generator) -> Layouts:
            return Layouts(random_deals(count, seed=1), log_weights)

    def outcomes(*asked: Any) -> Outcomes:
        calls = len(asked[3])
        imps = np.zeros((calls, calls, count))
        imps[1, 0], imps[0, 1] = swings, -swings
        return Outcomes([[None] * count] * calls, imps, np.zeros((calls, count)))

    monkeypatch.setattr(bidders, "sampler_for", lambda *question: Given())
    monkeypatch.setattr(bidders, "look_ahead", outcomes)
    table, owner = random_boards(1, 5, System.SAYC).tables[0], random_deals(1, 5)
    (call,), (likeliest,) = (
        one.calls([table], owner) for one in (bidder, ModelBidder(small_bidder()))
    )
    return call != likeliest


@pytest.mark.parametrize(("heavier", "leaves"), [(0, False), (1, True)])
def test_looking_ahead_counts_a_layout_by_its_weight(
    heavier: int, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two layouts, one three times as likely: the second call loses 4 IMPs on the first and
    wins 6 on the other, 1.5 less or 3.5 more than the likeliest."""
    logs = np.zeros(2)
    logs[heavier] = np.log(3)
    bold = Bold(small_bidder(), PointsEstimator(), least_chance=0.01)
    assert leaves_the_likeliest(bold, logs, np.array([-4.0, 6.0]), monkeypatch) is leaves


@pytest.mark.parametrize(("count", "leaves"), [(2, False), (12, True)])
def test_looking_ahead_leaves_no_call_because_few_layouts_agree(
    count: int, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = LookingBidder(small_bidder(), PointsEstimator(), least_chance=0.01)
    agreed = np.full(count, 5.0)
    assert leaves_the_likeliest(looking, np.zeros(count), agreed, monkeypatch) is leaves


def test_recorded_calls_are_made_as_long_as_they_fit(tmp_path: Path) -> None:
    records = read_records(write(tmp_path / "auctions.npz", 4, 1))
    bidder = RecordedBidder(records, Opens("7NT"))
    table = read_boards(tmp_path / "auctions.npz", 1, System.SAYC).tables[0]
    owner = read_boards(tmp_path / "auctions.npz", 1, System.SAYC).owner
    assert bidder.calls([table], owner)[0].index == int(records.calls[0])
    other = np.roll(owner, 1, axis=1)
    assert bidder.calls([table], other) == [parse_call("7NT")]


def test_the_best_contract_of_a_pair_is_found() -> None:
    tricks = np.zeros((3, 4, 5), dtype=np.uint8)
    tricks[0, Seat.S, Strain.S] = 10
    tricks[1, Seat.N, Strain.NT] = 12
    tricks[1, Seat.E] = 13  # nobody asks East
    assert best_points(tricks, vulnerable=False).tolist() == [420, 990, 0]
    assert best_points(tricks, vulnerable=True).tolist() == [620, 1440, 0]


def test_uncontested_bidding_is_measured_against_the_best() -> None:
    """3NT makes and is best; 1NT lacks 250 points, passing 400."""
    dealt = boards(4)
    assert dealt.tricks is not None
    deals = SolvedDeals(pack(dealt.owner), dealt.tricks)
    counts: list[int] = []
    lost = {}
    for call in ("3NT", "1NT"):
        bid = bid_uncontested(Opens(call), deals, System.SAYC, Vulnerability.NONE, counts.append)
        lost[call] = bid.to_dict()
    passing = bid_uncontested(Passing(), deals, System.SAYC, Vulnerability.NONE, counts.append)
    assert (lost["3NT"]["imps"], lost["3NT"]["best_reached"]) == (0, 1)
    assert (lost["1NT"]["imps"], lost["1NT"]["standard_error"]) == (-6, 0)
    assert (passing.to_dict()["imps"], passing.to_dict()["passed_out"]) == (-9, 1)
    assert counts == [4, 4, 4]


def by_name(name: str, *arguments: object) -> None:
    command = Match() if name == "match" else Uncontested()
    call_command(command, *map(str, arguments), stdout=StringIO())


def test_the_commands_name_what_is_wrong(tmp_path: Path) -> None:
    def refuses(*command: object) -> str:
        with pytest.raises(CommandError) as refusal:
            by_name(*command)
        return str(refusal.value)

    assert "'goren' is no bidder" in refuses("match", "goren", "model", "--boards", 2)
    assert "at least 1" in refuses("match", "model", "model", "--boards", 0)
    absent = tmp_path / "absent.npz"
    assert str(absent) in refuses("match", "model", "model", "--boards", 2, "--deals", absent)
    assert str(absent) in refuses("match", "model", f"robot:{absent}", "--boards", 2)
    assert str(absent) in refuses("uncontested", absent)
    text = tmp_path / "README.md"
    text.write_text("# No boards")
    refusal = refuses("match", "model", "model", "--boards", 2, "--deals", text)
    assert refusal.count("README.md: cannot be read as .npz (it has Python objects in it, or") == 2
    assert "pickle" not in refusal


def test_one_board_has_no_standard_error(tmp_path: Path) -> None:
    """Nor has its file: what is not a number is not JSON."""
    out = tmp_path / "match.json"
    play_match((Opens("3NT"), Opens("1NT")), boards(1), {}, out, lambda count: None)
    kept = json.loads(out.read_text(), parse_constant=pytest.fail)
    assert kept["standard_error"] is None
    assert "standard error unknown" in str(score_of(results_kept(out, {})))


def test_what_cannot_be_bid_or_written_is_refused_before_the_work(tmp_path: Path) -> None:
    owner = random_deals(3, seed=1, cards=5)
    held = np.packbits(owner < 4, axis=1)
    endings = tmp_path / "dd-5.npz"
    SolvedDeals(pack(owner), np.zeros((3, 4, 5), np.uint8), held).save(endings)
    with pytest.raises(BadBoards, match=r"dd-5\.npz: endings"):
        read_boards(endings, 2, System.SAYC)
    dealt, whole = boards(2), tmp_path / "dd.npz"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner[:1]), dealt.tricks[:1]).save(whole)
    nowhere = tmp_path / "nowhere" / "figures.json"
    for fault, command in (
        ("endings of fewer than 13 cards", ("uncontested", endings)),
        ("two deals are needed", ("uncontested", whole)),
        ("cannot be written", ("uncontested", whole, "--json", nowhere)),
        ("cannot be written", ("match", "model", "model", "--boards", 2, "--json", nowhere)),
    ):
        with pytest.raises(CommandError, match=fault):
            by_name(*command)


def test_a_robot_plays_the_boards_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "research.contests.boards.solve",
        lambda owner: np.full((len(owner), 4, 5), 6, dtype=np.uint8),
    )
    robot, other = (
        f"robot:{write(tmp_path / f'{seed}.npz', 3, seed=seed)}" for seed in (1, 2)
    )  # fmt: skip
    said = StringIO()
    out = tmp_path / "match.json"
    call_command(Match(), robot, robot, "--boards", "3", "--json", str(out), stdout=said)
    records = read_records(tmp_path / "1.npz")
    lines = said.getvalue().splitlines()[1:]
    made = [int(line.split("; ")[1].split(" of the ")[0]) for line in lines]
    assert sum(made) == 2 * len(records.calls)  # at two tables
    assert lines[0] == (
        f"{robot} has recorded 3 of the 3 boards; {made[0]} of the {made[0]} calls made now are "
        "recorded ones, the others the model's"
    )
    assert json.loads(out.read_text())["deals"] == "1.npz"
    with pytest.raises(CommandError, match="two robots have two files: say with --deals"):
        call_command(Match(), robot, other, "--boards", "2")
    with pytest.raises(CommandError, match=r"has recorded none of the 2 boards.*give --deals"):
        call_command(
            Match(),
            robot,
            other,
            "--boards",
            "2",
            "--deals",
            str(tmp_path / "1.npz"),
        )


def recorded_on(path: Path, dealt: Boards, seed: int, system: int = 0) -> None:
    """A file of auctions on these boards."""
    seats = [(int(table.auction.dealer), int(table.vulnerability)) for table in dealt.tables]
    dealer, vul = np.array(seats, dtype=np.uint8).T
    of_boards = {"deal": pack(dealt.owner), "dealer": dealer, "vul": vul}
    np.savez(path, **{**arrays(len(dealt), seed, system), **of_boards})  # type: ignore[arg-type]


def systems_read(monkeypatch: pytest.MonkeyPatch, *match: object) -> dict[str, set[Systems]]:
    """What the model believes to be played, where the first bidder sits N-S and where E-W."""
    read: dict[str, set[Systems]] = {"NS": set(), "EW": set()}

    def outcomes(
        pair: object, tables: Sequence[Position], owner: np.ndarray, swapped: np.ndarray
    ) -> list[Position]:
        for table, side in zip(tables, swapped, strict=True):
            read["EW" if side else "NS"].add(table.systems)
        over = replace(tables[0].auction, calls=(PASS,) * 4)
        return [replace(table, auction=over) for table in tables]

    monkeypatch.setattr("research.contests.match.bid_out", outcomes)
    call_command(Match(), *map(str, match), stdout=StringIO())
    return read


def test_all_play_the_systems_that_were_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless others are asked for."""
    monkeypatch.setattr(
        "research.contests.boards.solve",
        lambda owner: np.full((len(owner), 4, 5), 6, dtype=np.uint8),
    )
    dealt, polish = boards(2), tmp_path / "polish.npz"
    recorded_on(polish, dealt, seed=1, system=SYSTEM_CODE[System.POLISH_CLUB])
    match = ("model", f"robot:{polish}", "--boards", 2)
    both = {Systems(System.POLISH_CLUB, System.POLISH_CLUB)}
    assert systems_read(monkeypatch, *match) == {"NS": both, "EW": both}
    asked = {Systems(System.ACOL, System.ACOL)}
    assert systems_read(monkeypatch, *match, "--system", "acol") == {"NS": asked, "EW": asked}
    mixed = dict(np.load(polish)) | {"system_ew": np.full(2, 255, np.uint8)}
    np.savez(polish, **mixed)
    unlike = {Systems(System.POLISH_CLUB, System.UNKNOWN)}
    assert systems_read(monkeypatch, *match) == {"NS": unlike, "EW": unlike}


def test_a_robot_plays_its_own_system_on_boards_of_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of two its own, and the model SAYC."""
    dealt, deals, out = boards(2), tmp_path / "dd.npz", tmp_path / "match.json"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    robots = []
    for seed, system in enumerate((System.POLISH_CLUB, System.ACOL)):
        path = tmp_path / f"{system.value}.npz"
        recorded_on(path, dealt, seed, SYSTEM_CODE[system])
        robots.append(f"robot:{path}")
    solved = ("--boards", 2, "--deals", deals, "--json", out)
    assert systems_read(monkeypatch, *robots, *solved) == {
        "NS": {Systems(System.POLISH_CLUB, System.ACOL)},
        "EW": {Systems(System.ACOL, System.POLISH_CLUB)},
    }
    assert json.loads(out.read_text())["system"] == "as recorded"
    out.unlink()
    assert systems_read(monkeypatch, "model", robots[0], *solved) == {
        "NS": {Systems(System.SAYC, System.POLISH_CLUB)},
        "EW": {Systems(System.POLISH_CLUB, System.SAYC)},
    }
    out.unlink()
    assert systems_read(monkeypatch, "model", "model", *solved)["NS"] == {Systems()}
    assert json.loads(out.read_text())["system"] == "sayc"


def test_a_match_on_other_deals_of_the_same_name_does_not_go_on(tmp_path: Path) -> None:
    dealt, deals, out = boards(2), tmp_path / "dd.npz", tmp_path / "match.json"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    recorded = tmp_path / "robot.npz"
    recorded_on(recorded, dealt, seed=1)
    played = ["model", f"robot:{recorded}", "--boards", "2", "--deals", str(deals)]

    def plays() -> None:
        call_command(Match(), *played, "--json", str(out), stdout=StringIO())

    plays()
    kept = out.read_bytes()
    plays()
    assert out.read_bytes() == kept
    SolvedDeals(pack(dealt.owner), dealt.tricks + 1).save(deals)
    with pytest.raises(CommandError, match="another run: its files_sha256"):
        plays()
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    recorded_on(recorded, dealt, seed=2)
    with pytest.raises(CommandError, match="another run: its files_sha256"):
        plays()
    assert out.read_bytes() == kept


def test_uncontested_bidding_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals, out, bid = tmp_path / "dd.npz", tmp_path / "figures.json", list[Vulnerability]()
    dealt = boards(3)
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)

    def bids(stops_after: int) -> str:
        def counted(pair: Any, deals: Any, system: Any, vulnerability: Any, advance: Any) -> Any:
            if len(bid) == stops_after:
                raise KeyboardInterrupt
            bid.append(vulnerability)
            return bid_uncontested(Passing(), deals, system, vulnerability, advance)

        monkeypatch.setattr(uncontested, "bid_uncontested", counted)
        said = StringIO()
        options = ("--system", "sayc", "--json", str(out))
        call_command(Uncontested(), str(deals), *options, stdout=said)
        return said.getvalue()

    with pytest.raises(CommandError, match="the same command goes on") as stopped:
        bids(stops_after=1)
    assert stopped.value.returncode == 130
    assert list(json.loads(out.read_text())["systems"]["sayc"]) == ["none"]
    assert "both" in bids(stops_after=2)
    assert bid == [Vulnerability.NONE, Vulnerability.BOTH]
    whole = json.loads(out.read_text())
    assert whole["systems"]["sayc"]["both"]["deals"] == 3
    SolvedDeals(pack(dealt.owner[::-1]), dealt.tricks[::-1]).save(deals)
    with pytest.raises(CommandError, match="another run: its deals_sha256 is"):
        bids(stops_after=9)
    assert json.loads(out.read_text()) == whole
    out.write_text("[]")
    with pytest.raises(CommandError, match="does not hold figures"):
        bids(stops_after=9)


def test_too_few_boards_are_refused(tmp_path: Path) -> None:
    dealt = boards(2)
    assert dealt.tricks is not None
    path = tmp_path / "dd.npz"
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(path)
    assert len(read_boards(path, 2, System.SAYC)) == 2
    with pytest.raises(BadBoards, match="2 boards, not 3"):
        read_boards(path, 3, System.SAYC)
