"""What makes a draw: separated pairs, and each commitment with its dice and the transcript of the draw."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.entrant import Entrant
from tournament.models.tournament import Tournament


class ApartPair(models.Model):
    """Two people who should not meet. The reason is not stored; the pair is in the draw's transcript."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="apart_pairs")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+", verbose_name=_("chi"))
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+", verbose_name=_("e chi"))

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="a_pair_is_kept_apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="a_pair_is_two_people_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"


class DrawEventQuerySet(models.QuerySet):
    def awaiting_dice(self) -> "DrawEventQuerySet":
        """The commitment without dice yet: at most one."""
        return self.filter(drawn_at=None)

    def drawn(self) -> "DrawEventQuerySet":
        return self.exclude(drawn_at=None).order_by("number")


class DrawEvent(models.Model):
    """One draw or redraw, stored for ever, also when its round is drawn again or discarded.

    It begins as a commitment, whose secret nobody reads before the round is published; a draw with a typed seed has
    neither commitment nor dice. `number` counts the draws of the tournament.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draw_events")
    commitment = models.CharField(max_length=64, blank=True)
    secret = models.CharField(max_length=128, blank=True)
    committed_at = models.DateTimeField(null=True, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    dice = models.CharField(max_length=60, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    transcript = models.TextField(blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    objects = DrawEventQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draws_are_counted_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(drawn_at=None), name="one_commitment_waits_for_its_dice"
            ),
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=True, number__isnull=True, transcript="")
                | (Q(drawn_at__isnull=False, number__isnull=False, round_number__isnull=False) & ~Q(transcript="")),
                name="a_draw_leaves_its_transcript",
            ),
            models.CheckConstraint(
                condition=Q(committed_at__isnull=True, commitment="", dice="")
                | (Q(committed_at__isnull=False) & ~Q(commitment="") & ~Q(secret="")),
                name="dice_are_thrown_on_a_commitment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number or '-'} {self.commitment[:8]}"
