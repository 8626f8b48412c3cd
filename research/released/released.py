"""Which networks were measured, and whether those are the ones released now."""

from __future__ import annotations

from collections.abc import Mapping

from bidding.networks.advice_head import ADVISER
from bidding.networks.checkpoint import BIDDER, read_info
from bidding.tricks.estimator import ESTIMATOR
from research.released.sources import Figures


def released_now() -> dict[str, Figures]:
    """What the networks released say of themselves; raises BadCheckpoint."""
    return {kind.stem: read_info(kind).to_dict() for kind in (BIDDER, ESTIMATOR, ADVISER)}


def measured_with(measured: Mapping[str, Figures], released: Mapping[str, Figures]) -> str:
    """The networks by their kind, as in "bidder 1.4.0; released now: 1.5.0"."""
    names = [f"{kind} {info['version']}" for kind, info in measured.items()]
    since = [
        _differing(kind if len(names) > 1 else "", info, released[kind])
        for kind, info in measured.items()
        if not _same(info, released[kind])
    ]
    return " and ".join(names) + (f"; released now: {' and '.join(since)}" if since else "")


def _same(measured: Figures, released: Figures) -> bool:
    by = "sha256" if "sha256" in measured else "version"
    return bool(measured[by] == released[by])


def _differing(kind: str, measured: Figures, released: Figures) -> str:
    name = f"{kind} {released['version']}".strip()
    return f"{name}, other weights" if measured["version"] == released["version"] else name
