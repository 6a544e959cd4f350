"""Other programs that may read a tournament that is not public."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class ApiToken(models.Model):
    """A token that reads one tournament through the API and opens nothing else. Stored as a hash; shown once; revocable."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="api_tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(_("per quale programma"), max_length=60)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(label=""), name="an_api_token_says_for_whom")]

    def __str__(self) -> str:
        return self.label
