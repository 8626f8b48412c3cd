"""The bidder from recipe and recorded auctions to weights and report."""
