"""A team's line-up for a round, by the word of its captain."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions.base import record
from tournament.errors import BadDraw, NotNow
from tournament.models import Entrant, Fielded, Tournament
from tournament.scoring import BadLineUp, refuse_line_up, refuse_team


@transaction.atomic
def line_up(tournament: Tournament, *, round_number: int, team: str, entrants: Collection[Entrant], by) -> None:
    """Whom the team sends to this round; said again it replaces what was said, until the round is drawn."""
    rules = tournament.rules.teams
    if rules is None:
        raise NotNow(_("Questo torneo non è a squadre."))
    if tournament.rounds.filter(number__gte=round_number).exists():
        raise NotNow(_("Il turno %d è già sorteggiato.") % round_number)
    members = {one.public_id: str(one) for one in tournament.entrants.present().filter(club=team)}
    try:
        refuse_team(list(members), rules)
        refuse_line_up([one.public_id for one in entrants], list(members), rules)
    except BadLineUp as bad:
        raise BadDraw(str(bad)) from None
    Fielded.objects.filter(tournament=tournament, round_number=round_number, team=team).delete()
    Fielded.objects.bulk_create(
        Fielded(tournament=tournament, round_number=round_number, team=team, entrant=one, by=by) for one in entrants
    )
    numbers = sorted(one.number for one in entrants)
    record(tournament, "teams.line_up", by=by, subject=team, round=round_number, entrants=numbers)
