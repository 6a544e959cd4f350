"""The draw of judges: never to their own club's table, nor to one where they play; a floor judge may have several."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from tournament.core.draw import Rng
from tournament.core.translation import translated as _


class BadJudges(ValueError):
    """Judges that cannot be drawn: somebody named twice, or without capacity for a table."""


class Judge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`most` tables at once. A judge who plays has the id of the entrant."""

    id: str
    club: str = ""
    most: int = 1


class JudgeAssignment(msgspec.Struct, frozen=True, kw_only=True):
    """Each table's judge in the order of the tables, "" where nobody may judge; `uncovered` are those tables, from 1."""

    judges: tuple[str, ...]
    uncovered: tuple[int, ...]


def draw_judges(
    judges: Collection[Judge],
    tables: Sequence[Collection[str]],
    *,
    clubs: Mapping[str, str],
    seed: str,
) -> JudgeAssignment:
    """Covers as many tables as possible, with as few tables a judge as possible. Raises BadJudges.

    `clubs` gives the club of the people at the tables. The same arguments give the same assignment.
    """
    people = sorted(judges, key=lambda judge: judge.id)
    if len({judge.id for judge in people}) != len(people) or any(judge.most < 1 for judge in people):
        raise BadJudges(_("Ogni arbitro una volta sola, e con almeno un tavolo"))
    rng = Rng(f"{seed}\njudges")
    order = list(range(len(tables)))
    rng.shuffle(order)
    may = [_who_may(people, table, clubs, rng) for table in tables]
    assigned = _match_all(people, order, may)
    names = tuple(people[assigned[number]].id if number in assigned else "" for number in range(len(tables)))
    return JudgeAssignment(judges=names, uncovered=tuple(n for n, name in enumerate(names, start=1) if not name))


def may_judge(judge: Judge, table: Collection[str], clubs: Mapping[str, str]) -> bool:
    """Neither a player of the table nor of a player's club; an empty club matches none."""
    return judge.id not in table and not (judge.club and judge.club in {clubs.get(id_, "") for id_ in table})


def _who_may(people: list[Judge], table: Collection[str], clubs: Mapping[str, str], rng: Rng) -> list[int]:
    may = [number for number, judge in enumerate(people) if may_judge(judge, table, clubs)]
    rng.shuffle(may)
    return may


def _match_all(people: list[Judge], order: list[int], may: list[list[int]]) -> dict[int, int]:
    """Augmenting paths, with one table a judge first, then two, and so on: nobody has two while another could help."""
    assigned: dict[int, int] = {}
    for load in range(1, max((judge.most for judge in people), default=0) + 1):
        for table in order:
            if table not in assigned:
                _assign(table, load, people, may, assigned, set())
    return assigned


def _assign(
    table: int, load: int, people: list[Judge], may: list[list[int]], assigned: dict[int, int], tried: set[int]
) -> bool:
    """Gives the table a judge, moving others to other tables where that frees one."""
    for judge in may[table]:
        if judge in tried:
            continue
        tried.add(judge)
        mine = [other for other, who in assigned.items() if who == judge]
        if len(mine) < min(load, people[judge].most) or any(
            _assign(other, load, people, may, assigned, tried) for other in mine
        ):
            assigned[table] = judge
            return True
    return False
