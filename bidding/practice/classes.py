"""First answers of a class: pupils who take part send each call as they first made it.

What an answer is worth is not kept: the teacher's page has it graded as the pupil's page has, so
that the service has the grade already. Classes are kept and limited as practice tables are.
"""

from __future__ import annotations

import secrets
import time
import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from bidding.jobs import notifications
from bidding.jobs.shares import hidden, one_at_a_time
from bidding.keys import digest
from bidding.models import PracticeClass, Pupil
from bidding.practice.class_documents import NewClass, SentAnswer
from bidding.practice.tables import (
    DELETED_TABLES,
    LOOK_SECONDS,
    TOKEN_BYTES,
    Conflict,
    check_room,
)

MOST_PUPILS = 60
MOST_CHARACTERS = 8_000  # of a pupil's answers; 32 boards of three calls each have some 3,000


@dataclass(frozen=True)
class Tokens:
    """What opens a class: for the teacher, and for all pupils."""

    teacher: str
    pupils: str


def kept_classes() -> Q:
    """Classes that nobody treats as deleted."""
    kept = timedelta(hours=settings.TABLE_RETENTION_HOURS)
    return Q(changed_at__gte=timezone.now() - kept)


def open_class(wanted: NewClass, client: str, *, keyed: bool) -> Tokens:
    """Store a new class and return its tokens. Raise NoRoom, TooManyOfClient."""
    whose, now = hidden(client), timezone.now()
    tokens = Tokens(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))
    with transaction.atomic():
        one_at_a_time()
        check_room(PracticeClass.objects.filter(kept_classes()), whose, keyed=keyed)
        PracticeClass.objects.create(
            boards=wanted.boards,
            teacher=digest(tokens.teacher),
            common=digest(tokens.pupils),
            client=whose,
            keyed=keyed,
            created_at=now,
            changed_at=now,
        )
    return tokens


def find(token: str) -> tuple[PracticeClass, bool]:
    """Return the class that a token opens, and whether it is the teacher's.

    Raise PracticeClass.DoesNotExist.
    """
    own = digest(token)
    row = PracticeClass.objects.get(kept_classes(), Q(teacher=own) | Q(common=own))
    return row, row.teacher == own


def add_answer(class_id: uuid.UUID, sent: SentAnswer) -> PracticeClass:
    """Keep an answer, unless the pupil has answered at that place of the board before.

    Raise Conflict where the name is another pupil's, the board not of the class or the class full;
    and PracticeClass.DoesNotExist.
    """
    calls = [str(call) for call in sent.auction.calls]
    with transaction.atomic():
        row = PracticeClass.objects.select_for_update().get(pk=class_id)
        if sent.board not in row.boards:
            raise Conflict("another-board", "This board is none of the class's.")
        pupil = _pupil(row, sent)
        if any(
            one["board"] == sent.board and len(one["auction"]) == len(calls)
            for one in pupil.answers
        ):
            return row
        pupil.answers.append({"board": sent.board, "auction": calls})
        if sum(len("-".join(one["auction"])) for one in pupil.answers) > MOST_CHARACTERS:
            raise Conflict("class-full", "No more answers of this pupil are kept.")
        pupil.save()
        row.n_answers, row.changed_at = row.n_answers + 1, timezone.now()
        row.save(update_fields=["n_answers", "changed_at"])
    notifications.publish([class_id])
    return row


def _pupil(row: PracticeClass, sent: SentAnswer) -> Pupil:
    """Return the pupil of that name and browser, who may be new. Raise Conflict."""
    own = digest(sent.holder)
    found = row.pupils.filter(name=sent.pupil).first()
    if found is None and row.pupils.count() >= MOST_PUPILS:
        raise Conflict("class-full", f"The class has {MOST_PUPILS} pupils, which are the most.")
    if found is not None and found.holder != own:
        raise Conflict("name-taken", "Another pupil has this name. Choose another one.")
    return found or Pupil(of_class=row, name=sent.pupil, holder=own)


def follow(class_id: uuid.UUID, seconds: float, known: int | None) -> PracticeClass:
    """Return the class once it has another number of answers, or as it stands after that time.

    Raise PracticeClass.DoesNotExist.
    """
    end = time.monotonic() + seconds
    rest = notifications.until_notified(class_id)
    while True:
        row = PracticeClass.objects.get(pk=class_id)
        left = max(0, end - time.monotonic())
        if known is None or row.n_answers != known or not left:
            return row
        rest(LOOK_SECONDS, left)


def answers_of(row: PracticeClass) -> list[dict[str, Any]]:
    """Return the pupils of a class by name, each with the answers."""
    return [{"name": one.name, "answers": one.answers} for one in row.pupils.order_by("name")]


def sweep() -> int:
    """Delete some of the classes that are no longer kept; return how many rows those were."""
    old = PracticeClass.objects.exclude(kept_classes())
    keys = list(old.values_list("pk", flat=True)[:DELETED_TABLES])
    return PracticeClass.objects.filter(pk__in=keys).delete()[0] if keys else 0
