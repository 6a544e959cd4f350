"""What is drawn, by what wishes, and what came of it: values that can be written down and drawn again."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from tournament.core.translation import translated as _

Pair = tuple[str, str]
Tables = tuple[tuple[str, ...], ...]
DEFAULT_CRITERIA = ("rematch", "club")


class BadDraw(ValueError):
    """Entrants, sizes or criteria from which nothing can be drawn."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
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

    entrants: tuple[Entrant, ...]
    sizes: tuple[int, ...]
    seed: str
    criteria: tuple[str, ...] = DEFAULT_CRITERIA
    past: tuple[Tables, ...] = ()
    met: tuple[tuple[str, str, int], ...] = ()
    apart: tuple[Pair, ...] = ()
    fixed: dict[str, int] = {}
    preferred: int = 4
    to_come: tuple[tuple[int, ...], ...] = ()


class Wish(msgspec.Struct, frozen=True):
    """A criterion and how far it is met: its cost, the least that any draw could have, and who breaks it.

    `least` is proved for this criterion taken alone; where `cost` is greater, an earlier criterion or the search is
    the reason, and `least` is a bound, not a promise. `cases` are pairs, or single persons where a place is at fault.
    """

    name: str
    cost: int
    least: int
    cases: tuple[tuple[str, ...], ...]

    @property
    def is_least(self) -> bool:
        """Whether nobody can draw this criterion any better, whatever the others ask."""
        return self.cost == self.least


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Tables of ids in seat order clockwise, and the wishes that it breaks, as pairs in the order of their ids."""

    tables: Tables
    repeats: tuple[Pair, ...]
    clubmates: tuple[Pair, ...]
    unavoidable_clubmates: int
    seed: str
    criteria: tuple[str, ...]
    wishes: tuple[Wish, ...] = ()


def listed(met: Collection[frozenset[str]] | Mapping[frozenset[str], int]) -> tuple[tuple[str, str, int], ...]:
    """Pairs and how often they met, in one order for all who know the same. Raises BadDraw."""
    times = dict(met) if isinstance(met, Mapping) else Counter(met)
    if any(len(pair) != 2 for pair in times):
        raise BadDraw(_("un incontro è fra due persone"))
    return tuple(sorted((*sorted(pair), many) for pair, many in times.items() if many > 0))


def in_order(request: Request) -> Request:
    """The same request whatever the order in which sets and rosters were read."""
    return msgspec.structs.replace(
        request,
        entrants=tuple(sorted(request.entrants, key=lambda entrant: entrant.id)),
        met=tuple(sorted((*sorted(met[:2]), met[2]) for met in request.met)),
        apart=tuple(sorted({tuple(sorted(pair)) for pair in request.apart})),
        fixed=dict(sorted(request.fixed.items())),
    )


def refuse_unsound(request: Request, known: Collection[str]) -> None:
    """Raises BadDraw for a request from which nothing can be drawn."""
    twice = [id_ for id_, many in Counter(entrant.id for entrant in request.entrants).items() if many > 1]
    if twice:
        raise BadDraw(_("iscritti ripetuti: %s") % ", ".join(twice))
    if any(size < 1 for size in request.sizes) or sum(request.sizes) != len(request.entrants):
        raise BadDraw(
            _("i tavoli hanno %(seats)d posti e gli iscritti sono %(people)d")
            % {"seats": sum(request.sizes), "people": len(request.entrants)}
        )
    _refuse_criteria(request.criteria, known)
    _refuse_pairs(request)
    _refuse_fixed(request)


def _refuse_criteria(criteria: Sequence[str], known: Collection[str]) -> None:
    unknown = [name for name in criteria if name not in known]
    if unknown or len(set(criteria)) != len(criteria):
        raise BadDraw(_("criteri sconosciuti o ripetuti: %s") % ", ".join(unknown or criteria))


def _refuse_pairs(request: Request) -> None:
    if any(one == other for one, other in request.apart) or any(one == other for one, other, _n in request.met):
        raise BadDraw(_("un incontro è fra due persone"))
    for number, tables in enumerate(request.past, start=1):
        seated = [id_ for table in tables for id_ in table]
        if len(set(seated)) != len(seated):
            raise BadDraw(_("nel turno %d qualcuno è seduto due volte") % number)


def _refuse_fixed(request: Request) -> None:
    strangers = sorted(set(request.fixed) - {entrant.id for entrant in request.entrants})
    if strangers:
        raise BadDraw(_("tavolo fisso per chi non è nel sorteggio: %s") % ", ".join(strangers))
    for table, many in Counter(request.fixed.values()).items():
        if not 1 <= table <= len(request.sizes):
            raise BadDraw(_("il tavolo fisso %d non esiste") % table)
        if many > request.sizes[table - 1]:
            raise BadDraw(_("al tavolo %(table)d ci sono più posti fissi che sedie") % {"table": table})
