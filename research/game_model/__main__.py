"""The commands of this subject: ``python -m research.game_model`` names them."""

from __future__ import annotations

from research.commands import main

main("research.game_model")
