"""Every operation as the OpenAPI document describes it, tried with data made from it.

Slow: every operation gets some hundred requests, good and faulty, whose answers are all checked.
"""

from __future__ import annotations

import json
import traceback
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from schemathesis.checks import CHECKS
from schemathesis.config import SchemathesisConfig
from schemathesis.core.cache import BoundedCache
from schemathesis.engine import context, events, from_schema
from schemathesis.generation.coverage import GenerationSession
from schemathesis.python._constants.pool import ConstantsPool
from schemathesis.schemas import BaseSchema
from schemathesis.transport.serialization import serialize_binary

from bidding import keys
from bidding.api.batches.views import address
from bidding.api.http import openapi
from bidding.batches import chunks
from bidding.batches.progress import signature_of
from bidding.batches.requests import submit
from bidding.domain.position import BiddingTable, PairCalls, PlayedBoard, Position
from bidding.domain.table import Seat
from bidding.explaining.analysis.review import Reviewer
from bidding.jobs import dispatch, submission
from bidding.jobs.kinds import WORK
from bidding.models import Kind, PracticeTable, Scope
from bidding.parsing.documents.position_documents import (
    bidding_table_from_json,
    played_board_from_json,
    position_from_json,
)
from bidding.practice.class_documents import NewClass
from bidding.practice.classes import open_class
from bidding.practice.table_documents import NewTable
from bidding.practice.tables import open_table
from bridgeviz.wsgi import application
from tests.api.document import ADDRESS, check, named
from tests.batches.conftest import asked
from tests.conftest import BOARD, QUESTION, compute_next
from tests.explaining.analysis.small import short, small_analyst
from tests.released import released
from tests.stub_explainer import StubExplainer, StubModel, StubStep

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLES = 12  # of each operation and mode
DOCUMENT = SchemaGenerator().get_schema(public=True)
OPERATIONS = [(path, method) for path, method, _ in openapi.operations(DOCUMENT)]
IDS = ("explanation_id", "batch_id", "token")
ALONE = ["examples", "coverage", "fuzzing"]  # the phases that try one operation at a time
# 401: what is listed for a key; 404: no such id; 422: an auction that breaks the rules.
ACCEPTED = ["2xx", "304", "401", "404", "422"]
TABLE = {"hands": BOARD["hands"], "dealer": "N", "vulnerability": "none", "auction": []}
QUESTIONS = (
    *("explanations", "refined", "options", "analyses", "reviews"),
    *("practice/calls", "practice/searches"),
)
# What a request must be besides, and JSON Schema cannot say.
BESIDES = {
    "/api/v1/cards/guess": ["400"],  # hands differ, and the pair has called
    "/api/v1/boards": ["400"],  # a text is PBN, LIN or a typed hand
    "/api/v1/cards/bbsa": ["400"],  # a text is a card
    "/api/v1/cards/{code}": ["400"],  # the other card is one, too
    "/api/v1/files": ["400"],  # the hands and notes of a board agree
    # A file is PBN or LIN, and not empty (411); an array comes without parameters.
    "/api/v1/batches": ["400", "411"],
    # The batch has that many items, and results have that field.
    "/api/v1/batches/{batch_id}/results": ["416", "400"],
    "/api/v1/explanations/{explanation_id}": ["400"],  # the result has that field
    **{f"/api/v1/{path}": ["400"] for path in QUESTIONS},
    "/api/v1/practice/themes": ["400"],  # a text is a system or the code of a card
    "/api/v1/practice/boards": ["400"],  # the system has boards of that theme
    "/api/v1/practice/tricks": ["400"],  # its numbers have no decimal point
    "/api/v1/practice/tables": ["400"],  # the seats are those of partners
    # The call is the next, its place has no decimal point; the auction before the board is over.
    **{
        f"/api/v1/practice/tables/{{token}}/{path}": ["409", "400"]
        for path in ("calls", "boards", "card")
    },
    "/api/v1/practice/tables/{token}/holder": ["409"],  # nobody else has the seat
    # A name has other signs than spaces, an answer is a call; the board is of the class.
    "/api/v1/practice/classes/{token}/answers": ["409", "400"],
}
# No time is promised; that a key is needed is checked where one is (below).
UNUSED = {"max_response_time", "ignored_auth"}
GENERATION = {"max-examples": EXAMPLES, "deterministic": True, "database": "none"}
CONFIG: dict[str, Any] = {
    "generation": GENERATION,
    "continue-on-failure": True,
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ACCEPTED},
        # A body of unknown length is refused before anything else is looked at.
        "negative_data_rejection": {
            "expected-statuses": ["400", "401", "404", "406", "411", "413", "415", "416", "422"]
        },
    },
    "operations": [
        {
            "include-path": path,
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, *statuses]}},
        }
        for path, statuses in BESIDES.items()
    ],
}


@schemathesis.serializer("application/x-pbn", "application/x-lin", "text/x-pbn", "text/x-lin")
def file_body(context: object, value: Any) -> dict[str, Any]:
    """A file as it is: a text of an example, or made-up bytes."""
    return {"data": value.encode() if isinstance(value, str) else serialize_binary(value)}


class Drawing(GenerationSession):
    """What schemathesis keeps during a run, of which the next ones take over what was drawn.

    To search for a text of a pattern with the greatest length takes seconds, and draws are the
    same each time.
    """

    drawn = BoundedCache(maxsize=1024)
    strategies = BoundedCache(maxsize=1024)

    def __init__(self) -> None:
        super().__init__()
        self.draw_outcomes, self.pattern_strategies = self.drawn, self.strategies

    def close(self) -> None:
        """Keep them."""


search = context.build_constants_pool
found: dict[bool, ConstantsPool] = {}


def constants(schema: BaseSchema) -> ConstantsPool:
    """The texts and numbers in the site's code, which it takes long to search: once for all."""
    in_process = schema.app is not None
    if in_process not in found:
        found[in_process] = search(schema)
    return found[in_process]


@dataclass(frozen=True)
class Same:
    """An answer in the model's own shape, whatever was asked."""

    document: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return self.document


@cache
def answers() -> tuple[Same, ...]:
    """Explanations and options of the usual question, a short analysis, a short review, calls."""
    explainer, position = released(), position_from_json(QUESTION)
    found = (
        explainer.explain(position),
        explainer.refine_many([position])[0],
        explainer.options(position),
        short(position, small_analyst()),
        short(played_board_from_json(BOARD), Reviewer(small_analyst())),
        explainer.robot_calls_many([bidding_table_from_json(TABLE)])[0],
    )
    return tuple(Same(one.to_json()) for one in found)


class SameExplainer:
    """Has the released model's answers, and takes no time."""

    model = StubModel()

    def explain_many(self, positions: Sequence[Position]) -> list[Same]:
        return [answers()[0] for _ in positions]

    def refine_many(self, positions: Sequence[Position]) -> list[Same]:
        return [answers()[1] for _ in positions]

    def options_many(self, positions: Sequence[Position]) -> list[Same]:
        return [answers()[2] for _ in positions]

    def analyse(self, position: Position, sums: object) -> StubStep:
        return StubStep({"parts": 2}, answers()[3])

    def review(self, board: PlayedBoard, sums: object) -> StubStep:
        return StubStep({"parts": 2}, answers()[4])

    def guess_card(self, asked: PairCalls, sums: dict[str, Any] | None) -> StubStep:
        return StubExplainer().guess_card(asked, sums)

    def robot_calls_many(self, tables: Sequence[BiddingTable]) -> list[Same]:
        calls = StubExplainer().robot_calls_many(tables)
        return [Same({**answers()[5].document, **one.to_json()}) for one in calls]

    def explain(self, position: Position) -> Same:
        return self.explain_many([position])[0]

    def options(self, position: Position) -> Same:
        return self.options_many([position])[0]


def answer(task: str, arguments: list[str], **options: object) -> None:
    """In place of queue and worker."""
    if task == dispatch.PROBE_TASK:
        dispatch.answer_probe("a-worker", datetime.fromisoformat(arguments[0]))
    elif task == WORK[Kind.CHUNK].task:
        chunks.compute(uuid.UUID(arguments[0]), int(arguments[1]), SameExplainer())
    else:
        while compute_next(uuid.UUID(arguments[0]), SameExplainer()):
            pass


@pytest.fixture(autouse=True)
def site(stub_worker: object, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """A site whose worker answers at once and never goes, and that takes any number of batches."""
    answers()  # not within a job, whose end would stop it, to begin anew with the next
    settings.WORKER_SILENCE_SECONDS = 3600
    settings.BATCHES_UNFINISHED = settings.CLIENT_BATCHES = 10_000
    settings.TABLES = settings.CLIENT_TABLES = 10_000
    monkeypatch.setattr(dispatch, "send", answer)
    monkeypatch.setattr(context, "GenerationSession", Drawing)
    monkeypatch.setattr(context, "build_constants_pool", constants)


@cache
def document() -> dict[str, Any]:
    """Return the document as the site sends it, which takes a second to make."""
    found: dict[str, Any] = Client().get(ADDRESS).json()
    return found


@dataclass
class Run:
    """The outcome of trying operations."""

    checks: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """Return the number of successful requests."""
        return sum(self.statuses[status] for status in (200, 201, 202, 204))

    def add(self, event: events.EngineEvent) -> None:
        """Take in what an event tells."""
        if isinstance(event, (events.NonFatalError, events.FatalError)):
            error = event.value if isinstance(event, events.NonFatalError) else event.exception
            self.faults.append("".join(traceback.format_exception(error)))
        if not isinstance(event, events.ScenarioFinished):
            return
        recorded = event.recorder
        for interaction in recorded.interactions.values():
            if interaction.response is not None:
                self.statuses[interaction.response.status_code] += 1
        for case_id, checks in recorded.checks.items():
            self.checks.update(one.name for one in checks)
            for failed in (one for one in checks if one.failure_info):
                case = recorded.cases[case_id].value
                failure = failed.failure_info.failure  # type: ignore[union-attr]
                self.faults.append(f"{recorded.label}: {failure}\n{case.as_curl_command()}")


def tried(
    phases: list[str],
    *,
    configured: dict[str, Any] | None = None,
    only: tuple[str, str] | None = None,
    url: str = "",
) -> Run:
    """Run phases with all checks on one operation (path and method), or on all."""
    config = SchemathesisConfig.from_dict({**CONFIG, **(configured or {})})
    if url:
        subject = schemathesis.openapi.from_url(url + ADDRESS, config=config)
    else:
        subject = schemathesis.openapi.from_dict(document(), config=config)
        subject.app, subject.location = application, ADDRESS
    subject.config.phases.update(phases=phases)
    if only is not None:  # what the configuration selects cannot be narrowed by including
        subject = subject.exclude(
            lambda tested: (tested.operation.path, tested.operation.method.lower()) != only
        )
    run = Run()
    for event in from_schema(subject).execute():
        run.add(event)
    assert not run.faults, "\n\n".join(run.faults)
    assert set(run.checks) >= set(CHECKS.get_all_names()) - UNUSED
    return run


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_an_operation_keeps_what_it_promises(path: str, method: str) -> None:
    run = tried(ALONE, only=(path, method))
    # Without a key no batches are listed; nothing has the ids that are made up.
    unanswered = (path, method) == ("/api/v1/batches", "get") or any(name in path for name in IDS)
    assert run.answered or unanswered
    assert run.statuses.total() > run.answered or path in ("/healthz", "/readyz")


@pytest.mark.parametrize(
    ("path", "method"), [one for one in OPERATIONS if any(name in one[0] for name in IDS)]
)
def test_an_operation_on_what_there_is_keeps_what_it_promises(path: str, method: str) -> None:
    row = submission.submit(position_from_json(QUESTION))
    batches = [submit(asked(*auctions), "") for auctions in (("1C", "", "1D"), ("",))]
    known = [
        {"explanation_id": str(row.id)},
        *({"batch_id": str(one.id), "signature": signature_of(one)} for one in batches),
        {"token": token_for(path)},
    ]
    for parameters in known:
        if any(name in path for name in parameters):
            configured = {"parameters": parameters}
            assert tried(
                ["coverage", "fuzzing"], configured=configured, only=(path, method)
            ).answered


def token_for(path: str) -> str:
    """Return the teacher's token of a class, or North's of a table."""
    if path.startswith("/api/v1/practice/classes/"):
        boards = NewClass.read({"boards": ["428"]})
        return open_class(boards, "", keyed=False).teacher
    return north_of_a_table(has_bid=path.endswith(("/boards", "/card")))


def north_of_a_table(*, has_bid: bool) -> str:
    """Return the token of North, who deals, before the first call or after the last."""
    tokens = open_table(NewTable.read({"board": 4000}), "", keyed=False)
    if has_bid:
        row = PracticeTable.objects.get()
        row.position, row.n_calls = {**row.position, "auction": ["P"] * 4}, 4
        row.save()
    return tokens[Seat.N]


def test_answers_have_no_field_that_the_document_does_not_know(client: Client) -> None:
    for name, one in zip(
        ("Explanation", "Explanation", "Options", "Analysis", "ReviewResult", "RobotCalls"),
        answers(),
        strict=True,
    ):
        check(json.loads(json.dumps(one.to_json())), named(name))
    batch = submit(asked("1C", "", "1D"), "")
    content = client.get(address("batch-results", batch)).getvalue()
    lines = [json.loads(line) for line in content.splitlines()]
    assert [line["status"] for line in lines] == ["done", "failed", "done"]
    for line in lines:
        check(line, named("BatchLine"))


def test_operations_keep_what_they_promise_one_after_the_other() -> None:
    # What has ended stays where it is: DELETE says how it stands.
    kept = {
        "include-name": "GET /api/v1/explanations/{explanation_id}",
        "checks": {"use_after_free": {"enabled": False}},
    }
    configured = {"operations": [*CONFIG["operations"], kept]}
    assert tried(["stateful"], configured=configured).answered


def test_a_site_for_keys_asks_for_them(live_server: LiveServer, settings: Settings) -> None:
    settings.ANONYMOUS = False
    key, text = keys.make("tester", list(Scope.values))
    key.save()
    configured = {
        # A connection that is kept would outlive the server's hold on the database.
        "headers": {"Authorization": f"Bearer {text}", "Connection": "close"},
        "generation": {**GENERATION, "max-examples": 3},
    }
    run = tried(["examples", "fuzzing"], configured=configured, url=live_server.url)
    assert run.checks["ignored_auth"]
    assert run.statuses[200]
