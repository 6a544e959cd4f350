"""Who may do what at a tournament."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import live
from tournament.actions import passes, sessions
from tournament.actions.base import record
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import Entrant, Membership, Table, Tournament
from tournament.permissions import entrants_of
from tournament.states import Role, RoundState, TableState

GRANT = log_verb("staff.grant", gettext_lazy("ha dato un incarico a"))
REVOKE = log_verb("staff.revoke", gettext_lazy("ha tolto un incarico a"))
PLAYS = log_verb("staff.plays", gettext_lazy("ha segnato che un incaricato gioca col n."))
PLAYS_NO_MORE = log_verb("staff.plays_no_more", gettext_lazy("ha tolto il collegamento col n."))


@transaction.atomic
def grant(tournament: Tournament, *, user, role: Role, by, here: str = "") -> Membership:
    """Give a role without waiting for its owner's word (tournament/actions/invitations.py waits); giving it twice changes nothing."""
    membership, is_new = add_role(tournament, user=user, role=role, here=here)
    if is_new:
        record(tournament, GRANT, by=by, subject=user, role=role)
    return membership


def add_role(tournament: Tournament, *, user, role: Role, here: str) -> tuple[Membership, bool]:
    """The role, and whether it is new: then sessions and passes of the account end, save the session `here`. The caller logs it."""
    membership, is_new = Membership.objects.get_or_create(tournament=tournament, user=user, role=role)
    if is_new:
        _plays_on(membership)
        end_access(user, here)
    return membership, is_new


def end_access(user, here: str) -> None:
    """An open session would go on with what the account may do from now, on a device that its owner may have left behind."""
    passes.void_of(user)
    sessions.end_all(user, but=here)


@transaction.atomic
def plays(entrant: Entrant, *, user, by) -> None:
    """Link a member of the staff to the entrant as whom the member plays: no role then opens the records of the own tables."""
    tournament = entrant.tournament
    memberships = tournament.memberships
    if not memberships.filter(user=user).exclude(entrant=entrant).exists():
        return
    _refuse_own_link_of_who_plays(tournament, user, by, but=entrant)
    _refuse_link_at_own_table(tournament, user, by, {entrant.pk})
    if memberships.filter(entrant=entrant).exclude(user=user).exists():
        raise NotNow(_("%s è già collegato a un altro incarico.") % entrant)
    memberships.filter(user=user).update(entrant=entrant)
    live.shut(user)
    record(tournament, PLAYS, by=by, subject=entrant.number, user=str(user))


@transaction.atomic
def plays_no_more(tournament: Tournament, *, user, by) -> None:
    """Take the link away; refused to its own holder once there was a seat or a rest for that entrant."""
    _refuse_own_link_of_who_plays(tournament, user, by)
    _refuse_link_at_own_table(tournament, user, by, set())
    linked = tournament.memberships.filter(user=user).exclude(entrant=None).select_related("entrant")
    for number in {member.entrant.number for member in linked}:
        record(tournament, PLAYS_NO_MORE, by=by, subject=number, user=str(user))
    linked.update(entrant=None)


def _own_open_tables(tournament: Tournament, by) -> QuerySet[Table]:
    """The tables of rounds that are not closed at which a member of the staff plays."""
    if by is None:
        return Table.objects.none()
    open_ = Table.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.CLOSED)
    return open_.filter(seats__entrant__in=entrants_of(by, tournament))


def _refuse_link_at_own_table(tournament: Tournament, user, by, entrants: set[int]) -> None:
    """A link opens and shuts tables: whoever sits at one does not link others to it, who then could not judge it, nor unlink them."""
    if by is None or user.pk == by.pk:
        return
    linked = tournament.memberships.filter(user=user).exclude(entrant=None).values_list("entrant", flat=True)
    if _own_open_tables(tournament, by).filter(seats__entrant__in=entrants | set(linked)).exists():
        raise NotNow(_("Giochi a quel tavolo: chi altro vi gioca lo segna un altro organizzatore."))


def _refuse_own_link_of_who_plays(tournament: Tournament, user, by, *, but: Entrant | None = None) -> None:
    """Whoever has begun to play does not end by an own act what keeps one from the own table and from deciding about oneself: another
    organizer does, by whom a wrong link is put right.
    """
    if by is None or user.pk != by.pk:
        return
    linked = set(tournament.memberships.filter(user=user).exclude(entrant=None).values_list("entrant", flat=True))
    has_played = Q(seats__isnull=False) | Q(byes__isnull=False)
    if Entrant.objects.filter(has_played, pk__in=linked - {but.pk if but else None}).exists():
        raise NotNow(_("Hai già una sedia con quel nome: chi sei in gioco lo cambia un altro organizzatore."))


def _plays_on(membership: Membership) -> None:
    """Another role of somebody who plays, or a role of somebody who had one: the link does not end with the roles."""
    same = membership.tournament.memberships.filter(user=membership.user).exclude(entrant=None).first()
    entrant = same.entrant if same else _last_link(membership)
    if entrant:
        membership.entrant = entrant
        membership.save(update_fields=["entrant"])


def _last_link(membership: Membership) -> Entrant | None:
    tournament = membership.tournament
    lines = tournament.log.filter(verb__in=(PLAYS.key, PLAYS_NO_MORE.key), data__user=str(membership.user))
    last = lines.order_by("-number").first()
    if last is None or last.verb != PLAYS.key:
        return None
    others = tournament.memberships.exclude(entrant=None).values("entrant")
    return tournament.entrants.filter(number=last.subject, erased_at=None).exclude(pk__in=others).first()


@transaction.atomic
def revoke(membership: Membership, *, by, here: str = "") -> None:
    """Remove a role, and end the sessions of its account. A tournament keeps at least one organizer; a judge without a role loses
    the tables.
    """
    tournament = membership.tournament
    judged = _own_open_tables(tournament, by).filter(judge=membership.user, state=TableState.PLAYING)
    if membership.user != by and judged.exists():
        raise NotNow(_("Arbitra il tavolo a cui giochi: l'incarico glielo toglie un altro organizzatore."))
    if membership.role == Role.ORGANIZER and _organizers(tournament) == {membership.pk}:
        raise NotNow(_("Serve almeno un organizzatore: prima nominane un altro."))
    if not tournament.memberships.filter(pk=membership.pk).delete()[0]:
        raise SomeoneElseMovedIt
    if not tournament.memberships.filter(user=membership.user).exists():
        Table.objects.filter(round__tournament=tournament, judge=membership.user).update(judge=None)
    end_access(membership.user, here)
    record(tournament, REVOKE, by=by, subject=membership.user, role=membership.role)


def _organizers(tournament: Tournament) -> set[int]:
    """The organizers' memberships, locked: of two organizers who remove each other at once the second is refused."""
    organizers = tournament.memberships.select_for_update().filter(role=Role.ORGANIZER).order_by("pk")
    return set(organizers.values_list("pk", flat=True))
