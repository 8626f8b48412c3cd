"""Every operation as the OpenAPI document describes it, tried with data made from it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import hypothesis
import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given
from pytest_django import Settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from bidding import presence, services
from bidding.batches import chunks
from bidding.batches.requests import submit
from bidding.batches.signatures import signature_of
from bidding.domain.position import Position
from bidding.explaining.explainer import Explainer
from bidding.parsing.positions import position_from_json
from bridgeviz.wsgi import application
from tests.batches.conftest import asked
from tests.conftest import QUESTION, question
from tests.explaining.analysis.small import small_analyst
from tests.stub_explainer import StubModel, StubStep

pytestmark = pytest.mark.django_db(transaction=True)

Known = tuple[str, str, dict[str, str]]
EXAMPLES = 12  # of each operation and mode
OPERATIONS = [
    (path, method)
    for path, methods in SchemaGenerator().get_schema(public=True)["paths"].items()
    for method in methods
]
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]


@dataclass(frozen=True)
class Same:
    """An answer in the model's own shape, whatever was asked."""

    document: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return self.document


@cache
def answers() -> tuple[Same, ...]:
    """Answers to the usual question: its explanations, its options, and a short analysis."""
    explainer, position = Explainer.load(), position_from_json(QUESTION)
    found = (
        explainer.explain(position),
        explainer.refine_many([position])[0],
        explainer.options(position),
        small_analyst().analyse(position),
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

    def explain(self, position: Position) -> Same:
        return self.explain_many([position])[0]

    def options(self, position: Position) -> Same:
        return self.options_many([position])[0]


def answer(task: str, arguments: list[str], **options: object) -> None:
    """In place of queue and worker."""
    if task == presence.PROBE_TASK:
        presence.answer_probe("a-worker", datetime.fromisoformat(arguments[0]))
    elif task == chunks.CHUNK_TASK:
        chunks.compute(uuid.UUID(arguments[0]), int(arguments[1]), SameExplainer())
    elif task == services.ANALYSE_TASK:
        services.advance(uuid.UUID(arguments[0]), int(arguments[2]), SameExplainer())
    else:
        services.compute_many([uuid.UUID(arguments[0])], SameExplainer())


@pytest.fixture
def openapi(stub_worker: object, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Any:
    """The OpenAPI document, of a site whose worker answers at once and never goes."""
    settings.WORKER_SILENCE_SECONDS = 3600
    monkeypatch.setattr(services, "send", answer)
    document = schemathesis.openapi.from_wsgi("/api/v1/schema", application)
    # A body of unknown length is refused before anything else is looked at.
    rejection = document.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "411"]
    return document


@pytest.fixture
def known(openapi: object) -> list[Known]:
    """Names of things that there are, by the parameter that takes them, with their signatures."""
    row = services.submit(position_from_json(QUESTION))
    batches = [submit(asked(*auctions), "") for auctions in (("1C", "", "1D"), ("",))]
    return [
        ("explanation_id", str(row.id), {}),
        *(("batch_id", str(one.id), {"signature": signature_of(one)}) for one in batches),
    ]


def tried(strategy: Any, attempt: Callable[[Any], None]) -> None:
    """Makes that attempt with a number of cases, the same ones each time."""
    health = list(HealthCheck)
    limits = hypothesis.settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
        suppress_health_check=health,
    )  # fmt: skip
    limits(given(strategy)(attempt))()


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_an_operation_keeps_what_it_promises(
    openapi: Any, known: list[Known], path: str, method: str, mode: GenerationMode
) -> None:
    def attempt(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)
        for name, value, query in known:
            if name in (case.path_parameters or {}):
                case.path_parameters[name] = value
                case.query = {**(case.query or {}), **query}
                case.call_and_validate(checks=CHECKS[:-2])

    operation = openapi[path][method]
    if mode == GenerationMode.NEGATIVE and not (operation.body or operation.query):
        pytest.skip("there is nothing that could be wrong")
    tried(operation.as_strategy(generation_mode=mode), attempt)


def test_questions_like_those_of_clients_are_answered(openapi: Any) -> None:
    for path in ("explanations", "refined", "options"):
        operation = openapi[f"/api/v1/{path}"]["POST"]
        for body in (QUESTION, question(hand=None, auction="1D 1H")):
            case = operation.Case(
                body=body, media_type="application/json", headers={"Prefer": "wait=5"}
            )
            assert case.call_and_validate(checks=CHECKS[:-2]).status_code == 200
