"""Standings serve the pages after the one that they were computed for, until something that they read has changed."""

from decimal import Decimal

import pytest

from tests.tournament.conftest import CONFIRMED, lines_for, play
from tournament.actions import penalties, results
from tournament.models import Tournament
from tournament.queries import results as queries
from tournament.queries.results import computed_once, standings_of


@pytest.fixture(autouse=True)
def nothing_held():
    queries.forget()
    yield
    queries.forget()


def of_a_page(tournament):
    """As a request reads them: the tournament anew, in a block of its own."""
    with computed_once():
        return standings_of(Tournament.objects.get(pk=tournament.pk))


def computed(monkeypatch) -> list[int]:
    found, compute = [], queries._event_of
    monkeypatch.setattr(queries, "_event_of", lambda one: found.append(one.pk) or compute(one))
    return found


def test_the_next_page_reads_no_seat_again(draft, organizer, monkeypatch):
    play(draft, organizer)
    asked = computed(monkeypatch)
    first = of_a_page(draft.tournament)
    assert of_a_page(draft.tournament) == first
    assert len(asked) == 1


def test_a_result_and_a_penalty_are_in_the_next_page(running, organizer):
    of_a_page(running.tournament)
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED)
    with_result = of_a_page(running.tournament)
    assert any(line.total for line in with_result)
    entrant = table.seats.first().entrant
    penalties.add(entrant, points=Decimal(7), reason="prova", by=organizer)
    assert of_a_page(running.tournament) != with_result


def test_other_rules_are_other_standings_though_no_topic_rose(draft, organizer, monkeypatch):
    play(draft, organizer)
    asked = computed(monkeypatch)
    of_a_page(draft.tournament)
    other = Tournament.objects.get(pk=draft.tournament.pk)
    Tournament.objects.filter(pk=other.pk).update(regulation=other.regulation.replace("{", "{ ", 1))
    of_a_page(draft.tournament)
    assert len(asked) == 2


def test_outside_of_a_page_nothing_is_held(draft, organizer, monkeypatch):
    play(draft, organizer)
    asked = computed(monkeypatch)
    of_a_page(draft.tournament)
    standings_of(draft.tournament)
    assert len(asked) == 2


def test_as_many_events_as_are_read_are_not_held_for_ever(db):
    for number in range(2 * queries.MOST_STORED):
        queries._reused(("event", -number), "state", lambda: None)
    assert len(queries._of_events) == queries.MOST_STORED
