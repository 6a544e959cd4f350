"""The day around the rounds: when it begins, its breaks, the halls it is played in, and its prizes."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class DayPlan(models.Model):
    """When the first round begins and how long people rest; `breaks` are [after which round, minutes, title]."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="day_plan")
    begins = models.TimeField(_("inizio del primo turno"))
    pause = models.PositiveSmallIntegerField(_("minuti fra un turno e l'altro"), default=30)
    breaks = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"{self.begins:%H:%M}"


class Venue(models.Model):
    """One of several halls of a tournament, with the numbers of its tables."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(_("sala"), max_length=80)
    first = models.PositiveSmallIntegerField(_("dal tavolo"))
    last = models.PositiveSmallIntegerField(_("al tavolo"))

    class Meta:
        ordering = ["first"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "first"], name="a_table_is_in_one_hall"),
            models.CheckConstraint(condition=Q(first__gte=1, last__gte=F("first")), name="a_hall_has_tables"),
            models.CheckConstraint(condition=~Q(name=""), name="a_hall_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """The prize of a place in the standings, of the whole field or of one category."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_list")
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    place = models.PositiveSmallIntegerField(_("posto"))
    title = models.CharField(_("premio"), max_length=120)

    class Meta:
        ordering = ["category", "place", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(place__gte=1), name="prizes_are_for_places_from_one"),
            models.CheckConstraint(condition=~Q(title=""), name="a_prize_has_a_title"),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.place}: {self.title}"
