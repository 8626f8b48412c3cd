"""Hypothesis strategies for games that are dealt, called and played."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from research.game_model.game import History
from tests.strategies import deals, seats, seeds, vulnerabilities


@st.composite
def histories(draw: st.DrawFn) -> History:
    """A deal called and played out by seeded chance."""
    rng = random.Random(draw(seeds))
    history = History.start(draw(seats), draw(vulnerabilities)).after(draw(deals))
    while not history.is_over:
        history = history.after(rng.choice(history.legal_actions[:12]))
    return history
