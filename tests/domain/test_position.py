"""What one player knows, moment by moment."""

from hypothesis import given

from bidding.domain.position import Position
from tests.strategies import positions


@given(positions)
def test_an_earlier_moment_differs_in_its_calls_alone(position: Position) -> None:
    calls = position.auction.calls
    assert position.until(len(calls)) == position
    for n_calls in range(len(calls)):
        earlier = position.until(n_calls)
        assert earlier.auction.calls == calls[:n_calls]
        assert earlier.auction.dealer is position.auction.dealer
        assert (earlier.hand, earlier.seat) == (position.hand, position.seat)
        assert earlier.vulnerability is position.vulnerability
        assert earlier.systems == position.systems
