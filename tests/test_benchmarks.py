"""Benchmarks that documents name exist, and say what they need."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_documents_name_benchmarks_that_there_are() -> None:
    paths = [ROOT / "README.md", ROOT / "Makefile", *ROOT.glob("docs/*.md")]
    named = {
        name for path in paths for name in re.findall(r"-m\s+benchmarks\.(\w+)", path.read_text())
    }
    assert {"faults", "practice"} <= named
    assert [name for name in named if not (ROOT / "benchmarks" / f"{name}.py").exists()] == []


def test_a_benchmark_says_what_a_site_does_not_have() -> None:
    """As in an environment that `make run` has made."""
    script = (
        "import importlib.util, runpy\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None if name == 'pytest' else find(name)\n"
        "runpy.run_module('benchmarks.load', run_name='__main__')\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "make venv" in done.stderr
