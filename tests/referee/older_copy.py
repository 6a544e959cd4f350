"""A table whose server was put back to an older copy: the lines behind one are gone, the tablet still has them."""

import json

from referee.actions import entries
from referee.models import GameRecord
from referee.records import cache as record_cache


def put_back(row: GameRecord, *, to: int) -> list[str]:
    """The record as a copy had it that was made at line `to`. The lines that it lost, for a device that still has them."""
    lost = list(row.entries.filter(seq__gt=to).order_by("seq").values_list("line", flat=True))
    for rows in (row.entries, row.snapshots, row.flags):
        rows.filter(seq__gt=to).delete()
    undone = {json.loads(line)["act"].get("of") for line in lost if '"type":"undo"' in line}
    row.entries.filter(seq__in=undone).update(is_standing=True)
    last = row.entries.filter(seq=to).first()
    head = entries.head_of(last) if last else record_cache.rebuild(GameRecord.objects.get(pk=row.pk), until=0).head
    GameRecord.objects.filter(pk=row.pk).update(seq=to, head=head)
    row.refresh_from_db()
    record_cache.clear()
    return lost


def as_entries(lines: list[str], lease: int = 1) -> list[dict]:
    """What the device makes of lines that it gives back: see `entryOf` in static/js/judge/lost_lines.js."""
    return [_entry(json.loads(line)) | {"lease": lease} for line in lines]


def _entry(result: dict) -> dict:
    act = result["act"]
    common = {
        "key": result["head"],
        "seq": result["seq"] - 1,
        "why": result.get("why", ""),
        "words": f"riga {result['seq']}",
    }
    if act["type"] == "ruling":
        return common | {"kind": "ruling", "by": act["by"], "act": act["act"]}
    if act["type"] == "undo":
        return common | {"kind": "undo", "by": result["by"], "act": {}}
    return common | {"kind": "act", "by": result["by"], "act": act}
