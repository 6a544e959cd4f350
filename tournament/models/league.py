"""A league of venues. At the hub: its venues and the segments that arrived; at a venue: the hub, and the segments on their way there."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.season import Season
from tournament.models.tournament import new_code


class LeagueSite(models.Model):
    """A venue at the hub. `seq` and `head` are those of the last segment without a gap before it, up to which segments count."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="sites")
    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("sede"), max_length=80)
    public_key = models.CharField(_("chiave pubblica"), max_length=64)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    last_contact_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_site_of_a_league_has_a_name"),
            models.CheckConstraint(condition=~Q(public_key=""), name="a_site_of_a_league_has_a_key"),
            models.UniqueConstraint(fields=["season", "name"], name="a_site_is_once_in_a_league"),
        ]

    def __str__(self) -> str:
        return self.name


class Segment(models.Model):
    """One signed segment of a venue, as received. `content` is empty once a newer segment has the same tournament."""

    site = models.ForeignKey(LeagueSite, on_delete=models.CASCADE, related_name="segments")
    seq = models.PositiveIntegerField()
    envelope = models.TextField()
    signature = models.CharField(max_length=100)
    tournament = models.CharField(max_length=16)
    content = models.TextField(blank=True)
    arrived_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seq"]
        # The ranking reads the newest content of each tournament.
        indexes = [models.Index(fields=["site", "tournament", "seq"], name="segments_by_tournament")]
        constraints = [
            models.UniqueConstraint(fields=["site", "seq"], name="segments_of_a_site_are_numbered_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="segments_are_counted_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.site} {self.seq}"


class RefusedSegment(models.Model):
    """A refused segment in a venue's name; the same bytes are stored once, however often they arrive."""

    class Why(models.TextChoices):
        FORM = "form", _("non si legge")
        HUB = "hub", _("è per un altro centro, o per un'altra stagione")
        SITE = "site", _("è di un'altra sede")
        SIGNATURE = "signature", _("la firma non è di questa sede")
        LINK = "link", _("non si lega a quello prima")
        FORK = "fork", _("è una seconda versione di uno già arrivato")
        CONTENT = "content", _("il contenuto non è quello firmato, o non si può contare")
        CLOSED = "closed", _("la sede è chiusa")

    site = models.ForeignKey(LeagueSite, on_delete=models.CASCADE, related_name="refused")
    digest = models.CharField(max_length=64)
    seq = models.PositiveIntegerField(null=True)
    why = models.CharField(max_length=10, choices=Why)
    detail = models.CharField(max_length=300, blank=True)
    times = models.PositiveIntegerField(default=1)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["site", "digest"], name="a_refusal_is_told_once")]

    def __str__(self) -> str:
        return f"{self.site}: {self.why}"


class Uplink(models.Model):
    """The hub of this site's season. `seq` and `head` are those of the last segment made, `acknowledged` is the last that the hub has."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="uplink")
    url = models.URLField(_("indirizzo del centro"), max_length=300)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    acknowledged = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=300, blank=True)
    answered_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.season} → {self.url}"

    @property
    def site(self) -> str:
        """The venue's code at the hub, the last part of the address that the hub gave."""
        return self.url.rstrip("/").rpartition("/")[2]

    @property
    def hub_season(self) -> str:
        """The code of the hub's season, the part before."""
        return self.url.rstrip("/").rpartition("/")[0].rpartition("/")[2]


class SentSegment(models.Model):
    """A segment of this site. Its content is deleted once a newer segment has the same tournament: then only the link is sent."""

    uplink = models.ForeignKey(Uplink, on_delete=models.CASCADE, related_name="segments")
    seq = models.PositiveIntegerField()
    envelope = models.TextField()
    signature = models.CharField(max_length=100)
    tournament = models.CharField(max_length=16)
    digest = models.CharField(max_length=64)
    content = models.TextField(blank=True)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["uplink", "seq"], name="sent_segments_are_numbered_once")]

    def __str__(self) -> str:
        return f"{self.uplink_id} {self.seq}"
