"""By which id the record of a table knows a chair where somebody else was found to sit."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0018_captains_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="known_as",
            field=models.CharField(blank=True, max_length=16),
        ),
    ]
