"""Rehearsals of the other formats: tables of two, games begun from the standings, standings that a spreadsheet reproduces."""

import json
from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from openpyxl import load_workbook

from games.registry import game
from referee.rehearsal import Event, Rehearsal, files, people_of, rehearse
from tournament.core.formats import possible_formats
from tournament.core.regulation.schema import presets
from tournament.core.roster_fields import RosterRow


@cache
def played(preset: str, people: int, kind: str = "", seed: int = 5) -> Rehearsal:
    regulation = presets()[preset]
    offered = possible_formats(people, regulation)
    event = Event(
        name="Prova",
        people=people_of(RosterRow(line=n, surname=f"Cognome {n:02}", club="AB"[n % 2]) for n in range(people)),
        game=game(regulation.game),
        regulation=regulation,
        format=next(plan for plan in offered if kind in ("", plan.kind)),
        seed=seed,
        begins=datetime(2000, 1, 1, tzinfo=UTC),
    )
    return Rehearsal(event, list(rehearse(event)))


def meetings(rehearsal: Rehearsal) -> Counter:
    tables = [table for round_ in rehearsal.rounds for table in round_.drawn.tables]
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def final_table(rehearsal: Rehearsal) -> list:
    return list(rehearsal.rounds[-1].table)


# Tables of two


def test_a_swiss_of_seven_gives_each_round_a_bye_to_somebody_else_and_no_pair_meets_twice():
    event = played("arba", 7, "swiss")
    assert [len(round_.byes) for round_ in event.rounds] == [1] * 5
    assert max(Counter(who for round_ in event.rounds for who in round_.byes).values()) == 1
    assert max(meetings(event).values()) == 1


def test_in_a_swiss_a_win_or_a_bye_is_a_point_and_a_draw_a_half():
    event = played("arba", 7, "swiss")
    for line in final_table(event):
        for number, score in enumerate(line.per_round):
            ranks = [
                row.rank
                for result in event.rounds[number].results
                for row in result.rows
                if row.entrant == line.entrant
            ]
            level = [row for result in event.rounds[number].results for row in result.rows
                     if line.entrant in [one.entrant for one in result.rows] and row.rank == 1]  # fmt: skip
            due = Decimal(0) if ranks != [1] else Decimal(1) / len(level)
            assert score.points == due


def test_a_round_robin_lets_everybody_meet_everybody_once():
    event = played("arba", 5, "round-robin")
    assert len(event.rounds) == 5
    assert sorted(meetings(event).values()) == [1] * 10
    assert Counter(who for round_ in event.rounds for who in round_.byes) == Counter(list(event.event.people))
    totals = [line.total for line in final_table(event)]
    assert (sum(totals), totals) == (10, sorted(totals, reverse=True))


def test_a_bracket_of_six_spares_the_first_two_seeds_and_loses_half_the_field_a_round():
    event = played("arba", 6, "bracket")
    assert [[len(round_.drawn.tables), sorted(round_.byes)] for round_ in event.rounds] == [
        [2, ["p001", "p002"]], [2, []], [1, []],
    ]  # fmt: skip
    first, second = ({frozenset(table) for table in round_.drawn.tables} for round_ in event.rounds[:2])
    assert first == {frozenset(("p004", "p005")), frozenset(("p003", "p006"))}
    assert all(len(table & {"p001", "p002"}) == 1 for table in second)
    finalists = set(event.rounds[2].drawn.tables[0])
    table = final_table(event)
    assert ({line.entrant for line in table[:2]}, table[0].entrant) == (finalists, event.champion)
    assert [line.reached for line in table] == [3, 3, 2, 2, 1, 1]


# Options of some rounds


def test_the_last_three_games_are_begun_from_the_bottom_of_the_standings():
    event = played("iperisiko", 8)
    ranks: dict[str, int] = {}
    for round_ in event.rounds:
        for table in round_.tables:
            options = table.record.header.options
            if round_.number == 1:
                assert "order" not in options
                continue
            assert options["order"] == "chosen"
            data = json.loads(table.lines[0])
            assert (data["by"], data["act"]["type"]) == ("judge", "standings")
            read_out = [ranks[table.seats[seat]] for seat in data["act"]["seats"]]
            assert read_out == sorted(read_out, reverse=True)
        ranks = {line.entrant: line.rank for line in round_.table}


def test_rounds_without_a_final_are_numbered_to_the_last_and_several_first_are_parted_by_lot():
    event = played("iperisiko", 8)
    assert [round_.title for round_ in event.rounds] == ["Turno 1", "Turno 2", "Turno 3", "Turno 4"]
    assert [line.rank for line in final_table(event)].count(1) == 1


# Semifinals, those who wait, finals side by side


def test_those_who_wait_for_the_final_are_not_behind_the_semifinalists():
    event = played("master", 12)
    assert [round_.title for round_ in event.rounds] == ["Turno 1", "Turno 2", "Semifinale", "Finale"]
    waiting = {who.entrant for who in event.rounds[1].goes_on.waiting}
    assert len(waiting) == 2
    assert {line.entrant for line in event.rounds[1].table[:2]} == waiting
    assert {line.entrant for line in event.rounds[2].table if line.reached == 4} >= waiting
    assert waiting < set(event.rounds[3].drawn.tables[0])


def test_finals_side_by_side_have_a_champion_each():
    event = played("raduno", 80)
    final = event.rounds[-1]
    assert [len(table) for table in final.drawn.tables] == [4, 4]
    lots = {lot.tie.table: lot.order[0] for lot in final.lots}
    for table in final.tables:
        firsts = [row.entrant for row in table.result(final.number).rows if row.rank == 1]
        assert len(firsts) == 1 or lots[table.number] in firsts


# What a spreadsheet makes of it


def rows_of(data: bytes) -> list[dict]:
    head, *rows = load_workbook(BytesIO(data)).worksheets[0].iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


def exact(figure) -> Decimal:
    return Decimal(str(figure or 0))


@pytest.fixture(scope="module")
def iperisiko() -> tuple[Rehearsal, dict[str, bytes]]:
    """Eight tables over four games."""
    event = played("iperisiko", 32, seed=1)
    return event, dict(files(event))


def test_eight_tables_over_four_games_give_standings_that_the_sheets_add_up_to(iperisiko):
    event, written = iperisiko
    assert [len(round_.tables) for round_ in event.rounds] == [8] * 4
    added: Counter[str] = Counter()
    best: dict[str, Decimal] = {}
    for number in range(1, 5):
        for row in rows_of(written[f"sheets/R{number}.xlsx"]):
            points = exact(row["Punti"])
            added[row["Giocatore"]] += points
            best[row["Giocatore"]] = max(points, best.get(row["Giocatore"], points))
    table = rows_of(written["standings/final.xlsx"])
    assert {row["Giocatore"]: exact(row["Totale"]) for row in table} == dict(added)
    keys = [(added[row["Giocatore"]], best[row["Giocatore"]]) for row in table]
    assert keys[1:] == sorted(keys[1:], reverse=True)
    assert keys[0] == max(keys)


def test_every_line_of_the_workbook_is_the_sum_of_its_games(iperisiko):
    _event, written = iperisiko
    for row in rows_of(written["standings/final.xlsx"]):
        games = [exact(row[f"Turno {number}"]) for number in range(1, 5)]
        assert sum(games) - exact(row["Penalità"]) == exact(row["Totale"])


def test_a_field_of_23_plays_fatal_at_tables_of_three_to_five():
    event = played("fatal", 23)
    assert {len(table) for round_ in event.rounds for table in round_.drawn.tables} <= {3, 4, 5}
    assert len(event.rounds[-1].drawn.tables) == 1
    assert len(final_table(event)) == 23
