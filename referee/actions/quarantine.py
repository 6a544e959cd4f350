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
from referee.errors import AlreadySettled, TooManyWait
from referee.models import GameRecord, Quarantined
from referee.records import cache as record_cache
from tournament import live
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.log_verbs import LogVerb, log_verb
from tournament.errors import NotNow

MOST_WAITING = 1_500  # for one record, more than a game that was written without a network; each is a line of the log

QUARANTINED = log_verb("record.quarantined", gettext_lazy("ha inviato in ritardo una riga del tavolo"))
QUARANTINE_REGISTERED = log_verb(
    "record.quarantine_registered", gettext_lazy("ha registrato una riga in ritardo del tavolo")
)
QUARANTINE_DROPPED = log_verb("record.quarantine_dropped", gettext_lazy("ha scartato una riga in ritardo del tavolo"))


@transaction.atomic
def store(
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
    """Store once for each client key; ignores keys that the record already has. Raises TooManyWait."""
    _refuse_flood(row, client_key)
    entry, is_new = Quarantined.objects.get_or_create(
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
        _log(row, QUARANTINED, by, words=entry.words, line=expected_seq)
    return entry


def _refuse_flood(row: GameRecord, client_key: str) -> None:
    """A device that lost its table could otherwise bury the page of the one that has it."""
    waiting = row.quarantined.filter(settled_at=None)
    if waiting.count() >= MOST_WAITING and not row.quarantined.filter(client_key=client_key).exists():
        raise TooManyWait(MOST_WAITING)


def register(entry: Quarantined, *, by) -> None:
    """It is written in the record as it stands now. Raises Refused or NotNow where it no longer can be; it then goes on waiting."""
    row = entry.record
    act = read_act(game(row.game), entry.act.encode())
    speaker: By = int(entry.by_seat) if entry.by_seat.isdigit() else entry.by_seat
    with transaction.atomic():
        _settle(entry, by=by, outcome="registered")
        if isinstance(act, Undo):
            _refuse_another_line(entry, row)
            records.undo(row, client_key=entry.client_key, expected_seq=None, why=entry.why, by=by)
        else:
            write = records.register_infraction if entry.is_ruling else records.append
            write(row, client_key=entry.client_key, expected_seq=None, by_seat=speaker, act=act, why=entry.why, by=by)
        _log(row, QUARANTINE_REGISTERED, by, words=entry.words)


def _refuse_another_line(entry: Quarantined, row: GameRecord) -> None:
    """An undo names no line: the last line must still be the one that the tablet wanted to undo."""
    row = entries.refetch(row)
    with record_cache.checkout(row) as record:
        last = record.last_undoable
    own = _last_own_key(entry, row)
    is_the_same = last is None or (
        row.entries.filter(seq=last.seq, client_key=own).exists() if own else last.seq <= entry.expected_seq
    )
    if not is_the_same:
        raise NotNow(
            _(
                "Il tavolo intanto è andato avanti, e si annullerebbe un'altra riga: scarta questa, o annulla dal tavolo."
            )
        )


def _last_own_key(entry: Quarantined, row: GameRecord) -> str:
    """The key of the tablet's own last act before its undo; empty when the last line was the record's."""
    before = {one.expected_seq: one for one in row.quarantined.filter(sent_by=entry.sent_by, pk__lt=entry.pk)}
    own, at = [], entry.expected_seq - 1
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
def drop(entry: Quarantined, *, by, reason: str) -> None:
    reason = needed(reason)
    _settle(entry, by=by, outcome=reason)
    live.bump(entry.record.table.topic)
    _log(entry.record, QUARANTINE_DROPPED, by, words=entry.words, reason=reason)


def _settle(entry: Quarantined, *, by, outcome: str) -> None:
    waiting = Quarantined.objects.filter(pk=entry.pk, settled_at=None)
    if not waiting.update(settled_at=timezone.now(), settled_by=by, outcome=outcome):
        raise AlreadySettled


def _log(row: GameRecord, verb: LogVerb, by, **data: object) -> None:
    table = row.table
    log(table.round.tournament, verb, by=by, subject=table.place, **data)
