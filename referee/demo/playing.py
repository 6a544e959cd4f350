"""Draws and tables of events that people do not play: the policies of the engines choose, a random source throws."""

from random import Random
from typing import Literal

import msgspec
from django.utils.translation import gettext as _

from games.kernel.game import Move
from games.kernel.record import Record
from games.kernel.vault import Vault
from referee.actions import counts, openings, records
from referee.actions.bulk import append_moves
from referee.demo.sample_game import chairs, simulate_sheet
from referee.models import GameRecord, SealedVault
from referee.records import cache as record_cache
from tournament.actions import results, rounds
from tournament.errors import TieToDecide
from tournament.models import Round, Table, Tournament

Stops = Literal["signed", "over"] | int
"""How far a recorded game goes: to the signatures, to its end, or so many entries."""
BETWEEN_INFRACTIONS = 80
"""Entries."""


def drawn(tournament: Tournament, seed: str, *, by) -> Round:
    """The draw of the next round; ties across the cut are broken by a lot of the same seed."""
    lot = Random(seed)
    while True:
        try:
            return rounds.draw(tournament, seed=seed, by=by)
        except TieToDecide as ties:
            order = [who for tie in ties.tied for who in lot.sample(sorted(tie.entrants), len(tie.entrants))]
            rounds.decide_tie(tournament.rounds.latest("number"), order=order, reason=_("Lancio dei dadi"), by=by)


def recorded(
    table: Table, rng: Random, *, stops: Stops = "signed", is_sealed: bool = False, infractions: int = 0, by
) -> None:
    """`infractions` are moves that somebody makes for another, registered by the judge as they happened."""
    seats = chairs(table)
    judge = rng.randrange(len(seats))
    row = openings.open_record(table, seats=seats, judge=judge, by=by, seal=is_sealed, rng=rng)
    row.refresh_from_db()  # it may have been opened with a line of the standings
    vault = _vault(row) or record_cache.load(row).game.deal(record_cache.load(row).header, rng)
    for number in range(1, infractions + 1):
        row = _played_on(row, rng, vault, number * BETWEEN_INFRACTIONS, by=by)
        row = _with_infraction(row, rng, vault, by=by)
    row = _played_on(row, rng, vault, stops, by=by)
    if stops == "signed":
        counts.sign(row, by=by)


def _played_on(row: GameRecord, rng: Random, vault: Vault, stops: Stops, *, by) -> GameRecord:
    def propose(record: Record) -> Move | None:
        """The next move of a plausible game."""
        if record.game.is_done(record.rules, record.state) or (isinstance(stops, int) and record.seq >= stops):
            return None
        return record.game.policy(record, rng, vault)

    append_moves(row, record_cache.load(row), propose, by=by)
    row.refresh_from_db()
    return row


def _with_infraction(row: GameRecord, rng: Random, vault: Vault, *, by) -> GameRecord:
    """The next move that the rules let be registered from another chair than its own; none where the game ends before."""
    while True:
        record = record_cache.load(row)
        if record.game.is_done(record.rules, record.state):
            return row
        move = record.game.policy(record, rng, vault)
        seat = _chair_to_register(record, move)
        if seat is not None:
            key, why = records.new_client_key(), _("Mossa di un altro")
            records.register_infraction(
                row, client_key=key, expected_seq=row.seq, by_seat=seat, act=move.act, why=why, by=by
            )
            row.refresh_from_db()
            return row
        row = _played_on(row, rng, vault, row.seq + 1, by=by)


def _chair_to_register(record: Record, move: Move) -> int | None:
    for seat in range(len(record.header.seats)):
        found = record.breaches(seat, move.act) if isinstance(move.by, int) and seat != move.by else ()
        if found and all(breach.may_be_registered for breach in found):
            return seat
    return None


def _vault(row: GameRecord) -> Vault | None:
    sealed = SealedVault.objects.filter(record=row).first()
    return msgspec.json.decode(sealed.vault, type=Vault) if sealed else None


def on_paper(table: Table, rng: Random, *, by) -> None:
    """The sheet of a game that nobody recorded, entered by hand and signed."""
    sheet = simulate_sheet(table, rng)
    results.enter_by_hand(table, lines=results.lines_of(sheet), ended_by=sheet.ended_by or "", by=by)
    results.sign(table, by=by)
