"""Who is entered."""

from collections.abc import Sequence

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max, ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.kernel.words import unstopped
from tournament.actions import directory
from tournament.actions.base import needed, record, take_turns
from tournament.core.identity import is_same_name
from tournament.core.log_verbs import log_verb
from tournament.core.public_names import distinctions
from tournament.core.roster_fields import RosterRow, values_of
from tournament.errors import BadRoster, NotNow, SameName
from tournament.imports.roster import (
    RosterSheet,
    RosterTable,
    RowError,
    already_listed,
    columns_by_title,
    header_digest,
)
from tournament.imports.spreadsheets import MOST_ROWS
from tournament.models import Entrant, HeaderMapping, Tournament
from tournament.models.entrant import EntrantQuerySet
from tournament.states import EntrantState, TournamentState

IMPORT = log_verb(
    "roster.import", ngettext_lazy("ha importato %s iscritto", "ha importato %s iscritti"), is_counted=True
)
ADD = log_verb("roster.add", gettext_lazy("ha iscritto il n."))
EDIT = log_verb("roster.edit", gettext_lazy("ha corretto i dati del n."))
WITHDRAW = log_verb("roster.withdraw", gettext_lazy("ha ritirato il n."))
READMIT = log_verb("roster.readmit", gettext_lazy("ha riammesso il n."))
REMOVE = log_verb("roster.remove", gettext_lazy("ha tolto dagli iscritti il n."))

MOST_PEOPLE = MOST_ROWS
"""As many as one file has: the second file adds none beyond."""
MOST_IN_A_REHEARSAL = 400
"""Any account may rehearse, and a draw of thousands takes a processor for minutes."""

Person = tuple[str, ...]


@transaction.atomic
def import_rows(tournament: Tournament, *, sheet: RosterSheet, by, skip_bad: bool = False) -> list[Entrant]:
    """Enter every row of a roster. With faulty rows nothing is entered, unless `skip_bad` leaves just those out."""
    _refuse_when_finished(tournament)
    errors = (*sheet.errors, *already_entered(tournament, sheet))
    bad_lines = {error.line for error in errors}
    if bad_lines and not skip_bad:
        raise BadRoster(_("Nel file ci sono righe da correggere: non ho importato niente."), errors)
    rows = [row for row in sheet.rows if row.line not in bad_lines]
    if not rows:
        raise BadRoster(_("Nel file non c'è nessuna riga da importare."), errors)
    entrants = _enter(tournament, rows)
    directory.recognise(entrants, has_ages=sheet.has_column("is_minor"))
    distinguish(tournament)
    record(tournament, IMPORT, by=by, subject=len(entrants), skipped=sorted(bad_lines))
    return entrants


def remember_header(user, table: RosterTable, fields: Sequence[str | None]) -> None:
    """Remember this user's columns for the same header; columns that are recognised anyway are not stored."""
    known = HeaderMapping.objects.filter(user=user, digest=header_digest(table))
    if tuple(fields) == columns_by_title(table):
        known.delete()
    else:
        HeaderMapping.objects.update_or_create(
            user=user, digest=header_digest(table), defaults={"fields": list(fields)}
        )


def fields_of(user, table: RosterTable) -> tuple[str | None, ...]:
    """The field of each column: as this user chose for the same header before, else by its title."""
    known = HeaderMapping.objects.filter(user=user, digest=header_digest(table)).first()
    return tuple(known.fields) if known else columns_by_title(table)


def already_entered(tournament: Tournament, sheet: RosterSheet) -> tuple[RowError, ...]:
    """An error for each row whose person is in the tournament's roster already.

    A file with more data than the one before, such as a club or a nick, adds nobody a second time.
    """
    known = [
        RosterRow(line=0, surname=surname, name=name, nick=nick, club=club)
        for surname, name, nick, club in tournament.entrants.values_list("surname", "name", "nick", "club")
    ]
    same = {row.line for row in already_listed(sheet.rows, map(_as_given, known))}
    entered = {_person(row) for row in known}
    return tuple(
        RowError(line=row.line, field="surname", value=f"{row.surname} {row.name}".strip(), message=_("già iscritto"))
        for row in sheet.rows
        if row.line in same or _person(row) in entered
    )


def _as_given(entered: RosterRow) -> RosterRow:
    """A person with only a nickname was entered under it."""
    is_nick_alone = entered.nick and (entered.surname, entered.name) == (entered.nick, "")
    return msgspec.structs.replace(entered, surname="") if is_nick_alone else entered


@transaction.atomic
def add(
    tournament: Tournament,
    *,
    by,
    surname: str,
    name: str = "",
    is_present: bool = False,
    is_namesake: bool = False,
    **fields: object,
) -> Entrant:
    """Enter one person by hand, also after the day has begun.

    Raises SameName where the name is on the roster already, unless `is_namesake` says that this is somebody else.
    """
    _refuse_when_finished(tournament)
    if not is_namesake:
        _refuse_same_name(tournament.entrants.all(), surname, name)
    state = EntrantState.PRESENT if is_present else EntrantState.EXPECTED
    number = _next_number(tournament, 1)
    entrant = Entrant(tournament=tournament, number=number, surname=surname, name=name, state=state, **fields)
    _save(entrant)
    directory.recognise([entrant])
    distinguish(tournament)
    entrant.refresh_from_db(fields=["distinction", "is_minor"])
    record(tournament, ADD, by=by, subject=number)
    return entrant


@transaction.atomic
def edit(entrant: Entrant, *, by, is_namesake: bool = False, **fields: object) -> Entrant:
    """Correct a person's data. The log says which fields changed and keeps no personal data. Raises SameName as `add` does."""
    surname, name = (str(fields.get(key, getattr(entrant, key))) for key in ("surname", "name"))
    if not is_namesake and not is_same_name((entrant.surname, entrant.name), (surname, name)):
        _refuse_same_name(entrant.tournament.entrants.exclude(pk=entrant.pk), surname, name)
    changed = [name for name, value in fields.items() if getattr(entrant, name) != value]
    for name in changed:
        setattr(entrant, name, fields[name])
    if changed:
        _save(entrant, update_fields=changed)
        if "is_minor" in changed:
            directory.grew_up(entrant)
        distinguish(entrant.tournament)
        entrant.refresh_from_db(fields=["distinction"])
        record(entrant.tournament, EDIT, by=by, subject=entrant.number, fields=changed)
    return entrant


@transaction.atomic
def withdraw(entrant: Entrant, *, by, reason: str) -> None:
    """Withdraw an entrant: no further draw includes the entrant; results stay."""
    reason = needed(reason)
    if (
        not Entrant.objects.filter(pk=entrant.pk)
        .exclude(state=EntrantState.WITHDRAWN)
        .update(state=EntrantState.WITHDRAWN)
    ):
        raise NotNow(_("Ha già lasciato il torneo."))
    entrant.state = EntrantState.WITHDRAWN
    record(entrant.tournament, WITHDRAW, by=by, subject=entrant.number, reason=reason)


@transaction.atomic
def readmit(entrant: Entrant, *, by, reason: str) -> None:
    """Readmit a withdrawn entrant, who is present again and takes part in the next draw that the regulation allows."""
    reason = needed(reason)
    _refuse_when_finished(entrant.tournament)
    left = Entrant.objects.filter(pk=entrant.pk, state=EntrantState.WITHDRAWN)
    if not left.update(state=EntrantState.PRESENT):
        raise NotNow(_("Non aveva lasciato il torneo."))
    entrant.state = EntrantState.PRESENT
    record(entrant.tournament, READMIT, by=by, subject=entrant.number, reason=reason)


@transaction.atomic
def remove(entrant: Entrant, *, by) -> None:
    """Remove a person from the roster; refused once the tournament has data of the person."""
    tournament, number = entrant.tournament, entrant.number
    try:
        with transaction.atomic():
            entrant.delete()
    except ProtectedError:
        raise NotNow(_("Ha già una sedia, un riposo, una penalità o un'obiezione: si può solo ritirare.")) from None
    distinguish(tournament)
    record(tournament, REMOVE, by=by, subject=number)


def distinguish(tournament: Tournament) -> None:
    """Store what tells people of one name apart; whatever changes a name, a nick, a club or who is on the roster calls this."""
    people = list(tournament.entrants.all())
    due = distinctions(people)
    changed = [one for one in people if one.distinction != due[one.pk]]
    for one in changed:
        one.distinction = due[one.pk]
    Entrant.objects.bulk_update(changed, ["distinction"])


def _enter(tournament: Tournament, rows: list[RosterRow]) -> list[Entrant]:
    first = _next_number(tournament, len(rows))
    entrants = [
        Entrant(tournament=tournament, number=number, **_named(row)) for number, row in enumerate(rows, start=first)
    ]
    try:
        with transaction.atomic():
            return Entrant.objects.bulk_create(entrants)
    except IntegrityError:
        raise BadRoster(_("Nel frattempo qualcun altro ha iscritto le stesse persone: ricarica la pagina.")) from None


def _named(row: RosterRow) -> dict[str, str | bool]:
    """A person with only a nickname, as many minors have, is entered under it."""
    given = values_of(row)
    return given if row.surname else {**given, "surname": row.nick}


def _refuse_same_name(entrants: EntrantQuerySet, surname: str, name: str) -> None:
    same = entrants.named(surname, name)
    if same:
        named = ", ".join(
            _("n. %(number)d %(name)s (%(club)s, %(state)s)")
            % {
                "number": one.number,
                "name": one.full_name,
                "club": one.club or _("senza club"),
                "state": one.get_state_display(),
            }
            for one in same
        )
        raise SameName(_("Con questo nome c'è già: %s.") % unstopped(named))


def _save(entrant: Entrant, **how: object) -> None:
    try:
        with transaction.atomic():
            entrant.save(**how)
    except IntegrityError:
        raise BadRoster(
            _("Questa persona è già iscritta; per un omonimo aggiungi un nick o il club che li distingua.")
        ) from None


def _next_number(tournament: Tournament, many: int) -> int:
    """The first number of so many who enter: every way in goes by here. Other desks that number entrants wait. Raises NotNow where the
    event would have more people than it may.
    """
    take_turns(tournament)
    most = MOST_IN_A_REHEARSAL if tournament.is_rehearsal else MOST_PEOPLE
    if tournament.entrants.count() + many > most:
        words = (
            _("Una prova ha al più %d iscritti.") if tournament.is_rehearsal else _("Un torneo ha al più %d iscritti.")
        )
        raise NotNow(words % most)
    return (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def _person(row: RosterRow) -> Person:
    names = (row.surname or row.nick, row.name, row.nick, row.club)
    return tuple(" ".join(name.split()).casefold() for name in names)


def _refuse_when_finished(tournament: Tournament) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise NotNow(_("Il torneo è concluso: riaprilo per cambiare gli iscritti."))
