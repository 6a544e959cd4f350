"""`manage.py export_event CODE FILE`: the whole event in one archive."""

from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.archive import archive_of
from tournament.management.language import Translated
from tournament.management.named import tournament_named


class Command(Translated):
    help = gettext_noop("Scrive un torneo, i suoi verbali, i suoi fogli e le teste delle sue catene in uno ZIP.")

    def add_arguments(self, parser) -> None:
        parser.add_argument("code", help=_("il codice nell'indirizzo del torneo"))
        parser.add_argument("file", type=Path, help=_("lo ZIP da scrivere"))

    def handle(self, *, code: str, file: Path, **options) -> None:
        tournament = tournament_named(code)
        try:
            file.write_bytes(archive_of(tournament))
        except OSError as fault:
            raise CommandError(f"{file}: {fault.strerror}") from None
        self.stdout.write(_("%(name)s: scritto in %(file)s") % {"name": tournament.name, "file": file})
