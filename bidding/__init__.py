"""The bidding application, in reading order; a stage imports only the stages before it.

1. ``domain``      the game itself: seats, cards, calls, auctions, scores (plain Python)
2. ``parsing``     text to domain objects and back
3. ``encoding``    domain objects to tensors; the only home of tensor widths
4. ``networks``    the bidder: a recurrent trunk with heads for hidden hands and the next call
5. ``tricks``      the number of tricks of a deal: solved deals and the network that estimates it
6. ``explaining``  network outputs to an ``Explanation``
7. ``practice``    boards to practise on (its ``tables`` come after the jobs)
   ``training``    recorded auctions and solved deals to checkpoints and reports
   ``matches``     duplicate matches of bidders and other programs
8. ``models``, ``jobs``     Django rows; questions and chunks of batches as jobs, from submission
   to their end; the workers that live, and their metrics
9. ``batches``, ``keys``    batches of questions; API keys
   ``worker``               a node: the process that computes
10. ``api``, ``web``, ``admin``   thin layers over the jobs
11. ``management``                           the commands: the site, training, ``explain``

In a notebook or a script, without Django::

    from bidding import Explainer, position_from_json
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidding.explaining.explainer import Explainer
    from bidding.parsing.documents.document import InvalidPosition
    from bidding.parsing.documents.position_documents import position_from_json

__all__ = ["Explainer", "InvalidPosition", "__version__", "position_from_json"]
__version__ = "0.38.0"


def __getattr__(name: str) -> object:
    """Import the public names on first use, as web processes must not load torch."""
    if name == "Explainer":
        from bidding.explaining import explainer

        return explainer.Explainer
    if name in ("InvalidPosition", "position_from_json"):
        from bidding.parsing.documents import document, position_documents

        return getattr(position_documents if name == "position_from_json" else document, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
