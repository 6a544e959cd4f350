"""What the referee's app knows about a player besides rows: the lines told for the seat, and words typed at the table."""

import json
import re

from django.db.models import Q

from referee.models import Entry, Flag, GameRecord, Quarantined
from tournament import privacy
from tournament.models import Entrant, Tournament

privacy.keeps_words(Flag, "words", "outcome", within="record__table__round__tournament")
privacy.keeps_words(Quarantined, "act", "words", "why", "outcome", within="record__table__round__tournament")


@privacy.knows
def lines_of(entrant: Entrant) -> dict[str, object]:
    """What was entered for the player at each table, as it stands in the record: there the player is an opaque id."""
    told = []
    for row in _records(entrant.tournament):
        seats = json.loads(row.header)["seats"]
        if entrant.public_id in seats:
            lines = row.entries.filter(seat=seats.index(entrant.public_id)).values_list("line", flat=True)
            table = row.table or row.was_of
            told.append({"round": table.round.number, "table": table.number, "lines": list(lines)})
    return {"records": told}


@privacy.keeps_for_good
def lines_naming(tournament: Tournament, pattern: re.Pattern) -> int:
    lines = Entry.objects.filter(record__in=_records(tournament)).values_list("line", flat=True)
    return sum(bool(pattern.search(line)) for line in lines.iterator())


def _records(tournament: Tournament):
    """Those set aside too."""
    here = Q(table__round__tournament=tournament) | Q(was_of__round__tournament=tournament)
    return GameRecord.objects.filter(here).select_related("table__round", "was_of__round").order_by("pk")
