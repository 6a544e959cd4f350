"""A site full of records, written in bulk: people, rounds and tables as rows, and at every table a legal game under its own header.

A few games are played by the policy; each table tells one of them with its own players, so that every chain is a table's own and holds
from the header to the end. Results are made up, for a game that is cut short has none; their heads are those of the records.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import islice
from random import Random

SEATS = 4
GAMES = 12
MOST_SEEDS = 100  # some games end before a table has enough entries
AT_ONCE = 4_000
NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


@dataclass(frozen=True)
class PlayedGame:
    """A record as rows."""

    header: str
    head: str
    lines: list[tuple[str, int | None]]


def fill(players: int, entries: int, *, rounds: int = 2):
    """A tournament of so many players and at least so many entries; every table tells as many, or its whole game. Gives the tournament."""
    from tests.tournament.conftest import a_tournament, set_rules
    from tournament.models import Entrant, Round
    from tournament.states import EntrantState, RoundState, TournamentState

    by = _somebody()
    tournament = a_tournament(by, name="Tutti insieme")
    set_rules(tournament, rounds=rounds)
    tables = players // SEATS
    each = -(-entries // (tables * rounds))
    tournament.state, tournament.day = TournamentState.RUNNING, date(2026, 3, 14)
    tournament.save()
    entrants = Entrant.objects.bulk_create(
        (
            Entrant(
                tournament=tournament,
                number=number,
                surname=f"Cognome{number:05}",
                name="Ada",
                club=f"Club {number % 40}",
                state=EntrantState.PRESENT,
            )
            for number in range(1, tables * SEATS + 1)
        ),
        batch_size=AT_ONCE,
    )
    repeated = [RepeatedGame(tournament.game, moves) for moves in _games(tournament.game, each)]
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(
            tournament=tournament, number=number, state=RoundState.CLOSED, seed=str(number), minutes=90, closed_at=NOW,
            stage={"name": f"turno {number}", "tables": [SEATS] * tables, "through": 0},
        )  # fmt: skip
        Random(number).shuffle(entrants)
        _tables(round_, entrants, repeated, by)
    return tournament


def _somebody():
    from django.contrib.auth import get_user_model

    return get_user_model().objects.create_user("drill-organizer")


def games(row, entries: int) -> list[list]:
    """Who did what, entry by entry, in some games of the policy under the rules of this record."""
    from games.registry import game
    from referee.records import cache as record_cache

    return _played(game(row.game), record_cache.header_of(row), entries)


def _games(slug: str, entries: int) -> list[list]:
    from games.kernel.lines import header_for
    from games.registry import game

    return _played(game(slug), header_for(game(slug), [f"posto{n}" for n in range(SEATS)]), entries)


def _played(played, header, entries: int) -> list[list]:
    from games.kernel.record import Record

    found: list[list] = []
    for seed in range(MOST_SEEDS):
        if len([moves for moves in found if len(moves) >= entries]) == GAMES:
            break
        record = Record(played, header)
        rng, moves = Random(seed), []
        vault = played.deal(header, rng)
        while len(moves) < entries and not played.is_done(record.rules, record.state):
            move = played.policy(record, rng, vault)
            record.append_trusted(move.by, move.act)
            moves.append(move)
        found.append(moves)
    return sorted(found, key=len, reverse=True)[:GAMES]


def _lines_at(slug: str, seats: list[str], moves: list) -> PlayedGame:
    """The engine's own lines of these moves by these players."""
    from games.kernel.lines import header_for
    from games.kernel.record import Record
    from games.registry import game

    played = game(slug)
    record = Record(played, header_for(played, seats))
    header = record.header_line.decode()
    lines = [
        (record.append_trusted(one.by, one.act).decode(), one.by if isinstance(one.by, int) else None) for one in moves
    ]
    return PlayedGame(header, record.head, lines)


class RepeatedGame:
    """Plays a game at table after table. Lines differ from table to table in their heads alone, so the engine writes the first one and the
    chain is worked out anew for the others; one of them is held against the engine.
    """

    def __init__(self, slug: str, moves: list) -> None:
        from games.kernel.lines import split_head

        self.slug, self.moves = slug, moves
        first = _lines_at(slug, [f"posto{n}" for n in range(SEATS)], moves)
        self.bodies = [(split_head(line.encode())[0], seat) for line, seat in first.lines]
        others = [f"altro{n}" for n in range(SEATS)]
        if self.played(others) != _lines_at(slug, others, moves):
            raise RuntimeError("lines differ from table to table in more than their heads")

    def played(self, seats: list[str]) -> PlayedGame:
        from games.kernel.lines import header_for
        from games.kernel.record import Record
        from games.registry import game

        record = Record(game(self.slug), header_for(game(self.slug), seats))
        lines = []
        for body, seat in self.bodies:
            record.head = record.link(body)
            lines.append((f'{body[:-1].decode()},"head":"{record.head}"}}', seat))
        return PlayedGame(record.header_line.decode(), record.head, lines)


def _tables(round_, entrants: list, games: list[RepeatedGame], by) -> None:
    from referee.models import GameRecord
    from tournament.models import Result, Seat, Table
    from tournament.states import TableState

    many = len(entrants) // SEATS
    tables = Table.objects.bulk_create(
        (Table(round=round_, number=number, state=TableState.SIGNED) for number in range(1, many + 1)),
        batch_size=AT_ONCE,
    )
    seats = Seat.objects.bulk_create(
        (
            Seat(round=round_, table=tables[place // SEATS], entrant=entrant, position=place % SEATS + 1)
            for place, entrant in enumerate(entrants[: many * SEATS])
        ),
        batch_size=AT_ONCE,
    )
    heads: dict[int, str] = {}
    for batch in _batches(range(many), 50):
        result = {at: games[at % len(games)].played([one.entrant.public_id for one in _of(seats, at)]) for at in batch}
        rows = GameRecord.objects.bulk_create(
            GameRecord(
                table=tables[at],
                game=round_.tournament.game,
                header=one.header,
                seq=len(one.lines),
                head=one.head,
                holder=by,
            )
            for at, one in result.items()
        )
        _entries(rows, list(result.values()), by)
        heads |= {at: one.head for at, one in result.items()}
    Result.objects.bulk_create(
        (
            Result(
                seat=seat, points=Decimal((at * 7 + seat.position * 13) % 90), rank=seat.position,
                tiebreaks=[str(at % 9)], ended_by="time", head=heads[at // SEATS],
            )
            for at, seat in enumerate(seats)
        ),
        batch_size=AT_ONCE,
    )  # fmt: skip


def _of(seats: list, at: int) -> list:
    return seats[at * SEATS : (at + 1) * SEATS]


def _entries(rows: list, played: list[PlayedGame], by) -> None:
    from referee.models import Entry

    Entry.objects.bulk_create(
        (
            Entry(record=row, seq=seq, client_key=f"{row.pk}-{seq}", line=line, seat=seat, actor=by, at=NOW)
            for row, one in zip(rows, played, strict=True)
            for seq, (line, seat) in enumerate(one.lines, 1)
        ),
        batch_size=AT_ONCE,
    )


def _batches(numbers: range, size: int) -> Iterator[list[int]]:
    found = iter(numbers)
    while batch := list(islice(found, size)):
        yield batch
