"""Several hosts in namespaces, at their smallest: the database fails over while judges enter, and nothing acknowledged is lost. And what
counts as a pause. Counts alone.
"""

from tests.drills import networks
from tests.drills.hosts import PAUSE_SECONDS, pauses_of
from tests.drills.processes import binary
from tests.drills.proxies import program
from tests.drills.sites import figures_of
from tests.tools import do_without


def test_a_database_that_fails_over_loses_nothing():
    if not networks.are_possible():
        do_without("network namespaces need root on Linux")
    if missing := [name for name in ("caddy", "pgbouncer") if program(name) is None]:
        do_without(f"not installed: {missing}")
    if binary("initdb") is None:
        do_without("PostgreSQL's server is not installed")
    found = figures_of(
        "hosts", "--tables", "3", "--viewers", "2", "--quiet-seconds", "4", "--only", "the database fails over"
    )
    assert found["faults"] == []
    assert found["acknowledged"] > 0


def test_waits_in_a_row_are_one_pause():
    long, short = PAUSE_SECONDS * 2, PAUSE_SECONDS / 2
    moments = [(0.0, long), (10.0, short), (11.0, long), (16.0, long), (21.0, short), (22.0, long), (40.0, long)]
    assert pauses_of(moments, 5.0, 40.0) == [long * 2, long]
    assert pauses_of(moments, 2.0, 5.0) == [long]
    assert pauses_of(moments, 50.0, 60.0) == []
