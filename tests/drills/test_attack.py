"""The attack drill at its smallest: what is compared, refused and lost. Counts alone."""

import pytest

from tests.drills.processes import binary
from tests.drills.sites import figures_of
from tests.tools import do_without


@pytest.mark.parametrize("on", ["SQLite", "PostgreSQL"])
def test_no_attack_gets_in_or_costs_an_entry(on):
    if on == "PostgreSQL" and binary("initdb") is None:
        do_without("PostgreSQL's server is not installed")
    small = ("--tables", "2", "--seconds", "1", "--codes", "60", "--log-ins", "4", "--uploads", "8", "--documents", "6")
    small += ("--requests", "10")
    found = figures_of("attack", *small, *(["--postgresql"] if on == "PostgreSQL" else []))
    assert found["faults"] == []
    assert found["codes, answers"] == "9 × 422, 51 × 429"
    assert found["log-ins, answers"] == "4 × 302"
    assert found["documents, answers"] == "6 × 200"
