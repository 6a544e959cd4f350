"""Sheets on paper and as workbooks: opened again and read, with accents, formulas and figures as they were."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import openpyxl
import pypdf
import pytest
from django.utils import translation
from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.config.test_font import interface, names_of_a_hall
from tournament.core.formatting import format_figure
from tournament.documents.sheets import (
    ScoreRow,
    ScoreSheetPage,
    SeatingSheet,
    SeatingTable,
    SeatRow,
    StandingsRow,
    StandingsSheet,
    alphabetical,
)
from tournament.exports import (
    score_sheet_pdf,
    score_sheets_pdf,
    score_sheets_xlsx,
    seatings_pdf,
    seatings_xlsx,
    standings_pdf,
    standings_xlsx,
)
from tournament.exports.typeface import PLAIN, WIDER, letters_of, register_fonts

HALF_PAST_SIX = datetime(2026, 3, 7, 18, 30, tzinfo=UTC)
ACCENTS = "à è é ì ò ù À È É Ì Ò Ù ç ñ ö ß č ł ž"


@pytest.fixture(autouse=True)
def _in_italian():
    with translation.override("it"):
        yield


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def text(pdf: bytes) -> str:
    return "\n".join(pages(pdf))


def lines(pdf: bytes) -> list[str]:
    return [line.strip() for line in text(pdf).split("\n")]


def cells(xlsx: bytes, sheet: int = 0) -> list[tuple]:
    return list(openpyxl.load_workbook(io.BytesIO(xlsx)).worksheets[sheet].iter_rows(values_only=True))


def seat(position: int, name: str, club: str = "Ludoteca") -> SeatRow:
    return SeatRow(position=position, name=name, club=club)


SEATING = SeatingSheet(
    tournament="Torneo di Primavera",
    round_name="Primo turno",
    made_at=HALF_PAST_SIX,
    seed="abc123",
    tables=(
        SeatingTable(number=1, seats=(seat(1, "Rossi Anna"), seat(2, "Èllero Nicolò"))),
        SeatingTable(number=2, seats=(seat(1, "Eco Bea"), seat(2, "Verdi Ugo"))),
    ),
)


def standings_row(rank: int, name: str, **more) -> StandingsRow:
    figures = {"total": Decimal("144.25"), "wins": 1, "per_round": (Decimal("44.25"), Decimal("100"), None)}
    return StandingsRow(rank=rank, name=name, **{**figures, **more})


STANDINGS = StandingsSheet(
    tournament="Torneo di Primavera",
    made_at=HALF_PAST_SIX,
    rounds=("1º turno", "2º turno", "Finale"),
    rows=(standings_row(1, "Rossi Anna", nick="Gufo", reached="Finale"), standings_row(2, "Verdi Ugo")),
    tables_closed=3,
    tables=4,
)
SCORE = ScoreSheetPage(
    tournament="Torneo di Primavera",
    round_name="Primo turno",
    table=3,
    game="Un gioco",
    made_at=HALF_PAST_SIX,
    tiebreak_names=("Fuori obiettivo", "Armate"),
    ended_by="dadi",
    judge="Neri Bea",
    chain_head="e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    entries=412,
    rows=(
        ScoreRow(seat=1, name="Rossi Anna", colour="rosso", points=Decimal("44.5"), tiebreaks=(Decimal(9),), rank=1),
        ScoreRow(seat=2, name="Verdi Ugo", points=Decimal(0), rank=2, eliminated=True),
    ),
)
EVERY_PDF = [(seatings_pdf, SEATING), (standings_pdf, STANDINGS), (score_sheet_pdf, SCORE)]


# Figures


@pytest.mark.parametrize(
    ("points", "written"),
    [
        ("44", "44"),
        ("44.10", "44,1"),
        ("1E+2", "100"),
        ("0.000", "0"),
        ("-0.5", "-0,5"),
        ("100", "100"),
        ("0.32", "0,32"),
    ],
)
def test_a_figure_is_exact_with_the_mark_of_the_reader(points, written):
    assert format_figure(Decimal(points)) == written


def test_a_figure_has_a_point_for_english_readers_and_nothing_when_there_is_none():
    with translation.override("en"):
        assert format_figure(Decimal("44.1")) == "44.1"
    assert format_figure(None) == ""


def test_names_are_sorted_without_accents_and_case():
    assert sorted(["Zara", "èco", "Eco A", "Dè"], key=alphabetical) == ["Dè", "èco", "Eco A", "Zara"]


# Every sheet


@pytest.mark.parametrize(("pdf", "sheet"), EVERY_PDF)
def test_a_sheet_is_the_same_bytes_every_time(pdf, sheet):
    assert pdf(sheet) == pdf(sheet)


@pytest.mark.parametrize(("pdf", "sheet"), EVERY_PDF)
def test_a_sheet_is_a4_and_carries_its_fonts(pdf, sheet):
    page = pypdf.PdfReader(io.BytesIO(pdf(sheet))).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    embedded = {str(font["/BaseFont"]).split("+")[-1] for font in fonts if "/FontDescriptor" in font}
    assert embedded == {"Inter-Regular", "Inter-Bold"}


@pytest.mark.parametrize(("pdf", "sheet"), EVERY_PDF)
def test_accents_and_marks_are_printed_as_they_are(pdf, sheet):
    title = f"{ACCENTS} <b>&amp; 1 < 2"
    assert title in text(pdf(replace(sheet, tournament=title)))


@pytest.mark.parametrize("name", ["Игорь Ελένη Nguyễn", "ნინო Անահիտ", "Rossi ნინო ☐ Bianchi"])
def test_a_name_in_any_alphabet_is_printed_letter_by_letter(name):
    """What the face of the pages has not comes from the wider one, in the middle of a word too; measured as it is drawn."""
    seating = replace(SEATING, tables=(replace(SEATING.tables[0], seats=(seat(1, name),)),))
    assert name in text(seatings_pdf(seating)).replace("\n", " ")
    register_fonts()
    parts = sum(stringWidth(letter, PLAIN, 10) for letter in name)
    assert stringWidth(name, PLAIN, 10) == pytest.approx(parts)


def test_every_sign_of_the_interface_can_be_printed():
    known = letters_of(PLAIN) | letters_of(WIDER[PLAIN])
    assert sorted(one for one in interface() | names_of_a_hall() if ord(one) not in known) == []


@pytest.mark.parametrize(("xlsx", "sheet"), [(seatings_xlsx, SEATING), (standings_xlsx, STANDINGS)])
def test_a_workbook_is_the_same_bytes_every_time_and_dated_by_its_sheet(xlsx, sheet):
    data = xlsx(sheet)
    assert data == xlsx(sheet)
    properties = openpyxl.load_workbook(io.BytesIO(data)).properties
    assert {properties.created, properties.modified} == {HALF_PAST_SIX.replace(tzinfo=None)}


@pytest.mark.parametrize("name", ["=1+1", "+39", "-cmd", "@SUM(A1)", '=HYPERLINK("http://x")', "Rossi"])
def test_a_text_never_becomes_a_formula(name):
    book = openpyxl.load_workbook(io.BytesIO(standings_xlsx(replace(STANDINGS, rows=(standings_row(1, name),)))))
    cell = book.worksheets[0]["B2"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == (name, "s", name != "Rossi")


def test_characters_that_no_workbook_may_hold_are_left_out():
    assert cells(standings_xlsx(replace(STANDINGS, rows=(standings_row(1, "Ros\x07si"),))))[1][1] == "Rossi"


# Seatings


def test_seatings_list_the_tables_then_everybody_by_name():
    by_table, by_name = pages(seatings_pdf(SEATING))
    assert [word for word in by_table.split() if word in ("Rossi", "Èllero", "Eco", "Verdi")] == [
        "Rossi",
        "Èllero",
        "Eco",
        "Verdi",
    ]
    assert [word for word in by_name.split() if word in ("Rossi", "Èllero", "Eco", "Verdi")] == [
        "Eco",
        "Èllero",
        "Rossi",
        "Verdi",
    ]


def test_seatings_count_the_draw_and_print_its_seed():
    printed = text(seatings_pdf(replace(SEATING, draw_number=3)))
    assert "Primo turno, sorteggio n. 3" in printed
    assert "seme abc123" in printed
    assert "BOZZA" not in printed


def test_a_draft_says_so():
    assert "BOZZA: Primo turno" in text(seatings_pdf(replace(SEATING, is_draft=True)))


def test_seatings_as_a_workbook():
    assert cells(seatings_xlsx(SEATING)) == [
        ("Tavolo", "Sedia", "Giocatore", "Club"),
        (1, 1, "Rossi Anna", "Ludoteca"),
        (1, 2, "Èllero Nicolò", "Ludoteca"),
        (2, 1, "Eco Bea", "Ludoteca"),
        (2, 2, "Verdi Ugo", "Ludoteca"),
    ]
    assert [row[2] for row in cells(seatings_xlsx(SEATING), 1)[1:]] == [
        "Eco Bea",
        "Èllero Nicolò",
        "Rossi Anna",
        "Verdi Ugo",
    ]


# Standings


def test_standings_print_every_round_and_the_total_with_as_many_decimals():
    printed = lines(standings_pdf(STANDINGS))
    start = printed.index("1")
    assert printed[start : start + 6] == ["1", "Rossi Anna «Gufo»", "Finale", "44,25", "100,00", "144,25"]


def test_standings_are_provisional_while_a_table_is_open():
    assert "CLASSIFICA PROVVISORIA · tavoli chiusi 3 su 4" in text(standings_pdf(STANDINGS))
    assert "PROVVISORIA" not in text(standings_pdf(replace(STANDINGS, tables_closed=4)))


def test_a_penalty_is_printed_beside_the_total():
    row = standings_row(1, "Rossi Anna", penalty=Decimal("2.5"))
    assert "144,25 (pen. 2,5)" in lines(standings_pdf(replace(STANDINGS, rows=(row,))))


def test_a_few_rounds_leave_a_line_of_its_own_to_each_player():
    """Two rounds, a semifinal and a final: neither the name nor how far somebody came nor a penalty is broken."""
    names = ("Turno 1", "Turno 2", "Semifinale", "Finale")
    figures = (Decimal(113), Decimal("30.5"), None, Decimal(102))
    row = standings_row(1, "Cognome Massimiliano", club="Kamchatka Club", per_round=figures, penalty=Decimal("7.5"),
                        reached="Semifinale", place=3)  # fmt: skip
    printed = lines(standings_pdf(replace(STANDINGS, rounds=names, rows=(row,))))
    assert {"Cognome Massimiliano", "Kamchatka Club", "Semifinale, 3º"} <= set(printed)
    assert any("(pen. 7,5)" in line and line[0].isdigit() for line in printed)


def test_long_standings_repeat_their_head_on_every_page():
    rows = tuple(standings_row(rank, f"Persona {rank}") for rank in range(1, 101))
    printed = pages(standings_pdf(replace(STANDINGS, rows=rows)))
    assert len(printed) >= 2
    assert all("Giocatore" in page for page in printed)
    assert "Persona 100" in printed[-1]


def test_a_very_long_name_still_fits_its_page():
    row = standings_row(1, "Pappalardo" * 6, nick="g" * 40, club="Ludoteca " * 9)
    assert len(pages(standings_pdf(replace(STANDINGS, rows=(row,))))) == 1


@pytest.mark.parametrize("rounds", [0, 1, 8])
def test_standings_of_any_number_of_rounds(rounds):
    figures = tuple(Decimal(number) for number in range(rounds))
    row = standings_row(1, "Rossi Anna", per_round=figures)
    sheet = replace(STANDINGS, rounds=tuple(f"T{number}" for number in range(rounds)), rows=(row,))
    assert "Rossi Anna" in text(standings_pdf(sheet))
    assert cells(standings_xlsx(sheet))[1][6 : 6 + rounds] == figures


def test_a_long_league_breaks_no_figure_and_no_head():
    """Eight nights, a semifinal and a final beside each other on one sheet."""
    names = (*(f"Turno {number}" for number in range(1, 9)), "Semifinale", "Finale")
    figures = tuple(Decimal(f"{100 + number}") for number in range(10))
    rows = tuple(standings_row(rank, f"Persona {rank}", per_round=figures) for rank in (1, 2))
    printed = lines(standings_pdf(replace(STANDINGS, rounds=names, rows=rows)))
    assert printed.count("104") == 2
    assert {"7", "8", "S", "F"} <= set(printed)


def test_a_long_league_breaks_no_figure_with_decimals():
    names = (*(f"Turno {number}" for number in range(1, 9)), "Semifinale", "Finale")
    rows = (standings_row(1, "Rossi Anna", per_round=(Decimal("113.25"),) * 10, reached="Semifinale", place=3),)
    printed = lines(standings_pdf(replace(STANDINGS, rounds=names, rows=rows)))
    assert printed.count("113,25") == 10


def test_points_below_nought_have_a_minus_that_is_seen():
    row = standings_row(1, "Rossi Anna", total=Decimal("-0.3"), per_round=(Decimal("-0.3"), None, None))
    assert "−0,3" in lines(standings_pdf(replace(STANDINGS, rows=(row,))))


def test_standings_of_nobody_are_an_empty_table():
    assert "Giocatore" in text(standings_pdf(replace(STANDINGS, rows=())))
    assert len(cells(standings_xlsx(replace(STANDINGS, rows=())))) == 1


def test_standings_as_a_workbook_hold_exact_numbers():
    head, first, _second = cells(standings_xlsx(STANDINGS))
    assert head[6:9] == ("1º turno", "2º turno", "Finale")
    assert first == (1, "Rossi Anna", "Gufo", None, None, "Finale", 44.25, 100, None, 0, 144.25, 1, None, None)


# Score sheets


def test_a_score_sheet_prints_points_tie_breaks_place_and_the_head_of_the_chain():
    printed = text(score_sheet_pdf(SCORE))
    assert "Primo turno, tavolo 3 · Un gioco" in printed
    assert f"Verbale: 412 righe, codice di controllo {SCORE.chain_head}" in printed
    assert [line for line in lines(score_sheet_pdf(SCORE)) if line in ("44,5", "9", "Rossi Anna", "rosso")] == [
        "Rossi Anna",
        "rosso",
        "44,5",
        "9",
    ]
    assert "eliminato" in printed


def test_tie_breaks_that_nobody_named_are_numbered():
    sheet = replace(
        SCORE, tiebreak_names=("Fuori obiettivo",), rows=(replace(SCORE.rows[0], tiebreaks=(Decimal(9),) * 3),)
    )
    assert sheet.tiebreak_heads == ("Fuori obiettivo", "Spareggio 2", "Spareggio 3")
    assert lines(score_sheet_pdf(sheet)).count("9") == 3


def test_a_score_sheet_has_room_for_signatures():
    printed = text(score_sheet_pdf(SCORE))
    assert [label in printed for label in ("Firma", "Arbitro del tavolo: Neri Bea", "Capo arbitro")] == [True] * 3


def test_a_blank_score_sheet_is_printed_to_be_filled_in_by_hand():
    blank = replace(SCORE, rows=(ScoreRow(seat=1, name="Rossi Anna"),), chain_head="", ended_by="", judge="")
    printed = text(score_sheet_pdf(blank))
    assert "Rossi Anna" in printed
    assert "catena" not in printed


def test_score_sheets_take_a_page_a_table():
    printed = pages(score_sheets_pdf([replace(SCORE, table=number) for number in (1, 2, 3)]))
    assert [f"tavolo {number}" in page for number, page in enumerate(printed, start=1)] == [True, True, True]


def test_score_sheets_of_no_table_are_an_empty_document():
    assert len(pages(score_sheets_pdf([]))) == 1


def test_score_sheets_as_a_workbook():
    head, first, second = cells(score_sheets_xlsx([SCORE], HALF_PAST_SIX))
    assert head[4:8] == ("Punti", "Fuori obiettivo", "Armate", "Piazzamento")
    assert first[:9] == ("Primo turno", 3, 1, "Rossi Anna", 44.5, 9, None, 1, None)
    assert second[3:9] == ("Verdi Ugo", 0, None, None, 2, "sì")
