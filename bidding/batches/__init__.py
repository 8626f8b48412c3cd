"""Many positions asked about at once: cut into chunks, computed when nobody else waits.

The database alone says what is to be done: a chunk's task may be lost, or delivered twice, at
any time. ``requests`` takes batches and ends them, ``chunks`` sends and computes their parts,
``upkeep`` mends what was stranded and deletes what is old, ``progress`` reads how they stand.
"""
