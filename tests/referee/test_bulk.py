"""A stretch of a game told at once leaves what its entries would have left one by one."""

import pytest

from games.kernel.breaches import Refused
from games.kernel.game import Move
from games.registry import games
from games.risiko import acts
from referee.actions.bulk import append_moves
from referee.errors import Conflict, NotPlaying
from referee.models import Entry, Snapshot
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tournament.models import TableStatus

MANY = 60
OF_AN_ENTRY = ("seq", "line", "seat", "actor", "is_standing", "giro", "in_turn", "level")
OF_THE_STATUS = (
    "giro",
    "seat_in_turn",
    "phase_it",
    "phase_en",
    "closing_threshold",
    "is_last_giro",
    "last_entry",
    "is_over",
)


def left(row) -> tuple:
    """What a desk, a screen and the next entry find."""
    row = current(row)
    return (
        (row.seq, row.head),
        list(Entry.objects.filter(record=row).values_list(*OF_AN_ENTRY)),
        [(one.seq, bytes(one.snapshot)) for one in Snapshot.objects.filter(record=row)],
        TableStatus.objects.values_list(*OF_THE_STATUS).get(table=row.table),
    )


@pytest.mark.parametrize("slug", list(games()))
def test_at_once_is_as_one_by_one(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    at_once = Recorder(row, judge, seed=3)
    at_once.record_until(lambda record: record.seq >= MANY or at_once.is_over)
    found = left(row)
    row.entries.all().delete()
    row.snapshots.all().delete()
    row.delete()
    row = open_a_table_of(slug, table, judge)
    Recorder(row, judge, seed=3).record_many(MANY)
    assert left(row) == found


def test_the_game_goes_on_from_there(recorder):
    recorder.record_until(lambda record: record.seq >= MANY)
    assert recorder.record_next().seq == MANY + 1


def test_nothing_proposed_is_nothing_told(recorder):
    was = left(recorder.row)
    assert append_moves(recorder.row, recorder.ahead, lambda _record: None, by=recorder.by) is None
    assert left(recorder.row) == was


def test_a_move_that_breaks_a_rule_leaves_nothing_of_its_stretch(recorder):
    recorder.record_many(12)
    was = left(recorder.row)
    moves = iter((recorder.propose(), Move(0, acts.Attack("alaska", "congo"))))
    with pytest.raises(Refused):
        append_moves(recorder.row, recorder.ahead, lambda _record: next(moves), by=recorder.by)
    assert left(recorder.row) == was


def test_a_record_that_stands_elsewhere_is_refused(recorder, judge):
    behind = Recorder(recorder.row, judge)
    recorder.record_many(3)
    with pytest.raises(Conflict):
        behind.record_until(lambda record: record.seq >= 5)


def test_a_table_that_is_not_in_play_is_refused(recorder):
    type(recorder.row.table).objects.update(state="signed")
    with pytest.raises(NotPlaying):
        recorder.record_until(lambda record: record.seq >= 5)
