"""A team's line-up for a round, from its captain: at the desk, or through the captain's link."""

import base64
import secrets
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.base import record, take_turns
from tournament.actions.passes import hash_of
from tournament.core.log_verbs import log_verb
from tournament.core.ranking.scoring import BadLineUp, refuse_line_up, refuse_team
from tournament.core.regulation.schema import Teams
from tournament.errors import BadDraw, NotNow
from tournament.models import CaptainPass, Entrant, LineUpDeadline, LineUpEntry, Tournament

ISSUE_LINK = log_verb("teams.issue_link", gettext_lazy("ha dato un collegamento al capitano di"))
REVOKE_LINK = log_verb("teams.revoke_link", gettext_lazy("ha revocato il collegamento del capitano di"))
SET_DEADLINE = log_verb(
    "teams.set_deadline", gettext_lazy("ha cambiato la scadenza delle formazioni %s"), round_case="of"
)
LINE_UP = log_verb("teams.line_up", gettext_lazy("ha consegnato la formazione di"))


@transaction.atomic
def line_up(
    tournament: Tournament, *, round_number: int, team: str, entrants: Collection[Entrant], by, captain: bool = False
) -> None:
    """Store the team's line-up for this round, replacing the previous one, until the round is drawn."""
    take_turns(tournament)
    rules = tournament.rules.teams
    if rules is None:
        raise NotNow(_("Questo torneo non è a squadre."))
    if tournament.rounds.filter(number__gte=round_number).exists():
        raise NotNow(_("%s: il sorteggio è già fatto.") % tournament.round_title(round_number))
    members = {one.public_id: str(one) for one in tournament.entrants.present().filter(club=team)}
    try:
        refuse_team(_team(tournament, team, round_number, entrants, list(members), rules), rules)
        refuse_line_up([one.public_id for one in entrants], list(members), rules)
    except BadLineUp as bad:
        raise BadDraw(str(bad)) from None
    LineUpEntry.objects.filter(tournament=tournament, round_number=round_number, team=team).delete()
    LineUpEntry.objects.bulk_create(
        LineUpEntry(tournament=tournament, round_number=round_number, team=team, entrant=one, by=by) for one in entrants
    )
    numbers = sorted(one.number for one in entrants)
    record(tournament, LINE_UP, by=by, subject=team, round=round_number, entrants=numbers, captain=captain)


def _team(
    tournament: Tournament,
    team: str,
    round_number: int,
    entrants: Collection[Entrant],
    members: list[str],
    rules: Teams,
) -> list[str]:
    """Who the team is: those that it has fielded in any round, and of its other members as many as the smallest team needs.

    A club may bring more people than a team has: who never plays is not of the team.
    """
    rows = LineUpEntry.objects.filter(tournament=tournament, team=team, round_number__lt=round_number)
    fielded = {*rows.values_list("entrant__public_id", flat=True), *(one.public_id for one in entrants)}
    others = [one for one in members if one not in fielded]
    return [*fielded, *others[: max(0, rules.least - len(fielded))]]


@transaction.atomic
def hand_in(link: CaptainPass, *, round_number: int, entrants: Collection[Entrant], now: datetime) -> None:
    """Store the line-up from the captain's link, up to the deadline of the round."""
    tournament = link.tournament
    take_turns(tournament)
    if not CaptainPass.objects.filter(pk=link.pk, revoked_at=None).exists():
        raise NotNow(_("Il collegamento è stato revocato: rivolgiti alla segreteria."))
    deadline = tournament.line_up_deadlines.filter(round_number=round_number).first()
    if deadline and now > deadline.until:
        raise NotNow(_("Il tempo per la formazione è scaduto: rivolgiti alla segreteria."))
    line_up(tournament, round_number=round_number, team=link.team, entrants=entrants, by=None, captain=True)


@transaction.atomic
def issue_links(
    tournament: Tournament, *, teams: Iterable[str], by, now: datetime, seed: str | None = None
) -> dict[str, str]:
    """Issue a new link for each of these teams and revoke the previous one. The tokens are returned once.

    With the same secret `seed` as before the same links are returned, and nothing is revoked.
    """
    if tournament.rules.teams is None:
        raise NotNow(_("Questo torneo non è a squadre."))
    take_turns(tournament)
    opened = _open_links(tournament)
    issued: dict[str, str] = {}
    for team in teams:
        issued[team] = _token_of(team, seed)
        token_hash = hash_of(issued[team])
        if opened.get(team) == token_hash:
            continue
        if CaptainPass.objects.filter(token_hash=token_hash).exists():
            raise NotNow(
                _("Il collegamento di questo modulo è stato revocato: apri di nuovo la pagina per farne un altro.")
            )
        tournament.captain_passes.filter(team=team, revoked_at=None).update(revoked_at=now)
        CaptainPass.objects.create(tournament=tournament, team=team, token_hash=token_hash, made_by=by)
        record(tournament, ISSUE_LINK, by=by, subject=team)
    return issued


def teams_to_link(tournament: Tournament, teams: Iterable[str], *, seed: str | None = None) -> list[str]:
    """Those of these teams that have no link, or one of this `seed`."""
    opened = _open_links(tournament)
    return [team for team in teams if team not in opened or opened[team] == hash_of(_token_of(team, seed))]


def _open_links(tournament: Tournament) -> dict[str, str]:
    """The hash of the open link's token, by team."""
    return dict(tournament.captain_passes.filter(revoked_at=None).values_list("team", "token_hash"))


def _token_of(team: str, seed: str | None) -> str:
    if seed is None:
        return secrets.token_urlsafe(24)
    digest = salted_hmac("tournament.teams.link", f"{seed} {team}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


@transaction.atomic
def revoke_link(tournament: Tournament, *, team: str, by, now: datetime) -> None:
    take_turns(tournament)
    if not tournament.captain_passes.filter(team=team, revoked_at=None).update(revoked_at=now):
        raise NotNow(_("%s non ha un collegamento aperto.") % team)
    record(tournament, REVOKE_LINK, by=by, subject=team)


@transaction.atomic
def set_deadline(tournament: Tournament, *, round_number: int, until: datetime | None, by) -> None:
    """Set the captains' deadline; the desk may still change a line-up. None removes it."""
    was = tournament.line_up_deadlines.filter(round_number=round_number).first()
    if until is None:
        tournament.line_up_deadlines.filter(round_number=round_number).delete()
    else:
        LineUpDeadline.objects.update_or_create(
            tournament=tournament, round_number=round_number, defaults={"until": until}
        )
    record(
        tournament,
        SET_DEADLINE,
        by=by,
        subject=round_number,
        until=until.isoformat() if until else "",
        was=was.until.isoformat() if was else "",
    )


def link_of(token: str) -> CaptainPass | None:
    """The open link of this token."""
    open_links = CaptainPass.objects.filter(revoked_at=None).select_related("tournament")
    return open_links.filter(token_hash=hash_of(token)).first()
