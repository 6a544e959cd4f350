"""The tables of a round, and the conflicts that its draw could not avoid."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Entrant, Round, Table
from tournament.queries.results import met_before


@dataclass(frozen=True)
class Clash:
    """Two people at one table whom the draw should separate."""

    one: Entrant
    other: Entrant
    table: int


def tables_in_words(sizes: Collection[int]) -> str:
    """`2 tavoli da 4 e 3 da 5`."""
    counts = [(list(sizes).count(size), size) for size in sorted(set(sizes))]
    many, size = counts[0]
    first = ngettext("%(many)d tavolo da %(size)d", "%(many)d tavoli da %(size)d", many) % {"many": many, "size": size}
    rest = [_("%(many)d da %(size)d") % {"many": many, "size": size} for many, size in counts[1:]]
    return _(" e ").join([first, *rest])


def tables_of(round_: Round) -> list[Table]:
    """Every table with its status, judge, seats, people and results; three queries whatever the number of tables."""
    tables = list(round_.tables.with_seats().prefetch_related("clock_events"))
    for table in tables:
        table.round = round_
    return tables


def rematches(round_: Round, tables: list[Table]) -> list[Clash]:
    met = met_before(round_.number, round_.tournament) if round_.number > 1 else {}
    return [clash for clash in _pairs(tables) if frozenset((clash.one.public_id, clash.other.public_id)) in met]


def clubmates(tables: list[Table]) -> list[Clash]:
    return [clash for clash in _pairs(tables) if clash.one.club and clash.one.club == clash.other.club]


def _pairs(tables: list[Table]) -> list[Clash]:
    return [
        Clash(one.entrant, other.entrant, table.number)
        for table in tables
        for one, other in combinations(table.seats.all(), 2)
    ]


def tables_judged_by(user) -> list[Table]:
    """A judge's open tables over all tournaments, for the home page."""
    mine = Table.objects.filter(judge=user, round__state__in=["published", "running"])
    return list(mine.select_related("round__tournament", "status").order_by("round__tournament", "number"))
