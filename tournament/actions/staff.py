"""Who may do what at a tournament."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions import passes, sessions
from tournament.actions.base import record
from tournament.core.log_verbs import log_verb
from tournament.errors import NotNow, SomeoneElseMovedIt
from tournament.models import Entrant, Membership, Table, Tournament
from tournament.states import Role

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
    if memberships.filter(entrant=entrant).exclude(user=user).exists():
        raise NotNow(_("%s è già collegato a un altro incarico.") % entrant)
    if not memberships.filter(user=user).exclude(entrant=entrant).update(entrant=entrant):
        return
    record(tournament, PLAYS, by=by, subject=entrant.number, user=str(user))


@transaction.atomic
def plays_no_more(tournament: Tournament, *, user, by) -> None:
    linked = tournament.memberships.filter(user=user).exclude(entrant=None).select_related("entrant")
    for number in {member.entrant.number for member in linked}:
        record(tournament, PLAYS_NO_MORE, by=by, subject=number, user=str(user))
    linked.update(entrant=None)


def _plays_on(membership: Membership) -> None:
    """Another role of somebody who plays."""
    same = membership.tournament.memberships.filter(user=membership.user).exclude(entrant=None).first()
    if same:
        membership.entrant = same.entrant
        membership.save(update_fields=["entrant"])


@transaction.atomic
def revoke(membership: Membership, *, by, here: str = "") -> None:
    """Remove a role, and end the sessions of its account. A tournament keeps at least one organizer; a judge without a role loses
    the tables.
    """
    tournament = membership.tournament
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
