"""Where the system dealt the objectives and the regulation says so, it announces one that is reached; otherwise the player does."""

from random import Random

import pytest

from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused, Unreadable
from games.kernel.game import Move
from games.risiko import board
from games.risiko.acts import Shown
from referee.actions import entries, records
from referee.actions.bulk import append_moves
from referee.models import Entry
from referee.records import cache as record_cache
from tests.referee.conftest import open_table

pytestmark = pytest.mark.django_db(transaction=True)


def about_to_be_reached(table, judge, how: str):
    """A sealed table, and what its judge says that it shows: the first seat holds every territory of its objective."""
    tournament = table.round.tournament
    tournament.options = {"claim_how": how}
    tournament.save()
    row = open_table(table, judge, seal=True, rng=Random(3))
    number = int(entries.vault_of(row).of(0, "objective")[0].value)
    ours = board.standard().objectives[number].territories
    seats = table.seats.count()
    owners = {name: 0 if place in ours else 1 + place % (seats - 1) for place, name in enumerate(board.standard().ids)}
    return row, Shown(owners=owners, turn=0, giro=2)


def reached_by_the_first_seat(table, judge, how: str):
    row, visible = about_to_be_reached(table, judge, how)
    records.append(row, client_key="tavolo", expected_seq=0, by_seat=JUDGE, act=visible, why="dal tavolo", by=judge)
    row.refresh_from_db()
    return row


def test_the_system_announces_an_objective_that_it_dealt(table, judge):
    row = reached_by_the_first_seat(table, judge, "automatic")
    record = record_cache.rebuild(row)
    assert record.ended_by == "objective"
    assert Entry.objects.filter(record=row).count() == row.seq == 2
    assert record.state.winner == 0


@pytest.mark.parametrize(("how", "speakers"), [("automatic", [None, 0]), ("declared", [None])])
def test_a_game_told_at_once_is_announced_alike(table, judge, how, speakers):
    row, visible = about_to_be_reached(table, judge, how)
    moves = iter([Move(JUDGE, visible, "dal tavolo")])
    append_moves(row, record_cache.rebuild(row), lambda _record: next(moves, None), by=judge)
    assert list(Entry.objects.filter(record=row).order_by("seq").values_list("seat", flat=True)) == speakers


def test_otherwise_the_player_has_to_claim_it(table, judge):
    row = reached_by_the_first_seat(table, judge, "declared")
    assert row.seq == 1
    records.show_sealed(row, client_key="mostra", expected_seq=1, seat=0, by=judge)
    row.refresh_from_db()
    assert row.seq == 2


def test_whoever_asks_for_a_secret_in_vain_is_in_the_log(table, judge):
    """The refusal says that the objective is not reached, which nobody at the table may know."""
    row = open_table(table, judge, seal=True, rng=Random(3))
    with pytest.raises((Refused, Unreadable)):
        records.show_sealed(row, client_key="mostra", expected_seq=0, seat=1, by=judge)
    row.refresh_from_db()
    assert row.seq == 0
    logged = table.round.tournament.log.get(verb="record.ask_sealed")
    assert (logged.actor, logged.subject, logged.data) == (judge, table.place, {"seat": 2})
