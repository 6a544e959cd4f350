"""Everything that can be printed: short sheets at once, long ones in the background with their progress."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from tournament import exports
from tournament.actions import prints
from tournament.documents.progress import Progress
from tournament.models import PrintJob, Round, Tournament
from tournament.queries import paper_forms, printed_sheets, sheets
from tournament.queries.prizes import prize_sheet
from tournament.tasks.worker import URGENT

Address = Callable[[str], str]


@dataclass(frozen=True)
class Print:
    """A printable document; with `of_round` it needs a round, and a long one is drawn outside the request."""

    name: str
    about: str
    draw: Callable
    of_round: bool = False
    is_long: bool = False


def _now():
    return timezone.localtime()


def _seatings(draw: Callable) -> Callable:
    return lambda subject, address, progress: draw(sheets.seating_sheet(subject, made_at=_now()))


def _cards(subject: Round, address: Address, progress: Progress | None) -> bytes:
    return exports.table_cards_pdf(sheets.seating_sheet(subject, made_at=_now()), progress)


def _forms(subject: Round, address: Address, progress: Progress | None) -> bytes:
    return exports.score_forms_pdf(paper_forms.forms_of(subject, made_at=_now()), progress)


def _signed(subject: Round, address: Address, progress: Progress | None) -> bytes:
    return exports.score_sheets_pdf(printed_sheets.score_sheets_of(subject, made_at=_now(), address=address), progress)


def _blank(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.score_forms_pdf(paper_forms.blank_forms(subject, made_at=_now()), progress)


def _badges(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.badges_pdf(printed_sheets.badge_sheet(subject, address=address), progress)


def _diplomas(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.diplomas_pdf(printed_sheets.diplomas(subject, made_at=_now()), progress)


def _standings(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.standings_pdf(sheets.standings_sheet(subject, made_at=_now(), explained=()))


def _prizes(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.prizes_pdf(prize_sheet(subject, made_at=_now()))


def _guide(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.judges_guide_pdf(subject.name, subject.name)


def _emergency(subject: Tournament, address: Address, progress: Progress | None) -> bytes:
    return exports.emergency_pdf(printed_sheets.emergency_pack(subject, made_at=_now()), progress)


PRINTS = {
    "badge": Print(_("Badge"), _("dieci per foglio, con il codice per il telefono"), _badges, is_long=True),
    "tavoli-per-cognome": Print(
        _("Tavoli per cognome"), _("da appendere all'ingresso"), _seatings(exports.seatings_by_name_pdf), of_round=True
    ),
    "tavoli-uno-per-uno": Print(
        _("Tavoli, uno per uno"),
        _("chi siede dove, con il seme del sorteggio"),
        _seatings(exports.seatings_by_table_pdf),
        of_round=True,
    ),
    "cartelli": Print(_("Cartelli dei tavoli"), _("da piegare a metà"), _cards, of_round=True, is_long=True),
    "referti": Print(
        _("Referti da compilare"),
        _("con i nomi, un tavolo per foglio"),
        _forms,
        of_round=True,
        is_long=True,
    ),
    "referti-contati": Print(
        _("Referti contati"),
        _("con punti, codice di controllo e spazio per le firme"),
        _signed,
        of_round=True,
        is_long=True,
    ),
    "referti-vuoti": Print(_("Referti vuoti"), _("senza nomi, per qualunque tavolo"), _blank),
    "arbitri": Print(_("Promemoria dell'arbitro"), _("una pagina da tenere accanto al tablet"), _guide),
    "classifica": Print(_("Classifica"), _("come sta adesso"), _standings),
    "premi": Print(_("Premi"), _("assoluta e categorie"), _prizes),
    "diplomi": Print(_("Diplomi"), _("uno per premio"), _diplomas, is_long=True),
    "emergenza": Print(
        _("Pacchetto d'emergenza"), _("tutto per finire la giornata a mano, senza computer"), _emergency, is_long=True
    ),
}


@task(priority=URGENT)
def draw_print(job: int, *, round_number: int | None, base: str, language: str) -> None:
    """`base` is the site's address for phones, for printed QR codes."""
    print_job = PrintJob.objects.select_related("tournament").filter(pk=job, state=PrintJob.State.WORKING).first()
    if print_job is None:  # deleted with old jobs, or drawn before the worker could report it
        return
    subject = print_job.tournament if round_number is None else _round(print_job.tournament, round_number)
    with translation.override(language):
        prints.make(
            print_job, lambda progress: PRINTS[print_job.kind].draw(subject, lambda path: f"{base}{path}", progress)
        )


def _round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.get(number=number)
    round_.tournament = tournament
    return round_
