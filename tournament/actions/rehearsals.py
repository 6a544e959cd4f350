"""A rehearsal with sample people: created in one act, its tables simulated, deleted as a whole."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import accounts, checkin, results, roster, tournaments
from tournament.actions.base import record, take_turns
from tournament.core.log_verbs import log_verb
from tournament.core.regulation.schema import Regulation
from tournament.errors import NotNow
from tournament.hooks import tables as table_hooks
from tournament.imports import sample_people
from tournament.imports.roster import RosterSheet
from tournament.models import Membership, Objection, Penalty, Result, ResultRevision, Round, Seat, Table, Tournament
from tournament.states import EntrantState, Role, RoundState, TableState

PLAY = log_verb("rehearsal.play", gettext_lazy("ha fatto giocare da soli i tavoli %s"), round_case="of")

FEWEST, MOST = 3, roster.MOST_IN_A_REHEARSAL
MOST_AT_ONCE = 10
"""Any account may rehearse: it holds no more than these at a time, or one person could fill the disk."""


@transaction.atomic
def begin(*, regulation: Regulation, players: int, name: str, by, now: datetime) -> Tournament:
    """Create a private tournament with everybody present, ready for the format and the draw."""
    if not FEWEST <= players <= MOST:
        raise NotNow(_("Una prova ha da %(fewest)d a %(most)d giocatori.") % {"fewest": FEWEST, "most": MOST})
    take_turns(by)
    if Membership.objects.filter(user=by, role=Role.ORGANIZER, tournament__is_rehearsal=True).count() >= MOST_AT_ONCE:
        raise NotNow(_("Hai già %d prove: buttane via una prima di cominciarne un'altra.") % MOST_AT_ONCE)
    tournament = tournaments.create(
        name=name, day=timezone.localdate(now), regulation=regulation, by=by, is_public=False, is_rehearsal=True
    )
    rows = sample_people.people(players, seed=tournament.slug)
    roster.import_rows(tournament, sheet=RosterSheet(rows=rows, errors=(), columns=()), by=by)
    tournaments.open_checkin(tournament, by=by)
    checkin.mark_all(tournament, was=EntrantState.EXPECTED, to=EntrantState.PRESENT, by=by)
    return tournament


def play(round_: Round, *, by, is_time_up: Callable[[], bool]) -> int:
    """Count and sign a simulated game at every table that has not begun, until `is_time_up`. Returns how many still wait.
    Each table is a transaction of its own.
    """
    _refuse_unless_rehearsal(round_.tournament)
    if round_.state != RoundState.RUNNING:
        raise NotNow(_("Si gioca solo in un turno avviato."))
    waiting = list(round_.tables.filter(state=TableState.WAITING))
    for done, table in enumerate(waiting):
        if is_time_up():
            return len(waiting) - done
        table.round = round_
        sheet = table_hooks.simulated_game(table)
        with transaction.atomic():
            results.enter_by_hand(table, lines=results.lines_of(sheet), ended_by=sheet.ended_by, by=by)
            results.sign(table, by=by)
    record(round_.tournament, PLAY, by=by, subject=round_.number, tables=len(waiting))
    return 0


@transaction.atomic
def throw_away(tournament: Tournament, *, by) -> None:
    """Delete a rehearsal, the only tournament that can be deleted. Protected rows go first, the innermost before."""
    _refuse_unless_rehearsal(tournament)
    table_hooks.tables_deleted(Table.objects.filter(round__tournament=tournament))
    Result.objects.filter(seat__round__tournament=tournament).delete()
    ResultRevision.objects.filter(seat__round__tournament=tournament).delete()
    Objection.objects.filter(round__tournament=tournament).delete()
    Penalty.objects.filter(tournament=tournament).delete()
    Seat.objects.filter(round__tournament=tournament).delete()
    tournament.rounds.all().delete()
    accounts.remove_unused(tournament)
    tournament.delete()
    live.bump(tournament.topic)


def _refuse_unless_rehearsal(tournament: Tournament) -> None:
    if not tournament.is_rehearsal:
        raise NotNow(_("Questo torneo non è una prova."))
