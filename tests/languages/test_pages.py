"""The pages that the server draws speak Chinese whole: words, forms, refusals and errors."""

from __future__ import annotations

import re
import uuid
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from bidding.batches import chunks
from bidding.domain.messages import Message
from bidding.models import Batch
from bidding.web.languages import translated
from tests.batches.conftest import work_off
from tests.conftest import Queue
from tests.languages.gettexts import ROOT, asked_in, read_po, source_entries, template_entries
from tests.languages.keys import form_keys
from tests.stub_explainer import StubExplainer
from tests.test_pages import submitted

PO = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
BRACES, PERCENT = re.compile(r"\{\w+\}"), re.compile(r"%\(\w+\)s|%%")
# Names and notations: they are written so in Chinese books, too.
NAMES = {
    *("BridgeViz", "PBN", "LIN", "SAYC", "Acol", "MB", "JSON", "NDJSON", "OpenAPI", "RFC"),
    *("API", "file", "NT", "XX", "AKQ"),
}
READ = ("/api/", "/sign-in", "/systems/", "/systems/2/1/", "/glossary/")
pytestmark = pytest.mark.django_db


class Words(HTMLParser):
    """The visible and spoken text of a page, without code and text marked as English."""

    VOID = {"meta", "link", "input", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._around: list[bool] = []  # whether each element around is left out

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        out = tag in {"code", "script"} or named.get("lang") == "en"
        hidden = out or any(self._around)
        if not hidden:
            self.texts += [named.get(name) or "" for name in ("aria-label", "title", "placeholder")]
        if tag not in self.VOID:
            self._around.append(out)

    def handle_endtag(self, tag: str) -> None:
        self._around.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._around):
            self.texts.append(data)


def english_words(answer: HttpResponse) -> list[str]:
    """The words of Latin letters that a Chinese reader would stumble over."""
    reader = Words()
    reader.feed(answer.content.decode())
    return sorted(set(re.findall(r"[A-Za-z]{2,}", "\n".join(reader.texts))) - NAMES)


def expect_chinese(answer: Any, status: int = 200) -> str:
    """The text of a page without an English word, which says that it is Chinese."""
    assert answer.status_code == status
    text: str = answer.content.decode()
    assert answer.headers["Content-Language"] == "zh-hans"
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))
    assert '<html lang="zh-hans">' in text
    assert english_words(answer) == []
    return text


@pytest.fixture
def reader() -> Client:
    """A browser that prefers Chinese."""
    headers = {"Accept-Language": "zh-CN,zh;q=0.9", "Accept": "text/html"}
    return Client(headers=headers, raise_request_exception=False)


class TestCatalogue:
    def test_it_has_what_the_pages_say_and_nothing_else(self) -> None:
        said = {(key,) for key in form_keys()}
        assert set(read_po(PO)) - {("",)} == template_entries() | source_entries() | said

    def test_every_text_is_there_and_keeps_its_values(self) -> None:
        for ids, texts in read_po(PO).items():
            assert all(texts), ids
            for values in (BRACES, PERCENT):
                placeholders = set(values.findall(ids[-1]))
                assert all(set(values.findall(text)) == placeholders for text in texts if ids[0]), (
                    ids
                )

    def test_what_is_compiled_is_what_is_written(self) -> None:
        with translation.override("zh-hans"):
            for ids, texts in read_po(PO).items():
                if len(ids) == 1 and ids[0]:
                    assert translation.gettext(ids[0]) == texts[0]
                elif ids[0]:
                    assert translation.ngettext(*ids, 1) == texts[0]

    def test_what_is_asked_for_is_found(self) -> None:
        text = """gettext(u'a "b" \\'c\\'') + ngettext("one", 'many', count) + _("yes,no")"""
        assert list(asked_in(text)) == [("a \"b\" 'c'",), ("one", "many"), ("yes,no",)]


class TestRetelling:
    def test_a_sentence_is_told_with_all_that_it_is_made_of(self) -> None:
        said = Message("a stopper in {suit}", suit=Message("spades"))
        with translation.override("zh-hans"):
            assert translated(said) == "黑桃有止张"
            assert translated("as it is") == "as it is"
            listed = Message(
                "{one} and {two}", one=(Message("spades"), Message("clubs")), two="{one}"
            )
            assert translated(listed) == "黑桃，梅花和{one}"
        assert translated(said) == said

    def test_it_is_told_in_english_in_a_language_without_a_catalogue(self) -> None:
        with translation.override("de"):
            assert translated(Message("a stopper in {suit}", suit=Message("spades"))) == (
                "a stopper in spades"
            )


class TestPages:
    @pytest.mark.parametrize("path", READ)
    def test_they_follow_the_browser_and_the_choice(self, client: Client, path: str) -> None:
        def shown(query: str = "", **headers: str) -> str:
            return client.get(path + query, headers=headers).content.decode()

        assert '<html lang="en">' in shown()
        assert '<html lang="zh-hans">' in shown(**{"Accept-Language": "zh-CN"})
        assert '<html lang="zh-hans">' in shown("?language=zh-hans")
        assert '<html lang="zh-hans">' in shown()
        assert '<html lang="en">' in shown("?language=en", **{"Accept-Language": "zh-CN"})
        text = shown()
        assert 'href="?language=zh-hans"' in text
        assert re.search(r'lang="en" aria-current="true">English', text)

    @pytest.mark.parametrize("path", READ)
    def test_no_english_word_is_left(self, reader: Client, path: str) -> None:
        expect_chinese(reader.get(path))

    @pytest.mark.parametrize("language", ["en", "zh-hans"])
    def test_a_figure_and_its_sign_of_per_cent_stay_on_one_line(
        self, client: Client, language: str
    ) -> None:
        page = client.get("/guide/", {"language": language}).text
        assert "80\u00a0%" in page
        assert re.findall(r"\d %", page) == []

    def test_the_reference_stays_english_whoever_reads_first(self, reader: Client) -> None:
        text = expect_chinese(reader.get("/api/"))
        assert "各项操作的说明是英语" in text
        assert "S.H.D.C of the viewer" in text

    def test_a_switch_keeps_where_one_is_going(self, reader: Client) -> None:
        text = reader.get("/sign-in?next=/practice/").content.decode()
        assert 'href="?next=/practice/&amp;language=en"' in text.replace("%2F", "/")

    def test_a_wrong_password_is_told(self, reader: Client) -> None:
        User.objects.create_user("member", password="quite long enough")
        answer = reader.post("/sign-in", {"username": "member", "password": "x"})
        assert "用户名与密码不符" in expect_chinese(answer)

    def test_a_closed_site_keeps_the_choice_on_the_way(
        self, client: Client, settings: Settings
    ) -> None:
        settings.ANONYMOUS = False
        answer = client.get("/practice/?language=zh-hans", follow=True)
        assert "本站只对成员开放" in expect_chinese(answer)

    def test_a_batch_from_handing_in_to_its_end(
        self, reader: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 1)
        address = submitted(reader, view="all")
        assert "文件已接受" in expect_chinese(reader.get(address))
        _, arguments, _ = queue.sent.pop(0)
        chunks.compute(uuid.UUID(arguments[0]), 0, StubExplainer())
        text = expect_chinese(reader.get(address))
        assert "正在计算" in text
        assert "不到一分钟" in text
        work_off(queue)
        assert "9个答案中的 100.0\u00a0%" in expect_chinese(reader.get(address))

    @pytest.mark.parametrize("state", ["cancelled", "expired"])
    def test_a_batch_that_ended_early(self, reader: Client, queue: Queue, state: str) -> None:
        address = submitted(reader)
        Batch.objects.update(state=state)
        assert "此前算出的答案仍然保留" in expect_chinese(reader.get(address))


class TestErrors:
    def test_nothing_is_there(self, reader: Client) -> None:
        text = expect_chinese(reader.get("/nothing?language=zh-hans"), 404)
        assert "这个地址没有内容" in text
        assert 'href="?language=en"' in text
        assert "这个地址没有内容" in expect_chinese(reader.get(f"/batches/{uuid.uuid4()}"), 404)

    def test_a_form_of_another_page(self) -> None:
        strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": "zh"})
        text = expect_chinese(strict.post("/sign-in", {"csrfmiddlewaretoken": "x" * 64}), 403)
        assert "不是来自本站" in text
        assert 'class="languages"' not in text

    def test_an_address_that_cannot_be_read(self, reader: Client) -> None:
        text = expect_chinese(reader.get("/?" + "&".join(f"a{n}=1" for n in range(2000))), 400)
        assert "无法读懂这个请求" in text
        assert 'class="languages"' not in text

    def test_a_fault_of_ours(self, reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bidding.web.pages._card_of_new_visitors", lambda: 1 / 0)
        assert "这里出了差错" in expect_chinese(reader.get("/practice/"), 500)

    def test_programs_are_answered_in_english(self, reader: Client) -> None:
        answer = reader.get("/nothing", headers={"Accept": "*/*"})
        assert answer.json()["detail"] == "There is nothing at this address."
        assert "Content-Language" not in answer.headers
