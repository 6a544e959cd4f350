"""A record that was harmed anywhere, in any way: `verify_event` names the first bad entry. `make drills` does it a thousand times."""

import pytest

from tests.drills import chain, mutations
from tests.tournament.conftest import user


@pytest.fixture
def archive(db):
    return chain.an_archive(user("olga"), 60)


def test_the_first_bad_entry_is_named_each_time(archive):
    found = chain.drill(archive, 40)
    assert found["faults"] == []
    assert found["mutations"] == sum(found[chain.IN[place]] for place in chain.PLACES) == 40


@pytest.mark.parametrize("harm", mutations.HARMS, ids=lambda harm: harm.__name__)
def test_each_harm_changes_something(harm):
    from random import Random

    lines = ['{"game":"x"}', *(f'{{"seq":{n},"by":0,"act":{{"n":{n}}},"head":"{n:064x}"}}' for n in range(1, 9))]
    assert all(harm(lines, Random(seed))[0] != lines for seed in range(50))


def test_a_sound_archive_is_sound_as_file_and_as_rows(archive):
    assert chain.first_fault(archive.harmed(archive.lines, "both")) == ""
