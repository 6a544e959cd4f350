"""What a player needs to qualify: the places at the own table that are enough, those that may be, and the minimum score of each.

Exact where places alone give points: every order of every open table is accounted for, without being written out. The tables do not
depend on one another, and at one table the most (or fewest) players that can reach a total come from matching players with places.
Where table points are added to those of the place, each place is a range and the answer is on the safe side. Ties are not
broken: a player tied with the cut may qualify, but not certainly.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

import msgspec

from tournament.core.ranking.scoring import NOTHING
from tournament.core.regulation.schema import Scoring

Verdict = Literal["sure", "can", "out"]


class Worth(msgspec.Struct, frozen=True):
    """The minimum and maximum points of a place."""

    least: Decimal
    most: Decimal


class Rival(msgspec.Struct, frozen=True):
    """A player at an open table: the minimum and maximum total for each place, the first place first."""

    least: tuple[Decimal, ...]
    most: tuple[Decimal, ...]


class Need(msgspec.Struct, frozen=True):
    """`verdicts` by place at the own table, the first first. The scores are tournament points of this round; None where there is
    none. `is_short` where the rounds that the regulation needs are not reached with this one."""

    verdicts: tuple[Verdict, ...]
    surely: Decimal | None
    possibly: Decimal | None
    is_short: bool = False

    def place_for(self, *verdicts: Verdict) -> int | None:
        """The last place with one of these verdicts."""
        places = [place for place, verdict in enumerate(self.verdicts, 1) if verdict in verdicts]
        return max(places, default=None)

    @property
    def sure_place(self) -> int | None:
        return self.place_for("sure")

    @property
    def possible_place(self) -> int | None:
        return self.place_for("sure", "can")


def worth_of_places(scoring: Scoring, size: int) -> tuple[Worth, ...] | None:
    """The points of each placing at a table of this size, where no two have the same; None where points are measured against
    the winner's."""
    if scoring.method == "against-winner":
        return None
    return tuple(_worth(scoring, place, size) for place in range(size))


def most_of_the_share(scoring: Scoring, size: int) -> Decimal:
    """The maximum contribution of table points."""
    if scoring.method == "place":
        return NOTHING
    highest = (
        Decimal(100) if scoring.method == "percent" else max(scoring.objective_at, scoring.objective_points or NOTHING)
    )
    share = highest * scoring.by_size.get(str(size), Decimal(1)) / scoring.divisor
    return share if scoring.most is None else min(share, scoring.most)


def _worth(scoring: Scoring, place: int, size: int) -> Worth:
    """Where the first place is shared by points, any placing may share it, and the first may get less for it."""
    given = scoring.places[place] if place < len(scoring.places) else NOTHING
    out = scoring.eliminated[:size] if scoring.places and place else ()
    objective = [scoring.objective_place] if scoring.objective_place is not None and not place else []
    may_share = scoring.first_by == "points" and not scoring.sole_winner
    bonus = [scoring.first] if not place else [NOTHING]
    if may_share:
        bonus.append(scoring.first if scoring.first_shared is None else scoring.first_shared)
    least = min([given, *out]) + min(bonus)
    most = max([given, *out, *objective]) + max(bonus) + most_of_the_share(scoring, size)
    if scoring.objective is not None:
        least, most = min(least, scoring.objective), max(most, scoring.objective)
    return Worth(least, most)


def needed(
    mine: Rival,
    at_my_table: Sequence[Rival],
    other_tables: Sequence[Sequence[Rival]],
    finished: Sequence[Decimal],
    *,
    qualify: int,
    before: Decimal = NOTHING,
) -> Need:
    """`finished` are the totals that cannot change any more; `before` is what I had, to say scores of this round alone."""
    reach = [_Field(place, at_my_table, other_tables, finished) for place in range(len(mine.least))]
    verdicts = tuple(_verdict(mine, place, field, qualify) for place, field in enumerate(reach))
    sure = [mine.least[place] for place, verdict in enumerate(verdicts) if verdict == "sure"]
    can = [mine.least[place] for place, verdict in enumerate(verdicts) if verdict != "out"]
    return Need(verdicts, _less(min(sure, default=None), before), _less(min(can, default=None), before))


def _less(total: Decimal | None, before: Decimal) -> Decimal | None:
    return None if total is None else total - before


def _verdict(mine: Rival, place: int, field: "_Field", qualify: int) -> Verdict:
    if field.most_at_least(mine.least[place]) < qualify:
        return "sure"
    return "can" if field.fewest_above(mine.most[place]) < qualify else "out"


class _Field:
    """Everybody else, given my place at my table."""

    def __init__(
        self, taken: int, at_my_table: Sequence[Rival], others: Sequence[Sequence[Rival]], finished: Sequence[Decimal]
    ) -> None:
        self.tables = [[_without(rival, taken) for rival in at_my_table], *others]
        self.finished = finished

    def most_at_least(self, total: Decimal) -> int:
        done = sum(other >= total for other in self.finished)
        return done + sum(_matched([sum(at >= total for at in one.most) for one in table]) for table in self.tables)

    def fewest_above(self, total: Decimal) -> int:
        done = sum(other > total for other in self.finished)
        below = [_matched([sum(at <= total for at in one.least) for one in table]) for table in self.tables]
        return done + sum(len(table) - many for table, many in zip(self.tables, below, strict=True))


def _without(rival: Rival, place: int) -> Rival:
    return Rival(rival.least[:place] + rival.least[place + 1 :], rival.most[:place] + rival.most[place + 1 :])


def _matched(choices: Sequence[int]) -> int:
    """How many can be served at once when each is content with so many places, and whoever is content with more is content with the same
    ones too: the most demanding choose first."""
    served = 0
    for many in sorted(choices):
        if many > served:
            served += 1
    return served
