"""Positions that were kept in a form which the game has left behind: they are told again from the entries."""

import msgspec

from games.kernel.record import Snapshot
from referee import shelf
from referee.models import KeptState
from referee.replay import Replay
from tests.referee.conftest import Teller, current
from tests.referee.test_every_game import open_a_table_of


def as_before(kept: KeptState) -> None:
    """Cards as lists of counts and treasures one by one, as F.A.T.A.L. kept them once."""
    whole = shelf.read_snapshot(kept.snapshot)
    state = msgspec.msgpack.decode(whole.state)
    state["unseen"] = [list(counts) for counts in state["unseen"]]
    state["discards"] = list(state["discards"])
    state["hidden"] = sorted([kind, mask] for mask, kinds in state["hidden"] for kind in kinds)
    older = Snapshot(whole.seq, whole.head, msgspec.msgpack.encode(state), whole.known)
    KeptState.objects.filter(pk=kept.pk).update(snapshot=shelf.write_snapshot(older))


def test_a_record_goes_on_from_its_entries_where_its_positions_have_another_form(table, judge):
    row = open_a_table_of("fatal", table, judge)
    Teller(row, judge, seed=3).tell_until(lambda record: record.state.turn >= 3)
    states = [Replay(current(row), []).state(number) for number in range(4)]
    for kept in row.kept_states.all():
        as_before(kept)
    shelf.clear()

    assert shelf.take(current(row)).state == states[-1]
    assert [Replay(current(row), []).state(number) for number in range(4)] == states
