"""Tries at codes and passwords are counted on either database, however many come at once, before anything is compared."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth.backends import ModelBackend
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournament.conftest import a_tournament, user
from tournament.actions import invitations, login_limits, passes
from tournament.actions.login_limits import CODES_FROM_AN_ADDRESS, CODES_IN_ALL, PASSWORDS_FROM_AN_ADDRESS, SPAN
from tournament.models import EntryPass, LoginCounter
from tournament.states import Role

CODE, LOGIN = "/accedi/codice/", "/accedi/"
PASSWORD = "una parola lunga"
AT_ONCE = 32


@pytest.fixture
def organizer():
    return user("organizer")


@pytest.fixture
def issued(organizer):
    tournament = a_tournament(organizer)
    invitations.invite(tournament, username="judge", role=Role.JUDGE, by=organizer)
    judge = tournament.memberships.get(user__username="judge")
    return passes.issue(judge, by=organizer, now=timezone.now())


@pytest.fixture
def checked(monkeypatch) -> list[str]:
    """Each secret that was compared with the passes."""
    secrets, use = [], passes.use
    monkeypatch.setattr(passes, "use", lambda secret, **how: secrets.append(secret) or use(secret, **how))
    return secrets


def at_once(post: Callable[[Client, int], int]) -> list[int]:
    """The statuses of posts that begin together, each on a connection of its own."""
    barrier = Barrier(AT_ONCE)

    def one(number: int) -> int:
        client = Client(raise_request_exception=False)
        barrier.wait()
        try:
            return post(client, number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(one, range(AT_ONCE)))


@pytest.fixture
def compared(monkeypatch) -> list[str]:
    """Each name whose password was compared."""
    names, authenticate = [], ModelBackend.authenticate

    def compare(self, request, username=None, **more):
        names.append(username)
        return authenticate(self, request, username=username, **more)

    monkeypatch.setattr(ModelBackend, "authenticate", compare)
    return names


def code_from(address: str, code: str) -> int:
    return Client(REMOTE_ADDR=address, raise_request_exception=False).post(CODE, {"code": code}).status_code


def password_from(address: str, name: str, password: str = "x") -> int:
    client = Client(REMOTE_ADDR=address, raise_request_exception=False)
    return client.post(LOGIN, {"username": name, "password": password}).status_code


def addresses(many: int) -> list[str]:
    return [f"10.0.{number // 250}.{number % 250 + 1}" for number in range(many)]


# At once, on connections of their own


@pytest.mark.django_db(transaction=True)
def test_of_wrong_codes_at_once_the_limit_is_compared_and_the_rest_is_refused(issued, checked):
    statuses = at_once(lambda client, number: client.post(CODE, {"code": f"x{number}"}).status_code)
    assert sorted(statuses) == [422] * (CODES_FROM_AN_ADDRESS - 1) + [429] * (AT_ONCE - CODES_FROM_AN_ADDRESS + 1)
    assert len(checked) == CODES_FROM_AN_ADDRESS
    assert [code_from("127.0.0.1", issued.code) for _again in range(3)] == [429] * 3
    assert len(checked) == CODES_FROM_AN_ADDRESS
    assert code_from("10.0.0.7", issued.code) == 302


@pytest.mark.django_db(transaction=True)
def test_wrong_codes_at_once_from_many_addresses_void_every_pass(issued, checked):
    senders = addresses(2 * AT_ONCE)
    for half in (senders[:AT_ONCE], senders[AT_ONCE:]):
        at_once(lambda client, number, half=half: code_from(half[number], "x"))
    assert len(checked) == 2 * AT_ONCE > CODES_IN_ALL
    assert code_from("10.9.9.9", issued.code) == 422


@pytest.mark.django_db(transaction=True)
def test_of_wrong_passwords_at_once_the_limit_is_compared(organizer, compared):
    wrong = {"username": "organizer", "password": "x"}
    at_once(lambda client, number: client.post(LOGIN, wrong).status_code)
    assert len(compared) == login_limits.PASSWORDS_FOR_A_NAME
    assert password_from("127.0.0.1", "organizer", PASSWORD) == 429


@pytest.mark.django_db(transaction=True)
def test_right_passwords_at_once_give_their_places_back(organizer):
    for _time in range(2):
        at_once(lambda client, number: password_from(f"10.0.0.{number + 1}", "organizer", PASSWORD))
    assert set(LoginCounter.objects.values_list("used", flat=True)) == {0}


# One after the other


@pytest.mark.django_db
@pytest.mark.parametrize("step", ["_forget_ended", "_locked"])
def test_where_counting_fails_nothing_is_compared(step, issued, organizer, checked, compared, monkeypatch):
    def fail(*_what):
        raise DatabaseError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(login_limits, step, fail)
        assert code_from("10.0.0.1", issued.code) >= 500
        assert password_from("10.0.0.1", "organizer", PASSWORD) >= 500
    assert (checked, compared) == ([], [])
    assert code_from("10.0.0.1", issued.code) == 302
    assert password_from("10.0.0.1", "organizer", PASSWORD) == 302


@pytest.mark.django_db
def test_other_names_do_not_help_an_address(organizer, compared):
    statuses = [password_from("10.0.0.1", f"name{number}") for number in range(PASSWORDS_FROM_AN_ADDRESS + 5)]
    assert statuses == [200] * (PASSWORDS_FROM_AN_ADDRESS - 1) + [429] * 6
    assert len(compared) == PASSWORDS_FROM_AN_ADDRESS
    assert password_from("10.0.0.1", "organizer", PASSWORD) == 429
    assert password_from("10.0.0.2", "organizer", PASSWORD) == 302


@pytest.mark.django_db
def test_who_has_a_whole_network_is_one_sender(issued):
    statuses = [code_from(f"2001:db8::{number:x}", "x") for number in range(1, CODES_FROM_AN_ADDRESS + 2)]
    assert statuses[-2:] == [429, 429]
    assert code_from("2001:db8:0:1::1", issued.code) == 302


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("10.0.0.1", "::ffff:10.0.0.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("", "unix:", True),
    ],
)
def test_addresses_are_told_apart_by_network(one, other, same):
    assert (login_limits.network_of(one) == login_limits.network_of(other)) is same


@pytest.mark.django_db
def test_wrong_codes_in_all_void_every_pass_once(issued, organizer):
    for address in addresses(CODES_IN_ALL):
        assert code_from(address, "x") == 422
    assert EntryPass.objects.filter(used_at=None).exists()
    assert code_from("10.9.9.9", issued.code) == 422
    assert not EntryPass.objects.exists()
    again = passes.issue(
        organizer.memberships.first().tournament.memberships.get(role=Role.JUDGE), by=organizer, now=timezone.now()
    )
    assert code_from("10.9.9.8", again.code) == 302


@pytest.mark.django_db
def test_one_wrong_code_less_leaves_them_open(issued):
    for address in addresses(CODES_IN_ALL - 1):
        code_from(address, "x")
    assert code_from("10.9.9.9", issued.code) == 302


@pytest.mark.django_db
def test_right_codes_do_not_count(organizer, issued, checked):
    judge = EntryPass.objects.get().membership
    for _time in range(CODES_FROM_AN_ADDRESS + 1):
        code = passes.issue(judge, by=organizer, now=timezone.now()).code
        assert code_from("10.0.0.1", code) == 302
    assert code_from("10.0.0.1", "x") == 422


@pytest.mark.django_db
def test_a_counter_begins_anew_when_its_span_is_over(issued):
    for _time in range(CODES_FROM_AN_ADDRESS):
        code_from("10.0.0.1", "x")
    assert code_from("10.0.0.1", issued.code) == 429
    LoginCounter.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert code_from("10.0.0.1", issued.code) == 302


@pytest.mark.django_db
def test_a_try_of_an_earlier_span_gives_nothing_back():
    now, limits = timezone.now(), login_limits.of_code("10.0.0.1")
    earlier = login_limits.begin(limits, now=now)
    login_limits.begin(limits, now=now + SPAN)
    login_limits.release(earlier)
    assert set(LoginCounter.objects.values_list("used", flat=True)) == {1}


@pytest.mark.django_db
@pytest.mark.parametrize("limits", [login_limits.of_code("10.0.0.1"), login_limits.of_password("10.0.0.1", "ada")])
def test_who_is_shut_out_writes_nothing(limits):
    """Over SQLite each write holds up every judge."""
    now = timezone.now()
    for _time in range(min(limits.values())):
        login_limits.begin(limits, now=now)
    with CaptureQueriesContext(connection) as refused, pytest.raises(login_limits.TooManyAttempts):
        login_limits.begin(limits, now=now)
    assert {query["sql"].split()[0] for query in refused.captured_queries} == {"SELECT"}


@pytest.mark.django_db
def test_counters_whose_span_is_over_are_forgotten():
    now = timezone.now()
    for address in addresses(5):
        login_limits.begin(login_limits.of_password(address, "ada"), now=now)
    assert LoginCounter.objects.count() == 10
    login_limits.begin(login_limits.of_code("10.0.0.9"), now=now + SPAN)
    assert LoginCounter.objects.count() == 2


@pytest.mark.django_db
def test_neither_names_nor_addresses_are_stored():
    login_limits.begin(login_limits.of_password("10.20.30.40", "my-password-by-mistake"), now=timezone.now())
    assert not {"10.20.30.40", "my-password-by-mistake"} & {
        str(value) for value in LoginCounter.objects.values_list("key", flat=True)
    }


@pytest.mark.django_db
def test_the_machines_keeper_ends_every_rest(issued, capsys):
    for _time in range(CODES_FROM_AN_ADDRESS):
        code_from("10.0.0.1", "x")
    assert code_from("10.0.0.1", issued.code) == 429
    call_command("reset_login_limits")
    assert "2" in capsys.readouterr().out
    assert code_from("10.0.0.1", issued.code) == 302


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "sent"), [(CODE, {"code": "x"}), (LOGIN, {"username": "organizer", "password": "x"})])
def test_who_is_shut_out_has_no_form_rendered(organizer, path, sent):
    """Thousands of refusals cost the judges less than thousands of forms."""
    answers = [Client().post(path, sent) for _try in range(CODES_FROM_AN_ADDRESS + 1)]
    assert answers[-1].status_code == 429
    assert {"registration/code.html", "registration/login.html"} & {one.name for one in answers[-1].templates} == set()
    assert {"registration/code.html", "registration/login.html"} & {one.name for one in answers[0].templates} != set()
