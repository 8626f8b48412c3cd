"""Research on the papers, beside the product: it imports ``bidding``, which never imports it.

- ``p1``        paper P1's arrangement of the bidder, ablations, and the paper beside this project
- ``tricks``    the trick networks of papers P2 to P4
- ``game``      bridge as a game, as paper P5 describes it
- ``contests``  bidding without opponents (P1, table 3)
- ``meanings``  the published rules of each system beside what the model says, and its deviations
- ``released``  the figures of what is released, and their tables in ``docs``

Pages are written by hand, their tables made by code (``page``), pictures with matplotlib
(``pictures``).

Each has its tests, its kept reports and its commands: ``python -m research.tricks --help``.
"""
