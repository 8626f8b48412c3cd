"""The meanings of calls by the published rules of each system, beside what the model says.

1. ``claims``      one claim about a hand: read from text, valued by a belief, counted in hands
2. ``tables``      the rules themselves, one TOML file a system, with their sources
3. ``catalogue``   the tables as objects
4. ``verdicts``    each rule evaluated by refined explanations to a viewer who sees no hand
5. ``report``      all verdicts, and how many claims hold
6. ``counting``    how often recorded auctions bear the claims out
7. ``promises``    what calls promise in auctions recorded often: bidding/weights/promises.npz,
                   written by the command ``promises``
8. ``meanings_page``   docs/meanings.md, written by the command ``report``
9. ``agreements``  ``frequencies``  ``deviations``   the documents of bidding/weights/systems,
                   written by the command ``systems``
"""
