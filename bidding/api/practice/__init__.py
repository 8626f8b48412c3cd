"""Practice: boards to bid, robots' calls, and tables for two."""
