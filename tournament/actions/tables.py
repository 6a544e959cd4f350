"""A table in play: who judges it, whether it has begun, what a screen may know of it, disputes."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions.base import claim, move, needed, record
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow
from tournament.models import Table, TableStatus
from tournament.prepared import update
from tournament.queries.outside import is_late, tells_giro
from tournament.states import TABLE_MOVES, RoundState, TableState

ASSIGN_JUDGE = log_verb("tables.assign_judge", gettext_lazy("ha assegnato l'arbitro al tavolo"))
BEGIN = log_verb("tables.begin", gettext_lazy("ha cominciato il tavolo"))
BACK_TO_WAITING = log_verb("tables.back_to_waiting", gettext_lazy("ha rimesso in attesa il tavolo"))
DISPUTE = log_verb("tables.dispute", gettext_lazy("ha messo sub judice il tavolo"))
SETTLE = log_verb("tables.settle", gettext_lazy("ha deciso la disputa del tavolo"))

IN_PUBLIC = frozenset({"closing_threshold", "giro", "is_last_giro", "is_over", "paused_at"})
"""What the public page and the phones say of a table in play: see `table_word`; of one that is followed late the pause alone."""
STATUS_FIELDS = frozenset(field.attname for field in TableStatus._meta.fields if field.name not in ("id", "table"))


@transaction.atomic
def assign_judge(table: Table, *, judge, by) -> None:
    """Give a table to someone with a role in this tournament, or to nobody (`judge=None`)."""
    tournament = table.round.tournament
    if judge is not None and not tournament.memberships.filter(user=judge).exists():
        raise NotNow(_("%s non ha un incarico in questo torneo.") % judge)
    if table.judge_id == (judge.pk if judge else None):
        return
    claim(table)
    was, table.judge = table.judge, judge
    table.save(update_fields=["judge"])
    live.bump(table.topic)
    record(
        tournament,
        ASSIGN_JUDGE,
        by=by,
        subject=table,
        round=table.round.number,
        was=str(was or ""),
        now=str(judge or ""),
    )


@transaction.atomic
def begin(table: Table, *, by) -> None:
    """Begin the table's game. From here its round cannot go back to the draft."""
    if table.round.state != RoundState.RUNNING:
        raise NotNow(_("Il turno non è in corso."))
    move(table, TableState.PLAYING, TABLE_MOVES, since=TableState.WAITING)
    live.bump(table.topic, table.round.tournament.tables_topic)
    record(table.round.tournament, BEGIN, by=by, subject=table, round=table.round.number)


@transaction.atomic
def back_to_waiting(table: Table, *, by, reason: str) -> None:
    """Reset a table that was begun by mistake, and clear its status; the app with the record decides when that is allowed."""
    reason = needed(reason)
    move(table, TableState.WAITING, TABLE_MOVES)
    level = TableStatus.objects.get(table=table).level
    TableStatus.objects.filter(table=table).delete()
    TableStatus.objects.create(table=table, level=level)
    live.bump(table.topic)
    record(table.round.tournament, BACK_TO_WAITING, by=by, subject=table, round=table.round.number, reason=reason)


@transaction.atomic(savepoint=False)
def record_status(table: Table, **fields: object) -> None:
    """Store the public status of the game; called with each entry of its record, so it writes no log."""
    unknown = set(fields) - STATUS_FIELDS
    if unknown:
        raise TypeError(f"not a field of the status: {sorted(unknown)}")
    statuses = TableStatus.objects.filter(table=table)
    as_before = {name: value for name, value in fields.items() if name in IN_PUBLIC}
    if not update(TableStatus, where={"table_id": table.pk, **as_before}, to=fields):
        pause = {name: fields[name] for name in ("paused_at",) if name in fields}
        is_heard = not is_late(table) or not statuses.filter(**pause).exists()
        words = {name: value for name, value in as_before.items() if name != "giro"}
        if is_heard and statuses.filter(**words).exists():  # a giro and nothing else
            is_heard = tells_giro(table.round)
        if not statuses.update(**fields):
            TableStatus.objects.create(table=table, **fields)
        if is_heard:
            live.bump(table.round.tournament.words_topic)
    live.bump(table.topic, table.round.tournament.tables_topic)


@transaction.atomic
def dispute(table: Table, *, by, reason: str) -> None:
    """Mark the result sub judice: it waits for a decision and blocks no other table."""
    _set_sub_judice(table, True, _("Il tavolo è già sub judice."))
    record(table.round.tournament, DISPUTE, by=by, subject=table, round=table.round.number, reason=needed(reason))


@transaction.atomic
def settle(table: Table, *, by, reason: str) -> None:
    """End the dispute; a change of the result is a separate correction."""
    _set_sub_judice(table, False, _("Il tavolo non è sub judice."))
    record(table.round.tournament, SETTLE, by=by, subject=table, round=table.round.number, reason=needed(reason))


def _set_sub_judice(table: Table, to: bool, refusal: str) -> None:
    claimed = Table.objects.filter(pk=table.pk, is_sub_judice=not to)
    if not claimed.update(is_sub_judice=to):
        raise NotNow(refusal)
    table.is_sub_judice = to
    live.bump(table.topic)
