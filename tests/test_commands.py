"""The commands of ``manage.py``: every one, and every part of one, says what it takes."""

from __future__ import annotations

from pkgutil import iter_modules

import pytest
from django.core.management import CommandError, call_command, load_command_class

from bidding.management import commands
from bidding.management.runs import CommandGroup

NAMES = [found.name for found in iter_modules(commands.__path__)]


def parts() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name in NAMES:
        command = load_command_class("bidding", name)
        if isinstance(command, CommandGroup):
            found += [(name, part) for part in command.parts]
        found.append((name,))
    return found


@pytest.mark.parametrize("words", parts(), ids=" ".join)
def test_it_says_what_it_takes(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        load_command_class("bidding", words[0]).run_from_argv(["manage.py", *words, "--help"])
    assert end.value.code == 0
    assert f"usage: manage.py {words[0]} " in capsys.readouterr().out


def test_a_part_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(CommandError, match=r"invalid choice: 'tables' \(choose from .*bidder"):
        call_command("train", "tables")
