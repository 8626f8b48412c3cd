"""What calls show by the published rules of each system, and whether the model says so.

1. ``claims``      one claim about a hand: read from text, asked of beliefs, counted in hands
2. ``tables``      the statements themselves, one TOML file a system, with their sources
3. ``catalogue``   the tables as objects
4. ``judging``     what the explainer makes of every statement, to somebody who sees no hand
5. ``report``      all of them judged
6. ``counting``    how often recorded auctions bear the claims out
7. ``page``        docs/meanings.md
"""
