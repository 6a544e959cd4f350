"""Accounts that rehearsals and the demo made: their names stand in nobody's way, and the page says what made each."""

from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import NOW, a_tournament, give_rights, user
from tournament.actions import house, invitations, rehearsals, staff
from tournament.core.regulation.schema import presets
from tournament.errors import NotNow
from tournament.models import AccountOrigin
from tournament.states import HouseRight, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def squatted():
    """Somebody whom nobody gave anything has rehearsed, and made `nina` for it."""
    stranger = user("stranger")
    rehearsal = rehearsals.begin(regulation=presets()["risiko-torneo"], players=4, name="Prova", by=stranger, now=NOW)
    password = invitations.invite(rehearsal, username="nina", role=Role.JUDGE, by=stranger).password
    return SimpleNamespace(stranger=stranger, rehearsal=rehearsal, user=named("nina"), password=password)


def named(name: str):
    return get_user_model().objects.filter(username=name).first()


def test_a_real_event_takes_the_name_and_the_account_of_the_rehearsal_goes_on_under_another(
    squatted, tournament, organizer
):
    page = Client()
    page.force_login(organizer)
    answer = page.post(reverse("tournament:staff", args=[tournament.slug]), {"username": "Nina", "role": Role.JUDGE})
    assert "che ora si chiama nina.prova" in answer.content.decode()
    squatted.user.refresh_from_db()
    assert squatted.user.username == "nina.prova"
    assert squatted.user.check_password(squatted.password)
    assert squatted.rehearsal.memberships.filter(user=squatted.user).exists()

    made = named("Nina")
    assert made != squatted.user
    assert not made.check_password(squatted.password)
    assert (made.origin.kind, made.origin.tournament) == ("event", tournament)
    assert tournament.memberships.get(user=made).role == Role.JUDGE
    assert not tournament.memberships.filter(user=squatted.user).exists()
    assert not squatted.user.invitations.exists()


def test_no_right_over_the_site_goes_to_an_account_whose_password_a_stranger_knows(squatted):
    keeper = user("keeper")
    give_rights(keeper, HouseRight.ACCOUNTS)
    for right in HouseRight:
        with pytest.raises(NotNow, match="l'ha fatto una prova"):
            house.grant(squatted.user, right=right, by=keeper)
    assert not squatted.user.house_grants.exists()


@pytest.mark.parametrize("real", ["a role", "a right", "an operator"])
def test_an_account_that_has_become_somebody_keeps_its_name(squatted, tournament, organizer, real):
    if real == "a role":
        staff.grant(a_tournament(organizer, name="Vero"), user=squatted.user, role=Role.JUDGE, by=organizer)
    elif real == "a right":
        squatted.user.house_grants.create(right=HouseRight.SEASONS)
    else:
        get_user_model().objects.filter(pk=squatted.user.pk).update(is_superuser=True)
    assert invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer).is_waiting
    assert named("nina") == squatted.user


def test_who_rehearsed_with_somebody_invites_the_same_account_to_the_event(squatted):
    event = a_tournament(squatted.stranger, name="Vero")
    assert invitations.invite(event, username="nina", role=Role.JUDGE, by=squatted.stranger).is_waiting
    assert named("nina") == squatted.user


def test_another_rehearsal_takes_nobodys_name(squatted, organizer):
    other = a_tournament(organizer, is_rehearsal=True)
    assert invitations.invite(other, username="nina", role=Role.JUDGE, by=organizer).is_waiting


def test_the_second_name_in_the_way_is_another_one(squatted, tournament, organizer):
    user("nina.prova")
    assert invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer).renamed == "nina.prova1"


def test_a_rehearsal_that_is_deleted_takes_the_accounts_that_were_made_for_it_alone(squatted, organizer):
    invitations.invite(squatted.rehearsal, username="rita", role=Role.JUDGE, by=squatted.stranger)
    real = a_tournament(organizer, name="Vero")
    staff.grant(real, user=named("rita"), role=Role.JUDGE, by=organizer)
    rehearsals.throw_away(squatted.rehearsal, by=squatted.stranger)
    assert named("nina") is None
    assert named("rita").origin.kind == AccountOrigin.Kind.REHEARSAL
    assert named("stranger") is not None


def test_the_page_of_rights_says_what_made_each_account(squatted, tournament, organizer, client):
    invitations.invite(tournament, username="rita", role=Role.JUDGE, by=organizer)
    AccountOrigin.objects.create(user=user("demo"), kind=AccountOrigin.Kind.DEMO)
    keeper = user("keeper")
    give_rights(keeper, HouseRight.ACCOUNTS)
    client.force_login(keeper)
    page = client.get(reverse("tournament:house")).content.decode()
    assert "fatto da stranger per la prova «Prova»" in page
    assert f"fatto da olga per il torneo «{tournament}»" in page
    assert "fatto dalla dimostrazione" in page
    assert "fatto da chi lo usa o dal computer del sito" in page
    found = client.get(reverse("tournament:house"), {"nome": "rit"}).content.decode()
    assert "rita" in found
    assert "fatto dalla dimostrazione" not in found

    other = user("segreteria")
    give_rights(other, HouseRight.PEOPLE)
    client.force_login(other)
    assert "per la prova" not in client.get(reverse("tournament:house")).content.decode()
