"""Dice and records across events: what the records of games say, held against the same lines read one by one."""

import json
from collections import Counter
from decimal import Decimal

import pytest
from django.urls import reverse

from games.kernel.acts import Note
from games.registry import games
from games.risiko.state import DefenceThrow
from referee.actions import records
from referee.hooks.memory import recorded_facts
from tests.referee.conftest import Recorder, current
from tests.referee.test_every_game import open_a_table_of
from tournament.actions import directory
from tournament.models import Entrant, Person, Result, Tournament
from tournament.queries import hall_of_fame
from tournament.states import TableState, TournamentState

SLUGS = list(games())
THROWN = [slug for slug in SLUGS if games()[slug].battle_dice]


def remember(table, *, without: tuple[int, ...] = ()) -> list[Person]:
    """The table's event is over and public, and everybody but the entrants on these seats has consented. The first seat won."""
    tournament = table.round.tournament
    for rank, seat in enumerate(table.seats.order_by("position"), 1):
        Result.objects.create(seat=seat, points=Decimal(90 - rank), rank=rank, ended_by="elimination")
        Entrant.objects.filter(pk=seat.entrant_id).update(has_consented=rank not in without)
    table.state = TableState.SIGNED
    table.save(update_fields=["state"])
    directory.recognise(tournament.entrants.all())
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, is_public=True, is_rehearsal=False
    )
    seats = table.seats.order_by("position").select_related("entrant")
    return [Person.objects.get(outings__entrant=seat.entrant) for seat in seats]


def dice_line_by_line(row) -> dict[str, Counter[int]]:
    """By chair, as somebody would count who reads the whole record."""
    chairs = json.loads(row.header)["seats"]
    battle = games()[row.game].battle_dice
    found: dict[str, Counter[int]] = {}
    for entry in row.entries.filter(is_standing=True):
        line = json.loads(entry.line)
        act = line["act"]
        if act["type"] in battle:
            found.setdefault(chairs[line["by"]], Counter()).update(act.get("dice") or [act["die"]])
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_the_facts_of_a_table_are_those_of_its_lines(table, judge, slug):
    row = open_a_table_of(slug, table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_more(300)
    row = current(row)
    (facts,) = recorded_facts(slug, frozenset({table.pk}))
    expected = dice_line_by_line(row)
    assert {chair: +Counter(dict(enumerate(faces, 1))) for chair, faces in facts.dice.items()} == expected
    assert recorder.ahead.state.giro - facts.giri in (0, 1)  # a giro of which nothing is recorded yet does not count
    assert bool(expected) == (slug in THROWN)
    ahead, chairs = recorder.ahead, json.loads(row.header)["seats"]
    goals = ahead.game.scene(ahead.rules, ahead.state, frozenset()).goals
    assert {(chair, label) for chair, labels in facts.objectives.items() for label in labels} == {
        (chairs[goal.seat], goal.label) for goal in goals
    }
    if slug in THROWN:
        assert 1 <= facts.longest_turn.giro <= facts.giri
        assert sum(1 for one in row.entries.filter(giro=facts.longest_turn.giro)) >= facts.longest_turn.throws > 0


def test_what_was_taken_back_does_not_count(row, recorder, table, judge):
    recorder.record_until(lambda record: isinstance(record.state.awaits, DefenceThrow))
    before = sum(sum(faces) for faces in the_facts(row).dice.values())
    last = row.entries.filter(line__contains='"attack_dice"', is_standing=True).last()
    assert last.seq == current(row).seq
    records.undo(row, client_key=records.new_client_key(), expected_seq=last.seq, by=judge)
    assert sum(sum(faces) for faces in the_facts(row).dice.values()) == before - len(
        json.loads(last.line)["act"]["dice"]
    )


def test_a_note_that_speaks_of_dice_is_no_throw(row, recorder, judge):
    recorder.record_more(60)
    before = the_facts(row)
    note = Note(text='"type":"attack_dice","dice":[6,6,6]')
    records.append(
        row, client_key=records.new_client_key(), expected_seq=current(row).seq, by_seat="judge", act=note, by=judge
    )
    assert the_facts(row).dice == before.dice


def the_facts(row):
    (facts,) = recorded_facts(row.game, frozenset({row.table_id}))
    return facts


def test_the_hall_of_fame_names_who_is_remembered_and_nobody_else(row, recorder, table, client):
    recorder.record_more(300)
    first, second, *_others = remember(table, without=(2,))
    address = reverse("tournament:play_records", args=[row.game])
    text = client.get(address).content.decode()
    assert str(first) in text
    assert str(second) not in text
    assert table.round.tournament.name in text
    assert second not in [one.person for one in hall_of_fame.luck_of_people(row.game)]
    person = client.get(reverse("tournament:person", args=[first.code]))
    assert "attesa" in person.content.decode()


def test_the_records_are_those_of_the_tables(row, recorder, table):
    recorder.record_more(300)
    winner = remember(table)[0]
    found = {one.title: one for one in hall_of_fame.play_records(row.game)}
    assert (found["Più punti in una partita"].value, found["Più punti in una partita"].person) == ("89", winner)
    giri = recorder.ahead.state.giro
    assert found["La partita più lunga"].value == f"{giri} giri"
    assert found["La più rapida: resta un solo giocatore"].value == f"{giri} giri"
    assert found["La più rapida: resta un solo giocatore"].person == winner
    assert found["Più lanci di battaglia in un turno"].table == table


def test_a_result_that_is_corrected_changes_the_records(row, recorder, table, client):
    recorder.record_more(60)
    remember(table)
    address = reverse("tournament:play_records", args=[row.game])
    assert "89" in client.get(address).content.decode()
    best = Result.objects.order_by("-points").first()
    best.points, best.revision = 91, best.revision + 1
    best.save()
    found = {one.title: one for one in hall_of_fame.play_records(row.game)}
    assert found["Più punti in una partita"].value == "91"
    assert "91" in client.get(address).content.decode()


def test_records_are_computed_once_until_something_changes(row, recorder, table, monkeypatch):
    recorder.record_more(60)
    remember(table)
    first = hall_of_fame.play_records(row.game), hall_of_fame.luck_of_people(row.game)
    assert first[0]
    monkeypatch.setattr(hall_of_fame, "_played", None)
    assert (hall_of_fame.play_records(row.game), hall_of_fame.luck_of_people(row.game)) == first


@pytest.mark.parametrize("change", [{"is_public": False}, {"is_rehearsal": True}, {"state": "running"}])
def test_nothing_is_remembered_of_an_event_that_does_not_count(row, recorder, table, client, change):
    recorder.record_more(60)
    remember(table)
    Tournament.objects.update(**change)
    assert hall_of_fame.play_records(row.game) == []
    assert hall_of_fame.luck_of_people(row.game) == []
    page = client.get(reverse("tournament:play_records", args=[row.game])).content.decode()
    assert table.round.tournament.name not in page


def test_a_game_on_paper_has_its_score_and_no_giri(table, client):
    remember(table)
    game = table.round.tournament.game
    assert [one.title for one in hall_of_fame.play_records(game)] == ["Più punti in una partita"]


def test_a_persons_dice_are_those_of_the_whole_sites_list(row, recorder, table):
    recorder.record_more(300)
    people = remember(table, without=(2,))
    listed = {one.person: one.luck for one in hall_of_fame.luck_of_people(row.game)}
    assert listed
    assert {one: luck for one in people if (luck := hall_of_fame.play_of(one, row.game)[0])} == listed
