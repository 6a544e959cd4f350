"""A save that changes nothing writes no line into the log; one that changes something writes one."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import NOW, a_tournament, ready_to_draw, user
from tournament.actions import (
    broadcasts,
    checkin,
    formats,
    judging,
    objections,
    rounds,
    screen_links,
    staff,
    tables,
    tournaments,
)
from tournament.errors import NotNow
from tournament.models import Entrant
from tournament.queries.results import format_of
from tournament.states import EntrantState, Role, RoundState

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(organizer) -> SimpleNamespace:
    """A round in play with a judge, a screen and a public table."""
    tournament = ready_to_draw(a_tournament(organizer), 8, organizer)
    judge = staff.grant(tournament, user=user("judge"), role=Role.JUDGE, by=organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    screen, _token = screen_links.issue(tournament, by=organizer)
    table = round_.tables.first()
    return SimpleNamespace(by=organizer, tournament=tournament, round=round_, table=table, judge=judge, screen=screen)


def edit(hall, name: str) -> None:
    tournaments.edit(hall.tournament, by=hall.by, name=name)


def minutes(hall, many: int) -> None:
    tournaments.set_minutes(hall.tournament, minutes=many, by=hall.by)


def judge(hall, who) -> None:
    hall.table.refresh_from_db()
    tables.assign_judge(hall.table, judge=hall.judge.user if who else None, by=hall.by)


def describe(hall, club: str) -> None:
    judging.describe(hall.judge, by=hall.by, club=club, most_tables=1)


def mark(hall, state: str) -> None:
    checkin.mark_all(hall.tournament, was=EntrantState.PRESENT, to=EntrantState(state), by=hall.by)


def note(hall, has_paid: bool) -> None:
    checkin.note(Entrant.objects.filter(tournament=hall.tournament).first(), by=hall.by, has_paid=has_paid)


def deadline(hall, until) -> None:
    hall.tournament.refresh_from_db()
    checkin.set_deadline(hall.tournament, until=until, by=hall.by)


def arrange(hall, parts: list[str]) -> None:
    screen_links.arrange(hall.screen, parts=parts, by=hall.by)


def set_up(hall, size: str) -> None:
    screen_links.set_up(hall.screen, least_seconds=10, size=size, is_paused=False, by=hall.by)


def follow(hall, delay: int) -> None:
    broadcasts.open_to_all(hall.table, delay=delay, delay_in="minutes", by=hall.by)


SAVES: dict[Callable, object] = {
    edit: "Altro nome",
    minutes: 33,
    judge: True,
    describe: "Club Nuovo",
    mark: "missing",
    note: True,
    deadline: NOW,
    arrange: ["standings"],
    set_up: "large",
    follow: 7,
}


@pytest.mark.parametrize("save", SAVES)
def test_a_save_is_logged_once_and_the_same_save_again_is_not(save, hall):
    lines = hall.tournament.log.count
    before = lines()
    save(hall, SAVES[save])
    assert lines() == before + 1
    save(hall, SAVES[save])
    assert lines() == before + 1


def test_a_format_that_is_chosen_again_is_not_logged(organizer):
    tournament = ready_to_draw(a_tournament(organizer), 8, organizer)
    before, key = tournament.log.count(), format_of(tournament).key
    formats.choose(tournament, key=key, by=organizer)
    assert tournament.log.count() == before


def test_the_page_of_an_event_saved_as_it_stands_logs_nothing_and_a_new_place_what_stood_before(hall, client):
    client.force_login(hall.by)
    address = reverse("tournament:edit_tournament", args=[hall.tournament.slug])
    form = client.get(address).context["form"]
    data = {name: form[name].value() for name in form.fields} | {"day": hall.tournament.day.isoformat()}
    before = hall.tournament.log.count()
    assert client.post(address, data).status_code == 302
    assert hall.tournament.log.count() == before
    was = hall.tournament.place
    assert client.post(address, data | {"place": "Pisa"}).status_code == 302
    assert hall.tournament.log.first().data == {"place": [was, "Pisa"]}


def test_an_event_has_no_name_with_marks_that_nobody_sees(hall, client):
    client.force_login(hall.by)
    address = reverse("tournament:edit_tournament", args=[hall.tournament.slug])
    for field in ("name", "place"):
        data = {"name": "Serata", "place": "Pisa", "day": "2026-12-01"} | {field: "gpj\u202e"}
        answer = client.post(address, data)
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_one_player_has_so_many_open_objections_and_no_more(hall):
    hall.round.state, hall.round.closed_at = RoundState.CLOSED, NOW
    hall.round.save(update_fields=["state", "closed_at"])
    one, other = hall.tournament.entrants.all()[:2]

    def add(entrant):
        return objections.add(hall.round, entrant=entrant, text="52 e non 25", by=hall.by, now=timezone.now())

    made = [add(one) for _time in range(objections.MOST_OPEN)]
    with pytest.raises(NotNow, match="senza risposta"):
        add(one)
    add(other)
    objections.answer(made[0], answer="no", by=hall.by, now=timezone.now())
    add(one)
