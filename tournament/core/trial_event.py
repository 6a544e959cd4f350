"""A small event with invented players under a regulation, for whoever is writing it: its rounds, and the standings at the end.

Nothing is drawn by lot: the same regulation always gives the same event, so that a change of the rules is what changes it.
"""

from collections.abc import Sequence
from decimal import Decimal

import msgspec

from tournament.core.formats import Format, NoFormat, Stage, possible_formats
from tournament.core.ranking import event
from tournament.core.ranking.event import EventSoFar, RoundSoFar
from tournament.core.regulation.schema import Regulation
from tournament.core.results import ResultRow, Standing, TableResult

FIELDS = (16, 12, 20, 10, 15, 24, 8, 30, 6, 4)
"""The numbers of players that are tried, the first that the regulation seats is the event."""


class TrialEvent(msgspec.Struct, frozen=True, kw_only=True):
    """`sheet` is a table of the first round as its score sheet has it, `worth` what each of its lines brings to the standings.
    People are numbered from 1 in the order of the roster."""

    players: int
    format: Format
    sheet: tuple[ResultRow, ...]
    worth: tuple[Decimal, ...]
    standings: tuple[Standing, ...]


def small_event(regulation: Regulation) -> TrialEvent | None:
    """None where the regulation seats none of the fields that are tried."""
    for players in FIELDS:
        try:
            format_ = possible_formats(players, regulation)[0]
        except (NoFormat, IndexError):
            continue
        return _played(players, format_, regulation)
    return None


def _played(players: int, format_: Format, regulation: Regulation) -> TrialEvent:
    so_far = EventSoFar(regulation=regulation, format=format_)
    here = [f"{number:02}" for number in range(1, players + 1)]
    for number, stage in enumerate(format_.stages, start=1):
        so_far = msgspec.structs.replace(so_far, rounds=(*so_far.rounds, _round(number, stage, here)))
        if number < len(format_.stages):
            here = _next_players(so_far, number, format_.stages[number])
    first = so_far.rounds[0].results[0]
    scores = {line.entrant: line.per_round[0] for line in event.ranked(so_far)}
    worth = [scores[row.entrant] for row in first.rows]
    return TrialEvent(
        players=players,
        format=format_,
        sheet=first.rows,
        worth=tuple(score.points if score else Decimal(0) for score in worth),
        standings=event.ranked(so_far),
    )


def _round(number: int, stage: Stage, here: Sequence[str]) -> RoundSoFar:
    """People are dealt to the tables in turn, so that those of one table part in the next round."""
    seated, byes = here[: sum(stage.tables)], here[sum(stage.tables) :]
    order = [*seated[number - 1 :], *seated[: number - 1]]
    places = [table for turn in range(max(stage.tables)) for table, size in enumerate(stage.tables) if turn < size]
    tables: list[list[str]] = [[] for _table in stage.tables]
    for table, person in zip(places, order, strict=True):
        tables[table].append(person)
    results = tuple(TableResult(number, table, _sheet(number, people)) for table, people in enumerate(tables, start=1))
    return RoundSoFar(number=number, stage=stage, seated=frozenset(seated), results=results, byes=tuple(byes))


def _sheet(number: int, people: Sequence[str]) -> tuple[ResultRow, ...]:
    """Points between 10 and 40 that differ from round to round; of two level, who was dealt first is ahead."""
    points = {person: Decimal(10 + (int(person) * 7 + number * 11) % 31) for person in people}
    order = sorted(people, key=lambda person: -points[person])
    return tuple(ResultRow(person, points[person], (), order.index(person) + 1) for person in order)


def _next_players(so_far: EventSoFar, number: int, stage: Stage) -> list[str]:
    """Who plays the next round, in the order of the roster; level people go on in that order too."""
    qualified = event.qualified(so_far, number)
    if qualified.tied:
        decided = tuple(sorted(so_far.rounds[0].seated | set(so_far.rounds[0].byes)))
        rounds = (*so_far.rounds[:-1], msgspec.structs.replace(so_far.rounds[-1], decided=decided))
        so_far = msgspec.structs.replace(so_far, rounds=rounds)
    players = set(event.players_after(so_far, number)[0])
    if len(players) < stage.players:
        players |= set(event.waiting(so_far, number))
    return sorted(players)[: stage.players]
