"""Boards in the formats of archives, links and typed text, read and written."""
