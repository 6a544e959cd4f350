"""Every table of the app."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournament", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="GameRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=32)),
                ("header", models.TextField()),
                ("seq", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(max_length=64)),
                (
                    "level",
                    models.CharField(
                        choices=[("move", "ogni mossa"), ("turn", "ogni turno"), ("result", "solo il risultato")],
                        default="move",
                        max_length=8,
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                ("lease", models.PositiveIntegerField(default=1)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("paused_at", models.DateTimeField(null=True)),
                ("paused_after", models.PositiveIntegerField(default=0)),
                (
                    "holder",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="record",
                        to="tournament.table",
                    ),
                ),
                (
                    "archived_from",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="archived_records",
                        to="tournament.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("header", ""), _negated=True), name="a_record_has_a_header"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table__isnull", True), ("archived_from__isnull", True), _connector="XOR"),
                        name="a_record_is_of_one_table_or_archived",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("level__in", ["move", "turn", "result"])), name="record_level_is_known"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Flag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("giro", models.PositiveSmallIntegerField(default=0)),
                ("words", models.CharField(max_length=300)),
                ("articles", models.CharField(blank=True, max_length=120)),
                ("raised_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("settled_at", models.DateTimeField(null=True)),
                ("outcome", models.CharField(blank=True, max_length=300)),
                (
                    "raised_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="flags", to="referee.gamerecord"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("words", ""), _negated=True), name="a_flag_says_what_happened"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("settled_at__isnull", False), ("outcome", ""), _connector="OR"),
                        name="an_outcome_says_when_it_was_decided",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("client_key", models.CharField(max_length=64)),
                ("line", models.TextField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_standing", models.BooleanField(default=True)),
                ("giro", models.PositiveSmallIntegerField(default=0)),
                ("in_turn", models.PositiveSmallIntegerField(null=True)),
                (
                    "level",
                    models.CharField(
                        choices=[("move", "ogni mossa"), ("turn", "ogni turno"), ("result", "solo il risultato")],
                        default="move",
                        max_length=8,
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="referee.gamerecord"
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("record", "seq"), name="entries_of_a_record_are_numbered_once"),
                    models.UniqueConstraint(fields=("record", "client_key"), name="a_client_key_has_one_effect"),
                    models.CheckConstraint(condition=models.Q(("seq__gte", 1)), name="entries_are_counted_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("client_key", ""), _negated=True), name="an_entry_has_a_client_key"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Acceptance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="acceptances", to="referee.gamerecord"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("record", "seat", "head"), name="a_player_accepts_a_count_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Handover",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=6)),
                ("offered_at", models.DateTimeField()),
                ("misses", models.PositiveSmallIntegerField(default=0)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "offered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="handovers", to="referee.gamerecord"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("record",),
                        name="a_table_is_offered_once_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("code", ""), _negated=True), name="a_handover_has_a_code"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("snapshot", models.BinaryField()),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="snapshots", to="referee.gamerecord"
                    ),
                ),
            ],
            options={
                "ordering": ["-seq"],
                "constraints": [models.UniqueConstraint(fields=("record", "seq"), name="a_snapshot_is_stored_once")],
            },
        ),
        migrations.CreateModel(
            name="Quarantined",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("client_key", models.CharField(max_length=64)),
                ("expected_seq", models.PositiveIntegerField()),
                ("by_seat", models.CharField(max_length=8)),
                ("act", models.TextField()),
                ("words", models.CharField(max_length=300)),
                ("is_ruling", models.BooleanField(default=False)),
                ("why", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("settled_at", models.DateTimeField(null=True)),
                ("outcome", models.CharField(blank=True, max_length=300)),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="quarantined", to="referee.gamerecord"
                    ),
                ),
                (
                    "sent_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("record", "client_key"), name="an_entry_is_quarantined_once"),
                    models.CheckConstraint(
                        condition=models.Q(("act", ""), _negated=True), name="a_quarantined_entry_has_its_act"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SealedVault",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("vault", models.TextField()),
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sealed_vault",
                        to="referee.gamerecord",
                    ),
                ),
            ],
        ),
    ]
