"""One player's page: seat, scores, rank, and what is needed to qualify."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tournament.core.ranking import targets as need
from tournament.core.ranking.scoring import NOTHING, counted
from tournament.core.results import PenaltyPoints, Standing
from tournament.models import Entrant, Round, Seat
from tournament.queries.advancement import rule_of
from tournament.queries.results import penalties_of, stage_of, standings_of
from tournament.queries.tables import tables_of
from tournament.states import RoundState, TableState


@dataclass(frozen=True)
class PlayedRound:
    """One of the player's rounds; without points while the table is not counted."""

    name: str
    table: int
    points: Decimal | None
    place: int | None


@dataclass(frozen=True)
class PlayerDay:
    seat: Seat | None
    mates: list[Seat]
    played: list[PlayedRound]
    standing: Standing | None
    field: int
    rule: str
    need: need.Need | None


def player_day_of(entrant: Entrant, round_: Round | None) -> PlayerDay:
    """`round_` is the last public one."""
    lines = standings_of(entrant.tournament)
    tables = tables_of(round_) if round_ else []
    seat = _seat_of(entrant, tables)
    standing = next((line for line in lines if line.entrant == entrant.public_id), None)
    return PlayerDay(
        seat=seat,
        mates=list(seat.table.seats.all()) if seat else [],
        played=_played(entrant, standing),
        standing=standing if standing and standing.last else None,
        field=len(lines),
        rule=rule_of(stage_of(round_)) if seat and round_.state != RoundState.CLOSED else "",
        need=_need(entrant, round_, tables, lines) if seat and round_.state == RoundState.RUNNING else None,
    )


def _seat_of(entrant: Entrant, tables: Iterable) -> Seat | None:
    for table in tables:
        for seat in table.seats.all():
            if seat.entrant_id == entrant.pk:
                seat.table = table
                return seat
    return None


def _played(entrant: Entrant, standing: Standing | None) -> list[PlayedRound]:
    """The rounds in which the player has a seat."""
    seats = Seat.objects.filter(entrant=entrant).exclude(round__state=RoundState.DRAFT)
    scores = {score.round: score for score in standing.per_round if score} if standing else {}
    played = []
    for seat in seats.select_related("round", "table").order_by("round__number"):
        score = scores.get(seat.round.number)
        points, place = (score.points, score.place) if score else (None, None)
        played.append(PlayedRound(seat.round.name, seat.table.number, points, place))
    return played


# What is needed to qualify


def _need(entrant: Entrant, round_: Round, tables: list, lines: Iterable[Standing]) -> need.Need | None:
    """Only for the round after which the standings decide who qualifies, while the player's table is open."""
    stage = stage_of(round_)
    qualify = stage.direct + stage.cut - stage.wildcards
    if stage.advancement != "by-standings" or qualify < 1:
        return None
    book = _Book(round_, {line.entrant: line for line in lines})
    open_tables = [table for table in tables if table.state in (TableState.WAITING, TableState.PLAYING)]
    mine = next((table for table in open_tables if any(s.entrant_id == entrant.pk for s in table.seats.all())), None)
    if mine is None or book.worth(mine) is None:
        return None
    rivals = [book.rival(seat.entrant.public_id, mine) for seat in mine.seats.all() if seat.entrant_id != entrant.pk]
    others = [
        [book.rival(seat.entrant.public_id, table) for seat in table.seats.all()]
        for table in open_tables
        if table is not mine
    ]
    at_open_tables = {seat.entrant.public_id for table in open_tables for seat in table.seats.all()}
    finished = [line.total for line in lines if line.entrant not in at_open_tables]
    me = book.rival(entrant.public_id, mine)
    before = me.least[0] - book.worth(mine)[0].least
    return need.needed(me, rivals, others, finished, qualify=qualify, before=before)


class _Book:
    """Everybody's total for each place in this round."""

    def __init__(self, round_: Round, lines: dict[str, Standing]) -> None:
        self.round, self.lines = round_, lines
        self.rules = round_.tournament.rules
        self.penalties = penalties_of(round_.tournament)

    def worth(self, table) -> tuple[need.Worth, ...] | None:
        return need.worth_of_places(self.rules.scoring, len(table.seats.all()))

    def rival(self, id_: str, table) -> need.Rival:
        worth = self.worth(table)
        return need.Rival(
            tuple(self._total(id_, place.least) for place in worth),
            tuple(self._total(id_, place.most) for place in worth),
        )

    def _total(self, id_: str, points: Decimal) -> Decimal:
        line = self.lines.get(id_)
        before = [score.points if score else None for score in line.per_round[: self.round.number - 1]] if line else []
        seats_taken = sum(
            (p.points for p in self.penalties if p.entrant == id_ and p.round == self.round.number), NOTHING
        )
        apart = sum((p.points for p in self.penalties if p.entrant == id_ and self._is_apart(p, before)), NOTHING)
        return counted([*before, points - seats_taken], self.rules.counting).total - apart

    def _is_apart(self, penalty: PenaltyPoints, before: list) -> bool:
        """Penalties of the total, and of rounds that were not played."""
        if penalty.round is None:
            return True
        return penalty.round < self.round.number and before[penalty.round - 1] is None
