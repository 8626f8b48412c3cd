"""Three hands as one answer."""

import pytest
import torch

from bidding.explaining.consistency import consistent_cards

THIRTEEN = torch.full((1, 4), 13)


def random_chances(seed: int, own: int) -> torch.Tensor:
    rng = torch.Generator().manual_seed(seed)
    chances = torch.rand(1, 52, 4, generator=rng) ** 4 + 1e-4
    chances[:, :own, 1:] = 0
    if own:
        chances[:, own:, 0] = 0
    return chances


@pytest.mark.parametrize("own", [0, 13])
@pytest.mark.parametrize("seed", range(5))
def test_each_card_has_one_owner_and_each_hand_thirteen_cards(seed: int, own: int) -> None:
    table = consistent_cards(random_chances(seed, own), THIRTEEN)
    assert torch.allclose(table.sum(-1), torch.ones(1, 52, dtype=torch.float64), atol=1e-6)
    assert torch.allclose(table.sum(1), THIRTEEN.double(), atol=1e-6)
    assert bool((table[:, :own, 0] > 1 - 1e-9).all())
    assert float(table[:, :own, 1:].sum()) == 0


def test_what_is_consistent_already_stays() -> None:
    even = torch.full((1, 52, 4), 0.25)
    assert torch.allclose(consistent_cards(even, THIRTEEN), even.double())


def test_the_order_of_odds_is_kept() -> None:
    """Scaling rows and columns leaves every odds ratio as it was."""
    before = random_chances(1, 0)[0].double()
    after = consistent_cards(before[None], THIRTEEN)[0]

    def odds(t: torch.Tensor) -> torch.Tensor:
        return t[3, 1] * t[40, 2] / (t[3, 2] * t[40, 1])

    assert float(odds(after)) == pytest.approx(float(odds(before)), rel=1e-6)


def test_zeros_that_leave_no_room_are_refused() -> None:
    chances = torch.full((1, 52, 4), 0.25)
    chances[:, :14, 1:] = 0  # fourteen cards that only the first can hold
    with pytest.raises(ValueError, match="thirteen"):
        consistent_cards(chances, THIRTEEN)
