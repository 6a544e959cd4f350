"""What an organizer said of the columns of a roster, for the next file with the same header."""

from django.conf import settings
from django.db import models


class KnownHeader(models.Model):
    """`digest` is of the header's titles, of which nothing is kept; `fields` has one entry a column, null for one to ignore."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    fields = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_meaning_of_a_header")]

    def __str__(self) -> str:
        return self.digest[:12]
