from decimal import Decimal

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournament.models.tournament


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=tournament.models.tournament.new_code, editable=False, max_length=16, unique=True
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="numero")),
                ("surname", models.CharField(max_length=80, verbose_name="cognome")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="nome")),
                ("nick", models.CharField(blank=True, max_length=60, verbose_name="nick")),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                ("region", models.CharField(blank=True, max_length=60, verbose_name="regione")),
                ("category", models.CharField(blank=True, max_length=40, verbose_name="categoria")),
                ("is_minor", models.BooleanField(default=False, verbose_name="minorenne")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("expected", "atteso"),
                            ("present", "presente"),
                            ("missing", "assente"),
                            ("withdrawn", "ritirato"),
                        ],
                        default="expected",
                        max_length=10,
                        verbose_name="stato",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="LiveVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=120, unique=True)),
                ("version", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("stage", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "bozza"),
                            ("published", "pubblicato"),
                            ("running", "in corso"),
                            ("closed", "chiuso"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("minutes", models.PositiveSmallIntegerField()),
                ("tie_order", models.JSONField(blank=True, default=list)),
                ("version", models.PositiveIntegerField(default=1)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "in attesa"),
                            ("playing", "in gioco"),
                            ("counted", "contato"),
                            ("signed", "firmato"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("is_sub_judice", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "judge",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="judged_tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournament.round"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="tournament.entrant"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournament.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournament.table"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="ClockEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("start", "avvio"),
                            ("pause", "pausa"),
                            ("resume", "ripresa"),
                            ("extend", "minuti aggiunti"),
                            ("stop", "arresto"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("seconds", models.PositiveIntegerField(default=0)),
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
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock_events", to="tournament.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock_events",
                        to="tournament.table",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="TableStatus",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("giro", models.CharField(blank=True, max_length=40)),
                ("phase", models.CharField(blank=True, max_length=80)),
                ("is_last_giro", models.BooleanField(default=False)),
                ("closing_threshold", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("last_entry", models.PositiveIntegerField(default=0)),
                ("last_entry_at", models.DateTimeField(blank=True, null=True)),
                ("call_reason", models.CharField(blank=True, max_length=200)),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                (
                    "level",
                    models.CharField(
                        choices=[("move", "ogni mossa"), ("turn", "ogni turno"), ("result", "solo il risultato")],
                        default="move",
                        max_length=8,
                    ),
                ),
                ("is_over", models.BooleanField(default=False)),
                (
                    "seat_in_turn",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournament.seat",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="status", to="tournament.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(
                        default=tournament.models.tournament.new_code, editable=False, max_length=16, unique=True
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=120, validators=[django.core.validators.MinLengthValidator(3)], verbose_name="nome"
                    ),
                ),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="luogo")),
                ("day", models.DateField(verbose_name="giorno")),
                ("game", models.CharField(max_length=32, verbose_name="gioco")),
                ("edition", models.CharField(blank=True, max_length=64, verbose_name="edizione")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="opzioni")),
                ("regulation", models.TextField(verbose_name="regolamento")),
                ("plan", models.JSONField(blank=True, null=True, verbose_name="formula")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "in preparazione"),
                            ("checkin", "accettazione aperta"),
                            ("running", "in corso"),
                            ("finished", "concluso"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("is_public", models.BooleanField(default=True, verbose_name="visibile al pubblico")),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ["-day", "-pk"],
                "indexes": [models.Index(fields=["is_public", "-day"], name="home_page_list")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="a_tournament_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("game", ""), _negated=True), name="a_tournament_has_a_game"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("regulation", ""), _negated=True), name="a_tournament_has_a_regulation"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["draft", "checkin", "running", "finished"])),
                        name="tournament_state_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreenLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=60, verbose_name="etichetta")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="screens", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournament.tournament"
            ),
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "points",
                    models.DecimalField(
                        decimal_places=4, default=Decimal("0"), max_digits=10, verbose_name="punti tolti"
                    ),
                ),
                ("article", models.CharField(blank=True, max_length=40, verbose_name="articolo")),
                ("reason", models.CharField(max_length=300, verbose_name="motivo")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
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
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="penalties", to="tournament.entrant"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="tournament.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("organizer", "organizzatore"), ("head_judge", "capo arbitro"), ("judge", "arbitro")],
                        max_length=12,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["role", "pk"],
            },
        ),
        migrations.CreateModel(
            name="LogEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("verb", models.CharField(max_length=40)),
                ("subject", models.CharField(blank=True, max_length=120)),
                ("data", models.JSONField(default=dict)),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.AddField(
            model_name="entrant",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entrants", to="tournament.tournament"
            ),
        ),
        migrations.CreateModel(
            name="ResultRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveSmallIntegerField()),
                ("was", models.JSONField()),
                ("reason", models.CharField(max_length=300)),
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
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="revisions", to="tournament.seat"
                    ),
                ),
            ],
            options={
                "ordering": ["-revision"],
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "revision"), name="a_revision_is_kept_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_correction_has_a_reason"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.DecimalField(decimal_places=4, max_digits=12)),
                ("tiebreaks", models.JSONField(default=list)),
                ("rank", models.PositiveSmallIntegerField()),
                ("is_eliminated", models.BooleanField(default=False)),
                ("ended_by", models.CharField(max_length=24)),
                ("head", models.CharField(blank=True, max_length=128)),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="result", to="tournament.seat"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("rank__gte", 1)), name="places_are_counted_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("revision__gte", 1)), name="revisions_are_counted_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ended_by", ""), _negated=True), name="a_result_says_how_the_game_ended"
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(fields=("round", "number"), name="table_numbers_are_given_once_a_round"),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="table_numbers_start_at_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "playing", "counted", "signed"])),
                name="table_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("round", "entrant"), name="one_seat_per_entrant_per_round"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "position"), name="one_entrant_per_chair"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="chairs_are_counted_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="clockevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "start")), fields=("round",), name="a_clock_starts_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="clockevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "extend"), models.Q(("seconds", 0), _negated=True)),
                    models.Q(models.Q(("kind", "extend"), _negated=True), ("seconds", 0)),
                    _connector="OR",
                ),
                name="only_added_time_carries_seconds",
            ),
        ),
        migrations.AddConstraint(
            model_name="clockevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("table__isnull", True), ("kind", "extend"), _connector="OR"),
                name="a_table_alone_only_gets_added_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablestatus",
            constraint=models.CheckConstraint(
                condition=models.Q(("called_at__isnull", False), ("call_reason", ""), _connector="OR"),
                name="a_call_to_the_judge_says_when",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablestatus",
            constraint=models.CheckConstraint(
                condition=models.Q(("level__in", ["move", "turn", "result"])), name="recording_level_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="round_numbers_are_given_once"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "running")),
                fields=("tournament",),
                name="one_running_round_per_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "closed"), _negated=True),
                fields=("tournament",),
                name="a_round_is_closed_before_the_next_is_drawn",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="round_numbers_start_at_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("minutes__gte", 1)), name="a_round_lasts_at_least_a_minute"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["draft", "published", "running", "closed"])),
                name="round_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("state", "closed")),
                    models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at__isnull", True)),
                    _connector="OR",
                ),
                name="a_closed_round_says_when",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__gte", 0)), name="a_penalty_takes_points_away"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="a_penalty_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("tournament", "user", "role"), name="a_role_is_given_once"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["organizer", "head_judge", "judge"])), name="role_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="logevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("verb", ""), _negated=True), name="a_log_event_says_what_was_done"
            ),
        ),
        migrations.AddIndex(
            model_name="entrant",
            index=models.Index(fields=["tournament", "surname", "name"], name="entrants_by_surname"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="a_number_belongs_to_one_entrant"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(
                fields=("tournament", "surname", "name", "nick", "club"), name="a_person_enters_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("surname", ""), _negated=True), name="an_entrant_has_a_surname"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="entrant_numbers_start_at_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["expected", "present", "missing", "withdrawn"])),
                name="entrant_state_is_known",
            ),
        ),
    ]
