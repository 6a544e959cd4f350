"""A season: the tournaments of one ranking, and the points carried from before."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.core.regulation.schema import Counting
from tournament.models.directory import Person
from tournament.models.tournament import Tournament, new_code


class Season(models.Model):
    class Formula(models.TextChoices):
        TOTAL = "total", _("la somma dei punti di ogni torneo")
        PLACES = "places", _("punti per piazzamento")
        NATIONAL = "national", _("formula della classifica nazionale")

    class LevelRanks(models.TextChoices):
        EACH = "each", _("ciascuno prende il piazzamento intero")
        SHARED = "shared", _("si dividono i punti dei piazzamenti che occupano")

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("nome"), max_length=120)
    formula = models.CharField(_("come si contano i tornei"), max_length=10, choices=Formula, default=Formula.TOTAL)
    places = models.JSONField(_("punti per piazzamento"), default=list, blank=True)
    best = models.PositiveSmallIntegerField(_("contano i migliori"), null=True, blank=True)
    discards = models.PositiveSmallIntegerField(_("scarti"), default=0)
    absences_are_discards = models.BooleanField(_("le assenze sono scarti"), default=False)
    level_ranks = models.CharField(
        _("a pari merito in un torneo"), max_length=6, choices=LevelRanks, default=LevelRanks.EACH
    )
    is_public = models.BooleanField(_("visibile al pubblico"), default=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_season_has_a_name"),
            models.CheckConstraint(
                condition=Q(best__isnull=True) | Q(discards=0), name="a_season_counts_the_best_or_discards_the_worst"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament:season", args=[self.code])

    @property
    def counting(self) -> Counting:
        return Counting(best=self.best, discards=self.discards, absences_are_discards=self.absences_are_discards)


class SeasonEvent(models.Model):
    """A tournament of a season; only the national formula uses its grade."""

    class Grade(models.TextChoices):
        RADUNO = "raduno", _("raduno")
        MASTER = "master", _("master")
        OPEN = "open", _("open")
        INTERCLUB = "interclub", _("interclub")
        LEAGUE = "league", _("campionato")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seasons")
    grade = models.CharField(_("classe"), max_length=10, choices=Grade, default=Grade.OPEN)

    class Meta:
        ordering = ["tournament__day", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="a_tournament_counts_once_a_season")
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.tournament}"


class CarriedPoints(models.Model):
    """A person's points from a ranking file."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="carried")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="carried")
    points = models.DecimalField(max_digits=12, decimal_places=4, default=Decimal(0))

    class Meta:
        ordering = ["-points", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="points_are_carried_once_a_season")]

    def __str__(self) -> str:
        return f"{self.person}: {self.points}"
