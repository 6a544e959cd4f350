"""The version rows behind the live pages: they say that a topic changed, never what changed in it."""

from django.db import models

COALESCED = "words-"
"""How the topics begin that a whole hall listens to and that change often: they are told together (`live.COALESCED_SECONDS`)."""


class LiveVersion(models.Model):
    topic = models.CharField(max_length=120, unique=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.topic} v{self.version}"
