"""`manage.py send_league [SEASON]`: sends what changed at this venue to its league's hub. Exit code 1 while the hub lacks something."""

import sys

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.jobs import league as league_job
from tournament.management.language import Translated, of_the_site
from tournament.models import Uplink


class Command(Translated):
    help = gettext_noop(
        "Prepara quello che è cambiato e manda al centro tutto ciò che gli manca. La coda lo fa anche da sola."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "season", nargs="?", default="", help=_("il codice nell'indirizzo della stagione; senza, tutte")
        )

    def handle(self, *args: object, season: str, **options: object) -> None:
        found = Uplink.objects.select_related("season").order_by("pk")
        found = found.filter(season__code=season) if season else found
        if not found:
            raise CommandError(_("Nessuna stagione di questo sito va a un centro."))
        lacks = [uplink for uplink in found if not self._sent(uplink)]
        if lacks:
            sys.exit(1)

    def _sent(self, uplink: Uplink) -> bool:
        with of_the_site():
            why = league_job.deliver(uplink)
        uplink.refresh_from_db()
        has_all = uplink.acknowledged == uplink.seq and not why
        state = _("il centro ha tutto") if has_all else why
        self.stdout.write(f"{uplink.season}: {uplink.acknowledged}/{uplink.seq}, {state}")
        return has_all
