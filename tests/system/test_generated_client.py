"""A client that openapi-python-client makes of the OpenAPI document, on the walk of docs/api.md."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints
from urllib.parse import parse_qs, urlsplit

import pytest

from bidding.api.http.openapi import operations
from bidding.api.questions.views import REVIEW_EXAMPLE
from tests.conftest import QUESTION
from tests.system.conftest import ROOT, Site
from tests.system.test_walk import DOCUMENT, make_key

PROGRAM = Path(sys.executable).with_name("openapi-python-client")
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not PROGRAM.exists(), reason="openapi-python-client is not installed"),
]

COMMAND = re.compile(r"^```sh\n(openapi-python-client .*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGE = "bridgeviz_client"
LONGEST_SECONDS = 60


@pytest.fixture(scope="module")
def site(released_site: Site) -> Site:
    return released_site


@pytest.fixture(scope="module")
def made(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the client that the command of the document makes; it can be imported."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "examples").symlink_to(ROOT / "examples")
    found = COMMAND.search(DOCUMENT.read_text())
    assert found is not None
    path = os.pathsep.join([str(PROGRAM.parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "SITE": f"http://127.0.0.1:{site.port}"}
    run = subprocess.run(
        ["bash", "-euc", found[1]], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "WARNING" not in run.stdout + run.stderr, run.stdout
    sys.path.insert(0, str(folder / "bridgeviz-client"))
    yield folder
    sys.path.remove(str(folder / "bridgeviz-client"))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


class Walker:
    """Calls the operations of the client by their names."""

    def __init__(self, address: str, key: str = "") -> None:
        package = importlib.import_module(PACKAGE)
        kind = package.AuthenticatedClient if key else package.Client
        self.client = kind(base_url=address, timeout=30, **({"token": key} if key else {}))
        self.models = importlib.import_module(f"{PACKAGE}.models")
        self.types = importlib.import_module(f"{PACKAGE}.types")

    def call(self, name: str, *arguments: object, **options: object) -> Any:
        """The whole response of an operation, by its tag and name."""
        module: ModuleType = importlib.import_module(f"{PACKAGE}.api.{name}")
        return module.sync_detailed(*arguments, client=self.client, **options)

    def question(self, **changes: object) -> Any:
        """A question as the client has it."""
        return self.models.Question.from_dict({**QUESTION, **changes})

    def file(self, data: bytes) -> Any:
        """The bytes of a file as a body."""
        return self.types.File(payload=data)


@pytest.fixture(scope="module")
def walker(site: Site, made: Path) -> Walker:
    return Walker(f"http://127.0.0.1:{site.port}")


def test_a_question_is_answered_with_typed_objects(walker: Walker) -> None:
    models = walker.models
    answered = walker.call("positions.ask_explanation", body=walker.question(), prefer="wait=10")
    assert answered.status_code == 200
    status = answered.parsed
    assert isinstance(status, models.ExplanationStatus)
    assert status.status is models.AnswerState.DONE
    result = status.result
    assert isinstance(result, models.Explanation)
    call = result.calls[-1]
    assert call.call is models.Call.BID_1H
    assert call.seat is models.Seat.E
    assert isinstance(call.meaning, models.Meaning)
    assert isinstance(call.shows.hcp, models.Range)
    assert len(result.moments) == 3
    hand = result.moments[-1].hands.n
    assert isinstance(hand, models.HiddenHand)
    assert len(hand.cards.s) == 13
    assert len(hand.hcp.probabilities) == 38
    assert isinstance(result.suggestion, models.Suggestion)
    assert result.to_dict() == json.loads(answered.content)["result"]
    assert unknown_fields(result) == []


def unknown_fields(value: Any) -> list[str]:
    """Names of fields that the client has no attribute for, at any depth."""
    if isinstance(value, list):
        return [name for one in value for name in unknown_fields(one)]
    if not hasattr(value, "__attrs_attrs__") or type(value).__name__ == "MessageValues":
        return []
    found = list(getattr(value, "additional_properties", {}))
    parts = [getattr(value, field.name) for field in value.__attrs_attrs__]
    return found + [name for part in parts for name in unknown_fields(part)]


def test_an_answer_is_fetched_later(walker: Walker) -> None:
    submitted = walker.call(
        "positions.ask_explanation", body=walker.question(hand=None, auction="1N")
    )
    assert submitted.status_code in (200, 202)
    found = walker.call("positions.fetch_answer", submitted.parsed.id, prefer="wait=10").parsed
    assert isinstance(found.result, walker.models.Explanation)
    assert submitted.headers["Location"] == found.url


@pytest.mark.parametrize(
    ("name", "kind"),
    [("ask_refined", "Explanation"), ("ask_options", "Options"), ("ask_analysis", "Analysis")],
)
def test_other_questions_are_answered_in_their_own_types(
    walker: Walker, name: str, kind: str
) -> None:
    fetched = walker.call(f"positions.{name}", body=walker.question()).parsed
    deadline = time.monotonic() + LONGEST_SECONDS
    while fetched.result is None:
        assert time.monotonic() < deadline
        fetched = walker.call("positions.fetch_answer", fetched.id, prefer="wait=10").parsed
        assert isinstance(fetched, walker.models.AnswerStatus)
    assert isinstance(fetched.result, getattr(walker.models, kind))
    assert unknown_fields(fetched.result) == []


def test_fields_are_selected(walker: Walker) -> None:
    models = walker.models
    answered = walker.call(
        "positions.ask_explanation",
        body=walker.question(),
        prefer="wait=10",
        fields="calls.call,calls.shows.hcp.low,moments.to_call,suggestion.call",
        moments=models.MomentSelection.LAST,
    )
    result = answered.parsed.result
    assert isinstance(result, models.ExplanationPart)
    assert [call.call for call in result.calls] == [models.Call.BID_1D, models.Call.BID_1H]
    assert all(isinstance(call.shows.hcp, models.RangePart) for call in result.calls)
    assert [moment.to_call for moment in result.moments] == [models.Seat.S]
    assert isinstance(result.suggestion.call, models.Call)
    assert result.systems is walker.types.UNSET
    assert result.to_dict() == json.loads(answered.content)["result"]
    assert unknown_fields(result) == []


def test_a_key_is_wanted_only_where_one_is_needed(site: Site, walker: Walker) -> None:
    package = importlib.import_module(PACKAGE)
    document = site.ask("/api/v1/schema").body
    found = []
    for _, _, operation in operations(document):
        name, tag = operation["operationId"], operation["tags"][0]
        module = importlib.import_module(f"{PACKAGE}.api.{tag}.{name}")
        if get_type_hints(module.sync_detailed)["client"] is package.AuthenticatedClient:
            found.append(name)
    assert found == ["list_batches"]


def test_systems_are_read(walker: Walker) -> None:
    listed = walker.call("systems.list_systems").parsed
    assert len(listed.systems) == 6
    ids = walker.models.DescribedSystem
    system = walker.call("systems.fetch_system", ids.TWO_OVER_ONE).parsed
    assert system.sections[0].agreements[4].call is walker.models.Call.BID_1NT
    assert system.name == "Two over one game force"
    assert unknown_fields(system) == []


def test_an_error_is_a_problem(walker: Walker) -> None:
    refused = walker.call("positions.ask_explanation", body=walker.question(auction="1D 1C"))
    assert refused.status_code == 422
    assert isinstance(refused.parsed, walker.models.Problem)
    assert refused.parsed.type_ is walker.models.ProblemType.IMPOSSIBLE_POSITION
    assert refused.parsed.errors[0].pointer == "/auction"


def signature_in(url: str) -> str:
    """The signature that opens a batch which was asked for without a key."""
    return parse_qs(urlsplit(url).query)["signature"][0]


def test_boards_and_batches_go_from_file_to_results(walker: Walker) -> None:
    models = walker.models
    text = "md|3SAKJT985H6DA76C84,,,|sv|n|ah|Board 3|mb|1D!|an|four or more|mb|1H|"
    boards = walker.call("boards.read_boards", body=models.BoardText.from_dict({"text": text}))
    written = [models.NewBoard.from_dict(board.to_dict()) for board in boards.parsed.boards]
    body = models.NewFile(format_=models.FileFormat.PBN, boards=written)
    file = walker.call("boards.write_file", body=body)
    assert b'[Board "3"]' in file.content
    submitted = walker.call(
        "batches.ask_batch",
        body=walker.file(file.content),
        view=models.View.S,
        system=models.System.TWO_OVER_ONE,
        idempotency_key="the session of Tuesday",
    )
    assert submitted.status_code == 202, submitted.content
    identity, signature = submitted.parsed.id, signature_in(submitted.parsed.url)
    deadline = time.monotonic() + LONGEST_SECONDS
    while (
        status := walker.call("batches.fetch_batch", identity, signature=signature).parsed
    ).status != "done":
        assert isinstance(status, models.BatchStatus)
        assert time.monotonic() < deadline
        time.sleep(0.5)
    assert (status.items, status.done) == (1, 1)
    results = walker.call("batches.fetch_batch_results", identity, signature=signature)
    (line,) = [models.BatchLine.from_dict(json.loads(one)) for one in results.content.splitlines()]
    assert line.status is models.BatchItemState.DONE
    assert isinstance(line.result, models.Explanation)
    assert line.source.board == 3
    assert unknown_fields(line) == []
    rest = walker.call("batches.fetch_batch_results", identity, signature=signature, from_=1)
    assert (rest.status_code, rest.content) == (200, b"")
    ended = walker.call("batches.cancel_batch", identity, signature=signature)
    assert ended.status_code == 204


def test_a_batch_of_positions_is_cancelled(walker: Walker) -> None:
    questions = [walker.question(hand=None, auction=auction) for auction in ("1D", "1C")]
    submitted = walker.call("batches.ask_batch", body=questions)
    assert submitted.status_code == 202, submitted.content
    signature = signature_in(submitted.parsed.url)
    cancelled = walker.call("batches.cancel_batch", submitted.parsed.id, signature=signature)
    assert cancelled.status_code in (200, 204)
    assert walker.call("batches.fetch_batch", submitted.parsed.id).status_code == 404


def test_a_key_opens_what_is_its_own(site: Site, walker: Walker) -> None:
    assert walker.call("batches.list_batches").parsed.status == 401
    keyed = Walker(f"http://127.0.0.1:{site.port}", make_key(site, "explain", "batches"))
    submitted = keyed.call("batches.ask_batch", body=[keyed.question(hand=None, auction="1S")])
    listed = keyed.call("batches.list_batches").parsed
    assert [one.id for one in listed.batches] == [submitted.parsed.id]
    assert walker.call("batches.fetch_batch", submitted.parsed.id).status_code == 404


def test_ones_own_questions_are_listed_and_removed(walker: Walker) -> None:
    models = walker.models
    names = ("ask_explanation", "ask_review")
    board = models.ReviewQuestion.from_dict(REVIEW_EXAMPLE)
    bodies = (walker.question(auction="2C"), board)
    ids = {
        walker.call(f"positions.{name}", body=body, topic="a test", prefer=wait).parsed.id
        for name, body, wait in zip(names, bodies, ("wait=10", "wait=0"), strict=True)
    }
    listed = walker.call("positions.list_explanations", topic="a test").parsed.explanations
    assert {one.id for one in listed} == ids
    assert {(one.kind, type(one.question)) for one in listed} == {
        (models.AnswerKind.EXPLANATION, models.Position),
        (models.AnswerKind.REVIEW, models.PlayedBoard),
    }
    assert [name for one in listed for name in unknown_fields(one)] == []
    removed = walker.call("positions.remove_explanations", topic="a test", id=[*ids]).parsed
    assert removed.dropped + removed.deleted + len(removed.kept) == 2
    assert {one.reason for one in removed.kept} <= {models.KeptReason.SHARED}


def test_the_site_is_there(walker: Walker) -> None:
    assert walker.call("site.health").parsed.status == "alive"
    ready = walker.call("site.readiness").parsed
    assert (ready.status, ready.model.name) == ("ready", "bridgeviz-bidder")
