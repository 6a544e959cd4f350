"""A round, its tables, who sits where, what they scored, and the round's clock."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.core.formats.values import title_of
from tournament.models.entrant import Entrant
from tournament.models.tournament import Tournament
from tournament.states import RoundState, TableState


class RoundQuerySet(models.QuerySet):
    def visible(self) -> "RoundQuerySet":
        """Rounds whose seatings may be shown to everybody: all but drafts."""
        return self.exclude(state=RoundState.DRAFT)

    def being_checked(self, now) -> "RoundQuerySet":
        """Rounds to whose standings players may object at this moment."""
        return self.filter(state=RoundState.CLOSED, objections_until__gt=now)


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.DRAFT)
    seed = models.CharField(max_length=64, blank=True)
    minutes = models.PositiveSmallIntegerField()
    # Entrants' public ids in the order the organizer gave them when equals had to be parted.
    tie_order = models.JSONField(default=list, blank=True)
    version = models.PositiveIntegerField(default=1)
    closed_at = models.DateTimeField(null=True, blank=True)
    # Until when players may object to the standings of this round.
    objections_until = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_numbers_are_given_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state=RoundState.RUNNING), name="one_running_round_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=~Q(state=RoundState.CLOSED),
                name="a_round_is_closed_before_the_next_is_drawn",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_numbers_start_at_one"),
            models.CheckConstraint(condition=Q(minutes__gte=1), name="a_round_lasts_at_least_a_minute"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_is_known"),
            models.CheckConstraint(
                condition=Q(state=RoundState.CLOSED, closed_at__isnull=False)
                | (~Q(state=RoundState.CLOSED) & Q(closed_at__isnull=True)),
                name="a_closed_round_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("tournament:round", args=[self.tournament.slug, self.number])

    @property
    def name(self) -> str:
        """The name of the round."""
        return title_of(self.stage.get("name", ""), self.number)

    def changed_options(self) -> dict[str, bool | int | str]:
        """The options of the game for this round alone."""
        rounds = len(self.tournament.format["stages"]) if self.tournament.format else self.number
        return self.tournament.rules.changed_in(self.number, rounds)


class TableQuerySet(models.QuerySet):
    def open(self) -> "TableQuerySet":
        """Tables that block the closing of their round. A dispute does not: it is decided after the count."""
        return self.exclude(state=TableState.SIGNED).exclude(state=TableState.COUNTED, is_sub_judice=True)

    def with_seats(self) -> "TableQuerySet":
        return self.with_status().prefetch_related(seats_of_tables())

    def with_status(self) -> "TableQuerySet":
        return self.select_related("status", "judge", "broadcast")


def seats_of_tables() -> models.Prefetch:
    """Joins the entrants: fetching a thousand of them separately gives a query that is too deep for SQLite."""
    return models.Prefetch("seats", queryset=Seat.objects.select_related("entrant", "result").order_by("position"))


class Table(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=TableState, default=TableState.WAITING)
    is_sub_judice = models.BooleanField(default=False)
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="judged_tables"
    )
    version = models.PositiveIntegerField(default=1)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_numbers_are_given_once_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_start_at_one"),
            models.CheckConstraint(condition=Q(state__in=TableState.values), name="table_state_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("tournament:table", args=[self.round.tournament.slug, self.round.number, self.number])

    @property
    def place(self) -> str:
        """Round and table, as the log says which one an entry is about: "2.5"."""
        return f"{self.round.number}.{self.number}"

    @property
    def topic(self) -> str:
        """Live topic of this table alone."""
        return f"table-{self.pk}"


class Seat(models.Model):
    """An entrant's place at a table; positions run clockwise from 1 as the chairs stand."""

    # Repeated from the table, so that the database refuses a second seat in the same round.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    # The id of the chair in this table's record, where another person turned out to sit in it.
    record_alias = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_seat_per_entrant_per_round"),
            models.UniqueConstraint(fields=["table", "position"], name="one_entrant_per_chair"),
            models.CheckConstraint(condition=Q(position__gte=1), name="chairs_are_counted_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.entrant}"

    @property
    def record_id(self) -> str:
        """The id of this chair in the header of the table's record."""
        return self.record_alias or self.entrant.public_id


class Result(models.Model):
    """The score of one seat; `tiebreaks` are decimal strings in order, and `head` anchors the table's record.

    `figures` are what its sheet of paper holds beside them, by the game's fields; `confirmation` is the reason for which the table's
    result stands although the game doubts it.
    """

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="result")
    points = models.DecimalField(max_digits=12, decimal_places=4)
    tiebreaks = models.JSONField(default=list)
    rank = models.PositiveSmallIntegerField()
    is_eliminated = models.BooleanField(default=False)
    ended_by = models.CharField(max_length=24)
    head = models.CharField(max_length=128, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    confirmation = models.CharField(max_length=300, blank=True)
    revision = models.PositiveSmallIntegerField(default=1)
    entered_at = models.DateTimeField(default=timezone.now)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(rank__gte=1), name="places_are_counted_from_one"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="revisions_are_counted_from_one"),
            models.CheckConstraint(condition=~Q(ended_by=""), name="a_result_says_how_the_game_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"

    def tiebreak_values(self) -> tuple[Decimal, ...]:
        return tuple(Decimal(value) for value in self.tiebreaks)


class ResultRevision(models.Model):
    """A result before a correction or a reopening, with who changed it and why."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="revisions")
    revision = models.PositiveSmallIntegerField()
    was = models.JSONField()
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-revision"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "revision"], name="a_revision_is_kept_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_correction_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} r{self.revision}"


class ClockEvent(models.Model):
    """One event of a round's clock, or minutes given back to one of its tables. The clock is computed from these rows alone."""

    class Kind(models.TextChoices):
        START = "start", _("avvio")
        PAUSE = "pause", _("pausa")
        RESUME = "resume", _("ripresa")
        EXTEND = "extend", _("minuti aggiunti")
        STOP = "stop", _("arresto")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_events")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="clock_events")
    kind = models.CharField(max_length=8, choices=Kind)
    at = models.DateTimeField()
    seconds = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round"], condition=Q(kind="start"), name="a_clock_starts_once"),
            models.CheckConstraint(
                condition=(Q(kind="extend") & ~Q(seconds=0)) | (~Q(kind="extend") & Q(seconds=0)),
                name="only_added_time_carries_seconds",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(kind="extend"), name="a_table_alone_only_gets_added_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%H:%M:%S}"


class TableStatus(models.Model):
    """What a desk, a screen or a phone may show of a table in play, without knowledge of the game."""

    class Level(models.TextChoices):
        MOVE = "move", _("ogni mossa")
        TURN = "turn", _("ogni turno")
        RESULT = "result", _("solo il risultato")

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="status")
    giro = models.CharField(max_length=40, blank=True)
    seat_in_turn = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    phase_it = models.CharField(max_length=80, blank=True)
    phase_en = models.CharField(max_length=80, blank=True)
    is_last_giro = models.BooleanField(default=False)
    closing_threshold = models.PositiveSmallIntegerField(null=True, blank=True)
    last_entry = models.PositiveIntegerField(default=0)
    last_entry_at = models.DateTimeField(null=True, blank=True)
    call_reason = models.CharField(max_length=200, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    level = models.CharField(max_length=8, choices=Level, default=Level.MOVE)
    is_over = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_after = models.PositiveIntegerField(default=0)  # seconds played when the table's pause began

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(called_at__isnull=False) | Q(call_reason=""), name="a_call_to_the_judge_says_when"
            ),
            models.CheckConstraint(condition=Q(level__in=["move", "turn", "result"]), name="recording_level_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.giro}"

    @property
    def phase(self) -> str:
        """In the reader's language, whatever language the judge reads."""
        return self.phase_en if (get_language() or "it").startswith("en") and self.phase_en else self.phase_it


class Penalty(models.Model):
    """Points taken from an entrant. A revoked penalty stays; the log says who revoked it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    points = models.DecimalField(_("punti tolti"), max_digits=10, decimal_places=4, default=Decimal(0))
    article = models.CharField(_("articolo"), max_length=40, blank=True)
    reason = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    # A penalty under appeal is sub judice: it counts until it is decided, and the day does not end before.
    appeal = models.CharField(_("ricorso"), max_length=300, blank=True)
    is_sub_judice = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gte=0), name="a_penalty_takes_points_away"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_penalty_has_a_reason"),
            models.CheckConstraint(
                condition=Q(is_sub_judice=False) | ~Q(appeal=""), name="a_penalty_sub_judice_has_an_appeal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: −{self.points}"


class PenaltyRevision(models.Model):
    """A penalty before a change, with who changed it and why."""

    penalty = models.ForeignKey(Penalty, on_delete=models.CASCADE, related_name="revisions")
    was = models.JSONField()
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="a_changed_penalty_says_why")]

    def __str__(self) -> str:
        return f"{self.penalty}: {self.reason}"


class Objection(models.Model):
    """A player's objection to the standings of a round, and its answer."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="objections")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(_("che cosa contesta"), max_length=300)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    answer = models.CharField(_("risposta"), max_length=300, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="an_objection_says_what"),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answer="") | (Q(answered_at__isnull=False) & ~Q(answer="")),
                name="an_answered_objection_has_its_answer",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.text}"
