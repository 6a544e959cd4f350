"""A column that this version's models do not have."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [migrations.AddField("tablestatus", "later", models.CharField(max_length=8, default="later"))]
