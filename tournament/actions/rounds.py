"""A round from its draft to its closing: draw, review, publish, play, close, go on."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.words import unstopped
from tournament import live
from tournament.actions import chairs, clocks, commitments, drafts, penalties
from tournament.actions.base import claim, move, needed, record, take_turns
from tournament.core.log_verbs import log_verb
from tournament.errors import BadDraw, NotNow, SomeoneElseMovedIt
from tournament.models import Bye, Entrant, Round, Seat, Table, Tournament
from tournament.queries import drawing as queries
from tournament.queries.results import qualification_of
from tournament.states import (
    ROUND_MOVES,
    TOURNAMENT_MOVES,
    EntrantState,
    RoundState,
    TableState,
    TournamentState,
)

DRAW = log_verb("rounds.draw", gettext_lazy("ha sorteggiato %s"), round_case="the")
REDRAW = log_verb("rounds.redraw", gettext_lazy("ha sorteggiato di nuovo %s"), round_case="the")
DECIDE_TIE = log_verb("rounds.decide_tie", gettext_lazy("ha deciso una parità %s"), round_case="of")
FORGET_TIE = log_verb("rounds.forget_tie", gettext_lazy("ha annullato la decisione su una parità %s"), round_case="of")
DISCARD = log_verb("rounds.discard", gettext_lazy("ha annullato la bozza %s"), round_case="of")
SWAP = log_verb(
    "rounds.swap",
    gettext_lazy("ha scambiato due giocatori %s"),
    round_case="of",
    public_words=gettext_lazy("due giocatori scambiati"),
    is_announced=True,
)
REPLACE = log_verb(
    "rounds.replace",
    gettext_lazy("ha sostituito un giocatore al tavolo"),
    public_words=gettext_lazy("un giocatore sostituito"),
    is_announced=True,
)
SEAT_LATE = log_verb(
    "rounds.seat_late",
    gettext_lazy("ha aggiunto un giocatore al tavolo"),
    public_words=gettext_lazy("un ritardatario aggiunto"),
)
TAKE_ALTERNATIVE = log_verb("rounds.take_plan", gettext_lazy("ha scelto l'altro piano per %s"), round_case="the")
PUBLISH = log_verb("rounds.publish", gettext_lazy("ha pubblicato %s"), round_case="the", is_announced=True)
UNPUBLISH = log_verb("rounds.unpublish", gettext_lazy("ha riportato in bozza %s"), round_case="the", is_announced=True)
START = log_verb("rounds.start", gettext_lazy("ha dato il via %s"), round_case="to", is_announced=True)
CALL_BACK = log_verb("rounds.call_back", gettext_lazy("ha annullato il via %s"), round_case="of")
CLOSE = log_verb("rounds.close", gettext_lazy("ha chiuso %s"), round_case="the", is_announced=True)
REOPEN = log_verb("rounds.reopen", gettext_lazy("ha riaperto %s"), round_case="the", is_announced=True)


def draw(tournament: Tournament, *, by, seed: str = "", dice: str = "", sizes: Sequence[int] = ()) -> Round:
    """Draw the draft of the next round: the first among the players present, later ones among the qualifiers.

    With `dice` the seed comes from the published commitment, otherwise from the given word. Refused while a round is open,
    without a format, or after its last round. Raises TieToDecide.
    """
    number = _next_number(tournament)
    drafts.stage_of(tournament, number)
    source = commitments.seed_source_for(tournament, number, seed=seed, dice=dice)
    request = drafts.request_for(tournament, number, source.seed, sizes)
    transcript = drafts.draw_transcript(request, source)
    # The search may take seconds, and nobody should wait for it to write.
    with transaction.atomic():
        take_turns(tournament)  # a captain may be handing in another line-up
        drafts.refuse_if_changed(tournament, request, number, sizes)
        if _next_number(tournament) != number:
            raise SomeoneElseMovedIt
        drafts.settle_band(tournament, number, [one.id for one in request.entrants])
        round_ = drafts.create(tournament, number, transcript, stage=drafts.stage_of(tournament, number))
        commitments.record_draw(tournament, source, transcript, round_number=number, by=by)
        record(tournament, DRAW, by=by, subject=number, seed=source.seed, entrants=len(request.entrants))
    return round_


def redraw(round_: Round, *, reason: str, by, seed: str = "", dice: str = "", sizes: Sequence[int] = ()) -> Round:
    """Replace a draft by a new draw among the players present now."""
    reason = needed(reason)
    _refuse_unless(round_, RoundState.DRAFT, _("Si risorteggia solo una bozza."))
    tournament, number = round_.tournament, round_.number
    source = commitments.seed_source_for(tournament, number, seed=seed, dice=dice)
    request = drafts.request_for(tournament, number, source.seed, sizes)
    transcript = drafts.draw_transcript(request, source)
    with transaction.atomic():
        drafts.refuse_if_changed(tournament, request, number, sizes)
        was = round_.seed
        drafts.settle_band(tournament, number, [one.id for one in request.entrants])
        drafts.reseat(round_, transcript, stage=drafts.stage_of(tournament, number))
        commitments.record_draw(tournament, source, transcript, round_number=number, by=by, reason=reason)
        record(tournament, REDRAW, by=by, subject=number, seed=round_.seed, was=was, reason=reason)
    return round_


def take_alternative(round_: Round, *, criteria: Sequence[str], reason: str, by) -> Round:
    """The alternative draft: the same people, tables and seed, with the criteria in another order."""
    reason = needed(reason)
    _refuse_unless(round_, RoundState.DRAFT, _("Si sceglie fra due piani solo nella bozza."))
    tournament, number = round_.tournament, round_.number
    request, _tables = queries.request_of(round_)
    if sorted(criteria) != sorted(request.criteria):
        raise BadDraw(_("I due piani hanno gli stessi criteri, in ordine diverso."))
    source = commitments.same_seed_source(tournament, number, round_.seed)
    transcript = drafts.draw_transcript(msgspec.structs.replace(request, criteria=tuple(criteria)), source)
    with transaction.atomic():
        drafts.reseat(round_, transcript, stage=drafts.stage_of(tournament, number))
        commitments.record_draw(tournament, source, transcript, round_number=number, by=by, reason=reason)
        record(tournament, TAKE_ALTERNATIVE, by=by, subject=number, criteria=list(criteria), reason=reason)
    return round_


@transaction.atomic
def advance(round_: Round, *, seed: str, by) -> Round:
    """Draw the next round among the qualifiers of this one. Raises TieToDecide."""
    _refuse_unless(round_, RoundState.CLOSED, _("Prima chiudi il turno."))
    return draw(round_.tournament, seed=seed, by=by)


@transaction.atomic
def decide_tie(round_: Round, *, order: Sequence[str], reason: str, by) -> None:
    """Order tied entrants by dice or by the organizer's decision; it decides ties only.

    The loser of one tie who is in the next one is ordered by the later decision, behind those decided before.
    """
    reason = needed(reason)
    tied = {entrant for tie in qualification_of(round_).tied for entrant in tie.entrants}
    if len(set(order)) != len(order) or not set(order) <= tied:
        raise BadDraw(_("L'ordine deve nominare una volta sola ciascuno dei pari merito."))
    claim(round_)
    round_.tie_order = [*(one for one in round_.tie_order if one not in order), *order]
    round_.save(update_fields=["tie_order"])
    record(round_.tournament, DECIDE_TIE, by=by, subject=round_.number, order=list(order), reason=reason)


@transaction.atomic
def forget_tie(round_: Round, *, by) -> None:
    """Revert the decision of a tie, while the next round is not drawn."""
    _refuse_if_followed(round_)
    claim(round_)
    was, round_.tie_order = round_.tie_order, []
    round_.save(update_fields=["tie_order"])
    record(round_.tournament, FORGET_TIE, by=by, subject=round_.number, was=was)


@transaction.atomic
def discard(round_: Round, *, by, reason: str) -> None:
    """Cancel a draft altogether, to change the plan or the round before. Penalties in it are taken off the total."""
    reason = needed(reason)
    _refuse_unless(round_, RoundState.DRAFT, _("Si annulla solo una bozza."))
    claim(round_)
    drafts.clear(round_)
    number, tournament = round_.number, round_.tournament
    moved = penalties.take_off_round(round_, why=reason, by=by)
    round_.delete()
    record(tournament, DISCARD, by=by, subject=number, reason=reason, **({"penalties": moved} if moved else {}))


@transaction.atomic
def swap(one: Seat, other: Seat, *, reason: str, by) -> None:
    """Exchange two entrants of a draft, at one table or at two."""
    reason = needed(reason)
    if one.pk == other.pk or one.round_id != other.round_id:
        raise BadDraw(_("Lo scambio vuole due giocatori diversi dello stesso turno."))
    _refuse_unless(one.round, RoundState.DRAFT, _("Si scambia solo nella bozza: prima riporta il turno in bozza."))
    claim(one.round)
    chairs.exchange(one, other)
    names = [one.entrant.number, other.entrant.number]
    record(one.round.tournament, SWAP, by=by, subject=one.round.number, entrants=names, reason=reason)


@transaction.atomic
def replace(seat: Seat, *, entrant: Entrant, reason: str, by) -> None:
    """Give the chair of an absent player to one who is present, until the table has begun.

    In a Swiss round the substitute may be the player with the bye, which a present player then gets instead.
    """
    reason = needed(reason)
    _refuse_unless_waiting(seat.table)
    _refuse_unless_free(entrant, seat.round)
    was = seat.entrant
    claim(seat.table)
    rested = _rests_no_more(entrant, seat.round)
    _save_seat(seat, entrant)
    if rested and was.state == EntrantState.PRESENT:
        Bye.objects.create(round=seat.round, entrant=was)
    _no_longer_reserve(entrant)
    record(
        seat.round.tournament, REPLACE, by=by, subject=seat.table, round=seat.round.number, was=was.number,
        now=entrant.number, reason=reason,
    )  # fmt: skip


@transaction.atomic
def seat_late(table: Table, *, entrant: Entrant, reason: str, by) -> Seat:
    """Add a player to a table that has not begun, where the regulation allows tables of that size."""
    reason = needed(reason)
    _refuse_unless_waiting(table)
    _refuse_unless_free(entrant, table.round)
    places = table.seats.count() + 1
    if places not in queries.legal_sizes(table.round):
        raise BadDraw(_("Il tavolo %d è già al completo.") % table.number)
    claim(table)
    _rests_no_more(entrant, table.round)
    last = max(table.seats.values_list("position", flat=True), default=0)
    seat = Seat.objects.create(round=table.round, table=table, entrant=entrant, position=last + 1)
    _no_longer_reserve(entrant)
    record(
        table.round.tournament, SEAT_LATE, by=by, subject=table, round=table.round.number,
        entrant=entrant.number, reason=reason,
    )  # fmt: skip
    return seat


@transaction.atomic
def publish(round_: Round, *, by) -> None:
    """Publish the tables; the first published round starts the tournament."""
    _refuse_while_somebody_is_away(round_)
    move(round_, RoundState.PUBLISHED, ROUND_MOVES, since=RoundState.DRAFT)
    if round_.tournament.state == TournamentState.CHECKIN:
        move(round_.tournament, TournamentState.RUNNING, TOURNAMENT_MOVES)
    record(round_.tournament, PUBLISH, by=by, subject=round_.number)


@transaction.atomic
def unpublish(round_: Round, *, by, reason: str) -> None:
    """Back to the draft. A game that has begun is never voided: refused once a table plays."""
    reason = needed(reason)
    _refuse_if_begun(round_)
    move(round_, RoundState.DRAFT, ROUND_MOVES)
    live.shut(*round_.tables.all())
    record(round_.tournament, UNPUBLISH, by=by, subject=round_.number, reason=reason)


@transaction.atomic
def start(round_: Round, *, by, now: datetime, with_clock: bool = True) -> None:
    """Start the round for the whole hall; the clock may start with it or later."""
    move(round_, RoundState.RUNNING, ROUND_MOVES, since=RoundState.PUBLISHED)
    record(round_.tournament, START, by=by, subject=round_.number)
    if with_clock:
        clocks.start(round_, by=by, now=now)


@transaction.atomic
def call_back(round_: Round, *, by, reason: str) -> None:
    """Revert a start: back to published, with the clock reset. Refused once a table plays."""
    reason = needed(reason)
    _refuse_if_begun(round_)
    events = [[event.kind, event.at.isoformat(), event.seconds] for event in round_.clock_events.all()]
    move(round_, RoundState.PUBLISHED, ROUND_MOVES, since=RoundState.RUNNING)
    round_.clock_events.all().delete()
    record(round_.tournament, CALL_BACK, by=by, subject=round_.number, reason=reason, clock=events)


@transaction.atomic
def close(round_: Round, *, by, now: datetime) -> None:
    """Close the round. Refused while a table is not signed; a counted table in dispute does not block it."""
    take_turns(round_)  # somebody may be taking a signature back
    open_tables = list(round_.tables.open().values_list("number", flat=True))
    if open_tables:
        raise NotNow(_("Mancano ancora i tavoli: %s.") % ", ".join(map(str, open_tables)))
    move(round_, RoundState.CLOSED, ROUND_MOVES, closed_at=now)
    record(round_.tournament, CLOSE, by=by, subject=round_.number)


@transaction.atomic
def reopen(round_: Round, *, by, reason: str) -> None:
    """Back to running, to reopen a table; refused once the next round is drawn."""
    reason = needed(reason)
    _refuse_if_followed(round_)
    move(round_, RoundState.RUNNING, ROUND_MOVES, since=RoundState.CLOSED, closed_at=None)
    record(round_.tournament, REOPEN, by=by, subject=round_.number, reason=reason)


def _next_number(tournament: Tournament) -> int:
    last = tournament.rounds.last()
    if tournament.state not in (TournamentState.CHECKIN, TournamentState.RUNNING):
        raise NotNow(_("Si sorteggia con l'accettazione aperta."))
    if last and last.state != RoundState.CLOSED:
        raise NotNow(_still_open(last))
    if last and last.objections.filter(answered_at=None).exists():
        raise NotNow(_("C'è un'obiezione alla classifica senza risposta: prima rispondi."))
    return last.number + 1 if last else 1


def _still_open(round_: Round) -> str:
    missing = [str(number) for number in round_.tables.open().values_list("number", flat=True)]
    if round_.state == RoundState.RUNNING and missing:
        return _("Il turno non è finito: mancano i risultati firmati dei tavoli %s.") % ", ".join(missing)
    return _("C'è già un turno aperto: chiudilo prima di sorteggiare il prossimo.")


def _save_seat(seat: Seat, entrant: Entrant) -> None:
    seat.entrant = entrant
    try:
        with transaction.atomic():
            seat.save(update_fields=["entrant"])
    except IntegrityError:
        raise SomeoneElseMovedIt from None


def _no_longer_reserve(entrant: Entrant) -> None:
    """A reserve who gets a chair becomes an ordinary player."""
    if Entrant.objects.filter(pk=entrant.pk, state=EntrantState.RESERVE).update(state=EntrantState.PRESENT):
        entrant.state = EntrantState.PRESENT


def _rests_no_more(entrant: Entrant, round_: Round) -> bool:
    """A player with a bye who takes a chair loses the bye, to have one result. In a bracket or round robin the bye is a slot and stays."""
    rest = round_.byes.filter(entrant=entrant).first()
    if rest is None:
        return False
    if round_.stage.get("pairing") != "swiss":
        raise BadDraw(
            _("%s riposa in questo turno: il suo posto nel tabellone è già scritto, e non può sostituire nessuno.")
            % entrant
        )
    rest.delete()
    return True


def _refuse_unless(round_: Round, state: RoundState, message: str) -> None:
    if round_.state != state:
        raise NotNow(message)


def _refuse_unless_waiting(table: Table) -> None:
    if table.state != TableState.WAITING or table.round.state == RoundState.CLOSED:
        raise NotNow(_("Il tavolo %d ha già cominciato.") % table.number)


def _refuse_unless_free(entrant: Entrant, round_: Round) -> None:
    if entrant.tournament_id != round_.tournament_id or entrant.state not in (
        EntrantState.PRESENT,
        EntrantState.RESERVE,
    ):
        raise BadDraw(_("%s non risulta presente.") % entrant)
    if round_.seats.filter(entrant=entrant).exists():
        raise BadDraw(_("%s ha già una sedia in questo turno.") % entrant)


def _refuse_if_begun(round_: Round) -> None:
    begun = list(round_.tables.exclude(state=TableState.WAITING).values_list("number", flat=True))
    if begun:
        raise NotNow(_("Non si torna indietro: hanno già cominciato i tavoli %s.") % ", ".join(map(str, begun)))


def _refuse_if_followed(round_: Round) -> None:
    if round_.tournament.rounds.filter(number__gt=round_.number).exists():
        raise NotNow(_("Il turno dopo è già sorteggiato: prima annulla la sua bozza."))


def _refuse_while_somebody_is_away(round_: Round) -> None:
    away = round_.seats.filter(~Q(entrant__state=EntrantState.PRESENT)).select_related("entrant")
    if away:
        names = ", ".join(str(seat.entrant) for seat in away)
        raise NotNow(
            _("Hanno una sedia ma non risultano presenti: %s. Sostituiscili o risorteggia.") % unstopped(names)
        )
