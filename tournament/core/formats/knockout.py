"""Knockouts by table: a fixed number of each table qualifies, and the best runners-up where tables have to be filled."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import msgspec

from tournament.core.formats.values import KINDS, Format, Kind, NoFormat, Stage, key_of, splits
from tournament.core.regulation.schema import Regulation
from tournament.core.translation import translated as _

MOST_FORMATS = 12
MOST_MORE = 9
FEW_SPLITS, FEW_EXTRAS = 6, 12
"""Where rounds are added, the number of splits and of additional qualifiers that are examined."""
SMALL_FIELD = 16
"""Fewer entrants than this get two rounds at most: with three, most of the field would meet repeatedly."""


class _Step(msgspec.Struct, frozen=True):
    """A stage in the making: `base` of each table by right, `extra` more to fill the tables of the next one."""

    tables: tuple[int, ...]
    base: int = 0
    extra: int = 0


def possible_formats(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    """The formats with the regulation's rounds; where they are too few for the field, one with the rounds that it needs."""
    found = _reasonable(sorted(_candidates(entrants, regulation), key=lambda steps: _cost(steps, regulation)))
    best = _best_of_each_shape(found, regulation)
    if not best:
        best = [_longer(entrants, regulation)]
    return tuple(_format(steps, regulation) for steps in best[:MOST_FORMATS])


def _reasonable(found: list[tuple[_Step, ...]]) -> list[tuple[_Step, ...]]:
    """Beyond the rule at most half of a field plays on, unless only so the later rounds let in nobody beyond it."""
    usual = [steps for steps in found if not any(map(_lets_most_in, steps))]
    if any(not _let_in_later(steps) for steps in usual):
        return usual
    return [steps for steps in found if steps in usual or not _let_in_later(steps)]


def _candidates(entrants: int, regulation: Regulation) -> Iterator[tuple[_Step, ...]]:
    longest = min(regulation.rounds, 2) if entrants < SMALL_FIELD else regulation.rounds
    for rounds in range(1, longest + 1):
        yield from _ways_on(entrants, _most_through(rounds, regulation), _sizes(regulation), regulation.final_sizes)


def _most_through(rounds: int, regulation: Regulation) -> tuple[int, ...]:
    return regulation.advance[: rounds - 1]


class _Sizes(msgspec.Struct, frozen=True):
    """The sizes of tables before the final, in order of preference, and the most of the second."""

    sizes: tuple[int, ...]
    most_second: int | None

    def splits(self, players: int) -> tuple[tuple[int, ...], ...]:
        return splits(players, self.sizes, self.most_second)


def _sizes(regulation: Regulation) -> _Sizes:
    return _Sizes(regulation.table_sizes, regulation.second_size_tables)


@cache
def _ways_on(
    players: int, advance: tuple[int, ...], sizes: _Sizes, final_sizes: tuple[int, ...]
) -> tuple[tuple[_Step, ...], ...]:
    """Every way from this many players to a final, given the most that may go through by right after each round."""
    if not advance:
        return ((_Step((players,)),),) if players in final_sizes else ()
    found: list[tuple[_Step, ...]] = []
    for tables, base in product(sizes.splits(players), range(advance[0], 0, -1)):
        for extra in _extras(len(tables), base, players, advance, sizes.sizes, final_sizes):
            ways = _ways_on(len(tables) * base + extra, advance[1:], sizes, final_sizes)
            found.extend((_Step(tables, base, extra), *way) for way in ways)
    return tuple(found)


def _extras(
    tables: int, base: int, players: int, advance: tuple[int, ...], sizes: tuple[int, ...], final_sizes: tuple[int, ...]
) -> range:
    """The possible numbers of additional qualifiers: at most one a table, at most what the later rounds hold, and two thirds
    of the field. One more of every table is no addition where the rule lets that many through.

    A single table is a final: nobody plays it in order to play again with the same people.
    """
    by_right = tables * base
    most_later = max(final_sizes) * max(sizes) ** (len(advance) - 1)
    if tables < 2 or by_right > most_later:
        return range(0)
    most = tables if base == advance[0] else tables - 1
    return range(max(0, min(most, most_later - by_right, players * 2 // 3 - by_right)) + 1)


def _longer(entrants: int, regulation: Regulation) -> tuple[_Step, ...]:
    """The format with the fewest additional rounds that ends in one table; added rounds advance like the last one."""
    advance = regulation.advance or (1,)
    for more in range(1, MOST_MORE + 1):
        found = _shortest(entrants, (*advance, *advance[-1:] * more), _sizes(regulation), regulation.final_sizes, True)
        if found:
            return found[1]
    raise NoFormat(
        _("Con %(entrants)d iscritti non si arriva a un tavolo finale in %(rounds)d turni")
        % {"entrants": entrants, "rounds": regulation.rounds}
    )


@cache
def _shortest(
    players: int, advance: tuple[int, ...], sizes: _Sizes, final_sizes: tuple[int, ...], is_first: bool
) -> tuple[tuple[int, ...], tuple[_Step, ...]] | None:
    """The way of least cost: fewest let in beyond the rule, after the first round above all, then fewest kept back, then
    tables of welcome sizes."""
    if not advance:
        return ((0, 0, 0, 0), (_Step((players,)),)) if players in final_sizes else None
    best = None
    for tables, base in product(sizes.splits(players)[:FEW_SPLITS], range(advance[0], 0, -1)):
        for extra in range(min(len(tables), FEW_EXTRAS)):
            way = _shortest(len(tables) * base + extra, advance[1:], sizes, final_sizes, False)
            if way is None:
                continue
            mine = (0 if is_first else extra, extra, advance[0] - base, _unwelcome(tables, sizes.sizes))
            cost = tuple(a + b for a, b in zip(mine, way[0], strict=True))
            if best is None or cost < best[0]:
                best = cost, (_Step(tables, base, extra), *way[1])
    return best


def _cost(steps: tuple[_Step, ...], regulation: Regulation) -> tuple[int, ...]:
    """Lower is better: first players let in beyond the rule after the first round, where it names no exception, and rounds
    that let in more than half by that; then the kind, all players let in, and tables of an unwelcome size."""
    missing = sum(most - step.base for most, step in zip(regulation.advance, steps[:-1], strict=False))
    return (
        _let_in_later(steps),
        sum(_lets_most_in(step) for step in steps),
        KINDS.index(_kind(steps, regulation)),
        sum(step.extra for step in steps),
        missing,
        -len(steps),
        *(_unwelcome(step.tables, regulation.table_sizes) for step in steps),
    )


def _let_in_later(steps: tuple[_Step, ...]) -> int:
    return sum(step.extra for step in steps[1:])


def _lets_most_in(step: _Step) -> bool:
    return step.extra > 0 and 2 * (len(step.tables) * step.base + step.extra) > sum(step.tables)


def _unwelcome(tables: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    return sum(sizes.index(size) if size in sizes else len(sizes) for size in tables)


def _kind(steps: tuple[_Step, ...], regulation: Regulation) -> Kind:
    bases = tuple(step.base for step in steps[:-1])
    if len(steps) < regulation.rounds:
        return "fewer-rounds"
    if len(steps) > regulation.rounds:
        return "more-rounds"
    if any(step.extra for step in steps):
        return "runners-up"
    return "exact" if bases == regulation.advance else "one-each"


def _best_of_each_shape(found: list[tuple[_Step, ...]], regulation: Regulation) -> list[tuple[_Step, ...]]:
    """The best format for each kind, first-round split and size of final: the organizer's choices."""
    best: dict[tuple[Kind, tuple[int, ...], tuple[int, ...]], tuple[_Step, ...]] = {}
    for steps in found:
        best.setdefault((_kind(steps, regulation), steps[0].tables, steps[-1].tables), steps)
    return list(best.values())


def _format(steps: tuple[_Step, ...], regulation: Regulation) -> Format:
    stages = tuple(_stage(step, place, len(steps)) for place, step in enumerate(steps, start=1))
    kind = _kind(steps, regulation)
    return Format(key=key_of(stages), stages=stages, kind=kind, note=_note(kind, stages))


def _stage(step: _Step, place: int, rounds: int) -> Stage:
    """Where every table has one more qualifier, that is a rule for each table instead of a comparison between them."""
    more, runners_up = divmod(step.extra, len(step.tables))
    name = "final" if place == rounds else f"round-{place}"
    return Stage(name, step.tables, step.base + more, runners_up)


def _note(kind: Kind, stages: tuple[Stage, ...]) -> str:
    if kind == "exact":
        return _("Il passaggio del turno previsto dal regolamento")
    if kind == "one-each":
        return _("Passa solo il primo di ogni tavolo")
    if kind == "fewer-rounds":
        return _("Un turno soltanto") if len(stages) == 1 else _("Un turno in meno")
    if kind == "more-rounds":
        return _("Con tanti iscritti servono %d turni") % len(stages)
    if any(stage.runners_up for stage in stages):
        return _("Passano anche i migliori esclusi, per completare i tavoli")
    return _("Passa uno in più per tavolo, per completare i tavoli")
