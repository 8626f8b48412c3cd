"""What a collection of auctions holds, counted on made-up ones."""

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.encoding.records import Records, read_records
from research.released.auction_facts import AuctionFacts, auction_keys
from research.released.card_shares import card_shares
from research.released.fact_tables import fact_tables
from tests import recorded


def described(*files: Records) -> dict:
    facts = AuctionFacts()
    for records in files:
        facts.add(records)
    return facts.report()


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return read_records(recorded.write(tmp_path / "a.npz", 300, seed=6))


def saved(folder: Path, arrays: dict[str, np.ndarray]) -> Records:
    np.savez(folder / "b.npz", **arrays)  # type: ignore[arg-type]
    return read_records(folder / "b.npz")


def test_calls_lengths_and_contracts_are_counted(records: Records) -> None:
    found = described(records)
    assert found["auctions"] == found["deals"] == 300
    assert found["repeated_auctions"] == found["illegal_calls"] == 0
    assert found["calls"] == len(records.calls)
    assert found["call_shares"]["pass"] == pytest.approx((records.calls == 0).mean())
    assert sum(found["call_shares"].values()) == pytest.approx(1)
    lengths = found["lengths"]
    assert lengths["mean"] == pytest.approx(records.n_calls.mean())
    assert lengths["counts"]["4"] == (records.n_calls == 4).sum()
    usual = (records.n_calls >= 8) & (records.n_calls <= 13)
    assert lengths["usual_share"] == pytest.approx(usual.mean())
    assert sum(found["contracts"].values()) == 300


def test_contracts_are_the_last_bids_and_doubles_what_became_of_them(records: Records) -> None:
    last = {}
    for row in range(300):
        start = records.start[row]
        calls = records.calls[start : start + records.n_calls[row]]
        acted = calls[calls != 0]
        last[row] = int(acted[-1]) if len(acted) else -1
    found = described(records)
    assert found["contracts"]["passed out"] == sum(call == -1 for call in last.values())
    assert found["doubled"] == sum(call == 1 for call in last.values()) > 0


def test_systems_are_named_for_both_sides(tmp_path: Path) -> None:
    arrays = recorded.arrays(20, seed=1, system=1)
    arrays["system_ew"][:5] = 255
    found = described(saved(tmp_path, arrays))
    assert found["systems"] == {"2/1 and 2/1": 15, "2/1 and unknown": 5}


def test_repeated_auctions_and_deals_are_counted_once(records: Records) -> None:
    again = described(records, records)
    assert again["auctions"] == 600
    assert again["deals"] == again["repeated_auctions"] == 300
    assert again["cards"] == described(records)["cards"]


def test_another_system_dealer_or_call_makes_another_auction(tmp_path: Path) -> None:
    first = recorded.arrays(1, seed=3)
    changes = [("dealer", (int(first["dealer"][0]) + 1) % 4), ("system_ns", 2), ("vul", 3)]
    keys = {int(auction_keys(saved(tmp_path, first))[0])}
    for name, value in changes:
        other = {**first, name: np.array([value], dtype=np.uint8)}
        keys.add(int(auction_keys(saved(tmp_path, other))[0]))
    longer = {
        **first,
        "calls": np.array([37, 0, 0, 0], dtype=np.uint8),
        "n_calls": np.array([4], dtype=np.uint8),
    }
    keys.add(int(auction_keys(saved(tmp_path, longer))[0]))
    assert len(keys) == 4 + (first["vul"][0] != 3)


def test_cards_dealt_at_random_depart_as_chance_allows(tmp_path: Path) -> None:
    arrays = recorded.arrays(600, seed=11)
    cards = described(saved(tmp_path, arrays))["cards"]
    assert abs(cards["standard_score"]) < 4
    assert cards["largest_departure"] < 5 * cards["typical_departure"]


def test_a_card_that_one_player_always_gets_is_found() -> None:
    """Of a hundred deals, all the same one: each card is with its player every time."""
    owner = torch.arange(52) % 4
    counts = 100 * torch.nn.functional.one_hot(owner, 4).T
    found = card_shares(counts)
    assert found["largest_departure"] == pytest.approx(0.75)
    assert found["shares"]["E"][:6] == [0, 1, 0, 0, 0, 1]
    assert found["of"] == "SA with N"
    assert found["standard_score"] > 100


def test_the_statistic_has_the_mean_it_claims() -> None:
    """Over random deals its mean is the number of degrees of freedom."""
    rng = torch.Generator().manual_seed(4)
    found = []
    for _ in range(60):
        counts = torch.zeros(4, 52, dtype=torch.int64)
        for _ in range(30):
            order = torch.randperm(52, generator=rng)
            counts[torch.arange(52) // 13, order] += 1
        found.append(card_shares(counts)["chi_square"])
    assert np.mean(found) == pytest.approx(153, rel=0.06)


def test_nothing_to_count_is_an_error() -> None:
    with pytest.raises(ValueError, match="no auction"):
        AuctionFacts().report()


def test_the_words_tell_all_of_it(records: Records) -> None:
    text = fact_tables(described(records))
    assert "300 auctions (0 of them repeat another's deal, table and calls) of 300 deals" in text
    assert "for 153 degrees of freedom" in text
    assert "Auctions by the system of both sides: standard 300." in text
    shares = next(row for row in text.splitlines() if row.startswith("| auctions |"))
    numbers = [float(cell.rstrip("%")) for cell in shares.strip("| ").split(" | ")[1:]]
    assert sum(numbers) == pytest.approx(100, abs=0.6)
