"""The record of a table is begun, and archived where it was begun by mistake."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.acts import JUDGE
from games.kernel.breaches import Unreadable
from games.kernel.lines import Header, header_for, read_header
from games.kernel.record import Record
from games.kernel.vault import Vault, commitments
from games.kernel.words import unstopped
from games.registry import UnknownGame, game
from referee.actions import entries, records
from referee.errors import CannotOpen, LeaseLost, NotPlaying
from referee.models import GameRecord, SealedVault
from tournament.actions import tables
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.core.log_verbs import log_verb
from tournament.models import Seat, Table
from tournament.queries.results import standings_of
from tournament.states import TableState

OPEN = log_verb("record.open", gettext_lazy("ha cominciato a registrare il tavolo"))
ARCHIVE = log_verb("record.archive", gettext_lazy("ha messo da parte la registrazione del tavolo"))


@transaction.atomic
def open_record(
    table: Table,
    *,
    seats: Sequence[str],
    judge: int,
    by,
    device: str = "",
    level: str = "move",
    seal: bool = False,
    rng: Random | None = None,
) -> GameRecord:
    """Begin the record. `seats` are the entrants' public ids clockwise as they sit, `judge` the index of the one at his right.

    With `seal` the system deals the secrets of the game: their commitments stand in the header, the vault in a table of its own.
    """
    _arrange(table, seats)
    header, vault = _header(table, seats, judge, rng if seal else None)
    row, fresh = _begin(table, header, by=by, holder=by, device=device, level=level)
    if vault is not None:
        SealedVault.objects.create(record=row, vault=vault.to_bytes().decode())
    _read_out_standings(row, fresh, by=by)
    return row


@transaction.atomic
def reopen(table: Table, *, header: str, instance_id: str, by, device: str = "", level: str = "move") -> GameRecord:
    """Begin the record that a device still has, on a server that was put back to a copy without it; its lines follow as entries.

    `header` is its first line and `instance_id` tells it from others. Raises CannotOpen unless this table would be begun just so today.
    """
    try:
        given, opened_at = read_header(header.encode()), datetime.fromtimestamp(float(instance_id), UTC)
    except (Unreadable, ValueError, OverflowError, OSError):
        raise CannotOpen(_("La registrazione di questo dispositivo è illeggibile: comincia da capo.")) from None
    if table.archived_records.filter(opened_at=opened_at).exists():
        raise CannotOpen(_("Questa registrazione era stata messa da parte: comincia da capo."))
    if given.sealed:
        raise CannotOpen(
            _("Il sistema aveva sorteggiato in segreto, e la copia non lo sa: comincia da capo, o scrivi il risultato.")
        )
    _arrange(table, given.seats)
    current, _vault = _header(table, given.seats, given.judge, None)
    if given != current or opened_at > timezone.now():
        raise CannotOpen(_("Il regolamento del tavolo non è più quello di questa registrazione: comincia da capo."))
    row, _fresh = _begin(table, given, by=by, holder=by, device=device, level=level, opened_at=opened_at)
    return row


def _begin(table: Table, header: Header, *, by, **how: object) -> tuple[GameRecord, Record]:
    """Begin the table's game and a record without lines."""
    tournament = table.round.tournament
    if table.state == TableState.WAITING:
        tables.begin(table, by=by)
    if table.state != TableState.PLAYING:
        raise NotPlaying
    fresh = Record(game(tournament.game), header)
    start = {"game": tournament.game, "header": fresh.header_line.decode(), "head": fresh.head}
    row, is_new = GameRecord.objects.get_or_create(table=table, defaults=start | how)
    if not is_new:
        raise CannotOpen(_("La registrazione di questo tavolo è già aperta."))
    entries.update_status(row, fresh)
    log(tournament, OPEN, by=by, subject=table.place, level=row.level, head=row.head)
    return row, fresh


def _read_out_standings(row: GameRecord, fresh: Record, *, by) -> None:
    """Where a game depends on the standings of the event, the judge's first line contains them; it can be undone."""
    seats = fresh.header.seats
    if fresh.game.standings(fresh.rules, fresh.state, tuple(range(len(seats)))) is None:
        return
    ranks = {line.entrant: line.rank for line in standings_of(row.table.round.tournament)}
    from_last = sorted(range(len(seats)), key=lambda seat: (-ranks.get(seats[seat], 0), seat))
    act = fresh.game.standings(fresh.rules, fresh.state, tuple(from_last))
    records.append(row, client_key="standings", expected_seq=0, by_seat=JUDGE, act=act, by=by)


def _header(table: Table, seats: Sequence[str], judge: int, rng: Random | None) -> tuple[Header, Vault | None]:
    """The header, and the vault where the system deals. Raises CannotOpen in words for a person."""
    tournament = table.round.tournament
    chosen = {**tournament.options, **table.round.changed_options()}
    options = {"edition": tournament.edition, "options": chosen, "judge": judge}
    try:
        played = game(tournament.game)
        header = header_for(played, seats, **options)
        Record(played, header)
        if rng is None or not played.secret_kinds:
            return header, None
        vault = played.deal(header, rng)
        sealed = {kind: commitments(vault, kind) for kind in played.secret_kinds}
        return header_for(played, seats, sealed=sealed, **options), vault
    except UnknownGame:
        raise CannotOpen(_("Questo gioco non ha un regolamento da arbitrare: il risultato si scrive a mano.")) from None
    except Unreadable as fault:
        raise CannotOpen(_("Il tavolo non si può aprire: %s.") % unstopped(fault.reason)) from None


def _arrange(table: Table, seats: Sequence[str]) -> None:
    """Renumber the chairs if the players sit in another order than drawn."""
    found = {seat.entrant.public_id: seat for seat in table.seats.select_related("entrant")}
    if sorted(found) != sorted(seats):
        raise CannotOpen(_("L'ordine delle sedie deve nominare una volta ogni giocatore del tavolo."))
    moved = [(found[who], chair) for chair, who in enumerate(seats, 1) if found[who].position != chair]
    # A new record uses everybody's own id.
    table.seats.exclude(record_alias="").update(record_alias="")
    # Two steps, because the database allows one entrant a chair at every moment.
    for shift in (100, 0):
        for seat, chair in moved:
            Seat.objects.filter(pk=seat.pk).update(position=chair + shift)


@transaction.atomic
def archive(row: GameRecord, *, by, reason: str) -> None:
    """A table begun by mistake: it waits again, and its record stays without a table, for whoever asks later."""
    row = entries.refetch(row)
    table, reason = row.table, needed(reason)
    if not GameRecord.objects.filter(pk=row.pk, seq=row.seq).update(
        table=None, archived_from=table, lease=row.lease + 1
    ):
        raise LeaseLost
    tables.back_to_waiting(table, by=by, reason=reason)
    log(
        table.round.tournament,
        ARCHIVE,
        by=by,
        subject=table.place,
        reason=reason,
        lines=row.seq,
        head=row.head,
    )
