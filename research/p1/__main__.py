"""The commands of this subject: ``python -m research.p1`` names them."""

from __future__ import annotations

from research.commands import main

main("research.p1")
