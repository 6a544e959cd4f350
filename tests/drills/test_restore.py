"""A site full of records, backed up, emptied and restored: nothing differs. `make drills` does it with a million entries."""

from tests.drills.sites import figures_of


def test_a_restored_site_is_the_one_that_was_backed_up():
    found = figures_of("restore", "--players", "24", "--entries", "600")
    assert found["faults"] == []
    assert (found["players"], found["records"], found["results"], found["entries"]) == (24, 12, 48, 600)
