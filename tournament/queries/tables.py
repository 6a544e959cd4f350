"""The tables of a round, and those of a judge."""

from collections.abc import Collection, Sequence

from django.db.models import Count, Q, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Round, Table, Tournament
from tournament.models.play import seats_of_tables
from tournament.states import RoundState, TableState


def tables_in_words(sizes: Collection[int]) -> str:
    """`2 tavoli da 4 e 3 da 5`, `1 tavolo da 3, 1 da 4 e 1 da 5`."""
    counts = [(list(sizes).count(size), size) for size in sorted(set(sizes))]
    many, size = counts[0]
    first = ngettext("%(many)d tavolo da %(size)d", "%(many)d tavoli da %(size)d", many) % {"many": many, "size": size}
    rest = [_("%(many)d da %(size)d") % {"many": many, "size": size} for many, size in counts[1:]]
    *before, last = [first, *rest]
    return _(" e ").join([", ".join(before), last]) if before else last


def tables_of(round_: Round, part: slice = slice(None)) -> list[Table]:
    """The tables, or a part of them, with status, judge, seats, people and results; three queries whatever the number of tables."""
    tables = list(round_.tables.with_status()[part])
    read_seats(round_, tables)
    return tables


def read_seats(round_: Round, tables: Sequence[Table]) -> None:
    """Seats, people, results and clocks of tables that were read with their status; two queries."""
    for table in tables:
        table.round = round_
    prefetch_related_objects(tables, seats_of_tables(), "clock_events")


def rounds_in_play(tournaments: Collection[Tournament]) -> list[Round]:
    """The rounds that are published and not closed, by event, each with how `many` tables it has, how many are `playing` and how many
    are `done`; one query."""
    table_begun = Q(tables__state=TableState.PLAYING) | Q(tables__state=TableState.WAITING, state=RoundState.RUNNING)
    found = Round.objects.filter(
        tournament__in=tournaments, state__in=[RoundState.PUBLISHED, RoundState.RUNNING]
    ).annotate(
        many=Count("tables"),
        playing=Count("tables", filter=table_begun),
        done=Count("tables", filter=Q(tables__state__in=[TableState.COUNTED, TableState.SIGNED])),
    )
    return list(found.select_related("tournament").order_by("tournament__day", "tournament__name", "number"))


def tables_on_air(tournaments: Collection[Tournament]) -> list[Table]:
    """The tables that everybody may follow now, of any round under way, until their result is signed; three queries."""
    found = Table.objects.filter(
        broadcast__isnull=False,
        broadcast__closed_at=None,
        round__tournament__in=tournaments,
        round__state__in=[RoundState.PUBLISHED, RoundState.RUNNING],
    ).exclude(state=TableState.SIGNED)
    return list(
        found.with_seats().select_related("status", "broadcast", "round__tournament").order_by("round", "number")
    )


def tables_judged_by(user) -> list[Table]:
    """A judge's open tables over all tournaments, for the home page."""
    mine = Table.objects.filter(judge=user, round__state__in=["published", "running"])
    return list(mine.select_related("round__tournament", "status", "broadcast").order_by("round__tournament", "number"))
