"""`manage.py import_event FILE --organizer NAME`: an archived event on this site, as it was."""

from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.archive import BadArchive, restore
from tournament.management.language import Translated
from tournament.queries.doubts import doubtful_tables


class Command(Translated):
    help = gettext_noop("Rimette un torneo dal suo archivio. Se l'archivio non è integro non cambia niente.")

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path, help=_("l'archivio ZIP di un torneo"))
        parser.add_argument("--organizer", required=True, help=_("un account di questo sito, che guiderà il torneo"))

    def handle(self, *, file: Path, organizer: str, **options) -> None:
        by = get_user_model().objects.filter(username=organizer).first()
        if by is None:
            raise CommandError(_("Su questo sito non c'è l'utente %s") % organizer)
        try:
            tournament = restore(file.read_bytes(), by=by)
        except OSError as fault:
            raise CommandError(f"{file}: {fault.strerror}") from None
        except BadArchive as fault:
            raise CommandError(f"{file}: {fault}") from None
        self.stdout.write(
            _("%(name)s è di nuovo qui: /t/%(code)s/") % {"name": tournament.name, "code": tournament.slug}
        )
        for table in doubtful_tables(tournament):
            self.stdout.write(_("Da guardare: %s") % table)
