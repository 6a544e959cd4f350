"""Creating a tournament, changing its details, and moving it through its states."""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import regulations
from tournament.actions.base import move, record
from tournament.core.log_verbs import log_verb
from tournament.core.regulation.schema import Regulation, to_json
from tournament.errors import NotNow
from tournament.models import Membership, Tournament
from tournament.queries.results import has_level_final
from tournament.states import TOURNAMENT_MOVES, Role, RoundState, TournamentState

CREATE = log_verb("tournament.create", gettext_lazy("ha creato il torneo"))
EDIT = log_verb("tournament.edit", gettext_lazy("ha modificato i dati del torneo"))
SET_MINUTES = log_verb("tournament.set_minutes", gettext_lazy("ha cambiato la durata delle partite: %s minuti"))
OPEN_CHECKIN = log_verb("tournament.open_checkin", gettext_lazy("ha aperto l'accettazione di"))
BACK_TO_DRAFT = log_verb("tournament.back_to_draft", gettext_lazy("ha riportato in preparazione"))
FINISH = log_verb("tournament.finish", gettext_lazy("ha concluso"), is_announced=True)
REOPEN = log_verb("tournament.reopen", gettext_lazy("ha riaperto"), is_announced=True)


@transaction.atomic
def create(
    *,
    name: str,
    day: date,
    regulation: Regulation,
    by,
    place: str = "",
    is_public: bool = True,
    is_rehearsal: bool = False,
) -> Tournament:
    """Create a tournament with its own copy of the regulation; its creator is the organizer."""
    tournament = Tournament.objects.create(
        name=name,
        day=day,
        place=place,
        is_public=is_public,
        is_rehearsal=is_rehearsal,
        game=regulation.game,
        edition=regulation.edition,
        options=regulation.game_options,
        regulation=to_json(regulation),
    )
    Membership.objects.create(tournament=tournament, user=by, role=Role.ORGANIZER)
    record(tournament, CREATE, by=by, subject=name, regulation=regulation.slug)
    return tournament


@transaction.atomic
def edit(tournament: Tournament, *, by, **fields: object) -> Tournament:
    """Change name, place, day or visibility; other fields have actions of their own."""
    unknown = set(fields) - {"name", "place", "day", "is_public"}
    if unknown:
        raise TypeError(f"not for editing: {sorted(unknown)}")
    was = Tournament.objects.values(*fields).get(pk=tournament.pk)  # a form has written into its own instance
    changed = {name: [str(was[name]), str(value)] for name, value in fields.items() if was[name] != value}
    if not changed:
        return tournament
    for name, value in fields.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changed))
    if "is_public" in changed:
        live.shut(tournament)
    record(tournament, EDIT, by=by, subject=tournament.name, **changed)
    return tournament


@transaction.atomic
def set_minutes(tournament: Tournament, *, minutes: int, by) -> None:
    """Set the minutes of the rounds still to be drawn; for drawn rounds the clock can add minutes.
    The change is a version of the regulation."""
    if tournament.rules.minutes == minutes:
        return
    regulations.change_part(
        tournament,
        minutes=minutes,
        pre_alarm=tournament.rules.lasting(minutes).pre_alarm,
        reason=_("durata delle partite: %d minuti") % minutes,
        by=by,
        verb=SET_MINUTES,
        subject=minutes,
        log_data={"was": tournament.rules.minutes},
    )


@transaction.atomic
def open_checkin(tournament: Tournament, *, by) -> None:
    """Open check-in, from preparation or back from a running tournament without a published round."""
    if tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise NotNow(_("Un turno è già pubblicato: prima riportalo in bozza."))
    move(tournament, TournamentState.CHECKIN, TOURNAMENT_MOVES)
    record(tournament, OPEN_CHECKIN, by=by, subject=tournament.name)


@transaction.atomic
def back_to_draft(tournament: Tournament, *, by) -> None:
    """Go back to preparation. Refused while a round is drawn, because no later round could be drawn."""
    if tournament.rounds.exists():
        raise NotNow(_("C'è già un sorteggio: prima annulla la sua bozza."))
    move(tournament, TournamentState.DRAFT, TOURNAMENT_MOVES)
    record(tournament, BACK_TO_DRAFT, by=by, subject=tournament.name)


@transaction.atomic
def finish(tournament: Tournament, *, by) -> None:
    """Close the day; refused while a round is not closed, a table is in dispute, or dice have not said who won a level final."""
    if tournament.rounds.exclude(state=RoundState.CLOSED).exists():
        raise NotNow(_("C'è ancora un turno da chiudere."))
    if tournament.rounds.filter(tables__is_sub_judice=True).exists():
        raise NotNow(_("C'è ancora un tavolo sub judice: prima decidi."))
    if tournament.penalties.filter(is_sub_judice=True).exists():
        raise NotNow(_("C'è ancora un ricorso da decidere su una penalità."))
    if has_level_final(tournament):
        raise NotNow(_("La finale è finita in parità: apri il turno e scrivi l'ordine dei dadi."))
    move(tournament, TournamentState.FINISHED, TOURNAMENT_MOVES)
    record(tournament, FINISH, by=by, subject=tournament.name)


@transaction.atomic
def reopen(tournament: Tournament, *, by) -> None:
    move(tournament, TournamentState.RUNNING, TOURNAMENT_MOVES, since=TournamentState.FINISHED)
    record(tournament, REOPEN, by=by, subject=tournament.name)
