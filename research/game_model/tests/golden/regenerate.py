"""Write the golden playthroughs anew: ``python -m research.game_model.tests.golden.regenerate``.

Read the difference before it is committed: it says what changed in the game.
"""

from __future__ import annotations

from pathlib import Path

from research.game_model.tests.golden.cases import CASES

FOLDER = Path(__file__).parent / "playthroughs"


def regenerate() -> None:
    """Replace every golden file."""
    FOLDER.mkdir(exist_ok=True)
    for stale in FOLDER.glob("*.txt"):
        stale.unlink()
    for case in CASES:
        (FOLDER / f"{case.name}.txt").write_text(case.text, encoding="utf-8")


if __name__ == "__main__":
    regenerate()
