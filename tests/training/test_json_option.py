"""Where commands write their figures: a file that cannot be written is told before any work."""

from __future__ import annotations

import errno
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.management.runs import json_path, write_figures
from bidding.networks import checkpoint

NOWHERE = "/proc/figures.json"  # a folder where nobody can make a file, root included


@pytest.mark.parametrize(
    "command",
    [
        ("evaluate_estimator", "absent.npz"),
        ("calibrate", "estimator", "absent.npz", "--weights", "absent"),
        ("evaluate_bidder", "absent.npz"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_others_are_read(
    command: tuple[str, ...],
) -> None:
    with pytest.raises(CommandError, match=f"--json: {NOWHERE} cannot be written: "):
        call_command(*command, "--json", NOWHERE, stdout=StringIO())


def test_trying_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "figures.json"
    kept.write_text("kept")
    assert json_path({"json": kept}) == kept
    assert json_path({"json": tmp_path / "new.json"}) == tmp_path / "new.json"
    assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]
    assert kept.read_text() == "kept"


@pytest.mark.parametrize("length", [250, 300])
def test_a_name_too_long_to_be_written_is_told(length: int, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"cannot be written: File name too long"):
        json_path({"json": tmp_path / ("x" * length)})


def test_a_disk_that_is_full_by_then_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, payload: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(checkpoint, "write_atomically", full)
    out = tmp_path / "figures.json"
    with pytest.raises(CommandError, match=rf"--json: {out} cannot be written: No space left"):
        write_figures(out, {})
