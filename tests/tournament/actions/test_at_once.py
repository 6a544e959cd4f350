"""What may be there so many times is there no more often, however many add at once. PostgreSQL shows that it is counted under a lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth import get_user_model
from django.db import connections

from tests.tournament.conftest import a_tournament, user
from tournament.actions import invitations, programs, webhooks
from tournament.errors import TournamentError
from tournament.states import Role

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 16


def refused_of(act: Callable[[int], object]) -> int:
    """How many of the acts that begin together are refused in words."""
    start = Barrier(AT_ONCE)

    def one(number: int) -> bool:
        start.wait()
        try:
            act(number)
        except TournamentError:
            return True
        finally:
            connections.close_all()
        return False

    with ThreadPoolExecutor(AT_ONCE) as together:
        return sum(together.map(one, range(AT_ONCE)))


def test_tokens_of_programs_are_at_most_as_many_as_said():
    tournament = a_tournament(by := user("olga"))
    refused = refused_of(lambda number: programs.issue(tournament, label=str(number), by=by))
    assert (refused, tournament.api_tokens.count()) == (AT_ONCE - programs.MOST, programs.MOST)


def test_addresses_of_programs_are_at_most_as_many_as_said():
    tournament = a_tournament(by := user("olga"))
    refused = refused_of(lambda number: webhooks.add(tournament, url=f"https://r{number}.example/", by=by))
    assert (refused, tournament.webhooks.count()) == (AT_ONCE - webhooks.MOST, webhooks.MOST)


def test_a_new_name_that_many_invite_is_one_account():
    """Nobody gets a password for an account that somebody else made; the others are told, or offer it a role."""
    tournament = a_tournament(by := user("olga"))
    passwords = []

    def invite(_number: int) -> None:
        passwords.append(invitations.invite(tournament, username="nuova", role=Role.JUDGE, by=by).password)

    refused_of(invite)
    assert get_user_model().objects.filter(username="nuova").count() == 1
    assert len([one for one in passwords if one]) == 1
