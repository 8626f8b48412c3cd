"""The page speaks the reader's language; programs are answered in English."""

from __future__ import annotations

import re

import pytest
from django.test import Client

CHINESE = {"headers": {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}}


def page(client: Client, address: str = "/", **asked: object) -> tuple[str, str]:
    """The language that the page names, and its text."""
    answer = client.get(address, **asked)  # type: ignore[arg-type]
    text = answer.content.decode()
    named = re.search(r'<html lang="([^"]+)"', text)
    assert named is not None
    assert answer.headers["Content-Language"] == named[1]
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))
    return named[1], text


def test_the_page_is_english_unless_the_browser_prefers_another_language(client: Client) -> None:
    language, text = page(client)
    assert language == "en"
    assert "What the auction tells about the hidden hands" in text
    language, text = page(client, **CHINESE)
    assert language == "zh-hans"
    assert "从叫牌看懂暗牌" in text


def test_a_choice_is_kept_and_goes_before_what_the_browser_prefers(client: Client) -> None:
    assert page(client, "/?language=zh-hans")[0] == "zh-hans"
    assert page(client)[0] == "zh-hans"
    assert page(client, "/?language=en", **CHINESE)[0] == "en"
    assert page(client, **CHINESE)[0] == "en"


@pytest.mark.parametrize("language", ["xx", "", "zh-hans\r\nX: 1"])
def test_an_unknown_language_is_no_choice(client: Client, language: str) -> None:
    answer = client.get("/", {"language": language})
    assert answer.status_code == 200
    assert not answer.cookies


def test_programs_are_answered_in_english(client: Client) -> None:
    one = {"HTTP_X_REQUEST_ID": "12345678-1234-5678-1234-567812345678"}  # problems name it
    english = client.delete("/api/v1/explanations", **one)  # type: ignore[arg-type]
    page(client, "/?language=zh-hans", **CHINESE)
    asked = client.delete("/api/v1/explanations", **{**one, **CHINESE})  # type: ignore[arg-type]
    assert asked.json() == english.json()
