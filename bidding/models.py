"""Rows: what was asked and answered, singly and in batches, which workers live, practice tables.

Verbs are in jobs, in batches and in practice.tables.
"""

from __future__ import annotations

import uuid

from django.db import models

from bidding.json_text import JsonText


class State(models.TextChoices):
    """State of a job: queued -> running -> done or failed; expired when late, dropped when nobody
    wants it any more.
    """

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    EXPIRED = "expired"
    DROPPED = "dropped"


PENDING = (State.QUEUED, State.RUNNING)
REUSABLE = (*PENDING, State.DONE)  # what a second, equal request is answered with


class Kind(models.TextChoices):
    """Kind of question about a position, or a chunk of many positions."""

    EXPLANATION = "explanation"  # what its calls show
    REFINED = "refined"  # the same, hands weighed by the chances of all their calls
    OPTIONS = "options"  # what each call that may come next would show
    ANALYSIS = "analysis"  # which contracts make, and where next calls lead
    REVIEW = "review"  # how good the calls of a played board were
    CARD = "card"  # which convention card fits a pair's calls
    CALLS = "calls"  # which calls robots make until a person is to call
    BOARDS = "boards"  # which boards there are of a theme, as a card bids them
    CHUNK = "chunk"  # what the calls of some distinct positions of a batch show


class Questions(models.Manager["Job"]):
    """Jobs that somebody asked for by themselves: all but chunks of batches."""

    def get_queryset(self) -> models.QuerySet[Job]:
        """Leave out the chunks."""
        return super().get_queryset().filter(batch=None)


class Job(models.Model):
    """The work of one task: a question about one position with its answer, or a chunk."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # SHA-256 of kind, position and model, in hex; of a chunk, that of its batch and number
    content_key = models.CharField(max_length=64)
    # The database knows the default too: code of the release before names no kind.
    kind = models.CharField(
        max_length=11, choices=Kind, default=Kind.EXPLANATION, db_default=Kind.EXPLANATION
    )
    # As ``question_to_json`` of bidding.jobs.kinds writes it; of a chunk, empty.
    position = models.JSONField()
    # Its price (bidding.jobs.prices); null is 1. Without a default, as ``client`` below.
    weight = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    created_at = models.DateTimeField(db_index=True)
    # When its task was last queued, and when it was last begun; while a node computes it, both are
    # when that last said so.
    sent_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # The text of to_json() of bidding.explaining's answer of that kind.
    result = JsonText(null=True)
    result_bytes = models.PositiveIntegerField(default=0, db_default=0)
    error = models.JSONField(null=True)  # {"code", "detail"} of a failure
    # Analyses and reviews are done in parts: how many are done, what share of all that is, and the
    # sums that the next part goes on with.
    parts_done = models.PositiveSmallIntegerField(default=0, db_default=0)
    share_done = models.FloatField(default=0, db_default=0)
    sums = models.JSONField(null=True)
    # Whose it is, for limits: who asked first, as batches have it, and whether with a key; null is
    # nobody's. Without defaults, so that SQLite adds the columns without a copy of the table.
    client = models.CharField(max_length=64, null=True)
    keyed = models.BooleanField(null=True)
    # Who alone asked for it, and so may drop it: a digest of client and topic; null once another
    # has asked for the same.
    asker = models.CharField(max_length=64, null=True)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)  # begun without progress
    # Lane and model: a task of one of a queue's jobs computes the first of them, by turn and time.
    # Null of a chunk, and of what the release before asked: its own task computes it.
    queue = models.CharField(max_length=32, null=True)
    turn = models.PositiveIntegerField(null=True)
    # Of a chunk: its number in its batch, and how many items have its positions.
    batch = models.ForeignKey(
        "Batch", null=True, on_delete=models.CASCADE, related_name="chunks", db_index=False
    )
    number = models.PositiveIntegerField(null=True)
    items = models.PositiveIntegerField(null=True)

    objects = models.Manager["Job"]()
    questions = Questions()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["content_key"],
                condition=models.Q(state__in=REUSABLE),
                name="one_answer_per_content",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "created_at"], name="job_state"),
            # So that lengths are read without the results.
            models.Index(fields=["created_at", "result_bytes"], name="job_bytes"),
            models.Index(
                fields=["client", "keyed", "created_at", "result_bytes"], name="job_client"
            ),
            models.Index(fields=["asker", "created_at"], name="job_asker"),
            models.Index(fields=["batch", "number"], name="job_batch"),
            models.Index(fields=["queue", "state", "turn", "client"], name="job_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id} ({self.state})"

    @property
    def has_ended(self) -> bool:
        """True once its state is final."""
        return self.state not in PENDING

    @property
    def seconds_to_end(self) -> float | None:
        """From asking to its end; None while it is pending."""
        return (self.ended_at - self.created_at).total_seconds() if self.ended_at else None


class Worker(models.Model):
    """A worker process whose model is loaded; gone once it has been silent for a while."""

    name = models.CharField(max_length=200, primary_key=True)
    model = models.JSONField()  # a ModelInfo: {"name", "version", "sha256", "recipe", …}
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    # The latest of the questions 'are you ready?' that reached it through the queue.
    probed_at = models.DateTimeField(null=True)
    device = models.CharField(max_length=20, default="cpu", db_default="cpu")  # or cuda:0
    # Answers a second while it has plenty to do, and how many since it started.
    rate = models.FloatField(null=True)
    answered = models.PositiveBigIntegerField(default=0, db_default=0)
    measures = models.JSONField(null=True)  # bidding.jobs.metrics' snapshot at its last beat

    def __str__(self) -> str:
        return f"worker {self.name}"


class BatchState(models.TextChoices):
    """State of a batch: queued -> running -> done; cancelled or expired before its end."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


UNFINISHED = (BatchState.QUEUED, BatchState.RUNNING)


class ItemState(models.TextChoices):
    """State of an item of a batch; one whose batch ends before its turn stays queued."""

    QUEUED = "queued"
    DONE = "done"
    FAILED = "failed"


class Batch(models.Model):
    """Many positions that somebody asked about at once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    state = models.CharField(max_length=9, choices=BatchState, default=BatchState.QUEUED)
    created_at = models.DateTimeField(db_index=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    total = models.PositiveIntegerField()
    n_done = models.PositiveIntegerField(default=0)
    n_failed = models.PositiveIntegerField(default=0)
    # Of what was sent and why it was refused, and of its answers, compressed.
    stored_bytes = models.PositiveBigIntegerField(default=0)
    # Of the request: SHA-256 of its content in hex, and the name that its client gave it, if any.
    digest = models.CharField(max_length=64)
    idempotency_key = models.CharField(max_length=200, null=True)
    # Whose it is, for limits: a digest, from which nobody's address can be read.
    client = models.CharField(max_length=64, default="", db_default="")
    # Asked for with a key: then nobody without it sees the batch, else who has its signature.
    keyed = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["client", "idempotency_key"], name="one_batch_per_clients_key"
            ),
        ]
        indexes = [models.Index(fields=["client", "state"], name="batch_client_states")]
        verbose_name_plural = "batches"

    def __str__(self) -> str:
        return f"batch {self.id} ({self.state})"

    @property
    def has_ended(self) -> bool:
        """True once its state is final."""
        return self.state not in UNFINISHED


class BatchAnswer(models.Model):
    """The answer to a position, shared by the items of all batches that ask about it."""

    key = models.CharField(max_length=64, primary_key=True)  # the content key of an explanation
    content = models.BinaryField()  # its JSON text in UTF-8, deflated
    length = models.PositiveIntegerField()  # of that text, in bytes

    def __str__(self) -> str:
        return f"answer {self.key}"


class BatchItem(models.Model):
    """One position of a batch, or the fault of what was sent in its place."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField()  # from 0, in the order of the request
    source = models.JSONField(null=True)  # where it stands in a file
    # As ``position_to_json`` writes it; or a string, the JSON text that is to be read as one.
    position = models.JSONField(null=True)
    key = models.CharField(max_length=64)  # equal for equal positions; empty for none
    chunk = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=6, choices=ItemState, default=ItemState.QUEUED)
    answer = models.ForeignKey(BatchAnswer, null=True, on_delete=models.PROTECT)
    error = models.JSONField(null=True)  # {"code", "detail", "errors"} of a failure

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="one_item_per_number"),
        ]
        indexes = [
            models.Index(fields=["batch", "chunk", "state"], name="batch_chunk_items"),
            models.Index(fields=["batch", "state", "number"], name="batch_item_states"),
            models.Index(fields=["batch", "key"], name="batch_item_keys"),
        ]

    def __str__(self) -> str:
        return f"item {self.number} of batch {self.batch_id}"


class PracticeTable(models.Model):
    """A table at which two partners bid one board after the other, with robots."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # The hands, the auction so far, systems and people, as ``bidding_table_to_json`` writes it.
    position = models.JSONField()
    board = models.BigIntegerField(null=True)  # the id of a practice board
    number = models.PositiveIntegerField(null=True)  # on the board
    # How many boards there were, this one included, and how many calls of it: no two states of a
    # table have the same of both.
    deal = models.PositiveIntegerField(default=1)
    n_calls = models.PositiveSmallIntegerField(default=0)
    client = models.CharField(max_length=64)  # who opened it, as batches have it
    keyed = models.BooleanField(null=True)  # with a key; without a default, as jobs have it
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["client", "changed_at"], name="table_client")]

    def __str__(self) -> str:
        return f"practice table {self.id}"


class PracticeSeat(models.Model):
    """The seat of a person at a practice table, opened by a token."""

    table = models.ForeignKey(PracticeTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=1)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the token, in hex
    holder = models.CharField(max_length=64, null=True)  # the same of the id of a browser
    seen_at = models.DateTimeField(null=True)  # when that browser last looked at the table

    def __str__(self) -> str:
        return f"{self.seat} of {self.table_id}"


class PracticeClass(models.Model):
    """First answers of pupils to the boards of a class, opened by two tokens."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    boards = models.JSONField()  # their codes, as the links of classes have them
    # SHA-256 of the tokens, in hex: one is for all pupils.
    teacher = models.CharField(max_length=64, unique=True)
    common = models.CharField(max_length=64, unique=True)
    n_answers = models.PositiveIntegerField(default=0)
    client = models.CharField(max_length=64)  # who opened it, as batches have it
    keyed = models.BooleanField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "practice classes"
        indexes = [models.Index(fields=["client", "changed_at"], name="class_client")]

    def __str__(self) -> str:
        return f"practice class {self.id}"


class Pupil(models.Model):
    """A pupil of a class by the name that the pupil chose, with the first answers."""

    of_class = models.ForeignKey(PracticeClass, on_delete=models.CASCADE, related_name="pupils")
    name = models.CharField(max_length=30)
    holder = models.CharField(max_length=64)  # SHA-256 of the id of a browser, in hex
    answers = models.JSONField(default=list)  # a board's code, and the calls up to the answer

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of_class", "name"], name="pupil_name")]

    def __str__(self) -> str:
        return f"pupil {self.pk} of {self.of_class_id}"


class Scope(models.TextChoices):
    """Part of the API that a key opens."""

    EXPLAIN = "explain"
    BATCHES = "batches"


class ApiKey(models.Model):
    """A key of an API client: what it opens, and the hash by which it is known."""

    name = models.CharField(max_length=100, help_text="Whose key it is, or what it is for.")
    prefix = models.CharField(max_length=16)  # its first characters, for recognition
    digest = models.CharField(max_length=64, unique=True)  # its SHA-256 in hex
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "API key"

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
