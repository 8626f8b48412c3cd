"""Hidden hands as one answer: every unseen card with one owner, thirteen cards a hand.

Iterative proportional fitting (Sinkhorn): rows (cards) and columns (hands) are scaled in
turn. Among all consistent tables it finds the one closest to the network's in relative
entropy, and keeps zeros zero.
"""

from __future__ import annotations

from torch import Tensor

_SWEEPS = 500
_TOLERANCE = 1e-9


def consistent_cards(chances: Tensor, hand_sizes: Tensor) -> Tensor:
    """(view, card, owner) non-negative chances to consistent ones, float64.

    ``hand_sizes`` is (view, owner). In the result each card's chances sum to 1 and each
    owner's to the size of that hand, within 1e-6; a card that is impossible for all owners
    but one stays there. Raises ValueError where the zeros leave no consistent table.
    """
    table = chances.double()
    wanted = hand_sizes.double()[:, None, :]
    for _ in range(_SWEEPS):
        table = table / table.sum(-1, keepdim=True)
        held = table.sum(1, keepdim=True)
        if bool(((held - wanted).abs() < _TOLERANCE).all()):
            return table
        table = table * (wanted / held.clamp(min=1e-300))
    table = table / table.sum(-1, keepdim=True)
    if bool(((table.sum(1, keepdim=True) - wanted).abs() < 1e-6).all()):
        return table
    raise ValueError("no table of these cards gives every hand its thirteen")
