"""Positions and boards as JSON documents, and the errors of these."""
