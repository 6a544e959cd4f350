"""Notifications of phones, with a push service that really receives and a phone that really reads them."""

import json
from datetime import timedelta

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks_db.models import DBTaskResult

from tests.push_service import Phone, decoded, running_push_service
from tests.queue import work_off
from tests.tournament.conftest import CONFIRMED, NOW, enter, lines_for, play
from tests.tournament.tasks.test_addresses import INSIDE
from tests.tournament.test_formats import begin, play_round
from tournament.actions import phones, privacy, push, results, rounds, tournaments
from tournament.errors import NotNow
from tournament.models import Entrant, PushSubscription, Result, Seat
from tournament.queries import badge_tokens
from tournament.queries.phone_moments import Moment, changed, moment_of, moments_of
from tournament.tasks import push as push_tasks

ENDPOINT = "https://push.example/abc"


@pytest.fixture
def service(settings):
    settings.PUSH_MAY_GO_INSIDE = True
    with running_push_service() as found:
        yield found


def first_of(tournament) -> Entrant:
    return tournament.entrants.order_by("number").first()


def on_phone(entrant: Entrant, service, *, name: str = "a", language: str = "it") -> Phone:
    phone = Phone()
    with translation.override(language):
        push.subscribe(entrant, endpoint=service.address(name), **phone.keys)
    return phone


def shown(phone: Phone, service) -> list[dict]:
    return [json.loads(phone.read(body)) for _path, _headers, body in service.received]


def sign(table, by) -> None:
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=by, confirmed=CONFIRMED)
    results.sign(table, by=by)


def due_now() -> None:
    DBTaskResult.objects.update(run_after=timezone.now() - timedelta(minutes=1))


# The format of a message


def test_the_phone_of_these_tests_reads_the_example_of_rfc_8291():
    private = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    phone = Phone(private, decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    message = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
        "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert phone.read(decoded(message)) == b"When I grow up, I want to be a watermelon"


def test_a_published_table_reaches_the_phone_and_no_name_does(draft, organizer, service):
    entrant = first_of(draft.tournament)
    phone = on_phone(entrant, service)
    rounds.publish(draft, by=organizer)
    work_off()
    seat = Seat.objects.get(round=draft, entrant=entrant)
    page = reverse("tournament:player_day", args=[draft.tournament.slug])
    title = f"Tavolo {seat.table.number}, sedia {seat.position}"
    assert shown(phone, service) == [{"title": title, "body": "Turno 1 · Open di primavera", "path": page}]
    text = phone.read(service.received[0][2]).decode()
    everybody = draft.tournament.entrants.values_list("surname", "name", "public_id")
    assert not [word for words in everybody for word in words if word and f" {word} " in f" {text} "]
    assert badge_tokens.token_of(entrant) not in text


def test_a_message_is_signed_with_the_sites_own_key_for_this_push_service(draft, organizer, service, settings):
    settings.CONTACT = "sala@club.example"
    on_phone(first_of(draft.tournament), service)
    rounds.publish(draft, by=organizer)
    work_off()
    [(_path, headers, _body)] = service.received
    scheme, _, parameters = headers["authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in parameters.split(","))
    assert (scheme, given["k"]) == ("vapid", push_tasks.public_key())
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(given["k"]))
    claims = jwt.decode(given["t"], key, algorithms=["ES256"], audience="http://127.0.0.1")
    assert claims["sub"] == "mailto:sala@club.example"
    assert claims["exp"] - timezone.now().timestamp() <= 24 * 3600
    assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "high")
    assert 0 < int(headers["ttl"]) <= 24 * 3600


def test_the_key_is_the_sites_own_in_every_process_and_another_with_another_secret(settings):
    mine = push_tasks.public_key()
    assert push_tasks.public_key() == mine
    settings.SECRET_KEY = "another"
    assert push_tasks.public_key() != mine


# What is sent, and to whom


def test_nobody_is_notified_who_did_not_ask(draft, organizer, service):
    rounds.publish(draft, by=organizer)
    work_off()
    assert service.received == []


def test_what_stood_on_the_page_already_is_not_sent(running, organizer, service):
    on_phone(first_of(running.tournament), service)
    push_tasks.announce.enqueue(running.tournament_id)
    work_off()
    assert service.received == []


def test_each_phone_has_the_language_of_its_page(draft, organizer, service):
    entrant = first_of(draft.tournament)
    italian, english = on_phone(entrant, service), on_phone(entrant, service, name="b", language="en")
    rounds.publish(draft, by=organizer)
    work_off()
    by_path = {path: body for path, _headers, body in service.received}
    assert json.loads(italian.read(by_path["/push/a"]))["title"].startswith("Tavolo")
    assert json.loads(english.read(by_path["/push/b"]))["title"].startswith("Table")


def test_tables_that_are_called_back_are_said_and_so_are_the_new_ones(draft, organizer, service):
    phone = on_phone(first_of(draft.tournament), service)
    for _again in range(2):
        rounds.publish(draft, by=organizer)
        work_off()
        rounds.unpublish(draft, by=organizer, reason="uno manca")
        work_off()
    titles = [one["title"] for one in shown(phone, service)]
    assert [title.partition(" ")[0] for title in titles] == ["Tavolo", "I", "Tavolo", "I"]


def test_who_loses_the_chair_after_the_draw_and_who_gets_it_both_know(draft, organizer, service):
    tournament = draft.tournament
    late = enter(tournament, 1)[0]
    rounds.publish(draft, by=organizer)
    seat = draft.seats.first()
    before, after = on_phone(seat.entrant, service), on_phone(late, service, name="b")
    rounds.replace(seat, entrant=late, reason="non arriva", by=organizer)
    work_off()
    by_path = {path: body for path, _headers, body in service.received}
    assert json.loads(before.read(by_path["/push/a"]))["title"] == "Il tuo posto è cambiato"
    assert json.loads(after.read(by_path["/push/b"]))["title"] == f"Tavolo {seat.table.number}, sedia {seat.position}"


def test_who_goes_on_and_who_does_not_read_it_when_the_round_closes(draft, organizer, service):
    tournament = draft.tournament
    everybody = list(tournament.entrants.all())
    read_by = {one.pk: on_phone(one, service, name=str(one.pk)) for one in everybody}
    play(draft, organizer)
    work_off()
    service.received.clear()
    rounds.close(draft, by=organizer, now=NOW)
    work_off()
    told = {
        int(path.rpartition("/")[2]): json.loads(read_by[int(path.rpartition("/")[2])].read(body))["title"]
        for path, _headers, body in service.received
    }
    through = {pk for pk, moment in moments_of(tournament, everybody).items() if moment.kind == "through"}
    assert set(told) == {one.pk for one in everybody}
    assert 0 < len(through) < len(everybody)
    assert {pk for pk, title in told.items() if title.endswith("!")} == through
    assert {title for pk, title in told.items() if pk not in through} == {"Non passi il turno"}


def test_who_has_finished_reads_the_place_while_others_play_and_out_of_the_next_round_that_it_is_over(draft, organizer):
    tournament = draft.tournament
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    first, *others = draft.tables.all()
    sign(first, organizer)
    done = {seat.entrant.pk: moment_of(seat.entrant) for seat in first.seats.select_related("entrant")}
    places = sorted(moment.key for moment in done.values())
    assert places == [f"done:1:{place}" for place in range(1, len(done) + 1)]
    assert all(
        moment.title.endswith(f"al tavolo {first.number}") and "punti" in moment.text for moment in done.values()
    )
    for table in others:
        sign(table, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    kinds = {one.pk: moment_of(one).kind for one in tournament.entrants.all()}
    assert set(kinds.values()) == {"through", "out"}
    rounds.publish(rounds.draw(tournament, seed="due", by=organizer), by=organizer)
    for one in tournament.entrants.all():
        moment = moment_of(one)
        assert moment.kind == ("seat" if kinds[one.pk] == "through" else "out")
        assert moment.kind != "out" or "in classifica" in moment.text


def test_the_last_message_says_the_place(organizer, service):
    tournament = begin("open", 8, organizer)
    for _round in tournament.format["stages"]:
        play_round(tournament, organizer)
    entrant = first_of(tournament)
    phone = on_phone(entrant, service)
    tournaments.finish(tournament, by=organizer)
    work_off()
    [message] = shown(phone, service)
    entrant.refresh_from_db()
    assert message["title"] == moment_of(entrant).title
    assert message["title"] == "Hai vinto!" or message["title"].endswith("su 8")
    assert message["body"] == tournament.name


def test_a_signed_table_without_a_place_is_no_chair_that_changed(draft, organizer):
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    sign(table, organizer)
    Result.objects.filter(seat__table=table).delete()
    assert moment_of(table.seats.first().entrant).kind == "seat"


AT_TABLE_7 = "seat:2:7:3"


@pytest.mark.parametrize(
    ("was", "now", "rounds_", "kind"),
    [
        (AT_TABLE_7, None, {1: "closed"}, "called-back"),
        (AT_TABLE_7, Moment("through:1:final", "."), {1: "closed"}, "called-back"),
        (AT_TABLE_7, None, {2: "published"}, "unseated"),
        (AT_TABLE_7, None, {2: "closed"}, ""),
        (AT_TABLE_7, Moment("finished:4", "."), {2: "closed"}, "finished"),
        (AT_TABLE_7, Moment("replay:2", "."), {2: "closed"}, "replay"),
        (AT_TABLE_7, Moment("seat:2:8:1", "."), {2: "running"}, "seat"),
        (AT_TABLE_7, Moment(AT_TABLE_7, "."), {2: "running"}, ""),
        ("through:1:final", Moment("replay:1", "."), {1: "closed"}, "corrected"),
        ("corrected:1", Moment("replay:1", "."), {1: "closed"}, ""),
        ("through:1:final", Moment("out:1", "."), {1: "closed"}, "corrected"),
        (AT_TABLE_7, Moment("done:2:4", "."), {2: "running"}, "done"),
        ("done:2:4", Moment("out:2", "."), {2: "closed"}, "out"),
        ("", Moment("present", "."), {}, ""),
        ("", Moment("seat:1:1:1", "."), {1: "published"}, "seat"),
    ],
)
def test_what_is_new_for_somebody_who_was_told_something_before(was, now, rounds_, kind):
    news = changed(was, now, rounds_)
    assert (news.kind if news else "") == kind


# Failures


def test_an_expired_subscription_is_removed(draft, organizer, service):
    on_phone(first_of(draft.tournament), service)
    service.status = 410
    rounds.publish(draft, by=organizer)
    work_off()
    assert len(service.received) == 1
    assert not PushSubscription.objects.exists()


def test_a_busy_push_service_is_tried_again_and_not_for_ever(draft, organizer, service):
    phone = on_phone(first_of(draft.tournament), service)
    service.status = 503
    rounds.publish(draft, by=organizer)
    for _again in range(push_tasks.TRIES + 3):
        work_off()
        due_now()
    assert len(service.received) == push_tasks.TRIES
    assert PushSubscription.objects.get().failures == 1
    service.status = 201
    rounds.unpublish(draft, by=organizer, reason="uno manca")
    work_off()
    assert PushSubscription.objects.get().failures == 0
    assert shown(phone, service)[-1]["title"] == "I tavoli sono stati ritirati"


def test_a_phone_that_never_answers_is_forgotten(draft, organizer, service, monkeypatch):
    monkeypatch.setattr(push_tasks, "TRIES", 1)
    on_phone(first_of(draft.tournament), service)
    service.status = 500
    for _again in range(push_tasks.MOST_FAILURES):
        rounds.publish(draft, by=organizer)
        work_off()
        rounds.unpublish(draft, by=organizer, reason="uno manca")
        work_off()
    assert not PushSubscription.objects.exists()


def test_a_message_that_waits_is_left_out_when_there_is_a_newer_one(draft, organizer, service):
    phone = on_phone(first_of(draft.tournament), service)
    service.status = 503
    rounds.publish(draft, by=organizer)
    work_off()
    service.status = 201
    rounds.unpublish(draft, by=organizer, reason="uno manca")
    work_off()
    due_now()
    work_off()
    assert [one["title"].partition(" ")[0] for one in shown(phone, service)] == ["Tavolo", "I"]


def test_a_worker_that_died_sends_nothing_to_a_phone_that_was_claimed_by_another(draft, organizer, service):
    on_phone(first_of(draft.tournament), service)
    rounds.publish(draft, by=organizer)
    work_off()
    push_tasks.announce.enqueue(draft.tournament_id)
    work_off()
    assert len(service.received) == 1


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/abc",
        "https://push.example:8443/abc",
        "https://somebody@push.example/abc",
        "https:///abc",
        "ftp://push.example/abc",
        "javascript:alert(1)",
        "https://push.example/\n",
        "https://[::1",
        f"https://push.example/{'a' * 1000}",
        "",
    ],
)
def test_an_address_that_no_push_service_has_is_refused(running, address):
    with pytest.raises(NotNow):
        push.subscribe(first_of(running.tournament), endpoint=address, **Phone().keys)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("inside", INSIDE)
def test_an_address_inside_is_refused_from_a_player_even_where_webhooks_may(running, settings, inside):
    settings.PUSH_MAY_GO_INSIDE, settings.WEBHOOKS_MAY_GO_INSIDE = False, True
    with pytest.raises(NotNow):
        push.subscribe(first_of(running.tournament), endpoint=f"https://{inside}/abc", **Phone().keys)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("inside", ["127.0.0.1", "10.0.0.1", "[::1]", "169.254.169.254", "localhost"])
def test_a_message_never_leads_inside_though_its_address_was_stored(draft, organizer, service, settings, inside):
    push.subscribe(first_of(draft.tournament), endpoint=f"https://{inside}/abc", **Phone().keys)
    settings.PUSH_MAY_GO_INSIDE, settings.WEBHOOKS_MAY_GO_INSIDE = False, True
    rounds.publish(draft, by=organizer)
    work_off()
    assert service.received == []
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "keys", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "è"}, {"auth": ""}, {"p256dh": "B" * 87}]
)
def test_keys_that_no_browser_makes_are_refused(running, keys):
    with pytest.raises(NotNow):
        push.subscribe(first_of(running.tournament), endpoint=ENDPOINT, **{**Phone().keys, **keys})


# How long a phone stays


def test_the_oldest_phone_of_a_player_goes(running):
    entrant = first_of(running.tournament)
    for number in range(push.MOST + 2):
        push.subscribe(entrant, endpoint=f"{ENDPOINT}{number}", **Phone().keys)
    left = entrant.push_subscriptions.values_list("endpoint", flat=True)
    assert list(left) == [f"{ENDPOINT}{number}" for number in range(2, push.MOST + 2)]


def test_a_phone_that_another_player_uses_now_is_not_the_first_ones_any_more(running):
    one, other = running.tournament.entrants.order_by("number")[:2]
    phone = Phone()
    for entrant in (one, other):
        push.subscribe(entrant, endpoint=ENDPOINT, **phone.keys)
    assert [phone.entrant for phone in PushSubscription.objects.all()] == [other]


def test_who_knows_a_phones_address_and_not_its_keys_does_not_take_it(running):
    one, other = running.tournament.entrants.order_by("number")[:2]
    phone = Phone()
    push.subscribe(one, endpoint=ENDPOINT, **phone.keys)
    with pytest.raises(NotNow):
        push.subscribe(other, endpoint=ENDPOINT, **Phone().keys)
    found = PushSubscription.objects.get()
    assert (found.entrant, found.p256dh) == (one, phone.keys["p256dh"])
    push.subscribe(one, endpoint=ENDPOINT, **Phone().keys)  # the own one with new keys
    assert PushSubscription.objects.get().p256dh != phone.keys["p256dh"]


def test_a_lost_badge_a_person_who_is_erased_and_an_event_of_last_week_have_no_phones(running, organizer):
    entrant = first_of(running.tournament)
    push.subscribe(entrant, endpoint=ENDPOINT, **Phone().keys)
    phones.renew(entrant, by=organizer)
    assert not PushSubscription.objects.exists()
    push.subscribe(entrant, endpoint=ENDPOINT, **Phone().keys)
    privacy.erase(entrant, by=organizer)
    assert not PushSubscription.objects.exists()
    push.subscribe(entrant, endpoint=ENDPOINT, **Phone().keys)
    assert push.sweep(now=NOW + timedelta(days=30)) == 0
    running.tournament.state = "finished"
    running.tournament.save(update_fields=["state"])
    assert push.sweep(now=NOW) == 0
    assert push.sweep(now=NOW + timedelta(days=30)) == 1


def test_the_log_says_nothing_of_who_wants_messages(running):
    before = running.tournament.log.count()
    push.subscribe(first_of(running.tournament), endpoint=ENDPOINT, **Phone().keys)
    assert running.tournament.log.count() == before


def test_moments_ask_the_database_no_more_for_many(running, organizer, django_assert_max_num_queries):
    everybody = list(running.tournament.entrants.all())
    tournament = type(running.tournament).objects.get(pk=running.tournament_id)
    with django_assert_max_num_queries(6):
        found = moments_of(tournament, everybody)
    assert len(found) == len(everybody)


# Through the pages


def opened(client, entrant):
    client.get(reverse("tournament:phone", args=[badge_tokens.token_of(entrant)]))
    return client.get(reverse("tournament:player_day", args=[entrant.tournament.slug]))


def subscribed(client, entrant, **changes):
    slug = entrant.tournament.slug
    given = {"endpoint": ENDPOINT, **Phone().keys, **changes}
    return client.post(reverse("tournament:player_day_subscribe", args=[slug]), given, follow=True)


def test_the_page_turns_messages_on_and_off_for_this_browser(client, running):
    entrant = first_of(running.tournament)
    assert "data-is-on" not in opened(client, entrant).content.decode()
    page = subscribed(client, entrant).content.decode()
    assert "data-is-on" in page
    assert "Avvisi accesi su questo telefono" in page
    client.post(reverse("tournament:player_day_unsubscribe", args=[running.tournament.slug]))
    assert "data-is-on" not in opened(client, entrant).content.decode()
    assert not PushSubscription.objects.exists()


def test_a_refused_address_is_said_and_changes_nothing(client, running):
    entrant = first_of(running.tournament)
    opened(client, entrant)
    page = subscribed(client, entrant, endpoint="http://inside/").content.decode()
    assert "non si può usare" in page
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("leaves", ["by button", "by another badge"])
def test_whoever_gives_the_phone_away_is_not_notified_on_it(client, running, leaves):
    one, other = running.tournament.entrants.order_by("number")[:2]
    opened(client, one)
    subscribed(client, one)
    if leaves == "by button":
        client.post(reverse("tournament:player_day_leave", args=[running.tournament.slug]))
    else:
        assert "data-is-on" not in opened(client, other).content.decode()
    assert not PushSubscription.objects.exists()


def test_the_service_worker_is_the_players_pages_own(client, running):
    slug = running.tournament.slug
    answer = client.get(reverse("tournament:player_day_worker", args=[slug]))
    assert answer["Content-Type"].startswith("text/javascript")
    assert reverse("tournament:player_day_worker", args=[slug]).startswith(
        reverse("tournament:player_day", args=[slug])
    )


# Moments of the page


def test_present_lasts_until_the_tables_are_there(client, ready, organizer):
    entrant = first_of(ready)
    assert "Sei presente" in opened(client, entrant).content.decode()
    draft = rounds.draw(ready, seed="seme", by=organizer)
    assert "Sei presente" in opened(client, entrant).content.decode()
    rounds.publish(draft, by=organizer)
    assert "Sei presente" not in opened(client, entrant).content.decode()


def test_who_is_not_present_is_not_said_to_be(client, tournament, organizer):
    enter(tournament, 1, state="expected")
    tournaments.open_checkin(tournament, by=organizer)
    assert "Sei presente" not in opened(client, first_of(tournament)).content.decode()


def test_a_counted_table_that_is_not_closed_says_no_moment_after_it(running, organizer):
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    entrant = table.seats.first().entrant
    assert moment_of(entrant).kind == "seat"
