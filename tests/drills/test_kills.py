"""Workers, and PostgreSQL, killed outright while judges tell their games: what was acknowledged is there, once."""

from tests.drills.processes import binary
from tests.drills.sites import figures_of
from tests.tools import do_without


def test_killed_workers_lose_nothing():
    found = figures_of("kills", "--tables", "3", "--entries", "15", "--kills", "3")
    assert found["faults"] == []
    assert (found["acknowledged"], found["kills"]) == (45, 3)


def test_a_killed_database_loses_nothing():
    if binary("initdb") is None:
        do_without("PostgreSQL's server is not installed")
    found = figures_of(
        "kills", "--tables", "3", "--entries", "15", "--kills", "1", "--postgresql", "--database-kills", "2"
    )
    assert found["faults"] == []
    assert (found["acknowledged"], found["kills"]) == (45, 3)
