"""The commands of this subject: ``python -m research.accuracy`` names them."""

from __future__ import annotations

from research.commands import main

main("research.accuracy")
