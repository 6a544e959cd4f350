"""The page of the standings explains itself: why, what does not count, who came in, and what is missing."""

from decimal import Decimal

from django.urls import reverse

from tests.tournament.conftest import CONFIRMED, NOW, lines_for, play
from tests.tournament.test_formats import begin, play_round, seated, winners
from tournament.actions import penalties, results, rounds
from tournament.models import Entrant
from tournament.queries.sheets import qualifier_rows, standings_sheet
from tournament.states import EntrantState, TableState


def page(client, tournament) -> str:
    return client.get(reverse("tournament:standings", args=[tournament.slug])).content.decode()


def test_each_line_says_why_it_stands_before_the_next(draft, organizer, olga):
    play(draft, organizer)
    sheet = standings_sheet(draft.tournament, made_at=NOW)
    assert all(row.why for row in sheet.rows[:-1])
    assert not sheet.rows[-1].why
    assert "piazzamento nell&#x27;ultima partita" in page(olga, draft.tournament)


def test_a_knockout_says_the_placing_in_the_round_reached(draft, organizer, olga):
    play(draft, organizer)
    assert "Turno 1, 4º" in page(olga, draft.tournament)


def test_a_discarded_night_is_struck_out_and_a_penalty_stands_once(organizer, olga):
    tournament = begin("league", 8, organizer)
    for _night in range(4):
        last = play_round(tournament, organizer)
    first = standings_sheet(tournament, made_at=NOW).rows[0]
    assert len(first.discarded) == 2
    found = page(olga, tournament)
    assert found.count('title="scartato"') == 2 * 8
    penalties.add(
        Entrant.objects.get(surname=first.name.split()[0]), points=Decimal("2.5"), reason="x", round_=last, by=organizer
    )
    row = next(row for row in standings_sheet(tournament, made_at=NOW).rows if row.name == first.name)
    assert (row.total, row.per_round) == (first.total - Decimal("2.5"), first.per_round)
    assert page(olga, tournament).count("2,5") == 1


def test_a_qualifier_who_left_is_told_with_who_came_in(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    tournament = draft.tournament
    gone = tournament.entrants.get(number=winners(draft)[0])
    Entrant.objects.filter(pk=gone.pk).update(state=EntrantState.WITHDRAWN)
    rows = qualifier_rows(draft)
    assert str(gone) not in [row.name for row in rows]
    (came_in,) = [row for row in rows if row.reason == f"al posto di {gone}, che ha lasciato il torneo"]
    final = play_round(tournament, organizer)
    assert {row.name for row in qualifier_rows(draft)} == {
        str(one) for one in tournament.entrants.filter(number__in=seated(final))
    }
    assert came_in in qualifier_rows(draft)


def test_who_is_only_absent_has_not_left(draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    gone = draft.tournament.entrants.get(number=winners(draft)[0])
    Entrant.objects.filter(pk=gone.pk).update(state=EntrantState.MISSING)
    assert f"al posto di {gone}, che manca" in [row.reason for row in qualifier_rows(draft)]


def test_a_correction_while_the_round_is_open_says_who_would_go_through(running, organizer):
    """What is said holds as things stand: it used to be that nobody changes."""
    first, *others = running.tables.all()
    results.enter_by_hand(first, lines=lines_for(first), ended_by="time", by=organizer, confirmed="prova")
    seen = results.preview(first, lines=lines_for(first, first=2), by=organizer, confirmed="prova")
    ids = dict(first.seats.values_list("position", "entrant__public_id"))
    assert (seen.is_open, seen.joined, seen.left) == (True, (ids[2],), (ids[1],))
    for table in others:
        results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed="prova")
    first.refresh_from_db()
    assert first.state == TableState.COUNTED
    seen = results.preview(first, lines=lines_for(first, first=2), by=organizer, confirmed="prova")
    assert (seen.is_open, seen.joined, seen.left) == (False, (ids[2],), (ids[1],))


def test_while_a_round_is_played_the_standings_say_who_is_through_and_which_games_they_compare(organizer, olga):
    """Some have finished the round, others play it: their last games are of different rounds, and the words name them."""
    tournament = begin("risiko-torneo", 32, organizer)
    play_round(tournament, organizer)
    second = rounds.draw(tournament, seed="due", by=organizer)
    rounds.publish(second, by=organizer)
    rounds.start(second, by=organizer, now=NOW)
    assert second.tables.count() > 1
    assert not standings_sheet(tournament, made_at=NOW).is_across_rounds
    table = second.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED)
    sheet = standings_sheet(tournament, made_at=NOW)
    first = table.seats.filter(result__rank__lte=second.stage["through"])
    assert {row.number for row in sheet.rows if row.is_through} == set(first.values_list("entrant__number", flat=True))
    assert sheet.is_across_rounds
    assert any("(Turno 1)" in row.why and "(Turno 2)" in row.why for row in sheet.rows)
    text = page(olga, tournament)
    assert "passa il turno" in text
    assert "Il turno si sta giocando" in text
