"""The addresses of classes: pupils send their first answers, which the teacher alone sees."""

from __future__ import annotations

from typing import Annotated

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.http.openapi import JsonObject
from bidding.api.http.operations import APPLIED, PREFER, Calls, example, operation
from bidding.api.http.problems import Problem
from bidding.api.practice.tables import number_in, refuse_room
from bidding.models import PracticeClass, Scope
from bidding.parsing.documents.document import InvalidPosition
from bidding.practice import classes
from bidding.practice.class_documents import (
    BoardCode,
    BoardCodes,
    NewClass,
    PupilName,
    SentAnswer,
)
from bidding.practice.tables import Conflict, NoRoom

MOST_ANSWERS = 10**6


class OpenedClass(JsonObject):
    """The tokens of a new class."""

    teacher: str
    pupils: str = Field(description="one for all")


class ClassAnswer(JsonObject):
    """A call as it was first made."""

    board: BoardCode
    auction: Calls


class ClassPupil(JsonObject):
    """A pupil's answers."""

    name: PupilName
    answers: list[ClassAnswer]


class ClassAnswers(JsonObject):
    """A class."""

    boards: BoardCodes
    hours: int = Field(description="for which it is kept after the last answer")
    count: Annotated[int, Field(ge=0)] = Field(description="of answers")
    pupils: list[ClassPupil] | None = Field(description="for the teacher")


_TOKEN = OpenApiParameter("token", str, location=OpenApiParameter.PATH)


class ClassList(APIView):
    """The opener of classes."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @operation(
        "open_class",
        "Have the first answers of a class collected",
        {201: OpenedClass},
        503,
        body=NewClass,
        examples=[example("Two boards", {"boards": ["428", "1095"]})],
    )
    def post(self, request: Request) -> Response:
        """Opens a class; its tokens are given now, and never again."""
        wanted = request_parsing.document(request._request, NewClass.read)
        try:
            tokens = classes.open_class(wanted, client_of(request), keyed=request.auth is not None)
        except NoRoom as full:
            raise refuse_room(full) from None
        return Response(vars(tokens), status=201)


class ClassDetail(APIView):
    """One class."""

    scope = Scope.EXPLAIN

    @operation(
        "fetch_class",
        "Fetch the first answers of a class",
        {200: ClassAnswers},
        400,
        parameters=[
            _TOKEN,
            OpenApiParameter(
                "after",
                {"type": "integer", "minimum": 0, "maximum": MOST_ANSWERS},
                description="the wait is until there are other than so many answers",
            ),
            *(PREFER, APPLIED),
        ],
    )
    def get(self, request: Request, token: str) -> Response:
        """The class, with its answers for the teacher."""
        found, is_teacher = _found(token)
        after = number_in(request, "after", 0, MOST_ANSWERS)
        wait = 0 if after is None else request_parsing.preferred_wait_seconds(request._request)
        applied: dict[str, str] = {}
        with waiting_place(wait, client_of(request), slow_kind="tables") as seconds:
            if seconds:
                applied["Preference-Applied"] = f"wait={seconds}"
            try:
                found = classes.follow(found.pk, seconds, after)
            except PracticeClass.DoesNotExist:  # deleted meanwhile
                raise _unknown() from None
        return _class(found, for_teacher=is_teacher, **applied)

    @operation(
        "delete_class", "Delete the first answers of a class", {204: None}, parameters=[_TOKEN]
    )
    def delete(self, request: Request, token: str) -> Response:
        """Deletes the class and its answers, by the teacher's token."""
        found, is_teacher = _found(token)
        if not is_teacher:
            raise _unknown()
        found.delete()
        return Response(status=204)


class ClassAnswerList(APIView):
    """The answers of a class."""

    scope = Scope.EXPLAIN

    @operation(
        "answer_in_class",
        "Send a first answer",
        {200: ClassAnswers},
        409,
        body=SentAnswer,
        parameters=[_TOKEN],
        examples=[
            example(
                "A call",
                {"pupil": "Anna", "holder": "b0a3f1d2c4e5", "board": "428", "auction": ["1NT"]},
            )
        ],
    )
    def post(self, request: Request, token: str) -> Response:
        """Sends a call of a pupil's; of those at one place of a board the first is kept."""
        found, _ = _found(token)
        sent = request_parsing.document(request._request, SentAnswer.read)
        try:
            found = classes.add_answer(found.pk, sent)
        except PracticeClass.DoesNotExist:  # deleted meanwhile
            raise _unknown() from None
        except Conflict as conflict:
            raise Problem(conflict.kind, conflict.detail) from None
        except InvalidPosition as invalid:
            raise problems.of_document(invalid) from None
        return _class(found, for_teacher=False)


def _found(token: str) -> tuple[PracticeClass, bool]:
    """Return the class, and whether the token is the teacher's. Raise Problem 404."""
    try:
        return classes.find(token)
    except PracticeClass.DoesNotExist:
        raise _unknown() from None


def _class(row: PracticeClass, *, for_teacher: bool, **headers: str) -> Response:
    """Return the class; its answers are the teacher's alone to see."""
    document = {
        "boards": row.boards,
        "hours": settings.TABLE_RETENTION_HOURS,
        "count": row.n_answers,
        "pupils": classes.answers_of(row) if for_teacher else None,
    }
    return Response(document, headers={"Cache-Control": "private, no-store", **headers})


def _unknown() -> Problem:
    return Problem("unknown-class", "It never existed or has been deleted.")
