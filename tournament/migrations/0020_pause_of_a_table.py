"""Since when a table pauses by agreement, for the clocks of desk, projector and phones."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0019_chairs_known_as"),
    ]

    operations = [
        migrations.AddField(
            model_name="tablestatus",
            name="paused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tablestatus",
            name="paused_after",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
