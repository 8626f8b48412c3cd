"""Auctions at practice tables: calls of people and of robots, each stored by compare-and-set."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from bidding.domain.auction import Auction
from bidding.domain.bidding_table import BiddingTable
from bidding.domain.errors import IllegalCall
from bidding.domain.table import Seat
from bidding.jobs import notifications, submission
from bidding.models import Job, Kind, PracticeSeat, PracticeTable, State
from bidding.parsing.documents.bidding_table_documents import (
    bidding_table_from_json,
    bidding_table_to_json,
)
from bidding.parsing.documents.document_errors import FieldError, InvalidPosition
from bidding.parsing.text import format_call, parse_call, parse_seat
from bidding.practice.table_documents import DealtBoard, SentCall
from bidding.tables.seats import Conflict

LOOK_SECONDS = 0.5  # between two looks for a call whose notification may have been lost


class RobotsFailed(Exception):
    """The robots' calls could not be computed; ``job`` says why."""

    def __init__(self, job: Job) -> None:
        super().__init__("The robots could not call.")
        self.job = job


@dataclass(frozen=True)
class Client:
    """Whoever asks: the robots' calls count to its share, as other answers do."""

    name: str
    keyed: bool


def bidding_table(row: PracticeTable) -> BiddingTable:
    """Return the table as the row has it."""
    return bidding_table_from_json(row.position)


def make_call(seat: PracticeSeat, sent: SentCall) -> PracticeTable:
    """Add a call to the auction and return the table; the same call sent again changes nothing.

    Raise Conflict for another call in place of one made, or out of turn; InvalidPosition for an
    illegal call; PracticeTable.DoesNotExist.
    """
    while True:
        row = PracticeTable.objects.get(pk=seat.table_id)
        table = bidding_table(row)
        if sent.deal not in (None, row.deal):
            raise Conflict("another-board", "Another board is on the table.")
        if _is_made(table.auction, sent, parse_seat(seat.seat)):
            return row
        try:
            auction = table.auction.after(sent.call)
        except IllegalCall as error:
            raise InvalidPosition([FieldError("/call", error)]) from None
        if _store(row, replace(table, auction=auction), changed_at=timezone.now()):
            return row


def _is_made(auction: Auction, sent: SentCall, seat: Seat) -> bool:
    """Return whether that very call has been made. Raise Conflict if the seat may not make it."""
    made = len(auction.calls)
    if auction.is_over and sent.index >= made:
        return False
    caller = auction.seat_of(sent.index)
    if sent.index > made:
        raise Conflict("out-of-turn", f"The auction has {made} calls; this is not the next one.")
    if caller is not seat:
        raise Conflict("out-of-turn", f"This call is {caller.full_name}'s.")
    if sent.index < made and auction.calls[sent.index] != sent.call:
        there = format_call(auction.calls[sent.index])
        raise Conflict("call-made", f"{caller.full_name} has called {there} there.")
    return sent.index < made


def deal_next(table_id: uuid.UUID, board: DealtBoard) -> PracticeTable:
    """Put the next board on the table and return it. Raise Conflict before the auction is over,
    and PracticeTable.DoesNotExist.
    """
    row = PracticeTable.objects.get(pk=table_id)
    table = bidding_table(row)
    new = {"board": board.board, "number": board.number, "deal": row.deal + 1}
    dealt = board.at(table)
    if not table.auction.is_over or not _store(row, dealt, changed_at=timezone.now(), **new):
        raise Conflict("auction-under-way", "The auction of the present board is not over.")
    return row


def follow(
    table_id: uuid.UUID,
    client: Client,
    seconds: float,
    happened: Callable[[PracticeTable], bool],
    *,
    retry: bool,
) -> PracticeTable:
    """Return the table once that has happened, or as it stands after so many seconds.

    Robots whose turn it is are asked for their calls; where these failed lately, only to ``retry``:
    pages look again by themselves. Raise PracticeTable.DoesNotExist, and where
    robots cannot call NoWorker, Overloaded, BrokerUnavailable or RobotsFailed.
    """
    end = time.monotonic() + seconds
    with notifications.subscription(table_id) as rest:
        while True:
            row = PracticeTable.objects.get(pk=table_id)
            left = 0 if happened(row) else max(0, end - time.monotonic())
            if _call_robots(row, client, left, retry=retry):
                continue
            if not left:
                return row
            if not bidding_table(row).is_robots_turn:
                rest(LOOK_SECONDS, left)


def _call_robots(row: PracticeTable, client: Client, seconds: float, *, retry: bool) -> bool:
    """Have robots call if it is their turn, within so many seconds; return whether they have.

    The question is the table itself, so that whoever asks gets the same answer, computed once.
    """
    table = bidding_table(row)
    if not table.is_robots_turn:
        return False
    job = submission.submit(table, Kind.CALLS, client.name, keyed=client.keyed, retry=retry)
    try:
        job = notifications.wait_for(job.pk, seconds)
    except Job.DoesNotExist:  # an earlier one, deleted before it was read
        return False
    if job.state == State.FAILED:
        raise RobotsFailed(job)
    if job.state != State.DONE:
        return False
    calls = [parse_call(text) for text in json.loads(job.result)["auction"]]
    _store(row, replace(table, auction=Auction.of(table.auction.dealer, calls)))
    return True


def _store(row: PracticeTable, table: BiddingTable, **changes: Any) -> bool:
    """Store the table unless somebody else has changed it since it was read; return whether it was.

    Those who wait for it are notified. Calls of robots are no change by which it is kept.
    """
    position, n_calls = bidding_table_to_json(table), len(table.auction.calls)
    changes = {"position": position, "n_calls": n_calls, **changes}
    unchanged = PracticeTable.objects.filter(pk=row.pk, deal=row.deal, n_calls=row.n_calls)
    if not unchanged.update(**changes):
        return False
    for name, value in changes.items():
        setattr(row, name, value)
    notifications.publish([row.pk])
    return True
