"""Rights of the house: held by name, given by who holds that right, and never by a role at a tournament."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import a_tournament, give_rights, user
from tournament import permissions
from tournament.actions import house, invitations, passes, staff
from tournament.errors import NotNow
from tournament.models import Device, HouseEvent, HouseGrant
from tournament.states import HouseRight, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper():
    person = user("keeper")
    give_rights(person, HouseRight.ACCOUNTS)
    return person


def test_a_role_at_a_tournament_gives_no_right_of_the_house(tournament, organizer, judge):
    for role in Role:
        staff.grant(tournament, user=judge, role=role, by=organizer)
    a_tournament(judge, is_rehearsal=True)
    assert permissions.house_rights(judge) == permissions.house_rights(organizer) == frozenset()


@pytest.mark.parametrize("right", HouseRight)
def test_each_right_is_held_alone(judge, keeper, right):
    house.grant(judge, right=right, by=keeper)
    house.grant(judge, right=right, by=keeper)
    assert permissions.house_rights(judge) == {right}
    house.revoke(HouseGrant.objects.get(user=judge), by=keeper)
    assert permissions.house_rights(judge) == frozenset()
    lines = HouseEvent.objects.values_list("verb", "actor", "subject", "right")
    assert list(lines) == [(verb, keeper.pk, "gino", right) for verb in (house.TAKE, house.GIVE)]


def test_an_account_of_the_machine_holds_everything():
    assert permissions.house_rights(user("root", is_superuser=True)) == set(HouseRight)


def test_somebody_can_always_give_rights(keeper, judge):
    last = HouseGrant.objects.get()
    with pytest.raises(NotNow):
        house.revoke(last, by=keeper)
    house.grant(judge, right=HouseRight.ACCOUNTS, by=keeper)
    house.revoke(last, by=judge)
    assert permissions.holds(judge, HouseRight.ACCOUNTS)
    assert not permissions.holds(keeper, HouseRight.ACCOUNTS)


def test_a_new_right_ends_sessions_and_passes_of_its_account(tournament, organizer, keeper):
    invitations.invite(tournament, username="gino", role=Role.JUDGE, by=organizer)
    membership = tournament.memberships.select_related("user").get(user__username="gino")
    judge = membership.user
    tablet, desk = Client(), Client()
    tablet.force_login(judge)
    desk.force_login(keeper)
    passes.issue(membership, by=organizer, now=tournament.created_at)
    desk.post(reverse("tournament:house_grant"), {"username": "gino", "right": "copies"})
    assert tablet.get(reverse("password")).status_code == 302
    assert desk.get(reverse("tournament:house")).status_code == 200
    assert not membership.passes.exists()
    assert not Device.objects.filter(user=judge).exists()
    with pytest.raises(NotNow):
        passes.issue(membership, by=organizer, now=tournament.created_at)


def test_who_changes_the_own_rights_stays_logged_in(keeper):
    client = Client()
    client.force_login(keeper)
    client.post(reverse("tournament:house_grant"), {"username": "keeper", "right": "events"})
    page = client.get(reverse("tournament:house")).content.decode()
    assert "creare tornei" in page
    assert "keeper ha dato a keeper: creare tornei" in page
    held = HouseGrant.objects.get(right="events")
    client.post(reverse("tournament:house_revoke", args=[held.pk]))
    assert permissions.house_rights(keeper) == {HouseRight.ACCOUNTS}


def test_a_right_for_nobody_is_refused_by_name(keeper):
    client = Client()
    client.force_login(keeper)
    answer = client.post(reverse("tournament:house_grant"), {"username": "nessuno", "right": "copies"}, follow=True)
    assert "Nessun account con questo nome" in answer.content.decode()
    assert HouseGrant.objects.count() == 1


def test_who_organizes_one_tournament_sees_no_page_of_the_house(tournament, olga):
    home = olga.get(reverse("tournament:home")).content.decode()
    assert reverse("tournament:house") not in home
    assert reverse("tournament:new_tournament") not in home
    assert reverse("tournament:people") not in home
    assert reverse("system") in home
