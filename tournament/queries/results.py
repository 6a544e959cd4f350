"""Results from the database for the core: standings, qualifiers, meetings."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, groupby
from threading import Lock
from typing import TypeVar, cast

import msgspec

from games.registry import games
from tournament import live
from tournament.core.formats import Format, Stage
from tournament.core.formatting import plain_decimal
from tournament.core.ranking import event
from tournament.core.ranking.event import EventSoFar, RoundSoFar, Substitution
from tournament.core.ranking.qualification import Qualification
from tournament.core.results import MissingResults, PenaltyPoints, ResultRow, Standing, TableResult
from tournament.models import Bye, Penalty, Round, Seat, Tournament
from tournament.states import EntrantState, RoundState, TableState

COUNTED = (TableState.COUNTED, TableState.SIGNED)
WALKOVER = "walkover"
"""The ending of a table whose other player did not come."""


Computed = TypeVar("Computed")
_computed: ContextVar[dict[tuple[str, int], object] | None] = ContextVar("computed", default=None)


@contextmanager
def computed_once() -> Iterator[None]:
    """Results and standings of an event are read and computed once in this block, which must write nothing: for one page.

    They also serve the pages after it, until the event's topics rise: with them rises whatever a public page reads of results.
    """
    token = _computed.set({})
    try:
        yield
    finally:
        _computed.reset(token)


def once(what: str, tournament: Tournament, compute: Callable[[], Computed]) -> Computed:
    """`what` is computed of an event, in a block of `computed_once`; elsewhere anew. It must be a value that nobody changes."""
    found = _computed.get()
    if found is None or tournament.pk is None:
        return compute()
    key = (what, tournament.pk)
    if key not in found:
        if ("state", tournament.pk) not in found:
            found["state", tournament.pk] = _state_of(tournament)
        found[key] = _reused(key, found["state", tournament.pk], compute)
    return cast(Computed, found[key])


MOST_STORED = 48
MAX_AGE = 10.0
"""Seconds; as long as a public page without changes: the database may be restored, or changed by hand."""
_of_events: OrderedDict[tuple[str, int], tuple[object, float, object]] = OrderedDict()
_lock = Lock()


def _state_of(tournament: Tournament) -> object:
    """Another one whenever results, people or rules of the event change. Read before they are, so that a change meanwhile is noticed."""
    versions = live.versions([tournament.topic, tournament.words_topic])
    return sorted(versions.items()), tournament.regulation, tournament.format


def _reused(key: tuple[str, int], state: object, compute: Callable[[], Computed]) -> Computed:
    with _lock:
        known, until, value = _of_events.get(key, (None, 0.0, None))
    if known == state and time.monotonic() < until:
        return cast(Computed, value)
    until, value = time.monotonic() + MAX_AGE, compute()
    with _lock:
        _of_events[key] = state, until, value
        _of_events.move_to_end(key)
        while len(_of_events) > MOST_STORED:
            _of_events.popitem(last=False)
    return cast(Computed, value)


def forget() -> None:
    with _lock:
        _of_events.clear()


def ends_the_event(round_: Round) -> bool:
    """Whether this is the last round of the format: nobody goes on from it."""
    format_ = format_of(round_.tournament)
    return format_ is not None and round_.number >= len(format_.stages)


def format_of(tournament: Tournament) -> Format | None:
    return msgspec.convert(tournament.format, Format) if tournament.format else None


def stage_of(round_: Round) -> Stage:
    return msgspec.convert(round_.stage, Stage)


def event_of(tournament: Tournament) -> EventSoFar:
    """The event so far: rounds, seats with their results, penalties, and byes where there are any."""
    return once("event", tournament, lambda: _event_of(tournament))


def _event_of(tournament: Tournament) -> EventSoFar:
    seats = _seats(tournament)
    format_ = format_of(tournament)
    byes = _byes(tournament) if format_ and any(stage.pairing for stage in format_.stages) else []
    return EventSoFar(
        regulation=tournament.rules,
        format=format_,
        rounds=tuple(
            _round_so_far(
                one,
                [seat for seat in seats if seat.number == one.number],
                [bye for bye in byes if bye.number == one.number],
            )
            for one in tournament.rounds.all()
        ),
        penalties=tuple(penalties_of(tournament)),
        gone=frozenset(one.entrant for one in (*seats, *byes) if one.state != EntrantState.PRESENT),
    )


@dataclass(frozen=True)
class _Seat:
    """Somebody's chair in a round; without a row while the table is not counted. `is_absent` where the game was lost so."""

    number: int
    table: int
    entrant: str
    state: str
    is_open: bool
    is_absent: bool
    row: ResultRow | None


@dataclass(frozen=True)
class _Bye:
    number: int
    entrant: str
    state: str
    is_walkover: bool


def _written(figures: Iterable[str], throws: Collection[int]) -> tuple[Decimal, ...]:
    """The tie-breaks up to dice that nobody threw: a record counts them as nought, and nought decides nothing elsewhere."""
    found: list[Decimal] = []
    for place, figure in enumerate(map(Decimal, figures)):
        if place in throws and not figure:
            break
        found.append(figure)
    return tuple(found)


def _seats(tournament: Tournament) -> list[_Seat]:
    played = games().get(tournament.rules.game)
    throws = played.paper.throws if played else ()
    rows = Seat.objects.filter(round__tournament=tournament).order_by("round__number", "table__number", "position")
    found = []
    for number, table, at_table, id_, state, points, tiebreaks, rank, is_eliminated, ended_by in rows.values_list(
        "round__number", "table__number", "table__state", "entrant__public_id", "entrant__state", "result__points",
        "result__tiebreaks", "result__rank", "result__is_eliminated", "result__ended_by",
    ):  # fmt: skip
        is_open = at_table not in COUNTED
        is_absent = not is_open and ended_by == WALKOVER and rank > 1
        row = None
        if points is not None and not is_open and not is_absent:
            row = ResultRow(id_, plain_decimal(points), _written(tiebreaks, throws), rank, is_eliminated)
        found.append(_Seat(number, table, id_, state, is_open, is_absent, row))
    return found


def _byes(tournament: Tournament) -> list[_Bye]:
    rows = Bye.objects.filter(round__tournament=tournament)
    return [
        _Bye(*row) for row in rows.values_list("round__number", "entrant__public_id", "entrant__state", "is_walkover")
    ]


def _round_so_far(one: Round, seats: Sequence[_Seat], byes: Sequence[_Bye]) -> RoundSoFar:
    tables = [(table, list(those)) for table, those in groupby(seats, key=lambda seat: seat.table)]
    counted = [(table, tuple(seat.row for seat in those if seat.row)) for table, those in tables]
    return RoundSoFar(
        number=one.number,
        stage=stage_of(one),
        seated=frozenset(seat.entrant for seat in seats if not seat.is_absent),
        absent=frozenset(seat.entrant for seat in seats if seat.is_absent),
        results=tuple(TableResult(one.number, table, rows) for table, rows in counted if rows),
        open_tables=tuple(tuple(seat.entrant for seat in those) for _table, those in tables if those[0].is_open),
        byes=tuple(bye.entrant for bye in byes),
        walkovers=tuple(bye.entrant for bye in byes if bye.is_walkover),
        decided=tuple(one.tie_order),
        is_public=one.state != RoundState.DRAFT,
        is_closed=one.state == RoundState.CLOSED,
    )


def table_results(tournament: Tournament) -> list[TableResult]:
    """Every sheet that gives points, byes and walkovers among them."""
    return event.scored(event_of(tournament))


def penalties_of(tournament: Tournament) -> list[PenaltyPoints]:
    rows = Penalty.objects.filter(tournament=tournament, revoked_at=None).select_related("entrant", "round")
    return [
        PenaltyPoints(row.entrant.public_id, plain_decimal(row.points), row.round.number if row.round else None)
        for row in rows
    ]


def standings_of(tournament: Tournament) -> tuple[Standing, ...]:
    """The standings of everybody with a seat. Drafts are not public and do not count."""
    return once("standings", tournament, lambda: event.ranked(event_of(tournament)))


def qualification_of(round_: Round) -> Qualification:
    """Who goes on from this round and why. Raises MissingResults while a table is not counted."""
    return once(
        f"qualified {round_.number}",
        round_.tournament,
        lambda: event.qualified(event_of(round_.tournament), round_.number),
    )


def is_tied(round_: Round) -> bool:
    """Whether dice must say who of level people goes on from a closed round, or who has won its final."""
    try:
        return bool(qualification_of(round_).tied)
    except MissingResults:
        return False


def has_level_final(tournament: Tournament) -> bool:
    """Whether dice must still say who has won the event."""
    return event.title_tie(event_of(tournament)) is not None


def qualification_so_far(round_: Round) -> Qualification:
    """The same while tables are open: what would be if those that are counted were all."""
    return event.qualified_so_far(event_of(round_.tournament), round_.number)


def qualifiers(round_: Round) -> list[str]:
    """Public ids of the players of the next round: the qualifiers, and for each who has left the next in line."""
    return event.players_after(event_of(round_.tournament), round_.number)[0]


def qualified_and_substituted(round_: Round) -> tuple[Qualification, tuple[Substitution, ...]]:
    """Who goes on from this round, and who came in for those who left. Raises MissingResults while a table is not counted."""

    def compute() -> tuple[Qualification, tuple[Substitution, ...]]:
        return qualification_of(round_), event.substitutions(event_of(round_.tournament), round_.number)

    return once(f"substituted {round_.number}", round_.tournament, compute)


def met_before(round_number: int, tournament: Tournament) -> Counter[frozenset[str]]:
    """The number of meetings of each pair in the rounds before this one."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=round_number)
    tables: dict[int, list[str]] = {}
    for table, entrant in seats.values_list("table_id", "entrant__public_id"):
        tables.setdefault(table, []).append(entrant)
    return Counter(pair for people in tables.values() for pair in pairs(people))


def pairs(people: Iterable[str]) -> Iterable[frozenset[str]]:
    return (frozenset(pair) for pair in combinations(people, 2))
