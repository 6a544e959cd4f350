"""`manage.py entry_pass NAME [--address ADDRESS]`: a pass for somebody who lost the password and has access to the machine."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament.actions import passes
from tournament.models import Membership


class Command(BaseCommand):
    help = "A one-time way in for an account, to be used within a quarter of an hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="where the site answers")

    def handle(self, *args: object, username: str, address: str, **options: object) -> None:
        membership = Membership.objects.filter(user__username__iexact=username).select_related("user").first()
        if membership is None:
            raise CommandError(f"Nobody called «{username}» has a role at a tournament: see manage.py changepassword.")
        issued = passes.issue_unchecked(membership, by=None, now=timezone.now())
        self.stdout.write(f"{address}/accedi/con/{issued.token}/")
        self.stdout.write(f"{address}/accedi/codice/ : {issued.code}")
