"""Commands of a subject, ``python -m research.SUBJECT COMMAND …``: a module each."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import NoReturn

import django


def main(package: str) -> NoReturn:
    """Run the command that is named first; without one, or with --help, name them all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")
    django.setup()
    names = [found.name for found in iter_modules(import_module(f"{package}.commands").__path__)]
    program = f"python -m {package}"
    name, *arguments = sys.argv[1:] or ["--help"]
    if name not in names:
        asked = name in ("-h", "--help")
        usage = f"{program} COMMAND …, with --help for what it takes; there are: {', '.join(names)}"
        sys.stderr.write(f"usage: {usage}\n")
        sys.exit(0 if asked else 2)
    command = import_module(f"{package}.commands.{name}").Command()
    command.run_from_argv([program, name, *arguments])
    sys.exit(0)
