"""What the service and its answers cost and are worth. Needs the packages of ``make venv``."""

from importlib.util import find_spec

if not (find_spec("pytest") and find_spec("endplay")):
    raise SystemExit("benchmarks need packages that a site does not have; install them: make venv")
