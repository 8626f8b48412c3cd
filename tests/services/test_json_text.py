"""JSON that is stored and read as text."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.utils import timezone

from bidding.json_text import JsonText, encoded
from bidding.models import Job, State
from tests.conftest import QUESTION

DOCUMENT = {
    "whole": [0, -3, 12345678901234],
    "numbers": [0.1, 1e-06, 0.333333, 1.0, 5e-324],
    "words": "♠AK – „ü“ \u2028",
    "others": [None, True, {"deep": []}],
}


def test_what_is_encoded_means_the_same() -> None:
    text = encoded(DOCUMENT)
    assert json.loads(text) == DOCUMENT
    assert encoded({"a": [1, 2]}) == '{"a":[1,2]}'


@pytest.mark.parametrize("value", [{1, 2}, object(), {1: 2}, "\ud800"])
def test_what_is_no_json_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        encoded(value)


@pytest.mark.django_db
def test_a_text_is_stored_and_read_as_it_is() -> None:
    text = encoded(DOCUMENT)
    made = Job.objects.create(
        content_key="1", position=QUESTION, state=State.DONE, created_at=timezone.now(), result=text
    )
    found = Job.objects.get()
    assert json.loads(found.result) == DOCUMENT
    if connection.vendor == "sqlite":  # others may keep JSON in their own way
        assert found.result == text
    Job.objects.filter(pk=made.pk).update(result=None)
    made.refresh_from_db()
    assert made.result is None


def test_the_database_sees_a_column_like_any_other_of_json() -> None:
    field = Job._meta.get_field("result")
    assert isinstance(field, JsonText)
    _name, path, arguments, options = field.deconstruct()
    assert (path, arguments, options) == ("django.db.models.JSONField", [], {"null": True})
