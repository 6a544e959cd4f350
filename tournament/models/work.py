"""The workers of the queue, as far as anybody knows: what a dead one had begun is taken up by another."""

from django.db import models


class LivingWorker(models.Model):
    name = models.CharField(max_length=64, unique=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
