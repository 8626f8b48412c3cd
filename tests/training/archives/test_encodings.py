"""The encoding of archives, where the command that reads them is told one."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.parsing import dialects


@pytest.fixture
def lin() -> str:
    """Two boards, all four played by one person."""
    rng = random.Random(1)
    made = [replace(dialects.random_board(rng), players=("育仁",) * 4, remarks=()) for _ in "ab"]
    return dialects.lin_text(made, rng, vugraph=False)


def prepare(folder: Path, **options: str) -> list[dict[str, Any]]:
    """What the report says of the files in a folder."""
    call_command("record", "boards", str(folder), f"--out={folder}/data", **options)
    return list(json.loads((folder / "data/report.json").read_text())["files"])


def test_what_is_stated_holds_for_all_files_without_a_mark(tmp_path: Path, lin: str) -> None:
    (tmp_path / "a.lin").write_text(lin, encoding="utf-8-sig")
    (tmp_path / "b.lin").write_text(lin, encoding="big5")
    (tmp_path / "c.pbn").write_bytes('[Event "Café"]\n'.encode("cp1252"))
    marked, stated, other = prepare(tmp_path, encoding="Big5-HKSCS")
    assert (marked["encoding"], marked["used"]) == ("utf-8", 2)
    assert (stated["encoding"], stated["used"]) == ("big5hkscs", 2)
    assert other["used"] == 0
    assert other["fault"].startswith("it begins like big5hkscs but is not: ")


def test_what_was_read_in_another_encoding_is_read_again(tmp_path: Path, lin: str) -> None:
    (tmp_path / "a.lin").write_text(lin, encoding="big5")
    assert prepare(tmp_path)[0]["encoding"] == "big5hkscs"
    assert prepare(tmp_path, encoding="cp950")[0]["encoding"] == "cp950"
    assert prepare(tmp_path, encoding="latin1")[0]["refused"] > 0


@pytest.mark.parametrize("name", ["big6", "", "rot13", "hex", "../utf-8", "undefined"])
def test_a_name_that_is_no_encoding_is_refused(tmp_path: Path, lin: str, name: str) -> None:
    (tmp_path / "a.lin").write_text(lin)
    with pytest.raises(CommandError, match=f"{re.escape(repr(name))} is no encoding; there are"):
        prepare(tmp_path, encoding=name)
    assert not (tmp_path / "data").exists()
