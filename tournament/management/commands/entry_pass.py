"""`manage.py entry_pass NAME [--address ADDRESS]`: a pass for somebody who lost the password and has access to the machine."""

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.actions import passes
from tournament.management.language import Translated
from tournament.models import Membership


class Command(Translated):
    help = gettext_noop("Un lasciapassare per un account: vale un quarto d'ora e una volta sola.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help=_("il nome con cui si entra"))
        parser.add_argument("--address", default="http://127.0.0.1:8000", help=_("dove risponde il sito"))

    def handle(self, *args: object, username: str, address: str, **options: object) -> None:
        membership = Membership.objects.filter(user__username__iexact=username).select_related("user").first()
        if membership is None:
            text = _("Nessuno di nome «%s» ha un incarico in un torneo: per gli altri c'è «manage.py changepassword».")
            raise CommandError(text % username)
        issued = passes.issue_unchecked(membership, by=None, now=timezone.now())
        self.stdout.write(f"{address}/accedi/con/{issued.token}/")
        self.stdout.write(f"{address}/accedi/codice/ : {issued.code}")
