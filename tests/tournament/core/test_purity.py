"""The pure modules of the tournament need neither a database nor a configured site."""

import os
import subprocess
import sys

SCRIPT = """
import sys
from tournament import exports
from tournament.core import clock, draw, formats
from tournament.core.draw import commitment, judges, repair, transcript
from tournament.core.formats import table_splits
from tournament.core.ranking import qualification, scoring, standings
from tournament.core.regulation import schema as regulation
from tournament.imports import roster
print(sorted(name for name in sys.modules if name.startswith(("django.db", "tournament.models"))))
try:
    formats.possible_formats(11, regulation.presets()["risiko-torneo"])
except formats.NoFormat as none:
    print(none)
"""


def test_pure_modules_work_without_a_site_and_speak_italian_there():
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**environment, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == ["[]", "11 giocatori non si possono dividere in tavoli da 4 o 5"]
