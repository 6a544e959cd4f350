"""The public pages of an event: who won, one player, a club, the crosstable, the bracket, and the search among hundreds."""

import io
import re
from html import unescape
from itertools import pairwise

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.conftest import CONFIRMED, NOW, enter, lines_for, play
from tests.tournament.pages import page_text, to
from tests.tournament.test_formats import begin, play_all, play_round, winners
from tournament.actions import formats, roster, rounds, tournaments
from tournament.actions import results as actions_of_results
from tournament.core.bracket_plot import LINE, plot
from tournament.core.formats import possible_formats
from tournament.models import Entrant
from tournament.queries import badge_tokens, results, sheets
from tournament.queries.event_page import bracket_of, people_found, player_card, podium_of
from tournament.queries.results import standings_of
from tournament.web.support import page_cache


@pytest.fixture
def over(organizer):
    """A bracket of six, played to the end."""
    tournament = begin("arba", 6, organizer, "bracket")
    play_all(tournament, organizer)
    tournaments.finish(tournament, by=organizer)
    return tournament


def seen(client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return unescape(page_text(answer))


def test_an_event_that_is_over_names_its_champion_first(over, client):
    page = seen(client, to("public", over))
    first = podium_of(over)[0]
    assert "Vince il torneo</h2> <ol" in page.replace("  ", " ")
    assert page.index(first.name) < page.index("Tavolo 1")
    assert [one.rank for one in podium_of(over)][:2] == [1, 2]


def test_an_event_in_play_names_no_champion(organizer, client):
    tournament = begin("arba", 6, organizer, "bracket")
    play_round(tournament, organizer)
    assert "Vince il torneo" not in seen(client, to("public", tournament))


def test_every_person_table_and_round_of_the_public_page_is_a_link(over, client):
    page = seen(client, to("public", over))
    last = over.rounds.last()
    for table in last.tables.all():
        assert to("sheet_page", over, last.number, table.number) in page
        for seat in table.seats.all():
            assert to("player", over, seat.entrant.number) in page
    for round_ in over.rounds.all():
        assert to("public_round", over, round_.number) in page


def test_a_players_page_says_the_rule_that_put_him_there(over, client):
    lines = standings_of(over)
    second = Entrant.objects.get(public_id=lines[1].entrant)
    first = Entrant.objects.get(public_id=lines[0].entrant)
    row = player_card(second).row
    assert row.why_after.startswith((f"Dopo {first}: ", f"Dopo {first}, a parità", f"A pari merito con {first}:"))
    for page in (seen(client, to("player", over, second.number)), seen(client, to("standings", over))):
        assert row.why_after in page
        assert row.why in page
    assert not player_card(first).row.why_after


def test_a_players_page_names_each_table_place_and_companion(over, client):
    champion = Entrant.objects.get(public_id=standings_of(over)[0].entrant)
    card = player_card(champion)
    page = seen(client, to("player", over, champion.number))
    assert card.tables
    assert card.now is None
    for one in card.tables:
        assert one.place == 1
        assert to("sheet_page", over, one.round.number, one.table.number) in page
        for seat in one.mates:
            assert to("player", over, seat.entrant.number) in page


def test_the_seat_of_a_round_to_come_stands_large(organizer, client):
    tournament = begin("arba", 6, organizer, "bracket")
    round_ = rounds.draw(tournament, seed="s", by=organizer)
    seat = round_.seats.first()
    assert "Tavolo" not in seen(client, to("player", tournament, seat.entrant.number)).split("<main")[1]
    rounds.publish(round_, by=organizer)
    page = seen(client, to("player", tournament, seat.entrant.number))
    assert f"Tavolo {seat.table.number} · sedia {seat.position}" in page


@pytest.mark.parametrize(
    ("name", "explained"),
    [("public", 0), ("crosstable", 0), ("bracket", 0), ("player", 1), ("player_day", 0), ("standings", 6)],
)
def test_a_page_reads_the_results_once_and_gives_reasons_for_its_own_lines(over, client, monkeypatch, name, explained):
    """Each is the greater part of the time that a page of hundreds takes."""
    read, said = [], set()
    event_of, why = results._event_of, sheets._why
    monkeypatch.setattr(results, "_event_of", lambda tournament: read.append(tournament) or event_of(tournament))
    monkeypatch.setattr(sheets, "_why", lambda words, line, *more: said.add(line.entrant) or why(words, line, *more))
    one = over.entrants.first()
    client.get(reverse("tournament:phone", args=[badge_tokens.token_of(one)]))
    page_cache.clear()
    assert client.get(to(name, over, *([one.number] if name == "player" else []))).status_code == 200
    assert len(read) == 1
    assert len(said) == explained


# Finding people


def test_a_person_is_found_among_hundreds_by_part_of_the_name_without_accents(tournament, client):
    enter(tournament, 400)
    one = roster.add(tournament, by=None, surname="D'Añorà", name="Élia", club="Gufo")
    for sought in ("anora", "dano", "ELIA", "gufo", str(one.number)):
        found, many = people_found(tournament, sought)
        assert (many, [each.entrant for each in found]) == (1, [one]), sought
    page = seen(client, to("event_search", tournament) + "?nome=anor")
    assert to("player", tournament, one.number) in page
    assert "400 persone trovate" in seen(client, to("event_search", tournament) + "?nome=cognome")


def test_a_minor_is_found_by_the_nick_alone(tournament, client):
    one = roster.add(tournament, by=None, surname="Quattrocchi", name="Ermenegilda", nick="Zefiro", is_minor=True)
    assert people_found(tournament, "quattro") == ([], 0)
    assert people_found(tournament, "ermene") == ([], 0)
    assert people_found(tournament, "zefi")[1] == 1
    page = seen(client, to("player", tournament, one.number))
    assert "Zefiro" in page
    assert "Quattrocchi" not in page


@pytest.mark.parametrize("name", ["event_search", "crosstable", "crosstable_file", "bracket"])
def test_nothing_of_a_private_event_is_opened(tournament, client, name):
    enter(tournament, 4)
    tournament.is_public = False
    tournament.save()
    assert client.get(to(name, tournament)).status_code == 404
    assert client.get(to("player", tournament, 1)).status_code == 404
    assert client.get(to("event_club", tournament, "ildado")).status_code == 404


def test_a_club_shows_its_own_people_by_rank(over, client):
    page = seen(client, to("event_club", over, "latorre"))
    ours = [one for one in over.entrants.all() if one.club == "La Torre"]
    assert ours
    for one in over.entrants.all():
        assert (to("player", over, one.number) in page) == (one in ours)
    assert client.get(to("event_club", over, "nessuno")).status_code == 404


# All rounds side by side


def test_the_crosstable_has_each_table_place_and_points(over, client):
    page = seen(client, to("crosstable", over))
    for round_ in over.rounds.all():
        for table in round_.tables.all():
            assert to("sheet_page", over, round_.number, table.number) in page
    text = "".join(
        sheet.extract_text() for sheet in PdfReader(io.BytesIO(client.get(to("crosstable_file", over)).content)).pages
    )
    for one in over.entrants.all():
        assert str(one) in text


def test_long_lists_are_cut_into_pages(tournament, organizer, client):
    enter(tournament, 400)
    tournaments.open_checkin(tournament, by=organizer)
    formats.choose(tournament, key=possible_formats(400, tournament.rules)[0].key, by=organizer)
    round_ = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(round_, by=organizer)
    names = {str(one) for one in tournament.entrants.all()}
    tables = [seen(client, to("public_round_page", tournament, 1, page)) for page in (1, 2, 3)]
    assert {name for name in names if any(name in page for page in tables)} == names
    assert client.get(to("public_round_page", tournament, 1, 4)).status_code == 404
    assert client.get(to("public_round_page", tournament, 1, 0)).status_code == 404
    for leaves, first, last in (("standings_page", "standings", 6), ("crosstable_page", "crosstable", 6)):
        pages = [seen(client, to(leaves, tournament, page)) for page in range(1, last + 1)]
        assert to(leaves, tournament, 2) in pages[0]
        assert to(first, tournament) in pages[1]
        assert {name for name in names if any(name in page for page in pages)} == names
        assert client.get(to(leaves, tournament, last + 1)).status_code == 404


# The bracket


def test_the_bracket_leads_from_each_table_to_the_next(over, client):
    rounds_ = bracket_of(over)
    assert [len(one.tables) for one in rounds_] == [2, 2, 1]
    drawn = plot(rounds_)
    played_twice = sum(one.seats.count() - 1 for one in over.entrants.all() if one.seats.count())
    assert len(drawn.lines) == played_twice
    through = {row.number for table in rounds_[0].tables for row in table.rows if row.is_through}
    assert through == set(winners(over.rounds.get(number=1)))
    (final,) = rounds_[-1].tables
    assert [row.is_through for row in final.rows] == [True, False]
    page = seen(client, to("bracket", over))
    for one in over.entrants.all():
        assert to("player", over, one.number) in page


def test_no_two_tables_of_a_bracket_touch(organizer):
    tournament = begin("arba", 13, organizer, "bracket")
    play_all(tournament, organizer)
    drawn = plot(bracket_of(tournament))
    columns: dict[float, list] = {}
    for box in drawn.boxes:
        columns.setdefault(box.x, []).append(box)
    for boxes in columns.values():
        for above, below in pairwise(boxes):
            assert above.y + above.height < below.y
    assert max(box.y + box.height for box in drawn.boxes) <= drawn.height


def test_a_long_name_is_whole_in_the_bracket_and_its_box_is_higher(over, client):
    winner = over.entrants.get(number=bracket_of(over)[-1].tables[0].rows[0].number)
    before = plot(bracket_of(over)).boxes[-1].height
    winner.surname, winner.name = "Montecuccoli degli Erri di Roccabianca", "Massimiliano Ferdinando"
    winner.save()
    (final,) = bracket_of(over)[-1].tables
    lines = final.rows[0].lines
    assert " ".join(lines) == final.rows[0].name
    assert plot(bracket_of(over)).boxes[-1].height == before + LINE * (len(lines) - 1) > before
    page = seen(client, to("bracket", over))
    assert all(f"{line} </tspan>" in page for line in lines)


def test_a_bracket_of_the_rounds_so_far_marks_who_went_on(ready, organizer, client):
    draft = rounds.draw(ready, seed="s", by=organizer)
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    through = {row.number for table in bracket_of(ready)[0].tables for row in table.rows if row.is_through}
    assert through == set(winners(draft))


@pytest.mark.parametrize("name", ["standings", "crosstable", "embedded"])
def test_before_the_first_result_nobody_stands_before_anybody(organizer, client, name):
    """Else everybody would be first."""
    tournament = begin("arba", 6, organizer, "bracket")
    round_ = rounds.draw(tournament, seed="s", by=organizer)
    rounds.publish(round_, by=organizer)

    def places() -> list[str]:
        page = seen(client, to(name, tournament))
        return re.findall(r'<tr><td class="num">([^<]*)</td>', page)

    assert places() == 6 * ["–"]
    assert "perché qui" not in seen(client, to("standings", tournament))
    rounds.start(round_, by=organizer, now=NOW)
    for table in round_.tables.all():
        actions_of_results.enter_by_hand(
            table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED
        )
    assert len(places()) == 6
    assert set(places()) <= set("123456")
