"""Positions that were kept in a form which the game has left behind: they are told again from the entries."""

import msgspec
import pytest

from games.kernel.record import Snapshot as RecordSnapshot
from referee.models import Snapshot
from referee.records import cache as record_cache
from referee.records.replay import Replay
from tests.referee.conftest import Recorder, cached_record, current
from tests.referee.test_every_game import open_a_table_of


def treasures_one_by_one(state: dict) -> None:
    """Cards as lists of counts and treasures one by one, as F.A.T.A.L. kept them once."""
    state["unseen"] = [list(counts) for counts in state["unseen"]]
    state["discards"] = list(state["discards"])
    sure, doubtful = state["hidden"]
    groups = [*((1 << place, kinds) for place, kinds in enumerate(sure)), *doubtful]
    state["hidden"] = sorted([kind, mask] for mask, kinds in groups for kind in kinds)


def seats_in_columns(state: dict) -> None:
    """What the seats have column by column, as F.A.T.A.L. kept it once."""
    sides = state.pop("sides")
    state |= {name: [side[name] for side in sides] for name in sides[0]}


def units_in_one_row(state: dict) -> None:
    """Units of the whole board in one row, as FabRisiko! kept them once."""
    state["groups"] = [group for here in state.pop("armies") for group in here]


def lasting_apart(state: dict) -> None:
    """What lasts for a while among the other fields of a position, as FabRisiko! kept it once."""
    state |= state.pop("lasting")


def store_as_before(stored: Snapshot, older_form) -> None:
    whole = record_cache.read_snapshot(stored.snapshot)
    state = msgspec.msgpack.decode(whole.state)
    older_form(state)
    older = RecordSnapshot(whole.seq, whole.head, msgspec.msgpack.encode(state), whole.known)
    Snapshot.objects.filter(pk=stored.pk).update(snapshot=record_cache.write_snapshot(older))


@pytest.mark.parametrize(
    ("slug", "older_form"),
    [
        ("fatal", treasures_one_by_one),
        ("fatal", seats_in_columns),
        ("fabrisiko", units_in_one_row),
        ("fabrisiko", lasting_apart),
    ],
)
def test_a_record_goes_on_from_its_entries_where_its_positions_have_another_form(table, judge, slug, older_form):
    row = open_a_table_of(slug, table, judge)
    Recorder(row, judge, seed=3).record_until(lambda record: record.state.turn >= 3)
    states = [Replay(current(row), []).state(number) for number in range(4)]
    for stored in row.snapshots.all():
        store_as_before(stored, older_form)
    record_cache.clear()

    assert cached_record(row).state == states[-1]
    assert [Replay(current(row), []).state(number) for number in range(4)] == states
