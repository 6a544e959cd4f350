"""Choosing the formula: the rounds from the field at hand to the final."""

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions.base import claim, record
from tournament.errors import BadDraw, NotNow
from tournament.models import Tournament
from tournament.plan import NoPlan, Plan, plans
from tournament.queries.teams import field_size
from tournament.states import TournamentState


@transaction.atomic
def choose(tournament: Tournament, *, key: str, by) -> Plan:
    """Take one of the plans for those present; before the first draw only, lest a plan change under a draw."""
    if tournament.state == TournamentState.FINISHED or tournament.rounds.exists():
        raise NotNow(_("C'è già un sorteggio: annulla la bozza per cambiare formula."))
    plan = _offered(tournament, key)
    claim(tournament)
    tournament.plan = msgspec.to_builtins(plan)
    tournament.save(update_fields=["plan"])
    record(tournament, "plan.choose", by=by, subject=plan.key)
    return plan


def _offered(tournament: Tournament, key: str) -> Plan:
    present = field_size(tournament)
    try:
        offered = {plan.key: plan for plan in plans(present, tournament.rules)}
    except NoPlan as none:
        raise BadDraw(str(none)) from None
    if key not in offered:
        raise BadDraw(_("Questa formula non va per i %d presenti: scegline una della pagina.") % present)
    return offered[key]
