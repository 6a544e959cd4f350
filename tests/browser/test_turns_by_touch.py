"""A whole turn of each of the younger games, recorded by a judge who only touches the tablet: taps on keys, chips and dice."""

import re
from collections.abc import Callable

import msgspec
import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page

from games.iperisiko.board import standard
from games.kernel.acts import JUDGE
from games.kernel.lines import read_act
from games.registry import game
from referee.actions import records
from referee.judge_page.board_view import names_at_table
from referee.models import Entry, GameRecord
from referee.records import cache as record_cache
from referee.views.access import DEVICE as SESSION_KEY
from tests.referee.conftest import DEVICE, current, open_table
from tests.referee.test_judge_page import address
from tournament.models import ClockEvent, Seat

STATE = """() => [...document.querySelectorAll("[data-judge], input[name=ask]")]
    .map((one) => one.dataset.seq || one.value).join()"""
TABLET = {"width": 800, "height": 1280, "has_touch": True}


@pytest.fixture(autouse=True)
def a_clock_that_just_started(transactional_db, running):
    ClockEvent.objects.filter(round=running, kind="start").update(at=timezone.now())


PRICE = re.compile(r": \d+ \w+$")


class Tablet:
    """The judge's page under a finger. Each touch waits until the page shows what came of it."""

    def __init__(self, page: Page, row: GameRecord) -> None:
        self.page, self.row = page, row
        page.wait_for_load_state()  # its scripts have run
        page.evaluate("window.sdadata.guard.ms = 0")  # every tap of this finger is meant

    def touch(self, words: str) -> None:
        """A key or a button by its words, with or without a price behind them, among the answers first, then among the other acts."""
        for part in (".j-question", ".j-others", "#more"):
            if part == "#more":
                self.page.get_by_role("button", name="Altro", exact=True).tap()
            found = self.page.locator(part).get_by_role("button").filter(has_text=words)
            exact = [
                one for one in found.all() if one.is_visible() and words in (_label(one), PRICE.sub("", _label(one)))
            ]
            if exact:
                return self._and_wait(exact[0].tap)
        raise AssertionError(f"no key «{words}»: {self.asks()}")

    def act(self, name: str, *answers: str) -> None:
        """An act from its name to its last answer; the page may be asking for it already."""
        if name not in self.page.locator(".j-question[data-kind] .j-trail").first.inner_text():
            self.touch(name)
        for one in answers:
            self.touch(one)

    def throw(self, *dice: int) -> None:
        """A face for each die. The last one sends the throw; only where dice are optional does a button say that these are all."""
        form = self.page.locator(".j-question[data-kind=dice] > form")
        assert form.count(), self.asks()
        if form.get_attribute("data-throw") is not None:
            slots = form.locator("[data-thrown]").count()
            taps = [form.locator(f'[data-faces="{die}"]') for die in dice]
            *before, last = taps if len(dice) == slots else [*taps, form.locator("[data-throw-submit]")]
            for one in before:
                one.tap()
            return self._and_wait(last.tap)
        is_all = form.get_attribute("data-most") == str(len(dice))
        faces = [form.locator(f'.j-face:has([name="die-{n}"][value="{die}"])') for n, die in enumerate(dice, 1)]
        for face in faces[: len(faces) - is_all]:
            face.tap()
        return self._and_wait(faces[-1].tap if is_all else form.locator("[data-submit]").tap)

    def spread(self, **counts: int) -> None:
        chips = [
            self.page.locator(f'[data-chip]:has(input[name="n-{name}"]) [data-plus]')
            for name, count in counts.items()
            for _ in range(count)
        ]
        self._all(chips)

    def choose(self, *words: str) -> None:
        self._all([self.page.locator(".j-check").filter(has_text=one).first for one in words])

    def _all(self, taps: list[Locator]) -> None:
        """The last one that there can be sends the answer; fewer are sent by a tap."""
        most = int(self.page.locator(".j-question form[data-most]").get_attribute("data-most"))
        *before, last = taps if len(taps) == most else [*taps, self.page.locator(".j-question [data-submit]")]
        for one in before:
            one.tap()
        self._and_wait(last.tap)

    def player(self, chair: int) -> str:
        """As the page calls who sits there: the draw seats whom it will."""
        seats = self.row.table.seats.select_related("entrant").order_by("position")
        return names_at_table([seat.entrant for seat in seats])[chair - 1]

    def recorded(self) -> list[str]:
        """The acts of the record, by their names, since the table was set up."""
        lines = Entry.objects.filter(record=self.row, client_key__regex="^(?!prima-)").order_by("seq")
        return [entry.line.split('"type":"')[1].split('"')[0] for entry in lines]

    def tap(self, where: Locator) -> None:
        """A tap that the server answers."""
        self._and_wait(where.tap)

    def state(self):
        return record_cache.rebuild(current(self.row)).state

    def seen(self) -> dict:
        """What the judge's view says, as any program would read it."""
        return msgspec.json.decode(msgspec.json.encode(record_cache.rebuild(current(self.row)).view(JUDGE)))

    def asks(self) -> str:
        return self.page.locator(".j-question, .j-others").all_inner_texts().__repr__()

    def _and_wait(self, act: Callable[[], None]) -> None:
        before = self.page.evaluate(STATE)
        act()
        for _ in range(300):
            if self.page.evaluate(STATE) != before:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"nothing came of it: {self.asks()}")


def _label(button: Locator) -> str:
    inside = button.locator(".j-label")
    return (inside.first if inside.count() else button).inner_text().strip()


@pytest.fixture
def tablet_at(site, open_page, client, judge, table):
    """A table of a game whose set-up was told before, on the judge's own tablet."""

    def sit(slug: str, *recorded: tuple, seats: int = 4, **more) -> Tablet:
        row = _table_of(slug, table, judge, seats, **more)
        for number, (by, act) in enumerate(recorded):
            typed = read_act(game(slug), act)
            records.append(
                row, client_key=f"prima-{number}", expected_seq=number, by_seat=by, act=typed, why="prima", by=judge
            )
        client.force_login(judge)
        session = client.session
        session[SESSION_KEY] = DEVICE
        session.save()
        page = open_page(**TABLET)
        page.context.add_cookies([{"name": "sdadata_session", "value": session.session_key, "url": site}])
        page.goto(address(table))
        return Tablet(page, row)

    return sit


def _table_of(slug: str, table, judge, seats: int, **more) -> GameRecord:
    event = table.round.tournament
    event.game, event.edition, event.options = slug, "", more
    event.save()
    Seat.objects.filter(table=table, position__gt=seats).delete()
    return open_table(table, judge)


def statement(**more) -> tuple:
    return JUDGE, {"type": "shown", **more}


def test_a_turn_of_fabrisiko_with_a_battle_in_two_territories(tablet_at):
    tablet = tablet_at(
        "fabrisiko",
        (0, {"type": "sheet", "faction": "melano"}),
        (1, {"type": "sheet", "faction": "albacina"}),
        (JUDGE, {"type": "start_dice", "dice": [9, 2]}),
        statement(
            owners={"bastia": 1, "viacce": 1, "varano": 0},
            units={"bastia": {"1": {"fanteria": 1}}, "viacce": {"1": {"fanteria": 1, "carro": 1}}},
            resources=[5, 0],
        ),
        seats=2,
    )
    tablet.act("3: acquista", "carri armati")
    tablet.act("4-A: invade", "Melano", "fanteria", "2", "Bastia")
    tablet.act("4-A: invade", "Melano", "fanteria", "2", "Viacce")
    tablet.act("4-B: battaglia", "Bastia")
    tablet.throw(1, 9)
    tablet.throw(7)
    tablet.act("4-B: battaglia", "Viacce")
    tablet.throw(2, 10)
    tablet.touch("1 fanteria")
    tablet.throw(9, 3)
    tablet.throw(1)
    tablet.throw(9)
    tablet.act("4-C: sposta", "Melano", "Varano")
    tablet.act("5: raccoglie e finisce il turno")
    assert tablet.recorded() == [
        *["buy", "invade", "invade"],
        *["battle", "attack_dice", "defence_dice"],
        *["battle", "attack_dice", "losses", "defence_dice", "attack_dice", "defence_dice"],
        *["move", "end_turn"],
    ]
    assert (tablet.state().territories(0), tablet.state().seat) == (4, 1)


def test_a_turn_of_arba_by_touch(tablet_at):
    board = {
        "arba": {"troops": [6, 0]},
        "dignano": {"troops": [2, 0]},
        "fagagna": {"troops": [0, 3]},
        "sedilis": {"troops": [0, 5]},
        "tricesimo": {"troops": [0, 1]},
    }
    tablet = tablet_at(
        "arba",
        (JUDGE, {"type": "start_dice", "dice": [6, 3]}),
        statement(places=board, money=[100, 100], turn_over=True),
        seats=2,
    )
    tablet.spread(sedilis=1)
    tablet.act("Riscuote i danari")
    tablet.act("Compra un trattore", "Sedilis")
    tablet.act("Attacco ravvicinato", "Fagagna", "Dignano")
    for die in "5261":
        tablet.touch(die)
    tablet.act("Sposta", "Fagagna", "Dignano", "2")
    tablet.act("Barricate", "Dignano +1", "Registra: 10 danari")
    tablet.act("Fine del turno")
    assert tablet.recorded() == [
        *["deploy", "collect", "buy_tractor"],
        *["attack", "attack_die", "defence_die", "attack_die", "defence_die"],
        *["move", "barricades", "end_turn"],
    ]
    seen = tablet.seen()
    assert seen["places"]["dignano"]["troops"] == [0, 2]
    assert seen["places"]["dignano"]["barricade"] == 1


def test_a_turn_of_fatal_by_touch(tablet_at):
    tablet = tablet_at(
        "fatal",
        (JUDGE, {"type": "first", "seat": 0}),
        (JUDGE, {"type": "characters"}),
        (JUDGE, {"type": "display", "treasures": ["rosso_1", "verde_2", "giallo_3"]}),
        statement(rows={0: [["v01", "v03"], []]}),
        seats=3,
    )
    tablet.act("Gioca una visione", "pesca carte · pergamena · stelle 0-1-0", "fila 1")
    tablet.act("Fine delle giocate")
    tablet.act("Trimagia", "fila 1")
    tablet.touch(tablet.player(2))
    tablet.act("Carte nella mano")
    assert tablet.recorded() == ["play", "end_play", "trimagia", "aim", "deliver"]
    assert tablet.state().hand_size(1) == 5
    assert tablet.state().seat == 1


def test_a_turn_of_iperisiko_with_three_special_cards_by_touch(tablet_at):
    places = standard().ids
    owners = {place: 4 * number // len(places) for number, place in enumerate(places)}
    armies = dict.fromkeys(places, 3) | {"kamchatka": 8}
    tablet = tablet_at("iperisiko", statement(owners=owners, armies=armies, turn=0, giro=5, left=3, hands=[2, 2, 2, 2]))
    tablet.spread(alaska=3)
    tablet.act("Riserva", "Alaska")
    tablet.act("Minibomba", "Kamchatka")
    tablet.touch("La minibomba cade")
    tablet.act("Generale", tablet.player(owners["kamchatka"] + 1))
    tablet.act("Attacca", "Alaska", "Kamchatka", "tutti")
    tablet.throw(6, 5, 4)
    tablet.throw(6, 5, 4)
    tablet.touch("3")
    tablet.act("Pesca la carta")
    tablet.act("Fine del turno")
    assert tablet.recorded() == [
        *["place", "riserva", "minibomba", "bomb_falls", "generale"],
        *["attack", "attack_dice", "defence_dice", "occupy", "draw", "end_turn"],
    ]
    assert (tablet.seen()["territories"]["kamchatka"]["seat"], tablet.state().seat) == (0, 3)
