"""A turn told as a whole: what the form asks follows from each game, and brings the table where the same turn told move by move does."""

import re
from typing import NamedTuple

import msgspec
import pytest
from django.template import loader

from games.kernel.acts import JUDGE
from games.kernel.record import Record
from games.registry import games
from referee.judge_page import board_view, questions
from referee.judge_page.act_forms import turn as turn_form
from referee.judge_page.causes import NO_CAUSE, Cause, causes_of
from referee.judge_page.questions import BadAnswer
from tests.games.seeded_games import acts_of, fresh, whole_game

TURNS, SEED = 6, 1
SLUGS = [slug for slug, one in games().items() if (one.folder / "whole_turn.py").exists()]


def cause_of(record: Record, by, act) -> Cause:
    """What the first reason blames."""
    first = next((breach.says for breach in record.breaches(by, act, why="?")), None)
    return next((cause for cause, breach in causes_of(record, by, act) if breach.says == first), NO_CAUSE)


def form_of(record: Record, holding=None) -> turn_form.TurnForm | None:
    return turn_form.form(record, board_view.board_of(record, ()), holding)


def as_sent(form: turn_form.TurnForm) -> dict[str, str]:
    """What a browser sends of a form that was filled in so."""
    sent = {}
    for one in form.inputs:
        if one.kind == "choices":
            sent |= dict(one.slots)
        elif one.kind != "flag" or one.value:
            sent[one.name] = one.value
    return sent


def turns_of(slug: str):
    """The first turns of a played game: where each begins, and where the table stands after it."""
    played, lines, _vault = whole_game(slug, min(4, max(games()[slug].seats)), SEED)
    ahead, before, found = Record(games()[slug], played.header), None, 0
    for by, act in acts_of(ahead, lines):
        turn = ahead.state.turn
        ahead.append_trusted(by, act)
        if ahead.state.turn == turn and before is not None:
            continue
        has_sheet = ahead.game.turn_sheet(ahead.rules, ahead.state) is not None
        if before is not None and has_sheet:
            yield before, ahead
            found += 1
        before = record_at(ahead) if has_sheet else None
        if found == TURNS:
            return


def record_at(record: Record) -> Record:
    found = fresh(record)
    found.start_from(record.state)
    return found


def known_fields(record: Record):
    """The table as the game would ask about it, without what counts within one turn."""
    return msgspec.structs.replace(
        record.game.turn_sheet(record.rules, record.state).known, **WITHIN.get(record.game.slug, {})
    )


WITHIN = {
    "risiko": {"conquests": None},
    "iperisiko": {"conquests": None},
    "fabrisiko": {"units": {}},
}


def units_of(record: Record) -> dict:
    """Who stands where, without those who are not there: the seat in turn is asked about everywhere."""
    units = getattr(record.game.turn_sheet(record.rules, record.state).known, "units", {})
    return {
        place: {seat: holding for seat, holding in by_seat.items() if any(holding.values())}
        for place, by_seat in units.items()
    }


def filled_in(before: Record, after: Record) -> dict[str, str]:
    """The form of a turn with the table as it stands at the turn's end; who is not asked about there has nothing there."""
    gone = {one.name: "0" for one in form_of(before).inputs if one.name.startswith("units.")}
    return gone | as_sent(form_of(after)) | without_production(after)


def without_production(after: Record) -> dict[str, str]:
    """What the factories of the next seat have made since then (Iperisiko, art. 19)."""
    state = after.state
    made = [place for place in getattr(state, "factories", ()) if state.owners[place] == state.seat]
    return {f"armies.{after.rules.board.ids[place]}": str(state.armies[place] - 2) for place in made}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_told_whole_leaves_the_table_where_the_moves_leave_it(slug):
    result = 0
    for before, after in turns_of(slug):
        act = turn_form.read(before, board_view.board_of(before, ()), filled_in(before, after))
        before.play(JUDGE, act, why="test")
        assert known_fields(before) == known_fields(after)
        assert units_of(before) == units_of(after)
        assert before.state.seat == after.state.seat
        result += 1
    assert result == TURNS


@pytest.mark.parametrize("slug", SLUGS)
def test_a_form_that_nobody_filled_in_tells_only_that_the_turn_is_over(slug):
    before, _after = next(turns_of(slug))
    for sent in ({}, as_sent(form_of(before))):
        act = msgspec.to_builtins(turn_form.read(before, board_view.board_of(before, ()), sent))
        assert {key: value for key, value in act.items() if value} == {"type": "shown", "turn_over": True}


@pytest.mark.parametrize("slug", SLUGS)
def test_what_was_sent_stands_in_the_form_again(slug):
    before, after = next(turns_of(slug))
    sent = filled_in(before, after)
    again = as_sent(form_of(before, sent))
    assert again == {name: value for name, value in sent.items() if name in again}


def test_where_nobody_counts_the_conquests_the_territories_that_came_over_are_counted():
    before, _after = next(turns_of("risiko"))
    places = [place for place, owner in known_fields(before).owners.items() if owner != before.state.seat][:2]
    act = turn_form.read(
        before, board_view.board_of(before, ()), {f"owners.{place}": str(before.state.seat) for place in places}
    )
    assert act.conquests == 2


@pytest.mark.parametrize(("name", "value"), [("owners.alaska", "9"), ("armies.alaska", "x"), ("hands.0", "-1")])
def test_an_answer_that_does_not_fit_is_named(name, value):
    before, _after = next(turns_of("risiko"))
    with pytest.raises(BadAnswer, match=value):
        turn_form.read(before, board_view.board_of(before, ()), {name: value})


@pytest.mark.parametrize("slug", SLUGS)
def test_a_form_that_comes_back_shows_what_was_not_sent_as_it_was(slug):
    """A place that nobody touched is not sent, and is no place without pieces."""
    _before, record = next(turns_of(slug))
    for tag in (turn_form.TAG, turn_form.BOARD):
        board = board_view.board_of(record, ())
        form = turn_form.form(record, board, None, tag)
        again = turn_form.form(record, board, {}, tag)
        if form is None:
            continue
        values = [
            [(one.name, one.value, one.slots) for one in made.inputs if one.kind != "flag"] for made in (form, again)
        ]
        assert values[0] == values[1]
        assert any(value not in ("", "0") for _name, value, _slots in values[1])


@pytest.mark.parametrize("slug", SLUGS)
def test_the_board_form_begins_with_the_hands_that_the_players_hold(slug):
    """In the midst of a turn too: the form and the player's box say the same."""
    played, lines, _vault = whole_game(slug, min(4, max(games()[slug].seats)), SEED)
    record, compared = Record(games()[slug], played.header), 0
    for by, act in acts_of(record, lines)[:400]:
        record.append_trusted(by, act)
        sheet = record.game.board_sheet(record.rules, record.state)
        if sheet is None or "hands" not in sheet.seats:
            continue
        known = sheet.known.hands
        held = [known[seat] for seat in range(len(record.header.seats))]
        state = record.state
        assert held == ([*state.hands] if slug == "fabrisiko" else [state.hand_size(seat) for seat in range(len(held))])
        compared += 1
    assert compared or slug == "arba"


@pytest.mark.parametrize("slug", SLUGS)
def test_of_more_answers_than_a_glance_takes_in_one_is_picked_by_keys(slug):
    """Cards by what is seen on them, places by their groups; what has been used of late comes first."""
    record, _after = next(turns_of(slug))
    form = form_of(record)
    pickers = dict(form.pickers)
    for one in form.inputs:
        many = one.kind in ("choice", "choices") and len(one.options) > questions.MOST_KEYS
        assert bool(one.picker) is (many and one.kind != "owner"), one.name
        if one.picker:
            offered = [option.value for group in pickers[one.picker].groups for option in group.options]
            assert set(offered) == {value for value, _words in one.options}
    assert {one.picker for one in form.inputs if one.picker} == set(pickers)
    assert all(one.mark_rows or one.are_many or all(group.label for group in one.groups) for one in pickers.values())
    assert pickers or slug not in ("fatal", "iperisiko")


def kind_of(one: turn_form.Input) -> tuple[object, ...]:
    """Inputs that differ only in whose they are, or where."""
    return (
        one.kind,
        one.path[0],
        tuple(part for part in one.path[1:] if isinstance(part, str) and not part.isdigit())[1:],
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_no_turn_leaves_a_table_that_cannot_stand_and_what_is_refused_names_its_field(slug):
    """Every kind of number of the form, as large as a slip of the finger makes it."""
    refused = 0
    for before, _after in turns_of(slug):
        board, stood = board_view.board_of(before, ()), [*before.game.unsound(before.rules, before.state)]
        inputs = {kind_of(one): one for one in form_of(before).inputs if one.kind == "number"}
        for one, value in [(one, value) for one in inputs.values() for value in (4, 8, 13, 40, 99, 999)]:
            record = record_at(before)
            if value > one.most:
                with pytest.raises(BadAnswer, match=re.escape(one.label)):
                    turn_form.read(record, board, {one.name: str(value)})
                continue
            act = turn_form.read(record, board, {one.name: str(value)})
            found = record.breaches(JUDGE, act, why="test")
            if found:
                cause = cause_of(record, JUDGE, act)
                assert cause.field == one.path[0], (one.name, value, found)
                assert cause.key in ("", *map(str, one.path)), (one.name, value, found)
                refused += 1
                continue
            record.play(JUDGE, act, why="test")
            assert [one for one in record.game.unsound(record.rules, record.state) if one not in stood] == []
    assert refused


HANDS = {"risiko": (7, "11"), "fatal": (6, "C")}
"""How many cards a hand may hold at the end of a turn, and the article that says so. The other rulebooks know no such limit."""


@pytest.mark.parametrize("slug", HANDS)
def test_a_turn_ends_with_no_more_cards_in_the_hand_than_its_rulebook_allows(slug):
    most, article = HANDS[slug]
    for before, _after in turns_of(slug):
        before.start_from(msgspec.structs.replace(before.state, giro=most + 1))  # a turn of RisiKo! brings one card
        board, seat = board_view.board_of(before, ()), before.state.seat
        for count, card in ((most, ""), (most + 2, ""), (most, "1"), (most + 1, "1")):
            sent = {f"hands.{seat}": str(count), "conquests": "1"} | ({"card": card} if card else {})
            act = turn_form.read(before, board, sent)
            found = {one.article for one in before.breaches(JUDGE, act, why="test")}
            over = count > most
            assert found == ({article} if over else set()), (count, card)
            assert cause_of(before, JUDGE, act).field == ("hands" if over else "")


def test_money_goes_by_tens_where_every_price_is_a_multiple_of_ten():
    record, _after = next(turns_of("arba"))
    steps = {one.path[0]: one.step for one in form_of(record).inputs if one.kind == "number"}
    assert (steps["money"], steps["missiles"]) == (10, 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_choice_of_a_player_that_is_not_a_places_has_its_name(slug):
    """On the page: whom the alpini of Arba follow."""
    record, _after = next(turns_of(slug))
    form = form_of(record)
    asked = [line for line in (*form.table, *form.seats) if any(one.kind == "owner" for one in line.inputs)]
    for line in asked:
        shown = {"one": line.inputs[0], "line": line, "board": board_view.board_of(record, ())}
        page = loader.render_to_string("referee/judge/_turn_input.html", shown)
        assert f'<span class="j-number-words">{line.inputs[0].label}</span>' in page
    assert asked or slug != "arba"


class Line(NamedTuple):
    seq: int
    line: str
    why: str = ""
    at: None = None
    is_standing: bool = True
    giro: int = 1
    in_turn: int | None = None


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_told_whole_stands_in_the_log_with_its_player(slug):
    told = 0
    for before, _after in turns_of(slug):
        record = record_at(before)
        board, seat = board_view.board_of(record, ()), record.state.seat
        act = turn_form.read(record, board, {})
        if record.breaches(JUDGE, act, why="test"):
            continue
        line = record.play(JUDGE, act, why="test")
        (shown,) = board_view.log_of(record, board, [Line(record.seq, line.decode(), in_turn=seat)])
        assert shown.who == board.players[seat]
        told += 1
    assert told


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_is_corrected_in_the_form_in_which_it_was_recorded(slug):
    """With its pickers and its board, filled in as it was; a mistake put right there leads where the right turn would have led."""
    for before, after in turns_of(slug):
        board = board_view.board_of(before, ())
        told = turn_form.read(before, board, filled_in(before, after))
        before.fork().play(JUDGE, told, why="test")
        found = turn_form.entered_in(before, board, told)
        assert found is not None
        tag, values = found
        assert tag == turn_form.TAG
        assert turn_form.read(before, board, as_sent(turn_form.form(before, board, values, tag)), tag) == told
