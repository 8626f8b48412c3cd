"""Rows: what was asked and answered, and which workers live. Verbs are in services.py."""

from __future__ import annotations

import uuid

from django.db import models


class State(models.TextChoices):
    """Where an explanation stands: queued -> running -> done or failed; expired when late."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    EXPIRED = "expired"


PENDING = (State.QUEUED, State.RUNNING)
REUSABLE = (*PENDING, State.DONE)  # what a second, equal request is answered with


class Kind(models.TextChoices):
    """What is asked about a position."""

    EXPLANATION = "explanation"  # what its calls show
    OPTIONS = "options"  # what each call that may come next would show
    ANALYSIS = "analysis"  # which contracts make, and where next calls lead


class Explanation(models.Model):
    """One position that somebody asked about, and the answer once there is one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # SHA-256 of kind, position and model, in hex
    content_key = models.CharField(max_length=64)
    # The database knows the default too: code of the release before names no kind.
    kind = models.CharField(
        max_length=11, choices=Kind, default=Kind.EXPLANATION, db_default=Kind.EXPLANATION
    )
    position = models.JSONField()  # as bidding.parsing.positions writes it
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    created_at = models.DateTimeField(db_index=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)  # to_json() of bidding.explaining's answer of that kind
    error = models.JSONField(null=True)  # {"code", "detail"} of a failure
    # An analysis is done in parts: how many are done, what share of it that is, and the sums
    # that the next part goes on with.
    parts_done = models.PositiveSmallIntegerField(default=0, db_default=0)
    share_done = models.FloatField(default=0, db_default=0)
    sums = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["content_key"],
                condition=models.Q(state__in=REUSABLE),
                name="one_answer_per_content",
            ),
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="explanation_state")]

    def __str__(self) -> str:
        return f"explanation {self.id} ({self.state})"

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state not in PENDING


class Worker(models.Model):
    """A worker process whose model is loaded; gone once it has been silent for a while."""

    name = models.CharField(max_length=200, primary_key=True)
    model = models.JSONField()  # {"name", "version", "sha256", "recipe"}
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    # The latest of the questions 'are you ready?' that reached it through the queue.
    probed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"worker {self.name}"
