import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


def name_kinds(apps, schema_editor):
    origins = apps.get_model("tournament", "AccountOrigin").objects
    log = apps.get_model("tournament", "LogEvent").objects
    origins.filter(tournament__is_rehearsal=True).update(kind="rehearsal")
    origins.filter(tournament__in=log.filter(verb="demo.load").values("tournament")).update(kind="demo")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_notices_that_name_versions")]

    operations = [
        migrations.AddField(
            model_name="accountorigin",
            name="kind",
            field=models.CharField(
                choices=[("event", "torneo"), ("rehearsal", "prova"), ("demo", "dimostrazione")],
                default="event",
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="accountorigin",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="accounts_made",
                to="tournament.tournament",
            ),
        ),
        migrations.RunPython(name_kinds, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="accountorigin",
            constraint=models.CheckConstraint(
                condition=Q(kind__in=["event", "rehearsal", "demo"]), name="what_made_an_account_is_known"
            ),
        ),
    ]
