"""Coming in: passes by link and by six digits, devices that are shut out, and the rest after too many tries."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import a_tournament, user
from tournament.actions import invitations, passes, staff
from tournament.errors import NotNow
from tournament.models import Device, EntryPass, LogEvent
from tournament.states import Role
from tournament.web.support.auth import label_of

pytestmark = pytest.mark.django_db

CODE = "/accedi/codice/"
TABLET = "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"


@pytest.fixture
def organizer():
    return user("organizer")


@pytest.fixture
def tournament(organizer):
    return a_tournament(organizer)


@pytest.fixture
def judge(tournament, organizer):
    invitations.invite(tournament, username="judge", role=Role.JUDGE, by=organizer)
    return tournament.memberships.select_related("user").get(user__username="judge")


@pytest.fixture
def issued(judge, organizer):
    return passes.issue(judge, by=organizer, now=timezone.now())


def logged_in(client: Client) -> str:
    return client.session.get("_auth_user_id", "")


def test_six_digits_open_one_session(issued, judge):
    first, second = Client(), Client()
    assert first.post(CODE, {"code": f"{issued.code[:3]} {issued.code[3:]}"}).status_code == 302
    assert logged_in(first) == str(judge.user_id)
    assert second.post(CODE, {"code": issued.code}).status_code == 422
    assert logged_in(second) == ""


def test_a_link_is_shown_first_and_used_by_its_button(issued, judge):
    link, client = reverse("entry_link", args=[issued.token]), Client()
    assert client.get(link).status_code == 200
    assert logged_in(client) == ""
    answer = client.post(link)
    assert answer.url == reverse("tournament:desk", args=[judge.tournament.slug])
    assert logged_in(client) == str(judge.user_id)
    assert Client().post(link).status_code == 422


def test_a_pass_ends_after_a_quarter_of_an_hour(issued):
    EntryPass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(CODE, {"code": issued.code}).status_code == 422


def test_a_new_pass_takes_the_place_of_the_last(issued, judge, organizer):
    again = passes.issue(judge, by=organizer, now=timezone.now())
    assert Client().post(CODE, {"code": issued.code}).status_code == 422
    assert Client().post(CODE, {"code": again.code}).status_code == 302


def test_only_hashes_are_kept(issued):
    stored = EntryPass.objects.values().get()
    assert issued.token not in str(stored)
    assert issued.code not in str(stored)
    assert not LogEvent.objects.filter(data__icontains=issued.code).exists()


def test_nobody_enters_as_an_account_that_counts_elsewhere(judge, organizer):
    a_tournament(judge.user, name="Il torneo del giudice")
    with pytest.raises(NotNow):
        passes.issue(judge, by=organizer, now=timezone.now())
    assert EntryPass.objects.count() == 0


def test_nobody_enters_as_who_keeps_the_site(judge, organizer):
    judge.user.is_superuser = True
    judge.user.save()
    with pytest.raises(NotNow):
        passes.issue(judge, by=organizer, now=timezone.now())


def test_ten_wrong_codes_bring_a_rest(issued):
    client = Client()
    for _try in range(9):
        assert client.post(CODE, {"code": "x"}).status_code == 422
    assert client.post(CODE, {"code": "x"}).status_code == 429
    assert client.post(CODE, {"code": issued.code}).status_code == 429
    assert EntryPass.objects.get().used_at is None
    assert Client(REMOTE_ADDR="10.0.0.7").post(CODE, {"code": issued.code}).status_code == 302


def test_ten_wrong_passwords_lock_one_name_at_one_address(organizer):
    organizer.set_password("una-password-lunga")
    organizer.save()
    right, wrong = ({"username": "organizer", "password": word} for word in ("una-password-lunga", "x"))
    client = Client()
    answers = [client.post(reverse("login"), wrong).status_code for _try in range(10)]
    assert answers == [200] * 9 + [429]
    assert client.post(reverse("login"), right).status_code == 429
    assert Client(REMOTE_ADDR="10.0.0.7").post(reverse("login"), right).status_code == 302


def test_a_device_is_listed_and_can_be_shut_out(issued, judge, organizer):
    tablet = Client(HTTP_USER_AGENT=TABLET)
    tablet.post(CODE, {"code": issued.code})
    desk = Client()
    desk.force_login(organizer)
    page = desk.get(reverse("tournament:devices", args=[judge.tournament.slug])).content.decode()
    assert "Android, Chrome" in page
    device = Device.objects.get(user=judge.user)
    desk.post(reverse("tournament:end_device", args=[judge.tournament.slug, judge.pk, device.pk]))
    assert tablet.get(reverse("tournament:desk", args=[judge.tournament.slug])).status_code == 302
    assert not Device.objects.filter(user=judge.user).exists()


def test_the_organizer_sees_the_pass_once(judge, organizer):
    desk = Client()
    desk.force_login(organizer)
    answer = desk.post(reverse("tournament:issue_pass", args=[judge.tournament.slug, judge.pk]))
    digits = "".join(re.search(r">(\d{3}) (\d{3})<", answer.content.decode()).groups())
    assert "no-store" in answer["Cache-Control"]
    assert Client().post(CODE, {"code": digits}).status_code == 302


def test_the_devices_of_many_judges_cost_as_many_queries(tournament, organizer, django_assert_max_num_queries):
    for number in range(12):
        staff.grant(tournament, user=user(f"judge{number}"), role=Role.JUDGE, by=organizer)
    desk = Client()
    desk.force_login(organizer)
    with django_assert_max_num_queries(12):
        desk.get(reverse("tournament:devices", args=[tournament.slug]))


def test_whoever_came_in_by_a_pass_may_choose_a_password(issued, judge):
    tablet = Client()
    tablet.post(CODE, {"code": issued.code})
    new = {"new_password1": "parola-nuova-lunga", "new_password2": "parola-nuova-lunga"}
    assert tablet.post(reverse("password"), new).status_code == 302
    judge.user.refresh_from_db()
    assert judge.user.check_password("parola-nuova-lunga")


def test_whoever_came_in_by_a_password_has_to_know_it(organizer):
    client = Client()
    client.force_login(organizer)
    new = {"new_password1": "parola-nuova-lunga", "new_password2": "parola-nuova-lunga"}
    assert client.post(reverse("password"), new).status_code == 422


def test_the_old_password_is_asked_for_and_tries_at_it_are_limited(organizer):
    client = Client()
    client.force_login(organizer)
    new = {"new_password1": "parola-nuova-lunga", "new_password2": "parola-nuova-lunga"}
    wrong, right = new | {"old_password": "x"}, new | {"old_password": "una parola lunga"}
    answers = [client.post(reverse("password"), wrong).status_code for _try in range(10)]
    assert answers == [422] * 9 + [429]
    assert client.post(reverse("password"), right).status_code == 429
    organizer.refresh_from_db()
    assert organizer.check_password("una parola lunga")
    call_command("reset_login_limits")
    assert client.post(reverse("password"), right).status_code == 302
    organizer.refresh_from_db()
    assert organizer.check_password("parola-nuova-lunga")


@pytest.mark.parametrize(
    ("agent", "label"),
    [(TABLET, "Android, Chrome"), ("", "dispositivo sconosciuto"), ("curl/8", "dispositivo sconosciuto")],
)
def test_a_device_is_called_by_what_it_is(agent, label):
    assert label_of(agent) == label


# A session that lasts


def test_a_session_that_is_used_is_prolonged(judge, monkeypatch):
    client = Client()
    client.force_login(judge.user)
    ends = Session.objects.get().expire_date
    start = timezone.now()
    for hours, grows in ((5, False), (7, True), (12, False), (14, True)):
        monkeypatch.setattr(timezone, "now", lambda hours=hours: start + timedelta(hours=hours))
        assert client.get(reverse("tournament:desk", args=[judge.tournament.slug])).status_code == 200
        was, ends = ends, Session.objects.get().expire_date
        assert (ends > was) == grows


def test_who_must_log_in_again_comes_back_to_the_table(issued, judge):
    client, table = Client(), f"/t/{judge.tournament.slug}/turni/1/tavoli/1/arbitro/"
    requested = client.get(table)
    page = client.get(requested.url).content.decode()
    assert "resta su questo dispositivo" in page
    code_page = re.search(r'href="(/accedi/codice/[^"]+)"', page)[1]
    assert f'value="{table}"' in client.get(code_page).content.decode()
    assert client.post(CODE, {"code": issued.code, "next": table}).url == table


def test_nobody_is_sent_to_another_site_after_the_code(issued, judge):
    answer = Client().post(CODE, {"code": issued.code, "next": "https://altrove.example/"})
    assert answer.url == reverse("tournament:desk", args=[judge.tournament.slug])
