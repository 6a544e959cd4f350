"""Score sheets to be filled in by hand: the one of the game, with the names of a round's tables or without any."""

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.kernel.paper import LEFT, PaperField
from games.registry import games
from tournament.documents.paper_forms import FormLegend, FormRow, FormSeat, PaperForm
from tournament.labels.endings import OTHER, endings_of
from tournament.models import ClubLogo, Round, Tournament
from tournament.queries.day_plan import hall_of
from tournament.queries.game_paper import GamePaper, in_readers_language

SPARE_FORMS = 4


def forms_of(round_: Round, *, made_at: datetime) -> list[PaperForm]:
    """A form for each table with its names, without a count."""
    papers: dict[int, PaperForm] = {}
    forms = []
    for table in round_.tables.with_seats():
        table.round = round_
        seats = tuple(
            FormSeat(seat.position, str(seat.entrant), seat.entrant.club)
            for seat in sorted(table.seats.all(), key=lambda seat: seat.position)
        )
        if len(seats) not in papers:
            paper = GamePaper.of_table(table, len(seats))
            papers[len(seats)] = _form(round_.tournament, paper, len(seats), made_at=made_at)
        forms.append(
            replace(
                papers[len(seats)],
                round_name=round_.name,
                table=table.number,
                seats=seats,
                hall=hall_of(round_.tournament, table.number),
                judge=table.judge.get_username() if table.judge else "",
            )
        )
    return forms


def blank_form(tournament: Tournament, *, made_at: datetime) -> PaperForm:
    """A form without names, for any table."""
    size = max(tournament.rules.table_sizes)
    return _form(tournament, GamePaper.of(tournament.rules, size), size, made_at=made_at)


def blank_forms(tournament: Tournament, *, made_at: datetime, many: int = SPARE_FORMS) -> list[PaperForm]:
    return [blank_form(tournament, made_at=made_at)] * many


def logo_of(tournament: Tournament) -> bytes:
    """A PNG; empty where no club gave one."""
    return b64decode("".join(ClubLogo.objects.filter(tournament=tournament).values_list("picture", flat=True)))


def _form(tournament: Tournament, paper: GamePaper | None, size: int, *, made_at: datetime) -> PaperForm:
    rules = tournament.rules
    played, words = games().get(rules.game), endings_of(rules)
    endings = tuple(words[code] for code in (*(played.endings if played else ()), OTHER))
    return PaperForm(
        tournament=tournament.name,
        round_name=_("Turno ______"),
        table=0,
        game=rules.name.in_language(get_language() or settings.LANGUAGE_CODE),
        made_at=made_at,
        seats=tuple(FormSeat(seat) for seat in range(1, size + 1)),
        rows=(*_rows(paper), FormRow(_("Firma"), is_signature=True)),
        endings=endings,
        steps=tuple(map(in_readers_language, paper.sheet.steps(paper.rules))) if paper else (),
        legends=tuple(_legends(paper)) if paper else (),
        logo=logo_of(tournament),
    )


def _rows(paper: GamePaper | None) -> Iterator[FormRow]:
    """In the order of the count: what is held, points, tie-breaks, who is out, places. Points that follow stand after what makes them."""
    points = FormRow(_("Punti"), is_strong=True)
    if paper is None:
        yield from (points, FormRow(_("Spareggi")), FormRow(_("Eliminato"), is_tick=True))
    else:
        numbers = {field.name: number for number, field in enumerate(paper.tiebreaks, 1)}
        fields = [field for field in paper.fields if field.name != LEFT]
        if paper.sheet.points_are_written:
            yield from (_row(field, 0) for field in fields if not field.is_tiebreak)
            yield points
            yield from (_row(field, numbers[field.name]) for field in paper.tiebreaks)
        else:
            yield from (_row(field, numbers.get(field.name, 0)) for field in fields)
            yield from (FormRow(in_readers_language(words)) for words in paper.sheet.worked(paper.rules))
            yield points
        if paper.sheet.has_elimination:
            yield FormRow(_("Eliminato"), is_tick=True)
        yield from (_row(field, 0) for field in paper.fields if field.name == LEFT)
    yield FormRow(_("Piazzamento"), is_strong=True)


def _row(field: PaperField, tiebreak: int) -> FormRow:
    words = in_readers_language(field.words)
    if tiebreak:
        words = _("Spareggio %(n)d: %(what)s") % {"n": tiebreak, "what": words}
    return FormRow(_capital(words), is_tick=field.is_tick)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _legends(paper: GamePaper) -> Iterator[FormLegend]:
    for legend in paper.sheet.legends(paper.rules):
        entries = tuple((in_readers_language(words), value) for words, value in legend.entries)
        yield FormLegend(in_readers_language(legend.title), entries, legend.has_boxes)
