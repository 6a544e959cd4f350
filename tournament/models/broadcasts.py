"""A table that the organizer opened for readers at home, and how late they see it."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.play import Table
from tournament.models.screen_links import MOST_DELAY, ScreenLink


class Broadcast(models.Model):
    """The table is public on a page of its own, late by so many minutes or turns. A closed one may be opened again."""

    DelayIn = ScreenLink.DelayIn

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="broadcast")
    delay = models.PositiveSmallIntegerField(_("ritardo"), default=10, validators=[MaxValueValidator(MOST_DELAY)])
    delay_in = models.CharField(_("in"), max_length=7, choices=DelayIn, default=DelayIn.MINUTES)
    opened_at = models.DateTimeField(default=timezone.now)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(delay__lte=MOST_DELAY), name="a_broadcast_is_late_by_an_hour_at_most"),
            models.CheckConstraint(
                condition=Q(delay_in__in=["minutes", "turns"]), name="broadcast_delay_unit_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None
