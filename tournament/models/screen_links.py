"""Projector screens as the organizer arranged them, and the announcements that they show."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament

LEAST_SECONDS, MOST_SECONDS = 8, 120
MOST_DELAY = 60


class Part(models.TextChoices):
    """What a screen can show, in the order in which a new one offers it."""

    SEATINGS = "seatings", _("sedie per cognome")
    TABLES = "tables", _("tavoli in gioco")
    CALLS = "calls", _("chiamate all'arbitro")
    THROUGH = "through", _("chi passa il turno")
    BRACKET = "bracket", _("tabellone")
    STANDINGS = "standings", _("classifica")
    SEASON = "season", _("classifica della stagione")
    ANNOUNCEMENTS = "announcements", _("avvisi")
    PRIZES = "prizes", _("premi")
    LIVE = "live", _("la finale dal vivo")


class ScreenLink(models.Model):
    """A read-only link for a projector. Its token is stored as a hash, so that a backup opens no screen.

    `parts` are shown in turn, in this order; without parts the screen follows the day.
    """

    class Size(models.TextChoices):
        NORMAL = "normal", _("normale")
        LARGE = "large", _("grande")
        HUGE = "huge", _("molto grande")

    class DelayIn(models.TextChoices):
        MINUTES = "minutes", _("minuti")
        TURNS = "turns", _("turni")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(_("etichetta"), max_length=60, blank=True)
    parts = models.JSONField(default=list, blank=True)
    least_seconds = models.PositiveSmallIntegerField(
        _("secondi per pagina, almeno"),
        default=LEAST_SECONDS,
        validators=[MinValueValidator(LEAST_SECONDS), MaxValueValidator(MOST_SECONDS)],
    )
    size = models.CharField(_("caratteri"), max_length=6, choices=Size, default=Size.NORMAL)
    live_delay = models.PositiveSmallIntegerField(
        _("ritardo della diretta"), default=0, validators=[MaxValueValidator(MOST_DELAY)]
    )
    live_delay_in = models.CharField(_("ritardo, in"), max_length=7, choices=DelayIn, default=DelayIn.MINUTES)
    is_paused = models.BooleanField(_("ferma sulla pagina"), default=False)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(least_seconds__gte=LEAST_SECONDS, least_seconds__lte=MOST_SECONDS),
                name="a_page_of_a_screen_can_be_read",
            ),
            models.CheckConstraint(condition=Q(size__in=["normal", "large", "huge"]), name="screen_size_is_known"),
            models.CheckConstraint(condition=Q(live_delay__lte=MOST_DELAY), name="a_live_delay_is_an_hour_at_most"),
            models.CheckConstraint(
                condition=Q(live_delay_in__in=["minutes", "turns"]), name="live_delay_unit_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.label or f"#{self.pk}"


class ScreenPairing(models.Model):
    """A screen that shows a code and waits until an organizer types it. `token_hash` is that of the token which the screen keeps itself:
    the link that it is given opens with nothing else.
    """

    code = models.CharField(max_length=5, unique=True)
    token_hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.code


class Announcement(models.Model):
    """An announcement for the hall; a removed one stays, for the log."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("avviso"), max_length=200)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="an_announcement_says_something")]

    def __str__(self) -> str:
        return self.text
