"""What one player needs to qualify by the standings, while tables of the deciding round are open.

On the safe side: "sure" and "out" hold whatever happens at the open tables; what depends on ties, or on a wild card that
somebody may still get, is "can".
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from tournament.core.ranking import event as events
from tournament.core.ranking.event import EventSoFar, RoundSoFar
from tournament.core.ranking.scoring import NOTHING, counted
from tournament.core.ranking.targets import Need, Rival, Worth, needed, worth_of_places
from tournament.core.results import Standing

BEFORE_THE_TOTAL = {"reached", "final"}
"""Keys of the order that part nobody before the cut."""


def need_of(event: EventSoFar, entrant: str) -> Need | None:
    """None unless the standings of the round in hand say who qualifies, and the entrant's table is open."""
    one = next((one for one in reversed(event.rounds) if one.is_public), None)
    if one is None or one.is_closed or not _is_by_total(event, one):
        return None
    mine = next((table for table in one.open_tables if entrant in table), None)
    scoring = event.regulation.scoring
    if mine is None or worth_of_places(scoring, len(mine)) is None:
        return None
    book = _Book(event, one)
    places = worth_of_places(scoring, len(mine)) or ()
    if not book.is_enough(entrant, plays=True):
        return Need(tuple("out" for _place in mine), None, None, is_short=True)
    me = book.rival(entrant, places)
    found = needed(
        me,
        book.rivals((id_ for id_ in mine if id_ != entrant), len(mine)),
        [book.rivals(table, len(table)) for table in one.open_tables if table is not mine],
        book.finished(),
        qualify=one.stage.direct + one.stage.cut - one.stage.wildcards,
    )
    verdicts = tuple(
        "can" if verdict == "out" and book.may_get_wildcard(entrant, places[place]) else verdict
        for place, verdict in enumerate(found.verdicts)
    )
    sure = [worth.least for worth, verdict in zip(places, verdicts, strict=True) if verdict == "sure"]
    can = [worth.least for worth, verdict in zip(places, verdicts, strict=True) if verdict != "out"]
    return Need(verdicts, min(sure, default=None), min(can, default=None))


def _is_by_total(event: EventSoFar, one: RoundSoFar) -> bool:
    order = [key for key in event.regulation.order if key not in BEFORE_THE_TOTAL]
    is_cut = one.stage.advancement == "by-standings" and one.stage.direct + one.stage.cut - one.stage.wildcards > 0
    return is_cut and order[:1] == ["total"]


class _Book:
    """Everybody's total for each place in this round."""

    def __init__(self, event: EventSoFar, one: RoundSoFar) -> None:
        self.event, self.round = event, one
        self.rules = event.regulation
        self.lines = {line.entrant: line for line in events.ranked(event)}
        self.at_open_tables = {id_ for table in one.open_tables for id_ in table}

    def rivals(self, ids: Iterable[str], size: int) -> list[Rival]:
        """At an open table of this size, those who can be ahead of anybody: with enough rounds after this one."""
        worth = worth_of_places(self.rules.scoring, size) or ()
        return [self.rival(id_, worth) for id_ in ids if self.is_enough(id_, plays=True)]

    def rival(self, id_: str, worth: Sequence[Worth]) -> Rival:
        return Rival(
            tuple(self.total(id_, place.least) for place in worth),
            tuple(self.total(id_, place.most) for place in worth),
        )

    def finished(self) -> list[Decimal]:
        """Totals that cannot change any more, of those with enough rounds."""
        return [
            self.total(id_, None)
            for id_ in self.lines
            if id_ not in self.at_open_tables and self._has_played(id_) and self.is_enough(id_, plays=False)
        ]

    def _has_played(self, id_: str) -> bool:
        return self.lines[id_].last is not None

    def is_enough(self, id_: str, *, plays: bool) -> bool:
        played = sum(points is not None for points in self._scores(id_)) + plays
        return played >= self.rules.counting.needed

    def total(self, id_: str, points: Decimal | None) -> Decimal:
        """With these points in this round; None where it is played already, or missed."""
        scores = self._scores(id_)
        mine = [one for one in self.event.penalties if one.entrant == id_]
        by_total = self.rules.readings.penalties == "total"
        if points is not None:
            now = sum((one.points for one in mine if one.round == self.round.number), NOTHING)
            scores[self.round.number - 1] = points if by_total else points - now
        off = [
            one.points
            for one in mine
            if by_total or one.round is None or one.round > len(scores) or scores[one.round - 1] is None
        ]
        return counted(scores, self.rules.counting).total - sum(off, NOTHING)

    def _scores(self, id_: str) -> list[Decimal | None]:
        """By round, this one included, what counts in the total."""
        line = self.lines.get(id_)
        by_total = self.rules.readings.penalties == "total"
        found: list[Decimal | None] = [None] * self.round.number
        for score in line.per_round[: self.round.number] if line else ():
            if score:
                found[score.round - 1] = score.gross if by_total else score.points
        return found

    # Wild cards: the best single scores of those whom the standings leave out

    def may_get_wildcard(self, id_: str, worth: Worth) -> bool:
        stage = self.round.stage
        mine = max([self._best(id_), worth.most])
        ahead = sum(self._least_best(other) > mine for other in self._able() if other != id_)
        return stage.wildcards > max(ahead - (stage.direct + stage.cut - stage.wildcards), 0)

    def _able(self) -> list[str]:
        everybody = {*self.lines, *self.at_open_tables}
        return [id_ for id_ in everybody if self.is_enough(id_, plays=id_ in self.at_open_tables)]

    def _best(self, id_: str) -> Decimal:
        line: Standing | None = self.lines.get(id_)
        return max((score.points for score in line.per_round if score), default=NOTHING) if line else NOTHING

    def _least_best(self, id_: str) -> Decimal:
        table = next((table for table in self.round.open_tables if id_ in table), None)
        if table is None:
            return self._best(id_)
        now = sum(
            (one.points for one in self.event.penalties if (one.entrant, one.round) == (id_, self.round.number)),
            NOTHING,
        )
        return max(
            self._best(id_), min(worth.least for worth in worth_of_places(self.rules.scoring, len(table)) or ()) - now
        )
