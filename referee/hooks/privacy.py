"""What the referee's app knows about a player besides rows: the lines entered for the seat, and words typed at the table."""

import json
import re

from django.db.models import Q

from referee.models import Acceptance, Entry, Flag, GameRecord, Handover, Quarantined, SealedVault, Snapshot
from tournament.models import Entrant, Tournament
from tournament.privacy.fields import Erasure, classify, register_impersonal
from tournament.privacy.free_text import register_free_text, register_immutable
from tournament.privacy.subject_data import register_data_source

register_free_text(Flag, "words", "outcome", within="record__table__round__tournament")
register_impersonal(Flag, "seq", "giro", "articles", "raised_at", "settled_at")
register_free_text(Quarantined, "act", "words", "why", "outcome", within="record__table__round__tournament")
register_impersonal(Quarantined, "client_key", "expected_seq", "by_seat", "is_ruling", "at", "settled_at")

# A record names its players by their public ids
register_impersonal(GameRecord, "game", "header", "seq", "head", "level", "device", "lease", "opened_at")
register_impersonal(GameRecord, "paused_at", "paused_after")
register_impersonal(Entry, "seq", "client_key", "seat", "at", "is_standing", "giro", "in_turn", "level")
register_impersonal(SealedVault, "vault")
register_impersonal(Acceptance, "seat", "head", "at")
register_impersonal(Handover, "code", "offered_at", "closed_at")

# Copies of a position, with the notes of the record: they stay beside the lines that they are computed from
classify(Snapshot, "seq", "snapshot", erasure=Erasure.IMMUTABLE)


@register_data_source
def lines_of(entrant: Entrant) -> dict[str, object]:
    """What was entered for the player at each table, as it stands in the record: there the player is an opaque id."""
    records = []
    for row in _records(entrant.tournament):
        seats = json.loads(row.header)["seats"]
        if entrant.public_id in seats:
            lines = row.entries.filter(seat=seats.index(entrant.public_id)).values_list("line", flat=True)
            table = row.table or row.archived_from
            records.append({"round": table.round.number, "table": table.number, "lines": list(lines)})
    return {"records": records}


@register_immutable(Entry, "line")
def lines_naming(tournament: Tournament, pattern: re.Pattern) -> int:
    lines = Entry.objects.filter(record__in=_records(tournament)).values_list("line", flat=True)
    return sum(bool(pattern.search(line)) for line in lines.iterator())


def _records(tournament: Tournament):
    """Those set aside too."""
    here = Q(table__round__tournament=tournament) | Q(archived_from__round__tournament=tournament)
    return GameRecord.objects.filter(here).select_related("table__round", "archived_from__round").order_by("pk")
