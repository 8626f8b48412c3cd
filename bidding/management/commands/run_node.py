"""Run one node: a worker that is bound to one device and holds one model for its life.

    manage.py run_node                         # on the processor
    manage.py run_node --device cuda:0         # on the first GPU; several may share one
    manage.py run_node --device cpu --name b   # a second one on this machine

It takes questions from the queue at REDIS_URL, those that wait together computed together, and
registers itself with its model in the database. SIGTERM lets what is under way end.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from bridgeviz import environment

# Of the node's C library (mallopt(3)): what is larger than 128 KiB, as long answers are, goes back
# to the system at once. Otherwise a node that computes very long auctions grows.
MEMORY = {
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}


def command(name: str) -> list[str]:
    """Return the command of a node of that name; device and sizes stand in the environment."""
    worker = [sys.executable, "-m", "celery", "--quiet", "--app", "bridgeviz", "worker"]
    worker += ["--hostname", f"{name}@%h", "--loglevel", "WARNING"]
    return [*worker, "--without-gossip", "--without-mingle"]


def variables(device: str, batch: int) -> dict[str, str]:
    """Return a node's variables beside this environment's; a second thread makes it slower.

    The commands that start it run Django's checks: Celery need not load all pages for that.
    """
    threads = os.environ.get("OMP_NUM_THREADS", "1")
    memory = {name: os.environ.get(name, value) for name, value in MEMORY.items()}
    sizes = {"NODE_DEVICE": device, "NODE_BATCH": str(batch), "OMP_NUM_THREADS": threads}
    return {**memory, **sizes, "CELERY_SKIP_CHECKS": "1"}


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
            environment.device("NODE_DEVICE", options["device"])
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        worker = command(options["name"])
        settings = variables(options["device"], options["batch"])
        os.execve(worker[0], worker, {**os.environ, **settings})  # noqa: S606  # no shell
