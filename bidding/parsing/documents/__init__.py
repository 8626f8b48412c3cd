"""Positions and boards as JSON documents, and errors in such documents."""
