"""What is done with explanations: submit, begin, finish, fail, expire, send again, sweep.

Each verb refuses a row in the wrong state by name, in one conditional UPDATE, so that two
processes can never both succeed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

from bidding import metrics, retention, selectors
from bidding.jobs import admission, notifications
from bidding.json_text import ToJson, encoded, texts
from bidding.models import PENDING, Explanation, Kind, State
from bidding.parsing.documents.position_documents import position_from_json, position_to_json
from bidding.shares import hidden

if TYPE_CHECKING:
    from bidding.domain.position import Position

logger = logging.getLogger(__name__)

# Raised whenever the program, or the estimator of tricks, would answer the same question to the
# same weights of the bidder otherwise, so that no answer is kept beyond an upgrade.
ANSWER_REVISION = 11
# By name: the web process needs nothing of the tasks themselves. A worker of an older version
# refuses a task that it does not know, where it would answer a known one wrongly.
EXPLAIN_TASK, OPTIONS_TASK = "bidding.explain", "bidding.options"
REFINE_TASK, ANALYSE_TASK = "bidding.refine", "bidding.analyse"
TASKS = {
    Kind.EXPLANATION: EXPLAIN_TASK,
    Kind.REFINED: REFINE_TASK,
    Kind.OPTIONS: OPTIONS_TASK,
    Kind.ANALYSIS: ANALYSE_TASK,
}
# Long ones are computed as refined explanations are: others pass before them and amid them.
_LONG_TASKS = {**TASKS, Kind.EXPLANATION: REFINE_TASK, Kind.OPTIONS: REFINE_TASK}
# Rows computed in one pass; the options of one position have as many calls as several auctions.
AT_ONCE = {Kind.EXPLANATION: 64, Kind.OPTIONS: 4, Kind.REFINED: 1}
# Of all rows that are begun together: 64 ordinary auctions, or 20 of the longest that are not
# computed alone. About a second of one processor, and 7 MB of JSON.
MOMENTS_AT_ONCE = 640


class Analysing(Protocol):
    """How an analysis stands after one of its parts."""

    @property
    def sums(self) -> dict[str, Any]:
        """What the next part goes on with, of plain JSON values."""

    @property
    def share(self) -> float:
        """How much of the work is done, 0 to 1."""

    @property
    def answer(self) -> ToJson | None:
        """The answer, once all is done."""


class Explains(Protocol):
    """Whatever can answer positions: bidding.explaining's Explainer, or a stub of it."""

    def explain_many(self, positions: Sequence[Position]) -> Sequence[ToJson]:
        """What the auction of each position shows."""

    def refine_many(self, positions: Sequence[Position]) -> Sequence[ToJson]:
        """The same with hidden hands weighed by the chances of all their calls."""

    def options_many(self, positions: Sequence[Position]) -> Sequence[ToJson]:
        """What each call that may come next would show, for each position."""

    def analyse(self, position: Position, sums: dict[str, Any] | None) -> Analysing:
        """One part more of what contracts make, after the parts that made these sums."""


class WrongState(Exception):
    """A verb that does not apply to an explanation as it stands."""

    def __init__(self, verb: str, explanation_id: uuid.UUID, states: Iterable[State]) -> None:
        found = Explanation.objects.filter(pk=explanation_id).values_list("state", flat=True)
        actual = found.first() or "unknown"
        wanted = " or ".join(states)
        super().__init__(f"cannot {verb} explanation {explanation_id}: {actual}, not {wanted}")


class NoWorker(Exception):
    """Nobody is there to compute: no worker has been heard of lately."""


class BrokerUnavailable(Exception):
    """The queue cannot be reached, or not in time."""


def model_key(model: dict[str, Any]) -> str:
    """Equal for workers that give the same answers: a SHA-256 in hex."""
    return _digest([model["version"], model["sha256"], ANSWER_REVISION])


def content_key(position: Position, model: dict[str, Any], kind: Kind = Kind.EXPLANATION) -> str:
    """Equal for equal questions to the same weights and program: a SHA-256 in hex."""
    program = [model["version"], model["sha256"], ANSWER_REVISION]
    return _digest([kind.value, position_to_json(position), *program])


def _digest(content: list[Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def queue_of_model(key: str) -> str:
    """The queue of the tasks that only workers with that model take."""
    return f"{settings.CELERY_TASK_DEFAULT_QUEUE}.{key[:16]}"


def submit(
    position: Position, kind: Kind = Kind.EXPLANATION, client: str = "", *, keyed: bool = False
) -> Explanation:
    """The row that answers, or will answer, this question; queued if it is a new one.

    A new one counts to the share of that client, which ``keyed`` says showed a key or did not.
    Raises NoWorker when nobody could compute it, Overloaded (bidding.jobs.admission) when nobody
    could in time, and BrokerUnavailable when a new one cannot be queued.
    """
    worker = selectors.living_workers().only("model").first()
    if worker is None:
        raise NoWorker("No worker with a loaded model is running.")
    key = content_key(position, worker.model, kind)
    row = selectors.reusable_explanation(key)
    if row is not None and selectors.is_late(row):
        expire_late(content_key=key)
        row = None
    if row is None:
        owner = {"client": hidden(client) or None, "keyed": keyed}
        return _asked_anew(position, kind, key, worker.model, owner)
    if _seems_lost(row):
        _sent_again([row], [worker.model])
    _count_question(row, kind, is_new=False)
    return row


def _asked_anew(
    position: Position, kind: Kind, key: str, model: dict[str, Any], owner: dict[str, Any]
) -> Explanation:
    """A new row, queued; or that of somebody who asked the same at the same time."""
    weight = admission.weight(position)
    admission.refuse_if_full(kind, weight)
    now = timezone.now()
    new = {"kind": kind, "position": position_to_json(position), "created_at": now, "sent_at": now}
    new |= {"weight": weight, **owner}
    try:
        with transaction.atomic():
            row = Explanation.objects.create(content_key=key, **new)
    except IntegrityError:
        same = selectors.reusable_explanation(key)
        if same is None:
            raise
        _count_question(same, kind, is_new=False)
        return same
    transaction.on_commit(partial(_enqueue_or_fail, row, model_key(model)))
    _count_question(row, kind, is_new=True)
    return row


def _count_question(row: Explanation, kind: Kind, *, is_new: bool) -> None:
    found = "new" if is_new else "kept" if row.has_ended else "joined"
    metrics.QUESTIONS.labels(kind.value, found).inc()


def _seems_lost(row: Explanation) -> bool:
    """Whether its task has been queued for so long that the broker may have lost it.

    Then it is sent again, for if it comes twice, the second finds its work done.
    """
    patience = timedelta(seconds=settings.REDELIVERY_SECONDS)
    sent = row.sent_at or row.created_at
    return row.state == State.QUEUED and timezone.now() - sent > patience


def _send_again(row: Explanation, model: dict[str, Any]) -> bool:
    """Queues the task of a pending row anew, unless somebody else has just done so.

    Raises BrokerUnavailable; then the row stays pending, and is sent again later.
    """
    same = Explanation.objects.filter(pk=row.pk, state__in=PENDING, sent_at=row.sent_at)
    if not same.update(sent_at=timezone.now()):
        return False
    _enqueue(row, model_key(model), row.parts_done)
    return True


def resend_lost() -> int:
    """Sends again the tasks that the broker seems to have lost; how many those were.

    A task may wait long in a long queue: it is lost if the queue is empty, or for the patient.
    """
    patience = settings.REDELIVERY_SECONDS
    lost = selectors.lost_explanations(patience)
    if not lost.exists():
        return 0
    try:
        if queue_length():
            lost = selectors.lost_explanations(2 * patience)
    except BrokerUnavailable as unavailable:
        logger.warning("lost explanations wait: %s", unavailable)
        return 0
    models = [worker.model for worker in selectors.living_workers()]
    return _sent_again(lost[: retention.SWEPT_ROWS], models)


def _sent_again(rows: Iterable[Explanation], models: Sequence[dict[str, Any]]) -> int:
    """Queues the tasks of these rows anew, each for its model; how many those were.

    Without a broker it leaves the rest to the next beat of a worker.
    """
    sent = 0
    try:
        for row in rows:
            sent += sum(_send_again(row, model) for model in models if _asks(row, model))
    except BrokerUnavailable as unavailable:
        logger.warning("lost explanations wait: %s", unavailable)
    return sent


def _asks(row: Explanation, model: dict[str, Any]) -> bool:
    """Whether the row was asked of this model."""
    position = position_from_json(row.position)
    return row.content_key == content_key(position, model, Kind(row.kind))


def queue_length() -> int:
    """How many tasks of single questions no worker has taken yet. Raises BrokerUnavailable."""
    with current_app.connection_or_acquire() as connection:
        try:
            channel = connection.default_channel
            return int(channel.queue_declare(settings.CELERY_TASK_DEFAULT_QUEUE, passive=True)[1])
        except ChannelError:  # an empty queue is none
            return 0
        except (OperationalError, *connection.connection_errors) as error:
            raise BrokerUnavailable("The queue of the workers cannot be reached.") from error


def _enqueue(
    row: Explanation, key_of_model: str, part: int = 0, *, queue: str | None = None
) -> None:
    """Hands the row, or its next part, to the workers, by default to all.

    Raises BrokerUnavailable.
    """
    kind = Kind(row.kind)
    task = (_LONG_TASKS if row.is_long else TASKS)[kind]
    arguments = _arguments(row.id, kind, key_of_model, part)
    send(task, arguments, expires_seconds=selectors.seconds_allowed(kind), queue=queue)


def _enqueue_or_fail(row: Explanation, key_of_model: str) -> None:
    """Hands a new row to the workers; fails it, and raises BrokerUnavailable, if it cannot.

    Whoever asked is told so, and asks again; nobody else has waited for it yet.
    """
    try:
        _enqueue(row, key_of_model)
    except BrokerUnavailable as unavailable:
        with suppress(WrongState):  # sent after all, it may have ended meanwhile
            fail(row.id, "broker-unavailable", str(unavailable))
        raise


def _arguments(explanation_id: uuid.UUID, kind: Kind, key_of_model: str, part: int) -> list[str]:
    """Those of a row's task; an analysis is done in parts."""
    parts = [str(part)] if kind == Kind.ANALYSIS else []
    return [str(explanation_id), key_of_model, *parts]


def send(
    task: str, arguments: list[str], *, expires_seconds: float, queue: str | None = None
) -> None:
    """Queues a task, unless it has waited so long that nobody wants it any more.

    Raises BrokerUnavailable.
    """
    try:
        current_app.send_task(task, arguments, expires=expires_seconds, queue=queue)
    except OperationalError as error:
        raise BrokerUnavailable("The queue of the workers cannot be reached.") from error


def hand_over(explanation_id: uuid.UUID, key_of_model: str) -> None:
    """Gives a task to the workers with that model; fails the row where there are none.

    Raises WrongState if it has ended, and BrokerUnavailable.
    """
    row = Explanation.objects.filter(pk=explanation_id, state__in=PENDING).first()
    if row is None:
        raise WrongState("hand over", explanation_id, PENDING)
    workers = selectors.living_workers()
    if key_of_model not in {model_key(worker.model) for worker in workers}:
        fail(explanation_id, "model-replaced", "The model was replaced meanwhile. Ask again.")
        return
    _enqueue(row, key_of_model, row.parts_done, queue=queue_of_model(key_of_model))


def compute_many(
    explanation_ids: Sequence[uuid.UUID], explainer: Explains
) -> tuple[int, list[uuid.UUID]]:
    """Computes the first of these rows, as ``begin_many`` does, those of one kind together.

    How many those were, and the rest. Rows that have ended, or that nobody waits for any more,
    are neither.
    """
    rows, rest = begin_many(explanation_ids)
    for kind, at_once in AT_ONCE.items():
        asked = [row for row in rows if row.kind == kind]
        for start in range(0, len(asked), at_once):
            _answer(asked[start : start + at_once], explainer)
    return len(rows), rest


def _answer(rows: Sequence[Explanation], explainer: Explains) -> None:
    """Answers begun rows of one kind together; each by itself if that does not succeed."""
    answer = {
        Kind.EXPLANATION: explainer.explain_many,
        Kind.REFINED: explainer.refine_many,
        Kind.OPTIONS: explainer.options_many,
    }[Kind(rows[0].kind)]
    since = time.perf_counter()
    try:
        positions = [position_from_json(row.position) for row in rows]
        results = texts(lambda: answer(positions))
    except Exception:  # whatever went wrong, the one who waits must hear of it
        if len(rows) > 1:
            for row in rows:
                _answer([row], explainer)
            return
        logger.exception("explanation %s failed", rows[0].id)
        with suppress(WrongState):  # another worker may have ended it
            fail(rows[0].id, "explanation-failed", "The model could not explain this position.")
        notifications.publish([rows[0].id])
        metrics.ended(rows[0].kind, State.FAILED.value, time.perf_counter() - since)
    else:
        _finish_many(rows, results)
        notifications.publish([row.id for row in rows])
        retention.stored(sum(map(len, results)))
        each = (time.perf_counter() - since) / len(rows)
        for row in rows:
            metrics.ended(row.kind, State.DONE.value, each)


def _finish_many(rows: Sequence[Explanation], results: Sequence[str]) -> None:
    """Stores these answers at once; what another worker has answered meanwhile stays."""
    with transaction.atomic():
        for row, result in zip(rows, results, strict=True):
            try:
                finish(row.id, result)
            except WrongState as refusal:
                logger.warning("%s", refusal)


def begin_many(
    explanation_ids: Sequence[uuid.UUID],
) -> tuple[list[Explanation], list[uuid.UUID]]:
    """Marks the first of those running that are pending, as ``begin`` does.

    Returns these, of MOMENTS_AT_ONCE at most unless it is one alone, and the ids of the others.
    """
    place = {key: number for number, key in enumerate(explanation_ids)}
    pending = Explanation.objects.filter(pk__in=explanation_ids, state__in=PENDING)
    with transaction.atomic():
        rows = list(pending)
        if any(map(selectors.is_late, rows)):
            expire_late(pk__in=explanation_ids)
            rows = list(pending.all())
        rows.sort(key=lambda row: place[row.pk])
        end = _fitting(rows)
        rows, rest = rows[:end], [row.pk for row in rows[end:]]
        now = timezone.now()
        pending.exclude(pk__in=rest).update(state=State.RUNNING, started_at=now)
    for row in rows:
        metrics.began(row.kind, now - row.created_at, len(rows))
    return rows, rest


def _fitting(rows: Sequence[Explanation]) -> int:
    """How many of the first rows are computed together: one at least, however long."""
    totals = accumulate(moments(row.position) for row in rows)
    return max(1, sum(total <= MOMENTS_AT_ONCE for total in totals))


def moments(position: dict[str, Any]) -> int:
    """How long an answer is, and how long it takes: one for each call, and the present."""
    return len(position["auction"]) + 1


def advance(
    explanation_id: uuid.UUID, part: int, explainer: Explains, key_of_model: str = ""
) -> None:
    """Does one part of an analysis, and queues the next behind whatever waits by now.

    Without a broker that is left to ``resend_lost``. A part that was done before is dropped.
    Raises WrongState if the row has ended.
    """
    row = begin(explanation_id)
    if row.parts_done != part:
        logger.warning("part %s of analysis %s came twice", part, explanation_id)
        return
    since = time.perf_counter()
    try:
        step = explainer.analyse(position_from_json(row.position), row.sums)
        result = None if step.answer is None else encoded(step.answer.to_json())
    except Exception:  # as above
        logger.exception("part %s of analysis %s failed", part, explanation_id)
        fail(explanation_id, "explanation-failed", "The model could not analyse this position.")
        notifications.publish([explanation_id])
        metrics.ended(row.kind, State.FAILED.value, time.perf_counter() - since)
        return
    if result is not None:
        finish(explanation_id, result)
        notifications.publish([explanation_id])
        metrics.ended(row.kind, State.DONE.value, time.perf_counter() - since)
    elif _keep(explanation_id, part, step):
        try:
            _enqueue(row, key_of_model, part + 1)
        except BrokerUnavailable as unavailable:
            logger.warning("analysis %s waits: %s", explanation_id, unavailable)


def _keep(explanation_id: uuid.UUID, part: int, step: Analysing) -> bool:
    """Stores what a part found; whether it was the first to."""
    undone = Explanation.objects.filter(pk=explanation_id, state=State.RUNNING, parts_done=part)
    done = {"parts_done": part + 1, "share_done": step.share, "sums": step.sums}
    return bool(undone.update(sent_at=timezone.now(), **done))


def begin(explanation_id: uuid.UUID) -> Explanation:
    """Marks it running. A running row may be begun again: its first worker may have died."""
    now = timezone.now()
    _move("begin", explanation_id, PENDING, State.RUNNING, started_at=now)
    row = selectors.explanation(explanation_id)
    metrics.began(row.kind, now - row.created_at)
    return row


def finish(explanation_id: uuid.UUID, result: str) -> None:
    """Stores the answer, which is JSON."""
    kept = {"result": result, "result_bytes": len(result.encode()), "share_done": 1, "sums": None}
    now = timezone.now()
    _move("finish", explanation_id, [State.RUNNING], State.DONE, ended_at=now, **kept)


def fail(explanation_id: uuid.UUID, code: str, detail: str) -> None:
    """Stores why there will be no answer."""
    error = {"code": code, "detail": detail}
    _move("fail", explanation_id, PENDING, State.FAILED, ended_at=timezone.now(), error=error)


def _move(
    verb: str, explanation_id: uuid.UUID, states: Iterable[State], to: State, **changes: object
) -> None:
    """Changes the row if it is in one of those states; raises WrongState if it is not."""
    rows = Explanation.objects.filter(pk=explanation_id, state__in=list(states))
    if not rows.update(state=to, **changes):
        raise WrongState(verb, explanation_id, states)


def expire_late(**which: object) -> int:
    """Ends what was queued or begun too long ago, among those that match; how many those were."""
    late = selectors.late_explanations().filter(**which)
    expired = late.update(state=State.EXPIRED, ended_at=timezone.now())
    metrics.EXPIRED.inc(expired)
    return expired


def sweep() -> int:
    """Ends stranded rows and deletes those beyond what is kept; how many were deleted."""
    expire_late()
    return retention.sweep()
