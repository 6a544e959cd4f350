"""Phones that a player asked to be notified on."""

from django.db import models
from django.utils import timezone

from tournament.models.entrant import Entrant


class PushSubscription(models.Model):
    """One browser of one entrant: the address that its maker's push service gave it, and the keys that only this browser can read with.

    `moment` is the key of what it was last notified of (tournament/queries/phone_moments.py), so that nothing is sent twice.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=8)
    moment = models.CharField(max_length=60, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.made_at:%H:%M}"
