"""Each predicate, asked of each kind of reader."""

from types import SimpleNamespace

import pytest

from tournament import permissions
from tournament.states import Role

NOBODY, JUDGE, HEAD, ORGANIZER = frozenset(), {Role.JUDGE}, {Role.HEAD_JUDGE}, {Role.ORGANIZER}
EVERYBODY = (NOBODY, JUDGE, HEAD, ORGANIZER)


@pytest.mark.parametrize(
    ("may", "answers"),
    [
        (permissions.is_staff, (False, True, True, True)),
        (permissions.may_direct, (False, False, True, True)),
        (permissions.may_organize, (False, False, False, True)),
    ],
)
def test_what_a_role_allows(may, answers):
    assert tuple(may(roles) for roles in EVERYBODY) == answers


@pytest.mark.parametrize(("is_public", "answers"), [(True, (True,) * 4), (False, (False, True, True, True))])
def test_who_sees_a_tournament(is_public, answers):
    tournament = SimpleNamespace(is_public=is_public)
    assert tuple(permissions.may_see(tournament, roles) for roles in EVERYBODY) == answers


@pytest.mark.parametrize(
    ("judge_id", "answers"),
    [(7, (False, True, True, True)), (8, (False, False, True, True)), (None, (False, False, True, True))],
)
def test_who_records_a_table_when_the_reader_is_number_seven(judge_id, answers):
    table, reader = SimpleNamespace(judge_id=judge_id), SimpleNamespace(pk=7)
    assert tuple(permissions.may_record(reader, table, roles) for roles in EVERYBODY) == answers


def test_roles_are_those_of_one_tournament(tournament, organizer, judge):
    assert permissions.roles_of(organizer, tournament) == ORGANIZER
    assert permissions.roles_of(judge, tournament) == NOBODY
    assert permissions.roles_of(SimpleNamespace(is_authenticated=False), tournament) == NOBODY
