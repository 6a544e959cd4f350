"""A tournament day in a browser: from the roster file to the first signed table, with the projector looking on."""

import re
from datetime import timedelta
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F
from playwright.sync_api import Page, expect

from games.kernel.lines import read_act
from referee.models import Entry
from referee.records import cache as record_cache
from tests.browser.test_brush import Hand, lay_out
from tests.browser.touch import Finger
from tests.tournament.conftest import give_rights
from tournament import live
from tournament.actions import staff
from tournament.models import ClockEvent, Table, TableStatus, Tournament
from tournament.states import Role, TableState

ROSTER = Path(__file__).parents[2] / "fixtures" / "rosters" / "20-players.csv"
PASSWORD = "una parola lunga"
SEED = 5


def log_in(page: Page, name: str) -> None:
    page.goto("/accedi/")
    page.get_by_label("Nome utente").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Entra").click()
    page.wait_for_url(lambda url: "accedi" not in url)


@pytest.fixture
def people(transactional_db):
    users = get_user_model().objects
    found = {name: users.create_user(name, password=PASSWORD) for name in ("olga", "gino")}
    give_rights(found["olga"])
    return found


# -- the organizer


def the_organizer_prepares_the_day(page: Page, people) -> Tournament:
    log_in(page, "olga")
    page.goto("/tornei/nuovo/")
    page.get_by_label("Nome", exact=True).fill("Open del Gufo")
    page.get_by_label("Giorno").fill("2026-11-21")
    page.get_by_role("button", name="Crea il torneo").click()
    page.wait_for_url(re.compile(r"/t/[0-9a-z]+/"))
    tournament = Tournament.objects.get()
    staff.grant(tournament, user=people["gino"], role=Role.JUDGE, by=people["olga"])
    page.goto(f"/t/{tournament.slug}/iscritti/importa/")
    page.get_by_label("File CSV o Excel").set_input_files(ROSTER)
    page.get_by_role("button", name="Vedi l'anteprima").click()
    page.get_by_role("button", name="Importa 20 iscritti").click()
    expect(page.get_by_role("alert").or_(page.locator("#messages"))).not_to_be_empty()
    assert tournament.entrants.count() == 20
    return tournament


def everybody_checks_in(page: Page, tournament: Tournament) -> None:
    page.goto(f"/t/{tournament.slug}/segreteria/")
    page.get_by_label("Che cosa fare adesso").get_by_role("button").click()
    page.goto(f"/t/{tournament.slug}/accettazione/")
    for number in range(20):
        page.locator("#checkin li").nth(number).get_by_role("button", name="Presente").click()
        expect(page.locator("#checkin .text-success").first).to_have_text(str(number + 1))


def tables_are_drawn_and_the_round_starts(page: Page, tournament: Tournament) -> Table:
    page.goto(f"/t/{tournament.slug}/formula/")
    page.get_by_role("button", name="Scegli questa").first.click()
    page.get_by_label("Seme del sorteggio").fill("gufo")
    page.get_by_role("button", name="Sorteggia", exact=True).click()
    page.get_by_role("button", name="Pubblica i tavoli").click()
    page.locator("select[name=judge_1]").select_option(label="gino")
    page.get_by_role("button", name="Assegna").click()
    page.get_by_role("button", name="Avvia turno e orologio").click()
    expect(page.get_by_text("0 tavoli firmati su 5")).to_be_visible()
    return Table.objects.select_related("round__tournament").get(number=1)


def a_projector(page: Page, open_page, tournament: Tournament) -> Page:
    page.goto(f"/t/{tournament.slug}/schermi/")
    page.get_by_role("button", name="Crea il collegamento").click()
    screen = open_page(1280, 720)
    # The link has the hall's address, and the site of this test listens on its own.
    link = urlsplit(page.locator("a[href*='/schermo/']").get_attribute("href"))
    screen.goto(urlsplit(page.url)._replace(path=link.path, query="").geturl())
    return screen


# -- the judge


class JudgesTablet(Finger):
    """`record` is the same game, told in the test, to know what will be asked."""

    def __init__(self, page: Page, table: Table) -> None:
        super().__init__(page, table.record)
        self.table = table

    def play_a_giro(self, vault, rng: Random) -> None:
        giro = self.record.state.giro
        while self.record.state.giro == giro:
            move = self.record.game.policy(self.record, rng, vault)
            self.enter(move.by, move.act)

    def try_irregular(self, tag: str, **fields: str) -> None:
        """Through "any act": what the page does not offer may still have happened at the table."""
        self.page.goto(self.page.url.partition("?")[0] + f"?atto={tag}")
        self.page.wait_for_selector(".j-act-form")
        for name, value in fields.items():
            select = self.page.locator(f"select[name='{name}']")
            if select.count():
                select.select_option(value)
            else:
                self.page.locator(f"input[name='{name}'][value='{value}']").check()
        self.tap(self.page.get_by_role("button", name="Registra", exact=True))


def the_judge_opens_the_table(page: Page, table: Table) -> JudgesTablet:
    log_in(page, "gino")
    page.goto("/")
    page.get_by_role("link", name="Arbitra il tavolo").click()
    page.get_by_role("button", name="Comincia la registrazione").click()
    page.wait_for_selector("[data-judge]")
    return JudgesTablet(page, table)


def the_judge_records_the_set_up(tablet: JudgesTablet, rng: Random) -> None:
    """The cards were dealt and the armies laid while nobody typed: the judge paints the board as the table shows it."""
    page, places = tablet.page, list(tablet.record.rules.board.ids)
    tablet.tap(page.get_by_role("link", name="Registra la disposizione dal tavolo"))
    owners = {place: number % 4 for number, place in enumerate(rng.sample(places, len(places)))}
    armies = dict.fromkeys(places, 1)
    for seat in range(4):  # each lays the thirty armies with which four begin (art. 4)
        own = [place for place in places if owners[place] == seat]
        for number in range(30 - len(own)):
            armies[own[1 + number % (len(own) - 1)]] += 1
    lay_out(Hand(page), places, [owners[place] for place in places], [armies[place] for place in places])
    page.locator("select[name=turn]").select_option("1")
    tablet.tap(page.get_by_role("button", name="Registra la disposizione", exact=True))
    visible = {"type": "shown", "owners": owners, "armies": armies, "turn": 1}
    tablet.record.play("judge", read_act(tablet.record.game, visible), why="disposizione registrata dal tavolo")
    expect(page.locator("[data-strip]")).to_contain_text("Giro 1 · Rinforzi")
    assert record_cache.rebuild(type(tablet.table.record).objects.get()).state == tablet.record.state


def two_irregular_acts_are_refused_by_article(tablet: JudgesTablet) -> None:
    page, seq = tablet.page, tablet.record.seq
    tablet.try_irregular("draw")
    expect(page.locator("#refusal")).to_contain_text("Art. 11")
    expect(page.locator("#refusal")).to_contain_text(str(tablet.record.game.rulebook["11"].title))
    expect(page.get_by_role("button", name="Registra come infrazione")).to_be_visible()
    tablet.try_irregular("attack_dice", **{"dice-1": "6"})
    expect(page.locator("#refusal")).to_contain_text("Art. 6")
    expect(page.locator("#refusal")).to_contain_text(str(tablet.record.game.rulebook["6"].text))
    assert Entry.objects.filter(seq__gt=seq).count() == 0
    page.goto(page.url.partition("?")[0])
    page.wait_for_selector("[data-judge]")


def one_entry_is_taken_back(tablet: JudgesTablet, vault, rng: Random) -> None:
    before = tablet.record.state
    move = tablet.record.game.policy(tablet.record, rng, vault)
    tablet.enter(move.by, move.act)
    tablet.undo()
    expect(tablet.page.locator(".j-log .j-line.is-struck")).to_have_count(1)
    assert record_cache.rebuild(type(tablet.table.record).objects.get()).state == before == tablet.record.state


def time_runs_out(tablet: JudgesTablet) -> None:
    """Two hours pass on the clock of the round; the page notices and time is called by itself."""
    with transaction.atomic():
        ClockEvent.objects.update(at=F("at") - timedelta(hours=2))
        live.bump(tablet.table.round.tournament.topic)
    tablet.record.play("clock", read_act(tablet.record.game, {"type": "time_up"}))
    expect(tablet.page.locator("[data-strip]")).to_contain_text("Ultimo giro")
    expect(tablet.page.locator("[data-judge]")).to_have_attribute("data-seq", str(tablet.record.seq))


def the_judge_counts_the_game_out(tablet: JudgesTablet, vault, rng: Random) -> None:
    """In the middle of a giro, which the rules do not allow: it is registered."""
    finished = read_act(tablet.record.game, {"type": "finish", "how": "time"})
    tablet.try_irregular("finish", how="time")
    tablet.tap(tablet.page.get_by_role("button", name="Registra come infrazione"))
    tablet.record.rule("judge", finished)
    expect(tablet.page.locator("[data-judge]")).to_have_attribute("data-seq", str(tablet.record.seq))
    while not tablet.record.game.is_done(tablet.record.rules, tablet.record.state):
        move = tablet.record.game.policy(tablet.record, rng, vault)
        tablet.enter(move.by, move.act)
    sheet = tablet.record.score()
    best = next(row for row in sheet.rows if row.rank == 1)
    expect(tablet.page.locator(".j-sheet tbody tr").first).to_contain_text(best.points)
    for _seat in range(4):
        tablet.tap(tablet.page.get_by_role("button", name="accetto"))
    tablet.tap(tablet.page.get_by_role("button", name="Firma e chiudi"))
    expect(tablet.page.get_by_text("Referto firmato e consegnato.")).to_be_visible()


def test_a_club_plays_from_the_roster_to_the_first_signed_table(open_page, people, complaints):
    complaints.expect("422")  # Chromium tells of a refused act in its console
    desk = open_page(1280, 800)
    tournament = the_organizer_prepares_the_day(desk, people)
    everybody_checks_in(desk, tournament)
    table = tables_are_drawn_and_the_round_starts(desk, tournament)
    screen = a_projector(desk, open_page, tournament)
    expect(screen.locator("#screen-live")).to_contain_text("Turno 1")

    rng = Random(SEED)
    tablet = the_judge_opens_the_table(open_page(800, 1280), table)
    vault = tablet.record.game.deal(tablet.record.header, Random(SEED))
    the_judge_records_the_set_up(tablet, rng)
    tablet.play_a_giro(vault, rng)
    two_irregular_acts_are_refused_by_article(tablet)
    one_entry_is_taken_back(tablet, vault, rng)
    time_runs_out(tablet)
    assert screen.locator("[data-slide^=standings]").count() == 0
    the_judge_counts_the_game_out(tablet, vault, rng)

    table.refresh_from_db()
    status = TableStatus.objects.get(table=table)
    assert (table.state, status.is_over, status.last_entry) == (TableState.SIGNED, True, tablet.record.seq)
    assert table.record.head == record_cache.rebuild(table.record).head
    winner = table.seats.get(result__rank=1)
    standings = screen.locator("[data-slide^=standings]").first
    expect(standings).to_be_attached()
    expect(standings.locator("tbody tr").first).to_contain_text(winner.entrant.surname)
