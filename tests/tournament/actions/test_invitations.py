"""Roles offered to people: what an account that exists keeps to itself until its owner accepts, and whom a pass lets in."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import a_tournament, last_verb, user
from tournament.actions import invitations, passes, staff
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import AccountOrigin, Device, EntryPass, Invitation
from tournament.states import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    """Somebody with an account of the own."""
    return user("nina")


@pytest.fixture
def offered(tournament, organizer, owner) -> Invitation:
    invitations.invite(tournament, username="Nina", role=Role.HEAD_JUDGE, by=organizer)
    return Invitation.objects.get()


def client_of(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def is_logged_in(client: Client) -> bool:
    return client.get(reverse("password")).status_code == 200


# Inviting


def test_a_new_name_gets_an_account_with_its_role_and_a_password(tournament, organizer):
    made = invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer)
    nina = tournament.memberships.get(role=Role.JUDGE).user
    assert nina.check_password(made.password)
    assert (nina.origin.tournament, nina.origin.made_by) == (tournament, organizer)
    assert not Invitation.objects.exists()


def test_inviting_who_has_an_account_changes_nothing_for_its_owner(tournament, organizer, owner):
    at_home, before = client_of(owner), owner.password
    answer = client_of(organizer).post(
        reverse("tournament:staff", args=[tournament.slug]), {"username": "NINA", "role": Role.ORGANIZER}
    )
    page = answer.content.decode()
    owner.refresh_from_db()
    assert "Ho invitato nina" in page
    assert "select-all" not in page
    assert owner.password == before
    assert is_logged_in(at_home)
    assert not tournament.memberships.filter(user=owner).exists()
    assert not AccountOrigin.objects.filter(user=owner).exists()
    assert at_home.get(reverse("tournament:desk", args=[tournament.slug])).status_code == 404


def test_an_account_that_another_tournament_made_has_to_accept_as_well(tournament, organizer):
    invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer)
    stranger = user("piero")
    other = a_tournament(stranger, name="Un altro")
    assert invitations.invite(other, username="nina", role=Role.JUDGE, by=stranger).is_waiting
    assert not other.memberships.filter(user__username="nina").exists()


def test_inviting_twice_offers_once_and_a_role_that_is_held_is_not_offered(tournament, organizer, offered):
    invitations.invite(tournament, username="nina", role=Role.HEAD_JUDGE, by=organizer)
    assert Invitation.objects.get() == offered
    assert tournament.log.filter(verb="staff.invite").count() == 1
    invitations.accept(offered)
    assert not invitations.invite(tournament, username="nina", role=Role.HEAD_JUDGE, by=organizer).is_waiting
    assert not Invitation.objects.exists()


def test_who_takes_a_role_in_the_own_tournament_has_accepted_it(tournament, organizer, olga):
    olga.post(reverse("tournament:staff", args=[tournament.slug]), {"username": "olga", "role": Role.JUDGE})
    assert tournament.memberships.filter(user=organizer).count() == 2
    assert is_logged_in(olga)


# Answering


def test_the_owner_accepts_and_only_the_accepting_session_goes_on(tournament, owner, offered):
    here, elsewhere = client_of(owner), client_of(owner)
    assert "Guarda gli inviti" in here.get("/").content.decode()
    assert tournament.name in here.get(reverse("tournament:invitations")).content.decode()
    answer = here.post(reverse("tournament:invitation_accept", args=[offered.pk]))
    assert answer.url == tournament.get_absolute_url()
    assert tournament.memberships.get(user=owner).role == Role.HEAD_JUDGE
    assert (is_logged_in(here), is_logged_in(elsewhere)) == (True, False)
    line = tournament.log.first()
    assert (line.verb, line.actor, line.subject) == ("staff.accept", owner, "head_judge")
    assert not Invitation.objects.exists()


def test_the_owner_declines_and_nothing_changes(tournament, owner, offered):
    here, elsewhere = client_of(owner), client_of(owner)
    here.post(reverse("tournament:invitation_decline", args=[offered.pk]))
    assert not tournament.memberships.filter(user=owner).exists()
    assert is_logged_in(elsewhere)
    assert (last_verb(tournament), Invitation.objects.count()) == ("staff.decline", 0)


def test_the_organizer_sees_what_waits_and_withdraws_it(tournament, organizer, owner, offered):
    desk, page = client_of(organizer), reverse("tournament:staff", args=[tournament.slug])
    assert "Inviti che aspettano" in desk.get(page).content.decode()
    desk.post(reverse("tournament:invitation_withdraw", args=[tournament.slug, offered.pk]))
    assert (last_verb(tournament), tournament.log.first().actor) == ("staff.withdraw", organizer)
    assert "Inviti che aspettano" not in desk.get(page).content.decode()
    with pytest.raises(SomeoneElseMovedIt):
        invitations.accept(offered)
    assert not tournament.memberships.filter(user=owner).exists()


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_nobody_answers_for_another_nor_without_a_log_in(tournament, organizer, offered, answer):
    address = reverse(f"tournament:invitation_{answer}", args=[offered.pk])
    assert client_of(organizer).post(address).status_code == 404
    assert Client().post(address).url.startswith(reverse("login"))
    assert client_of(offered.user).get(address).status_code == 405
    assert Invitation.objects.get() == offered


def test_a_declined_role_may_be_offered_again(tournament, organizer, offered):
    invitations.decline(offered)
    assert invitations.invite(tournament, username="nina", role=Role.HEAD_JUDGE, by=organizer).is_waiting
    assert tournament.log.filter(verb="staff.invite").count() == 2


# Sessions end with a role


def test_a_role_that_is_added_or_taken_ends_sessions_and_passes_of_its_account(tournament, organizer):
    invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer)
    first = tournament.memberships.select_related("user").get(user__username="nina")
    for change in (
        lambda: staff.grant(tournament, user=first.user, role=Role.HEAD_JUDGE, by=organizer),
        lambda: staff.revoke(tournament.memberships.get(role=Role.HEAD_JUDGE), by=organizer),
    ):
        tablet = client_of(first.user)
        passes.issue(first, by=organizer, now=timezone.now())
        change()
        assert not is_logged_in(tablet)
        assert not EntryPass.objects.exists()
        assert not Device.objects.filter(user=first.user).exists()


def test_an_organizer_who_lays_down_a_role_stays_logged_in(tournament, organizer, olga):
    staff.grant(tournament, user=organizer, role=Role.JUDGE, by=organizer)
    olga.force_login(organizer)
    held = tournament.memberships.get(user=organizer, role=Role.JUDGE)
    olga.post(reverse("tournament:staff_revoke", args=[tournament.slug, held.pk]))
    assert not tournament.memberships.filter(pk=held.pk).exists()
    assert is_logged_in(olga)


# Passes


def test_a_pass_opens_no_account_of_somebodys_own(tournament, organizer, owner, offered):
    invitations.accept(offered)
    held, desk = tournament.memberships.get(user=owner), client_of(organizer)
    desk.post(reverse("tournament:issue_pass", args=[tournament.slug, held.pk]))
    assert not EntryPass.objects.exists()
    with pytest.raises(NotNow):
        passes.issue(held, by=organizer, now=timezone.now())
    page = desk.get(reverse("tournament:devices", args=[tournament.slug])).content.decode()
    assert reverse("tournament:issue_pass", args=[tournament.slug, held.pk]) not in page


def test_a_pass_opens_no_account_that_another_organizers_tournament_made(tournament, organizer):
    invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer)
    first = tournament.memberships.get(user__username="nina")
    stranger = user("piero")
    other = a_tournament(stranger, name="Un altro")
    invitations.invite(other, username="nina", role=Role.JUDGE, by=stranger)
    staff.revoke(first, by=organizer)
    invitations.accept(Invitation.objects.get())
    with pytest.raises(NotNow):
        passes.issue(other.memberships.get(user__username="nina"), by=stranger, now=timezone.now())
    assert not EntryPass.objects.exists()


def test_a_pass_opens_no_account_that_is_used_elsewhere(tournament, organizer):
    invitations.invite(tournament, username="nina", role=Role.JUDGE, by=organizer)
    first = tournament.memberships.get(user__username="nina")
    stranger = user("piero")
    invitations.invite(a_tournament(stranger), username="nina", role=Role.JUDGE, by=stranger)
    passes.issue(first, by=organizer, now=timezone.now())  # an offer alone changes nothing
    invitations.accept(Invitation.objects.get())
    assert not EntryPass.objects.exists()
    with pytest.raises(NotNow):
        passes.issue(first, by=organizer, now=timezone.now())
