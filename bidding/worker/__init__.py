"""Nodes, the Celery workers: each holds one model and computes the jobs that wait.

Nothing in here is imported by the package itself: ``node`` and ``steps`` are a worker's alone,
``registry``, ``probes`` and ``metrics`` the web processes' too.
"""
