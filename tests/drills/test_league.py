"""Venues that are cut off, repeat themselves and arrive in any order: the hub ends with the ranking of a single site."""

import pytest

from tests.drills import league


@pytest.mark.django_db
def test_the_hub_ends_where_a_single_site_would_be():
    found = league.simulated(5, 2, seed=3)
    assert found["faults"] == []
    assert (found["venues"], found["tournaments"]) == (5, 9)
    assert found["segments"] >= 19
    assert all(found[what] > 0 for what in ("cut off", "late", "twice", "answers lost"))
