"""Batches: many positions, or a file of boards, at once."""
