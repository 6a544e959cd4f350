"""What was in the database before a migration is there afterwards, and the way back leads back."""

import pytest

from tests.drills.upgrade import step_by_step
from tests.tournament.conftest import a_tournament, enter, user
from tournament.actions import staff
from tournament.models import Membership
from tournament.states import Role

BEFORE, AFTER = ("referee", "0002_around_the_table"), ("referee", "0003_who_plays_is_a_membership")


@pytest.mark.django_db(transaction=True)
def test_who_plays_moves_to_the_memberships_and_back():
    olga, gino = user("olga"), user("gino")
    tournament = a_tournament(olga)
    one, other = enter(tournament, 2)
    for role in (Role.JUDGE, Role.HEAD_JUDGE):
        staff.grant(tournament, user=gino, role=role, by=olga)
    staff.plays(one, user=olga, by=olga)

    old = _migrated(BEFORE).get_model("referee", "PlayingStaff")
    assert list(old.objects.values_list("user", "entrant")) == [(olga.pk, one.pk)]
    old.objects.create(user_id=gino.pk, entrant_id=other.pk)
    Membership.objects.update(entrant=None)

    _migrated(AFTER)
    found = Membership.objects.filter(tournament=tournament).values_list("user", "entrant").distinct()
    assert set(found) == {(olga.pk, one.pk), (gino.pk, other.pk)}


def _migrated(to: tuple[str, str]):
    executor = step_by_step()
    executor.migrate([to])
    return executor.loader.project_state([to]).apps
