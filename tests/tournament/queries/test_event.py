"""An event from the database is the one that was played, and what pages say of it is what the second implementation says."""

import random
import re

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import NOW, a_tournament
from tests.tournament.second import prizes as second_prizes
from tests.tournament.whole_events import SLUGS, WholeEvent, checked
from tournament.core.ranking import event as events
from tournament.core.regulation.schema import to_json
from tournament.models import Bye, Entrant, Penalty, Result, Round, Seat, Table, TableStatus
from tournament.queries.event_page import bracket_of, crosstable_of, has_bracket, player_card
from tournament.queries.prizes import prize_sheet
from tournament.queries.results import event_of, has_level_final, qualified_and_substituted, standings_of
from tournament.queries.sheets import standings_sheet
from tournament.templatetags.display import figure

CATEGORIES = ("", "", "Under 18", "under  18", "Veterani")


def stored(whole: WholeEvent, by):
    """The rows of an event that was played outside the database."""
    tournament = a_tournament(by)
    tournament.regulation = to_json(whole.regulation)
    tournament.format = msgspec.to_builtins(whole.format)
    tournament.save(update_fields=["regulation", "format"])
    tournament.__dict__.pop("rules", None)
    chance = random.Random(whole.number)
    Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament, number=number, public_id=name, surname=name, club=whole.clubs[name],
            category=chance.choice(CATEGORIES), state="withdrawn" if name in whole.gone else "present",
        )
        for number, name in enumerate(whole.names, 1)
    )  # fmt: skip
    people = {one.public_id: one for one in tournament.entrants.all()}
    rounds = {one["number"]: _stored_round(tournament, one, people) for one in whole.rounds}
    for name, points, number in whole.penalties:
        Penalty.objects.create(
            tournament=tournament, entrant=people[name], points=points, round=rounds.get(number), reason="prova"
        )
    return tournament


def _stored_round(tournament, one: dict, people: dict) -> Round:
    round_ = Round.objects.create(
        tournament=tournament, number=one["number"], stage=msgspec.to_builtins(one["stage"]), minutes=90,
        state="closed", closed_at=NOW, tie_order=one["decided"],
    )  # fmt: skip
    for place, (sheet, table) in enumerate(zip(one["tables"], one["people"], strict=True), 1):
        row = Table.objects.create(round=round_, number=place, state="signed")
        TableStatus.objects.create(table=row)
        absent = [name for name in table if name not in {line["name"] for line in sheet}]
        lines = [*sheet, *({"name": name, "points": 0, "rank": 2, "ties": [], "out": False} for name in absent)]
        for position, line in enumerate(lines, 1):
            seat = Seat.objects.create(round=round_, table=row, entrant=people[line["name"]], position=position)
            Result.objects.create(
                seat=seat, points=line["points"], rank=line["rank"], is_eliminated=line["out"],
                tiebreaks=list(map(str, line["ties"])), ended_by="walkover" if absent else "time", entered_at=timezone.now(),
            )  # fmt: skip
    for name in one["byes"]:
        Bye.objects.create(round=round_, entrant=people[name], is_walkover=name in one["walkovers"])
    return round_


@pytest.mark.parametrize("number", range(len(SLUGS)))
def test_an_event_is_read_as_it_was_played(number, organizer):
    whole = checked(number)
    tournament = stored(whole, organizer)
    found, played = event_of(tournament), whole.product()
    known = {name for one in whole.rounds for table in one["people"] for name in table} | {
        name for one in whole.rounds for name in one["byes"]
    }
    assert found == msgspec.structs.replace(played, gone=played.gone & known)
    assert [(line.rank, line.entrant) for line in standings_of(tournament)] == [
        (line["rank"], line["name"]) for line in whole.lines()
    ]


@pytest.mark.parametrize("number", range(len(SLUGS)))
def test_prizes_go_where_the_second_implementation_sends_them(number, organizer):
    whole = checked(number)
    tournament = stored(whole, organizer)
    categories = dict(tournament.entrants.values_list("public_id", "category"))
    second = second_prizes.first_places(whole.lines(), categories)
    groups = [group for group in prize_sheet(tournament, made_at=NOW).groups if group.kind != "teams"]
    overall, *others = groups
    product = {"": overall} | {second_prizes.plain(group.title): group for group in others}
    assert {key: sorted((row.place, row.name) for row in group.rows) for key, group in product.items()} == second


@pytest.mark.parametrize("slug", ["iperisiko", "master", "cns", "league"])
def test_a_column_has_the_decimals_that_it_needs_and_no_minus_before_zero(slug, organizer, client):
    whole = checked(7, slug)
    tournament = stored(whole, organizer)
    client.force_login(organizer)
    standings = client.get(reverse("tournament:standings", args=[tournament.slug]))
    sheet = standings.context["sheet"]
    totals = {figure(row.total, sheet.decimals) for row in sheet.rows}
    points = {figure(one, sheet.round_decimals) for row in sheet.rows for one in row.per_round if one is not None}
    for column in (totals, points):
        (decimals,) = {len(one.partition(",")[2]) for one in column}
        assert not decimals or any(not one.endswith("0") for one in column)
    cells = cells_of(standings)
    assert totals | points <= set(cells)
    assert [cell for cell in cells if IDLE.search(cell) and cell not in totals | points] == []
    for one in whole.rounds:
        cells = cells_of(client.get(reverse("tournament:round", args=[tournament.slug, one["number"]])))
        assert [cell for cell in cells if IDLE.search(cell)] == []


IDLE = re.compile(r"\d,\d*0(?!\d)|\.0000|[-−]0(?![\d,])")


def cells_of(page) -> list[str]:
    """The texts between the tags of a page."""
    return re.findall(r">([^<>]*)<", page.content.decode())


def test_who_left_after_the_next_round_was_played_was_not_replaced(organizer):
    """Only whoever has no chair in the next round was: the champion may go home."""
    whole = next(
        event
        for event in map(checked, range(80))
        if event.slug == "risiko-torneo" and len(event.rounds) == len(event.format.stages) > 1
    )
    whole.gone = set()
    tournament = stored(whole, organizer)
    before = qualified_and_substituted(tournament.rounds.get(number=1))
    tournament.entrants.update(state="withdrawn")
    after = qualified_and_substituted(tournament.rounds.get(number=1))
    assert before == after
    plays = whole.rounds[1]["seated"]
    assert {one.gone for one in after[1]} == {who.entrant for who in after[0].everybody} - plays
    assert {one.instead for one in after[1]} - {None} <= plays
    assert events.players_after(event_of(tournament), 1)[1] != after[1]


@pytest.mark.parametrize("number", range(len(SLUGS)))
def test_each_player_has_the_rounds_and_points_of_the_standings(number, organizer, client):
    """His own page and the crosstable: a bye is a round too, and a penalty is said apart on every page."""
    whole = checked(number)
    tournament = stored(whole, organizer)
    rounds = [one.number for one in tournament.rounds.all()]
    rows = {row.number: row for row in standings_sheet(tournament, made_at=NOW).rows}
    crossed = {row.number: row.cells for row in crosstable_of(tournament, made_at=NOW).rows}
    for entrant in tournament.entrants.filter(number__in=rows):
        row = rows[entrant.number]
        points = dict(zip(rounds, row.per_round, strict=False))
        card = player_card(entrant)
        assert {one.round.number: one.points for one in card.tables} == {
            one["number"]: points.get(one["number"])
            for one in whole.rounds
            if entrant.public_id in {*one["byes"], *(name for table in one["people"] for name in table)}
        }
        assert {one.round.number for one in card.tables if one.is_discarded} == set(row.discarded)
        cells = [cell.points if cell else None for cell in crossed[entrant.number]]
        assert cells[: len(row.per_round)] == list(row.per_round)
    someone = max(rows.values(), key=lambda row: abs(row.penalty))
    page = client.get(reverse("tournament:player", args=[tournament.slug, someone.number])).content.decode()
    assert ("penalità −" in page) == bool(someone.penalty)
    resting = Bye.objects.filter(round__tournament=tournament).first()
    if resting:
        page = client.get(reverse("tournament:player", args=[tournament.slug, resting.entrant.number]))
        assert "senza giocare" in page.content.decode()


@pytest.mark.parametrize("number", range(len(SLUGS)))
def test_the_bracket_marks_one_winner_of_one_final(number, organizer):
    whole = checked(number)
    tournament = stored(whole, organizer)
    last = tournament.rounds.last()
    if last.number < len(whole.format.stages) or not has_bracket(tournament):
        return
    ticked = {row.number for table in bracket_of(tournament)[-1].tables for row in table.rows if row.is_through}
    first = {row.number for row in standings_sheet(tournament, made_at=NOW).rows if row.rank == 1}
    if len(whole.rounds[-1]["tables"]) == 1 and not has_level_final(tournament):
        assert ticked <= first
        assert ticked or len(whole.rounds[-1]["tables"][0]) < 2
