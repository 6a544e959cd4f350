"""On PostgreSQL a trigger gives notice of each bump, so that a bump stays one query and no writer can forget it."""

from django.db import migrations

GIVE = """
CREATE FUNCTION sdadata_live_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('sdadata_live', '');
    RETURN NULL;
END $$;
CREATE TRIGGER sdadata_live_notice AFTER INSERT OR UPDATE ON tournament_liveversion
    FOR EACH ROW EXECUTE FUNCTION sdadata_live_notice();
"""
TAKE = """
DROP TRIGGER sdadata_live_notice ON tournament_liveversion;
DROP FUNCTION sdadata_live_notice();
"""


def run(sql):
    def on_postgresql(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return on_postgresql


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_draws")]

    operations = [migrations.RunPython(run(GIVE), run(TAKE))]
