"""The commands of this subject: ``python -m research.cards`` names them."""

from __future__ import annotations

from research.commands import main

main("research.cards")
