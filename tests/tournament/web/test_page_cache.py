"""Pages drawn once for all strangers: each answer is what a fresh one would be, and holds nothing of another reader's."""

import re
import time
from datetime import timedelta
from decimal import Decimal
from threading import Thread
from types import SimpleNamespace

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from referee.actions import acceptances, calls, entries, pauses
from referee.models import GameRecord
from referee.records import cache as record_cache
from referee.repair import rebuild
from tests.referee.conftest import Recorder, open_table
from tests.tournament.conftest import NOW, a_tournament, enter, lines_for, play, set_rules
from tournament import live
from tournament.actions import (
    chairs,
    clocks,
    day_plan,
    formats,
    objections,
    penalties,
    privacy,
    rehearsals,
    results,
    roster,
    rounds,
    staff,
    tables,
    tournaments,
)
from tournament.core.formats import possible_formats
from tournament.models import Entrant, Result, Seat, Table, Tournament
from tournament.queries import outside
from tournament.states import Role
from tournament.templatetags.display import table_word
from tournament.web.support import page_cache

PART = {"HX-Request": "true"}
TOKEN = re.compile(rb"(?<=[\"' ])[A-Za-z0-9]{64}(?=[\"'])")


@pytest.fixture(autouse=True)
def empty_cache():
    page_cache.clear()
    record_cache.clear()
    yield
    page_cache.clear()


@pytest.fixture
def moment(monkeypatch):
    """The time of day, which a test may set: `moment[0]`."""
    holding = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: holding[0])
    return holding


@pytest.fixture
def at_once(monkeypatch):
    """A changed badge has the page drawn again at once: then every page can be compared with a fresh one."""
    monkeypatch.setattr(live, "COALESCED_SECONDS", 0.0)


@pytest.fixture
def never_old(monkeypatch):
    """A page that should have been drawn again is then seen to be old, however slow the machine."""
    monkeypatch.setattr(page_cache, "MAX_AGE", timedelta(days=1))


def addresses(tournament: Tournament) -> list[str]:
    return [reverse(f"tournament:{name}", args=[tournament.slug]) for name in ("public", "standings")]


def fetch(reader: Client, url: str, **headers: str) -> tuple:
    found = reader.get(url, headers=headers)
    return found.status_code, found.headers.get("Vary"), TOKEN.sub(b"token", found.content)


class Day:
    """Whatever is done is followed by a look at each public page, once as it is kept and once drawn afresh."""

    def __init__(self, tournament: Tournament, by) -> None:
        self.tournament, self.by, self.reader = tournament, by, Client()
        self.look()

    def did(self, act, *about, **more):
        done = act(*about, **{"by": self.by, **more})
        self.look(f"{act.__module__}.{act.__name__}")
        return done

    def look(self, after: str = "") -> None:
        stored = self._all()
        page_cache.clear()
        assert stored == self._all(), after

    def look_later(self) -> None:
        """After a harm that no action did: what is kept from now on shows it."""
        page_cache.clear()
        self._all()

    def _all(self) -> list[tuple]:
        return [fetch(self.reader, url, **part) for url in addresses(self.tournament) for part in ({}, PART)]


def test_every_page_of_a_whole_day_is_as_if_drawn_afresh(organizer, judge, moment, never_old, at_once):
    a_day = Day(a_tournament(organizer), organizer)
    _morning(a_day)
    first = _draw_and_start(a_day)
    _recorded(a_day, first.tables.get(number=1), judge)
    _by_hand(a_day, first.tables.get(number=2))
    _chairs(a_day, first)
    _rest_of(a_day, first)
    _evening(a_day, first, moment)


def _morning(a_day: Day) -> None:
    did, tournament = a_day.did, a_day.tournament
    set_rules(tournament)
    did(tournaments.edit, tournament, name="Open d'estate", place="Vercelli")
    enter(tournament, 19)
    did(tournaments.open_checkin, tournament)
    did(roster.edit, tournament.entrants.get(number=3), surname="Bianchi", club="Il Cappello")
    did(roster.withdraw, tournament.entrants.get(number=18), reason="malato")
    did(roster.withdraw, tournament.entrants.get(number=19), reason="malato")
    did(tournaments.set_minutes, tournament, minutes=100)
    offered = possible_formats(tournament.entrants.present().count(), tournament.rules)
    did(formats.choose, tournament, key=offered[0].key)


def _draw_and_start(a_day: Day):
    did = a_day.did
    round_ = did(rounds.draw, a_day.tournament, seed="seme")
    one, other = Seat.objects.filter(round=round_, position=1).order_by("table__number")[:2]
    did(rounds.swap, one, other, reason="compagni di viaggio")
    round_.refresh_from_db()
    did(rounds.publish, round_)
    did(rounds.unpublish, round_, reason="un errore")
    did(rounds.publish, round_)
    did(day_plan.set_venues, a_day.tournament, venues=[("Sala A", 1, 2), ("Sala B", 3, 9)])
    did(rounds.start, round_, now=NOW)
    did(rounds.call_back, round_, reason="troppo presto")
    round_.refresh_from_db()
    did(rounds.start, round_, now=NOW)
    did(clocks.pause, round_, now=NOW + timedelta(minutes=1))
    did(clocks.resume, round_, now=NOW + timedelta(minutes=2))
    did(clocks.extend, round_, minutes=5, now=NOW + timedelta(minutes=2), table=None)
    did(clocks.take_back, round_)
    return round_


def _recorded(a_day: Day, table: Table, judge) -> None:
    """A table with a record, to its signature; the words of its badge change as the game comes to its end."""
    did = a_day.did
    did(staff.grant, a_day.tournament, user=judge, role=Role.JUDGE)
    did(tables.assign_judge, table, judge=judge)
    row = open_table(table, judge)
    a_day.look("opened")
    recorder = Recorder(row, judge, seed=3)
    badges = {_badge(table)}
    while not recorder.is_over:
        recorder.record_next()
        if _badge(table) not in badges:
            a_day.look(f"line {recorder.ahead.seq}")
            badges.add(_badge(table))
        if recorder.ahead.seq == 20:
            _around_the_table(a_day, row)
    assert {"In gioco", "Da contare"} < badges
    seats = len(recorder.ahead.header.seats)
    for seat in range(seats):
        row.refresh_from_db()
        did(acceptances.accept, row, seat=seat, head=row.head, seats=seats, by=judge)
    did(acceptances.sign, row, seats=seats, by=judge, why="")
    Result.objects.filter(seat__table=table).update(points=Decimal(1))
    a_day.look_later()
    assert rebuild.rebuild(GameRecord.objects.get(pk=row.pk))
    a_day.look("rebuilt")


def _badge(table: Table) -> str:
    with translation.override("it"):
        return table_word(Table.objects.select_related("status").get(pk=table.pk))


def _around_the_table(a_day: Day, row: GameRecord) -> None:
    row = entries.refetch(row)
    a_day.did(pauses.begin, row, now=NOW)
    a_day.did(pauses.end, row, now=NOW + timedelta(minutes=1))
    a_day.did(calls.call, row.table, reason="un dubbio", now=NOW)
    a_day.did(calls.resolve, row.table, now=NOW)


def _by_hand(a_day: Day, table: Table) -> None:
    did = a_day.did
    did(tables.begin, table)
    did(tables.back_to_waiting, table, reason="tavolo sbagliato")
    did(results.enter_by_hand, table, lines=lines_for(table), ended_by="time")
    did(tables.dispute, table, reason="i conti non tornano")
    did(tables.settle, table, reason="tornano")
    did(results.sign, table)
    did(results.unsign, table, reason="manca una firma")
    did(results.sign, table)
    did(results.unsign, table, reason="un altro punteggio")
    did(results.reopen, table, reason="un altro punteggio")
    did(results.enter_by_hand, table, lines=lines_for(table, first=2), ended_by="time")
    did(results.sign, table)


def _chairs(a_day: Day, round_) -> None:
    third, fourth = round_.tables.filter(number__in=(3, 4)).order_by("number")
    spare, late = a_day.tournament.entrants.filter(number__in=(18, 19)).order_by("number")
    for one in (spare, late):
        a_day.did(roster.readmit, one, reason="è arrivato")
    Entrant.objects.filter(pk__in=(spare.pk, late.pk)).update(state="present")
    spare.refresh_from_db()
    a_day.did(rounds.replace, third.seats.get(position=1), entrant=spare, reason="malato")
    a_day.did(chairs.put_right, third.seats.get(position=2), fourth.seats.get(position=2), reason="al contrario")


def _rest_of(a_day: Day, round_) -> None:
    did = a_day.did
    for table in round_.tables.exclude(state="signed"):
        did(results.enter_by_hand, table, lines=lines_for(table), ended_by="time")
        did(results.sign, table)
    fine = did(penalties.add, a_day.tournament.entrants.get(number=5), points=Decimal(2), reason="ritardo")
    did(penalties.revise, fine, points=Decimal(3), why="due volte")
    did(penalties.revoke, fine, reason="un malinteso")
    did(penalties.restore, fine, reason="no")
    did(rounds.close, round_, now=NOW)
    table = round_.tables.get(number=2)
    did(results.correct, table, lines=lines_for(table, first=3), reason="sommati male")
    did(objections.open_window, round_, minutes=10, now=NOW)
    did(objections.close_window, round_)
    did(rounds.reopen, round_, reason="un ricorso")
    did(rounds.close, round_, now=NOW)


def _evening(a_day: Day, first, moment) -> None:
    did, tournament = a_day.did, a_day.tournament
    second = did(rounds.draw, tournament, seed="altro")
    did(rounds.discard, second, reason="da capo")
    second = did(rounds.draw, tournament, seed="ancora")
    play(second, a_day.by)
    a_day.look("played")
    moment[0] = NOW + timedelta(hours=5)
    a_day.look("late")
    did(rounds.close, second, now=moment[0])
    third = did(rounds.draw, tournament, seed="ultimo")
    play(third, a_day.by)
    did(rounds.close, third, now=moment[0])
    did(tournaments.finish, tournament)
    did(tournaments.reopen, tournament)
    did(tournaments.finish, tournament)
    did(privacy.erase, tournament.entrants.get(number=7))
    did(privacy.erase_everybody, tournament)
    did(tournaments.edit, tournament, is_public=False)
    assert {answer[0] for answer in a_day._all()} == {404}


def test_a_rehearsal_that_was_shown_and_thrown_away_is_gone(organizer, never_old):
    tournament = a_tournament(organizer, is_rehearsal=True)
    a_day = Day(tournament, organizer)
    assert {answer[0] for answer in a_day._all()} == {200}
    rehearsals.throw_away(tournament, by=organizer)
    a_day.tournament = tournament
    assert {answer[0] for answer in a_day._all()} == {404}


# What is kept


def test_a_second_reader_asks_the_database_once(running, django_assert_num_queries):
    for url in addresses(running.tournament):
        for part in ({}, PART):
            assert fetch(Client(), url, **part)[0] == 200
            with django_assert_num_queries(1):
                assert fetch(Client(), url, **part)[0] == 200


def test_an_entry_that_changes_no_word_of_the_page_leaves_it_kept(
    running, organizer, django_assert_num_queries, at_once
):
    table, url = running.tables.first(), addresses(running.tournament)[0]
    tables.begin(table, by=organizer)
    tables.record_status(table, giro="Giro 1", closing_threshold=None, is_over=False, last_entry=1)
    fetch(Client(), url)
    tables.record_status(table, giro="Giro 1", closing_threshold=None, is_over=False, last_entry=2)
    with django_assert_num_queries(1):
        fetch(Client(), url)
    tables.record_status(table, giro="Giro 2", closing_threshold=None, is_over=False, last_entry=3)
    assert b"Giro 2" in fetch(Client(), url)[2]
    tables.record_status(table, giro="Giro 2", closing_threshold=5, is_over=False, last_entry=4)
    assert b"Sdadata 5" in fetch(Client(), url)[2]


def test_in_a_large_hall_the_page_does_not_follow_every_giro(
    running, organizer, django_assert_num_queries, at_once, monkeypatch
):
    monkeypatch.setattr(outside, "MOST_TABLES_WITH_GIRO", running.tables.count() - 1)
    table, url = running.tables.first(), addresses(running.tournament)[0]
    tables.begin(table, by=organizer)
    tables.record_status(table, giro="Giro 1", closing_threshold=None, is_over=False, last_entry=1)
    fetch(Client(), url)
    tables.record_status(table, giro="Giro 2", closing_threshold=None, is_over=False, last_entry=2)
    with django_assert_num_queries(1):
        assert b"Giro" not in fetch(Client(), url)[2]
    tables.record_status(table, giro="Giro 3", closing_threshold=5, is_over=False, last_entry=3)
    assert b"Sdadata 5" in fetch(Client(), url)[2]


def test_the_clock_of_a_kept_page_goes_on(running, moment, never_old, django_assert_num_queries):
    url = addresses(running.tournament)[0]
    began = re.findall(rb'data-remaining="(\d+)" data-now="(\d+)"', Client().get(url).content)
    moment[0] += timedelta(seconds=90)
    with django_assert_num_queries(1):
        later = re.findall(rb'data-remaining="(\d+)" data-now="(\d+)"', Client().get(url).content)
    ((left, now),), ((then_left, then),) = began, later
    assert (int(left) - int(then_left), int(then) - int(now)) == (90, 90_000)


def test_the_word_of_the_clock_is_that_of_the_moment(running, moment, never_old):
    url = addresses(running.tournament)[0]
    assert b"In corso" in fetch(Client(), url)[2]
    moment[0] += timedelta(minutes=running.minutes + 1)
    assert b"Tempo scaduto" in fetch(Client(), url)[2]


def test_an_invitation_to_object_goes_with_its_time(draft, organizer, moment, never_old):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    objections.open_window(draft, minutes=10, by=organizer, now=NOW)
    url = addresses(draft.tournament)[1]
    assert b"obiettare" in fetch(Client(), url)[2]
    moment[0] += timedelta(minutes=11)
    assert b"obiettare" not in fetch(Client(), url)[2]


def test_no_page_is_kept_for_long_however_quiet_its_topics_are(running, moment):
    url = addresses(running.tournament)[0]
    fetch(Client(), url)
    Tournament.objects.filter(pk=running.tournament.pk).update(name="Per altra via")
    assert b"Per altra via" not in fetch(Client(), url)[2]
    moment[0] += page_cache.MAX_AGE
    assert b"Per altra via" in fetch(Client(), url)[2]


def test_the_page_longest_unread_makes_room(organizer, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(page_cache, "MOST_PAGES", 2)
    first, second, third = (addresses(a_tournament(organizer, name=f"Torneo {n}"))[0] for n in range(3))
    for url in (first, second, first, third):
        fetch(Client(), url)
    with django_assert_num_queries(1):
        fetch(Client(), first)
    assert len(page_cache._slots) == 2


def test_the_badges_of_a_hall_are_drawn_together(running, organizer, monkeypatch, moment):
    url, table = addresses(running.tournament)[0], running.tables.with_seats()[0]
    tables.begin(table, by=organizer)
    clock = [time.monotonic()]
    monkeypatch.setattr(page_cache, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    fetch(Client(), url)
    tables.record_status(table, giro="Giro 2", closing_threshold=5, is_over=False, last_entry=3)
    assert b"Sdadata 5" not in fetch(Client(), url)[2]
    clock[0] += live.COALESCED_SECONDS
    assert b"Sdadata 5" in fetch(Client(), url)[2]
    tournaments.edit(running.tournament, name="Subito", by=organizer)
    assert b"Subito" in fetch(Client(), url)[2]


def test_readers_who_come_at_once_have_it_drawn_once(monkeypatch):
    drawings = []

    def draw():
        drawings.append(1)
        time.sleep(0.1)
        return page_cache.RenderedPage(b"page")

    monkeypatch.setattr(live, "versions", lambda topics: dict.fromkeys(topics, 1))
    slot = page_cache._Slot()
    readers = [Thread(target=page_cache._cached, args=(slot, ("a",), draw)) for _reader in range(5)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert drawings == [1]


# Whose it is


def test_a_person_with_a_role_and_a_stranger_never_get_each_other_s_page(running, organizer, moment):
    person, stranger = Client(), Client()
    person.force_login(organizer)
    for url in addresses(running.tournament):
        own = fetch(person, url)[2]
        public = fetch(stranger, url)[2]
        assert (b"olga" in own, b"olga" in public) == (True, False)
        assert b"Segreteria" in fetch(person, url)[2]
        assert fetch(Client(), url)[2] == public


def test_a_tournament_that_is_not_public_is_shown_to_its_staff_alone(organizer):
    url = addresses(a_tournament(organizer, is_public=False))[0]
    person = Client()
    person.force_login(organizer)
    assert [fetch(reader, url)[0] for reader in (person, Client(), person, Client())] == [200, 404, 200, 404]


def test_each_reader_has_a_token_of_their_own_that_works_and_none_is_kept(running):
    url, tokens = addresses(running.tournament)[0], set()
    for _reader in range(3):
        reader = Client(enforce_csrf_checks=True)
        found = set(TOKEN.findall(reader.get(url).content))
        assert len(found) == 1
        tokens |= found
        sent = {"language": "en", "next": url, "csrfmiddlewaretoken": found.pop().decode()}
        assert reader.post(reverse("set_language"), sent).status_code == 302
    assert len(tokens) == 3
    stored = b"".join(slot.page.rendered.body for slot in page_cache._slots.values())
    assert TOKEN.findall(stored) == []
    assert b"csrfmiddlewaretoken" in stored


def test_a_query_that_a_page_does_not_read_makes_no_page_of_its_own(running, moment, monkeypatch):
    """Else anybody has a page rendered for each address that comes to mind; and what is typed there reaches nobody else."""
    rendered, render = [], page_cache.render
    monkeypatch.setattr(
        page_cache, "render", lambda request, *how, **more: rendered.append(1) or render(request, *how, **more)
    )
    for url in addresses(running.tournament):
        rendered.clear()
        asked = [
            fetch(Client(), f"{url}?{query}")[2]
            for query in ("da=volantino", "fbclid=1", "page=2&next=//x.example", "")
        ]
        assert len(set(asked)) == 1
        assert len(rendered) == 1
        assert not [one for one in (b"volantino", b"fbclid", b"x.example") if one in asked[0]]


def test_a_message_is_of_one_reader(running, moment):
    url = addresses(running.tournament)[0]
    plain = fetch(Client(), url)[2]
    reader = Client()
    reader.cookies["messages"] = _message("Solo per te")
    assert b"Solo per te" in fetch(reader, url)[2]
    assert fetch(Client(), url)[2] == plain


def _message(words: str) -> str:
    storage = CookieStorage(RequestFactory().get("/"))
    storage.add(20, words)
    return storage._encode(storage._queued_messages)


def test_a_page_and_its_part_in_both_languages_are_four(running, moment):
    url = addresses(running.tournament)[0]
    found = [
        fetch(Client(), url, **part, **{"accept-language": language})[2]
        for part in ({}, PART)
        for language in ("it", "en")
    ]
    assert len(set(found)) == 4
    assert found == [
        fetch(Client(), url, **part, **{"accept-language": language})[2]
        for part in ({}, PART)
        for language in ("it", "en")
    ]


def test_a_part_that_did_not_change_is_not_sent_again(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    for url in addresses(draft.tournament):
        etag = Client().get(url, headers=PART)["ETag"]
        assert Client().get(url, headers={**PART, "If-None-Match": etag}).status_code == 304
    tournaments.edit(draft.tournament, name="Un altro nome", by=organizer)
    penalties.add(draft.tournament.entrants.first(), points=Decimal(1), reason="ritardo", by=organizer)
    assert Client().get(url, headers={**PART, "If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("name", ["public", "standings"])
def test_a_part_is_for_a_crowd_and_a_page_with_a_token_is_not(running, organizer, name):
    url = reverse(f"tournament:{name}", args=[running.tournament.slug])
    stranger = Client()
    shared = " ".join(page_cache.topics_of(running.tournament.slug))
    assert stranger.get(url, headers=PART)[live.SHARED] == shared
    assert live.SHARED not in stranger.get(url)
    assert live.SHARED not in stranger.get(url, headers=PART | {"HX-Boosted": "true"})
    stranger.force_login(organizer)
    assert live.SHARED not in stranger.get(url, headers=PART)


def test_a_stranger_s_stream_says_nothing_of_each_move(running, organizer):
    person = Client()
    person.force_login(organizer)
    tournament, url = running.tournament, reverse("tournament:stream", args=[running.tournament.slug])
    for reader, hears in ((person, True), (Client(), False)):
        token = reader.get(url).json()["stream"].partition("token=")[2]
        topics = live.read_token(token.replace("%3A", ":")).topics
        assert {tournament.topic, tournament.words_topic} <= topics
        assert (tournament.tables_topic in topics) is hears
