"""What some formats need of a round: byes and line-ups of teams."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.entrant import Entrant
from tournament.models.play import Round
from tournament.models.tournament import Tournament


class Bye(models.Model):
    """Someone of the field of a round at tables of two who has no opponent in it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="byes")
    # The opponent left, and the round was drawn without them.
    is_walkover = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="one_bye_per_entrant_per_round")]

    def __str__(self) -> str:
        return f"{self.round} {self.entrant}"


class LineUpDeadline(models.Model):
    """The deadline for captains' line-ups of a round; afterwards only the desk changes them."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="line_up_deadlines")
    round_number = models.PositiveSmallIntegerField(_("turno"))
    until = models.DateTimeField(_("fino alle"))

    class Meta:
        ordering = ["round_number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round_number"], name="one_deadline_for_a_rounds_line_ups"),
        ]

    def __str__(self) -> str:
        return f"{self.round_number}: {self.until:%H:%M}"


class LineUpEntry(models.Model):
    """One of a team's line-up for a round that is not drawn yet, by the captain's word. The team is the entrant's club."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="line_up_entries")
    round_number = models.PositiveSmallIntegerField(_("turno"))
    team = models.CharField(_("squadra"), max_length=80)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="line_up_entries")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["round_number", "team", "entrant__surname", "entrant__name"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "round_number"], name="one_is_fielded_once_a_round"),
            models.CheckConstraint(condition=~Q(team=""), name="a_line_up_is_of_a_team"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="line_ups_are_for_a_round_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.round_number} {self.team}: {self.entrant}"
