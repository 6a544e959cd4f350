"""What is printed for the hall: read again with pdftotext, as a person would read it; and the sheets that come back."""

import re
import struct
import subprocess
import zlib
from dataclasses import replace
from decimal import Decimal
from io import BytesIO

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone, translation
from django.utils.html import strip_tags
from PIL import Image, ImageFile
from pypdf import PdfReader

from games.kernel.lines import header_for
from games.registry import games
from tests.queue import work_off
from tests.tools import need
from tests.tournament.conftest import NOW, lines_for, play, ready_to_draw, state_of, url
from tournament.actions import prints, results, rounds
from tournament.core.regulation.schema import presets, to_json
from tournament.documents.sheets import BadgeSheet
from tournament.exports import (
    MOST_PIXELS,
    badges_pdf,
    diplomas_pdf,
    emergency_pdf,
    judges_guide_pdf,
    prizes_pdf,
    score_forms_pdf,
    score_sheets_pdf,
    seatings_by_name_pdf,
    seatings_by_table_pdf,
    table_cards_pdf,
)
from tournament.exports.judges import guide
from tournament.jobs.prints import PRINTS
from tournament.models import Entrant, PrintJob, TableStatus
from tournament.queries import badge_tokens as phones
from tournament.queries import paper_forms, printed_sheets
from tournament.queries.game_paper import GamePaper
from tournament.queries.prizes import prize_sheet
from tournament.queries.sheets import seating_sheet


def read(pdf: bytes) -> list[str]:
    """The text of each page, laid out as it is printed."""
    command = [need("pdftotext"), "-layout", "-", "-"]
    text = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    return text.split("\f")[:-1]


def hall(path: str) -> str:
    return f"http://192.168.1.20:8000{path}"


@pytest.fixture
def director(client, organizer):
    client.force_login(organizer)
    return client


# Cards


def test_a_table_card_says_table_round_and_names_on_both_halves(running):
    sheet = seating_sheet(running, made_at=NOW)
    pages = read(table_cards_pdf(sheet))
    assert len(pages) == len(sheet.tables)
    assert "Tavolo 1" in pages[0]
    assert all(pages[0].count(seat.name) >= 1 for seat in sheet.tables[0].seats)


def test_badges_are_ten_a_page_in_the_order_of_surnames(running):
    sheet = printed_sheets.badge_sheet(running.tournament, address=hall)
    pages = read(badges_pdf(sheet))
    assert [page.count("Cognome") for page in pages] == [10, 10]
    assert "Cognome01" in pages[0]
    assert "Cognome20" in pages[1]


def test_a_surname_of_two_words_stays_whole_on_its_badge(running):
    Entrant.objects.filter(surname="Cognome01").update(surname="De Santis", name="Anna Maria")
    badges = printed_sheets.badge_sheet(running.tournament, address=hall).badges
    assert ("De Santis", "Anna Maria") in {(one.surname, one.name) for one in badges}
    lines = read(
        badges_pdf(BadgeSheet(tournament="T", day=NOW.date(), badges=tuple(b for b in badges if "De" in b.surname)))
    )
    assert [line.strip() for line in lines[0].splitlines() if "De Santis" in line] == ["De Santis"]


def test_the_code_on_a_badge_is_the_players_own_address(running):
    entrant = Entrant.objects.get(surname="Cognome01")
    badge = printed_sheets.badge_sheet(running.tournament, address=hall).badges[0]
    assert badge.address == f"http://192.168.1.20:8000/g/{phones.token_of(entrant)}/"


def test_who_has_left_gets_no_badge(running):
    Entrant.objects.filter(surname="Cognome01").update(state="withdrawn")
    assert len(printed_sheets.badge_sheet(running.tournament, address=hall).badges) == 19


def test_diplomas_follow_the_prize_list(draft, organizer):
    play(draft, organizer)
    sheet = prize_sheet(draft.tournament, made_at=NOW)
    pages = read(diplomas_pdf(printed_sheets.diplomas(draft.tournament, made_at=NOW)))
    assert len(pages) == sum(len(group.rows) for group in sheet.groups)
    assert "1º posto" in pages[0]
    assert sheet.groups[0].rows[0].name in pages[0]


def test_before_the_first_prize_the_sheet_says_that_there_is_none_yet():
    """A reader calls a PDF without a page damaged."""
    assert read(diplomas_pdf([])) == ["Non c'è ancora niente da stampare.\n"]


# Prizes


def test_prizes_go_by_the_standings_and_by_category(draft, organizer):
    Entrant.objects.filter(surname__in=["Cognome03", "Cognome07"]).update(category="Juniores")
    play(draft, organizer)
    sheet = prize_sheet(draft.tournament, made_at=NOW)
    assert [group.title for group in sheet.groups] == ["Classifica assoluta", "Juniores"]
    assert {row.name for row in sheet.groups[1].rows} == {"Cognome03 Ada", "Cognome07 Ada"}
    assert sheet.groups[1].rows[0].place == 1
    page = read(prizes_pdf(sheet))[0]
    assert page.index("Classifica assoluta") < page.index("Juniores")


def test_nobody_gets_a_prize_before_a_table_is_counted(running):
    assert prize_sheet(running.tournament, made_at=NOW).groups == ()


# Forms


def test_every_table_has_a_form_of_a_page(running):
    forms = paper_forms.forms_of(running, made_at=NOW)
    pages = read(score_forms_pdf(forms))
    assert [form.table for form in forms] == [table.number for table in running.tables.all()]
    assert [f"Tavolo {form.table}" in page for form, page in zip(forms, pages, strict=True)] == [True] * len(forms)


def test_a_form_holds_names_and_no_figures(draft, organizer):
    play(draft, organizer)
    form = paper_forms.forms_of(draft, made_at=NOW)[0]
    text = read(score_forms_pdf([form]))[0]
    assert len(form.seats) == draft.tables.first().seats.count()
    assert all(word in text for seat in form.seats for word in seat.name.split())
    assert "Firma" in text
    assert "49" not in text


def test_spare_forms_have_neither_names_nor_number(running):
    pages = read(score_forms_pdf(paper_forms.blank_forms(running.tournament, made_at=NOW)))
    assert [page.count("Tavolo ______") for page in pages] == [1] * 4
    assert "Cognome" not in pages[0]


@pytest.mark.parametrize("slug", sorted(presets()))
def test_the_form_of_each_preset_is_one_page_with_all_that_its_game_counts(tournament, slug):
    rules = presets()[slug]
    tournament.regulation = to_json(rules)
    tournament.__dict__.pop("rules", None)
    for language in ("it", "en"):
        with translation.override(language):
            form = paper_forms.blank_form(tournament, made_at=NOW)
            pages = read(score_forms_pdf([form]))
        assert len(pages) == 1
        text = " ".join(pages[0].split())
        paper = GamePaper.of(rules, len(form.seats))
        needed = [*(row.words for row in form.rows), *form.endings]
        needed += [field.words.in_language(language) for field in paper.fields]
        needed += [f"{words} {value}".strip() for legend in form.legends for words, value in legend.entries]
        assert [words for words in needed if words.lower() not in text.lower()] == []
        assert "Note" in text


def test_a_table_without_a_count_prints_the_form_and_with_one_its_sheet(director, running):
    slug, table = running.tournament.slug, running.tables.first()
    before = read(director.get(url("sheet_file", slug, 1, 1)).content)[0]
    assert "Come si conta" in before
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=None)
    after = read(director.get(url("sheet_file", slug, 1, 1)).content)[0]
    assert "Come si conta" not in after
    assert "fuori obiettivo" in " ".join(after.split())


def test_paper_is_entered_from_the_round_and_from_the_desk(director, running):
    slug = running.tournament.slug
    entry = url("paper_entry", slug, 1)
    for page in (url("round", slug, 1), url("desk", slug)):
        assert entry in director.get(page).content.decode()


def a_picture(kind: str = "PNG", size: tuple[int, int] = (900, 300)) -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", size, "navy").save(out, kind)
    return SimpleUploadedFile(f"logo.{kind.lower()}", out.getvalue())


@pytest.mark.parametrize(("width", "height"), [(MOST_PIXELS + 1, 1), (6_000, 6_000), (60_000, 60_000)])
def test_a_small_file_that_unpacks_to_a_huge_picture_is_refused_before_it_is_unpacked(
    olga, running, monkeypatch, width, height
):
    """Its head alone says how large it is; a picture of 9,000 × 9,000 in 149 bytes filled 300 MB."""
    out = BytesIO()
    Image.new("RGBA", (1, 1)).save(out, "PNG")
    head = struct.pack(">4sIIBBBBB", b"IHDR", width, height, 8, 6, 0, 0, 0)
    bomb = out.getvalue()[:12] + head + struct.pack(">I", zlib.crc32(head)) + out.getvalue()[33:]
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda picture: pytest.fail("unpacked"))
    slug = running.tournament.slug
    page = olga.post(url("logo", slug), {"file": SimpleUploadedFile("logo.png", bomb)}, follow=True)
    assert ["25" in str(message) for message in page.context["messages"]] == [True]
    assert not running.tournament.log.filter(verb="logo.give").exists()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_clubs_logo_stands_on_the_forms_once_it_is_given(olga, running, kind):
    slug = running.tournament.slug
    assert olga.post(url("logo", slug), {"file": a_picture(kind)}).status_code == 302
    form = paper_forms.forms_of(running, made_at=NOW)[0]
    assert Image.open(BytesIO(form.logo)).size == (600, 200)
    (page,) = PdfReader(BytesIO(score_forms_pdf([form]))).pages
    assert len(page.images) == 1
    assert "data:image/png;base64," in olga.get(url("print_outs", slug)).content.decode()
    olga.post(url("logo", slug), {"remove": "1"})
    assert paper_forms.blank_form(running.tournament, made_at=NOW).logo == b""
    assert [event.verb for event in running.tournament.log.all()[:2]] == ["logo.remove", "logo.give"]


def test_a_file_that_is_no_picture_is_refused_in_words(olga, running):
    slug = running.tournament.slug
    for name, data in (("logo.png", b"%PDF-1.4"), ("logo.png", a_picture().read()[:200]), ("logo.svg", b"<svg/>")):
        answer = olga.post(url("logo", slug), {"file": SimpleUploadedFile(name, data)}, follow=True)
        assert "immagine che si possa stampare" in answer.content.decode()
    assert paper_forms.blank_form(running.tournament, made_at=NOW).logo == b""


def test_the_three_tie_breaks_stand_after_the_points_and_before_the_dice(running):
    form = paper_forms.blank_form(running.tournament, made_at=NOW)
    words = [row.words for row in form.rows]
    order = ["Punti", "Spareggio 1: valore fuori obiettivo", "Spareggio 2: armate in obiettivo",
             "Spareggio 3: armate in campo", "Spareggio 4: dadi", "Piazzamento"]  # fmt: skip
    assert [one for one in words if one in order] == order


def test_a_counted_sheet_prints_the_address_to_compare_it_with(draft, organizer):
    play(draft, organizer)
    pages = read(score_sheets_pdf(printed_sheets.score_sheets_of(draft, made_at=NOW, address=hall)))
    assert f"http://192.168.1.20:8000{url('sheet_page', draft.tournament.slug, 1, 1)}" in pages[0]


def test_seatings_are_printed_by_surname_and_by_table(running):
    sheet = seating_sheet(running, made_at=NOW)
    by_name = read(seatings_by_name_pdf(sheet))[0]
    assert by_name.index("Cognome01") < by_name.index("Cognome02") < by_name.index("Cognome20")
    assert "Tavolo 1" in read(seatings_by_table_pdf(sheet))[0]


# The emergency pack


def test_the_emergency_pack_has_all_that_finishes_the_day_by_hand(running):
    tournament = running.tournament
    text = "\n".join(read(emergency_pdf(printed_sheets.emergency_pack(tournament, made_at=NOW))))
    for needed in ("Finire la giornata a mano", "Come si danno i punti", "Come si ordina la classifica", "Iscritti",
                   "Classifica da completare", "Finale"):  # fmt: skip
        assert needed in text
    for table in running.tables.all():
        assert f"Tavolo {table.number}" in text
    assert text.count("Cognome20 Ada") >= 4  # roster, table, by name, sheet


def test_the_emergency_pack_of_the_morning_has_the_roster_and_the_rounds_to_come(ready):
    pack = printed_sheets.emergency_pack(ready, made_at=NOW)
    assert (pack.seating, pack.forms) == (None, ())
    assert [round_.tables for round_ in pack.to_come] == [tuple(stage["tables"]) for stage in ready.format["stages"]]
    assert len(read(emergency_pdf(pack))) >= 4


def test_the_emergency_pack_says_who_goes_on_from_the_round_in_hand(running):
    pack = printed_sheets.emergency_pack(running.tournament, made_at=NOW)
    assert pack.advancement_rules[0][0] == running.name
    page = read(emergency_pdf(pack))[0]
    assert page.index("Chi passa il turno") < page.index(f"{running.name}: ")


def test_a_draft_is_in_no_pack(draft):
    assert printed_sheets.emergency_pack(draft.tournament, made_at=NOW).seating is None


def test_progress_is_told_up_to_the_end(running):
    result = []
    emergency_pdf(
        printed_sheets.emergency_pack(running.tournament, made_at=NOW), lambda done, total: result.append((done, total))
    )
    assert result[0][0] < result[-1][0] <= result[-1][1]
    assert [done for done, _total in result] == sorted(done for done, _total in result)


# The page and its long work


def test_every_short_sheet_opens_and_every_long_one_is_ordered(director, running):
    slug = running.tournament.slug
    page = director.get(url("print_outs", slug)).content.decode()
    for what, one in PRINTS.items():
        if one.is_long:
            assert url("print_out_order", slug, what) in page
            assert director.get(url("print_out_file", slug, what)).status_code == 404
        else:
            answer = director.get(url("print_out_file", slug, what))
            assert answer.content.startswith(b"%PDF-")


def test_a_long_sheet_tells_how_far_it_is_and_can_be_opened_when_ready(director, running):
    tournament = running.tournament
    job = PrintJob.objects.create(tournament=tournament, kind="badge")
    assert "<progress" in director.get(url("print_outs", tournament.slug)).content.decode()
    seen = []

    def draw(progress):
        progress(1, 4)
        seen.append(PrintJob.objects.get(pk=job.pk).percent)
        progress(3, 4)
        seen.append(PrintJob.objects.get(pk=job.pk).percent)
        return b"%PDF-1.4"

    prints.make(job, draw)
    assert seen == [25, 75]
    assert director.get(url("print_out_ready", tournament.slug, job.pk)).content == b"%PDF-1.4"


def test_an_ordered_sheet_is_drawn_aside_and_then_opened(director, running):
    slug = running.tournament.slug
    director.post(url("print_out_order", slug, "cartelli"))
    assert "in coda" in director.get(url("print_outs", slug)).content.decode()
    work_off()
    page = director.get(url("print_outs", slug)).content.decode()
    assert (ready := url("print_out_ready", slug, running.tournament.prints.get().pk)) in page
    assert "Tavolo 1" in read(director.get(ready).content)[0]


def test_a_sheet_that_cannot_be_drawn_is_told_and_logged(director, running, caplog):
    job = PrintJob.objects.create(tournament=running.tournament, kind="badge")

    def draw(progress):
        raise RuntimeError("no ink")

    prints.make(job, draw)
    assert "Riprova" in director.get(url("print_outs", running.tournament.slug)).content.decode()
    assert "Non è riuscito" in director.get(url("print_outs", running.tournament.slug)).content.decode()
    assert "no ink" in caplog.text
    assert director.get(url("print_out_ready", running.tournament.slug, job.pk)).status_code == 404


def test_yesterdays_print_outs_go(running):
    old = PrintJob.objects.create(tournament=running.tournament, kind="badge", at=timezone.now() - 2 * prints.RETENTION)
    fresh = PrintJob.objects.create(tournament=running.tournament, kind="badge")
    assert prints.sweep(now=timezone.now()) == 1
    assert list(PrintJob.objects.all()) == [fresh]
    assert old not in PrintJob.objects.all()


# Sheets that come back


def typed(table, points: list[str], **more) -> dict:
    rows = {f"t{table.number}-points_{place}": text for place, text in enumerate(points, 1)}
    return {**rows, f"t{table.number}-ended_by": "time", f"t{table.number}-is_signed": "on", **more}


def test_a_sheet_typed_in_is_counted_and_signed_in_one_go(director, running):
    table = running.tables.first()
    answer = director.post(
        url("paper_save", running.tournament.slug, 1, 1), typed(table, ["40", "30,0", "20", "10", "5"])
    )
    assert answer.status_code == 200
    table.refresh_from_db()
    assert table.state == "signed"
    lines = table.seats.order_by("position").values_list("result__points", "result__rank")
    assert list(lines)[:2] == [(Decimal("40"), 1), (Decimal("30"), 2)]


def test_a_sheet_with_a_fault_writes_nothing_and_says_where(director, running):
    table = running.tables.first()
    answer = director.post(
        url("paper_save", running.tournament.slug, 1, 1), typed(table, ["40", "quaranta", "20", "10", "5"])
    )
    assert answer.status_code == 422
    assert "quaranta" in answer.content.decode()
    table.refresh_from_db()
    assert table.state == "waiting"


def test_equal_points_ask_for_the_places(director, running):
    table = running.tables.first()
    answer = director.post(
        url("paper_save", running.tournament.slug, 1, 1), typed(table, ["40", "40", "20", "10", "5"])
    )
    assert answer.status_code == 422
    assert "parità" in answer.content.decode()


def test_a_tie_break_written_for_one_of_two_level_players_asks_for_the_places(director, running):
    table = running.tables.first()
    sheet = typed(table, ["40", "40", "20", "10", "5"])
    one, both = {"t1-outside_2": "9"}, {"t1-outside_1": "8", "t1-outside_2": "9"}
    answer = director.post(url("paper_save", running.tournament.slug, 1, 1), {**sheet, **one})
    assert answer.status_code == 422
    assert "parità" in answer.content.decode()
    assert director.post(url("paper_save", running.tournament.slug, 1, 1), {**sheet, **both}).status_code == 200
    ranks = table.seats.order_by("position").values_list("result__rank", flat=True)
    assert list(ranks)[:2] == [2, 1]


def test_a_sheet_that_somebody_did_not_sign_stays_counted(director, running):
    table = running.tables.first()
    data = typed(table, ["40", "30", "20", "10", "5"])
    del data["t1-is_signed"]
    director.post(url("paper_save", running.tournament.slug, 1, 1), data)
    table.refresh_from_db()
    assert table.state == "counted"


def test_the_page_has_a_sheet_for_each_open_table(director, running, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        page = director.get(url("paper_entry", running.tournament.slug, 1)).content.decode()
    assert page.count("data-sheet=") == running.tables.count()


def test_the_page_of_all_tables_holds_no_field_until_a_sheet_is_wanted(director, running):
    """Forty sheets are thousands of fields; one is fetched once its number is typed, or with its own address."""
    slug = running.tournament.slug
    every, one = url("paper_entry", slug, 1), url("paper_sheet", slug, 1, 1)
    assert "points_1" not in director.get(every).content.decode()
    part = director.get(one, headers={"HX-Request": "true"}).content.decode()
    whole = director.get(one).content.decode()
    assert "t1-points_1" in part
    assert "<html" not in part
    assert "t1-points_1" in whole
    assert "t2-points_1" not in whole
    assert whole.count("data-sheet=") == running.tables.count()


def test_a_table_that_is_counted_has_no_empty_sheet(director, running):
    slug, table = running.tournament.slug, running.tables.first()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=None)
    part = director.get(url("paper_sheet", slug, 1, table.number), headers={"HX-Request": "true"}).content.decode()
    assert "points_1" not in part
    assert "Guarda o correggi" in part


def test_a_draft_takes_no_sheets(director, draft):
    assert director.get(url("paper_entry", draft.tournament.slug, 1)).status_code == 404
    assert director.get(url("paper_sheet", draft.tournament.slug, 1, 1)).status_code == 404
    rounds.publish(draft, by=None)
    assert director.get(url("paper_entry", draft.tournament.slug, 1)).status_code == 200


def test_anybody_compares_a_paper_sheet_with_the_sites(client, draft, organizer):
    play(draft, organizer)
    page = client.get(url("sheet_page", draft.tournament.slug, 1, 1)).content.decode()
    assert "Referto del tavolo 1" in page
    assert "Cognome" in page


def test_the_desk_shows_the_address_of_the_hall_with_its_code(director, running, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20", "testserver"]
    page = director.get(url("desk", running.tournament.slug), headers={"host": "127.0.0.1:8000"}).content.decode()
    assert f"http://192.168.1.20:8000{url('public', running.tournament.slug)}" in page
    assert "<svg" in page
    assert 'class="qr"' in page


def test_the_judges_reminder_is_one_page_with_every_button_as_the_page_calls_it(tournament):
    (page,) = read(judges_guide_pdf(tournament.name, tournament.name))
    assert tournament.name in page
    templates = "".join(path.read_text() for path in (settings.BASE_DIR / "templates" / "referee").rglob("*.html"))
    levels = "".join(str(level.label) for level in TableStatus.Level)
    pressed = {word for _title, lines in guide() for line in lines for word in re.findall("«([^»]+)»", line)}
    assert len(pressed) > 10
    assert [word for word in pressed if word not in templates + levels] == []


# Sheets whose game works the points out


def has_pairs(slug: str, seats: int) -> bool:
    """Whether the sheet of a game holds two objectives a player."""
    played = games()[slug]
    if seats not in played.seats:
        return False
    rules = played.rules(header_for(played, [str(seat) for seat in range(seats)]))
    return "second_objective" in {field.name for field in played.paper.fields(rules)}


@pytest.fixture
def with_objectives(tournament, organizer):
    """A round of the game whose sheet of paper holds objectives."""
    rules = next(one for one in presets().values() if has_pairs(one.game, 4))
    tournament.regulation = to_json(rules)
    tournament.save()
    tournament.__dict__.pop("rules", None)
    round_ = rounds.draw(ready_to_draw(tournament, 8, organizer), seed="seme", by=organizer)
    rounds.publish(round_, by=organizer)
    rounds.start(round_, by=organizer, now=NOW)
    return round_


def written(table, ended_by: str, **fields: str) -> dict:
    return {
        **typed(table, [""] * 4),
        **{f"t1-{name}": value for name, value in fields.items()},
        "t1-ended_by": ended_by,
    }


DRAWN = {
    "first_objective_1": "1", "second_objective_1": "14", "first_objective_2": "6", "second_objective_2": "15",
    "first_objective_3": "19", "second_objective_3": "20", "eliminated_4": "on",
}  # fmt: skip


def results_of(table) -> list[tuple[Decimal, int, bool]]:
    fields = ("result__points", "result__rank", "result__is_eliminated")
    return list(table.seats.order_by("position").values_list(*fields))


def test_a_drawn_sheet_of_objectives_is_worked_out_by_the_game(director, with_objectives):
    """0.40 of the mean of each two; whoever is out loses 0.30."""
    table = with_objectives.tables.first()
    address = url("paper_save", with_objectives.tournament.slug, 1, 1)
    assert director.post(address, written(table, "time", **DRAWN)).status_code == 200
    assert results_of(table) == [
        (Decimal("0.38"), 1, False), (Decimal("0.40"), 1, False), (Decimal("0.56"), 1, False), (Decimal("-0.30"), 4, True),
    ]  # fmt: skip


def test_how_points_were_worked_out_stands_on_the_page_and_on_the_sheet_that_is_signed(director, with_objectives):
    table = with_objectives.tables.first()
    slug = with_objectives.tournament.slug
    director.post(url("paper_save", slug, 1, 1), written(table, "time", **DRAWN))
    assert table.seats.get(position=1).result.figures == {"first_objective": "1", "second_objective": "14"}
    page = director.get(url("table", slug, 1, 1)).content.decode()
    sheet = " ".join(read(director.get(url("sheet_file", slug, 1, 1)).content)[0].split())
    assert "0,40 × (0,70 + 1,20) / 2" in page
    assert "0,40 × (0,70 + 1,20) / 2 = 0,38" in sheet
    assert "−0,3" in sheet
    assert not re.search(r"(?<![\w-])-0,3", f"{strip_tags(page)}{sheet}"), "a minus that is easily overlooked"


def test_what_was_confirmed_stands_on_the_sheet_that_is_signed(director, running):
    table = running.tables.first()
    first, *rest = lines_for(table)
    doubtful = [replace(first, points=Decimal(87)), *rest]
    results.enter_by_hand(table, lines=doubtful, ended_by="time", by=None, confirmed="deciso in sala")
    sheet = " ".join(read(director.get(url("sheet_file", running.tournament.slug, 1, 1)).content)[0].split())
    assert "Confermato benché fuori dalla norma: deciso in sala" in sheet


def test_an_objective_reached_gives_its_coefficient_and_whoever_is_out_is_last(director, with_objectives):
    table = with_objectives.tables.first()
    address = url("paper_save", with_objectives.tournament.slug, 1, 1)
    sheet = written(table, "objective", reached_2="20", eliminated_3="on")
    assert director.post(address, sheet).status_code == 200
    assert results_of(table) == [
        (Decimal(0), 2, False), (Decimal("1.40"), 1, False), (Decimal("-0.30"), 4, True), (Decimal(0), 2, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ended_by", "fields", "fault"),
    [
        ("time", {**DRAWN, "points_1": "0.95"}, "dal resto del referto sono 0,38"),
        ("time", {**DRAWN, "second_objective_1": "1"}, "due, diversi"),
        ("time", {"eliminated_4": "on"}, "Scrivi i punti"),
        ("objective", {"reached_1": "5", "reached_2": "6"}, "uno solo"),
    ],
)
def test_a_sheet_of_objectives_that_cannot_be_is_refused(director, with_objectives, ended_by, fields, fault):
    table = with_objectives.tables.first()
    address = url("paper_save", with_objectives.tournament.slug, 1, 1)
    answer = director.post(address, written(table, ended_by, **fields))
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert state_of(table) == "waiting"


def test_points_typed_by_hand_stand_where_the_sheet_says_nothing_of_objectives(director, with_objectives):
    table = with_objectives.tables.first()
    points = {f"points_{place}": text for place, text in enumerate(["0.4", "0.38", "0.44"], 1)}
    address = url("paper_save", with_objectives.tournament.slug, 1, 1)
    assert director.post(address, written(table, "time", **points, eliminated_4="on")).status_code == 200
    assert [points for points, _rank, _out in results_of(table)] == [
        Decimal("0.4"), Decimal("0.38"), Decimal("0.44"), Decimal("-0.3"),
    ]  # fmt: skip


def test_a_correction_of_an_elimination_works_the_points_out_again(director, with_objectives):
    """Who came fourth was not eliminated; the others keep what was written."""
    table = with_objectives.tables.first()
    slug = with_objectives.tournament.slug
    director.post(url("paper_save", slug, 1, 1), written(table, "objective", reached_2="20", eliminated_3="on"))
    stands = {f"points_{n}": str(points) for n, (points, _rank, _out) in enumerate(results_of(table), 1)}
    ranks = {f"rank_{n}": str(rank) for n, (_points, rank, _out) in enumerate(results_of(table), 1)}
    corrected = {**stands, **ranks, "ended_by": "objective", "reached_2": "20", "reason": "era in gioco"}
    assert director.post(url("correct", slug, 1, 1), corrected).status_code == 302
    assert results_of(table) == [
        (Decimal(0), 2, False), (Decimal("1.40"), 1, False), (Decimal(0), 2, False), (Decimal(0), 2, False),
    ]  # fmt: skip


def test_a_correction_of_the_winner_takes_the_points_of_the_first_one_back(director, with_objectives):
    table = with_objectives.tables.first()
    slug = with_objectives.tournament.slug
    director.post(url("paper_save", slug, 1, 1), written(table, "objective", reached_2="20"))
    stands = {f"points_{n}": str(points) for n, (points, _rank, _out) in enumerate(results_of(table), 1)}
    corrected = {**stands, "ended_by": "objective", "reached_1": "5", "reason": "letto male"}
    assert director.post(url("correct", slug, 1, 1), corrected).status_code == 302
    assert [points for points, _rank, _out in results_of(table)] == [Decimal("0.8"), 0, 0, 0]


def test_the_points_of_somebody_who_was_out_are_no_points_of_one_who_was_not(director, with_objectives):
    """Without its objectives the sheet does not say what the line is worth now."""
    table = with_objectives.tables.first()
    slug = with_objectives.tournament.slug
    director.post(url("paper_save", slug, 1, 1), written(table, "time", **DRAWN))
    stands = {f"points_{n}": str(points) for n, (points, _rank, _out) in enumerate(results_of(table), 1)}
    pairs = {name: value for name, value in DRAWN.items() if name != "eliminated_4"}
    corrected = {**stands, **pairs, "ended_by": "time", "reason": "era in gioco"}
    answer = director.post(url("correct", slug, 1, 1), corrected)
    assert answer.status_code == 422
    assert answer.content.decode().count("Scrivi i punti, o ciò da cui seguono.") == 1
    assert director.post(url("correct", slug, 1, 1), {**corrected, "points_4": "0.44"}).status_code == 302
    assert [points for points, _rank, _out in results_of(table)] == [
        Decimal("0.38"), Decimal("0.4"), Decimal("0.56"), Decimal("0.44"),
    ]  # fmt: skip


def test_the_page_asks_for_what_the_sheet_of_the_game_holds(director, running):
    page = director.get(url("paper_sheet", running.tournament.slug, 1, 1)).content.decode()
    paper = GamePaper.of_table(running.tables.first(), running.tables.first().seats.count())
    assert len(paper.fields) > 4
    assert [field.name for field in paper.fields if f"t1-{field.name}_1" not in page] == []
