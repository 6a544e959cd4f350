"""On the server: what a judge's device stores of a table. It holds nothing that this judge cannot read on the page."""

from typing import Any

from games.kernel.lines import read_header, split_head
from games.registry import game
from referee.judge_page.board_view import names_at_table
from referee.models import GameRecord
from tournament.models import Table, TableStatus


def table_bundle(row: GameRecord, table: Table, *, after: int = 0) -> dict[str, Any]:
    """The lines after `after`; header and lines are those that the judge may download, and the vault is no part of them.

    `follows` is the head of line `after`, empty where the record has no such line: a device that knows another one stands on lines
    that this record lost, because an older copy was restored. `brought` is the board or the cards of an organizer that the record names.
    """
    tournament, round_ = table.round.tournament, table.round
    # No line behind `row.seq`: one that is written while this is read comes with the next answer, once.
    entries = list(row.entries.filter(seq__gte=after, seq__lte=row.seq).order_by("seq"))
    before = entries.pop(0) if entries and entries[0].seq == after else None
    seats = list(table.seats.select_related("entrant").order_by("position"))
    return {
        "game": row.game,
        "header": row.header,
        "brought": _brought(row),
        "seq": row.seq,
        "head": row.head,
        "follows": split_head(before.line.encode())[1] if before else "",
        "lines": [[one.line, one.at.isoformat(), one.is_standing] for one in entries],
        "row": {"pk": row.pk, "instance": row.instance_id, "lease": row.lease, "level": row.level},
        "seats": [
            {"public_id": seat.record_id, "nick": name}
            for seat, name in zip(seats, names_at_table([seat.entrant for seat in seats]), strict=True)
        ],
        "tournament": {"slug": tournament.slug, "name": tournament.name, "topic": tournament.topic},
        "round": {"number": round_.number},
        "table": {
            "number": table.number,
            "state": table.state,
            "topic": table.topic,
            "get_absolute_url": table.get_absolute_url(),
        },
        "levels": [[value, str(label)] for value, label in TableStatus.Level.choices],
    }


def _brought(row: GameRecord) -> str:
    own = game(row.game).replaceable
    return own.brought(read_header(row.header.encode()).board) if own else ""
