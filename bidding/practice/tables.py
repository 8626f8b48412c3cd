"""Practice tables: two partners bid board after board, each from a seat that a token opens.

A table has no state but its row. A request that finds a robot's turn asks for the robots' calls
as for any answer, and the first to see them stores them: whatever is lost meanwhile, the next
request goes on from the row. Calls of people and of robots are stored by compare-and-set.
"""

from __future__ import annotations

import json
import secrets
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from bidding.domain.auction import Auction
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.errors import IllegalCall
from bidding.domain.position import BiddingTable
from bidding.domain.table import Seat, Side
from bidding.jobs import notifications, submission
from bidding.jobs.shares import hidden, one_at_a_time, taken
from bidding.keys import digest
from bidding.models import Job, Kind, PracticeSeat, PracticeTable, State
from bidding.parsing.documents.document import FieldError, InvalidPosition
from bidding.parsing.documents.position_documents import (
    bidding_table_from_json,
    bidding_table_to_json,
)
from bidding.parsing.text.words import parse_call, parse_seat
from bidding.practice.table_documents import DealtBoard, NewTable, SentCall

UNUSED_HOURS = 1  # for which a table is kept at which nobody has called
DELETED_TABLES = 100  # at a time: others want to write
TOKEN_BYTES = 24  # beyond guessing, so that a plain hash is safe
HERE_SECONDS = 45  # since the last look of a browser, which waits for 20 at most
LOOK_SECONDS = 0.5  # between two looks for a call whose notification may have been lost


class NoRoom(Exception):
    """As many tables are open as the settings allow."""


class TooManyOfClient(NoRoom):
    """One client has opened as many tables as it may."""


class Conflict(Exception):
    """A request that does not fit the table as it stands; ``kind`` is that of the problem."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind, self.detail = kind, detail


class RobotsFailed(Exception):
    """The robots' calls could not be computed; ``job`` says why."""

    def __init__(self, job: Job) -> None:
        super().__init__("The robots could not call.")
        self.job = job


@dataclass(frozen=True)
class Client:
    """The client that asks: the robots' calls count to its share, as other answers do."""

    name: str
    keyed: bool


# --- Seats: opened, found by their tokens, held by one browser each ------------------------------


def kept_tables() -> Q:
    """Tables that nobody treats as deleted: by their last change, or opened lately and unused."""
    now = timezone.now()
    changed = Q(changed_at__gt=F("created_at"))
    changed &= Q(changed_at__gte=now - timedelta(hours=settings.TABLE_RETENTION_HOURS))
    return changed | Q(created_at__gte=now - timedelta(hours=UNUSED_HOURS))


def open_table(wanted: NewTable, client: str, *, keyed: bool) -> dict[Seat, str]:
    """Store a new table; return the token of each person's seat. Raise NoRoom, TooManyOfClient."""
    whose = hidden(client)
    now = timezone.now()
    tokens = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in sorted(wanted.seats)}
    with transaction.atomic():
        one_at_a_time()
        check_room(PracticeTable.objects.filter(kept_tables()), whose, keyed=keyed)
        table = PracticeTable.objects.create(
            position=bidding_table_to_json(wanted.table),
            board=wanted.board,
            number=wanted.number,
            client=whose,
            keyed=keyed,
            created_at=now,
            changed_at=now,
        )
        for seat, token in tokens.items():
            table.seats.create(seat=seat.name, digest=digest(token))
    return tokens


def find(token: str) -> PracticeSeat:
    """Return the seat that a token opens. Raise PracticeSeat.DoesNotExist."""
    kept = PracticeTable.objects.filter(kept_tables())
    return PracticeSeat.objects.get(digest=digest(token), table__in=kept)


def hold(seat: PracticeSeat, holder: str | None, *, takeover: bool = False) -> None:
    """Give the seat to the browser with that id; without an id any seat may be used.

    Raise Conflict where another browser has it, unless it is to be taken over.
    """
    if holder is None:
        return
    own = digest(holder)
    free = Q() if takeover else Q(holder=None) | Q(holder=own)
    if not PracticeSeat.objects.filter(free, pk=seat.pk).update(holder=own):
        raise Conflict("seat-taken", "This seat is in use in another browser.")


def is_taken(seat: PracticeSeat, holder: str | None) -> bool:
    """Return True if another browser than the one with that id has the seat now."""
    if holder is None:
        return False
    taken = PracticeSeat.objects.filter(pk=seat.pk, holder__isnull=False)
    return taken.exclude(holder=digest(holder)).exists()


class Presence(StrEnum):
    """Whether the person at a seat is there."""

    AWAITED = "awaited"
    HERE = "here"
    AWAY = "away"


def note_look(seat: PracticeSeat, holder: str | None) -> None:
    """Note that the browser that has the seat looks; partner is notified where it was not there."""
    if holder is None or is_taken(seat, holder):
        return
    PracticeSeat.objects.filter(pk=seat.pk).update(seen_at=timezone.now())
    if _presence(seat) is not Presence.HERE:
        notifications.publish([seat.table_id])


def presence_of_partner(seat: PracticeSeat) -> Presence:
    """Return whether partner is there. Raise PracticeSeat.DoesNotExist."""
    return _presence(PracticeSeat.objects.exclude(pk=seat.pk).get(table=seat.table_id))


def _presence(seat: PracticeSeat) -> Presence:
    if seat.seen_at is None:
        return Presence.AWAITED
    is_late = seat.seen_at < timezone.now() - timedelta(seconds=HERE_SECONDS)
    return Presence.AWAY if is_late else Presence.HERE


def check_room(kept: QuerySet[Any], whose: str, *, keyed: bool) -> None:
    """Raise NoRoom or TooManyOfClient where as many tables, or classes, are kept as may be."""
    share = taken(kept, whose, settings.CLIENT_TABLES, settings.TABLES, keyed=keyed)
    if share is not None and share.own:
        raise TooManyOfClient(
            "You or your network have too many practice tables open. Use one of them."
        )
    if share is not None:
        raise NoRoom("Too many practice tables are open on this site. Try again later.")


def sweep() -> int:
    """Delete some of the tables that are no longer kept; return how many rows those were."""
    old = PracticeTable.objects.exclude(kept_tables())
    keys = list(old.values_list("pk", flat=True)[:DELETED_TABLES])
    return PracticeTable.objects.filter(pk__in=keys).delete()[0] if keys else 0


# --- Auctions ------------------------------------------------------------------------------------


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
        there = str(auction.calls[sent.index])
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


def agree_on(seat: PracticeSeat, card: ConventionCard) -> PracticeTable:
    """Have the people of a seat's side play a card, and return the table.

    Raise Conflict during an auction, in which calls have been read by another card, and
    PracticeTable.DoesNotExist.
    """
    row = PracticeTable.objects.get(pk=seat.table_id)
    table, side = bidding_table(row), parse_seat(seat.seat).side
    ns, ew = (card, table.systems.ew) if side is Side.NS else (table.systems.ns, card)
    agreed = replace(table, systems=Systems(ns, ew))
    if not table.auction.is_over or not _store(row, agreed, changed_at=timezone.now()):
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
    rest = notifications.until_notified(table_id)
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

    The question is the table itself, so that all who ask get the same answer, computed once.
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
