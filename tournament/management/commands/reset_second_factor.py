"""`manage.py reset_second_factor NAME`: ends the second factor of somebody without phone and recovery codes."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.actions import second_factors
from tournament.management.language import Translated
from tournament.models import SecondFactor


class Command(Translated):
    help = gettext_noop("Lascia entrare un account con la sola password, finché non imposta di nuovo il secondo passo.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help=_("il nome con cui si entra"))

    def handle(self, *args: object, username: str, **options: object) -> None:
        factor = SecondFactor.objects.filter(user__username__iexact=username).select_related("user").first()
        if factor is None:
            raise CommandError(_("«%s» non ha un secondo passo.") % username)
        second_factors.reset(factor, by=None)
        self.stdout.write(
            _("%s entra con la sola password; le sessioni aperte sono finite.") % factor.user.get_username()
        )
