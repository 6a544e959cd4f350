"""What a refusal blames: a place alone only where it alone, put right, lets the board stand; of a sum several places, or none."""

import re
from collections.abc import Iterable
from itertools import combinations
from random import Random

import msgspec
import pytest

from games.kernel.acts import JUDGE
from games.kernel.breaches import Unreadable
from games.kernel.record import Record
from games.registry import games
from referee.judge_page import board_view
from referee.judge_page.act_forms import turn as turn_form
from referee.judge_page.causes import causes_of
from tests.games.seeded_games import acts_of, whole_game
from tests.referee.test_whole_turns import SLUGS, as_sent, cause_of, turns_of
from tests.tools import many

SEED = 1
OF_BOARDS = [slug for slug in SLUGS if games()[slug].journeys is not None and slug != "fatal"]


def sent_act(record: Record, sent: dict[str, str], tag: str):
    return turn_form.read(record, board_view.board_of(record, ()), sent, tag)


def form_of(record: Record, tag: str) -> turn_form.TurnForm:
    return turn_form.form(record, board_view.board_of(record, ()), None, tag)


def reasons(record: Record, sent: dict[str, str], tag: str) -> list[str] | None:
    """Why a form is refused, without the numbers; None where it is no act."""
    try:
        found = record.breaches(JUDGE, sent_act(record, sent, tag), why="?")
    except (Unreadable, turn_form.BadAnswer):
        return None
    return [one.says.it for one in found]


def numbers_of(form: turn_form.TurnForm) -> list[turn_form.Input]:
    return [
        one
        for group in form.groups
        for place in group.places
        for line in place.lines
        for one in line.inputs
        if one.kind == "number"
    ]


def put_right(
    record: Record, sent: dict[str, str], tag: str, wrong: list[turn_form.Input], values: Iterable[int]
) -> set[str]:
    """The places of which one number, as one of `values`, lets the form stand as far as the first reason goes."""
    first, *others = reasons(record, sent, tag)
    found = set()
    for one in wrong:
        for value in values:
            after = reasons(record, sent | {one.name: str(value)}, tag)
            if after is not None and first not in after and set(after) <= set(others):
                found.add(str(one.path[1]))
                break
    return found


def check(
    record: Record, sent: dict[str, str], tag: str, wrong: list[turn_form.Input], values: Iterable[int] = (0, 1)
) -> int:
    """Whether the form was refused for what several places could put right."""
    if not reasons(record, sent, tag):
        return 0
    act = sent_act(record, sent, tag)
    told = msgspec.to_builtins(act, str_keys=True)
    culprits = put_right(record, sent, tag, [one for one in wrong if one.path[1] in told[one.path[0]]], values)
    cause = cause_of(record, JUDGE, act)
    if len(culprits) > 1:
        assert cause.key == "", (cause, culprits)
        assert not cause.keys or culprits & set(cause.keys), (cause, culprits)
    elif cause.key:
        assert not culprits or cause.key in culprits, (cause, culprits)
    return len(culprits) > 1


@pytest.mark.parametrize("slug", OF_BOARDS)
def test_no_place_is_to_blame_for_pieces_that_only_all_together_are_too_many(slug):
    """Several places of a kind of piece, one of which is as much to blame as the others."""
    rng, sums = Random(slug), 0
    for before, _after in turns_of(slug):
        kinds: dict[tuple, list[turn_form.Input]] = {}
        for one in numbers_of(form_of(before, turn_form.BOARD)):
            kinds.setdefault((one.path[0], *one.path[2:]), []).append(one)
        for inputs in list(kinds.values())[: many(3, 99)]:
            wrong = rng.sample(inputs, min(3, len(inputs)))
            for value in (15, 40):
                sent = {one.name: str(min(value, one.most)) for one in wrong}
                sums += check(before, sent, turn_form.BOARD, wrong)
    assert sums or slug != "fabrisiko"


@pytest.mark.parametrize("slug", OF_BOARDS)
def test_of_two_sums_that_are_wrong_each_blames_its_own_places(slug):
    """As it does where it is the only one that is wrong."""
    rng, pairs = Random(slug), 0
    for before, _after in turns_of(slug):
        kinds: dict[tuple, list[turn_form.Input]] = {}
        for one in numbers_of(form_of(before, turn_form.BOARD)):
            kinds.setdefault((one.path[0], *one.path[2:]), []).append(one)
        wrong = [rng.sample(inputs, min(3, len(inputs))) for inputs in [*kinds.values()][: many(6, 30)]]
        wrong = [[(one.name, str(min(15, one.most))) for one in some] for some in wrong]
        alone = [blamed(before, dict(some)) for some in wrong]
        for (some, mine), (others, theirs) in combinations(zip(wrong, alone, strict=True), 2):
            if len(mine) != 1 or len(theirs) != 1 or mine.keys() == theirs.keys():
                continue
            both = blamed(before, dict([*some, *others]))
            if both.keys() != mine.keys() | theirs.keys():
                continue  # one of them hides the other, or a third thing is wrong
            assert both == mine | theirs
            pairs += 1
    assert pairs or slug not in ("arba", "fabrisiko")


def blamed(record: Record, sent: dict[str, str]) -> dict[str, set[str]]:
    """By reason, the places that it blames; without the reasons that blame none."""
    found = reasons(record, sent, turn_form.BOARD)
    causes = causes_of(record, JUDGE, sent_act(record, sent, turn_form.BOARD)) if found else ()
    return {re.sub(r"\d+", "", breach.reason.it): {cause.key, *cause.keys} - {""} for cause, breach in causes}


@pytest.mark.parametrize("slug", OF_BOARDS)
def test_no_place_is_to_blame_for_a_set_up_with_one_piece_too_many_or_too_few(slug):
    played, lines, _vault = whole_game(slug, min(4, max(games()[slug].seats)), SEED)
    ahead, bare = Record(games()[slug], played.header), Record(games()[slug], played.header)
    for by, act in acts_of(ahead, lines):
        if ahead.state.giro:
            break
        ahead.append_trusted(by, act)
    sent = as_sent(form_of(ahead, turn_form.BOARD)) | {"turn": str(ahead.state.seat)}
    if reasons(bare, sent, turn_form.BOARD) != []:
        pytest.skip("a game whose set-up is more than its board")
    refused = 0
    for one in numbers_of(form_of(bare, turn_form.BOARD))[:: many(9, 1)]:
        for more in (1, -1, 7):
            wrong = sent | {one.name: str(max(0, int(sent.get(one.name) or 0) + more))}
            if not reasons(bare, wrong, turn_form.BOARD):
                continue
            others = [two for two in numbers_of(form_of(bare, turn_form.BOARD)) if int(sent.get(two.name) or 0) > 1]
            refused += check(bare, wrong, turn_form.BOARD, [one, *others[:3]], range(12))
    assert refused or slug != "risiko"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_final_board_that_lacks_something_names_a_field_of_its_form(slug):
    bare = Record(games()[slug], whole_game(slug, min(4, max(games()[slug].seats)), SEED)[0].header)
    sent = {"turn": "0", "giro": "3"}
    for lacking in sent:
        with pytest.raises(turn_form.BadAnswer) as fault:
            sent_act(bare, {name: value for name, value in sent.items() if name != lacking}, turn_form.END)
        assert fault.value.lacks == lacking
        assert lacking in {one.path[0] for one in form_of(bare, turn_form.END).inputs}


def test_points_of_a_smazzata_that_is_not_over_are_to_blame_together():
    bare = Record(games()["fatal"], whole_game("fatal", 4, SEED)[0].header)
    points = {f"points.{seat}": "5" for seat in range(4)}
    for told in (points, dict([*points.items()][:1])):
        act = sent_act(bare, {"turn": "0", "giro": "3", "smazzata": "1"} | told, turn_form.END)
        cause = cause_of(bare, JUDGE, act)
        assert cause.field == "points", bare.breaches(JUDGE, act, why="?")
        assert {cause.key} - {""} | set(cause.keys) <= {str(seat) for seat in range(4)}


def test_the_board_of_a_second_smazzata_corrects_the_points_of_the_first():
    """As the form of the end of the game asked for them, which a table told by its result alone comes back to."""
    record = Record(games()["fatal"], whole_game("fatal", 4, SEED)[0].header)
    sent = {"turn": "0", "giro": "3", "smazzata": "2"} | {f"points.{seat}": "5" for seat in range(4)}
    record.play(JUDGE, sent_act(record, sent, turn_form.END), why="?")
    known = {one.name: one.value for one in form_of(record, turn_form.BOARD).inputs if one.path[0] == "points"}
    assert known == {f"points.{seat}": "5" for seat in range(4)}
    record.play(JUDGE, sent_act(record, {"points.2": "7"}, turn_form.BOARD), why="?")
    assert record.state.points == (5, 5, 7, 5)
