"""Limits of one client, and the identification of clients."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from ipaddress import ip_network
from itertools import product
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver, resolve
from django.utils import translation
from pytest_django import Settings

from bidding.api.http import throttling
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.questions import views
from bidding.jobs import limits, prices, registry, submission
from bidding.jobs.kinds import question_from_json
from bidding.jobs.prices import Size
from bidding.models import Job, Kind
from tests.api.conftest import ADDRESS, Ask, problem_of
from tests.api.document import document
from tests.api.test_batches import PBN
from tests.conftest import BOARD, Queue, RedisServer, question
from tests.stub_explainer import StubModel
from tests.system.conftest import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

# 96 calls.
LONG = [
    call
    for bid in (f"{level}{strain}" for level in "1234567" for strain in "CDHSN")
    for call in (bid, "P", "P")
][:96]


LIMITS = {
    "explanations": (Kind.EXPLANATION, "questions"),
    "options": (Kind.OPTIONS, "questions"),
    "refined": (Kind.REFINED, "refined"),
    "analyses": (Kind.ANALYSIS, "analyses"),
}


def settings_limit(name: str) -> int:
    limit: int = site_settings.CLIENT_LIMITS_PER_MINUTE[name]
    return limit


class Clock:
    """Stands still until told."""

    now = 1_000_000_000.0  # not the time of Redis

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def time(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    still = Clock()
    monkeypatch.setattr(limits, "time", still)
    monkeypatch.setattr(throttling, "time", still)
    return still


@pytest.fixture(autouse=True)
def three_questions(settings: Settings, redis: RedisServer) -> None:
    settings.CLIENT_WINDOW_SECONDS = 10
    settings.CLIENT_LIMITS_PER_MINUTE = {
        "questions": 18,
        "refined": 12,
        "analyses": 6,
        "reviews": 12,
        "batches": 6,
        "batch_items": 60,
        "passwords": 12,
        "pages": 30,
        "requests": 60,
    }


@pytest.mark.usefixtures("working_queue")
class TestLimit:
    def test_what_goes_beyond_it_is_refused_with_the_time_to_come_again(
        self, ask: Ask, clock: Clock
    ) -> None:
        clock.now += 4
        assert [ask().status_code for _ in range(3)] == [202] * 3
        refused = ask()
        problem_of(refused, 429, "too-many-requests")
        assert refused.headers["Retry-After"] == "4"
        clock.now += 4
        assert ask().status_code == 202

    def test_it_is_made_up_for_evenly(self, ask: Ask, clock: Clock) -> None:
        assert [ask().status_code for _ in range(3)] == [202] * 3
        clock.now += 7  # two are made up for
        assert [ask().status_code for _ in range(3)] == [202] * 2 + [429]
        clock.now += 10
        assert [ask().status_code for _ in range(4)] == [202] * 3 + [429]

    @pytest.mark.parametrize("path", ["explanations", "options", "refined", "analyses"])
    def test_a_dear_question_is_counted_as_the_ordinary_ones_that_it_costs(
        self, ask: Ask, clock: Clock, settings: Settings, path: str
    ) -> None:
        settings.CLIENT_LIMITS_PER_MINUTE |= dict.fromkeys(("questions", "refined", "analyses"), 60)
        kind, limit = LIMITS[path]
        address = f"/api/v1/{path}"
        assert f'"{limit}";r=9;t=1' in limits_of(ask(question(auction=LONG[:3]), address=address))
        asked = question(auction=LONG[:45])
        units = prices.charge(kind, Size.of(question_from_json(kind, asked)))
        assert units > 1
        accepted = ask(asked, address=address)
        assert accepted.status_code == 202
        # One unit takes a second.
        assert limits_of(accepted)[0] == f'"{limit}";r={max(0, 9 - units)};t={1 + units}'
        if units > 8:
            clock.now += units - 9
            refused = ask(address=address)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
            clock.now += 1
            assert ask(address=address).status_code == 202

    def test_on_average_nobody_has_more_than_the_limit(self, clock: Clock) -> None:
        for name, units in product(("questions", "batch_items"), (1, 2, 3, 4, 7, 30, 100)):
            request = RequestFactory().get("/", REMOTE_ADDR=f"192.0.2.{units}")
            start, taken = clock.now, 0
            while clock.now < start + 700:
                if wait := throttling.seconds_to_wait(request, name, int(name == "questions")):
                    clock.now += wait
                    continue
                more = units - (name == "questions")
                assert not throttling.seconds_to_wait_for_more(request, name, more)
                taken += units
            limit = settings_limit(name) * (clock.now - start) / 60
            assert limit / 4 < taken <= limit + settings_limit(name) / 6 + units

    def test_a_question_of_ten_windows_blocks_ten(self, ask: Ask, clock: Clock) -> None:
        request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.9")
        assert not throttling.seconds_to_wait(request, "questions")
        assert not throttling.seconds_to_wait_for_more(request, "questions", 29)
        clock.now += 93
        assert throttling.seconds_to_wait(request, "questions") == 1
        clock.now += 1
        assert not throttling.seconds_to_wait(request, "questions")

    def test_of_several_dear_ones_at_once_each_is_carried_over(self, clock: Clock) -> None:
        request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.9")
        for _ in range(3):
            assert not throttling.seconds_to_wait(request, "questions")
        asked = [throttling.seconds_to_wait_for_more(request, "questions", 29) for _ in range(3)]
        assert asked[0] == 0
        assert min(asked[1:]) > 90

    def test_the_last_within_it_may_be_a_long_one(self, ask: Ask, clock: Clock) -> None:
        assert [ask().status_code for _ in range(2)] == [202] * 2
        assert ask(question(auction=LONG)).status_code == 202

    def test_a_long_one_is_not_queued_where_the_limit_was_used_up_while_it_was_read(
        self, ask: Ask, clock: Clock, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = views.question_from_json

        def reading(kind: str, document: object) -> Any:
            monkeypatch.setattr(views, "question_from_json", read)
            assert ask(question(auction=LONG)).status_code == 202
            return read(kind, document)

        monkeypatch.setattr(views, "question_from_json", reading)
        refused = ask(question(auction=LONG, seat="E", hand=None))
        problem_of(refused, 429, "too-many-requests")
        assert refused.headers["Retry-After"] == limits_of(refused)[0].rpartition("=")[2]
        assert len(queue.sent) == Job.objects.count() == 1

    def test_each_client_has_its_own(self, ask: Ask, clock: Clock) -> None:
        assert [ask().status_code for _ in range(4)] == [202] * 3 + [429]
        assert ask(REMOTE_ADDR="192.0.2.7").status_code == 202

    def test_a_network_has_that_of_several(self, ask: Ask, clock: Clock) -> None:
        """Of its clients none can use up what all have by asking more than it may itself."""
        ours = [f"2001:db8:1:{number:x}::1" for number in range(20)]
        far = [f"2001:db8:1:{number:x}00::1" for number in range(1, 21)]
        assert [ask(REMOTE_ADDR=ours[0]).status_code for _ in range(30)] == [202] * 3 + [429] * 27
        statuses = [ask(REMOTE_ADDR=address).status_code for address in ours[1:]]
        assert statuses == [202] * 9 + [429] * 10
        statuses = [ask(REMOTE_ADDR=address).status_code for address in far]
        assert statuses == [202] * 12 + [429] * 8
        refused = ask(REMOTE_ADDR=far[-1])
        assert limits_of(refused)[1] == '"questions";q=3;w=10'
        assert ask(REMOTE_ADDR="2001:db8:2::1").status_code == 202
        clock.now += int(refused.headers["Retry-After"])
        assert ask(REMOTE_ADDR=far[-1]).status_code == 202

    def test_a_network_counts_what_one_request_of_a_client_weighs(
        self, ask: Ask, clock: Clock
    ) -> None:
        addresses = [f"2001:db8:1:{number:x}::1" for number in range(6)]
        long = question(auction=LONG)
        units = prices.charge(Kind.EXPLANATION, Size.of(question_from_json(Kind.EXPLANATION, long)))
        accepted = 11 // units + 1  # until those of four clients, three each, are used up
        statuses = [ask(long, REMOTE_ADDR=address).status_code for address in addresses]
        assert statuses == [202] * accepted + [429] * (6 - accepted)
        assert 0 < accepted < 6

    def test_no_header_makes_another_client(self, ask: Ask, clock: Clock) -> None:
        headers = [{"X-Forwarded-For": f"192.0.2.{n}", "Forwarded": f"for={n}"} for n in range(4)]
        assert [ask(headers=one).status_code for one in headers] == [202] * 3 + [429]

    def test_keys_that_open_nothing_count_for_their_address(self, ask: Ask, clock: Clock) -> None:
        headers = [{"Authorization": f"Bearer guess-{n}"} for n in range(11)]
        refused = [ask(headers=one) for one in headers]
        assert [one.status_code for one in refused] == [401] * 10 + [429]
        problem_of(refused[-1], 429, "too-many-requests")
        assert ask(REMOTE_ADDR="192.0.2.7", headers=headers[0]).status_code == 401

    def test_an_analysis_has_a_lower_one(self, ask: Ask, clock: Clock) -> None:
        answered = [ask(address="/api/v1/analyses").status_code for _ in range(2)]
        assert answered == [202, 429]
        assert ask().status_code == 202

    def test_a_review_has_one_of_its_own(self, ask: Ask, clock: Clock) -> None:
        asked = partial(ask, BOARD, address="/api/v1/reviews")
        assert [asked().status_code for _ in range(3)] == [202, 202, 429]
        assert ask(address="/api/v1/analyses").status_code == 202

    def test_refined_explanations_have_one_of_their_own(self, ask: Ask, clock: Clock) -> None:
        answered = [ask(address="/api/v1/refined").status_code for _ in range(3)]
        assert answered == [202, 202, 429]
        assert ask().status_code == 202

    def test_looking_for_answers_has_another_limit_and_health_none(
        self, ask: Ask, client: Client, clock: Clock
    ) -> None:
        address = ask().headers["Location"]
        found = [client.get(address).status_code for _ in range(11)]
        assert found == [200] * 10 + [429]
        assert {client.get("/healthz").status_code for _ in range(20)} == {200}

    def test_batches_have_a_lower_one(self, client: Client, clock: Clock) -> None:
        def send() -> Any:
            return client.post("/api/v1/batches", [question()], content_type="application/json")

        assert send().status_code == 202
        refused = send()
        problem_of(refused, 429, "too-many-requests")
        assert refused.headers["Retry-After"] == "10"

    @pytest.mark.parametrize("items", [7, {}], ids=["numbers", "objects"])
    def test_items_of_batches_count_also_where_all_are_refused_and_removed(
        self, client: Client, clock: Clock, settings: Settings, items: Any
    ) -> None:
        settings.CLIENT_LIMITS_PER_MINUTE["batches"] = 6_000

        def hand_in() -> Any:
            file = SimpleUploadedFile("boards.pbn", PBN.encode())
            return client.post("/api/v1/batches?view=all", {"file": file})

        def send(number: int = 6) -> Any:
            return client.post("/api/v1/batches", [items] * number, content_type="application/json")

        for _ in range(2):
            sent = send()
            assert (sent.status_code, sent.json()["status"]) == (202, "done")
            assert client.delete(sent.json()["url"]).status_code == 204
        refused = send(1)
        problem_of(refused, 429, "too-many-requests")
        assert refused.headers["Retry-After"] == "2"  # 12 were sent, 10 may be
        assert hand_in().status_code == 429
        clock.now += 2
        assert hand_in().status_code == 202
        assert send(1).status_code == 429

    def test_who_waits_for_the_items_of_batches_is_accepted_and_not_before(
        self, client: Client, clock: Clock, settings: Settings
    ) -> None:
        settings.CLIENT_LIMITS_PER_MINUTE["batches"] = 6_000

        def send(number: int) -> Any:
            return client.post("/api/v1/batches", [{}] * number, content_type="application/json")

        assert send(17).status_code == 202
        refused = send(1)
        quota, policy = limits_of(refused)
        assert quota.endswith(', "batch_items";r=0;t=7')
        assert policy == '"batches";q=1000;w=10, "batch_items";q=10;w=10'
        assert refused.headers["Retry-After"] == "7"  # at one a second
        clock.now += 6
        assert send(1).status_code == 429
        clock.now += 1
        accepted = send(1)
        assert accepted.status_code == 202
        assert "r=0" in limits_of(accepted)[0]

    def test_items_of_batches_count_as_what_they_cost(
        self, client: Client, clock: Clock, settings: Settings
    ) -> None:
        settings.CLIENT_LIMITS_PER_MINUTE |= {"batches": 6_000, "batch_items": 60_000}

        def left_after(*items: Any) -> int:
            sent = client.post("/api/v1/batches", items, content_type="application/json")
            assert sent.status_code == 202
            return int(limits_of(sent)[0].split("r=")[2].partition(";")[0])

        some = [question(auction=LONG[:n]) for n in (1, 40, 90)]
        cost = [prices.charge(Kind.EXPLANATION, Size(n)) for n in (1, 40, 90)]
        assert cost == sorted(set(cost))
        assert left_after(*some) == 10_000 - sum(cost)

    @pytest.mark.parametrize("path", ["/sign-in", "/admin/login/"])
    def test_passwords_are_not_guessed_for_long(
        self, client: Client, clock: Clock, path: str
    ) -> None:
        form = {"username": "staff", "password": "x"}
        assert [client.post(path, form).status_code for _ in range(2)] == [200] * 2
        refused = client.post(path, form)
        assert refused.status_code == 429
        assert "Too many requests" in refused.content.decode()
        assert refused.headers["Retry-After"] == "5"
        assert client.get(path).status_code == 200
        clock.now += 5
        assert client.post(path, form).status_code == 200

    def test_who_is_refused_is_answered_later_where_there_is_a_place(
        self, ask: Ask, clock: Clock
    ) -> None:
        assert [ask().status_code for _ in range(3)] == [202] * 3
        assert clock.pauses == []
        assert ask().status_code == 429
        assert clock.pauses == [throttling._PAUSE_SECONDS]
        with ExitStack() as taken:
            for _ in range(site_settings.CLIENT_SLOW_KIND_WAITING_PLACES):
                taken.enter_context(waiting_place(1, "address:127.0.0.1", slow_kind="refused"))
            assert ask().status_code == 429
        assert len(clock.pauses) == 1

    def test_without_redis_nobody_is_refused(self, ask: Ask, settings: Settings) -> None:
        settings.NOTIFICATIONS_URL = f"redis://127.0.0.1:{free_port()}"
        limits.client.cache_clear()
        assert {ask().status_code for _ in range(5)} == {202}


def limits_of(response: Any) -> tuple[str, str]:
    return response.headers["RateLimit"], response.headers["RateLimit-Policy"]


@pytest.mark.usefixtures("working_queue")
class TestHeaders:
    def test_every_counted_answer_says_what_is_left(
        self, ask: Ask, client: Client, clock: Clock
    ) -> None:
        clock.now += 4
        policy = '"questions";q=3;w=10'
        reported = [limits_of(ask()) for _ in range(2)]
        assert reported == [('"questions";r=2;t=4', policy), ('"questions";r=1;t=7', policy)]
        assert limits_of(ask(b"no JSON")) == ('"questions";r=0;t=10', policy)  # refused otherwise
        refused = ask()
        problem_of(refused, 429, "too-many-requests")
        assert limits_of(refused) == ('"questions";r=0;t=4', policy)
        assert refused.headers["Retry-After"] == "4"
        looked = client.get(f"{ADDRESS}/{'0' * 8}-0000-0000-0000-{'0' * 12}")
        assert limits_of(looked) == ('"requests";r=9;t=1', '"requests";q=10;w=10')
        clock.now += 5  # one and a half are made up for
        assert limits_of(ask()) == ('"questions";r=0;t=9', policy)

    def test_forms_and_keys_that_open_nothing_say_it_too(
        self, client: Client, clock: Clock
    ) -> None:
        form = client.post("/sign-in", {"username": "staff", "password": "x"})
        assert limits_of(form) == (
            '"pages";r=4;t=2, "passwords";r=1;t=5',
            '"pages";q=5;w=10, "passwords";q=2;w=10',
        )
        refused = client.get("/api/v1/systems", headers={"Authorization": "Bearer guess"})
        assert limits_of(refused) == ('"requests";r=9;t=1', '"requests";q=10;w=10')

    @pytest.mark.parametrize("path", ["/healthz", "/api/v1/schema/x", "/nowhere"])
    def test_what_is_not_counted_has_none(self, client: Client, path: str) -> None:
        assert "RateLimit" not in client.get(path).headers

    def test_the_openapi_document_tells_of_them(self) -> None:
        paths = document()["paths"]
        for path, method in ((ADDRESS, "post"), ("/api/v1/batches", "get"), ("/readyz", "get")):
            answers = paths[path][method]["responses"]
            for status, answer in answers.items():
                assert {"RateLimit", "RateLimit-Policy"} <= set(answer["headers"])
                assert "Retry-After" in answer["headers"] or status not in ("429", "503")
        assert "headers" not in paths["/healthz"]["get"]["responses"]["200"]

    def test_who_waits_as_told_is_accepted_and_not_before(self, clock: Clock) -> None:
        for earlier, since, now in product((0, 1, 3, 9), (0, 3, 9), (1, 2, 3, 5, 40)):
            self.accepted_after_waiting(clock, earlier, since, now)

    def accepted_after_waiting(self, clock: Clock, earlier: int, since: int, now: int) -> None:
        def after(pause: float) -> list[int]:
            limits.client().flushall()
            request = RequestFactory().get("/")
            for _ in range(earlier):
                throttling.seconds_to_wait(request, "questions")
            clock.now += since
            waits = [throttling.seconds_to_wait(request, "questions") for _ in range(now)]
            clock.now += pause
            return [*waits, throttling.seconds_to_wait(request, "questions")]

        *_, seconds, _ = after(0)
        assert bool(seconds) == (now + max(0, min(earlier, 3) - 0.3 * since) > 3)
        if seconds:
            assert after(seconds)[-1] == 0
            assert after(seconds - 1)[-1] > 0


def addresses() -> dict[str, str]:
    """Return an address of every route of the site, by the route."""
    samples = {"uuid": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "int": "7", "str": "x", "path": "x"}

    def inside(patterns: Iterable[Any], before: str = "/") -> Iterator[tuple[str, str]]:
        for one in patterns:
            text = re.sub(r"\(\?P<\w+>.*\)\$", "x", str(one.pattern)).lstrip("^")
            path = before + re.sub(r"<(\w+):\w+>", lambda found: samples[found[1]], text)
            if isinstance(one, URLResolver):
                yield from inside(one.url_patterns, path)
            else:
                yield before + str(one.pattern), path

    return dict(inside(get_resolver().url_patterns))


FREE = {"/healthz", "/metrics"}  # a probe with a fixed answer; the operator's, with a token


class TestEveryAddress:
    @pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
    def test_it_counts_against_a_limit_but_for_a_few(
        self, client: Client, clock: Clock, settings: Settings, method: str
    ) -> None:
        request = RequestFactory().get("/")
        for name in settings.CLIENT_LIMITS_PER_MINUTE:
            throttling.seconds_to_wait_for_more(request, name, 1_000)
        found = addresses()
        assert len(found) > 60
        free = set()
        for route, path in found.items():
            assert resolve(path)
            answer = client.generic(method, path, headers={"Accept": "text/html,*/*"})
            if answer.status_code == 429:
                assert int(answer.headers["Retry-After"]) > 0
            else:
                free.add(route)
        assert free == FREE


@pytest.mark.usefixtures("working_queue")
class TestPages:
    @pytest.mark.parametrize("language", ["en", "zh-hans"])
    def test_beyond_the_limit_a_page_in_the_readers_language_says_so(
        self, client: Client, clock: Clock, language: str
    ) -> None:
        def read() -> Any:
            headers = {"Accept": "text/html", "Accept-Language": language}
            return client.get("/practice/", headers=headers)

        assert [read().status_code for _ in range(5)] == [200] * 5
        for _ in range(2):
            refused = read()
            assert refused.status_code == 429
            assert refused.headers["Content-Type"].startswith("text/html")
            assert refused.headers["Retry-After"] == "2"
            assert refused.headers["Content-Language"] == language
            with translation.override(language):
                assert (
                    translation.gettext("Too many requests. Try again in a moment.")
                    in refused.content.decode()
                )
        assert client.get("/practice/", REMOTE_ADDR="192.0.2.7").status_code == 200
        clock.now += 2
        assert read().status_code == 200

    def test_pages_and_the_interface_do_not_use_up_each_others_limit(
        self, ask: Ask, client: Client, clock: Clock
    ) -> None:
        assert [client.get("/glossary/").status_code for _ in range(6)] == [200] * 5 + [429]
        assert client.get("/api/v1/schema").status_code == 200
        assert ask().status_code == 202

    def test_files_of_pages_are_free(self, client: Client, clock: Clock) -> None:
        assert {client.get("/static/app.js").status_code for _ in range(9)} == {200}


class TestClient:
    def of(self, **meta: Any) -> str:
        return client_of(RequestFactory().get("/", **meta))

    @pytest.mark.parametrize(
        ("forwarded", "client"),
        [
            ("203.0.113.9", "203.0.113.9"),
            ("6.6.6.6, 203.0.113.9", "203.0.113.9"),  # what the client wrote itself is not read
            ("203.0.113.9, 10.1.1.1", "203.0.113.9"),  # two proxies of ours
            ("10.1.1.1", "10.1.1.1"),
            ("rubbish", "127.0.0.1"),
            ("", "127.0.0.1"),
        ],
    )
    def test_a_trusted_proxy_is_believed_as_far_as_it_wrote(
        self, settings: Settings, forwarded: str, client: str
    ) -> None:
        settings.TRUSTED_PROXIES = [ip_network("127.0.0.1"), ip_network("10.0.0.0/8")]
        found = self.of(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
        assert found == f"address:{client}"

    def test_nobody_else_is_believed(self, settings: Settings) -> None:
        settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/8")]
        found = self.of(REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR="203.0.113.9")
        assert found == "address:192.0.2.1"

    def test_the_addresses_of_one_ipv6_network_are_one_client(self) -> None:
        one, two = (self.of(REMOTE_ADDR=f"2001:db8:1:2::{n}") for n in (1, 2))
        assert one == two == "address:2001:db8:1:2::/64"
        assert self.of(REMOTE_ADDR="::ffff:192.0.2.1") == "address:192.0.2.1"

    def test_a_key_counts_wherever_it_comes_from(self) -> None:
        request = RequestFactory().get("/")
        request.auth = type("Key", (), {"pk": 7})()
        assert client_of(request) == "key:7"


class TestLoad:
    def test_more_than_can_be_answered_is_refused_at_once(
        self, ask: Ask, queue: Queue, settings: Settings
    ) -> None:
        settings.QUEUE_SECONDS = 1.5
        registry.heartbeat("a-worker", StubModel(), rate=1.0)
        answers = [ask(question(seat=seat)) for seat in "NES"]
        assert [answer.status_code for answer in answers] == [202, 202, 503]
        problem_of(answers[2], 503, "overloaded")
        assert int(answers[2].headers["Retry-After"]) >= 1
        assert Job.objects.count() == 2

    def test_what_would_take_too_long_by_itself_is_refused_and_says_so(
        self, ask: Ask, queue: Queue
    ) -> None:
        registry.heartbeat("a-worker", StubModel(), rate=1.0)
        refused = ask(question(auction=LONG[:45]), address="/api/v1/refined")
        assert "Ask about fewer calls." in problem_of(refused, 422, "too-costly")["detail"]
        assert "Retry-After" not in refused.headers
        assert ask(address="/api/v1/explanations").status_code == 202
        assert Job.objects.count() == 1

    def test_who_finds_no_place_to_wait_is_told_where_to_look(
        self, ask: Ask, client: Client, working_queue: Queue, settings: Settings
    ) -> None:
        settings.WAITING_PLACES = 1
        with waiting_place(5, "address:192.0.2.1") as seconds:
            assert seconds == 5
            response = ask(wait=5)
            assert (response.status_code, "Preference-Applied" in response.headers) == (202, False)
        assert client.get(f"{ADDRESS}/{response.json()['id']}").json()["status"] == "done"
        assert ask(wait=5).status_code == 200

    def test_a_database_that_is_locked_is_told_as_such(
        self, ask: Ask, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object, **options: object) -> None:
            raise OperationalError("database is locked")

        monkeypatch.setattr(submission, "submit", refuse)
        refused = ask()
        problem_of(refused, 503, "database-unavailable")
        assert refused.headers["Retry-After"]
