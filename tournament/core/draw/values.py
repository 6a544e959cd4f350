"""The request of a draw and its result, as values that can be serialized."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from tournament.core.translation import translated as _

Pair = tuple[str, str]
Tables = tuple[tuple[str, ...], ...]
DEFAULT_CRITERIA = ("rematch", "club")


class ImpossibleDraw(ValueError):
    """Entrants, sizes or criteria from which nothing can be drawn."""


class DrawEntrant(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who is drawn. An empty club or region is nobody's: two entrants without a club are not club-mates.

    `rank` is the place in the standings, shared by those who are level; `wins` the games won so far; `table` and
    `place` where and how the last round was played. 0 is unknown.
    """

    id: str
    club: str = ""
    region: str = ""
    rank: int = 0
    wins: int = 0
    table: int = 0
    place: int = 0


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a draw depends on.

    `past` holds the tables of the earlier rounds in seat order; `met` adds pairs who met elsewhere, and how often.
    `fixed` gives some people a table, counted from 1. `preferred` is the size from which fives and threes depart.
    `to_come` are the sizes of the rounds still to be drawn: in a small field the draw looks ahead to them.
    """

    entrants: tuple[DrawEntrant, ...]
    sizes: tuple[int, ...]
    seed: str
    criteria: tuple[str, ...] = DEFAULT_CRITERIA
    past: tuple[Tables, ...] = ()
    met: tuple[tuple[str, str, int], ...] = ()
    apart: tuple[Pair, ...] = ()
    fixed: dict[str, int] = {}
    preferred: int = 4
    to_come: tuple[tuple[int, ...], ...] = ()


class CriterionResult(msgspec.Struct, frozen=True):
    """How far a draw meets one criterion: its cost, the lower bound, and its violations.

    `least` is proved for this criterion alone; where `cost` is greater, an earlier criterion or the search is the
    reason: `least` is a bound that may be out of reach. A violation is a pair, or one person at the wrong place.
    """

    criterion: str = msgspec.field(name="name")
    cost: int
    least: int
    violations: tuple[tuple[str, ...], ...] = msgspec.field(name="cases")

    @property
    def is_least(self) -> bool:
        """Whether nobody can draw this criterion any better, whatever the others ask."""
        return self.cost == self.least


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Tables of ids in seat order clockwise, and the criteria that it violates, as pairs in the order of their ids."""

    tables: Tables
    repeats: tuple[Pair, ...]
    clubmates: tuple[Pair, ...]
    unavoidable_clubmates: int
    seed: str
    criteria: tuple[str, ...]
    results: tuple[CriterionResult, ...] = msgspec.field(default=(), name="wishes")


def meeting_counts(met: Collection[frozenset[str]] | Mapping[frozenset[str], int]) -> tuple[tuple[str, str, int], ...]:
    """Pairs and how often they met, in an order that depends on nothing else. Raises ImpossibleDraw."""
    times = dict(met) if isinstance(met, Mapping) else Counter(met)
    if any(len(pair) != 2 for pair in times):
        raise ImpossibleDraw(_("un incontro è fra due persone"))
    return tuple(sorted((*sorted(pair), many) for pair, many in times.items() if many > 0))


def canonical(request: Request) -> Request:
    """The same request whatever the order in which sets and rosters were read."""
    return msgspec.structs.replace(
        request,
        entrants=tuple(sorted(request.entrants, key=lambda entrant: entrant.id)),
        met=tuple(sorted((*sorted(met[:2]), met[2]) for met in request.met)),
        apart=tuple(sorted({tuple(sorted(pair)) for pair in request.apart})),
        fixed=dict(sorted(request.fixed.items())),
    )


def check_request(request: Request, criteria: Collection[str]) -> None:
    """Raises ImpossibleDraw for a request from which nothing can be drawn."""
    twice = [id_ for id_, many in Counter(entrant.id for entrant in request.entrants).items() if many > 1]
    if twice:
        raise ImpossibleDraw(_("iscritti ripetuti: %s") % ", ".join(twice))
    if any(size < 1 for size in request.sizes) or sum(request.sizes) != len(request.entrants):
        raise ImpossibleDraw(
            _("i tavoli hanno %(seats)d sedie e gli iscritti sono %(people)d")
            % {"seats": sum(request.sizes), "people": len(request.entrants)}
        )
    _check_criteria(request.criteria, criteria)
    _check_pairs(request)
    _check_fixed(request)


def _check_criteria(requested: Sequence[str], criteria: Collection[str]) -> None:
    unknown = [name for name in requested if name not in criteria]
    if unknown or len(set(requested)) != len(requested):
        raise ImpossibleDraw(_("criteri sconosciuti o ripetuti: %s") % ", ".join(unknown or requested))


def _check_pairs(request: Request) -> None:
    if any(one == other for one, other in request.apart) or any(one == other for one, other, _n in request.met):
        raise ImpossibleDraw(_("un incontro è fra due persone"))
    for number, tables in enumerate(request.past, start=1):
        seated = [id_ for table in tables for id_ in table]
        if len(set(seated)) != len(seated):
            raise ImpossibleDraw(_("nel turno %d qualcuno è seduto due volte") % number)


def _check_fixed(request: Request) -> None:
    strangers = sorted(set(request.fixed) - {entrant.id for entrant in request.entrants})
    if strangers:
        raise ImpossibleDraw(_("tavolo fisso per chi non è nel sorteggio: %s") % ", ".join(strangers))
    for table, many in Counter(request.fixed.values()).items():
        if not 1 <= table <= len(request.sizes):
            raise ImpossibleDraw(_("il tavolo fisso %d non esiste") % table)
        if many > request.sizes[table - 1]:
            raise ImpossibleDraw(_("al tavolo %(table)d ci sono più persone fisse che sedie") % {"table": table})
