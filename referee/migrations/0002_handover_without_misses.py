from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("referee", "0001_initial")]

    operations = [migrations.RemoveField(model_name="handover", name="misses")]
