"""The drill of readers at its smallest: every reader sees every move, in an answer that holds only what may change."""

from tests.drills.sites import figures_of


def test_every_reader_sees_every_move():
    found = figures_of("readers", "--readers", "3", "6", "--moves", "2", "--before", "60", "--workers", "1")

    assert [one["seen"] for one in found.values()] == [6, 12]
    assert [one["errors"] for one in found.values()] == [[], []]
    assert all(0 < one["bytes of an answer"] < 12_000 for one in found.values())
