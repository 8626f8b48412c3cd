"""Batches and explanations in the staff's pages: looked at, and batches ended, by rights."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bidding.batches import requests
from bidding.models import Batch, BatchItem, BatchState, Job, State
from tests.batches.conftest import distinct, fresh, make, work_off
from tests.conftest import QUESTION, Queue
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]
PAGES = ("batch", "job")


def member(client: Client, *rights: str) -> Client:
    """A member of the staff with these rights alone."""
    user = User.objects.create_user("chief", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(user)
    return client


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("admin"))
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(f"/admin/bidding/{path}")
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def act(client: Client, action: str, *batches: Batch) -> str:
    form = {"action": action, "_selected_action": [str(batch.pk) for batch in batches]}
    return client.post("/admin/bidding/batch/", form, follow=True).content.decode()


def cells(text: str, name: str) -> list[str]:
    """Return the texts of a list's column."""
    found = re.findall(rf'<t[dh] class="field-{name}[^"]*">(.*?)</t[dh]>', text)
    return [re.sub(r"<[^>]+>", "", cell) for cell in found]


def failed(**changes: object) -> Job:
    now = timezone.now()
    error = {"code": "explanation-failed", "detail": "The model <broke>."}
    return Job.objects.create(
        **{"content_key": "0" * 64, "position": QUESTION, "state": State.FAILED, "error": error,
           "created_at": now - timedelta(seconds=2), "ended_at": now, **changes}
    )  # fmt: skip


class TestBatches:
    def test_the_list_says_how_far_each_is_the_newest_first(
        self, admin: Client, queue: Queue
    ) -> None:
        done = make(*distinct(2), "", digest="a")
        work_off(queue)
        make(*distinct(3), digest="b")
        text = page(admin, "batch/")
        assert cells(text, "state") == ["Queued", "Done"]
        assert cells(text, "percent") == ["0 of 3", "3 of 3"]
        assert cells(text, "n_failed") == ["0", "1"]
        assert str(done.pk) in text
        assert cells(page(admin, "batch/?state__exact=done"), "state") == ["Done"]
        assert cells(page(admin, f"batch/?q={done.pk}"), "state") == ["Done"]
        assert cells(page(admin, "batch/?q=no-such-batch"), "state") == []

    def test_one_is_shown_with_its_faults_and_cannot_be_edited(
        self, admin: Client, queue: Queue
    ) -> None:
        batch = make("1C", StubExplainer.BROKEN_AUCTION, "")
        work_off(queue)
        detail = BatchItem.objects.get(batch=batch, number=1).error
        assert detail is not None
        text = page(admin, f"batch/{batch.pk}/change/")
        assert f"item 1: {detail['detail']}" in text
        assert "item 2: unreadable" in text
        assert f'href="/batches/{batch.pk}"' in text
        assert 'name="_save"' not in text
        assert admin.post(f"/admin/bidding/batch/{batch.pk}/change/", {}).status_code == 403
        assert admin.get("/admin/bidding/batch/add/").status_code == 403
        assert admin.post(f"/admin/bidding/batch/{batch.pk}/delete/").status_code == 403

    def test_those_under_way_are_cancelled_and_it_is_noted_who_did(self, admin: Client) -> None:
        ended = make("", digest="a")
        running = make("1C", digest="b")
        assert "Cancelled: 1 of 2" in act(admin, "cancel", ended, running)
        assert (fresh(ended).state, fresh(running).state) == (
            BatchState.DONE,
            BatchState.CANCELLED,
        )
        (entry,) = LogEntry.objects.all()
        assert (entry.object_id, entry.change_message) == (str(running.pk), "Cancelled.")

    def test_those_that_have_ended_are_removed_and_their_rows_deleted(self, admin: Client) -> None:
        ended = make("", digest="a")
        running = make("1C", digest="b")
        assert "Removed: 1 of 2" in act(admin, "remove", ended, running)
        text = page(admin, "batch/")
        assert str(ended.pk) not in text
        assert str(running.pk) in text
        for _ in range(2):
            requests.sweep()
        assert list(Batch.objects.values_list("pk", flat=True)) == [running.pk]

    def test_who_may_only_look_changes_nothing(self, client: Client) -> None:
        batch = make("1C")
        staff = member(client, "view_batch")
        assert 'name="action"' not in page(staff, "batch/")
        act(staff, "cancel", batch)
        assert fresh(batch).state == BatchState.QUEUED

    def test_who_may_change_them_cancels_them(self, client: Client) -> None:
        batch = make("1C")
        act(member(client, "view_batch", "change_batch"), "cancel", batch)
        assert fresh(batch).state == BatchState.CANCELLED


class TestExplanations:
    def test_the_list_says_what_was_asked_and_why_it_failed(self, admin: Client) -> None:
        failed()
        failed(state=State.DONE, error=None, result="{}", content_key="1" * 64, kind="options")
        text = page(admin, "job/")
        assert cells(text, "auction") == ["1D 1H", "1D 1H"]
        assert set(cells(text, "error_detail")) == {"The model &lt;broke&gt;.", "-"}
        assert set(cells(text, "seconds")) == {"2.0"}
        assert len(cells(page(admin, "job/?state__exact=failed"), "kind")) == 1
        assert len(cells(page(admin, "job/?kind__exact=options"), "kind")) == 1

    def test_answers_are_never_read_from_the_database(self, admin: Client) -> None:
        row = failed(state=State.DONE, error=None, result='{"a": "very long answer"}')
        for path in ("job/", f"job/{row.pk}/change/"):
            with CaptureQueriesContext(connection) as captured:
                assert "very long answer" not in page(admin, path)
            queries = [query["sql"] for query in captured if "bidding_job" in query["sql"]]
            assert queries
            assert not any('"result"' in sql for sql in queries)
        assert "AKJT985.6.A76.84" in page(admin, f"job/{row.pk}/change/")


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_for_staff_with_the_right_to_view(client: Client, name: str) -> None:
    assert client.get(f"/admin/bidding/{name}/").status_code == 302
    client.force_login(User.objects.create_user("guest"))
    assert client.get(f"/admin/bidding/{name}/").status_code == 302
    staff = member(Client(), f"view_{name}")
    answer = staff.get(f"/admin/bidding/{name}/")
    assert answer.status_code == 200
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    for other in set(PAGES) - {name}:
        assert staff.get(f"/admin/bidding/{other}/").status_code == 403
