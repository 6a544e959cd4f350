"""Penalties of an entrant: given, changed, appealed and revoked. Earlier versions stay, with the reason."""

from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import claim, needed, record
from tournament.core.log_verbs import log_verb
from tournament.errors import BadResult, NotNow
from tournament.models import Entrant, Penalty, PenaltyRevision, Round

ADD = log_verb("penalties.add", gettext_lazy("ha dato una penalità al n."))
REVISE = log_verb("penalties.revise", gettext_lazy("ha cambiato una penalità del n."))
APPEAL = log_verb("penalties.appeal", gettext_lazy("ha registrato il ricorso del n."))
UPHOLD = log_verb("penalties.uphold", gettext_lazy("ha respinto il ricorso del n."))
RESTORE = log_verb("penalties.restore", gettext_lazy("ha ripristinato una penalità del n."))
REVOKE = log_verb("penalties.revoke", gettext_lazy("ha tolto una penalità al n."))


@transaction.atomic
def add(
    entrant: Entrant, *, points: Decimal, reason: str, by, article: str = "", round_: Round | None = None
) -> Penalty:
    """Take points away in one round, or from the total; zero points are a recorded warning."""
    reason = needed(reason)
    _refuse_unsound(points)
    if round_ and round_.tournament_id != entrant.tournament_id:
        raise BadResult(_("Il turno è di un altro torneo."))
    penalty = Penalty.objects.create(
        tournament=entrant.tournament, entrant=entrant, round=round_, points=points, article=article, reason=reason,
        by=by,
    )  # fmt: skip
    record(entrant.tournament, ADD, by=by, subject=entrant.number, points=str(points), reason=reason)
    return penalty


@transaction.atomic
def revise(penalty: Penalty, *, points: Decimal, why: str, by) -> None:
    """Change the points, after a review or an appeal."""
    why = needed(why)
    _refuse_unsound(points)
    _refuse_revoked(penalty)
    _keep(penalty, why, by)
    penalty.points = points
    penalty.save(update_fields=["points"])
    record(penalty.tournament, REVISE, by=by, subject=penalty.entrant.number, points=str(points), reason=why)


@transaction.atomic
def appeal(penalty: Penalty, *, text: str, by) -> None:
    """The player appeals: sub judice. The penalty counts until the decision, and the tournament cannot end before."""
    text = needed(text)
    _refuse_revoked(penalty)
    if penalty.is_sub_judice:
        raise NotNow(_("Il ricorso è già aperto."))
    _keep(penalty, text, by)
    penalty.appeal, penalty.is_sub_judice = text, True
    penalty.save(update_fields=["appeal", "is_sub_judice"])
    record(penalty.tournament, APPEAL, by=by, subject=penalty.entrant.number, reason=text)


@transaction.atomic
def uphold(penalty: Penalty, *, why: str, by) -> None:
    """Reject the appeal."""
    why = needed(why)
    if not penalty.is_sub_judice:
        raise NotNow(_("Non c'è nessun ricorso da decidere."))
    _keep(penalty, why, by)
    penalty.is_sub_judice = False
    penalty.save(update_fields=["is_sub_judice"])
    record(penalty.tournament, UPHOLD, by=by, subject=penalty.entrant.number, reason=why)


@transaction.atomic
def revoke(penalty: Penalty, *, by, reason: str) -> None:
    """Revoke the penalty, which also grants an open appeal."""
    reason = needed(reason)
    _refuse_revoked(penalty)
    _keep(penalty, reason, by)
    penalty.revoked_at, penalty.is_sub_judice = timezone.now(), False
    penalty.save(update_fields=["revoked_at", "is_sub_judice"])
    record(penalty.tournament, REVOKE, by=by, subject=penalty.entrant.number, reason=reason)


@transaction.atomic
def restore(penalty: Penalty, *, by, reason: str) -> None:
    """Restore a penalty that was revoked by mistake."""
    reason = needed(reason)
    if penalty.revoked_at is None:
        raise NotNow(_("La penalità è in vigore."))
    _keep(penalty, reason, by)
    penalty.revoked_at = None
    penalty.save(update_fields=["revoked_at"])
    record(penalty.tournament, RESTORE, by=by, subject=penalty.entrant.number, reason=reason)


def take_off_round(round_: Round, *, why: str, by) -> list[int]:
    """Move the penalties of a discarded round to the total; returns the numbers of their entrants."""
    moved = list(round_.penalties.select_related("entrant"))
    for penalty in moved:
        _keep(penalty, why, by)
        penalty.round = None
        penalty.save(update_fields=["round"])
    return [penalty.entrant.number for penalty in moved]


def _keep(penalty: Penalty, why: str, by) -> None:
    """Store the earlier version; refused if the penalty has changed since it was read."""
    claim(penalty)
    was = {
        "points": str(penalty.points),
        "is_sub_judice": penalty.is_sub_judice,
        "is_revoked": penalty.revoked_at is not None,
    }
    PenaltyRevision.objects.create(penalty=penalty, was=was, reason=why, by=by)


def _refuse_unsound(points: Decimal) -> None:
    if not points.is_finite() or not 0 <= points < 1_000_000 or points != round(points, 4):
        raise BadResult(_("I punti di penalità sono un numero da 0 in su, con al più quattro decimali."))


def _refuse_revoked(penalty: Penalty) -> None:
    if penalty.revoked_at is not None:
        raise NotNow(_("La penalità è già stata tolta."))
