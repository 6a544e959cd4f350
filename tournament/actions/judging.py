"""Judges drawn to the tables that wait: never to their own club's, nor to one where they play."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions import tables
from tournament.actions.base import record
from tournament.core.draw import judges
from tournament.core.log_verbs import log_verb
from tournament.errors import BadDraw, NotNow
from tournament.models import Membership, Round, Table
from tournament.states import Role, RoundState, TableState

DRAW = log_verb("judging.draw", gettext_lazy("ha sorteggiato gli arbitri %s"), round_case="of")
DESCRIBE = log_verb("judging.describe", gettext_lazy("ha cambiato i dati dell'arbitro"))


@transaction.atomic
def draw(round_: Round, *, by, seed: str) -> dict[int, str]:
    """Give every waiting table a judge; returns the numbers of the tables that stay without one, each with the reason."""
    if round_.state == RoundState.CLOSED:
        raise NotNow(_("Il turno è chiuso."))
    bench = list(round_.tournament.memberships.filter(role=Role.JUDGE).select_related("user", "entrant"))
    if not bench:
        raise BadDraw(_("Nessuno ha l'incarico di arbitro: nominane almeno uno."))
    found = list(round_.tables.exclude(state=TableState.SIGNED).with_seats())
    for table in found:
        table.round = round_
    waiting = [table for table in found if table.state == TableState.WAITING]
    drawn = _drawn(bench, waiting, _busy(found, waiting), seed)
    users = {_id(one): one.user for one in bench}
    for table, judge in zip(waiting, drawn.judges, strict=True):
        if table.judge_id != (users[judge].pk if judge else None):
            tables.assign_judge(table, judge=users.get(judge), by=by)
    record(round_.tournament, DRAW, by=by, subject=round_.number, seed=seed)
    bare = [waiting[number - 1] for number in drawn.uncovered]
    return {table.number: _why_bare(bench, table) for table in bare}


def _why_bare(bench: list[Membership], table: Table) -> str:
    """What keeps each judge from the table, in a sentence."""
    seated = [seat.entrant for seat in table.seats.all()]
    playing = [one for one in bench if one.entrant in seated]
    of_club = [one for one in bench if one not in playing and one.club and one.club in {who.club for who in seated}]
    full = [one for one in bench if one not in playing and one not in of_club]
    groups = (
        (playing, _("gioca a questo tavolo: %s")),
        (of_club, _("è del club di chi vi gioca: %s")),
        (full, _("ha già tutti i tavoli che può tenere: %s")),
    )
    return "; ".join(words % ", ".join(one.user.get_username() for one in people) for people, words in groups if people)


@transaction.atomic
def describe(member: Membership, *, by, **fields: object) -> None:
    """Set a judge's club and number of simultaneous tables; the entrant as whom a judge plays is set separately, for all roles."""
    unknown = set(fields) - {"club", "most_tables"}
    if unknown:
        raise TypeError(f"not for describing: {sorted(unknown)}")
    if Membership.objects.filter(pk=member.pk, **fields).exists():
        return
    for name, value in fields.items():
        setattr(member, name, value)
    member.save(update_fields=list(fields))
    record(member.tournament, DESCRIBE, by=by, subject=member.user, fields=sorted(fields))


def _drawn(bench: list[Membership], waiting: list[Table], busy: dict[int, int], seed: str) -> judges.JudgeAssignment:
    people = [
        judges.Judge(_id(one), one.club, one.most_tables - busy.get(one.user_id, 0))
        for one in bench
        if one.most_tables > busy.get(one.user_id, 0)
    ]
    seats = [[seat.entrant for seat in table.seats.all()] for table in waiting]
    clubs = {one.public_id: one.club for table in seats for one in table}
    try:
        return judges.draw_judges(people, [[one.public_id for one in table] for table in seats], clubs=clubs, seed=seed)
    except judges.BadJudges as bad:
        raise BadDraw(str(bad)) from None


def _busy(found: list[Table], waiting: list[Table]) -> dict[int, int]:
    """Tables in play keep their judges."""
    busy: dict[int, int] = {}
    for table in found:
        if table not in waiting and table.judge_id:
            busy[table.judge_id] = busy.get(table.judge_id, 0) + 1
    return busy


def _id(member: Membership) -> str:
    """A judge who plays goes by the id of the entrant."""
    return member.entrant.public_id if member.entrant else f"user {member.user_id}"
