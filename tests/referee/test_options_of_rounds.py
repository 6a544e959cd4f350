"""Options that hold in some rounds of an event only, as a table's record is opened with them."""

import json

import pytest

from referee.records import cache as record_cache
from tests.referee.conftest import open_table
from tests.tournament.conftest import NOW, play
from tests.tournament.test_formats import begin
from tournament.actions import rounds
from tournament.queries.results import standings_of


@pytest.fixture
def second_round(organizer):
    """The second of four games: from here on the order is chosen from the last of the standings."""
    tournament = begin("iperisiko", 8, organizer)
    first = rounds.draw(tournament, seed="seme", by=organizer)
    play(first, organizer)
    rounds.close(first, by=organizer, now=NOW)
    second = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(second, by=organizer)
    rounds.start(second, by=organizer, now=NOW)
    return second


def test_the_first_game_draws_its_order(organizer):
    tournament = begin("iperisiko", 8, organizer)
    first = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(first, by=organizer)
    rounds.start(first, by=organizer, now=NOW)
    row = open_table(first.tables.first(), organizer)
    assert (record_cache.header_of(row).options, row.seq) == ({}, 0)


def test_the_standings_are_read_out_from_the_last_as_the_first_line(second_round, organizer):
    table = second_round.tables.first()
    row = open_table(table, organizer)
    row.refresh_from_db()
    header = record_cache.header_of(row)
    assert header.options == {"order": "chosen"}
    data = json.loads(row.entries.get().line)
    assert (row.seq, data["by"], data["act"]["type"]) == (1, "judge", "standings")
    ranks = {line.entrant: line.rank for line in standings_of(second_round.tournament)}
    read_out = [ranks[header.seats[seat]] for seat in data["act"]["seats"]]
    assert read_out == sorted(read_out, reverse=True)
    assert record_cache.is_sound(row)
