"""Corrections of every kind of line, in every game: thrown dice come back on the keys on which they were entered, sides are swapped only
where they can be, and what is sent as it was writes nothing.
"""

import re
from html.parser import HTMLParser
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from games.kernel import corrections as kernel
from games.kernel.acts import JUDGE
from games.kernel.breaches import Refused, Unreadable
from games.kernel.game import encode
from games.kernel.lines import Header
from games.kernel.record import Record
from games.registry import games
from referee.judge_page import board_view, corrections, questions
from referee.judge_page.act_forms import turn as turn_form
from referee.offline.tablet import Tablet
from tests.games.seeded_games import SLUGS, acts_of, fresh, game, read_tag, whole_game
from tests.referee.test_offline_engine import html_of
from tests.referee.test_whole_turns import SLUGS as TURN_SLUGS
from tests.referee.test_whole_turns import TURNS, filled_in

SEEDS = (1, 2)
PAGE = {"csrf_token": "un gettone", "number": 0}
ADDRESS = "/t/prova/turni/1/tavoli/1/arbitro/"


def tables(slug: str):
    for seats in {min(game(slug).seats), max(game(slug).seats)}:
        for seed in SEEDS:
            whole, lines, _vault = whole_game(slug, seats, seed)
            yield fresh(whole), acts_of(whole, lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_thrown_dice_are_asked_and_corrected_on_the_same_keys(slug):
    """Whatever the act that holds them, one die or twenty."""
    thrown = set()
    for record, acts in tables(slug):
        board = board_view.board_of(record, ())
        for by, act in acts:
            before = record.fork() if kernel.dice_of(record.game, act) else None
            record.append_trusted(by, act)
            if before is None or read_tag(act) in thrown:
                continue
            thrown.add(read_tag(act))
            ask = before.choices({"type": read_tag(act)})
            asked = questions.question(1, before, board, ask)
            corrected = corrections.form(record, board, record.seq)["dice"]
            for name in ("kind", "has_pad", "pairs", "faces", "least"):
                assert getattr(asked, name) == getattr(corrected, name), (read_tag(act), name)
            dice = kernel.dice_of(record.game, act)
            assert tuple(face for _number, face, _thrower in corrected.dice)[: len(dice)] == dice
    assert thrown or not games()[slug].dice_acts


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if games()[slug].dice_acts])
def test_dice_that_the_table_does_not_ask_for_are_corrected_on_keys_too(slug):
    """Of a throw that was registered as an infraction the table has no question."""
    found = 0
    for record, acts in tables(slug):
        for by, act in acts:
            dice = kernel.dice_of(record.game, act)
            for other in (by, *range(len(record.header.seats))) if dice else ():
                ask = kernel.asked_dice(record, other, act)
                assert (ask.kind, ask.by) == ("dice", other)
                assert ask.faces >= max(dice)
                found += 1
            record.append_trusted(by, act)
    assert found


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if games()[slug].battle_dice])
def test_sides_are_swapped_wherever_that_is_offered(slug):
    """With one tap where both have thrown; where one has, its dice become the other's as soon as its own are entered."""
    offered, wrong = {"both": 0, "one": 0}, []
    for record, acts in tables(slug):
        board = board_view.board_of(record, ())
        for by, act in acts:
            record.append_trusted(by, act)
            throw = corrections.last_throw(ROW, record, board)
            if not throw or not (throw.swap or throw.may_answer):
                continue
            ways = [SWAP] if throw.swap else [{"of": str(throw.rows[0].seq), "swap": "1", **dice} for dice in OWN_DICE]
            offered["both" if throw.swap else "one"] += 1
            payload = corrections.open_token(ROW, throw.swap) if throw.swap else {}
            faults = [fault for one in ways if (fault := _fault(record, board, one, payload))]
            if len(faults) == len(ways):
                wrong.append((throw.rows, str(faults[0])))
    assert wrong == []
    assert all(offered.values()), offered


ROW = SimpleNamespace(pk=1)
SWAP = {"why": "lato sbagliato"}
OWN_DICE = [{**SWAP, **{f"die-{die}": "1" for die in range(1, many + 1)}} for many in (1, 2, 3, 4, 5, 6)]


def _fault(record, board, fields, payload):
    data = QueryDict(urlencode(fields))
    try:
        corrections.plan(record, corrections.read(ROW, record, board, data, payload), {})
    except (Refused, Unreadable, questions.BadAnswer) as fault:
        return fault
    return None


STILL_TYPED = {
    "risiko": {("deal", "card"), ("draw", "holding"), ("late_card", "holding")},
    "iperisiko": {("auction", "bid"), ("auction", "short")},
    "fabrisiko": {("draw", "cards"), ("reroll", "value")},
    "arba": {("move", "paras"), ("move", "tractors"), ("move", "cannons")},
    "fatal": {("steal", "place")},
}
"""Counts that the table's question has in another form, or not where there is none to count, and cards that are not asked for singly."""


@pytest.mark.parametrize("slug", SLUGS)
def test_what_was_chosen_by_its_words_is_corrected_by_its_words(slug):
    """An objective by its name and armies by a number that can be, not typed as they stand in the record."""
    typed, seen = set(), set()
    for record, acts in tables(slug):
        board = board_view.board_of(record, ())
        for by, act in acts:
            record.append_trusted(by, act)
            if read_tag(act) in seen or record.is_transparent(record.standing[-1]):
                continue
            seen.add(read_tag(act))
            for field in corrections.form(record, board, record.seq).get("act_fields", ()):
                if field.kind in corrections.TYPED:
                    typed.add((read_tag(act), field.name))
    assert typed <= STILL_TYPED.get(slug, set())


class Form(HTMLParser):
    """What a browser sends of the form `entry-form`, with its first key; `static/js/judge/rows.js` makes the rows of changed places."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.models: dict[str, tuple[str, list[str]]] = {}
        self.model = ""
        self.select = ""
        self.chosen: tuple[str, str] | None = None
        self.is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_inside = given.get("id") == "entry-form"
        if tag in ("button", "input", "select") and "name" not in given:  # what only scripts read
            return
        if tag == "button" and given.get("form") == "entry-form" and "why" not in dict(self.fields):
            self.fields.append((given["name"], given["value"]))
        if tag == "template" and "data-row" in given:
            self.model = given["data-row"]
            self.models[self.model] = (given["data-model"], [])
        if not self.is_inside:
            return
        if self.model:
            names = self.models[self.model][1]
            if tag in ("input", "select") and given["name"] not in names:
                names.append(given["name"])
        elif "data-now" in given and "data-touch" in given:
            self._fill_row(given["data-touch"], given["data-row"], given["data-now"].split("|"))
        elif tag == "select":
            self.select, self.chosen = given["name"], None
        elif tag == "option" and self.select and (self.chosen is None or "selected" in given):
            self.chosen = (self.select, given.get("value", ""))
        elif tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.fields.append((given["name"], given.get("value", "")))

    def _fill_row(self, place: str, row: str, now: list[str]) -> None:
        model, names = self.models[row]
        for name, value in zip(names, now, strict=True):
            own = ".".join(place if part == model else part for part in name.split("."))
            self.fields.append((own, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self.model = ""
        if tag == "form":
            self.is_inside = False
        elif tag == "select" and self.chosen:
            self.fields.append(self.chosen)
            self.select = ""


def a_tablet(slug: str, header: Header, level: str = "move") -> Tablet:
    """A device of this table, on which nothing was entered."""
    names = [{"public_id": one, "nick": f"Nome {one}"} for one in header.seats]
    return Tablet(
        {
            "game": slug,
            "header": encode(header).decode(),
            "lines": [],
            "row": {"pk": 1, "instance": "prova", "lease": 1, "level": level},
            "seats": names,
            "tournament": {"slug": "prova", "name": "Prova", "topic": "t"},
            "round": {"number": 1},
            "table": {"number": 1, "state": "playing", "topic": "t", "get_absolute_url": "/"},
            "levels": [],
        }
    )


def follow(tablet: Tablet, line: bytes) -> None:
    tablet.follow([(line.decode(), "2026-03-01T10:20:30+00:00", True)])


def played_on_a_tablet(slug: str, seats: int, seed: int):
    """A device that follows a game, and each act as soon as it stands there."""
    whole, lines, _vault = whole_game(slug, seats, seed)
    tablet = a_tablet(slug, whole.header)
    for line, (_by, act) in zip(lines, acts_of(whole, lines), strict=True):
        follow(tablet, line)
        yield tablet, act


def recorded_turn_by_turn(slug: str, seats: int, seed: int) -> tuple[Tablet, list[int]]:
    """A device on which whole turns were entered from the first one on, and the lines of these."""
    whole, lines, _vault = whole_game(slug, seats, seed)
    tablet, ahead, whole_turns = a_tablet(slug, whole.header, "turn"), fresh(whole), []
    record = None
    for by, act in acts_of(whole, lines):
        turn = ahead.state.turn
        line = ahead.append_trusted(by, act)
        if record is None:
            follow(tablet, line)
        elif ahead.state.turn != turn and is_asked_of_turns(ahead):
            entered = turn_form.read(record, board_view.board_of(record, ()), filled_in(record, ahead))
            follow(tablet, record.play(JUDGE, entered, why="un turno"))
            whole_turns.append(record.seq)
        if len(whole_turns) == TURNS:
            break
        if record is None and is_asked_of_turns(ahead):
            record = ahead.fork()
    return tablet, whole_turns


def is_asked_of_turns(record: Record) -> bool:
    return record.game.turn_sheet(record.rules, record.state) is not None


@pytest.mark.parametrize("slug", TURN_SLUGS)
def test_a_whole_turn_is_corrected_on_the_board_on_which_it_was_entered(slug):
    """Sent from its form as it came, it is what it was, whatever later turns brought to the same places."""
    tablet, whole_turns = recorded_turn_by_turn(slug, min(4, max(game(slug).seats)), 1)
    assert len(whole_turns) == TURNS
    before = tablet.record.seq
    for seq in whole_turns:
        form = Form()
        form.feed(html_of(tablet.fetch(f"?correggi={seq}", PAGE)))
        made = tablet.enter(ADDRESS + "correggi/", form.fields, PAGE)
        assert tablet.record.seq == before, (seq, made["entry"])
        assert "Non hai cambiato nulla" in html_of(made)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_corrected_to_what_it_was_writes_nothing_and_says_so(slug):
    """Each kind of act, sent from its form as it came: no line, a word, and the form again."""
    tried, wrong = set(), []
    for seats in {min(game(slug).seats), max(game(slug).seats)}:
        for tablet, act in played_on_a_tablet(slug, seats, 1):
            if read_tag(act) in tried or tablet.record.is_transparent(tablet.record.standing[-1]):
                continue
            tried.add(read_tag(act))
            before = tablet.record.seq
            form = Form()
            form.feed(html_of(tablet.fetch(f"?correggi={before}", PAGE)))
            made = tablet.enter(ADDRESS + "correggi/", form.fields, PAGE)
            page = html_of(made)
            if made["entry"] or "Non hai cambiato nulla" not in page or f'name="of" value="{before}"' not in page:
                wrong.append((act, made["entry"], form.fields))
            if tablet.record.seq != before:
                break
    assert wrong == []
    assert tried


KEY_LINE = re.compile(r'<a class="j-key" href="\?correggi=(\d+)".*?</a>', re.DOTALL)


@pytest.mark.parametrize("slug", TURN_SLUGS)
def test_every_line_of_a_whole_turn_names_its_player_and_what_it_holds(slug):
    """In the list of lines and among those that may be corrected, from the first turn on."""
    tablet, whole_turns = recorded_turn_by_turn(slug, min(4, max(game(slug).seats)), 1)
    whose = {one.seq: f"sedia {seat + 1} " for one, seat in with_seats(tablet.record) if one.seq in whole_turns}
    titles = {words.it for words in tablet.record.game.act_words.values()}
    log = {line.seq: line for line in board_view.log_of(tablet.record, tablet._board(), tablet._latest())}
    options = {one.seq: one for one in corrections.lines(tablet.record, tablet._board())}
    assert set(whole_turns) <= set(options)
    for seq in whole_turns:
        for line in (log.get(seq), options[seq]):
            if line is None:
                continue
            assert line.who is not None, seq
            assert line.who.title.startswith(whose[seq]), seq
            title, colon, contents = line.words.partition(": ")
            assert title in titles
            assert colon
            assert contents not in ("", "correzione", "il turno è finito"), seq
    page = html_of(tablet.fetch("?correggi=*", PAGE))
    assert all(whose[int(found[1])] in found[0] for found in KEY_LINE.finditer(page) if int(found[1]) in whose)


def with_seats(record: Record):
    """Each line with the seat in turn before it."""
    table = fresh(record)
    for one in record.standing:
        yield one, table.state.seat
        table.append_trusted(one.by, one.act)
