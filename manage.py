#!/usr/bin/env python3
"""The project's commands: `python manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:  # a wrong environment variable: the remedy, no traceback
        sys.exit(f"manage.py: {fault}")
