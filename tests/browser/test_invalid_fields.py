"""What a field of the judge's page wants is said beside it in the page's language; the browser's own bubble speaks that of the browser."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from referee.models import Entry
from tests.browser.pictures import screenshot
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table, awaits  # noqa: F401
from tests.games.seeded_games import SLUGS
from tests.referee.conftest import Recorder
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address

WORDS = {
    "it": ("Manca: va compilato.", "Da {} a {}."),
    "en": ("Missing: fill this in.", "From {} to {}."),
}
# Every fault that the browser finds by itself, whose bubble was not kept from it, and each field without words of the page beside it.
UNTOLD = """() => {
    const untold = [];
    for (const form of document.querySelectorAll("[data-judge] form")) {
        for (const field of form.elements) {
            if (!field.willValidate || field.type === "radio" || field.type === "checkbox" || !field.name) continue;
            if (!field.required && field.type !== "number") continue;
            const before = field.value;
            const wrong = field.type === "number" ? [field.required ? "" : "-5", "99999"] : [""];
            for (const value of wrong) {
                field.value = value;
                let bubbles = false;
                field.addEventListener("invalid", (event) => { bubbles = !event.defaultPrevented; }, { once: true });
                const isValid = field.checkValidity();
                const beside = document.getElementById(field.getAttribute("aria-errormessage"));
                const isRead = beside?.textContent && (beside.checkVisibility() || !field.checkVisibility());
                if (!isValid && (bubbles || !isRead)) untold.push(field.name);
                field.value = before;
                field.dispatchEvent(new Event("input", { bubbles: true }));
                if (field.validity.valid && field.hasAttribute("aria-errormessage")) untold.push(`${field.name} stays`);
            }
        }
    }
    return [...new Set(untold)];
}"""
FORMS = ("", "?atto=plancia", "?atto=shown", "?atto=turno", "?atto=fine", "?atto=note", "?atto=finish", "?atto=place")


@pytest.mark.parametrize("slug", SLUGS)
def test_no_form_of_the_page_leaves_its_words_to_the_browser(at_the_table, table, judge, slug):  # noqa: F811
    row = open_a_table_of(slug, table, judge, level="turn")
    recorder = Recorder(row, judge, seed=3)
    page = at_the_table(1280, 800)
    for entries in (0, 40):
        recorder.record_more(entries)
        for opened in FORMS:
            page.goto(f"{address(table)}{opened}")
            page.wait_for_load_state()
            assert page.evaluate(UNTOLD) == [], opened


def fields_of_a_turn(page: Page) -> None:
    page.goto(page.url.partition("?")[0] + "?atto=turno")
    page.wait_for_load_state()
    page.evaluate("window.sdadata.guard.ms = 0")


@pytest.mark.parametrize("language", list(WORDS))
def test_a_wrong_value_is_said_beside_its_field_until_it_is_right(at_the_table, recorder, table, language):  # noqa: F811
    missing, between = WORDS[language]
    recorder.record_until(awaits("Reinforce"))
    page = at_the_table(800, 1280)  # in a browser that speaks Italian
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
    fields_of_a_turn(page)
    why, count = page.locator("#entry-form [name=why]"), page.locator("#entry-form input[type=number]:visible").first
    usual = why.input_value()
    why.fill("")
    page.locator(".j-foot [type=submit]").click()
    words = page.locator("#entry-form .j-invalid")
    expect(words).to_have_text([missing])
    expect(why).to_be_focused()
    expect(words).to_be_in_viewport()
    assert why.bounding_box()["y"] < words.bounding_box()["y"]
    why.fill(usual)
    expect(words).to_have_count(0)
    count.fill("99999")
    page.locator(".j-foot [type=submit]").click()
    most, least = count.get_attribute("max"), count.get_attribute("min")
    expect(words).to_have_text([between.format(least, most)])
    expect(count).to_be_focused()
    screenshot(page, f"invalid-{language}")
    assert Entry.objects.count() == recorder.ahead.seq


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_note_stays_where_it_is_typed(at_the_table, row, table, text):  # noqa: F811
    """Nothing is sent, the form stays open, and what is missing is said beside the field."""
    page = at_the_table(1280, 800)
    page.goto(f"{address(table)}?atto=note")
    field = page.locator(".j-act-form [name=text]")
    field.fill(text)
    page.locator(".j-foot button[type=submit]").click()
    expect(field.locator("xpath=following-sibling::*[1]")).to_have_text(WORDS["it"][0])
    assert Entry.objects.count() == 0


def test_a_card_that_there_is_none_of_is_named_beside_its_field(at_the_table, table, judge, complaints):  # noqa: F811
    """Before any rule is looked at, and the form stays as it was typed."""
    complaints.expect_of_server("400")
    row = open_a_table_of("fatal", table, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_more(40)
    page = at_the_table(1280, 800)
    page.goto(f"{address(table)}?atto=discard")
    field = page.locator(".j-act-form [name=cards-2]")
    field.fill("pippo")
    page.locator(".j-foot button[type=submit]").click()
    expect(page.locator(".j-act-form .j-cause")).to_contain_text("«pippo» non si conosce")
    expect(field).to_have_value("pippo")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(page.locator("#refusal")).to_have_count(0)
    assert Entry.objects.count() == recorder.ahead.seq
