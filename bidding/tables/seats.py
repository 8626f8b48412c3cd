"""Seats of practice tables: opened, found by their tokens, held by one browser each."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bidding.domain.table import Seat
from bidding.jobs.shares import hidden, one_at_a_time, taken
from bidding.keys import digest
from bidding.models import PracticeSeat, PracticeTable
from bidding.parsing.documents.bidding_table_documents import bidding_table_to_json
from bidding.practice.table_documents import NewTable

UNUSED_HOURS = 1  # for which a table is kept at which nobody has called
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
        _check_room(whose, keyed=keyed)
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
    """Give the seat to the browser with that id; whoever names none may use a seat of any.

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


def _check_room(whose: str, *, keyed: bool) -> None:
    kept = PracticeTable.objects.filter(kept_tables())
    share = taken(kept, whose, settings.CLIENT_TABLES, settings.TABLES, keyed=keyed)
    if share is not None and share.own:
        raise TooManyOfClient(
            "You or your network have too many practice tables open. Use one of them."
        )
    if share is not None:
        raise NoRoom("Too many practice tables are open on this site. Try again later.")
