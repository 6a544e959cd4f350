"""An organizer's choice of the columns of a roster, for the next file with the same header."""

from django.conf import settings
from django.db import models


class HeaderMapping(models.Model):
    """`digest` is that of the header's titles, which are not stored; `fields` has one entry a column, null for an ignored one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    fields = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_meaning_of_a_header")]

    def __str__(self) -> str:
        return self.digest[:12]
