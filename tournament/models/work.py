"""The workers of the queue with their last sign of life: tasks of a dead one are taken over by another."""

from django.db import models


class WorkerHeartbeat(models.Model):
    name = models.CharField(max_length=64, unique=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
