"""Webhooks of a tournament, and the messages sent to them."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class Webhook(models.Model):
    """`secret` signs the messages, so that the receiver can verify their sender."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("indirizzo"), max_length=300)
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to one address: written in the transaction of its act, sent afterwards."""

    class State(models.TextChoices):
        WAITING = "waiting", _("da inviare")
        SENT = "sent", _("inviato")
        GIVEN_UP = "given_up", _("non consegnato")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    body = models.TextField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        # Used by the sender, which looks for due messages.
        indexes = [models.Index(fields=["state", "next_try_at"], name="deliveries_due")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent", "given_up"]), name="delivery_state_is_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.webhook} {self.state}"
