"""The pages of the draw: its draft as the organizer meets it, and what everybody may read and repeat."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.tournament.conftest import NOW, choose_first_plan, enter, play, set_rules
from tests.tournament.pages import page_text, to
from tournament.actions import checkin, commitments, rounds
from tournament.core.draw.commitment import commitment_of
from tournament.models import DrawEvent, Entrant
from tournament.queries.drawing import tables_in_ids
from tournament.queries.sheets import seating_sheet

# The draft


def test_a_draft_shows_each_wish_with_its_least_and_the_names(olga, draft):
    first, second = draft.tables.get(number=1).seats.all()[:2]
    Entrant.objects.filter(pk__in=[first.entrant_id, second.entrant_id]).update(club="Gemelli")
    page = page_text(olga.get(draft.get_absolute_url()))
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
    page = page_text(olga.get(url, {"one": one.pk, "other": other.pk}))
    assert "+1" in page
    assert "Compagni di club a tavoli diversi" in page
    part = olga.get(url, {"one": one.pk, "other": other.pk}, headers={"HX-Request": "true"})
    assert page_text(part) in page
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
    url = to("draft_alternatives", open_day, 3)
    page = olga.get(url)
    first, second = page.context["alternatives"]
    assert (first.criteria, second.criteria) == (("rematch", "fives"), ("fives", "rematch"))
    olga.post(url, {"criteria": ",".join(second.criteria)})
    assert [[one.public_id for one in table] for table in second.tables] == [list(t) for t in tables_in_ids(third)]


# In public


@pytest.fixture
def promised(ready, organizer):
    commitments.publish(ready, by=organizer, now=NOW)
    checkin.close(ready, by=organizer, now=NOW)
    return rounds.draw(ready, dice="4 2 6 1", by=organizer)


def test_everybody_reads_the_promise_and_nobody_the_secret(client, promised):
    event, waiting = DrawEvent.objects.drawn().get(), DrawEvent.objects.awaiting_dice().get()
    page = page_text(client.get(to("draws", promised.tournament)))
    assert event.commitment in page
    assert waiting.commitment in page
    for secret in (event.secret, waiting.secret, event.seed):
        assert secret not in page
    assert client.get(to("draw_transcript", promised.tournament, 1)).status_code == 404
    assert client.post(to("verify", promised.tournament, 1)).status_code == 404


def test_once_the_tables_are_published_anybody_repeats_the_draw(client, promised, organizer, tmp_path):
    rounds.publish(promised, by=organizer)
    event, waiting = DrawEvent.objects.drawn().get(), DrawEvent.objects.awaiting_dice().get()
    page = page_text(client.post(to("verify", promised.tournament, 1)))
    assert "ripetuto adesso, è lo stesso" in page
    assert event.secret in page
    assert waiting.secret not in page
    assert commitment_of(event.secret) == event.commitment
    transcript = client.get(to("draw_transcript", promised.tournament, 1)).content
    assert json.loads(transcript)["promise"]["dice"] == "4261"


def test_the_command_repeats_the_paper_of_the_page(client, promised, organizer, tmp_path, capsys):
    rounds.publish(promised, by=organizer)
    sheet = tmp_path / "foglio.json"
    sheet.write_bytes(client.get(to("draw_transcript", promised.tournament, 1)).content)
    call_command("verify_draw", str(sheet))
    assert "byte per byte" in capsys.readouterr().out
    sheet.write_bytes(sheet.read_bytes().replace(b'"4261"', b'"4262"'))
    with pytest.raises(CommandError):
        call_command("verify_draw", str(sheet))


def test_a_paper_that_was_tampered_with_is_told(client, promised, organizer):
    rounds.publish(promised, by=organizer)
    event = DrawEvent.objects.drawn().get()
    one, other = tables_in_ids(promised)[0][0], tables_in_ids(promised)[1][0]
    transcript = json.loads(event.transcript)
    first, second = transcript["draw"]["tables"][:2]
    first[0], second[0] = other, one
    DrawEvent.objects.filter(pk=event.pk).update(transcript=json.dumps(transcript))
    page = page_text(client.post(to("verify", promised.tournament, 1)))
    assert "non torna" in page
    assert f"Tavolo 1, sedia 1: il foglio dice {other}, il sorteggio dà {one}" in page


def test_a_paper_of_an_earlier_engine_says_which_one_it_needs(client, promised, organizer):
    rounds.publish(promised, by=organizer)
    event = DrawEvent.objects.drawn().get()
    transcript = json.loads(event.transcript) | {"engine": "sdadata draw 3"}
    DrawEvent.objects.filter(pk=event.pk).update(transcript=json.dumps(transcript))
    page = page_text(client.post(to("verify", promised.tournament, 1)))
    assert "non torna" not in page
    assert "Questo foglio è di «sdadata draw 3»: si ripete con quel programma." in page


def test_a_change_by_hand_is_public_and_its_reason_is_not(client, promised, organizer):
    one, other = promised.seats.get(table__number=1, position=1), promised.seats.get(table__number=2, position=1)
    rounds.swap(one, other, reason="vecchia ruggine", by=organizer)
    rounds.publish(promised, by=organizer)
    page = page_text(client.post(to("verify", promised.tournament, 1)))
    assert "due giocatori scambiati" in page
    assert "ruggine" not in page
    assert "cambiati a mano" in page


def test_who_got_a_chair_after_the_draw_is_public(client, promised, organizer):
    substitute, late = enter(promised.tournament, 2)
    rounds.publish(promised, by=organizer)
    rounds.replace(promised.seats.first(), entrant=substitute, reason="assente", by=organizer)
    rounds.seat_late(promised.tables.first(), entrant=late, reason="treno", by=organizer)
    page = page_text(client.get(to("draws", promised.tournament)))
    assert page.count("Turno 1: ") == 2
    assert "treno" not in page


def test_the_seating_sheet_counts_every_draw_of_the_round(olga, organizer, ready):
    rounds.discard(rounds.draw(ready, seed="a", by=organizer), by=organizer, reason="prova")
    round_ = rounds.draw(ready, seed="b", by=organizer)
    rounds.redraw(round_, seed="c", reason="prova", by=organizer)
    assert seating_sheet(round_, made_at=timezone.localtime()).draw_number == 3


def test_the_organizer_promises_and_draws_from_the_pages(olga, ready):
    olga.post(to("publish_commitment", ready))
    olga.post(to("checkin_door", ready), {"act": "close"})
    answer = olga.post(to("draw", ready), {"dice": "4 2 6 1"})
    assert answer.url == to("round", ready, 1)
    event = DrawEvent.objects.drawn().get()
    assert (event.dice, event.commitment != "") == ("4261", True)
    olga.post(to("redraw", ready, 1), {"dice": "1 1 1", "reason": "mancava uno"})
    assert DrawEvent.objects.drawn().count() == 2
