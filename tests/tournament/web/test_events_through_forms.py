"""Whole events through the forms, with absences at the worst moment: every total is worked out again from the regulation's words."""

import random
import re
from collections import defaultdict

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.cache import cache

from tests.tournament.conftest import give_rights
from tests.tournament.pages import to
from tournament.models import Entrant, LiveVersion, LoginCounter, Tournament
from tournament.states import EntrantState, HouseRight
from tournament.web.support.sent_once import TOKEN

DAY = "2026-03-14"


@pytest.fixture
def desk(organizer, olga):
    give_rights(organizer, HouseRight.EVENTS)
    olga.force_login(organizer)
    return olga


class Hall:
    """An organizer at the forms; `scores` are the points that were typed: round, then name."""

    def __init__(self, client, preset: str, many: int, seed: int, club=lambda number: f"Club {number % 4}"):
        self.client, self.rng = client, random.Random(seed)
        self.scores: dict[int, dict[str, int]] = defaultdict(dict)
        self.places: dict[int, dict[str, int]] = defaultdict(dict)
        self._post("/tornei/nuovo/", name="Serata", day=DAY, preset=preset, is_public="on")
        self.tournament = Tournament.objects.latest("pk")
        letters = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(many)]
        rows = "\n".join(f"Cognome{two};Nome;{club(n)}" for n, two in enumerate(letters))
        page = client.post(to("roster_import", self.tournament), {"pasted": f"cognome;nome;club\n{rows}\n"})
        sealed = re.search(r'name="sheet" value="([^"]+)"', page.content.decode())[1]
        self.post("roster_import", sheet=sealed, mode="all")
        self.post("change_state", move="open_checkin")
        self.post("checkin_mark_all", state="present")
        assert self.tournament.entrants.present().count() == many

    def _post(self, url: str, **data):
        answer = self.client.post(url, data, follow=True)
        assert answer.status_code == 200, (
            url,
            data,
            answer.context and answer.context.get("form") and answer.context["form"].errors,
        )
        faults = [str(one) for one in answer.context["messages"] if one.level_tag.endswith("error")]
        assert faults == [], (url, faults)
        return answer

    def post(self, name: str, *args, **data):
        return self._post(to(name, self.tournament, *args), **data)

    def choose(self) -> None:
        page = self.client.get(to("format", self.tournament))
        self.post("format", key=page.context["formats"][0].key)

    def settle_ties(self) -> None:
        """Where a tie decides who goes on, in the order of the form."""
        last = self.tournament.rounds.last()
        while last and (form := self.client.get(to("round", self.tournament, last.number)).context.get("tie_form")):
            places = {name: place for place, name in enumerate(form.tied, 1)}
            self.post("decide_tie", last.number, reason="dadi", **places)

    def draw(self) -> None:
        self.settle_ties()
        before = self.tournament.rounds.count()
        self.post("draw", seed=f"seme {self.rng.random()}")
        self.round = self.tournament.rounds.last()
        assert self.tournament.rounds.count() == before + 1
        self.post("publish", self.round.number)
        self.post("start", self.round.number, clock="")

    def play(self) -> None:
        """Every table's points by hand, no two alike, then signed and the round closed."""
        self.draw()
        number = self.round.number
        for table in self.round.tables.all():
            seats = list(table.seats.select_related("entrant"))
            points = self.rng.sample(range(11, 47), len(seats))
            ranks = [1 + sum(other > mine for other in points) for mine in points]
            typed = {f"points_{seat.position}": mine for seat, mine in zip(seats, points, strict=True)}
            typed |= {f"rank_{seat.position}": rank for seat, rank in zip(seats, ranks, strict=True)}
            self.post(
                "enter", number, table.number, ended_by="time", reason="", confirmed="scritto dal foglio", **typed
            )
            for seat, mine, rank in zip(seats, points, ranks, strict=True):
                self.scores[number][str(seat.entrant)], self.places[number][str(seat.entrant)] = mine, rank
            self.post("sign", number, table.number)
        self.post("close", number)

    def mark(self, name: str, state: EntrantState) -> None:
        person = next(one for one in self.tournament.entrants.all() if str(one) == name)
        self.post("checkin_mark", person.public_id, state=state)

    def away(self, names: list[str]) -> None:
        """Mark these as absent, and whoever else was as present."""
        for person in self.tournament.entrants.all():
            due = EntrantState.MISSING if str(person) in names else EntrantState.PRESENT
            if person.state != due:
                self.post("checkin_mark", person.public_id, state=due)

    def rows(self):
        return self.client.get(to("standings", self.tournament)).context["sheet"].rows

    def last_of(self, name: str) -> int:
        return max(number for number, names in self.scores.items() if name in names)


def knockout_merits(hall: Hall) -> dict[str, tuple]:
    """By the round reached, the placing in it, its points, the total (art. 18); two people may be level in all of them."""
    names = {name for names in hall.scores.values() for name in names}
    total = {name: sum(of.get(name, 0) for of in hall.scores.values()) for name in names}

    def merit(name: str) -> tuple:
        last = hall.last_of(name)
        return last, -hall.places[last][name], hall.scores[last][name], total[name]

    return {name: merit(name) for name in names}


@pytest.mark.parametrize(("preset", "many"), [("fatal", 7), ("risiko-torneo", 40)])
def test_a_knockout_whose_finalist_goes_home(desk, preset, many):
    hall = Hall(desk, preset, many, seed=many)
    hall.choose()
    rounds = len(Tournament.objects.get(pk=hall.tournament.pk).format["stages"])
    for number in range(1, rounds):
        hall.play()
        page = desk.get(to("round", hall.tournament, number))
        through = [who.name for who in page.context["through"]]
        if number == rounds - 1:
            hall.mark(through[0], EntrantState.MISSING)
    hall.play()
    assert through[0] not in hall.scores[rounds]
    rows = hall.rows()
    merits = knockout_merits(hall)
    assert {row.name: row.total for row in rows} == {
        name: sum(of.get(name, 0) for of in hall.scores.values()) for name in merits
    }
    assert [merits[row.name] for row in rows] == sorted(merits.values(), reverse=True)
    assert rows[0].reached_in_words == "Finale, 1º"


def test_eleven_of_risiko_play_at_tables_of_three_and_four(desk):
    hall = Hall(desk, "risiko-torneo", 11, seed=11)
    page = desk.get(to("table_splits", hall.tournament))
    choice = next(one for one in page.context["choices"] if one.sizes == "3-4-4")
    hall.post("table_splits", sizes=choice.sizes)
    rounds = len(Tournament.objects.get(pk=hall.tournament.pk).format["stages"])
    for _number in range(rounds):
        hall.play()
    merits = knockout_merits(hall)
    assert [merits[row.name] for row in hall.rows()] == sorted(merits.values(), reverse=True)


def league_total(hall: Hall, name: str, nights: int, discards: int, held: int) -> int:
    """Table points and 50 for the first; of the nights held the worst go, absences before all, and one is left at least."""
    worth = {n: of[name] + 50 * (hall.places[n][name] == 1) for n, of in hall.scores.items() if name in of}
    played = sorted((points for number, points in worth.items() if number <= nights), reverse=True)
    counted = played[: max(min(held, nights) - discards, 1)]
    return sum(counted) + sum(points for number, points in worth.items() if number > nights)


def test_a_league_of_eight_nights_with_absences_to_the_end(desk):
    hall = Hall(desk, "league", 17, seed=8)
    everybody = [str(one) for one in Entrant.objects.filter(tournament=hall.tournament)]
    for number in range(1, 9):
        away = hall.rng.sample(everybody, 1 if number % 2 else 4)
        if number == 8:  # the two who lead stay at home on the last night
            away = [row.name for row in hall.rows()[:2]] + away[:1]
        for name in everybody:
            hall.mark(name, EntrantState.MISSING if name in away else EntrantState.PRESENT)
        if number == 1:
            hall.choose()
        hall.play()
        rows = hall.rows()
        assert {row.name: row.total for row in rows} == {
            row.name: league_total(hall, row.name, 8, 2, number) for row in rows
        }
        assert {row.reached for row in rows} == {f"Turno {number}"} or number == 8
    hall.away([])
    hall.settle_ties()
    rows = hall.rows()
    direct = [row.name for row in rows[:2]]
    assert [row.reached for row in rows[:2]] == ["Finale", "Finale"]
    assert [row.reached for row in rows[2:]] == ["Semifinale"] * 8 + ["Turno 8"] * (len(rows) - 10)
    hall.play()
    assert not set(direct) & set(hall.scores[9])
    hall.mark(direct[0], EntrantState.MISSING)
    hall.play()
    rows = hall.rows()
    assert {row.name: row.total for row in rows} == {row.name: league_total(hall, row.name, 8, 2, 8) for row in rows}
    assert direct[0] not in hall.scores[10]
    finalists = sorted(hall.scores[10], key=lambda name: hall.places[10][name])
    assert [row.name for row in rows[: len(finalists)]] == finalists
    assert "contro" in rows[len(finalists) - 1].why or "A pari" in rows[len(finalists) - 1].why
    assert not any(re.search(r"turno raggiunto, \d", row.why) for row in rows)


def test_a_team_event_says_what_it_waits_for_and_adds_the_best_results(desk):
    hall = Hall(desk, "cns", 17, seed=5, club=lambda number: f"Squadra {'ABCD'[min(number // 4, 3)]}")
    assert desk.get(to("checkin", hall.tournament)).context["players"] == 16
    hall.choose()
    step = desk.get(to("desk", hall.tournament)).context["next"]
    assert "Squadra D" in step.advice
    spare = hall.tournament.entrants.filter(club="Squadra D")[:4]
    hall.post("line_up", team="Squadra D", entrants=[one.public_id for one in spare])
    step = desk.get(to("desk", hall.tournament)).context["next"]
    assert "Squadra D" not in step.advice
    hall.play()
    assert len(hall.scores[1]) == 16


class DoubleTaps(Hall):
    """Each form arrives twice, in another process the second time."""

    taps = 0

    def _post(self, url: str, **data):
        self.taps += 1
        data[TOKEN] = f"drawing {self.taps}"
        answer = super()._post(url, **data)
        before = rows_of_the_site()
        cache.clear()
        again = self.client.post(url, data, follow=True)
        assert again.status_code < 400, (url, again.status_code)
        assert rows_of_the_site() == before, (url, data)
        return answer


NOT_OF_THE_EVENT = {LiveVersion, LoginCounter, Session}


def rows_of_the_site() -> dict[str, int]:
    """Of every model, the log's lines too."""
    models = [model for model in apps.get_models() if model not in NOT_OF_THE_EVENT]
    return {model._meta.label: model._default_manager.count() for model in models}


def test_a_whole_event_whose_forms_all_arrive_twice_has_each_thing_once(desk):
    hall = DoubleTaps(desk, "open", 12, seed=5)
    hall.choose()
    hall.draw()
    number = hall.round.number
    hall.post("clock", number, act="pause")
    hall.post("clock", number, act="resume")
    hall.post("clock", number, act="extend", minutes=5)
    hall.post("clock", number, act="extend", minutes=7)
    hall.post("clock", number, act="take_back")
    assert [event.seconds for event in hall.round.clock_events.filter(kind="extend")] == [300]
    one, other = hall.tournament.entrants.all()[:2]
    hall.post("apart", one=one.pk, other=other.pk)
    hall._post(to("entrant_add", hall.tournament), surname="Ritardo", name="Rita")
    hall.post("penalties", entrant=one.pk, points=5, article="12", reason="ritardo")
    hall.post("announcement_add", text="Pausa")
