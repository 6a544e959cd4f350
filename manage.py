#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.utils import translation

from config.environment import terminal_language

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
        translation.activate(terminal_language())
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refused:
        sys.exit(f"{sys.argv[0]}: {refused}")
