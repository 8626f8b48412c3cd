"""(2) Text to the game and back, each error with its place: text ← formats ← documents."""
