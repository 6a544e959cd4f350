"""Links by which captains hand in their line-ups, and until when."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0017_keeping_names_and_api_tokens"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
    ]
