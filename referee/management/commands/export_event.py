"""`manage.py export_event CODE FILE`: the whole event in one archive."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.archive import archive_of
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Write a tournament, its records, its sheets and the heads of its chains into one ZIP."

    def add_arguments(self, parser) -> None:
        parser.add_argument("code", help="the code in the tournament's address")
        parser.add_argument("file", type=Path)

    def handle(self, *, code: str, file: Path, **options) -> None:
        tournament = Tournament.objects.filter(slug=code).first()
        if tournament is None:
            raise CommandError(_("Nessun torneo ha il codice %s") % code)
        try:
            file.write_bytes(archive_of(tournament))
        except OSError as fault:
            raise CommandError(f"{file}: {fault.strerror}") from None
        self.stdout.write(_("%(name)s: scritto in %(file)s") % {"name": tournament.name, "file": file})
