"""An organizer's morning in a browser: roster, check-in, plan, draw, publish, start."""

import pytest
from playwright.sync_api import Page, expect

from tests.tournament.conftest import give_rights, user
from tournament.models import Tournament


@pytest.fixture
def olga(page: Page, transactional_db) -> Page:
    give_rights(user("olga"))
    page.goto("/accedi/")
    page.get_by_label("Nome utente").fill("olga")
    page.get_by_label("Password").fill("una parola lunga")
    page.get_by_role("button", name="Entra").click()
    expect(page.get_by_role("heading", name="Tornei")).to_be_visible()
    return page


def roster(many: int) -> bytes:
    letters = [chr(ord("a") + n // 26) + chr(ord("a") + n % 26) for n in range(many)]
    lines = ["Cognome;Nome;Club", *(f"Giocatore{two};Ada;Club {n % 6}" for n, two in enumerate(letters, 1))]
    return "\n".join(lines).encode()


def test_an_organizer_goes_from_the_file_to_the_start(olga: Page):
    olga.get_by_role("link", name="Nuovo torneo").click()
    olga.get_by_label("Nome").fill("Open di primavera")
    olga.get_by_label("Giorno").fill("2026-03-14")
    olga.get_by_role("button", name="Crea il torneo").click()
    olga.get_by_role("link", name="Carica gli iscritti").click()
    bad = roster(20) + b"\n;Senza Cognome;Club 1"
    olga.get_by_label("File CSV o Excel").set_input_files(
        {"name": "iscritti.csv", "mimeType": "text/csv", "buffer": bad}
    )
    olga.get_by_role("button", name="Vedi l'anteprima").click()
    expect(olga.get_by_text("1 riga da correggere")).to_be_visible()
    olga.get_by_role("button", name="Importa senza le righe sbagliate").click()
    expect(olga.get_by_text("Iscritti importati: 20.")).to_be_visible()
    check_in(olga)
    olga.get_by_role("link", name="Formula").click()
    olga.get_by_role("button", name="Scegli questa").first.click()
    olga.get_by_role("button", name="Sorteggia").click()
    expect(olga.get_by_role("heading", name="Tavolo 5")).to_be_visible()
    olga.get_by_role("button", name="Pubblica i tavoli").click()
    olga.get_by_role("button", name="Avvia turno e orologio").click()
    expect(olga.get_by_text("In corso", exact=True).last).to_be_visible()
    assert Tournament.objects.get().rounds.get().state == "running"


def check_in(olga: Page) -> None:
    """One by one with a tap, a slip taken back, then everybody else at once."""
    olga.get_by_role("link", name="Segreteria").click()
    olga.get_by_role("button", name="Apri l'accettazione").click()
    olga.get_by_role("link", name="Accettazione").click()
    summary = olga.locator("#checkin > section").first
    olga.get_by_label("Cerca per nome, nick, club o numero").fill("giocatoreag")
    expect(olga.locator("[id^=person-]")).to_have_count(1)
    olga.get_by_role("button", name="Presente", exact=True).click()
    expect(summary).to_contain_text("1 presente")
    olga.get_by_role("button", name="Atteso", exact=True).click()
    expect(summary).to_contain_text("0 presenti")
    olga.get_by_role("button", name="Tutti gli attesi sono presenti").click()
    expect(summary).to_contain_text("20 presenti")
    expect(summary).to_contain_text("5 tavoli da 4")
