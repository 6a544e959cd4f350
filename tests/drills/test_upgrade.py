"""A tournament in play on the earliest version, brought to this one: the same chain heads, and every table goes on."""

import pytest
from django.db import connection

from tests.drills.sites import figures_of
from tests.drills.upgrade import shape


@pytest.mark.django_db
def test_a_live_tournament_keeps_its_chain_heads_through_every_migration():
    found = figures_of("upgrade", "--entries", "40")
    assert found["faults"] == []
    assert (found["tables in play"], found["entries before"], found["entries after"]) == (5, 200, 225)
    assert found["migrations"] > 0
    if connection.vendor == "sqlite":
        assert found["shape"] == shape(), "an upgraded database differs from one that is made now"
