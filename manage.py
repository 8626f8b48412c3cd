#!/usr/bin/env python3
"""The project's commands: `python manage.py help` lists them."""

import io
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):  # each line at once, in a file or a pipe, too
        sys.stdout.reconfigure(line_buffering=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:  # a wrong environment variable: the remedy, no traceback
        sys.exit(f"manage.py: {fault}")
