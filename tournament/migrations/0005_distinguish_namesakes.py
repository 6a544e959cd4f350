"""Tell apart the people of one name who are on a roster already."""

from django.db import migrations

from tournament.core.public_names import distinctions


def fill_in(apps, _editor):
    entrants = apps.get_model("tournament", "Entrant")
    for tournament in apps.get_model("tournament", "Tournament").objects.values_list("pk", flat=True):
        people = list(entrants.objects.filter(tournament=tournament))
        due = distinctions(people)
        changed = [one for one in people if due[one.pk]]
        for one in changed:
            one.distinction = due[one.pk]
        entrants.objects.bulk_update(changed, ["distinction"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_entrant_distinction")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
