"""Many positions asked about at once: cut into chunks, computed when nobody else waits.

A chunk is a job: ``bidding.jobs`` claims it, sends it again and lets it expire. ``requests`` takes
batches, ends them and deletes what is old, ``chunks`` sends and computes their chunks, ``progress``
reads how they stand.
"""
