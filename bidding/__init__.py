"""The bidding application, in reading order; a stage imports only the stages before it.

1. ``domain``      the game itself: seats, cards, calls, auctions, scores (plain Python)
2. ``parsing``     text to domain objects and back
3. ``encoding``    domain objects to tensors; the only home of tensor widths
4. ``networks``    the bidder: a recurrent trunk with heads for hidden hands and the next call
5. ``tricks``      how many tricks a deal makes: solved deals, the network that estimates it
6. ``explaining``  network outputs to an ``Explanation``
7. ``training``    recorded auctions and solved deals to checkpoints and reports
8. ``models``, ``jobs``     Django rows; questions and chunks of batches from their submission
   to their end
9. ``batches``, ``keys``    many questions at once; who may ask
   ``worker``               the nodes, which compute: what such a process does, which of them
   live, and what is counted for those who watch
10. ``api``, ``web``, ``admin``   thin doors to the jobs; ``web.languages`` has the choice of
   words for pages, ``web.status`` the staff's page
11. ``management``                           the commands: the site, training, ``explain``

In a notebook or a script, without Django::

    from bidding import Explainer, position_from_json
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidding.explaining.explainer import Explainer
    from bidding.parsing.documents.document_errors import InvalidPosition
    from bidding.parsing.documents.position_documents import position_from_json

__all__ = ["Explainer", "InvalidPosition", "__version__", "position_from_json"]
__version__ = "0.11.0.dev0"


def __getattr__(name: str) -> object:
    """Import the public names on first use: web processes import this package, never torch."""
    if name == "Explainer":
        from bidding.explaining import explainer

        return explainer.Explainer
    if name in ("InvalidPosition", "position_from_json"):
        from bidding.parsing.documents import position_documents

        return getattr(position_documents, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
