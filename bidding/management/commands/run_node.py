"""Run one node: a worker that is bound to one device and holds one model for its life.

    manage.py run_node                         # on the processor
    manage.py run_node --device cuda:0         # on the first GPU; several may share one
    manage.py run_node --device cpu --name b   # a second one on this machine

It takes questions from the queue at REDIS_URL, those that wait together computed together, and
registers itself with its model in the database. SIGTERM lets what is under way end.
"""

from __future__ import annotations

import ctypes
import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from celery.bin.celery import celery
from django.conf import settings
from django.core.checks import Tags
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from bridgeviz import environment

# Of the node's C library, by variable and parameter of mallopt(3): what is larger than 128 KiB, as
# long answers are, goes back to the system at once. Otherwise a node that computes very long
# auctions grows.
MEMORY = {
    "MALLOC_ARENA_MAX": (-8, 2),
    "MALLOC_MMAP_THRESHOLD_": (-3, 131072),
    "MALLOC_TRIM_THRESHOLD_": (-1, 131072),
}


def limit_memory() -> None:
    """Set these parameters, if the C library is glibc, except those that the environment sets."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    for variable, (parameter, value) in MEMORY.items():
        if variable not in os.environ:
            mallopt(parameter, value)


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = (Tags.models,)  # all others load the pages: a node has none

    def create_parser(self, *args: Any, **options: Any) -> Any:
        return super().create_parser(*args, formatter_class=RawDescriptionHelpFormatter, **options)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--device", default=settings.NODE_DEVICE, help="cpu, cuda:0, ...")
        parser.add_argument("--name", default=f"node-{os.getpid()}", help="one for each node here")
        parser.add_argument(
            "--batch", type=int, default=settings.NODE_BATCH, help="questions computed together"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:  # refused here rather than by the worker
            settings.NODE_DEVICE = environment.device("NODE_DEVICE", options["device"])
            settings.NODE_BATCH = environment.batch("NODE_BATCH", options["batch"])
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        os.environ.setdefault("OMP_NUM_THREADS", "1")  # a second thread makes it slower
        os.environ["CELERY_SKIP_CHECKS"] = "1"  # this command's are made: Celery's load all pages
        limit_memory()
        threads = str(2 * settings.NODE_BATCH)  # one batch is computed while the next gathers
        worker = ["worker", "--concurrency", threads, "--hostname", f"{options['name']}@%h"]
        quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
        celery.main(["--quiet", "--app", "bridgeviz", *worker, *quiet])
