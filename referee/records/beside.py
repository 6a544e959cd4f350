"""What stands beside the record on the judge's page and is known to the server alone: calls, flags, late entries, a pause.

A device that draws its page itself compares the token of what it shows with the one of an acknowledgement or of the strip.
"""

import hashlib

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from referee.models import Flag, GameRecord, Quarantined
from tournament.prepared import Prepared


def marked() -> QuerySet[GameRecord]:
    """Records with what `token` needs of them, in one query."""
    return GameRecord.objects.select_related("table__status").annotate(
        open_flags=_unsettled(Flag), late_entries=_unsettled(Quarantined)
    )


def _unsettled(model: type[Flag] | type[Quarantined]) -> Subquery:
    """Another number whenever one comes or is settled."""
    of_this = model.objects.filter(record=OuterRef("pk"), settled_at=None).order_by().values("record")
    return Subquery(of_this.annotate(all_of_them=Sum("pk")).values("all_of_them"))


marked_by_id: Prepared[GameRecord] = Prepared(lambda pk: marked().filter(pk=pk), int)


def token(row: GameRecord) -> str:
    """Another one whenever the boxes of the page change; of a dozen letters, for comparing. `row` is one of `marked`."""
    status = row.table.status if row.table else None
    open_flags, late_entries = vars(row)["open_flags"], vars(row)["late_entries"]  # `marked` counts them
    giro = status.giro if status and open_flags else ""  # a flag is due when its giro is over
    calling = (status.called_at, status.call_reason) if status else None
    shown = (calling, row.paused_at, row.level, open_flags, giro, late_entries)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]
