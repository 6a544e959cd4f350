"""`manage.py reset_second_factor NAME`: ends the second factor of somebody without phone and recovery codes."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.actions import second_factors
from tournament.models import SecondFactor


class Command(BaseCommand):
    help = "Lets an account log in by its password alone, until it sets up a second factor again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: object, username: str, **options: object) -> None:
        factor = SecondFactor.objects.filter(user__username__iexact=username).select_related("user").first()
        if factor is None:
            raise CommandError(f"«{username}» has no second factor.")
        second_factors.reset(factor, by=None)
        self.stdout.write(f"{factor.user.get_username()} logs in by the password alone; open sessions have ended.")
