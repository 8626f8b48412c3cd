"""The bidding application, in reading order; a stage imports only the stages before it.

1. ``domain``      the game itself: seats, cards, calls, auctions, play, scores (plain Python)
2. ``parsing``     text to domain objects and back
3. ``encoding``    domain objects to tensors; the only home of tensor widths
4. ``networks``    the bidder: a recurrent trunk with heads for hidden hands and the next call
5. ``tricks``      how many tricks a deal makes: solved deals, networks that estimate it
6. ``explaining``  network outputs to an ``Explanation``
7. ``training``    recorded auctions and solved deals to checkpoints and reports
8. ``models``, ``selectors``, ``measures``, ``services``   Django rows, what is read, what is
   counted for those who watch, what is done; ``pressure`` says how much may wait
9. ``batches``, ``keys``                     many questions at once; who may ask
   ``presence``, ``worker``                  which workers live, what such a process does;
   ``batching`` is its one thread that has the model
10. ``tasks``, ``api``, ``pages``, ``admin`` thin doors to the services; ``languages`` has the
   choice of words for pages, ``system_pages`` those on systems and the glossary
11. ``management``                           the commands: the site, training, ``explain``

In a notebook or a script, without Django::

    from bidding import Explainer, position_from_json
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidding.explaining.explainer import Explainer
    from bidding.parsing.faults import InvalidPosition
    from bidding.parsing.positions import position_from_json

__all__ = ["Explainer", "InvalidPosition", "__version__", "position_from_json"]
__version__ = "0.11.0.dev0"


def __getattr__(name: str) -> object:
    """Import the public names on first use: web processes import this package, never torch."""
    if name == "Explainer":
        from bidding.explaining import explainer

        return explainer.Explainer
    if name in ("InvalidPosition", "position_from_json"):
        from bidding.parsing import positions

        return getattr(positions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
