"""The record of a table: its header, entries and snapshots, and what waits for a person."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.kernel.game import Game
from games.registry import game
from tournament.models import Table, TableStatus

KEY_LENGTH = 64


class GameRecord(models.Model):
    """One game at one table. `seq` and `head` are those of the last entry; whoever writes claims the row by its old `seq`.

    `lease` rises whenever another device becomes the writer; `device` is empty until the holder's first tablet opens the page. A record
    begun by mistake is archived: it leaves its table free, and `archived_from` names the table. While the table pauses, `paused_at`
    says since when and `paused_after` how many seconds had been played.
    """

    table = models.OneToOneField(Table, on_delete=models.PROTECT, null=True, related_name="record")
    archived_from = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="archived_records")
    game = models.CharField(max_length=32)
    header = models.TextField()
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    level = models.CharField(max_length=8, choices=TableStatus.Level, default=TableStatus.Level.MOVE)
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    lease = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True)
    paused_after = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(header=""), name="a_record_has_a_header"),
            models.CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(archived_from__isnull=True),
                name="a_record_is_of_one_table_or_archived",
            ),
            models.CheckConstraint(condition=Q(level__in=TableStatus.Level.values), name="record_level_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table or self.archived_from} #{self.seq}"

    @property
    def instance_id(self) -> str:
        """Identifies this record among those of the same table, independent of database ids."""
        return f"{self.opened_at.timestamp():.6f}"

    @property
    def game_definition(self) -> Game:
        """The game that is played at the table."""
        return game(self.game)


class Entry(models.Model):
    """One line, exactly as it was written. `is_standing` turns false when a later entry takes it back; nothing else ever changes.

    `giro`, `in_turn` and `level` say whose turn it was and whether the line is a move, a whole turn or the result alone.
    """

    record = models.ForeignKey(GameRecord, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    client_key = models.CharField(max_length=KEY_LENGTH)
    line = models.TextField()
    seat = models.PositiveSmallIntegerField(null=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    is_standing = models.BooleanField(default=True)
    giro = models.PositiveSmallIntegerField(default=0)
    in_turn = models.PositiveSmallIntegerField(null=True)
    level = models.CharField(max_length=8, choices=TableStatus.Level, default=TableStatus.Level.MOVE)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["record", "seq"], name="entries_of_a_record_are_numbered_once"),
            models.UniqueConstraint(fields=["record", "client_key"], name="a_client_key_has_one_effect"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="entries_are_counted_from_one"),
            models.CheckConstraint(condition=~Q(client_key=""), name="an_entry_has_a_client_key"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.line[:60]}"


class Snapshot(models.Model):
    """A record at a turn's end: from here the game goes on without reading its past."""

    record = models.ForeignKey(GameRecord, on_delete=models.PROTECT, related_name="snapshots")
    seq = models.PositiveIntegerField()
    snapshot = models.BinaryField()

    class Meta:
        ordering = ["-seq"]
        constraints = [models.UniqueConstraint(fields=["record", "seq"], name="a_snapshot_is_stored_once")]

    def __str__(self) -> str:
        return f"{self.record_id} @{self.seq}"


class SealedVault(models.Model):
    """What the system dealt in secret, with its salts. Only actions that reveal a secret read this table."""

    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, related_name="sealed_vault")
    vault = models.TextField()

    def __str__(self) -> str:
        return f"{self.record_id}"


class Flag(models.Model):
    """An irregularity: proposed again when its giro is over, until it is settled."""

    record = models.ForeignKey(GameRecord, on_delete=models.PROTECT, related_name="flags")
    seq = models.PositiveIntegerField()
    giro = models.PositiveSmallIntegerField(default=0)
    words = models.CharField(max_length=300)
    articles = models.CharField(max_length=120, blank=True)
    raised_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    raised_at = models.DateTimeField(default=timezone.now)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(words=""), name="a_flag_says_what_happened"),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=False) | Q(outcome=""), name="an_outcome_says_when_it_was_decided"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.words[:60]}"


class Acceptance(models.Model):
    """A player's acceptance of the count, under the head of the chain on the page."""

    record = models.ForeignKey(GameRecord, on_delete=models.PROTECT, related_name="acceptances")
    seat = models.PositiveSmallIntegerField()
    head = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["record", "seat", "head"], name="a_player_accepts_a_count_once"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.seat}"


class Handover(models.Model):
    """Six digits by which another tablet takes the table over; valid for a few minutes, once."""

    record = models.ForeignKey(GameRecord, on_delete=models.CASCADE, related_name="handovers")
    code = models.CharField(max_length=6)
    offered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    offered_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["record"], condition=Q(closed_at__isnull=True), name="a_table_is_offered_once_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(code=""), name="a_handover_has_a_code"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}"


class Quarantined(models.Model):
    """An entry of a device that had lost its lease, stored unchanged, for the head judge to register or to drop."""

    record = models.ForeignKey(GameRecord, on_delete=models.PROTECT, related_name="quarantined")
    client_key = models.CharField(max_length=KEY_LENGTH)
    expected_seq = models.PositiveIntegerField()
    by_seat = models.CharField(max_length=8)
    act = models.TextField()
    words = models.CharField(max_length=300)
    is_ruling = models.BooleanField(default=False)
    why = models.CharField(max_length=300, blank=True)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["record", "client_key"], name="an_entry_is_quarantined_once"),
            models.CheckConstraint(condition=~Q(act=""), name="a_quarantined_entry_has_its_act"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}: {self.words[:60]}"
