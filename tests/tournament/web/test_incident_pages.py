"""The pages for what goes wrong after a draw, as the organizer and the head judge meet them."""

from django.test import Client

from tests.tournament.conftest import NOW, enter, user
from tests.tournament.pages import page_text, to
from tournament.actions import checkin, rounds, staff, tables
from tournament.models import Entrant
from tournament.states import EntrantState, Role, TableState


def test_a_late_player_is_offered_the_tables_that_can_take_one(olga, published):
    (late,) = enter(published.tournament, 1)
    page = olga.get(to("incidents", published.tournament, 1))
    (offer,) = page.context["late"]
    assert {way.table for way in offer.ways} == {1, 2, 3, 4}
    way = offer.ways[0]
    olga.post(to("seat_late", published.tournament, 1), {"table": way.table_pk, "entrant": late.pk, "reason": "treno"})
    assert published.seats.get(entrant=late).table.number == way.table
    assert olga.get(to("incidents", published.tournament, 1)).context["late"] == []


def test_somebody_who_is_gone_is_made_up_for_from_the_page(olga, published, organizer):
    gone = published.seats.get(table__number=1, position=2)
    checkin.mark(gone.entrant, state=EntrantState.MISSING, by=organizer)
    (one,) = olga.get(to("incidents", published.tournament, 1)).context["gone"]
    assert {way.mover.table.number for way in one.ways} == {5}
    chosen = one.ways[0].mover
    data = {"seat": gone.pk, "mover": chosen.pk, "reason": "non è venuto"}
    olga.post(to("vacate", published.tournament, 1), data)
    assert published.seats.get(table__number=1, position=2).entrant == chosen.entrant
    assert published.seats.count() == 20


def test_whoever_leaves_a_game_in_play_changes_no_seat(olga, published, organizer):
    rounds.start(published, by=organizer, now=NOW)
    tables.begin(published.tables.get(number=1), by=organizer)
    seat = published.seats.get(table__number=1, position=1)
    Entrant.objects.filter(pk=seat.entrant_id).update(state=EntrantState.WITHDRAWN)
    (one,) = olga.get(to("incidents", published.tournament, 1)).context["gone"]
    assert (one.plays, one.ways) == (True, ())
    olga.post(to("vacate", published.tournament, 1), {"seat": seat.pk, "reason": "ritirato"})
    assert published.seats.count() == 21


def test_a_reserve_and_a_wrong_table_from_the_page(olga, published, organizer):
    (reserve,) = enter(published.tournament, 1, EntrantState.RESERVE)
    seat = published.seats.get(table__number=2, position=2)
    url = to("replace", published.tournament, 1)
    olga.post(url, {"seat": seat.pk, "entrant": reserve.pk, "reason": "assente"})
    assert published.seats.get(pk=seat.pk).entrant == reserve
    rounds.start(published, by=organizer, now=NOW)
    for number in (1, 2):
        tables.begin(published.tables.get(number=number), by=organizer)
    other = published.seats.get(table__number=1, position=1)
    data = {"one": seat.pk, "other": other.pk, "reason": "al contrario"}
    olga.post(to("put_right", published.tournament, 1), data)
    assert published.seats.get(table__number=2, position=2).entrant == other.entrant


def test_a_draft_has_no_incidents_for_the_head_judge(client, draft, organizer):
    head = user("carla")
    staff.grant(draft.tournament, user=head, role=Role.HEAD_JUDGE, by=organizer)
    client.force_login(head)
    assert client.get(to("incidents", draft.tournament, 1)).status_code == 403
    rounds.publish(draft, by=organizer)
    assert client.get(to("incidents", draft.tournament, 1)).status_code == 200


def test_judges_are_described_and_drawn_from_the_pages(olga, published, judge, organizer):
    member = staff.grant(published.tournament, user=judge, role=Role.JUDGE, by=organizer)
    key = f"member{member.pk}"
    url = to("staff_describe", published.tournament, member.pk)
    olga.post(url, {f"{key}-club": "Il Dado", f"{key}-most_tables": "0", f"{key}-entrant": ""})
    member.refresh_from_db()
    assert member.club == ""
    olga.post(url, {f"{key}-club": "Nessuno di questi", f"{key}-most_tables": "5", f"{key}-entrant": ""})
    head = published.tournament.memberships.get(user=organizer)
    mine = published.seats.first().entrant
    olga.post(to("staff_describe", published.tournament, head.pk), {f"member{head.pk}-entrant": mine.pk})
    assert f"gioca come {mine}" in page_text(olga.get(to("staff", published.tournament)))
    no_more = (to("staff_describe", published.tournament, head.pk), {f"member{head.pk}-entrant": ""})
    assert "lo cambia un altro organizzatore" in page_text(olga.post(*no_more, follow=True))
    head.refresh_from_db()
    assert head.entrant == mine
    staff.grant(published.tournament, user=(second := user("anna")), role=Role.ORGANIZER, by=organizer)
    anna = Client()
    anna.force_login(second)
    anna.post(*no_more)
    head.refresh_from_db()
    assert head.entrant is None
    olga.post(to("draw_judges", published.tournament, 1))
    assert set(published.tables.values_list("judge__username", flat=True)) == {judge.username}


def test_a_table_begun_by_mistake_waits_again(olga, published, organizer):
    rounds.start(published, by=organizer, now=NOW)
    table = published.tables.get(number=3)
    tables.begin(table, by=organizer)
    url = to("back_to_waiting", published.tournament, 1, 3)
    olga.post(url)
    table.refresh_from_db()
    assert table.state == TableState.PLAYING
    olga.post(url, {"reason": "tavolo sbagliato"})
    table.refresh_from_db()
    assert table.state == TableState.WAITING
