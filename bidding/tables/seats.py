"""Seats of practice tables: opened, found by their tokens, held by one browser each."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from bidding.domain.table import Seat
from bidding.jobs.shares import hidden
from bidding.keys import digest
from bidding.models import PracticeSeat, PracticeTable
from bidding.parsing.documents.bidding_table_documents import bidding_table_to_json
from bidding.practice.table_documents import NewTable

TOKEN_BYTES = 24  # beyond guessing, so that a plain hash is safe


class NoRoom(Exception):
    """As many tables are open as the settings allow."""


class TooManyOfClient(NoRoom):
    """One client has opened as many tables as it may."""


class Conflict(Exception):
    """A request that does not fit the table as it stands; ``kind`` is that of the problem."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind, self.detail = kind, detail


def oldest_kept() -> datetime:
    """Return the time of the last change before which tables are treated as deleted."""
    return timezone.now() - timedelta(hours=settings.TABLE_RETENTION_HOURS)


def open_table(wanted: NewTable, client: str) -> dict[Seat, str]:
    """Store a new table; return the token of each person's seat. Raise NoRoom, TooManyOfClient."""
    whose = hidden(client)
    _check_room(whose)
    now, board = timezone.now(), wanted.board
    tokens = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in sorted(wanted.players)}
    with transaction.atomic():
        table = PracticeTable.objects.create(
            position=bidding_table_to_json(wanted.table),
            board=board.id,
            number=board.number,
            client=whose,
            created_at=now,
            changed_at=now,
        )
        for seat, token in tokens.items():
            table.seats.create(seat=seat.name, digest=digest(token))
    return tokens


def find(token: str) -> PracticeSeat:
    """Return the seat that a token opens. Raise PracticeSeat.DoesNotExist."""
    kept = PracticeSeat.objects.filter(table__changed_at__gte=oldest_kept())
    return kept.get(digest=digest(token))


def hold(seat: PracticeSeat, holder: str | None, *, takeover: bool = False) -> None:
    """Give the seat to the browser with that id; whoever names none may use a seat of any.

    Raise Conflict where another browser has it, unless it is to be taken over.
    """
    if holder is None:
        return
    own = digest(holder)
    free = Q() if takeover else Q(holder=None) | Q(holder=own)
    if not PracticeSeat.objects.filter(free, pk=seat.pk).update(holder=own):
        raise Conflict("seat-taken", "This seat is taken in another browser.")


def is_taken(seat: PracticeSeat, holder: str | None) -> bool:
    """Return True if another browser than the one with that id has the seat now."""
    if holder is None:
        return False
    taken = PracticeSeat.objects.filter(pk=seat.pk, holder__isnull=False)
    return taken.exclude(holder=digest(holder)).exists()


def _check_room(whose: str) -> None:
    kept = PracticeTable.objects.filter(changed_at__gte=oldest_kept())
    if kept.count() >= settings.TABLES:
        raise NoRoom("As many practice tables are open as this site keeps.")
    if kept.filter(client=whose).count() >= settings.CLIENT_TABLES:
        raise TooManyOfClient("You have opened as many practice tables as one client may.")
