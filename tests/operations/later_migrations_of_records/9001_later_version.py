"""A column of the records that a later version no longer has."""

from pathlib import Path

from django.db import migrations

from referee import migrations as present

LATEST = max(path.stem for path in Path(present.__path__[0]).glob("0*.py"))


class Migration(migrations.Migration):
    dependencies = [("referee", LATEST), ("tournament", "9001_later_version")]

    operations = [migrations.RemoveField("gamerecord", "paused_after")]
