"""An event of eight tables over four games (2, 7, 15): its standings against sums made by hand, as a spreadsheet makes them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from random import Random

import pytest

from games.iperisiko.acts import Standings
from games.iperisiko.game import GAME
from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Vault
from tournament.core.draw import DrawEntrant, draw
from tournament.core.ranking.standings import standings
from tournament.core.regulation.schema import presets
from tournament.core.results import ResultRow, Standing, TableResult

PLAYERS = [f"p{number:02}" for number in range(1, 33)]
TABLES = 8
TENTHS = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 14, 14)
REGULATION = presets()["iperisiko"]
GAMES = REGULATION.rounds
Played = tuple[Record, Vault, tuple[str, ...]]


def play(seats: Sequence[str], number: int, lowest: Sequence[str]) -> Played:
    """One game; in the last three of the event the order is chosen, from the last of the standings."""
    rng = Random(f"event {number} {seats}")
    header = header_for(GAME, seats, options={"order": "chosen" if number > GAMES - 3 else "drawn"})
    dealt = GAME.deal(header, rng)
    record = Record(GAME, header)
    if number > GAMES - 3:
        outcome = sorted(range(4), key=lambda seat: lowest.index(seats[seat]))
        record.play("judge", Standings(tuple(outcome)))
    list(play_game(record, rng, dealt))
    return record, dealt, tuple(seats)


def result(number: int, place: int, played: Played) -> TableResult:
    record, _, seats = played
    rows = [
        ResultRow(seats[row.seat], Decimal(str(row.points)), (), row.rank or 0, row.status == "eliminated")
        for row in record.score().rows
    ]
    return TableResult(number, place, tuple(rows))


@pytest.fixture(scope="module")
def event() -> tuple[list[Played], tuple[Standing, ...]]:
    games: list[Played] = []
    results: list[TableResult] = []
    table: tuple[Standing, ...] = ()
    for number in range(1, GAMES + 1):
        lowest = [line.entrant for line in reversed(table)] or PLAYERS
        drawn = draw([DrawEntrant(who, "", "") for who in PLAYERS], (4,) * TABLES, seed=f"event-{number}")
        for place, seats in enumerate(drawn.tables, 1):
            games.append(play(seats, number, lowest))
            results.append(result(number, place, games[-1]))
        table = standings(REGULATION, PLAYERS, results)
    return games, table


def spreadsheet(games: list[Played]) -> dict[str, list[Decimal]]:
    """A cell a game, from what lies on the tables: who is out, who won with which card, which two cards the others hold."""
    cells: dict[str, list[Decimal]] = {who: [] for who in PLAYERS}
    for record, dealt, seats in games:
        seen = record.view("judge")
        for player, who in zip(seen.players, seats, strict=True):
            pair = [Decimal(TENTHS[int(one.value) - 1]) / 10 for one in dealt.of(player.seat, "objectives")]
            if player.standing != "active":
                cells[who].append(Decimal("-0.30"))
            elif seen.ended_by == "time":
                cells[who].append(Decimal("0.40") * (pair[0] + pair[1]) / 2)
            elif seen.winner == player.seat:
                cells[who].append(max(Decimal(TENTHS[number - 1]) / 10 for number in player.objectives))
            else:
                cells[who].append(Decimal(0))
    return cells


def test_thirty_two_games_give_the_standings_of_a_spreadsheet(event: tuple[list[Played], tuple[Standing, ...]]) -> None:
    games, table = event
    cells = spreadsheet(games)
    keys = {who: (sum(row), max(row)) for who, row in cells.items()}

    assert {len(row) for row in cells.values()} == {GAMES}
    assert len(games) == GAMES * TABLES
    assert {line.entrant: line.total for line in table} == {who: total for who, (total, _) in keys.items()}
    assert [line.rank for line in table] == [
        1 + sum(keys[other] > keys[line.entrant] for other in PLAYERS) for line in table
    ]


def test_the_last_of_the_standings_chose_first(event: tuple[list[Played], tuple[Standing, ...]]) -> None:
    chosen = [record for record, _, _ in event[0] if record.header.options == {"order": "chosen"}]

    assert len(chosen) == 3 * TABLES
    assert {type(record.standing[0].act).__name__ for record in chosen} == {"Standings"}
