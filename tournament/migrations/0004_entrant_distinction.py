"""What tells people of one name apart becomes a field of theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_second_factors")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="distinction",
            field=models.CharField(
                blank=True,
                choices=[("nick", "nick"), ("club", "club"), ("number", "numero")],
                default="",
                editable=False,
                max_length=6,
                verbose_name="che cosa lo distingue dagli omonimi",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("distinction__in", ["", "nick", "club", "number"])), name="distinction_is_known"
            ),
        ),
    ]
