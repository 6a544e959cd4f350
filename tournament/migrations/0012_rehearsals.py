from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_work_in_the_background")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_rehearsal",
            field=models.BooleanField(default=False, editable=False, verbose_name="prova"),
        ),
    ]
