"""Recorded auctions to a checkpoint to a report, one recipe an experiment."""
