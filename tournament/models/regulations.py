"""Versions of regulations: of the site, and of each tournament's own copy. Rows are added and never changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.core.regulation.schema import Regulation, from_json
from tournament.models.tournament import Tournament


class RegulationVersion(models.Model):
    """One version, who made it and why. Without a tournament it is the site's; `slug` names the regulation."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="regulation_versions"
    )
    slug = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    text = models.TextField()
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=Q(tournament__isnull=False),
                name="a_tournament_numbers_its_versions_once",
            ),
            models.UniqueConstraint(
                fields=["slug", "number"],
                condition=Q(tournament__isnull=True),
                name="a_house_regulation_numbers_its_versions_once",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="a_version_says_the_whole_regulation"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_version_has_a_reason"),
            models.CheckConstraint(condition=Q(number__gte=1), name="versions_are_counted_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} v{self.number}"

    @property
    def regulation(self) -> Regulation:
        return from_json(self.text, source=str(self))


class BroughtFile(models.Model):
    """A board, or lists of cards, that an organizer brought for a game: records name it by digest, so it is never changed."""

    game = models.SlugField(max_length=40)
    digest = models.CharField(max_length=64)
    text = models.TextField()
    is_in_use = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "digest"], name="a_brought_file_is_stored_once"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(is_in_use=True), name="one_brought_file_of_a_game_is_in_use"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:12]}"
