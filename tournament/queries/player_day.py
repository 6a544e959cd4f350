"""One player's page: seat, scores, rank, and what is needed to qualify."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from tournament.core.ranking.needs import need_of
from tournament.core.ranking.targets import Need
from tournament.core.results import Standing
from tournament.documents.sheets import StandingsSheet
from tournament.hooks import tables as table_hooks
from tournament.models import Entrant, Round, Seat
from tournament.queries.advancement import rule_of
from tournament.queries.results import event_of, stage_of, standings_of
from tournament.queries.sheets import standings_sheet
from tournament.queries.tables import tables_of
from tournament.states import RoundState, TableState


@dataclass(frozen=True)
class PlayedRound:
    """One of the player's rounds; without points while the table is not counted."""

    name: str
    table: int
    points: Decimal | None
    place: int | None
    game: str
    """The address of the game for everybody; empty where there is none."""


@dataclass(frozen=True)
class PlayerDay:
    seat: Seat | None
    mates: list[Seat]
    played: list[PlayedRound]
    standing: Standing | None
    field: int
    rule: str
    need: Need | None
    sheet: StandingsSheet
    why_after: str = ""
    why: str = ""
    """Why the player stands after the one before and before the next, as the standings say it."""

    @property
    def is_played(self) -> bool:
        """Whether the own table is signed, so that the hall's clock is no longer the player's."""
        return self.seat is not None and self.seat.table.state == TableState.SIGNED


def player_day_of(entrant: Entrant, round_: Round | None) -> PlayerDay:
    """`round_` is the last public one."""
    event = event_of(entrant.tournament)
    lines = standings_of(entrant.tournament)
    tables = tables_of(round_) if round_ else []
    seat = _seat_of(entrant, tables)
    standing = next((line for line in lines if line.entrant == entrant.public_id), None)
    sheet = standings_sheet(entrant.tournament, made_at=timezone.now(), explained={entrant.public_id})
    row = next((one for one in sheet.rows if one.number == entrant.number and one.is_played), None)
    return PlayerDay(
        seat=seat,
        mates=list(seat.table.seats.all()) if seat else [],
        played=_played(entrant, standing),
        standing=standing if standing and standing.last else None,
        field=len(lines),
        rule=rule_of(stage_of(round_)) if seat and _is_open(seat) else "",
        sheet=sheet,
        why_after=row.why_after if row else "",
        why=row.why if row else "",
        need=need_of(event, entrant.public_id) if seat and round_.state == RoundState.RUNNING else None,
    )


def _is_open(seat: Seat) -> bool:
    """Whether the player's own table can still change what it is worth."""
    return seat.table.state != TableState.SIGNED and seat.table.round.state != RoundState.CLOSED


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
    for seat in seats.select_related("table__round", "table__status", "table__broadcast").order_by("round__number"):
        round_ = seat.table.round
        round_.tournament = entrant.tournament
        score = scores.get(round_.number)
        points, place = (score.gross, score.place) if score else (None, None)
        is_over = seat.table.state in (TableState.COUNTED, TableState.SIGNED)
        games = [link.url for link in table_hooks.links_for(seat.table, None, frozenset())] if is_over else []
        played.append(PlayedRound(round_.name, seat.table.number, points, place, games[0] if games else ""))
    return played
