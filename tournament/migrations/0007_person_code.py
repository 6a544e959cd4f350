"""A public code for each person of the directory, for the address of a page."""

from django.db import migrations, models

import tournament.models.tournament


def give_codes(apps, _editor):
    Person = apps.get_model("tournament", "Person")
    for pk in Person.objects.filter(code=None).values_list("pk", flat=True):
        Person.objects.filter(pk=pk).update(code=tournament.models.tournament.new_code())


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_brought_files")]

    operations = [
        migrations.AddField("person", "code", models.CharField(max_length=16, null=True, editable=False)),
        migrations.RunPython(give_codes, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "person",
            "code",
            models.CharField(
                max_length=16, unique=True, default=tournament.models.tournament.new_code, editable=False
            ),
        ),
    ]
