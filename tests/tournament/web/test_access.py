"""How a page gets its tournament and what is in it: the stranger's 404, the reader's 403, and what the others are given."""

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import ERROR, SUCCESS, get_messages
from django.contrib.messages.storage.base import BaseStorage
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import RequestFactory

from tests.tournament.conftest import user
from tournament import permissions
from tournament.actions import staff
from tournament.errors import NotNow
from tournament.states import Role
from tournament.web.views import access


class MessageList(BaseStorage):
    """Messages for as long as the request lives."""

    def _get(self, *args, **kwargs):
        return [], True

    def _store(self, messages, response, *args, **kwargs):
        return []


def asking(who, method: str = "GET", data: dict | None = None):
    request = RequestFactory().generic(method, "/") if data is None else RequestFactory().post("/", data)
    request.user = who
    request._messages = MessageList(request)
    return request


def messages_of(request) -> list[tuple[int, str]]:
    return [(message.level, message.message) for message in get_messages(request)]


def given(get, who, tournament) -> str:
    """What a page's door answers: who stands in it with which roles, or how it stays closed."""
    try:
        found = get(asking(who), tournament.slug)
    except Http404:
        return "404"
    except PermissionDenied:
        return "403"
    assert found == tournament
    return " ".join(sorted(found.roles)) or "no role"


@pytest.fixture
def people(tournament, organizer):
    """A stranger, and one for each role; the organizer made the tournament."""
    people = {"stranger": user("ugo"), "organizer": organizer, "nobody": AnonymousUser()}
    for role in (Role.JUDGE, Role.HEAD_JUDGE):
        people[role.value] = user(f"uno-{role.value}")
        staff.grant(tournament, user=people[role.value], role=role, by=organizer)
    return people


JUDGE, HEAD, ORGANIZER = Role.JUDGE.value, Role.HEAD_JUDGE.value, Role.ORGANIZER.value


@pytest.mark.parametrize(
    ("get", "judge", "head", "organizer_"),
    [
        (access.visible, JUDGE, HEAD, ORGANIZER),
        (access.for_staff, JUDGE, HEAD, ORGANIZER),
        (access.for_direction, "403", HEAD, ORGANIZER),
        (access.for_organizer, "403", "403", ORGANIZER),
    ],
)
def test_each_door_opens_for_those_that_it_is_for(get, judge, head, organizer_, tournament, people):
    def found(*names: str) -> list[str]:
        return [given(get, people[name], tournament) for name in names]

    tournament.is_public = True
    tournament.save()
    assert found("stranger", "nobody") == ["no role" if get is access.visible else "404"] * 2
    tournament.is_public = False
    tournament.save()
    assert found("stranger", "nobody") == ["404", "404"]
    assert found(JUDGE, HEAD, "organizer") == [judge, head, organizer_]


@pytest.mark.parametrize(
    "get", [access.visible, access.for_staff, access.for_direction, access.for_organizer], ids=lambda get: get.__name__
)
def test_a_tournament_that_is_not_there_is_not_found(get, tournament, organizer):
    with pytest.raises(Http404):
        get(asking(organizer), "un-altro")


def test_a_draft_exists_for_the_organizers_alone(draft, people):
    tournament = draft.tournament
    tournament.roles = frozenset({Role.ORGANIZER})
    round_ = access.visible_round_in(tournament, 1)
    assert round_ == draft
    assert round_.tournament is tournament
    for roles in ({Role.JUDGE}, {Role.HEAD_JUDGE}, ()):
        tournament.roles = frozenset(roles)
        with pytest.raises(Http404):
            access.visible_round_in(tournament, 1)


def test_a_published_round_is_everybodys(running):
    tournament = running.tournament
    tournament.roles = frozenset()
    assert access.visible_round_in(tournament, 1) == running
    with pytest.raises(Http404):
        access.visible_round_in(tournament, 2)


def test_what_is_in_a_tournament_brings_the_very_tournament_along(running, django_assert_num_queries):
    tournament = running.tournament
    round_ = access.round_in(tournament, 1)
    entrant = access.entrant_in(tournament, tournament.entrants.first().public_id)
    assert (round_, entrant) == (running, tournament.entrants.first())
    assert (round_.tournament is tournament, entrant.tournament is tournament) == (True, True)
    with django_assert_num_queries(1):
        table = access.table_in(round_, 2)
        assert (table.number, table.round is round_, table.judge) == (2, True, None)
        assert table.status.table_id == table.pk


@pytest.mark.parametrize(
    "get",
    [
        lambda round_: access.round_in(round_.tournament, 2),
        lambda round_: access.table_in(round_, 99),
        lambda round_: access.entrant_in(round_.tournament, "nessuno"),
    ],
    ids=["round", "table", "entrant"],
)
def test_what_is_not_in_the_tournament_is_not_found(get, running):
    with pytest.raises(Http404):
        get(running)


# Forms


def test_an_empty_post_is_an_answer_too(rf):
    assert access.posted(rf.get("/?a=1")) is None
    assert access.posted(rf.post("/", {})) == {}
    assert access.posted(rf.post("/", {"a": "1"})).dict() == {"a": "1"}


def refuse():
    raise NotNow("Il turno è già cominciato.")


def test_what_was_done_or_refused_is_said_on_the_page_it_came_from(rf):
    done, refused = asking(AnonymousUser()), asking(AnonymousUser())
    acts = []
    assert access.attempt(done, lambda: acts.append(1), done="Fatto.", back="/di-qui/").url == "/di-qui/"
    assert access.attempt(refused, refuse, done="Fatto.", back="/di-qui/").url == "/di-qui/"
    assert (acts, messages_of(done)) == ([1], [(SUCCESS, "Fatto.")])
    assert messages_of(refused) == [(ERROR, "Il turno è già cominciato.")]


class Short(forms.Form):
    many = forms.IntegerField(label="Quanti", min_value=1)

    def clean(self):
        if self.cleaned_data.get("many") == 7:
            raise forms.ValidationError("Sette no.")


@pytest.mark.parametrize(
    ("many", "words"),
    [
        ("0", "Quanti: Assicurati che questo valore sia maggiore o uguale a 1."),
        ("7", "Sette no."),
        ("3", "Richiesta non compresa."),
    ],
)
def test_a_fault_is_told_with_its_field(many, words):
    request = asking(AnonymousUser())
    assert access.not_understood(request, Short({"many": many}), "/di-qui/").url == "/di-qui/"
    assert messages_of(request) == [(ERROR, words)]


@pytest.mark.parametrize(
    ("many", "acts", "words"),
    [
        ("2", [2], (SUCCESS, "Fatto.")),
        ("0", [], (ERROR, "Quanti: Assicurati che questo valore sia maggiore o uguale a 1.")),
    ],
)
def test_what_a_short_form_asks_for_is_done_once_it_is_understood(many, acts, words):
    request, form, found = asking(AnonymousUser()), Short({"many": many}), []
    answer = access.submitted(
        request, form, lambda: found.append(form.cleaned_data["many"]), done="Fatto.", back="/di-qui/"
    )
    assert answer.url == "/di-qui/"
    assert (found, messages_of(request)) == (acts, [words])


@pytest.mark.parametrize(("data", "status"), [({"many": "0"}, 422), ({"many": "1"}, 200), (None, 200)])
def test_the_page_of_a_refused_form_says_so_by_its_status(data, status, monkeypatch):
    visible = []
    monkeypatch.setattr(access, "render", lambda *args, status: visible.append(args) or status)
    request, form = asking(AnonymousUser()), Short(data)
    assert access.form_page(request, "una.html", {"form": form}, form) == status
    assert visible == [(request, "una.html", {"form": form})]


# Predicates that ask the database


@pytest.fixture
def without_bars(monkeypatch):
    monkeypatch.setattr(permissions, "_bars", [])


def test_any_bar_keeps_a_person_from_a_table(without_bars):
    assert not permissions.is_barred_from_record("ada", "tavolo 1")
    sits = permissions.bars_from_record(lambda user, table: (user, table) == ("ada", "tavolo 1"))
    permissions.bars_from_record(lambda user, table: user == "bea")
    requested = [
        permissions.is_barred_from_record(user, f"tavolo {n}") for user in ("ada", "bea", "carla") for n in (1, 2)
    ]
    assert requested == [True, False, True, True, False, False]
    assert sits("ada", "tavolo 1")
