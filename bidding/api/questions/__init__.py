"""Questions about one position or board, and their answers."""
