"""The released model, loaded once for all tests of a process; who changes it loads one's own."""

from __future__ import annotations

from functools import cache

from bidding.explaining.explainer import Explainer


@cache
def released(*, exact: bool = False) -> Explainer:
    """The released model, as a node loads it or in float32."""
    return Explainer.load(exact=exact)
