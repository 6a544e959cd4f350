"""The player's phone: the badge's address opens one day and nothing else, and stays in no address."""

from datetime import timedelta
from decimal import Decimal

import msgspec
import pytest
from django.urls import reverse

from tests.tournament.conftest import CONFIRMED, NOW, choose_first_plan, enter, lines_for
from tests.tournament.test_formats import begin, play_all, play_round
from tournament.actions import checkin, privacy, results, rounds, tournaments
from tournament.actions import phones as acts
from tournament.core.regulation.schema import presets, to_json
from tournament.errors import NotNow
from tournament.models import Entrant
from tournament.queries import badge_tokens
from tournament.queries.player_day import player_day_of
from tournament.states import EntrantState


def anna_of(tournament) -> Entrant:
    return tournament.entrants.order_by("number").first()


def opened(client, entrant):
    client.get(reverse("tournament:phone", args=[badge_tokens.token_of(entrant)]))
    return client.get(reverse("tournament:player_day", args=[entrant.tournament.slug]))


def test_the_badge_opens_the_players_page_and_leaves_the_address(client, running):
    entrant = anna_of(running.tournament)
    answer = client.get(reverse("tournament:phone", args=[badge_tokens.token_of(entrant)]))
    assert answer.status_code == 302
    assert answer.url == reverse("tournament:player_day", args=[running.tournament.slug])
    assert answer["Referrer-Policy"] == "no-referrer"
    page = client.get(answer.url).content.decode()
    seat = entrant.seats.get()
    assert f"Tavolo {seat.table.number}" in page
    assert badge_tokens.token_of(entrant) not in page


@pytest.mark.parametrize("change", [lambda t: t[:-1] + ("0" if t[-1] != "0" else "1"), lambda t: "bcdfghjkmn" + t[10:]])
def test_an_address_that_was_not_made_here_opens_nothing(client, running, change):
    token = change(badge_tokens.token_of(anna_of(running.tournament)))
    assert client.get(reverse("tournament:phone", args=[token])).status_code == 404


def test_a_badge_opens_only_its_own_tournament(client, running, organizer):
    opened(client, anna_of(running.tournament))
    other = tournaments.create(name="Un altro", day="2026-03-15", regulation=presets()["risiko-torneo"], by=organizer)
    assert client.get(reverse("tournament:player_day", args=[other.slug])).status_code == 404


def test_a_lost_badge_opens_nothing_any_more_not_even_where_it_was_open(client, running, organizer):
    entrant = anna_of(running.tournament)
    old = badge_tokens.token_of(entrant)
    assert opened(client, entrant).status_code == 200
    acts.renew(entrant, by=organizer)
    assert client.get(reverse("tournament:player_day", args=[running.tournament.slug])).status_code == 404
    assert client.get(reverse("tournament:phone", args=[old])).status_code == 404
    assert opened(client, entrant).status_code == 200


def test_whoever_is_forgotten_loses_the_badge(client, running, organizer):
    entrant = anna_of(running.tournament)
    old = badge_tokens.token_of(entrant)
    privacy.erase(entrant, by=organizer)
    assert client.get(reverse("tournament:phone", args=[old])).status_code == 404


def test_a_phone_can_forget_its_badge(client, running):
    slug = running.tournament.slug
    opened(client, anna_of(running.tournament))
    client.post(reverse("tournament:player_day_leave", args=[slug]))
    assert client.get(reverse("tournament:player_day", args=[slug])).status_code == 404


def test_without_a_badge_the_own_page_says_what_happened_and_how_to_come_back(client, running):
    event = running.tournament
    mine = reverse("tournament:player_day", args=[event.slug])
    answer = client.get(mine)
    text = answer.content.decode()
    assert answer.status_code == 404
    assert "codice QR" in text
    assert event.name in text
    assert f'data-event="{event.slug}"' in text
    assert f'href="{reverse("tournament:public", args=[event.slug])}"' in text
    assert client.get(mine, headers={"HX-Request": "true"}).content.decode() != text


def test_a_badge_that_was_replaced_says_so_on_the_own_page_and_at_its_address(client, running, organizer):
    entrant = anna_of(running.tournament)
    old = badge_tokens.token_of(entrant)
    opened(client, entrant)
    acts.renew(entrant, by=organizer)
    for address in (
        reverse("tournament:player_day", args=[running.tournament.slug]),
        reverse("tournament:phone", args=[old]),
    ):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "non vale più" in answer.content.decode()


def test_the_own_page_of_an_event_that_nobody_may_see_is_as_that_of_none(client, running):
    event = running.tournament
    event.is_public = False
    event.save()
    hidden = client.get(reverse("tournament:player_day", args=[event.slug])).content.decode()
    none = client.get(reverse("tournament:player_day", args=["nessuno"])).content.decode()
    assert event.name not in hidden
    assert hidden.replace(event.slug, "nessuno") == none


# Check-in from the phone


def test_a_player_says_that_he_is_here_and_the_log_knows_how(client, tournament, organizer):
    enter(tournament, 3, state="expected")
    tournaments.open_checkin(tournament, by=organizer)
    entrant = anna_of(tournament)
    assert "Sono qui" in opened(client, entrant).content.decode()
    client.post(reverse("tournament:player_day_arrive", args=[tournament.slug]))
    entrant.refresh_from_db()
    assert entrant.state == "present"
    assert (tournament.log.first().verb, tournament.log.first().actor) == ("phones.arrive", None)
    assert "Sono qui" not in opened(client, entrant).content.decode()


@pytest.mark.parametrize(("state", "message"), [("reserve", "tra le riserve"), ("withdrawn", "hai lasciato il torneo")])
def test_a_reserve_and_who_left_are_told_apart_and_sent_to_the_desk(tournament, organizer, state, message):
    enter(tournament, 1, state="expected")
    tournaments.open_checkin(tournament, by=organizer)
    tournament.entrants.update(state=state)
    with pytest.raises(NotNow, match=f"{message}.*segreteria"):
        acts.arrive(anna_of(tournament))
    assert anna_of(tournament).state == state


@pytest.mark.parametrize(("minutes", "closed", "late"), [(-1, False, False), (1, False, True), (-1, True, True)])
def test_who_arrives_by_phone_after_the_deadline_is_late_like_anybody(tournament, organizer, minutes, closed, late):
    enter(tournament, 1, state="expected")
    tournaments.open_checkin(tournament, by=organizer)
    checkin.set_deadline(tournament, until=NOW, by=organizer)
    if closed:
        checkin.close(tournament, by=organizer, now=NOW - timedelta(minutes=5))
    acts.arrive(anna_of(tournament), now=NOW + timedelta(minutes=minutes))
    assert anna_of(tournament).is_late is late
    assert tournament.log.first().data.get("late", False) is late


def test_nobody_arrives_by_phone_before_the_desk_takes_arrivals(tournament):
    enter(tournament, 1, state="expected")
    with pytest.raises(NotNow):
        acts.arrive(anna_of(tournament))


def test_who_has_left_asks_the_desk(tournament, organizer):
    enter(tournament, 1, state="withdrawn")
    tournaments.open_checkin(tournament, by=organizer)
    with pytest.raises(NotNow):
        acts.arrive(anna_of(tournament))


# Results, rank, need


def test_the_page_lists_the_rounds_with_points_and_place(running, organizer):
    table = running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    winner = table.seats.get(position=1).entrant
    day = player_day_of(winner, running)
    assert [(one.table, one.points, one.place) for one in day.played] == [(1, Decimal(49), 1)]
    assert (day.standing.rank, day.field) == (1, 20)


def test_the_page_asks_the_database_no_more_for_a_larger_field(running, client, django_assert_max_num_queries):
    entrant = anna_of(running.tournament)
    opened(client, entrant)
    with django_assert_max_num_queries(24):
        client.get(reverse("tournament:player_day", args=[running.tournament.slug]))


@pytest.fixture
def last_qualifying(tournament, organizer):
    """Sixteen people, one qualifying round by place alone; the best four make the final."""
    rules = msgspec.structs.replace(
        presets()["master"],
        rounds=1,
        scoring=msgspec.structs.replace(
            presets()["cns"].scoring, method="place", eliminated=(), objective_place=None, by_size={}
        ),
        bands=(
            msgspec.structs.replace(
                presets()["master"].bands[-1],
                up_to=None,
                finalists=4,
                semifinals=0,
                semifinalists=0,
                wildcards=0,
                finals=1,
            ),
        ),
    )
    tournament.regulation = to_json(rules)
    tournament.save()
    enter(tournament, 16)
    tournaments.open_checkin(tournament, by=organizer)
    choose_first_plan(tournament, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    return round_


def test_a_player_reads_what_he_needs(last_qualifying, organizer, client):
    """Four tables of four, all open, 12/7/5/3: only a win is sure, a second place (level with no winner) never enough."""
    entrant = last_qualifying.seats.first().entrant
    day = player_day_of(entrant, last_qualifying)
    # The four winners are level at 12: whoever wins is with three others at most.
    assert day.need.verdicts == ("sure", "out", "out", "out")
    assert (day.need.surely, day.need.possibly) == (Decimal(12), Decimal(12))
    assert "1º posto" in opened(client, entrant).content.decode()


def test_a_counted_table_has_nothing_to_need(last_qualifying, organizer):
    table = last_qualifying.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer)
    assert player_day_of(table.seats.first().entrant, last_qualifying).need is None


def test_a_knockout_says_its_rule_in_words(draft, organizer):
    rounds.publish(draft, by=organizer)
    assert player_day_of(anna_of(draft.tournament), draft).rule.startswith("pass")


def test_whoever_has_finished_reads_the_place_without_a_clock_and_opens_the_own_game(draft, organizer, client):
    anna = anna_of(draft.tournament)
    rounds.publish(draft, by=organizer)
    rounds.start(draft, by=organizer, now=NOW)
    assert "data-countdown" in opened(client, anna).content.decode()
    table = anna.seats.get().table
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED)
    results.sign(table, by=organizer)
    page = opened(client, anna).content.decode()
    assert f"al tavolo {table.number}</h2>" in page
    assert "piazzamento" in page
    assert "data-countdown" not in page
    assert "Per passare il turno" not in page


def test_who_is_short_of_games_is_told_so_and_not_what_place_would_do(organizer, client):
    """Three games are needed for the final: whoever plays the second in the last night cannot be in it."""
    tournament = begin("scaligero", 8, organizer)
    entrant = tournament.entrants.get(number=1)
    for number in range(3):
        state = EntrantState.PRESENT if number == 0 else EntrantState.MISSING
        Entrant.objects.filter(pk=entrant.pk).update(state=state)
        play_round(tournament, organizer)
    Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.PRESENT)
    last = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(last, by=organizer)
    rounds.start(last, by=organizer, now=NOW)
    assert player_day_of(entrant, last).need.is_short
    assert "Con questo turno non arrivi alle partite necessarie" in opened(client, entrant).content.decode()


def test_nobody_is_told_that_a_round_goes_on_without_him_when_the_event_is_over(organizer, client):
    tournament = begin("arba", 6, organizer, "bracket")
    play_all(tournament, organizer)
    out = next(one for one in tournament.entrants.all() if one.seats.count() == 1)
    page = opened(client, out).content.decode()
    assert "Non passi il turno" in page
    assert "non giochi" not in page
    tournaments.finish(tournament, by=organizer)
    page = opened(client, out).content.decode()
    assert "Hai finito" in page
    assert "non giochi" not in page
