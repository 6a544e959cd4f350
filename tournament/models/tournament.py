"""A tournament, who runs it, and the log of what was done to it."""

import secrets

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournament.core.formats.values import Case, in_sentence, title_of
from tournament.core.regulation.schema import Regulation, from_json
from tournament.models.live import COALESCED
from tournament.states import Role, TournamentState

# No vowels and no look-alikes: a code is read aloud in a noisy hall and must not spell anything.
CODE_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


class TournamentQuerySet(models.QuerySet):
    def public(self) -> "TournamentQuerySet":
        return self.filter(is_public=True)

    def run_by(self, user) -> "TournamentQuerySet":
        """Tournaments in which the user has any role."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(pk__in=Membership.objects.filter(user=user).values("tournament"))


class Tournament(models.Model):
    # Of whoever asks: set by access.py of the views, through which every page gets its tournament.
    roles: frozenset[str]

    slug = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("nome"), max_length=120, validators=[MinLengthValidator(3)])
    place = models.CharField(_("luogo"), max_length=120, blank=True)
    day = models.DateField(_("giorno"))
    game = models.CharField(_("gioco"), max_length=32)
    edition = models.CharField(_("edizione"), max_length=64, blank=True)
    options = models.JSONField(_("opzioni"), default=dict, blank=True)
    regulation = models.TextField(_("regolamento"))
    format = models.JSONField(_("formula"), null=True, blank=True)
    state = models.CharField(max_length=12, choices=TournamentState, default=TournamentState.DRAFT)
    is_public = models.BooleanField(_("visibile al pubblico"), default=True)
    # With sample people; it counts for no season, every page says what it is, and it can be deleted.
    is_rehearsal = models.BooleanField(_("prova"), default=False, editable=False)
    # Arrivals after the deadline are marked late; closing is a separate act, and the dice are thrown after it.
    checkin_until = models.DateTimeField(_("accettazione fino alle"), null=True, blank=True)
    checkin_closed_at = models.DateTimeField(null=True, blank=True)
    # Days until personal data are erased; null for the site's default, 0 for never.
    keep_days = models.PositiveSmallIntegerField(_("giorni di conservazione"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-day", "-pk"]
        indexes = [models.Index(fields=["is_public", "-day"], name="home_page_list")]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_tournament_has_a_name"),
            models.CheckConstraint(condition=~Q(game=""), name="a_tournament_has_a_game"),
            models.CheckConstraint(condition=~Q(regulation=""), name="a_tournament_has_a_regulation"),
            models.CheckConstraint(condition=Q(state__in=TournamentState.values), name="tournament_state_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament:desk", args=[self.slug])

    @cached_property
    def rules(self) -> Regulation:
        """The tournament's own frozen copy of its regulation."""
        return from_json(self.regulation, source=self.name)

    def stage_name(self, number: int) -> str:
        """What the format calls the round of this number; empty where it has none."""
        stages = self.format["stages"] if self.format else []
        return stages[number - 1].get("name", "") if 0 < number <= len(stages) else ""

    def round_title(self, number: int) -> str:
        """The name of a round, drawn or not: "Turno 3", "Finale"."""
        return title_of(self.stage_name(number), number)

    def round_in_sentence(self, number: int, case: Case = "the") -> str:
        return in_sentence(self.stage_name(number), number, case)

    @property
    def topic(self) -> str:
        """Live topic of everything about this tournament except the moves at its tables."""
        return f"tournament-{self.slug}"

    @property
    def tables_topic(self) -> str:
        """Live topic of the table statuses, apart because it changes every few seconds during play."""
        return f"tables-{self.slug}"

    @property
    def words_topic(self) -> str:
        """Live topic of the public words about tables in play, which few of their moves change."""
        return f"{COALESCED}{self.slug}"


class Membership(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    # For the draw of judges: the club to avoid, the number of simultaneous tables, and the entrant as whom a judge plays.
    club = models.CharField(_("club"), max_length=80, blank=True)
    most_tables = models.PositiveSmallIntegerField(_("tavoli insieme"), default=1)
    entrant = models.ForeignKey(
        "tournament.Entrant",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("gioca come"),
    )

    class Meta:
        ordering = ["role", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="a_role_is_given_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class LogEvent(models.Model):
    """One line of the tournament's log; lines are appended and never edited, except that an erased person's name leaves their words.

    `content` is the digest of subject and data as they were written, `head` the link of the chain: tournament/core/log_chain.py.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=120, blank=True)
    data = models.JSONField(default=dict)
    number = models.PositiveIntegerField(default=0)
    content = models.CharField(max_length=64, blank=True)
    head = models.CharField(max_length=64, blank=True)
    is_erased = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(verb=""), name="a_log_event_says_what_was_done"),
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=Q(number__gte=1), name="log_events_are_numbered_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
