"""Every table of the app. On PostgreSQL a trigger gives notice of each bump, so that no writer can forget it."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import tournament.models.tournament
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

CREATE_NOTICE = """
CREATE FUNCTION sdadata_live_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('sdadata_live', '');
    RETURN NULL;
END $$;
CREATE TRIGGER sdadata_live_notice AFTER INSERT OR UPDATE ON tournament_liveversion
    FOR EACH ROW EXECUTE FUNCTION sdadata_live_notice();
"""
DROP_NOTICE = """
DROP TRIGGER sdadata_live_notice ON tournament_liveversion;
DROP FUNCTION sdadata_live_notice();
"""


def on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ("format", models.JSONField(blank=True, null=True, verbose_name="formula")),
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
                ("is_rehearsal", models.BooleanField(default=False, editable=False, verbose_name="prova")),
                ("checkin_until", models.DateTimeField(blank=True, null=True, verbose_name="accettazione fino alle")),
                ("checkin_closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "keep_days",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="giorni di conservazione"),
                ),
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
                ("has_paid", models.BooleanField(default=False, verbose_name="quota pagata")),
                ("has_consented", models.BooleanField(default=False, verbose_name="consenso firmato")),
                ("is_late", models.BooleanField(default=False, verbose_name="arrivo in ritardo")),
                (
                    "fixed_table",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Per chi non può spostarsi: gioca sempre a questo tavolo.",
                        null=True,
                        verbose_name="tavolo fisso",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("expected", "atteso"),
                            ("present", "presente"),
                            ("missing", "assente"),
                            ("reserve", "riserva"),
                            ("withdrawn", "ritirato"),
                        ],
                        default="expected",
                        max_length=10,
                        verbose_name="stato",
                    ),
                ),
                ("erased_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("phone_version", models.PositiveSmallIntegerField(default=1, editable=False)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entrants", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["tournament", "surname", "name"], name="entrants_by_surname")],
                "ordering": ["number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("surname", ""), _negated=True), name="an_entrant_has_a_surname"
                    ),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="entrant_numbers_start_at_one"),
                    models.CheckConstraint(
                        condition=models.Q(("fixed_table__isnull", True), ("fixed_table__gte", 1), _connector="OR"),
                        name="fixed_tables_start_at_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["expected", "present", "missing", "reserve", "withdrawn"])),
                        name="entrant_state_is_known",
                    ),
                    models.UniqueConstraint(fields=("tournament", "number"), name="a_number_belongs_to_one_entrant"),
                    models.UniqueConstraint(
                        fields=("tournament", "surname", "name", "nick", "club"), name="a_person_enters_once"
                    ),
                ],
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
            name="WorkerHeartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=64, unique=True)),
                ("seen_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="LoginCounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("used", models.PositiveIntegerField(default=0)),
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
            options={"verbose_name": "conteggio dei tentativi"},
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
                ("objections_until", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="round_numbers_start_at_one"),
                    models.CheckConstraint(
                        condition=models.Q(("minutes__gte", 1)), name="a_round_lasts_at_least_a_minute"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["draft", "published", "running", "closed"])),
                        name="round_state_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at__isnull", False), ("state", "closed")),
                            models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="a_closed_round_says_when",
                    ),
                    models.UniqueConstraint(fields=("tournament", "number"), name="round_numbers_are_given_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "running")),
                        fields=("tournament",),
                        name="one_running_round_per_tournament",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "closed"), _negated=True),
                        fields=("tournament",),
                        name="a_round_is_closed_before_the_next_is_drawn",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("label", models.CharField(max_length=60, verbose_name="dispositivo")),
                ("by_pass", models.BooleanField(default=False)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="devices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "dispositivo",
                "ordering": ["-opened_at"],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=tournament.models.tournament.new_code, editable=False, max_length=16, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="nome")),
                (
                    "formula",
                    models.CharField(
                        choices=[
                            ("total", "la somma dei punti di ogni torneo"),
                            ("places", "punti per piazzamento"),
                            ("national", "formula della classifica nazionale"),
                        ],
                        default="total",
                        max_length=10,
                        verbose_name="come si contano i tornei",
                    ),
                ),
                ("places", models.JSONField(blank=True, default=list, verbose_name="punti per piazzamento")),
                ("best", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="contano i migliori")),
                ("discards", models.PositiveSmallIntegerField(default=0, verbose_name="scarti")),
                ("absences_are_discards", models.BooleanField(default=False, verbose_name="le assenze sono scarti")),
                (
                    "level_ranks",
                    models.CharField(
                        choices=[
                            ("each", "ciascuno prende il piazzamento intero"),
                            ("shared", "si dividono i punti dei piazzamenti che occupano"),
                        ],
                        default="each",
                        max_length=6,
                        verbose_name="a pari merito in un torneo",
                    ),
                ),
                ("is_public", models.BooleanField(default=True, verbose_name="visibile al pubblico")),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="a_season_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(("best__isnull", True), ("discards", 0), _connector="OR"),
                        name="a_season_counts_the_best_or_discards_the_worst",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueSite",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=tournament.models.tournament.new_code, editable=False, max_length=16, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="sede")),
                ("public_key", models.CharField(max_length=64, verbose_name="chiave pubblica")),
                ("seq", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("last_contact_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
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
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sites", to="tournament.season"
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="a_site_of_a_league_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("public_key", ""), _negated=True), name="a_site_of_a_league_has_a_key"
                    ),
                    models.UniqueConstraint(fields=("season", "name"), name="a_site_is_once_in_a_league"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("surname", models.CharField(max_length=80, verbose_name="cognome")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="nome")),
                ("nick", models.CharField(blank=True, max_length=60, verbose_name="nick")),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                ("key", models.CharField(max_length=180)),
                ("is_minor", models.BooleanField(default=False, verbose_name="minorenne")),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="doubles",
                        to="tournament.person",
                    ),
                ),
            ],
            options={
                "ordering": ["surname", "name", "pk"],
                "indexes": [models.Index(fields=["key"], name="people_by_key")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="a_person_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("merged_into__isnull", True),
                            models.Q(("merged_into", models.F("pk")), _negated=True),
                            _connector="OR",
                        ),
                        name="nobody_is_their_own_double",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moved", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                    "merged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.person"
                    ),
                ),
                (
                    "survivor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.person"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Recognised",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recognised", to="tournament.entrant"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="outings", to="tournament.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RefusedSegment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("seq", models.PositiveIntegerField(null=True)),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("form", "non si legge"),
                            ("hub", "è per un altro centro, o per un'altra stagione"),
                            ("site", "è di un'altra sede"),
                            ("signature", "la firma non è di questa sede"),
                            ("link", "non si lega a quello prima"),
                            ("fork", "è una seconda versione di uno già arrivato"),
                            ("content", "il contenuto non è quello firmato, o non si può contare"),
                            ("closed", "la sede è chiusa"),
                        ],
                        max_length=10,
                    ),
                ),
                ("detail", models.CharField(blank=True, max_length=300)),
                ("times", models.PositiveIntegerField(default=1)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "site",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="refused", to="tournament.leaguesite"
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("site", "digest"), name="a_refusal_is_told_once")],
            },
        ),
        migrations.CreateModel(
            name="Objection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=300, verbose_name="che cosa contesta")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("answer", models.CharField(blank=True, max_length=300, verbose_name="risposta")),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.entrant"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="objections", to="tournament.round"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="an_objection_says_what"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer", ""), ("answered_at__isnull", True)),
                            models.Q(("answered_at__isnull", False), models.Q(("answer", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="an_answered_objection_has_its_answer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="byes", to="tournament.entrant"
                    ),
                ),
                ("is_walkover", models.BooleanField(default=False)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="byes", to="tournament.round"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entrant"), name="one_bye_per_entrant_per_round")
                ],
            },
        ),
        migrations.CreateModel(
            name="CarriedPoints",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.DecimalField(decimal_places=4, default=Decimal("0"), max_digits=12)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="carried", to="tournament.person"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="carried", to="tournament.season"
                    ),
                ),
            ],
            options={
                "ordering": ["-points", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "person"), name="points_are_carried_once_a_season")
                ],
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
                "constraints": [
                    models.UniqueConstraint(fields=("round", "number"), name="table_numbers_are_given_once_a_round"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="table_numbers_start_at_one"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "playing", "counted", "signed"])),
                        name="table_state_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("record_alias", models.CharField(blank=True, max_length=16)),
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
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entrant"), name="one_seat_per_entrant_per_round"),
                    models.CheckConstraint(
                        condition=models.Q(("position__gte", 1)), name="chairs_are_counted_from_one"
                    ),
                    models.UniqueConstraint(fields=("table", "position"), name="one_entrant_per_chair"),
                ],
            },
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
                ("figures", models.JSONField(blank=True, default=dict)),
                ("confirmation", models.CharField(blank=True, max_length=300)),
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
                ]
            },
        ),
        migrations.CreateModel(
            name="Segment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("envelope", models.TextField()),
                ("signature", models.CharField(max_length=100)),
                ("tournament", models.CharField(max_length=16)),
                ("content", models.TextField(blank=True)),
                ("arrived_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "site",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="segments", to="tournament.leaguesite"
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "indexes": [models.Index(fields=["site", "tournament", "seq"], name="segments_by_tournament")],
                "constraints": [
                    models.UniqueConstraint(fields=("site", "seq"), name="segments_of_a_site_are_numbered_once"),
                    models.CheckConstraint(condition=models.Q(("seq__gte", 1)), name="segments_are_counted_from_one"),
                ],
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
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "start")), fields=("round",), name="a_clock_starts_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "extend"), models.Q(("seconds", 0), _negated=True)),
                            models.Q(models.Q(("kind", "extend"), _negated=True), ("seconds", 0)),
                            _connector="OR",
                        ),
                        name="only_added_time_carries_seconds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table__isnull", True), ("kind", "extend"), _connector="OR"),
                        name="a_table_alone_only_gets_added_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableStatus",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("giro", models.CharField(blank=True, max_length=40)),
                ("phase_it", models.CharField(blank=True, max_length=80)),
                ("phase_en", models.CharField(blank=True, max_length=80)),
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
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("paused_after", models.PositiveIntegerField(default=0)),
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
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("called_at__isnull", False), ("call_reason", ""), _connector="OR"),
                        name="a_call_to_the_judge_says_when",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("level__in", ["move", "turn", "result"])), name="recording_level_is_known"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "grade",
                    models.CharField(
                        choices=[
                            ("raduno", "raduno"),
                            ("master", "master"),
                            ("open", "open"),
                            ("interclub", "interclub"),
                            ("league", "campionato"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="classe",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="tournament.season"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["tournament__day", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "tournament"), name="a_tournament_counts_once_a_season")
                ],
            },
        ),
        migrations.CreateModel(
            name="ScreenLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=60, verbose_name="etichetta")),
                ("parts", models.JSONField(blank=True, default=list)),
                (
                    "least_seconds",
                    models.PositiveSmallIntegerField(
                        default=8,
                        validators=[
                            django.core.validators.MinValueValidator(8),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="secondi per pagina, almeno",
                    ),
                ),
                (
                    "size",
                    models.CharField(
                        choices=[("normal", "normale"), ("large", "grande"), ("huge", "molto grande")],
                        default="normal",
                        max_length=6,
                        verbose_name="caratteri",
                    ),
                ),
                (
                    "live_delay",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(60)],
                        verbose_name="ritardo della diretta",
                    ),
                ),
                (
                    "live_delay_in",
                    models.CharField(
                        choices=[("minutes", "minuti"), ("turns", "turni")],
                        default="minutes",
                        max_length=7,
                        verbose_name="ritardo, in",
                    ),
                ),
                ("is_paused", models.BooleanField(default=False, verbose_name="ferma sulla pagina")),
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("least_seconds__gte", 8), ("least_seconds__lte", 120)),
                        name="a_page_of_a_screen_can_be_read",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("size__in", ["normal", "large", "huge"])), name="screen_size_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("live_delay__lte", 60)), name="a_live_delay_is_an_hour_at_most"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("live_delay_in__in", ["minutes", "turns"])), name="live_delay_unit_is_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RegulationVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
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
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="regulation_versions",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("tournament__isnull", False)),
                        fields=("tournament", "number"),
                        name="a_tournament_numbers_its_versions_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("tournament__isnull", True)),
                        fields=("slug", "number"),
                        name="a_house_regulation_numbers_its_versions_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="a_version_says_the_whole_regulation"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_version_has_a_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="versions_are_counted_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("category", models.CharField(blank=True, max_length=40, verbose_name="categoria")),
                ("place", models.PositiveSmallIntegerField(verbose_name="posto")),
                ("title", models.CharField(max_length=120, verbose_name="premio")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_list",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["category", "place", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="prizes_are_for_places_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("title", ""), _negated=True), name="a_prize_has_a_title"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrintJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=24)),
                (
                    "state",
                    models.CharField(
                        choices=[("working", "in preparazione"), ("ready", "pronto"), ("failed", "non riuscito")],
                        default="working",
                        max_length=8,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("file", models.BinaryField(null=True)),
                ("task", models.UUIDField(null=True)),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="prints", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))), name="a_print_out_is_not_more_than_whole"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["working", "ready", "failed"])), name="print_state_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "ready"), _negated=True), ("file__isnull", False), _connector="OR"
                        ),
                        name="a_print_out_that_is_ready_has_a_file",
                    ),
                ],
            },
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
                ("appeal", models.CharField(blank=True, max_length=300, verbose_name="ricorso")),
                ("is_sub_judice", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=1)),
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
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("points__gte", 0)), name="a_penalty_takes_points_away"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_penalty_has_a_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_sub_judice", False), models.Q(("appeal", ""), _negated=True), _connector="OR"
                        ),
                        name="a_penalty_sub_judice_has_an_appeal",
                    ),
                ],
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
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                ("most_tables", models.PositiveSmallIntegerField(default=1, verbose_name="tavoli insieme")),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournament.entrant",
                        verbose_name="gioca come",
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
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "user", "role"), name="a_role_is_given_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["organizer", "head_judge", "judge"])), name="role_is_known"
                    ),
                ],
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
                ("number", models.PositiveIntegerField(default=0)),
                ("content", models.CharField(blank=True, max_length=64)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("is_erased", models.BooleanField(default=False)),
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("verb", ""), _negated=True), name="a_log_event_says_what_was_done"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("number__gte", 1)),
                        fields=("tournament", "number"),
                        name="log_events_are_numbered_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LineUpDeadline",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField(verbose_name="turno")),
                ("until", models.DateTimeField(verbose_name="fino alle")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up_deadlines",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "round_number"), name="one_deadline_for_a_rounds_line_ups"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LineUpEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField(verbose_name="turno")),
                ("team", models.CharField(max_length=80, verbose_name="squadra")),
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
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up_entries",
                        to="tournament.entrant",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up_entries",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "team", "entrant__surname", "entrant__name"],
                "constraints": [
                    models.UniqueConstraint(fields=("entrant", "round_number"), name="one_is_fielded_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("team", ""), _negated=True), name="a_line_up_is_of_a_team"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("round_number__gte", 1)), name="line_ups_are_for_a_round_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("secret", models.CharField(blank=True, max_length=128)),
                ("committed_at", models.DateTimeField(blank=True, null=True)),
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("dice", models.CharField(blank=True, max_length=60)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("transcript", models.TextField(blank=True)),
                ("drawn_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draw_events",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="draws_are_counted_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("drawn_at", None)),
                        fields=("tournament",),
                        name="one_commitment_waits_for_its_dice",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("drawn_at__isnull", True), ("number__isnull", True), ("transcript", "")),
                            models.Q(
                                ("drawn_at__isnull", False),
                                ("number__isnull", False),
                                ("round_number__isnull", False),
                                models.Q(("transcript", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="a_draw_leaves_its_transcript",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("commitment", ""), ("committed_at__isnull", True), ("dice", "")),
                            models.Q(
                                ("committed_at__isnull", False),
                                models.Q(("commitment", ""), _negated=True),
                                models.Q(("secret", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="dice_are_thrown_on_a_commitment",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DayPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begins", models.TimeField(verbose_name="inizio del primo turno")),
                ("pause", models.PositiveSmallIntegerField(default=30, verbose_name="minuti fra un turno e l'altro")),
                ("breaks", models.JSONField(blank=True, default=list)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="day_plan", to="tournament.tournament"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubLogo",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("picture", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="logo", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("picture", ""), _negated=True), name="a_logo_has_a_picture"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CaptainPass",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("team", models.CharField(max_length=80, verbose_name="squadra")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "made_by",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="captain_passes",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "collegamento del capitano",
                "ordering": ["team", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("tournament", "team"),
                        name="a_team_has_one_open_link",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("team", ""), _negated=True), name="a_captains_link_is_of_a_team"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("label", models.CharField(max_length=60, verbose_name="per quale programma")),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("label", ""), _negated=True), name="an_api_token_says_for_whom"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ApartPair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.entrant",
                        verbose_name="chi",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.entrant",
                        verbose_name="e chi",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="apart_pairs",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("one", "other"), name="a_pair_is_kept_apart_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="a_pair_is_two_people_in_order"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=200, verbose_name="avviso")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="an_announcement_says_something"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Uplink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=300, verbose_name="indirizzo del centro")),
                ("seq", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(max_length=64)),
                ("acknowledged", models.PositiveIntegerField(default=0)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                ("answer", models.CharField(blank=True, max_length=300)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="uplink", to="tournament.season"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SentSegment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("envelope", models.TextField()),
                ("signature", models.CharField(max_length=100)),
                ("tournament", models.CharField(max_length=16)),
                ("digest", models.CharField(max_length=64)),
                ("content", models.TextField(blank=True)),
                (
                    "uplink",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="segments", to="tournament.uplink"
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("uplink", "seq"), name="sent_segments_are_numbered_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Venue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="sala")),
                ("first", models.PositiveSmallIntegerField(verbose_name="dal tavolo")),
                ("last", models.PositiveSmallIntegerField(verbose_name="al tavolo")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="venues", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["first"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "first"), name="a_table_is_in_one_hall"),
                    models.CheckConstraint(
                        condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                        name="a_hall_has_tables",
                    ),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="a_hall_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=300, verbose_name="indirizzo")),
                ("secret", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("body", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "da inviare"), ("sent", "inviato"), ("given_up", "non consegnato")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("answer", models.CharField(blank=True, max_length=200)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="tournament.webhook"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["state", "next_try_at"], name="deliveries_due")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "sent", "given_up"])),
                        name="delivery_state_is_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HeaderMapping",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("fields", models.JSONField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "digest"), name="one_meaning_of_a_header")],
            },
        ),
        migrations.CreateModel(
            name="HouseEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("verb", models.CharField(max_length=40)),
                ("subject", models.CharField(max_length=150)),
                (
                    "right",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("events", "creare tornei"),
                            ("people", "tenere la rubrica delle persone"),
                            ("seasons", "tenere le stagioni e le leghe"),
                            ("regulations", "cambiare i regolamenti e le plance della casa"),
                            ("copies", "fare, scaricare e rimettere le copie del sito"),
                            ("accounts", "dare e togliere i diritti della casa"),
                        ],
                        max_length=12,
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
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="HouseGrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "right",
                    models.CharField(
                        choices=[
                            ("events", "creare tornei"),
                            ("people", "tenere la rubrica delle persone"),
                            ("seasons", "tenere le stagioni e le leghe"),
                            ("regulations", "cambiare i regolamenti e le plance della casa"),
                            ("copies", "fare, scaricare e rimettere le copie del sito"),
                            ("accounts", "dare e togliere i diritti della casa"),
                        ],
                        max_length=12,
                    ),
                ),
                ("given_at", models.DateTimeField(auto_now_add=True)),
                (
                    "given_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_grants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["user__username", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "right"), name="a_house_right_is_given_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("right__in", ["events", "people", "seasons", "regulations", "copies", "accounts"])
                        ),
                        name="a_house_right_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryPass",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "membership",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="passes", to="tournament.membership"
                    ),
                ),
            ],
            options={
                "verbose_name": "lasciapassare",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("used_at__isnull", True)),
                        fields=("code_hash",),
                        name="an_open_code_opens_one_pass",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PenaltyRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                    "penalty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="tournament.penalty"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_changed_penalty_says_why"
                    )
                ],
            },
        ),
        migrations.RunPython(on_postgresql(CREATE_NOTICE), on_postgresql(DROP_NOTICE)),
    ]
