"""A print-out or an archive made in the background: its progress, and its file when it is ready. The logo on the print-outs."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class PrintJob(models.Model):
    class State(models.TextChoices):
        WORKING = "working", _("in preparazione")
        READY = "ready", _("pronto")
        FAILED = "failed", _("non riuscito")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prints")
    kind = models.CharField(max_length=24)
    state = models.CharField(max_length=8, choices=State, default=State.WORKING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    file = models.BinaryField(null=True)
    task = models.UUIDField(null=True)  # the row of the queue, which deletes finished tasks
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="a_print_out_is_not_more_than_whole"),
            models.CheckConstraint(condition=Q(state__in=["working", "ready", "failed"]), name="print_state_is_known"),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(file__isnull=False), name="a_print_out_that_is_ready_has_a_file"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.done}/{self.total}"

    @property
    def percent(self) -> int:
        return self.done * 100 // self.total if self.total else 0


class ClubLogo(models.Model):
    """The picture in the corner of the sheets to fill in: a small PNG, in base64."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="logo")
    picture = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(picture=""), name="a_logo_has_a_picture")]

    def __str__(self) -> str:
        return f"{self.tournament_id}"
