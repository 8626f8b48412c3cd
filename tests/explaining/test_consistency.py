"""Hidden hands as one answer."""

import pytest
import torch

from bidding.encoding.views import card_hcp
from bidding.explaining.consistency import Hands, consistent


def random_hands(seed: int, hands: int, views: int = 6) -> tuple[Hands, torch.Tensor]:
    """Beliefs that do not agree at all, and the cards they are about."""
    rng = torch.Generator().manual_seed(seed)
    unseen = torch.ones(views, 52, dtype=torch.bool)
    if hands == 3:
        for row in unseen:
            row[torch.randperm(52, generator=rng)[:13]] = False
    cards = (2 * torch.randn(views, 52, hands, generator=rng)).softmax(-1)
    lengths = (torch.randn(views, hands, 4, 14, generator=rng) + _bell(14, 3.3, 1.5)).softmax(-1)
    hcp = (torch.randn(views, hands, 38, generator=rng) + _bell(38, 10, 4)).softmax(-1)
    return Hands(cards, lengths, hcp), unseen


def _bell(size: int, mean: float, deviation: float) -> torch.Tensor:
    return -((torch.arange(size) - mean) ** 2) / (2 * deviation**2)


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_cards_lengths_and_points_agree(seed: int, count: int) -> None:
    given, unseen = random_hands(seed, count)
    cards, lengths, hcp = consistent(given, unseen)
    assert torch.allclose(cards.sum(-1), unseen.double(), atol=1e-6)
    assert torch.allclose(cards.sum(1), torch.full((6, count), 13.0).double(), atol=1e-6)
    by_suit = cards.unflatten(1, (4, 13)).sum(2).transpose(1, 2)
    means = lengths @ torch.arange(14).double()
    assert torch.allclose(means, by_suit, atol=1e-5)
    points = (cards * card_hcp()[:, None]).sum(1)
    assert torch.allclose(hcp @ torch.arange(38).double(), points, atol=1e-5)
    assert torch.allclose(points.sum(-1), (unseen * card_hcp()).sum(-1).double(), atol=1e-5)
    assert torch.allclose(lengths.sum(-1), torch.ones(6, count, 4).double())
    assert torch.allclose(hcp.sum(-1), torch.ones(6, count).double())


def test_what_agrees_already_stays() -> None:
    """Four hands of which nothing is known: every card even, every mean in place."""
    even = Hands(
        torch.full((1, 52, 4), 0.25),
        _with_mean(14, 3.25).expand(1, 4, 4, 14),
        _with_mean(38, 10.0).expand(1, 4, 38),
    )
    result = consistent(even, torch.ones(1, 52, dtype=torch.bool))
    for before, after in zip(even, result, strict=True):
        assert torch.allclose(before.double(), after, atol=1e-5)


def _with_mean(size: int, mean: float) -> torch.Tensor:
    low = int(mean)
    weights = torch.zeros(size)
    weights[low], weights[low + 1] = 1 - (mean - low), mean - low
    return weights


def test_the_other_heads_move_the_cards_where_they_know_more() -> None:
    """Even cards, but the first hand is known to be long in spades and strong."""
    given, unseen = random_hands(1, 4, views=1)
    long, strong = given.lengths.clone(), given.hcp.clone()
    long[0, 0, 0] = torch.eye(14)[7]
    strong[0, 0] = torch.eye(38)[20]
    cards = consistent(Hands(torch.full((1, 52, 4), 0.25), long, strong), unseen).cards
    assert float(cards[0, :13, 0].sum()) > 4
    assert float(cards[0, 13, 0]) > float(cards[0, 25, 0])  # heart ace, heart two


def test_a_suit_held_whole_leaves_nothing_to_share() -> None:
    given, unseen = random_hands(2, 3)
    unseen[:] = True
    unseen[:, :13] = False  # the viewer holds all spades
    cards, lengths, _ = consistent(given, unseen)
    assert float(cards[:, :13].sum()) == 0
    assert torch.allclose(cards.sum(1), torch.full((6, 3), 13.0).double(), atol=1e-6)
    assert bool(lengths.isfinite().all())


def test_a_distribution_far_from_its_cards_is_brought_there() -> None:
    """Newton's bare steps overshoot from a narrow peak with a long tail, and never return."""
    given, unseen = random_hands(3, 3, views=1)
    peak = 1e-6 + torch.eye(38)[1] + 1e-3 * torch.eye(38)[30]
    hcp = (peak / peak.sum()).expand(1, 3, 38)
    cards, _, agreed = consistent(given._replace(hcp=hcp), unseen)
    points = (cards * card_hcp()[:, None]).sum(1)
    assert float((hcp @ torch.arange(38.0) - points).abs().max()) > 5
    assert torch.allclose(agreed @ torch.arange(38).double(), points, atol=1e-5)


def test_tables_come_out_closest_to_the_networks() -> None:
    """Odds ratios between cards of one suit and value stay: only sums were asked to change."""
    given, unseen = random_hands(5, 3, views=2)
    cards = consistent(given, unseen).cards
    for view in range(2):
        spots = [c for c in range(4, 13) if unseen[view, c]]  # the small spades
        before, after = (
            table[view, spots, :2].log().diff(dim=1).double() for table in (given.cards, cards)
        )
        shift = (after - before)[:, 0]
        assert torch.allclose(shift, shift[:1].expand_as(shift), atol=1e-4)


def test_views_do_not_depend_on_the_company_they_are_in() -> None:
    given, unseen = random_hands(6, 4, views=5)
    together = consistent(given, unseen)
    for view in range(5):
        alone = consistent(Hands(*(part[[view]] for part in given)), unseen[[view]])
        for one, many in zip(alone, together, strict=True):
            assert torch.allclose(one[0], many[view], atol=1e-6)
