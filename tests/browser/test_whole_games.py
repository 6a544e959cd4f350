"""Games entered by touch to their signed end, held upright and lying, with a lost network and a lost session on the way.

Each kind of act is entered by touch where the game first has it, then the last acts and the signature; what lies between is recorded at
once. `LONG_FORMS=1` enters every act by touch.
"""

from random import Random

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import expect

from games.kernel.game import Move
from games.kernel.record import Record
from referee.actions.bulk import append_moves
from referee.models import GameRecord
from referee.records import cache as record_cache
from tests.browser.settling import check_answered
from tests.browser.sight import out_of_sight
from tests.browser.test_judges_page import a_clock_that_just_started, at_the_table  # noqa: F401
from tests.browser.touch import Finger
from tests.games.seeded_games import read_tag
from tests.referee.conftest import current, open_table
from tests.referee.test_judge_page import address
from tests.tools import many
from tournament.actions import passes
from tournament.models import Seat

LYING, UPRIGHT = (1280, 800), (800, 1280)
MOST_ROOM = {LYING[0]: 330, UPRIGHT[0]: 330}
LAST = 3  # acts before the count
SEED = 3
TABLES = [  # each with the most players, and how the tablet is held first
    ("risiko", 5, LYING),
    ("iperisiko", 4, UPRIGHT),
    ("fabrisiko", 4, LYING),
    ("arba", 2, UPRIGHT),
    ("fatal", 5, LYING),
]
FEWEST = [("risiko", 4, UPRIGHT), ("iperisiko", 4, LYING), ("fabrisiko", 2, UPRIGHT), ("fatal", 3, UPRIGHT)]


def open_table_of(slug: str, seats: int, table, judge) -> GameRecord:
    event = table.round.tournament
    event.game, event.edition, event.options = slug, "", {}
    event.save()
    Seat.objects.filter(table=table, position__gt=seats).delete()
    for position in range(table.seats.count() + 1, seats + 1):
        Seat.objects.filter(pk=Seat.objects.exclude(table=table).first().pk).update(table=table, position=position)
    return open_table(table, judge)


def game_of(row: GameRecord) -> tuple[list[Move], object]:
    """A whole game of the policy's, in memory: its moves and the state to which they lead."""
    record = blank(row)
    rng, vault = Random(SEED), record.game.deal(record.header, Random(SEED))
    found = []
    while not record.game.is_done(record.rules, record.state):
        move = record.game.policy(record, rng, vault)
        record.play(move.by, move.act)
        found.append(move)
    return found, record.state


def blank(row: GameRecord) -> Record:
    record = Record(row.game_definition, record_cache.header_of(row))
    record.adopt_header_line(row.header.encode())
    return record


def set_up(row: GameRecord, moves: list[Move]) -> set[int]:
    """The numbers of the acts before the first turn: the deal, and what is laid out."""
    record, found = blank(row), set()
    for number, move in enumerate(moves):
        if record.state.giro:
            break
        found.add(number)
        record.append_trusted(move.by, move.act)
    return found


def touched(moves: list[Move]) -> set[int]:
    """The numbers of the acts that are entered by touch."""
    first: dict[str, int] = {}
    for number, move in enumerate(moves):
        first.setdefault(read_tag(move.act), number)
    return many({*first.values(), *range(len(moves) - LAST, len(moves))}, {*range(len(moves))})


class AtTheTable:
    """A judge with a tablet, who records what `moves` say."""

    def __init__(self, page, row: GameRecord, moves: list, judge, size) -> None:
        self.page, self.row, self.moves, self.judge, self.size = page, row, moves, judge, size
        self.finger = Finger(page, row)
        page.evaluate("window.redraws = 0")

    def leave_out(self, numbers: list[int]) -> None:
        if numbers:
            self.finger.record = record_cache.rebuild(current(self.row))
            left = iter([self.moves[number] for number in numbers])
            append_moves(self.row, self.finger.record, lambda _record: next(left, None), by=self.judge)
            self.page.goto(address(self.row.table))

    def enter(self, number: int) -> None:
        move, before = self.moves[number], self.finger.taps
        self.finger.enter(move.by, move.act)
        check_answered(self.page, max(2, 2 * (self.finger.taps - before) + 2))
        assert out_of_sight(self.page) == [], f"{move} at {self.page.viewport_size}"

    def turn(self) -> None:
        self.size = UPRIGHT if self.size == LYING else LYING
        self.page.set_viewport_size({"width": self.size[0], "height": self.size[1]})

    def lose_the_session(self, organizer) -> None:
        Session.objects.all().delete()
        membership = self.row.table.round.tournament.memberships.get(user=self.judge)
        issued = passes.issue_unchecked(membership, by=organizer, now=timezone.now())
        self.page.reload()
        self.page.get_by_role("link", name="Ho un codice di sei cifre").click()
        self.page.get_by_label("Codice di sei cifre").fill(issued.code)
        self.page.get_by_role("button", name="Entra").click()
        expect(self.page.locator(".j-undo")).to_have_count(1)

    def sign(self, seats: int) -> None:
        for _seat in range(seats):
            self.finger.tap(self.page.get_by_role("button", name="accetto"))
        self.finger.tap(self.page.get_by_role("button", name="Firma e chiudi"))


@pytest.mark.parametrize(("slug", "seats", "size"), TABLES)
def test_a_whole_game_is_entered_by_touch(at_the_table, table, judge, organizer, complaints, slug, seats, size):  # noqa: F811
    row = open_table_of(slug, seats, table, judge)
    moves, end = game_of(row)
    enter_and_sign(at_the_table(*size), row, moves, end, touched(moves), judge, organizer, complaints, size)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats", "size"), FEWEST)
def test_a_game_of_the_fewest_players_is_entered_by_touch_from_its_deal(
    at_the_table,  # noqa: F811
    table,
    judge,
    organizer,
    complaints,
    slug,
    seats,
    size,
):
    row = open_table_of(slug, seats, table, judge)
    moves, end = game_of(row)
    by_touch = touched(moves) | set_up(row, moves)
    enter_and_sign(at_the_table(*size), row, moves, end, by_touch, judge, organizer, complaints, size)


def enter_and_sign(page, row, moves, end, by_touch, judge, organizer, complaints, size) -> None:
    table, hands = row.table, AtTheTable(page, row, moves, judge, size)
    middle, entered, left = sorted(by_touch)[len(by_touch) // 2], 0, []
    for number in range(len(moves)):
        if number not in by_touch:
            left.append(number)
            continue
        hands.leave_out(left)
        left = []
        if number == middle:
            hands.lose_the_session(organizer)
            hands.turn()
            complaints.allow(
                "ERR_INTERNET_DISCONNECTED"
            )  # the tap is in the queue before it is sent, perhaps when the network is back
            complaints.allow("htmx:")
            hands.finger.loses_network = True
        hands.enter(number)
        entered += 1
    hands.leave_out(left)
    hands.sign(table.seats.count())

    table.refresh_from_db()
    result = GameRecord.objects.get(pk=row.pk)
    assert (table.state, result.seq, entered) == ("signed", len(moves), len(by_touch))
    assert record_cache.rebuild(result).state == end
    assert not hands.finger.loses_network


@pytest.mark.parametrize(("width", "height"), [LYING, UPRIGHT])
def test_the_last_objective_is_looked_for_in_one_list_while_the_count_is_folded(
    at_the_table,  # noqa: F811
    table,
    judge,
    width,
    height,
):
    """With most players, whose sheet is longest; and no key begins the question anew that is open."""
    row = open_table_of("risiko", 5, table, judge)
    moves, _end = game_of(row)
    hands = AtTheTable(at_the_table(width, height), row, moves, judge, (width, height))
    hands.leave_out([number for number, move in enumerate(moves) if read_tag(move.act) != "reveal"])
    hands.finger.press(hands.finger.key(0))
    answers = hands.page.locator(".j-question .j-choices")
    expect(answers.locator("button")).not_to_have_count(5)
    room = answers.evaluate("one => [one.clientHeight, one.scrollHeight]")

    assert room[0] >= min(room[1], MOST_ROOM[width]), room
    assert hands.page.locator(".j-acts", has_text="Scopre l'obiettivo").count() == 0
    assert out_of_sight(hands.page) == []
    hands.page.locator(".j-sheet > summary").click()
    expect(hands.page.locator(".j-sheet table")).to_be_visible()
