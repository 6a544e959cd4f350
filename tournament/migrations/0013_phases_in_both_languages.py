"""What a table is doing is said in the reader's language: the Italian words stay, the English ones come with the next entry."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_rehearsals")]

    operations = [
        migrations.RenameField("tablestatus", "phase", "phase_it"),
        migrations.AddField("tablestatus", "phase_en", models.CharField(blank=True, max_length=80)),
    ]
