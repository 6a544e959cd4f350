"""The site's memory: who is remembered, what is computed about them, and that nobody else is named anywhere."""

import re
from collections import Counter
from datetime import date
from itertools import combinations

import pytest
from django.urls import reverse

from tests.tournament.conftest import enter
from tests.tournament.test_formats import choose, play_all, play_round
from tournament.actions import directory, privacy, tournaments
from tournament.core.identity import key_of
from tournament.core.ranking.rating import UNKNOWN, chances_to_win, rated
from tournament.core.regulation.schema import presets
from tournament.models import Entrant, Person, Season, Seat, Tournament
from tournament.queries import champions, memory

GAME = "arba"


def an_event(organizer, day: int, *, is_over: bool = True) -> Tournament:
    """Four people play a bracket; the same four at each event, since they have one name and club."""
    tournament = tournaments.create(
        name=f"Coppa {day}", day=date(2026, 3, day), regulation=presets()[GAME], by=organizer
    )
    enter(tournament, 4)
    Entrant.objects.filter(tournament=tournament).update(has_consented=True)
    directory.recognise(tournament.entrants.all())
    tournaments.open_checkin(tournament, by=organizer)
    choose(tournament, organizer, "bracket")
    if not is_over:
        play_round(tournament, organizer)
        return tournament
    play_all(tournament, organizer)
    tournaments.finish(tournament, by=organizer)
    return tournament


@pytest.fixture
def events(organizer):
    return [an_event(organizer, 14), an_event(organizer, 15)]


def person_of(tournament, number: int) -> Person:
    return Person.objects.get(outings__entrant__tournament=tournament, outings__entrant__number=number)


def page(client, name: str, *args):
    return client.get(reverse(f"tournament:{name}", args=args))


def named_anywhere(client, name: str) -> list[str]:
    """The pages of the memory on which this name stands."""
    addresses = [reverse("tournament:albo"), reverse("tournament:albo") + "?nome=cognome"]
    addresses += [reverse("tournament:rating", args=[GAME])]
    addresses += [reverse("tournament:person", args=[one.code]) for one in Person.objects.all()]
    addresses += [reverse("tournament:club", args=[key]) for key in ("ildado", "latorre", "tretorri", "kamchatkaclub")]
    found = {address: client.get(address) for address in addresses}
    return [
        address for address, answer in found.items() if answer.status_code == 200 and name in answer.content.decode()
    ]


def test_a_person_has_one_page_with_every_event(events, client):
    person = person_of(events[0], 1)
    text = page(client, "person", person.code).content.decode()
    for event in events:
        assert event.name in text
        assert reverse("tournament:player", args=[event.slug, 1]) in text
    one = memory.memory_of(person)
    assert [outing.tournament for outing in one.outings] == events[::-1]
    assert (
        reverse("tournament:person", args=[person.code]) in page(client, "player", events[0].slug, 1).content.decode()
    )


def test_head_to_head_counts_each_table_once(events):
    met = Counter()
    ahead = Counter()
    for table in {seat.table for event in events for seat in Seat.objects.filter(round__tournament=event)}:
        seats = table.seats.select_related("result", "entrant")
        for one, other in combinations(seats, 2):
            for mine, theirs in ((one, other), (other, one)):
                pair = mine.entrant.number, theirs.entrant.number
                met[pair] += 1
                ahead[pair] += mine.result.rank < theirs.result.rank
    for number in range(1, 5):
        for rival in memory.memory_of(person_of(events[0], number)).rivals:
            other = Person.objects.get(code=rival.code).outings.first().entrant.number
            assert (rival.met, rival.ahead) == (met[number, other], ahead[number, other])
            assert rival.met == rival.ahead + rival.behind


def test_nobody_is_remembered_without_consent(events, client):
    quiet = person_of(events[0], 2)
    Entrant.objects.filter(recognised__person=quiet).update(has_consented=False)
    assert named_anywhere(client, str(quiet)) == []
    assert page(client, "person", quiet.code).status_code == 404
    assert quiet.code not in memory.ratings_of(GAME)
    assert len(memory.ratings_of(GAME)) == 3
    assert (
        reverse("tournament:person", args=[quiet.code])
        not in page(client, "player", events[0].slug, 2).content.decode()
    )


def test_consent_at_one_event_remembers_that_event_alone(events):
    person = person_of(events[0], 1)
    Entrant.objects.filter(tournament=events[1], number=1).update(has_consented=False)
    assert [one.tournament for one in memory.memory_of(person).outings] == [events[0]]
    games = memory.games_of(GAME)
    assert not any(person.code in dict(one.places) for one in games if one.tournament == events[1].pk)


@pytest.mark.parametrize("change", [{"is_public": False}, {"is_rehearsal": True}, {"state": "running"}])
def test_an_event_that_is_private_a_rehearsal_or_in_play_is_not_remembered(events, client, change):
    Tournament.objects.update(**change)
    assert memory.games_played() == []
    assert memory.ratings_of(GAME) == {}
    for person in Person.objects.all():
        assert page(client, "person", person.code).status_code == 404
        assert named_anywhere(client, str(person)) == []
    assert events[0].name not in page(client, "albo").content.decode()


def test_an_erased_person_is_forgotten_at_once(events, client, organizer):
    person = person_of(events[0], 1)
    name, code = str(person), person.code
    assert named_anywhere(client, name)
    for event in events:
        privacy.erase(event.entrants.get(number=1), by=organizer)
    assert named_anywhere(client, name) == []
    assert page(client, "person", code).status_code == 404
    assert named_anywhere(client, "Giocatore 1") == []


def test_a_minor_is_remembered_by_the_nick(events, client):
    person = person_of(events[0], 1)
    name = str(person)
    Entrant.objects.filter(recognised__person=person).update(is_minor=True, nick="Zefiro")
    Person.objects.filter(pk=person.pk).update(is_minor=True, nick="Zefiro")
    assert named_anywhere(client, name) == []
    assert named_anywhere(client, "Zefiro")
    assert memory.people_named("cognome01", 9) == []


def test_a_merged_entry_leads_to_the_one_that_stays(events, client, organizer):
    last = person_of(events[0], 4)
    other = Person.objects.create(surname="Altro", key="altro")
    directory.merge(other, into=last, by=organizer)
    assert page(client, "person", other.code).headers["Location"] == reverse("tournament:person", args=[last.code])


def test_pages_of_people_are_left_out_of_search_engines(events, client):
    for answer in (page(client, "person", person_of(events[0], 1).code), page(client, "rating", GAME)):
        assert '<meta name="robots" content="noindex">' in answer.content.decode()


def test_champions_are_listed_with_their_event(events, client):
    text = page(client, "albo").content.decode()
    for edition in champions.editions(9):
        (champion,) = edition.champions
        assert edition.tournament.name in text
        assert reverse("tournament:person", args=[champion.code]) in text
        assert champion.name in text


def test_a_persons_games_are_those_of_the_game_at_which_they_sat(events):
    everywhere = memory.games_of(GAME)
    for number in range(1, 5):
        person = person_of(events[0], number)
        entrants = [one.entrant_id for one in person.outings.all()]
        mine = tuple(one for one in everywhere if person.code in dict(one.places))
        assert memory.games_of(GAME, entrants) == mine
        assert mine


# Ratings


def test_a_rating_is_a_function_of_the_games(events):
    games = [one.places for one in memory.games_of(GAME)]
    assert len(games) == sum(
        event.rounds.count() and Seat.objects.filter(round__tournament=event).count() // 2 for event in events
    )
    assert memory.ratings_of(GAME) == rated(games)
    assert [row.rank for row in memory.rating_list(GAME)] == [1, 2, 3, 4]


def test_a_corrected_result_is_rated_anew(events):
    before = memory.ratings_of(GAME)
    final = events[1].rounds.last().tables.get()
    for seat in final.seats.all():
        seat.result.rank = 3 - seat.result.rank
        seat.result.revision += 1
        seat.result.save()
    assert memory.ratings_of(GAME) != before


def test_a_list_of_ratings_names_who_is_remembered_now_whatever_was_cached(events, monkeypatch):
    monkeypatch.setattr(memory, "fingerprint", lambda game: "same")
    assert len(memory.rating_list(GAME)) == 4
    quiet = person_of(events[0], 2)
    Entrant.objects.filter(recognised__person=quiet).update(has_consented=False)
    assert [row.code for row in memory.rating_list(GAME)].count(quiet.code) == 0
    assert len(memory.rating_list(GAME)) == 3


def test_who_wins_rises_and_becomes_more_certain():
    found = rated([[("a", 1), ("b", 2), ("c", 3), ("d", 4)]] * 10)
    assert found["a"].mu > found["b"].mu > found["c"].mu > found["d"].mu
    assert all(one.sigma < UNKNOWN.sigma and one.games == 10 for one in found.values())


def test_level_players_are_rated_level_and_one_alone_not_at_all():
    found = rated([[("a", 1), ("b", 1), ("c", 3)], [("d", 1)]])
    assert found["a"].mu == pytest.approx(found["b"].mu)
    assert "d" not in found


def test_the_chances_at_a_table_sum_to_one_and_follow_the_ratings():
    found = rated([[("a", 1), ("b", 2), ("c", 3)]] * 5)
    chances = chances_to_win([found["a"], found["b"], found["c"]])
    assert sum(chances) == pytest.approx(1)
    assert chances == sorted(chances, reverse=True)


def test_a_season_links_who_is_remembered_and_nobody_else(events, organizer, client):
    season = Season.objects.create(name="Stagione", is_public=True)
    for number, one in enumerate(events):
        season.events.create(tournament=one, grade="open", pk=number + 1)
    hidden = person_of(events[0], 2)
    Entrant.objects.filter(recognised__person=hidden).update(has_consented=False)
    page = client.get(season.get_absolute_url()).content.decode()
    for number in (1, 2, 3, 4):
        person = person_of(events[0], number)
        assert (reverse("tournament:person", args=[person.code]) in page) == (person != hidden)


def test_a_clubs_page_counts_events_wins_and_the_best_place(events, client):
    key = key_of(person_of(events[0], 1).club, "")
    _name, members = memory.people_of_club(key)
    for member in members:
        outings = memory.memory_of(member.person).outings
        assert member.events == len(outings)
        assert member.wins == sum(one.rank == 1 for one in outings)
        assert member.best == (min(one.rank for one in outings), outings[0].field)
    assert {str(member.person) for member in members} <= set(
        re.findall(r'class="who"[^>]*>([^<]+)<', client.get(reverse("tournament:club", args=[key])).content.decode())
    )


def test_each_meeting_leads_to_a_page_of_its_table_that_anybody_may_open(events, client):
    person = person_of(events[0], 1)
    text = page(client, "person", person.code).content.decode()
    rivals = memory.memory_of(person).rivals
    for one in rivals:
        assert len(one.meetings) == min(one.met, memory.MOST_MEETINGS)
        for met in one.meetings:
            address = reverse("tournament:sheet_page", args=[met.tournament.slug, met.round, met.table])
            assert f'href="{address}"' in text
            sheet = client.get(address).content.decode()
            assert one.name in sheet
            assert str(person) in sheet
    events[0].is_public = False
    events[0].save()
    assert events[0] not in [met.tournament for one in memory.memory_of(person).rivals for met in one.meetings]


def test_everybody_met_stands_in_the_head_to_head(events, client):
    text = page(client, "person", person_of(events[0], 1).code).content.decode()
    rivals = memory.memory_of(person_of(events[0], 1)).rivals
    assert rivals
    assert all(reverse("tournament:person", args=[one.code]) in text for one in rivals)
