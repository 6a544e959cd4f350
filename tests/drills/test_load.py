"""The load drill at its smallest: every entry that is due is acknowledged, viewers hear of them, and nothing fails. Counts alone."""

from tests.drills.sites import figures_of
from tests.drills.traffic import Format


def test_every_entry_is_acknowledged_and_seen():
    found = figures_of("load", "--tables", "2", "--viewers", "4", "--seconds", "4", "--workers", "1", "--rate", "2")
    assert (found["errors"], found["kinds of errors"]) == (0, [])
    assert found["due"] == found["acknowledged"] == 8
    assert found["lost"] == 0
    assert found["viewers heard"] > 0


def test_a_plan_has_its_rate_and_its_bursts():
    assert len(list(Format((), rate=4, seconds=10).moments())) == 40
    burst = list(Format((), rate=10, seconds=60, burst=300, burst_every=30).moments())
    assert sum(30 <= at < 31 for at in burst) == 300
    assert sum(at < 30 for at in burst) in (300, 301)
