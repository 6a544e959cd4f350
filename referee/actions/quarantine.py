"""Entries of a device that had lost its lease: stored unchanged, registered or dropped by the direction of the hall."""

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.acts import Act, By, Note, Undo
from games.kernel.lines import read_act
from games.registry import game
from referee.actions import entries, records
from referee.errors import AlreadySettled
from referee.models import GameRecord, Quarantined
from referee.records import cache as record_cache
from tournament import live
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.log_verbs import LogVerb, log_verb
from tournament.errors import NotNow

QUARANTINED = log_verb("record.quarantined", gettext_lazy("ha inviato in ritardo una voce del tavolo"))
QUARANTINE_REGISTERED = log_verb(
    "record.quarantine_registered", gettext_lazy("ha registrato una voce in ritardo del tavolo")
)
QUARANTINE_DROPPED = log_verb("record.quarantine_dropped", gettext_lazy("ha scartato una voce in ritardo del tavolo"))


@transaction.atomic
def keep(
    row: GameRecord,
    *,
    client_key: str,
    expected_seq: int,
    by_seat: By,
    act: Act,
    words: str,
    by,
    why: str = "",
    is_ruling: bool = False,
) -> Quarantined:
    """Store once for each client key; ignores keys that the record already has."""
    kept, is_new = Quarantined.objects.get_or_create(
        record=row,
        client_key=client_key,
        defaults={
            "expected_seq": expected_seq,
            "by_seat": str(by_seat),
            "act": msgspec.json.encode(act).decode(),
            "words": words[:300],
            "is_ruling": is_ruling,
            "why": why[:300],
            "sent_by": by,
        },
    )
    if is_new:
        live.bump(row.table.topic)
        _log(row, QUARANTINED, by, words=kept.words, line=expected_seq)
    return kept


def register(kept: Quarantined, *, by) -> None:
    """It is told to the record as it stands now. Raises Refused or NotNow where it no longer can be; it then goes on waiting."""
    row = kept.record
    act = read_act(game(row.game), kept.act.encode())
    speaker: By = int(kept.by_seat) if kept.by_seat.isdigit() else kept.by_seat
    with transaction.atomic():
        _settle(kept, by=by, outcome="registered")
        if isinstance(act, Undo):
            _refuse_another_line(kept, row)
            records.undo(row, client_key=kept.client_key, expected_seq=None, why=kept.why, by=by)
        else:
            tell = records.register_infraction if kept.is_ruling else records.append
            tell(row, client_key=kept.client_key, expected_seq=None, by_seat=speaker, act=act, why=kept.why, by=by)
        _log(row, QUARANTINE_REGISTERED, by, words=kept.words)


def _refuse_another_line(kept: Quarantined, row: GameRecord) -> None:
    """An undo names no line: the last line must still be the one that the tablet wanted to undo."""
    row = entries.refetch(row)
    with record_cache.checkout(row) as record:
        last = record.last_undoable
    own = _told_before(kept, row)
    is_the_same = last is None or (
        row.entries.filter(seq=last.seq, client_key=own).exists() if own else last.seq <= kept.expected_seq
    )
    if not is_the_same:
        raise NotNow(
            _(
                "Il tavolo intanto è andato avanti, e si annullerebbe un'altra riga: scarta questa, o annulla dal tavolo."
            )
        )


def _told_before(kept: Quarantined, row: GameRecord) -> str:
    """The key of the tablet's own last act before its undo; empty when the last line was the record's."""
    before = {one.expected_seq: one for one in row.quarantined.filter(sent_by=kept.sent_by, pk__lt=kept.pk)}
    own, at = [], kept.expected_seq - 1
    while at in before:
        own.append(before[at])
        at -= 1
    standing: list[str] = []
    for one in reversed(own):
        act = read_act(game(row.game), one.act.encode())
        if isinstance(act, Undo):
            del standing[-1:]
        elif not isinstance(act, Note):
            standing.append(one.client_key)
    return standing[-1] if standing else ""


@transaction.atomic
def drop(kept: Quarantined, *, by, reason: str) -> None:
    reason = needed(reason)
    _settle(kept, by=by, outcome=reason)
    live.bump(kept.record.table.topic)
    _log(kept.record, QUARANTINE_DROPPED, by, words=kept.words, reason=reason)


def _settle(kept: Quarantined, *, by, outcome: str) -> None:
    waiting = Quarantined.objects.filter(pk=kept.pk, settled_at=None)
    if not waiting.update(settled_at=timezone.now(), settled_by=by, outcome=outcome):
        raise AlreadySettled


def _log(row: GameRecord, verb: LogVerb, by, **data: object) -> None:
    table = row.table
    log(table.round.tournament, verb, by=by, subject=table.place, **data)
