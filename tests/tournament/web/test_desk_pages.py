"""The desk through the day: deadline and fee, who comes back, corrections, objections, penalties."""

from decimal import Decimal

import pytest

from tests.tournament.conftest import NOW, enter, lines_for, play
from tests.tournament.pages import page_text, to
from tournament.actions import penalties, rounds
from tournament.errors import SomeoneElseMovedIt
from tournament.models import Penalty, Tournament
from tournament.states import EntrantState, RoundState, TournamentState

# Check-in


def test_deadline_fee_and_consent_at_the_desk(olga, tournament, organizer):
    (person,) = enter(tournament, 1, EntrantState.EXPECTED)
    olga.post(to("checkin_door", tournament), {"act": "deadline", "until": "09:45"})
    tournament.refresh_from_db()
    assert tournament.checkin_until.astimezone().strftime("%d") == "14"
    olga.post(to("checkin_note", tournament, person.public_id), {"note": "has_paid", "to": "yes"})
    part = olga.post(
        to("checkin_note", tournament, person.public_id),
        {"note": "has_consented", "to": "yes"},
        headers={"HX-Request": "true"},
    )
    assert 'aria-pressed="true"' in page_text(part)
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


@pytest.mark.parametrize("state", TournamentState)
def test_the_draw_is_offered_where_it_is_accepted_and_check_in_where_it_is_to_be_opened(olga, ready, state):
    Tournament.objects.filter(pk=ready.pk).update(state=state)
    page = page_text(olga.get(to("format", ready)))
    is_offered = f'action="{to("draw", ready)}"' in page
    olga.post(to("draw", ready))
    assert ready.rounds.exists() == is_offered
    opens = 'name="move" value="open_checkin"'
    pages = {name: opens in page_text(olga.get(to(name, ready))) for name in ("desk", "checkin", "format")}
    assert set(pages.values()) == {state == TournamentState.DRAFT}, pages


def test_whoever_opens_check_in_behind_the_format_goes_on_to_the_draw(olga, ready):
    Tournament.objects.filter(pk=ready.pk).update(state=TournamentState.DRAFT)
    answer = olga.post(to("change_state", ready), {"move": "open_checkin"}, follow=True)
    assert f'action="{to("draw", ready)}"' in page_text(answer)


# Results


@pytest.fixture
def closed(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    return draft


def test_a_correction_is_shown_before_it_is_made(olga, closed):
    table = closed.tables.get(number=1)
    many = table.seats.count()
    data = {"ended_by": "time", "reason": "letti male"}
    for line in lines_for(table, first=many):
        data |= {f"points_{line.position}": line.points, f"rank_{line.position}": line.rank}
    page = olga.post(to("correct_preview", closed.tournament, 1, 1), data)
    joined, left = page.context["joined"], page.context["left"]
    assert (len(joined), len(left)) == (1, 1)
    assert f"{joined[0]}</dd>" in page_text(page)
    assert not any(seat.result.revision > 1 for seat in table.seats.all())
    assert olga.post(to("correct_preview", closed.tournament, 1, 1), {"reason": "x"}).status_code == 422


def test_players_read_until_when_they_may_object(olga, client, closed, organizer):
    url = to("objections", closed.tournament, 1)
    olga.post(to("objections_window", closed.tournament, 1), {"minutes": "10", "act": "open"})
    assert "si può obiettare fino alle" in page_text(olga.get(to("standings", closed.tournament)))
    person = closed.seats.first().entrant
    olga.post(url, {"entrant": person.pk, "text": "ho 40 punti"})
    objection = closed.objections.get()
    refused = olga.post(to("draw", closed.tournament), {"seed": "due"}, follow=True)
    assert "obiezione" in page_text(refused)
    olga.post(to("objection_answer", closed.tournament, 1, objection.pk), {"answer": "corretto"})
    olga.post(to("objections_window", closed.tournament, 1), {"act": "close"})
    olga.post(to("draw", closed.tournament), {"seed": "due"})
    assert closed.tournament.rounds.last().state == RoundState.DRAFT


def test_a_penalty_from_a_template_through_its_appeal(olga, tournament, organizer):
    (person,) = enter(tournament, 1)
    page = page_text(olga.get(to("penalties", tournament), {"modello": "ritardo"}))
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
    result = Penalty.objects.get()
    assert (str(result.points), result.appeal, result.is_sub_judice, result.revoked_at) == (
        "2.5000",
        "treno",
        False,
        None,
    )
    assert result.revisions.count() == 5


def test_who_invites_a_name_that_somebody_makes_at_once_is_answered_in_words(olga, tournament, monkeypatch):
    def lose(*_args, **_kwargs):
        raise SomeoneElseMovedIt

    monkeypatch.setattr("tournament.actions.invitations.invite", lose)
    page = olga.post(to("staff", tournament), {"username": "nuova", "role": "judge"})
    assert page.status_code == 422
    assert page.context["form"].errors["username"] == [str(SomeoneElseMovedIt())]
