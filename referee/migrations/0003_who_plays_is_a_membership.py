"""Who of the staff also plays stands on the membership alone: what the record's app kept beside it moves there."""

from django.db import migrations


def to_memberships(apps, schema_editor):
    """The link that barred a person from the own table wins over what the draw of judges was told."""
    Membership = apps.get_model("tournament", "Membership")
    for link in apps.get_model("referee", "PlayingStaff").objects.select_related("entrant").order_by("-pk"):
        Membership.objects.filter(user=link.user_id, tournament=link.entrant.tournament_id).update(entrant=link.entrant)


def to_links(apps, schema_editor):
    PlayingStaff = apps.get_model("referee", "PlayingStaff")
    for member in apps.get_model("tournament", "Membership").objects.exclude(entrant=None).order_by("pk"):
        PlayingStaff.objects.get_or_create(entrant_id=member.entrant_id, defaults={"user_id": member.user_id})


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0002_around_the_table"),
        ("tournament", "0010_timetable_halls_and_prizes"),
    ]

    operations = [
        migrations.RunPython(to_memberships, to_links),
        migrations.DeleteModel(name="PlayingStaff"),
    ]
