"""`manage.py rebuild [CODE] [--check]`: recomputes all that is derived from the entries.

Exit code 1 when `--check` finds a difference, or when an entry is damaged.
"""

import sys

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.models import GameRecord
from referee.repair.rebuild import differences, rebuild
from tournament.management.language import Translated
from tournament.management.named import tournament_named


class Command(Translated):
    help = gettext_noop(
        "Ricalcola dalle righe dei verbali tutto quello che ne deriva, dice che cosa è diverso e lo rimette a posto."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="?", default="", help=_("il codice nell'indirizzo del torneo; senza, tutti"))
        parser.add_argument("--check", action="store_true", help=_("dice che cosa è diverso e non cambia niente"))

    def handle(self, *args: object, code: str, check: bool, **options: object) -> None:
        rows = GameRecord.objects.select_related(
            "table__round__tournament", "archived_from__round__tournament"
        ).order_by("pk")
        if code:
            tournament = tournament_named(code)
            rows = rows.filter(table__round__tournament=tournament) | rows.filter(
                archived_from__round__tournament=tournament
            )
        many = wrong = lost = 0
        for row in rows:
            for difference in differences(row) if check else rebuild(row):
                wrong += 1
                lost += not difference.is_mendable
                self.stdout.write(str(difference))
            many += 1
        self.stdout.write(_("Verbali: %(many)d; differenze: %(wrong)d") % {"many": many, "wrong": wrong})
        if lost or (wrong and check):
            sys.exit(1)
