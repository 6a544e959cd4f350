"""Paper at the desk: a long print-out that tells how far it is, and sheets typed in without touching the mouse."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.kernel.game import Game
from games.kernel.lines import header_for
from games.registry import games
from tests.tournament.conftest import a_tournament, ready_to_draw, user
from tournament.actions import rounds
from tournament.core.regulation.schema import presets, to_json


@pytest.fixture
def round_(transactional_db):
    olga = user("olga")
    tournament = ready_to_draw(a_tournament(olga), 20, olga)
    drawn = rounds.draw(tournament, seed="seme", by=olga)
    rounds.publish(drawn, by=olga)
    rounds.start(drawn, by=olga, now=timezone.now())
    return drawn


@pytest.fixture
def desk(page: Page, round_) -> Page:
    log_in(page)
    return page


def log_in(page: Page) -> None:
    page.goto("/accedi/")
    page.fill("[name=username]", "olga")
    page.fill("[name=password]", "una parola lunga")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Esci")).to_be_visible()


def type_sheets_in(desk: Page, round_) -> None:
    """Opens the page for typing; the caret arrives a moment after the page, and a key before it would be lost."""
    desk.goto(reverse("tournament:paper_entry", args=[round_.tournament.slug, 1]))
    expect(desk.locator("#jump-to")).to_be_focused()


def test_a_long_print_out_is_ready_without_reloading(desk: Page, round_):
    desk.goto(reverse("tournament:print_outs", args=[round_.tournament.slug]))
    expect(desk.locator("body")).to_have_attribute("data-live-state", "open")
    desk.locator("li", has_text="Pacchetto d'emergenza").get_by_role("button", name="Prepara").click()
    link = desk.locator("#print-jobs").get_by_role("link", name="Apri il PDF")
    expect(link).to_be_visible(timeout=20_000)
    assert desk.request.get(link.get_attribute("href")).body().startswith(b"%PDF-")


def test_a_whole_round_of_sheets_is_typed_in_with_the_keyboard_alone(desk: Page, round_):
    type_sheets_in(desk, round_)
    keys = desk.keyboard
    many = round_.tables.count()
    for table in round_.tables.all():
        expect(desk.locator("#jump-to")).to_be_focused()
        keys.type(str(table.number))
        keys.press("Enter")
        for place in range(table.seats.count()):
            keys.type(str(40 - place))
            keys.press("Enter")
        expect(desk.locator(f"#sheet-{table.number}")).to_contain_text("Chiuso")
        many -= 1
        expect(desk.locator("#sheets-left")).to_have_text(str(many))
    assert set(round_.tables.values_list("state", flat=True)) == {"signed"}


def test_a_tie_leaves_the_caret_on_the_first_tie_break(desk: Page, round_, complaints):
    complaints.expect("status of 422")
    type_sheets_in(desk, round_)
    table = round_.tables.first()
    keys = desk.keyboard
    keys.type("1")
    keys.press("Enter")
    for _seat in range(table.seats.count()):
        keys.type("25")
        keys.press("Enter")
    sheet = desk.locator("#sheet-1")
    expect(sheet.get_by_role("alert")).to_contain_text("parità")
    expect(sheet.locator("input[name*=outside_1]")).to_be_focused()


def test_a_number_that_is_no_open_table_is_refused_in_words(desk: Page, round_):
    type_sheets_in(desk, round_)
    desk.keyboard.type("99")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("Questo tavolo non aspetta un referto.")).to_be_visible()


def test_the_desk_shows_the_address_of_the_hall_and_a_code_that_can_be_scanned(desk: Page, round_):
    desk.goto(reverse("tournament:desk", args=[round_.tournament.slug]))
    box = desk.locator("#addresses .qr-box").first
    assert box.bounding_box()["width"] >= 160
    assert desk.locator("#addresses a").first.get_attribute("href").endswith(f"/t/{round_.tournament.slug}/")


def slug_with_pairs() -> str:
    """The game whose sheet holds two objectives a player; it has tables of four."""
    return next(slug for slug, one in games().items() if "second_objective" in names_on_paper(one))


def names_on_paper(one: Game) -> set[str]:
    rules = one.rules(header_for(one, [str(seat) for seat in range(max(one.seats))]))
    return {field.name for field in one.paper.fields(rules)}


@pytest.fixture
def with_objectives(transactional_db):
    """A round of the game whose sheet of paper holds objectives."""
    olga = user("olga")
    tournament = a_tournament(olga)
    rules = next(one for one in presets().values() if one.game == slug_with_pairs())
    tournament.regulation = to_json(rules)
    tournament.save()
    tournament.__dict__.pop("rules", None)
    drawn = rounds.draw(ready_to_draw(tournament, 8, olga), seed="seme", by=olga)
    rounds.publish(drawn, by=olga)
    rounds.start(drawn, by=olga, now=timezone.now())
    return drawn


def test_a_sheet_of_objectives_says_what_is_wrong_and_is_then_worked_out(page: Page, with_objectives, complaints):
    complaints.expect("status of 422")
    log_in(page)
    type_sheets_in(page, with_objectives)
    sheet = page.locator("#sheet-1")
    sheet.get_by_role("link", name="Scrivi il referto").click()
    for seat, (first, second) in enumerate([("1", "1"), ("6", "15"), ("19", "20")], 1):
        sheet.locator(f"[name$=first_objective_{seat}]").select_option(first)
        sheet.locator(f"[name$=second_objective_{seat}]").select_option(second)
    sheet.locator("[name$=eliminated_4]").check()
    expect(sheet.locator("[name$=ended_by]")).to_have_value("")
    sheet.locator("[name$=ended_by]").select_option("time")
    sheet.get_by_role("button", name="Registra").click()
    expect(sheet).to_contain_text("gli obiettivi sono due, diversi")
    sheet.locator("[name$=second_objective_1]").select_option("14")
    sheet.get_by_role("button", name="Registra").click()
    expect(sheet).to_contain_text("Chiuso")
    points = with_objectives.tables.first().seats.order_by("position").values_list("result__points", flat=True)
    assert [str(one.normalize()) for one in points] == ["0.38", "0.4", "0.56", "-0.3"]
