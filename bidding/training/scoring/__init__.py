"""Scores of a bidder on recorded auctions, and their tables."""
