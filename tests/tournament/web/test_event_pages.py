"""The public pages of an event: who won, one player, a club, the crosstable, the bracket, and the search among hundreds."""

import gzip
import io
import re
from decimal import Decimal
from html import unescape
from itertools import combinations, pairwise

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.conftest import CONFIRMED, NOW, enter, lines_for, play
from tests.tournament.pages import page_text, to
from tests.tournament.test_formats import begin, play_all, play_round, winners
from tournament.actions import directory, formats, roster, rounds, tournaments
from tournament.actions import results as actions_of_results
from tournament.core.bracket_plot import FINGER, LINE, POINTER, plot
from tournament.core.formats import possible_formats
from tournament.hooks.tables import TableLink
from tournament.labels.endings import endings_of
from tournament.models import Entrant, Person, Result, Tournament
from tournament.queries import badge_tokens, event_page, results, sheets
from tournament.queries.event_page import bracket_of, people_found, player_card
from tournament.queries.podium import podium_of
from tournament.queries.results import standings_of
from tournament.queries.sheets import score_sheet
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
    [("public", 0), ("crosstable", 0), ("bracket", 0), ("player", 1), ("player_day", 1), ("standings", 6)],
)
def test_a_page_reads_the_results_once_and_gives_reasons_for_its_own_lines(over, client, monkeypatch, name, explained):
    """Each is the greater part of the time that a page of hundreds takes."""
    read, said = [], set()
    event_of, ahead, behind = results._event_of, sheets.why_ahead, sheets.why_behind
    monkeypatch.setattr(results, "_event_of", lambda tournament: read.append(tournament) or event_of(tournament))
    monkeypatch.setattr(sheets, "why_ahead", lambda line, *more: said.add(line.entrant) or ahead(line, *more))
    monkeypatch.setattr(sheets, "why_behind", lambda line, *more: said.add(line.entrant) or behind(line, *more))
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


@pytest.mark.parametrize("name", ["public", "standings", "crosstable", "bracket", "player", "sheet_page", "person"])
def test_no_page_in_english_writes_a_place_as_italian_does(over, client, name):
    first = Entrant.objects.get(public_id=standings_of(over)[0].entrant)
    Entrant.objects.filter(tournament=over).update(has_consented=True)
    directory.recognise(over.entrants.all())
    more = {"player": [first.number], "sheet_page": [over.rounds.last().number, 1]}.get(name, [])
    address = to(name, over, *more) if name != "person" else first_page_of(first)
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "1st" in page
    assert "º" not in page


def first_page_of(entrant: Entrant) -> str:
    return reverse("tournament:person", args=[Person.objects.get(outings__entrant=entrant).code])


@pytest.mark.parametrize(
    "name", ["home", "standings", "report", "embedded", "draws", "rules", "day_plan", "sheet_page"]
)
def test_what_anybody_reads_is_compressed(over, client, name):
    more = {"sheet_page": [over.rounds.last().number, 1]}.get(name, [])
    address = reverse("tournament:home") if name == "home" else to(name, over, *more)
    plain = client.get(address)
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert packed["Content-Type"] == plain["Content-Type"]
    assert len(gzip.decompress(packed.content)) == len(plain.content)


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
    assert len(drawn.lines) == played_twice + 1  # to the name of who has won
    through = {row.number for table in rounds_[0].tables for row in table.rows if row.is_through}
    assert through == set(winners(over.rounds.get(number=1)))
    (final,) = rounds_[-1].tables
    assert [row.is_through for row in final.rows] == [True, False]
    page = seen(client, to("bracket", over))
    for one in over.entrants.all():
        assert to("player", over, one.number) in page


def test_each_seat_of_a_later_round_says_where_it_comes_from_and_each_line_has_a_lane(organizer, client):
    tournament = begin("arba", 13, organizer, "bracket")
    play_all(tournament, organizer)
    rounds_ = bracket_of(tournament)
    page = seen(client, to("bracket", tournament))
    played = {one.round.number: {} for one in plot(rounds_).boxes}
    for box in plot(rounds_).boxes:
        for drawn in box.rows:
            number = drawn.row.number
            before = [one for one in sorted(played) if one < box.round.number and number in played[one]]
            if before:
                table, place = played[before[-1]][number]
                assert (drawn.origin.round.number, drawn.origin.table, drawn.origin.place) == (before[-1], table, place)
                assert f"T{table} · {place}º" in page
                assert f'href="#m{before[-1]}-{table}"' in page
                assert f'id="m{before[-1]}-{table}"' in page
            else:
                assert drawn.origin is None
            played[box.round.number][number] = box.table.number, drawn.row.place
    for sizes in (POINTER, FINGER):
        drawn = plot(rounds_, sizes)
        ways = [re.search(r" ([\d.]+)H([\d.]+)V([\d.]+)", line.path) for line in drawn.lines]
        lanes = [(float(way[2]), *sorted((float(way[1]), float(way[3])))) for way in ways if way]
        assert len(lanes) > 4
        for one, other in combinations(lanes, 2):
            assert one[0] != other[0] or one[2] < other[1] or other[2] < one[1]
        assert all(row.height >= sizes.row for box in drawn.boxes for row in box.rows)


def test_a_finalist_goes_from_the_own_pages_to_the_bracket_and_from_there_to_each_game(over, client, monkeypatch):
    monkeypatch.setattr(
        event_page.table_hooks,
        "links_for",
        lambda table, user, roles: [TableLink("Rivedi", f"/partita/{table.round.number}/{table.number}/")],
    )
    bracket = to("bracket", over)
    drawn = seen(client, bracket)
    for round_ in over.rounds.all():
        for table in round_.tables.all():
            assert f'href="/partita/{round_.number}/{table.number}/"' in drawn
            address = f"{bracket}#m{round_.number}-{table.number}"
            assert f'href="{address}"' in seen(client, to("sheet_page", over, round_.number, table.number))
            assert f'id="m{round_.number}-{table.number}"' in drawn
            for seat in table.seats.all():
                way = f'href="{bracket}#chi-{seat.entrant.number}"'
                assert way in seen(client, to("player", over, seat.entrant.number))
                client.get(reverse("tournament:phone", args=[badge_tokens.token_of(seat.entrant)]))
                assert way in seen(client, to("player_day", over))


def test_who_is_not_in_the_bracket_has_no_way_there(organizer, client):
    tournament = begin("risiko-torneo", 16, organizer)
    first = play_round(tournament, organizer)
    second = rounds.draw(tournament, seed="seme", by=organizer)
    rounds.publish(second, by=organizer)
    page = seen(client, to("bracket", tournament))
    drawn = {box.round.number for box in plot(bracket_of(tournament)).boxes}
    before = [one for one in (first, second) if one.number not in drawn]
    for one in before:
        assert f'href="{to("public_round", tournament, one.number)}"' in page
        assert "tabellone/#" not in seen(client, to("sheet_page", tournament, one.number, 1))
    later = {seat.entrant for one in tournament.rounds.filter(number__in=drawn) for seat in one.seats.all()}
    for one in tournament.entrants.all():
        assert ("tabellone/#chi" in seen(client, to("player", tournament, one.number))) == (one in later)


def test_an_event_without_a_bracket_leads_to_none(organizer, client):
    tournament = begin("arba", 6, organizer, "swiss")
    play_round(tournament, organizer)
    assert "tabellone" not in seen(client, to("sheet_page", tournament, 1, 1))
    assert "tabellone" not in seen(client, to("player", tournament, tournament.entrants.first().number))


def test_the_bracket_ends_with_the_name_of_who_has_won(over, client):
    (final,) = [box for box in plot(bracket_of(over)).boxes if box.crowns]
    (crown,) = final.crowns
    assert crown.row.number == final.rows[0].row.number
    assert "Vince" in seen(client, to("bracket", over))


@pytest.mark.parametrize(("kind", "has_one"), [("swiss", False), ("round-robin", False), ("bracket", True)])
def test_there_is_a_bracket_page_and_a_link_to_it_where_somebody_is_eliminated(organizer, client, kind, has_one):
    tournament = begin("arba", 6, organizer, kind)
    play_all(tournament, organizer)
    assert client.get(to("bracket", tournament)).status_code == (200 if has_one else 404)
    for name in ("public", "crosstable"):
        assert (to("bracket", tournament) in seen(client, to(name, tournament))) is has_one


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
    lines = plot(bracket_of(over)).boxes[-1].rows[0].lines
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

    assert places() == ([] if name == "standings" else 6 * ["–"])
    before = seen(client, to("standings", tournament))
    assert "perché qui" not in before
    assert "la classifica comincia dal primo risultato" in before
    assert all(str(one) in before for one in tournament.entrants.all())
    rounds.start(round_, by=organizer, now=NOW)
    for table in round_.tables.all():
        actions_of_results.enter_by_hand(
            table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED
        )
    assert len(places()) == 6
    assert set(places()) <= set("123456")


def test_a_game_that_several_have_won_says_how_it_ended_and_stands_by_points(organizer, client):
    """Several first places are no fault of the page: the ending is beside them."""
    tournament = begin("iperisiko", 8, organizer)
    last = play_round(tournament, organizer)
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    table = last.tables.first()
    results = [seat.result for seat in table.seats.order_by("position")]
    for result, points in zip(results, ("0.4", "0.48", "0.4", "0.48"), strict=True):
        Result.objects.filter(pk=result.pk).update(rank=1, points=Decimal(points), ended_by="time")
    ending = endings_of(tournament.rules)["time"]
    for name, args in (("public_round", (last.number,)), ("sheet_page", (last.number, table.number))):
        page = seen(client, to(name, tournament, *args))
        assert ending.lower() in page.lower()
    points = [row.points for row in score_sheet(table, made_at=NOW).by_place]
    assert points == sorted(points, reverse=True)


def test_the_sheet_of_a_table_in_play_has_no_empty_columns(organizer, client):
    tournament = begin("iperisiko", 8, organizer)
    first = rounds.draw(tournament, seed="uno", by=organizer)
    rounds.publish(first, by=organizer)
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    page = seen(client, to("sheet_page", tournament, 1, 1))
    assert "compaiono qui quando è contata" in page
    assert "Spareggi" not in page
