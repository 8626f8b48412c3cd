"""Many positions asked about at once: cut into chunks, computed when nobody else waits.

A chunk is a job: ``bidding.jobs`` claims it, sends it again and lets it expire. ``requests`` takes
batches and ends them, ``chunks`` sends and computes their chunks, ``upkeep`` sends what is due and
deletes what is old, ``progress`` reads how they stand.
"""
