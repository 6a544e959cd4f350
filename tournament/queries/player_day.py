"""One player's page: seat, scores, rank, and what is needed to qualify."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tournament.core.ranking.needs import need_of
from tournament.core.ranking.targets import Need
from tournament.core.results import Standing
from tournament.models import Entrant, Round, Seat
from tournament.queries.advancement import rule_of
from tournament.queries.results import event_of, stage_of, standings_of
from tournament.queries.tables import tables_of
from tournament.states import RoundState


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
    need: Need | None


def player_day_of(entrant: Entrant, round_: Round | None) -> PlayerDay:
    """`round_` is the last public one."""
    event = event_of(entrant.tournament)
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
        need=need_of(event, entrant.public_id) if seat and round_.state == RoundState.RUNNING else None,
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
        points, place = (score.gross, score.place) if score else (None, None)
        played.append(PlayedRound(seat.round.name, seat.table.number, points, place))
    return played
