"""The whole event as JSON values, for other programs."""

from typing import Any

import msgspec

from referee.rehearsal.values import Lot, PlayedRound, PlayedTable, Rehearsal, table_name
from tournament.core.ranking.qualification import Qualified
from tournament.core.results import Standing
from tournament.core.roster_fields import RosterRow

FORMAT = 1


def summary(rehearsal: Rehearsal) -> dict[str, Any]:
    """The whole event as JSON values: people by opaque id, tables, seats and points, qualifiers with reasons, champion."""
    event, regulation = rehearsal.event, rehearsal.event.regulation
    return {
        "format": FORMAT,
        "name": event.name,
        "game": event.game.slug,
        "edition": regulation.edition or event.game.editions[0].slug,
        "options": dict(regulation.game_options),
        "regulation": regulation.slug,
        "regulation_version": regulation.version,
        "seed": event.seed,
        "plan": event.format,
        "players": [_person(who, row) for who, row in event.people.items()],
        "rounds": [_round_data(round_) for round_ in rehearsal.rounds],
        "standings": [_standing(line) for line in rehearsal.rounds[-1].table],
        "champion": rehearsal.champion,
    }


def _person(who: str, row: RosterRow) -> dict[str, Any]:
    return {"id": who, **msgspec.structs.asdict(row)}


def drawn_data(round_: PlayedRound) -> dict[str, Any]:
    return {"round": round_.number, "sizes": round_.stage.tables, **msgspec.structs.asdict(round_.drawn)}


def _round_data(round_: PlayedRound) -> dict[str, Any]:
    return {
        "round": round_.number,
        "name": round_.stage.name,
        "draw": drawn_data(round_),
        "tables": [_table_data(round_, table) for table in round_.tables],
        "through": [_going_on(who) for who in round_.goes_on.everybody] if round_.goes_on else [],
        "waiting": [_going_on(who) for who in round_.goes_on.waiting] if round_.goes_on else [],
        "byes": list(round_.byes),
        "lots": [_lot_data(lot) for lot in round_.lots],
    }


def _table_data(round_: PlayedRound, table: PlayedTable) -> dict[str, Any]:
    return {
        "table": table.number,
        "record": f"records/{table_name(round_.number, table.number)}.jsonl",
        "entries": table.record.seq,
        "head": table.record.head,
        "ended_by": table.sheet.ended_by,
        "seats": [
            {
                "seat": row.seat,
                "player": table.seats[row.seat],
                "points": row.points,
                "tiebreaks": row.tiebreaks,
                "rank": row.rank,
                "status": row.status,
            }
            for row in sorted(table.sheet.rows, key=lambda row: row.seat)
        ],
    }


def _going_on(who: Qualified) -> dict[str, Any]:
    return {"player": who.entrant, "why": who.why, "table": who.table, "place": who.place, "reason": who.reason}


def _lot_data(lot: Lot) -> dict[str, Any]:
    return {"table": lot.tie.table, "places": lot.tie.places, "among": lot.tie.entrants, "order": lot.order}


def _standing(line: Standing) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "player": line.entrant,
        "reached": line.reached,
        "total": line.total,
        "wins": line.wins,
        "per_round": [score.points if score else None for score in line.per_round],
    }
