"""deploy/bridgeviz-install, bridgeviz-rollback and bridgeviz-upgrade, with stand-ins for what they
call; PIP_OPTIONS, which the Makefile keeps; databases of the release before.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.commands.migrate import Command as MigrateCommand
from django.db.migrations import RunPython

from tests.test_backup import manage

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
NGINX = "etc/nginx/sites-available/bridgeviz"
REDIS = "etc/redis/bridgeviz.conf"
NOT_INSTALLED = {
    "bridgeviz.env.example",  # to begin with; edited then
    "container-web",
    "prometheus-rules.yml",
    "uwsgi.ini",  # read where it is
}


class Installed:
    """A release in one folder, and the machine that it is installed on in another."""

    def __init__(self, folder: Path) -> None:
        self.release, self.machine = folder / "release", folder / "machine"
        shutil.copytree(DEPLOY, self.release / "deploy")
        (self.machine / "etc").mkdir(parents=True)
        self.settings('ALLOWED_HOSTS="one.example,two.example"\n')
        script = self.release / "deploy" / "bridgeviz-install"
        script.write_text(script.read_text().replace("/opt/bridgeviz", quote(str(self.release))))

    def settings(self, text: str) -> None:
        (self.machine / "etc" / "bridgeviz.env").write_text(text)

    def install(self, *parts: str, status: int = 0) -> str:
        """Run bridgeviz-install. Return its output on changed files or errors."""
        done = subprocess.run(
            ["sh", str(self.release / "deploy" / "bridgeviz-install"), *parts],
            env={"PATH": os.environ["PATH"], "DESTDIR": str(self.machine)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
        return done.stderr

    def change(self, name: str) -> None:
        """A new release has this file otherwise."""
        path = self.release / "deploy" / name
        path.write_text(f"{path.read_text()}# of the next release\n")

    def text(self, path: str) -> str:
        return (self.machine / path).read_text()


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    subject = Installed(tmp_path)
    assert subject.install("programs", "units", "redis", "nginx") == ""
    return subject


class TestInstall:
    def test_every_file_of_deploy_gets_to_its_place(self, installed: Installed) -> None:
        files = [path for path in installed.machine.rglob("*") if path.is_file()]
        contents = {path.read_text() for path in files if "share" not in path.parts}
        for path in (installed.release / "deploy").iterdir():
            if path.name not in {*NOT_INSTALLED, "nginx.conf"}:
                assert path.read_text() in contents, path.name
        for name in ("backup", "install", "manage", "rollback", "upgrade"):
            assert os.access(installed.machine / f"usr/local/sbin/bridgeviz-{name}", os.X_OK)
        found = re.findall(r"server_name (.*);", installed.text(NGINX))
        assert found == ["_", "one.example two.example", "one.example two.example"]

    def test_files_that_nobody_changed_follow_the_release(self, installed: Installed) -> None:
        for name in ("nginx.conf", "redis.conf", "bridgeviz-web.service"):
            installed.change(name)
        assert installed.install() == ""
        for path in (NGINX, REDIS, "etc/systemd/system/bridgeviz-web.service"):
            assert "next release" in installed.text(path)
        installed.settings("ALLOWED_HOSTS=three.example\n")
        installed.install()
        assert "server_name three.example;" in installed.text(NGINX)

    def test_files_that_were_changed_are_kept_until_they_are_put_back(
        self, installed: Installed
    ) -> None:
        own = installed.text(REDIS) + "requirepass x\n"
        (installed.machine / REDIS).write_text(own)
        installed.change("redis.conf")
        for _ in range(2):
            assert f"/{REDIS} was changed here and is kept" in installed.install()
            assert installed.text(REDIS) == own
            assert "next release" in installed.text(f"{REDIS}.new")
        shutil.move(installed.machine / f"{REDIS}.new", installed.machine / REDIS)
        assert installed.install() == ""
        installed.change("redis.conf")
        assert installed.install() == ""
        assert installed.text(REDIS).count("next release") == 2
        assert not (installed.machine / f"{REDIS}.new").exists()

    def test_a_machine_without_nginx_and_redis_gets_none_of_their_files(
        self, tmp_path: Path
    ) -> None:
        subject = Installed(tmp_path)
        subject.install()
        assert (subject.machine / "etc/systemd/system/bridgeviz-node@.service").exists()
        assert not (subject.machine / NGINX).exists()
        assert not (subject.machine / REDIS).exists()

    def test_what_read_a_changed_file_reads_it_again(
        self, installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        script = installed.release / "deploy" / "bridgeviz-install"
        script.write_text(script.read_text().replace('[ -n "$root" ]', "false"))
        for name in ("systemctl", "nginx"):
            (tmp_path / name).write_text(
                f'#!/bin/sh\necho "{name} $*" >> {quote(str(tmp_path))}/calls\n'
            )
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        calls = tmp_path / "calls"
        installed.install()
        assert set(calls.read_text().splitlines()) == {"systemctl daemon-reload"}
        installed.change("nginx.conf")
        installed.change("redis.conf")
        installed.install()
        commands = calls.read_text().splitlines()
        assert commands.count("systemctl try-restart redis-server") == 1
        assert commands[-3:] == [
            "systemctl is-active --quiet nginx",
            "nginx -t",
            "systemctl reload nginx",
        ]

    def test_what_cannot_be_installed_is_named(self, installed: Installed) -> None:
        assert "apache is none of" in installed.install("apache", status=2)
        installed.settings("")
        assert "ALLOWED_HOSTS is not set" in installed.install("nginx", status=1)


NODE = "bridgeviz-node@1.service"


class Repository:
    """/opt/bridgeviz with three releases, the last of which runs; programs write down how they were
    called, and fail where they are told to.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin, self.log = folder / "opt", folder / "bin", folder / "calls"
        for path in (self.folder / "bidding" / "migrations", self.folder / "deploy", self.bin):
            path.mkdir(parents=True)
        (folder / "bridgeviz.env").write_text("DATABASE_URL='postgresql:///bridgeviz'\n")
        self.failing = folder / "failing"
        self.failing.write_text("nothing")
        release, log, failing = (
            quote(str(path)) for path in (self.folder / "release", self.log, self.failing)
        )
        self.note = (
            f'#!/bin/sh\ncall="$(cat {release}): $(basename "$0") $*"\necho "$call" >> {log}\n'
            f'! echo "$call" | grep -q -f {failing} || exit 1\n'
        )
        for name in ("bridgeviz-manage", "bridgeviz-backup", "make", "curl"):
            self.program(self.bin / name, self.note)
        nodes = f"[ $1 != list-units ] || echo '{NODE} loaded active'\n"
        self.program(self.bin / "systemctl", self.note + nodes)
        for name in ("rollback", "upgrade"):
            text = (DEPLOY / f"bridgeviz-{name}").read_text()
            text = text.replace("/opt/bridgeviz", quote(str(self.folder)))
            text = text.replace("/etc/bridgeviz.env", quote(str(folder / "bridgeviz.env")))
            self.program(self.bin / f"bridgeviz-{name}", text)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("remote", "add", "origin", str(self.folder))
        for number, migration in enumerate(("0001_initial", "0002_kinds", "0003_more"), 1):
            self.commit(number, migration)

    def commit(self, number: int, *migrations: str, without: str = "") -> None:
        for name in migrations:
            (self.folder / "bidding" / "migrations" / f"{name}.py").touch()
        if without:
            (self.folder / "bidding" / "migrations" / f"{without}.py").unlink()
        (self.folder / "release").write_text(f"release {number}\n")
        self.program(self.folder / "deploy" / "bridgeviz-install", self.note)
        self.git("add", "--all", ".")
        self.git("commit", "--quiet", "--message", f"Release {number}")
        self.git("tag", f"v{number}.0.0")

    def program(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=Releases", "-c", "user.email=releases@example.org")
        subprocess.run(["git", "-C", str(self.folder), *who, *words], check=True)

    def run(self, program: str, *words: str, failing: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program; calls that match the expression fail."""
        self.failing.write_text(failing or "nothing")
        environment = {"PATH": f"{self.bin}:{os.environ['PATH']}"}
        command = ["sh", str(self.bin / program), *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    @property
    def calls(self) -> list[str]:
        """All calls but those that only look."""
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        return [call for call in calls if "list-units" not in call and "--plan" not in call]

    @property
    def stops_and_starts(self) -> list[str]:
        found = [call.partition(": systemctl ")[2] for call in self.calls]
        return [words for words in found if words]

    @property
    def release(self) -> str:
        return (self.folder / "release").read_text().strip()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


class TestRollback:
    @pytest.mark.parametrize(
        ("words", "release", "migration"),
        [(("v1.0.0",), 1, "0001_initial"), (("v2.0.0",), 2, "0002_kinds"), ((), 2, "0002_kinds")],
    )
    def test_the_newer_program_migrates_back_before_the_older_is_installed(
        self, repository: Repository, words: tuple[str, ...], release: int, migration: str
    ) -> None:
        repository.git("update-ref", "ORIG_HEAD", "v2.0.0")  # as an upgrade leaves it
        done = repository.run("bridgeviz-rollback", *words)
        assert done.returncode == 0, done.stderr
        assert f"back at v{release}.0.0" in done.stdout
        assert repository.calls == [
            f"release 3: systemctl stop bridgeviz-web {NODE}",
            f"release 3: bridgeviz-manage migrate --no-input bidding {migration}",
            f"release {release}: make install",
            f"release {release}: make postgres",
            f"release {release}: bridgeviz-install ",
            f"release {release}: bridgeviz-manage migrate --no-input",
            f"release {release}: systemctl start bridgeviz-web {NODE}",
        ]

    def test_what_the_newer_program_does_not_know_is_left_to_the_older(
        self, repository: Repository
    ) -> None:
        """As where two migrations have become one since."""
        repository.commit(4, "0003_both", without="0003_more")
        assert repository.run("bridgeviz-rollback", "v3.0.0").returncode == 0
        assert repository.calls[1:] == [
            "release 4: bridgeviz-manage migrate --no-input bidding 0002_kinds",
            "release 3: make install",
            "release 3: make postgres",
            "release 3: bridgeviz-install ",
            "release 3: bridgeviz-manage migrate --no-input",
            f"release 3: systemctl start bridgeviz-web {NODE}",
        ]

    def test_what_the_newer_program_has_squashed_stays(self, repository: Repository) -> None:
        migrations = repository.folder / "bidding" / "migrations"
        for name in ("0001_initial", "0002_kinds"):
            (migrations / f"{name}.py").unlink()
        repository.commit(4, "0001_squashed_0003_more", "0004_later", without="0003_more")
        assert repository.run("bridgeviz-rollback", "v3.0.0").returncode == 0
        assert "migrate --no-input bidding 0001_squashed_0003_more" in repository.calls[1]
        assert repository.release == "release 3"

    def test_it_does_not_go_back_into_what_is_squashed(self, repository: Repository) -> None:
        repository.commit(4, "0001_squashed_0003_more", without="0001_initial")
        self.check_refusal(repository, "no migration in common", "v2.0.0")

    @pytest.mark.parametrize(
        ("words", "reason"),
        [(("v9.9.9",), "no revision"), ((), "no revision"), (("later",), "not earlier")],
    )
    def test_it_goes_nowhere_but_back(
        self, repository: Repository, words: tuple[str, ...], reason: str
    ) -> None:
        repository.git("tag", "later")
        repository.git("reset", "--quiet", "--hard", "v2.0.0")
        repository.git("update-ref", "-d", "ORIG_HEAD")
        self.check_refusal(repository, reason, *words)

    def check_refusal(
        self, repository: Repository, reason: str, *words: str, failing: str = ""
    ) -> None:
        before = repository.release
        done = repository.run("bridgeviz-rollback", *words, failing=failing)
        assert done.returncode == 1
        assert reason in done.stderr
        assert (repository.release, repository.calls) == (before, [])

    def test_what_was_changed_by_hand_is_not_thrown_away(self, repository: Repository) -> None:
        (repository.folder / "release").write_text("release mine\n")
        self.check_refusal(repository, "were changed here", "v1.0.0")

    def test_a_release_that_is_not_complete_stops_nothing(self, repository: Repository) -> None:
        where = ["git", "-C", str(repository.folder), "rev-parse", "v1.0.0:release"]
        blob = subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()
        (repository.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
        self.check_refusal(repository, "not complete", "v1.0.0")

    def test_a_database_that_cannot_be_looked_at_stops_nothing(
        self, repository: Repository
    ) -> None:
        self.check_refusal(repository, "cannot be looked at", "v1.0.0", failing="--plan")

    def test_a_migration_that_cannot_be_undone_stops_nothing(self, repository: Repository) -> None:
        plan = "case $* in *--plan*) echo '    Raw Python operation -> IRREVERSIBLE' ;; esac\n"
        repository.program(repository.bin / "bridgeviz-manage", repository.note + plan)
        self.check_refusal(repository, "cannot be migrated back", "v1.0.0")

    @pytest.mark.parametrize(
        "failing",
        [
            "systemctl stop",
            "release 3: bridgeviz-manage migrate --no-input bidding",
            "release 1: make install",
            "release 1: make postgres",
            "release 1: bridgeviz-install",
            "release 1: bridgeviz-manage",
            "release 1: systemctl start",
        ],
    )
    def test_the_site_starts_again_with_the_newer_release_where_something_fails(
        self, repository: Repository, failing: str
    ) -> None:
        done = repository.run("bridgeviz-rollback", "v1.0.0", failing=failing)
        assert done.returncode == 1
        assert "going back failed" in done.stderr
        assert repository.release == "release 3"
        assert repository.calls[-5:] == [
            "release 3: make install",
            "release 3: make postgres",
            "release 3: bridgeviz-install ",
            "release 3: bridgeviz-manage migrate --no-input",
            f"release 3: systemctl start bridgeviz-web {NODE}",
        ]

    def test_the_site_starts_whatever_fails(self, repository: Repository) -> None:
        done = repository.run("bridgeviz-rollback", "v1.0.0", failing="make install")
        assert done.returncode == 1
        assert "not complete" in done.stderr
        assert repository.calls[-1] == f"release 3: systemctl start bridgeviz-web {NODE}"


class TestUpgrade:
    @pytest.fixture
    def repository(self, repository: Repository) -> Repository:
        """The second release runs."""
        repository.git("reset", "--quiet", "--hard", "v2.0.0")
        return repository

    @pytest.mark.parametrize("words", [(), ("v3.0.0",)])
    def test_a_release_is_installed_after_a_backup(
        self, repository: Repository, words: tuple[str, ...]
    ) -> None:
        done = repository.run("bridgeviz-upgrade", *words)
        assert done.returncode == 0, done.stderr
        assert "upgraded to v3.0.0" in done.stdout
        assert repository.calls[:-1] == [
            "release 2: bridgeviz-backup --all /var/backups/bridgeviz",
            "release 3: make install",
            "release 3: make postgres",
            "release 3: bridgeviz-install ",
            "release 3: systemctl stop bridgeviz-web",
            "release 3: bridgeviz-manage migrate --no-input",
            "release 3: systemctl start bridgeviz-web",
            "release 3: systemctl restart bridgeviz-node@*",
        ]
        assert repository.calls[-1].endswith("/readyz")
        assert repository.run("bridgeviz-rollback").returncode == 0
        assert repository.release == "release 2"

    @pytest.mark.parametrize(
        ("word", "reason"), [("v9.9.9", "no release"), ("v1.0.0", "bridgeviz-rollback v1.0.0")]
    )
    def test_it_goes_nowhere_but_forward(
        self, repository: Repository, word: str, reason: str
    ) -> None:
        done = repository.run("bridgeviz-upgrade", word)
        assert (done.returncode, repository.calls) == (1, [])
        assert reason in done.stderr

    def test_what_was_changed_by_hand_is_not_thrown_away(self, repository: Repository) -> None:
        (repository.folder / "release").write_text("release mine\n")
        done = repository.run("bridgeviz-upgrade")
        assert (done.returncode, repository.calls) == (1, [])
        assert "were changed here" in done.stderr

    def test_without_a_backup_nothing_is_changed(self, repository: Repository) -> None:
        done = repository.run("bridgeviz-upgrade", failing="bridgeviz-backup")
        assert done.returncode == 1
        assert "there is no backup" in done.stderr
        assert repository.release == "release 2"
        assert len(repository.calls) == 1

    @pytest.mark.parametrize("failing", ["make install", "make postgres", "bridgeviz-install"])
    def test_what_cannot_be_installed_is_taken_away_while_the_site_runs(
        self, repository: Repository, failing: str
    ) -> None:
        done = repository.run("bridgeviz-upgrade", failing=f"release 3: {failing}")
        assert done.returncode == 1
        assert repository.release == "release 2"
        assert repository.stops_and_starts == []
        assert repository.calls[-1] == "release 2: bridgeviz-install "

    @pytest.mark.parametrize(
        "failing", ["bridgeviz-manage migrate --no-input$", "systemctl start", "curl"]
    )
    def test_what_does_not_answer_is_rolled_back(
        self, repository: Repository, failing: str
    ) -> None:
        done = repository.run("bridgeviz-upgrade", failing=f"release 3: {failing}")
        assert done.returncode == 1
        assert "back at v2.0.0" in done.stdout
        assert repository.release == "release 2"
        assert repository.stops_and_starts[-2:] == [
            f"stop bridgeviz-web {NODE}",
            f"start bridgeviz-web {NODE}",
        ]

    def test_what_is_to_be_done_is_said_where_going_back_fails_too(
        self, repository: Repository
    ) -> None:
        done = repository.run("bridgeviz-upgrade", failing=r"curl\|--plan")
        assert done.returncode == 1
        assert re.search("then: bridgeviz-rollback [0-9a-f]{40}$", done.stderr, re.MULTILINE)


class TestPipOptions:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """A repository whose pip writes down how it was called."""
        for path in (ROOT / "Makefile", ROOT / "constraints.txt", *ROOT.glob("requirements*.txt")):
            shutil.copy(path, tmp_path)
        programs = tmp_path / ".venv" / "bin"
        programs.mkdir(parents=True)
        for name in ("pip", "python"):
            (programs / name).write_text('#!/bin/sh\necho "$*" >> calls\ntest ! -e away\n')
            (programs / name).chmod(0o755)
        return tmp_path

    def make(self, folder: Path, *words: str) -> str:
        """Run make. Return the command lines of pip."""
        environment = {"PATH": os.environ["PATH"]}
        (folder / "calls").write_text("")
        subprocess.run(["make", "--silent", *words], cwd=folder, env=environment, check=True)
        return (folder / "calls").read_text()

    def upgrade(self, folder: Path, *words: str) -> str:
        """Another release, with other requirements."""
        stamp = (folder / ".venv" / ".runtime").stat().st_mtime
        os.utime(folder / "requirements-model.txt", (stamp + 10, stamp + 10))
        os.utime(folder / ".venv" / ".runtime", (stamp, stamp))
        return self.make(folder, *words)

    def test_an_upgrade_takes_those_of_the_installation(self, folder: Path) -> None:
        options = "--extra-index-url https://wheels.example/cpu --timeout 60"
        assert f"install {options} -c" in self.make(folder, "install", f"PIP_OPTIONS={options}")
        assert self.make(folder, "install") == ""
        assert f"install {options} -c" in self.upgrade(folder, "install")
        assert f"install {options} -c constraints.txt -r requirements-postgres.txt" in self.upgrade(
            folder, "postgres"
        )
        assert "install --no-index -c" in self.upgrade(folder, "install", "PIP_OPTIONS=--no-index")
        assert "install --no-index -c" in self.upgrade(folder, "install")

    def test_those_of_a_failed_installation_are_not_kept(self, folder: Path) -> None:
        self.make(folder, "install", "PIP_OPTIONS=--index-url 'https://wheels.example/a b'")
        (folder / "away").touch()
        with pytest.raises(subprocess.CalledProcessError):
            self.upgrade(folder, "install", "PIP_OPTIONS=--no-index")
        (folder / "away").unlink()
        assert "install --index-url https://wheels.example/a b -c" in self.upgrade(
            folder, "install"
        )

    def test_there_are_none_unless_they_are_given(self, folder: Path) -> None:
        assert "install -c constraints.txt" in self.make(folder, "install")


@pytest.mark.django_db
def test_a_plan_names_what_cannot_be_undone_and_the_own_has_nothing_of_that(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By this word bridgeviz-rollback knows it."""
    call_command("migrate", "bidding", "zero", plan=True)
    planned = capsys.readouterr().out
    assert "bidding.0001" in planned
    assert "IRREVERSIBLE" not in planned
    irreversible = RunPython(lambda apps, editor: None)
    described, _ = MigrateCommand.describe_operation(irreversible, backwards=True)
    assert "IRREVERSIBLE" in described


JOB = "pk='00000000000000000000000000000001'"
# In one process, as to start one takes long.
UPGRADE = f"""
from django.core.management import call_command
from django.utils import timezone
from bidding.models import Job
Job.objects.create({JOB}, content_key="0" * 64, position={{}}, created_at=timezone.now())
call_command("migrate", verbosity=0)
call_command("migrate", check_unapplied=True)
print(Job.objects.get({JOB}).state)
"""


class TestSquashed:
    """Databases of the release before its migrations became one."""

    @pytest.fixture
    def home(self, tmp_path: Path) -> Path:
        self.execute(tmp_path, (ROOT / "tests/database-0.17.0.sql").read_text())
        return tmp_path

    def execute(self, home: Path, script: str) -> None:
        with closing(sqlite3.connect(home / "bridgeviz.sqlite3")) as database:
            database.executescript(script)

    def tables(self, home: Path) -> dict[str, tuple[object, ...]]:
        """The columns and indexes of each table, whatever their order and the indexes' names."""
        found: dict[str, tuple[object, ...]] = {}
        with closing(sqlite3.connect(home / "bridgeviz.sqlite3")) as database:

            def rows(pragma: str, name: str) -> list[Any]:
                return database.execute(f"SELECT * FROM pragma_{pragma}(?)", (name,)).fetchall()

            tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'bidding_%'"
            for (table,) in database.execute(tables).fetchall():
                indexes = {
                    (*index[2:], tuple(column[2] for column in rows("index_info", index[1])))
                    for index in rows("index_list", table)
                }
                columns = {column[1:] for column in rows("table_info", table)}
                references = {key[2:] for key in rows("foreign_key_list", table)}
                found[table] = columns, indexes, references
        return found

    def test_they_are_upgraded_with_their_rows_and_are_as_new_ones(
        self, home: Path, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        assert manage(home, "shell", "--verbosity", "0", "--command", UPGRADE) == "queued\n"
        fresh = tmp_path_factory.mktemp("fresh")
        manage(fresh, "migrate", "--verbosity", "0")
        assert self.tables(home) == self.tables(fresh)
        assert len(self.tables(fresh)) == 10

    def test_older_ones_are_upgraded_to_that_release_first(self, home: Path) -> None:
        self.execute(home, "DELETE FROM django_migrations WHERE name > '0021_dropped_jobs'")
        with pytest.raises(AssertionError, match=r"bridgeviz-upgrade v0\.17\.0 first"):
            manage(home, "migrate")
