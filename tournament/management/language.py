"""The language of management commands. What they print is in that of the terminal (`config/environment.py`); what they store for others to
read is in the site's. The words of Django and argparse (`usage:`, `options:`) stay theirs.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _


class Translated(BaseCommand):
    """A command whose `help` is marked with `gettext_noop`."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        self.help = _(self.help)
        return super().create_parser(prog_name, subcommand, **options)


def of_the_site() -> translation.override:
    return translation.override(settings.LANGUAGE_CODE)
