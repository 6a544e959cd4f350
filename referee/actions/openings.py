"""The record of a table is begun, and set aside where it was begun by mistake."""

from collections.abc import Sequence
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from games.kernel.acts import JUDGE
from games.kernel.breaches import Unreadable
from games.kernel.lines import header_for
from games.kernel.record import Record
from games.kernel.vault import commitments
from games.registry import UnknownGame, game
from referee.actions import entries, records
from referee.errors import CannotOpen, LeaseLost, NotPlaying
from referee.models import GameRecord, SealedVault
from tournament.actions import tables
from tournament.actions.base import needed
from tournament.actions.base import record as log
from tournament.models import Seat, Table
from tournament.queries.results import standings_of
from tournament.states import TableState


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
    tournament = table.round.tournament
    _arrange(table, seats)
    chosen = {**tournament.options, **table.round.changed_options()}
    options = {"edition": tournament.edition, "options": chosen, "judge": judge}
    header, vault = _header(tournament.game, seats, options, rng if seal else None)
    if table.state == TableState.WAITING:
        tables.begin(table, by=by)
    if table.state != TableState.PLAYING:
        raise NotPlaying
    fresh = Record(game(tournament.game), header)
    row, is_new = GameRecord.objects.get_or_create(
        table=table,
        defaults={
            "game": tournament.game,
            "header": fresh.header_line.decode(),
            "head": fresh.head,
            "level": level,
            "holder": by,
            "device": device,
        },
    )
    if not is_new:
        raise CannotOpen(_("La registrazione di questo tavolo è già aperta."))
    if vault is not None:
        SealedVault.objects.create(record=row, vault=vault.to_bytes().decode())
    entries.keep_status(row, fresh)
    log(tournament, "record.open", by=by, subject=records.where(table), level=level, head=row.head)
    _read_out_standings(row, fresh, by=by)
    return row


def _read_out_standings(row: GameRecord, fresh: Record, *, by) -> None:
    """Where a game is begun from the standings of the event, the judge's first line says them; an undo takes it back."""
    seats = fresh.header.seats
    if fresh.game.standings(fresh.rules, fresh.state, tuple(range(len(seats)))) is None:
        return
    ranks = {line.entrant: line.rank for line in standings_of(row.table.round.tournament)}
    from_last = sorted(range(len(seats)), key=lambda seat: (-ranks.get(seats[seat], 0), seat))
    act = fresh.game.standings(fresh.rules, fresh.state, tuple(from_last))
    records.append(row, client_key="standings", expected_seq=0, by_seat=JUDGE, act=act, by=by)


def _header(slug: str, seats: Sequence[str], options: dict, rng: Random | None):
    """The header, and the vault where the system deals. Raises CannotOpen in words for a person."""
    try:
        played = game(slug)
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
        raise CannotOpen(_("Il tavolo non si può aprire: %s.") % fault.reason) from None


def _arrange(table: Table, seats: Sequence[str]) -> None:
    """Chairs are numbered again if the players sit in another order than they were drawn."""
    found = {seat.entrant.public_id: seat for seat in table.seats.select_related("entrant")}
    if sorted(found) != sorted(seats):
        raise CannotOpen(_("L'ordine dei posti deve nominare una volta ogni giocatore del tavolo."))
    moved = [(found[who], chair) for chair, who in enumerate(seats, 1) if found[who].position != chair]
    # A new record knows everybody by their own id.
    table.seats.exclude(known_as="").update(known_as="")
    # Two steps, because the database holds one entrant a chair at every moment.
    for shift in (100, 0):
        for seat, chair in moved:
            Seat.objects.filter(pk=seat.pk).update(position=chair + shift)


@transaction.atomic
def set_aside(row: GameRecord, *, by, reason: str) -> None:
    """A table begun by mistake: it waits again, and its record is kept without a table, for whoever asks later."""
    row = entries.fresh(row)
    table, reason = row.table, needed(reason)
    if not GameRecord.objects.filter(pk=row.pk, seq=row.seq).update(table=None, was_of=table, lease=row.lease + 1):
        raise LeaseLost
    tables.back_to_waiting(table, by=by, reason=reason)
    log(
        table.round.tournament,
        "record.set_aside",
        by=by,
        subject=records.where(table),
        reason=reason,
        lines=row.seq,
        head=row.head,
    )
