"""Nodes, the Celery workers: each holds one model and computes the jobs that wait."""
