"""The second step of a log-in: set up, asked for, limited, used once, recovered and reset."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import totp

from tests.tournament.conftest import a_tournament, give_rights, user
from tournament import permissions
from tournament.actions import invitations, login_limits, passes, second_factors
from tournament.errors import NotNow
from tournament.models import HouseEvent, RecoveryCode, SecondFactor
from tournament.states import HouseRight, Role

pytestmark = pytest.mark.django_db

LOGIN, DIGITS, PAGE, HOUSE = "/accedi/", "/accedi/cifre/", "/password/secondo-passo/", "/casa/"
PASSWORD = "una parola lunga"


@pytest.fixture
def keeper():
    person = user("keeper")
    give_rights(person, HouseRight.ACCOUNTS)
    return person


@pytest.fixture
def codes(keeper) -> list[str]:
    """The keeper's recovery codes; digits from the step after this one on are unused."""
    nonce = second_factors.new_nonce()
    now = timezone.now() - timedelta(minutes=5)
    return second_factors.enrol(keeper, nonce=nonce, digits=digits_of(nonce, now), here="", now=now)


def digits_of(nonce: str, now=None) -> str:
    at = (now or timezone.now()).timestamp()
    return (
        f"{totp(second_factors.key_of(nonce), t0=0, drift=int(at // 30) - int(timezone.now().timestamp() // 30)):06d}"
    )


def fresh(person) -> str:
    return digits_of(SecondFactor.objects.get(user=person).nonce)


def given_password(name: str = "keeper", **more) -> tuple[Client, object]:
    client = Client()
    return client, client.post(LOGIN, {"username": name, "password": PASSWORD, **more})


def is_logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def verbs() -> list[str]:
    return list(HouseEvent.objects.order_by("pk").values_list("verb", flat=True))


# Setting it up


def test_a_holder_is_asked_at_log_in_and_enrols_with_password_and_digits(keeper):
    client, answer = given_password()
    assert answer.status_code == 302
    assert PAGE in client.get(answer.url).content.decode()
    page = client.get(PAGE).content.decode()
    assert "data:image/svg+xml" in page
    nonce = client.session["second_factor_nonce"]
    assert second_factors.shown_key(nonce) in page
    wrong_password = client.post(PAGE, {"password": "x", "code": digits_of(nonce)})
    wrong_digits = client.post(PAGE, {"password": PASSWORD, "code": "000000"})
    assert (wrong_password.status_code, wrong_digits.status_code) == (422, 422)
    assert not SecondFactor.objects.exists()
    done = client.post(PAGE, {"password": PASSWORD, "code": digits_of(nonce)})
    shown = re.findall(r"<li>([a-z0-9]{5}-[a-z0-9]{5})</li>", done.content.decode())
    assert len(set(shown)) == second_factors.RECOVERY_CODES
    assert "no-store" in done["Cache-Control"]
    assert not any(code in client.get(PAGE).content.decode() for code in shown)
    assert verbs() == ["factor.enrol"]


def test_enrolling_ends_the_other_sessions(keeper):
    here, elsewhere = Client(), Client()
    here.force_login(keeper)
    elsewhere.force_login(keeper)
    here.get(PAGE)
    nonce = here.session["second_factor_nonce"]
    here.post(PAGE, {"password": PASSWORD, "code": digits_of(nonce)})
    assert here.get(PAGE).status_code == 200
    assert elsewhere.get(PAGE).status_code == 302


def test_who_holds_no_right_is_not_asked_and_has_no_page():
    user("gino")
    client, answer = given_password("gino")
    assert is_logged_in(client)
    assert PAGE not in client.get(answer.url).content.decode()
    assert client.get(PAGE).status_code == 403


def test_neither_key_nor_codes_are_stored(codes, keeper):
    stored = f"{SecondFactor.objects.values().get()} {list(RecoveryCode.objects.values())}"
    nonce = SecondFactor.objects.get().nonce
    assert second_factors.key_of(nonce).hex() not in stored
    assert second_factors.shown_key(nonce) not in stored
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


# Logging in


def test_the_password_alone_opens_nothing(codes, keeper):
    client, answer = given_password()
    assert answer.url == DIGITS
    assert not is_logged_in(client)
    assert client.get(HOUSE).url.startswith(LOGIN)
    assert client.get(DIGITS).status_code == 200
    assert client.post(DIGITS, {"code": "000000"}).status_code == 422
    assert client.post(DIGITS, {"code": fresh(keeper)}).status_code == 302
    assert client.get(HOUSE).status_code == 200


def test_the_digits_are_not_asked_of_who_gave_no_password(codes):
    client = Client()
    assert client.get(DIGITS).url == LOGIN
    assert client.post(DIGITS, {"code": "000000"}).url == LOGIN


def test_digits_are_used_once(codes, keeper):
    digits = fresh(keeper)
    statuses = []
    for _log_in in range(2):
        client, _answer = given_password()
        statuses.append(client.post(DIGITS, {"code": digits}).status_code)
    assert statuses == [302, 422]


def test_the_digits_go_on_to_where_the_log_in_was_to_go_and_nowhere_else(codes, keeper):
    client, _answer = given_password(next=HOUSE)
    assert client.post(DIGITS, {"code": codes[0]}).url == HOUSE
    client, _answer = given_password(next="https://altrove.example/")
    assert client.post(DIGITS, {"code": codes[1]}).url == "/"


@pytest.mark.parametrize("change", ["time", "password", "reset"])
def test_an_unfinished_log_in_ends(codes, keeper, change, monkeypatch):
    client, _answer = given_password()
    digits = fresh(keeper)
    if change == "time":
        later = timezone.now() + timedelta(minutes=6)
        monkeypatch.setattr(timezone, "now", lambda: later)
    elif change == "password":
        keeper.set_password("un'altra parola lunga")
        keeper.save()
    else:
        second_factors.reset(SecondFactor.objects.get(), by=None)
    assert client.post(DIGITS, {"code": digits}).url == LOGIN
    assert not is_logged_in(client)


def test_tries_are_limited_from_all_addresses_and_the_log_says_so(codes, keeper):
    most = login_limits.SECOND_FACTORS_OF_AN_ACCOUNT
    statuses = []
    for number in range(most + 1):
        client = Client(REMOTE_ADDR=f"10.0.0.{number + 1}")
        client.post(LOGIN, {"username": "keeper", "password": PASSWORD})
        statuses.append(client.post(DIGITS, {"code": "000000"}).status_code)
    assert statuses == [422] * (most - 1) + [429, 429]
    assert client.post(DIGITS, {"code": fresh(keeper)}).status_code == 429
    assert client.post(DIGITS, {"code": codes[0]}).status_code == 429
    assert verbs() == ["factor.enrol", "factor.refused"]
    call_command("reset_login_limits", stdout=StringIO())
    assert client.post(DIGITS, {"code": fresh(keeper)}).status_code == 302


def test_right_digits_do_not_count(codes, keeper):
    for code in codes:
        client, _answer = given_password()
        assert client.post(DIGITS, {"code": code}).status_code == 302
    client, _answer = given_password()
    assert client.post(DIGITS, {"code": "000000"}).status_code == 422


def test_a_recovery_code_opens_once_and_the_log_says_so(codes):
    statuses = []
    for _log_in in range(2):
        client, _answer = given_password()
        statuses.append(client.post(DIGITS, {"code": codes[0].upper()}).status_code)
    assert statuses == [302, 422]
    assert verbs() == ["factor.enrol", "factor.recovery"]


def test_a_pass_of_the_operator_asks_for_the_digits_too(codes, keeper):
    membership = a_tournament(keeper).memberships.get()
    issued = passes.issue_unchecked(membership, by=None, now=timezone.now())
    client = Client()
    assert client.post("/accedi/codice/", {"code": issued.code}).url == DIGITS
    assert not is_logged_in(client)
    assert client.post(DIGITS, {"code": fresh(keeper)}).status_code == 302
    assert is_logged_in(client)


# Afterwards


def test_new_codes_void_the_old_ones(codes, keeper):
    client = Client()
    client.force_login(keeper)
    assert client.post(PAGE, {"code": "000000", "act": "codes"}).status_code == 422
    page = client.post(PAGE, {"code": fresh(keeper), "act": "codes"}).content.decode()
    new = re.findall(r"<li>([a-z0-9]{5}-[a-z0-9]{5})</li>", page)
    client, _answer = given_password()
    assert client.post(DIGITS, {"code": codes[0]}).status_code == 422
    assert client.post(DIGITS, {"code": new[0]}).status_code == 302


def test_the_owner_ends_it_with_the_digits_alone(codes, keeper):
    client = Client()
    client.force_login(keeper)
    assert client.post(PAGE, {"code": "", "act": "leave"}).status_code == 422
    client.post(PAGE, {"code": fresh(keeper), "act": "leave"})
    assert not SecondFactor.objects.exists()
    client, _answer = given_password()
    assert is_logged_in(client)
    assert verbs() == ["factor.enrol", "factor.leave"]


def test_another_holder_resets_it_and_nobody_the_own(codes, keeper):
    other = user("altra")
    give_rights(other, HouseRight.ACCOUNTS)
    open_session, desk = Client(), Client()
    open_session.force_login(keeper)
    desk.force_login(other)
    factor = SecondFactor.objects.get()
    with pytest.raises(NotNow):
        second_factors.reset(factor, by=keeper)
    page = desk.get(HOUSE).content.decode()
    address = reverse("tournament:second_factor_reset", args=[factor.pk])
    assert address in page
    assert address not in open_session.get(HOUSE).content.decode()
    desk.post(address)
    assert not SecondFactor.objects.exists()
    assert open_session.get(HOUSE).status_code == 302
    line = HouseEvent.objects.first()
    assert (line.verb, line.actor, line.subject) == ("factor.reset", other, "keeper")
    assert "altra ha azzerato il secondo passo di keeper" in desk.get(HOUSE).content.decode()


def test_the_operator_resets_it(codes):
    call_command("reset_second_factor", "Keeper", stdout=StringIO())
    assert not SecondFactor.objects.exists()
    assert verbs()[-1] == "factor.reset"
    with pytest.raises(CommandError):
        call_command("reset_second_factor", "keeper")


# Where the site requires it


def test_rights_of_the_house_wait_for_the_second_factor_where_it_is_required(keeper, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    root = user("root", is_superuser=True)
    assert permissions.house_rights(keeper) == permissions.house_rights(root) == frozenset()
    client, answer = given_password()
    assert answer.url == PAGE
    assert client.get(HOUSE).status_code == 403
    assert client.get(PAGE).status_code == 200
    nonce = client.session["second_factor_nonce"]
    client.post(PAGE, {"password": PASSWORD, "code": digits_of(nonce)})
    assert client.get(HOUSE).status_code == 200


def test_a_role_at_a_tournament_needs_no_second_factor(tournament, organizer, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    made = invitations.invite(tournament, username="gino", role=Role.JUDGE, by=organizer)
    client = Client()
    answer = client.post(LOGIN, {"username": "gino", "password": made.password})
    assert answer.url == "/"
    assert is_logged_in(client)
