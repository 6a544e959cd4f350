"""Lists as spreadsheets: roster, seatings, results, standings, penalties, and all of them in one workbook.

The roster is for the staff; the others are published, and use public names.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.roster_fields import ROSTER_FIELDS, text_of
from tournament.documents.table import Page, Value, moment_text
from tournament.labels.endings import endings_of
from tournament.models import Penalty, Seat, Tournament
from tournament.queries.sheets import standings_sheet
from tournament.states import EntrantState, RoundState

CHUNK = 500
Rows = Iterator[tuple[Value, ...]]


@dataclass(frozen=True)
class ExportList:
    """One list: its title, its head, and its rows as they come from the database."""

    title: str
    head: tuple[str, ...]
    rows: Callable[[], Rows]
    names: int
    """How many columns say of whom a row is."""
    about: str = ""

    def page(self, tournament: Tournament) -> Page:
        heading = " · ".join(filter(None, (tournament.name, self.title, self.about)))
        return Page(self.title, self.head, self.rows(), self.names, heading)


def roster(tournament: Tournament) -> ExportList:
    """The columns that the import reads, so that an exported roster can be imported."""
    head = (_("Numero"), *(field.local_title for field in ROSTER_FIELDS), _("Stato"))

    def rows() -> Rows:
        for one in tournament.entrants.order_by("number").iterator(CHUNK):
            yield one.number, *(text_of(one, field) for field in ROSTER_FIELDS), str(EntrantState(one.state).label)

    return ExportList(_("Iscritti"), head, rows, 3)


def seatings(tournament: Tournament) -> ExportList:
    head = (_("Turno"), _("Tavolo"), _("Sedia"), _("Numero"), _("Cognome"), _("Nome"), _("Club"))

    def rows() -> Rows:
        for seat in _seats(tournament).iterator(CHUNK):
            yield (*_where_and_who(seat), seat.entrant.club)

    return ExportList(_("Sedie"), head, rows, 6)


def results(tournament: Tournament) -> ExportList:
    head = (_("Turno"), _("Tavolo"), _("Sedia"), _("Numero"), _("Cognome"), _("Nome"), _("Punti"), _("Piazzamento"),
            _("Spareggi"), _("Eliminato"), _("Fine"), _("Codice di controllo"))  # fmt: skip
    endings = endings_of(tournament.rules)

    def rows() -> Rows:
        for seat in _seats(tournament).filter(result__isnull=False).select_related("result").iterator(CHUNK):
            one = seat.result
            out = _("sì") if one.is_eliminated else ""
            scored = (one.points, one.rank, " ".join(one.tiebreaks), out, endings[one.ended_by], one.head)
            yield (*_where_and_who(seat), *scored)

    return ExportList(_("Risultati"), head, rows, 6)


def standings(tournament: Tournament) -> ExportList:
    sheet = standings_sheet(tournament, made_at=timezone.localtime(), explained=())
    head = (_("Pos."), _("Giocatore"), _("Nick"), _("Club"), _("Categoria"), *sheet.rounds, _("Penalità"), _("Totale"))

    def rows() -> Rows:
        for row in sheet.rows:
            points = (*row.per_round, *[None] * len(sheet.rounds))[: len(sheet.rounds)]
            yield (row.rank, row.name, row.nick, row.club, row.category, *points, row.penalty, row.total)

    return ExportList(_("Classifica"), head, rows, 2, sheet.state_in_words)


def penalties(tournament: Tournament) -> ExportList:
    head = (
        _("Numero"),
        _("Cognome"),
        _("Nome"),
        _("Turno"),
        _("Punti tolti"),
        _("Articolo"),
        _("Motivo"),
        _("Data"),
        _("Revocata"),
    )

    def rows() -> Rows:
        found = Penalty.objects.filter(tournament=tournament).select_related("entrant", "round").order_by("pk")
        for one in found.iterator(CHUNK):
            who = (one.entrant.number, one.entrant.public.surname, one.entrant.public.name)
            what = (one.round.number if one.round else None, one.points, one.article, one.reason)
            yield (*who, *what, moment_text(timezone.localtime(one.at)), _("sì") if one.revoked_at else "")

    return ExportList(_("Penalità"), head, rows, 3)


def _seats(tournament: Tournament):
    seats = Seat.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT)
    ordered = seats.order_by("round__number", "table__number", "position")
    return ordered.select_related("round", "table", "entrant")


def _where_and_who(seat: Seat) -> tuple[Value, ...]:
    who = seat.entrant.public
    return seat.round.number, seat.table.number, seat.position, seat.entrant.number, who.surname, who.name


LISTS = {"iscritti": roster, "sedie": seatings, "risultati": results, "classifica": standings, "penalita": penalties}
