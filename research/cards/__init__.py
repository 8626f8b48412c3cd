"""What the options of a convention card change, measured: the tables of docs/cards.md.

``contrasts.toml`` has auctions after which a call shows something else with an option than without
it, as published descriptions say. ``measure`` asks the model about them and keeps the answers, and
scores on auctions with random cards; ``report`` writes the page.
"""
