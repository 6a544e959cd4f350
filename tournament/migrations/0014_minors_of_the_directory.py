"""The directory knows who is a minor, from the rosters so far."""

from django.db import migrations, models


def from_the_rosters(apps, schema_editor) -> None:
    minors = apps.get_model("tournament", "Recognised").objects.filter(entrant__is_minor=True)
    apps.get_model("tournament", "Person").objects.filter(outings__in=minors).update(is_minor=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_phases_in_both_languages")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="is_minor",
            field=models.BooleanField(default=False, verbose_name="minorenne"),
        ),
        migrations.RunPython(from_the_rosters, migrations.RunPython.noop),
    ]
