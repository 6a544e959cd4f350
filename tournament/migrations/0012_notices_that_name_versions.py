"""On PostgreSQL a second notice of a bump names its topic and version, so that whoever listens need not ask for them.

The first one stays as it is: workers of an earlier version listen to it, and a copy made before may be put back only where its
definition is still the site's own.
"""

from django.db import migrations

CREATE = """
CREATE FUNCTION sdadata_version_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('sdadata_versions', NEW.topic || ' ' || NEW.version);
    RETURN NULL;
END $$;
CREATE TRIGGER sdadata_version_notice AFTER INSERT OR UPDATE ON tournament_liveversion
    FOR EACH ROW EXECUTE FUNCTION sdadata_version_notice();
"""
DROP = """
DROP TRIGGER sdadata_version_notice ON tournament_liveversion;
DROP FUNCTION sdadata_version_notice();
"""


def on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_push_subscriptions")]

    operations = [migrations.RunPython(on_postgresql(CREATE), on_postgresql(DROP))]
