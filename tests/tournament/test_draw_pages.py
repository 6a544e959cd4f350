"""The pages of the draw and of what goes wrong after it, as the organizer, a player and the head judge meet them."""

import json
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import (
    NOW,
    a_tournament,
    choose_first_plan,
    enter,
    lines_for,
    play,
    ready_to_draw,
    set_rules,
    user,
)
from tournament.actions import checkin, penalties, promises, rounds, staff, tables
from tournament.commitment import commitment_of
from tournament.draw.paper import read
from tournament.models import DrawAct, Entrant, Penalty, Tournament
from tournament.queries.drawing import criteria_of, tables_in_ids
from tournament.queries.results import plan_of
from tournament.queries.sheets import seating_sheet
from tournament.states import EntrantState, Role, RoundState, TableState


@pytest.fixture
def olga(client, organizer):
    client.force_login(organizer)
    return client


def to(name: str, tournament, *args) -> str:
    return reverse(f"tournament:{name}", args=[tournament.slug, *args])


def said(response) -> str:
    return " ".join(response.content.decode().split())


# Which tables, by what wishes


def test_twenty_players_read_that_fives_repeat_and_fours_do_not(olga, ready):
    page = said(olga.get(to("mix", ready)))
    assert page.index("5 tavoli da 4") < page.index("4 tavoli da 5")
    assert ">12<" in page


def test_eleven_players_read_that_fours_and_fives_do_not_seat_them(olga, tournament):
    enter(tournament, 11)
    page = said(olga.get(to("mix", tournament)))
    assert "11 giocatori non si possono dividere in tavoli da 4 o 5" in page
    assert "1×3 + 2×4" in page


def test_tables_are_chosen_at_the_adviser_before_the_draw(olga, organizer, open_day):
    enter(open_day, 4)
    url = to("mix", open_day)
    assert "Gioca con questi tavoli" in said(olga.get(url))
    olga.post(url, {"sizes": "5-5-5-5"})
    open_day.refresh_from_db()
    assert plan_of(open_day).stages[0].tables == (5, 5, 5, 5)
    assert "scelti" in said(olga.get(url))
    first = rounds.draw(open_day, seed="uno", by=organizer)
    assert [table.seats.count() for table in first.tables.all()] == [5] * 4
    assert read(open_day.draw_acts.get().paper.encode()).request.sizes == (5, 5, 5, 5)
    olga.post(url, {"sizes": "4-4-4-4-4"})
    open_day.refresh_from_db()
    assert plan_of(open_day).stages[1].tables == (5, 5, 5, 5)
    play(first, organizer)
    rounds.close(first, by=organizer, now=NOW)
    olga.post(url, {"sizes": "4-4-4-4-4"})
    event = open_day.log.get(verb="plan.choose_tables")
    assert (event.actor, event.data["was"], event.data["tables"]) == (organizer, [5] * 4, [4] * 5)
    open_day.refresh_from_db()
    assert rounds.draw(open_day, seed="due", by=organizer).tables.count() == 5


def test_a_size_that_the_regulation_lacks_is_allowed_by_a_version_of_its_own(olga, organizer):
    tournament = a_tournament(organizer)
    set_rules(tournament, table_sizes=(4, 5))
    enter(tournament, 11)
    url = to("mix", tournament)
    assert "non ha tavoli da 3" in said(olga.get(url))
    olga.post(url, {"sizes": "3-4-4"})
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert tournament.rules.table_sizes == (4, 5, 3)
    assert tournament.regulation_versions.first().reason == "per i presenti servono tavoli da 3"
    assert plan_of(tournament).stages[0].tables == (3, 4, 4)


@pytest.mark.parametrize("sizes", ["", "4-4", "3-3-5", "cinque", "4" * 40])
def test_tables_that_do_not_seat_those_present_are_not_chosen(olga, ready, sizes):
    before = plan_of(ready)
    olga.post(to("mix", ready), {"sizes": sizes})
    ready.refresh_from_db()
    assert plan_of(ready) == before
    assert not ready.regulation_versions.exists()


def test_a_trial_shows_two_plans_where_two_wishes_conflict(olga, tournament):
    enter(tournament, 13)
    part = said(olga.get(to("mix_trial", tournament, 1)))
    assert "nessuno si ritrova" in part
    assert "tavoli grandi divisi fra tutti" in part
    assert olga.get(to("mix_trial", tournament, 9)).status_code == 404


def test_the_criteria_are_arranged_step_by_step_and_saved_as_a_version(olga, ready):
    url = to("criteria", ready)
    order = "rematch,club"
    for move in ("in:region", "up:region", "up:region", "out:club", "up:region"):
        page = olga.get(url, {"order": order, "move": move})
        order = page.context["order"]
    assert order == "region,rematch"
    ready.refresh_from_db()
    assert criteria_of(ready, 1) == ("rematch", "club")
    text = said(page)
    assert text.index('value="down:region"') < text.index('value="down:rematch"') < text.index('value="in:club"')
    answer = olga.post(url, {"order": order, "rounds": "one", "reason": "vengono da tre regioni"})
    assert answer.status_code == 302
    ready.refresh_from_db()
    del ready.rules
    assert [criteria_of(ready, number) for number in (1, 2)] == [("region", "rematch"), ("rematch", "club")]
    newest, first = ready.regulation_versions.all()
    assert (newest.reason, first.regulation.criteria_for(1)) == ("vengono da tre regioni", ("rematch", "club"))
    assert "non è ancora salvato" not in said(olga.get(url))
    assert "non è ancora salvato" in said(olga.get(url, {"order": "club"}))


@pytest.mark.parametrize("move", ["", "up:", "up:region", "in:rematch", "sideways:club", "in:nonsense"])
def test_a_move_that_cannot_be_arranges_nothing(olga, ready, move):
    page = olga.get(to("criteria", ready), {"move": move})
    assert (page.context["order"], page.context["is_changed"]) == ("rematch,club", False)


@pytest.mark.parametrize("order", ["club,club", "nonsense"])
def test_an_order_that_cannot_be_is_not_saved(olga, ready, order):
    olga.post(to("criteria", ready), {"order": order, "rounds": "all"})
    ready.refresh_from_db()
    assert criteria_of(ready, 1) == ("rematch", "club")
    assert not ready.regulation_versions.exists()


def test_a_pair_is_kept_apart_and_let_go(olga, ready):
    one, other = ready.entrants.all()[:2]
    olga.post(to("apart", ready), {"one": one.pk, "other": other.pk})
    pair = ready.apart_pairs.get()
    assert str(one) in said(olga.get(to("apart", ready)))
    again = olga.post(to("apart", ready), {"one": other.pk, "other": one.pk})
    assert again.status_code == 422
    olga.post(to("apart_forget", ready, pair.pk))
    assert not ready.apart_pairs.exists()


# The draft


def test_a_draft_shows_each_wish_with_its_least_and_the_names(olga, draft):
    first, second = draft.tables.get(number=1).seats.all()[:2]
    Entrant.objects.filter(pk__in=[first.entrant_id, second.entrant_id]).update(club="Gemelli")
    page = said(olga.get(draft.get_absolute_url()))
    assert "Compagni di club a tavoli diversi" in page
    assert "1, limite 0" in page
    assert f"{first.entrant}, {second.entrant}" in page or f"{second.entrant}, {first.entrant}" in page


def test_a_swap_says_its_cost_before_it_is_done(olga, draft):
    one, other = draft.seats.get(table__number=1, position=1), draft.seats.get(table__number=2, position=1)
    mate = draft.seats.get(table__number=2, position=2)
    draft.tournament.entrants.update(club="")  # no other pair of a club may come or go by the same swap
    Entrant.objects.filter(pk__in=[one.entrant_id, mate.entrant_id]).update(club="Gemelli")
    url = to("swap", draft.tournament, 1)
    before = tables_in_ids(draft)
    page = said(olga.get(url, {"one": one.pk, "other": other.pk}))
    assert "+1" in page
    assert "Compagni di club a tavoli diversi" in page
    part = olga.get(url, {"one": one.pk, "other": other.pk}, headers={"HX-Request": "true"})
    assert said(part) in page
    assert tables_in_ids(draft) == before
    olga.post(url, {"one": one.pk, "other": other.pk})
    assert tables_in_ids(draft) == before
    olga.post(url, {"one": one.pk, "other": other.pk, "reason": "prova"})
    assert tables_in_ids(draft) != before


def test_the_other_of_two_plans_becomes_the_draft(olga, organizer, open_day):
    enter(open_day, 1)
    set_rules(open_day, draw_criteria=("rematch", "fives"), draw_criteria_by_round=())
    choose_first_plan(open_day, organizer)
    for seed in ("uno", "due"):
        round_ = rounds.draw(open_day, seed=seed, by=organizer)
        play(round_, organizer)
        rounds.close(round_, by=organizer, now=NOW)
    third = rounds.draw(open_day, seed="tre", by=organizer)
    url = to("two_plans", open_day, 3)
    page = olga.get(url)
    first, second = page.context["plans"]
    assert (first.criteria, second.criteria) == (("rematch", "fives"), ("fives", "rematch"))
    olga.post(url, {"criteria": ",".join(second.criteria)})
    assert [[one.public_id for one in table] for table in second.tables] == [list(t) for t in tables_in_ids(third)]


# In public


@pytest.fixture
def promised(ready, organizer):
    promises.make(ready, by=organizer, now=NOW)
    checkin.close(ready, by=organizer, now=NOW)
    return rounds.draw(ready, dice="4 2 6 1", by=organizer)


def test_everybody_reads_the_promise_and_nobody_the_secret(client, promised):
    act, waiting = DrawAct.objects.made().get(), DrawAct.objects.promised().get()
    page = said(client.get(to("draws", promised.tournament)))
    assert act.commitment in page
    assert waiting.commitment in page
    for secret in (act.secret, waiting.secret, act.seed):
        assert secret not in page
    assert client.get(to("draw_paper", promised.tournament, 1)).status_code == 404
    assert client.post(to("verify", promised.tournament, 1)).status_code == 404


def test_once_the_tables_are_published_anybody_repeats_the_draw(client, promised, organizer, tmp_path):
    rounds.publish(promised, by=organizer)
    act, waiting = DrawAct.objects.made().get(), DrawAct.objects.promised().get()
    page = said(client.post(to("verify", promised.tournament, 1)))
    assert "ripetuto adesso, è lo stesso" in page
    assert act.secret in page
    assert waiting.secret not in page
    assert commitment_of(act.secret) == act.commitment
    paper = client.get(to("draw_paper", promised.tournament, 1)).content
    assert json.loads(paper)["promise"]["dice"] == "4261"


def test_the_command_repeats_the_paper_of_the_page(client, promised, organizer, tmp_path, capsys):
    rounds.publish(promised, by=organizer)
    sheet = tmp_path / "foglio.json"
    sheet.write_bytes(client.get(to("draw_paper", promised.tournament, 1)).content)
    call_command("verify_draw", str(sheet))
    assert "byte per byte" in capsys.readouterr().out
    sheet.write_bytes(sheet.read_bytes().replace(b'"4261"', b'"4262"'))
    with pytest.raises(CommandError):
        call_command("verify_draw", str(sheet))


def test_a_paper_that_was_tampered_with_is_told(client, promised, organizer):
    rounds.publish(promised, by=organizer)
    act = DrawAct.objects.made().get()
    one, other = tables_in_ids(promised)[0][0], tables_in_ids(promised)[1][0]
    paper = json.loads(act.paper)
    first, second = paper["draw"]["tables"][:2]
    first[0], second[0] = other, one
    DrawAct.objects.filter(pk=act.pk).update(paper=json.dumps(paper))
    page = said(client.post(to("verify", promised.tournament, 1)))
    assert "non torna" in page
    assert f"Tavolo 1, posto 1: il foglio dice {other}, il sorteggio dà {one}" in page


def test_a_paper_of_an_earlier_engine_says_which_one_it_needs(client, promised, organizer):
    rounds.publish(promised, by=organizer)
    act = DrawAct.objects.made().get()
    paper = json.loads(act.paper) | {"engine": "sdadata draw 3"}
    DrawAct.objects.filter(pk=act.pk).update(paper=json.dumps(paper))
    page = said(client.post(to("verify", promised.tournament, 1)))
    assert "non torna" not in page
    assert "Questo foglio è di «sdadata draw 3»: si ripete con quel programma." in page


def test_a_change_by_hand_is_public_and_its_reason_is_not(client, promised, organizer):
    one, other = promised.seats.get(table__number=1, position=1), promised.seats.get(table__number=2, position=1)
    rounds.swap(one, other, reason="vecchia ruggine", by=organizer)
    rounds.publish(promised, by=organizer)
    page = said(client.post(to("verify", promised.tournament, 1)))
    assert "due giocatori scambiati" in page
    assert "ruggine" not in page
    assert "cambiati a mano" in page


def test_the_seating_sheet_counts_every_draw_of_the_round(olga, organizer, ready):
    rounds.discard(rounds.draw(ready, seed="a", by=organizer), by=organizer, reason="prova")
    round_ = rounds.draw(ready, seed="b", by=organizer)
    rounds.redraw(round_, seed="c", reason="prova", by=organizer)
    assert seating_sheet(round_, made_at=timezone.localtime()).draw_number == 3


def test_the_organizer_promises_and_draws_from_the_pages(olga, ready):
    olga.post(to("promise", ready))
    olga.post(to("checkin_door", ready), {"act": "close"})
    answer = olga.post(to("draw", ready), {"dice": "4 2 6 1"})
    assert answer.url == to("round", ready, 1)
    act = DrawAct.objects.made().get()
    assert (act.dice, act.commitment != "") == ("4261", True)
    olga.post(to("redraw", ready, 1), {"dice": "1 1 1", "reason": "mancava uno"})
    assert DrawAct.objects.made().count() == 2


# After the draw


@pytest.fixture
def published(organizer):
    tournament = ready_to_draw(a_tournament(organizer), 21, organizer)
    round_ = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    return round_


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
    assert f"gioca come {mine}" in said(olga.get(to("staff", published.tournament)))
    olga.post(to("staff_describe", published.tournament, head.pk), {f"member{head.pk}-entrant": ""})
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


# Check-in


def test_deadline_fee_and_consent_at_the_desk(olga, tournament, organizer):
    (person,) = enter(tournament, 1, EntrantState.EXPECTED)
    olga.post(to("checkin_door", tournament), {"act": "deadline", "until": "09:45"})
    tournament.refresh_from_db()
    assert tournament.checkin_until.astimezone().strftime("%d") == "14"
    olga.post(to("note", tournament, person.public_id), {"note": "has_paid", "to": "yes"})
    part = olga.post(
        to("note", tournament, person.public_id), {"note": "has_consented", "to": "yes"}, headers={"HX-Request": "true"}
    )
    assert 'aria-pressed="true"' in said(part)
    person.refresh_from_db()
    assert (person.has_paid, person.has_consented) == (True, True)
    olga.post(to("checkin_door", tournament), {"act": "deadline", "until": ""})
    tournament.refresh_from_db()
    assert tournament.checkin_until is None


def test_who_left_is_readmitted_with_a_reason(olga, tournament):
    (person,) = enter(tournament, 1, EntrantState.WITHDRAWN)
    url = to("entrant_readmit", tournament, person.public_id)
    olga.post(url)
    person.refresh_from_db()
    assert person.state == EntrantState.WITHDRAWN
    olga.post(url, {"reason": "è tornato"})
    person.refresh_from_db()
    assert person.state == EntrantState.PRESENT


# Results


@pytest.fixture
def closed(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    return draft


def test_a_correction_is_shown_before_it_is_made(olga, closed):
    table = closed.tables.get(number=1)
    many = table.seats.count()
    data = {"reason": "letti male"}
    for line in lines_for(table, first=many):
        data |= {f"points_{line.position}": line.points, f"rank_{line.position}": line.rank}
    page = olga.post(to("correct_preview", closed.tournament, 1, 1), data)
    joined, left = page.context["joined"], page.context["left"]
    assert (len(joined), len(left)) == (1, 1)
    assert f"{joined[0]}</dd>" in said(page)
    assert not any(seat.result.revision > 1 for seat in table.seats.all())
    assert olga.post(to("correct_preview", closed.tournament, 1, 1), {"reason": "x"}).status_code == 422


def test_players_read_until_when_they_may_object(olga, client, closed, organizer):
    url = to("objections", closed.tournament, 1)
    olga.post(to("objections_window", closed.tournament, 1), {"minutes": "10", "act": "open"})
    assert "si può obiettare fino alle" in said(olga.get(to("standings", closed.tournament)))
    person = closed.seats.first().entrant
    olga.post(url, {"entrant": person.pk, "text": "ho 40 punti"})
    objection = closed.objections.get()
    refused = olga.post(to("draw", closed.tournament), {"seed": "due"}, follow=True)
    assert "obiezione" in said(refused)
    olga.post(to("objection_answer", closed.tournament, 1, objection.pk), {"answer": "corretto"})
    olga.post(to("objections_window", closed.tournament, 1), {"act": "close"})
    olga.post(to("draw", closed.tournament), {"seed": "due"})
    assert closed.tournament.rounds.last().state == RoundState.DRAFT


def test_a_penalty_from_a_template_through_its_appeal(olga, tournament, organizer):
    (person,) = enter(tournament, 1)
    page = said(olga.get(to("penalties", tournament), {"modello": "ritardo"}))
    assert 'value="Ritardo all&#x27;inizio della partita"' in page
    penalty = penalties.add(person, points=Decimal(5), reason="ritardo", by=organizer)
    for act, data in (
        ("revise", {"points": "2,5", "reason": "primo ritardo"}),
        ("appeal", {"reason": "treno"}),
        ("uphold", {"reason": "si prevede"}),
        ("revoke", {"reason": "ripensamento"}),
        ("restore", {"reason": "per errore"}),
    ):
        olga.post(to(f"penalty_{act}", tournament, penalty.pk), data)
    told = Penalty.objects.get()
    assert (str(told.points), told.appeal, told.is_sub_judice, told.revoked_at) == ("2.5000", "treno", False, None)
    assert told.revisions.count() == 5
