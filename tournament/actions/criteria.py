"""The criteria of a draw in the organizer's order, and the separated pairs."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions import regulations
from tournament.actions.base import record
from tournament.core.draw import CRITERION_KEYS
from tournament.core.log_verbs import log_verb
from tournament.errors import BadDraw, NotNow
from tournament.models import ApartPair, Entrant, Tournament

PUT_IN_ORDER = log_verb("criteria.put_in_order", gettext_lazy("ha cambiato i criteri %s"), round_case="from")
KEEP_APART = log_verb("criteria.keep_apart", gettext_lazy("ha separato i n."))
LET_MEET = log_verb("criteria.let_meet", gettext_lazy("non tiene più separati i n."))


@transaction.atomic
def put_in_order(
    tournament: Tournament,
    *,
    number: int,
    criteria: Sequence[str],
    by,
    this_round_only: bool = False,
    reason: str = "",
) -> None:
    """Set the criteria of the draws from this round on, the most important first; rounds already drawn keep theirs.

    The change is a version of the regulation, so that it can be reverted.
    """
    if tournament.rounds.filter(number__gte=number).exists():
        raise NotNow(_("Questo turno è già sorteggiato: annulla la bozza, poi cambia i criteri."))
    if len(set(criteria)) != len(criteria) or not set(criteria) <= set(CRITERION_KEYS):
        raise BadDraw(_("Un criterio è ripetuto o sconosciuto."))
    was = tournament.rules
    regulations.change_part(
        tournament,
        reason=reason.strip() or _("criteri del sorteggio %s") % tournament.round_in_sentence(number, "from"),
        by=by,
        verb=PUT_IN_ORDER,
        subject=number,
        log_data={"criteria": list(criteria), "was": list(was.criteria_for(number))},
        **_in_order(was, number, tuple(criteria), this_round_only),
    )


def _in_order(rules, number: int, criteria: tuple[str, ...], this_round_only: bool) -> dict:
    earlier = tuple(rules.criteria_for(n) for n in range(1, number))
    if not this_round_only:
        return {"draw_criteria_by_round": earlier, "draw_criteria": criteria}
    later = tuple(rules.criteria_for(n) for n in range(number + 1, len(rules.draw_criteria_by_round) + 1))
    return {"draw_criteria_by_round": (*earlier, criteria, *later)}


@transaction.atomic
def keep_apart(tournament: Tournament, *, one: Entrant, other: Entrant, by) -> ApartPair:
    """Separate two people in all draws; usually relatives. The log stores their numbers and no reason."""
    if one.pk == other.pk or {one.tournament_id, other.tournament_id} != {tournament.pk}:
        raise BadDraw(_("Una coppia sono due iscritti di questo torneo."))
    first, second = sorted((one, other), key=lambda person: person.pk)
    try:
        with transaction.atomic():
            pair = ApartPair.objects.create(tournament=tournament, one=first, other=second)
    except IntegrityError:
        raise NotNow(_("Questa coppia è già tenuta separata.")) from None
    record(tournament, KEEP_APART, by=by, subject=f"{one.number} / {other.number}")
    return pair


@transaction.atomic
def let_meet(pair: ApartPair, *, by) -> None:
    """Remove a separated pair for later draws."""
    numbers = f"{pair.one.number} / {pair.other.number}"
    pair.delete()
    record(pair.tournament, LET_MEET, by=by, subject=numbers)
