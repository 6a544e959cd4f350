"""A club's evening for the tests: an organizer, a field of people, rounds that can be played in a line."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.browser.pictures import FOLDER
from tournament.actions import formats, results, rounds, staff, tournaments
from tournament.actions.results import ResultLine
from tournament.core.formats import possible_formats
from tournament.core.regulation.schema import presets, to_json
from tournament.core.roster_fields import RosterRow
from tournament.imports import sample_people
from tournament.models import Entrant, HouseGrant, Round, Table, Tournament
from tournament.states import EntrantState, HouseRight, Role

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
CLUBS = ["Il Dado", "La Torre", "Tre Torri", "Kamchatka Club", ""]


def user(name: str, **kwargs):
    return get_user_model().objects.create_user(name, password="una parola lunga", **kwargs)


def give_rights(person, *rights: HouseRight) -> None:
    """Rights of the house, all of them where none is named; without ending the sessions that a test has opened."""
    HouseGrant.objects.bulk_create(HouseGrant(user=person, right=right) for right in rights or HouseRight)


def a_tournament(by, name: str = "Open di primavera", **kwargs) -> Tournament:
    regulation = presets()["risiko-torneo"]
    return tournaments.create(name=name, day=date(2026, 3, 14), regulation=regulation, by=by, **kwargs)


def set_rules(tournament, **changes):
    rules = msgspec.structs.replace(presets()["open"], **changes)
    tournament.regulation = to_json(rules)
    tournament.save()
    tournament.__dict__.pop("rules", None)


def enter(tournament: Tournament, many: int, state: EntrantState = EntrantState.PRESENT) -> list[Entrant]:
    first = tournament.entrants.count() + 1
    return Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            surname=surname,
            name=name,
            club=CLUBS[number % len(CLUBS)],
            state=state,
        )
        for number in range(first, first + many)
        for surname, name in [called(number)]
    )


def called(number: int) -> tuple[str, str]:
    """Surname and name tell the number in a test; in a picture for the documents they are those of a rehearsal."""
    if FOLDER:
        person = people_of_pictures()[number - 1]
        return person.surname, person.name
    return f"Cognome{number:02}", "Ada"


@cache
def people_of_pictures() -> tuple[RosterRow, ...]:
    return sample_people.people(400, seed="pictures")


def choose_first_plan(tournament: Tournament, by):
    offered = possible_formats(tournament.entrants.present().count(), tournament.rules)
    return formats.choose(tournament, key=offered[0].key, by=by)


def ready_to_draw(tournament: Tournament, many: int, by) -> Tournament:
    enter(tournament, many)
    tournaments.open_checkin(tournament, by=by)
    choose_first_plan(tournament, by)
    return tournament


CONFIRMED = "come sta sul foglio"
"""Why results of tests stand in games whose boards do not give them."""


def lines_for(table: Table, *, first: int = 1) -> list[ResultLine]:
    """Places run clockwise from chair `first`; everybody's points differ, and the board of the first preset gives them."""
    count = table.seats.count()
    order = [(first - 1 + step) % count + 1 for step in range(count)]
    return [
        ResultLine(
            position=position, points=Decimal(60 - 10 * place - table.number), rank=place, tiebreaks=(Decimal(2),)
        )
        for place, position in enumerate(order, 1)
    ]


def play(round_: Round, by, *, sign: bool = True, first: Callable[[Table], int] = lambda _table: 1) -> None:
    """Publish, start and count every table of a draft; `first` is the chair that wins there."""
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=NOW)
    for table in round_.tables.all():
        lines = lines_for(table, first=first(table))
        results.enter_by_hand(table, lines=lines, ended_by="time", by=by, confirmed=CONFIRMED)
        if sign:
            results.sign(table, by=by)


def a_tie_for_the_last_place(round_, organizer) -> list[str]:
    """Two share the last place that goes through at table 1; dice have not parted them."""
    through = round_.stage["through"]
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    for table in round_.tables.all():
        lines = lines_for(table)
        if table.number == 1:
            level = lines[through]
            lines[through] = ResultLine(level.position, lines[through - 1].points, through, level.tiebreaks)
        results.enter_by_hand(table, lines=lines, ended_by="time", by=organizer, confirmed=CONFIRMED)
        results.sign(table, by=organizer)
    rounds.close(round_, by=organizer, now=NOW)
    tied = round_.tables.get(number=1).seats.filter(result__rank=through)
    return [seat.entrant.public_id for seat in tied]


def url(name: str, *args: object) -> str:
    return reverse(f"tournament:{name}", args=args)


def last_verb(tournament) -> str:
    return tournament.log.first().verb


def state_of(row) -> str:
    return type(row).objects.get(pk=row.pk).state


@pytest.fixture
def organizer(db):
    return user("olga")


@pytest.fixture
def olga(client, organizer):
    """The organizer, logged in."""
    client.force_login(organizer)
    return client


@pytest.fixture
def judge(db):
    return user("gino")


@pytest.fixture
def tournament(organizer):
    return a_tournament(organizer)


@pytest.fixture
def ready(tournament, organizer):
    """Twenty people present, a plan chosen, nothing drawn."""
    return ready_to_draw(tournament, 20, organizer)


@pytest.fixture
def draft(ready, organizer):
    return rounds.draw(ready, seed="seme", by=organizer)


@pytest.fixture
def running(draft, organizer):
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    return draft


@pytest.fixture
def playing_table(running, organizer, judge):
    staff.grant(running.tournament, user=judge, role=Role.JUDGE, by=organizer)
    table = running.tables.first()
    table.judge = judge
    table.save()
    return table


@pytest.fixture
def open_day(organizer):
    """Sixteen at an open of three rounds, where everybody plays every round."""
    tournament = a_tournament(organizer)
    set_rules(tournament)
    enter(tournament, 16)
    tournaments.open_checkin(tournament, by=organizer)
    choose_first_plan(tournament, organizer)
    return tournament


@pytest.fixture
def published(organizer):
    """Twenty-one at four tables of four and one of five."""
    tournament = ready_to_draw(a_tournament(organizer), 21, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    return round_
