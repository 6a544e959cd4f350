"""A table that refers to older ones, a column more, one of another type, and an index less."""

from pathlib import Path

from django.db import migrations, models

from tournament import migrations as present

LATEST = max(path.stem for path in Path(present.__path__[0]).glob("0*.py"))


class Migration(migrations.Migration):
    dependencies = [("tournament", LATEST)]

    operations = [
        migrations.AddField("tablestatus", "later", models.CharField(max_length=8, default="later")),
        migrations.RemoveIndex("delivery", "deliveries_due"),
        migrations.AlterField("season", "name", models.TextField()),
        migrations.CreateModel(
            "Later",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("table", models.ForeignKey("tournament.table", on_delete=models.CASCADE)),
                ("entrant", models.ForeignKey("tournament.entrant", on_delete=models.CASCADE)),
            ],
        ),
    ]
