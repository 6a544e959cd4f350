"""Every act of every game can be typed into the plain form that its own type makes, and comes back as it was."""

from random import Random
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from msgspec import inspect

from games.kernel.acts import CLOCK, JUDGE, Note, Ruling, Undo
from games.kernel.forms import forms_of
from games.kernel.lines import read_act
from games.registry import game, games
from referee.judge_page import board_view
from referee.judge_page.act_forms import acts as act_forms
from referee.judge_page.act_forms.fields import Field, expect_known
from referee.judge_page.act_forms.schema import bare, hints
from referee.judge_page.act_forms.values import values_of
from referee.judge_page.questions import BadAnswer
from tests.games.seeded_games import TABLES, acts_of, record_up_to_move, whole_game

SLUGS = list(games())
every_game = pytest.mark.parametrize("slug", SLUGS)
SAMPLES = 5


def board_of(slug: str, seats: int) -> board_view.BoardView:
    return board_view.board_of(record_up_to_move(slug, seats, 1, 150), ())


def typed_acts(slug: str):
    return [act for act in game(slug).act_types if act not in (Undo, Ruling)]


def tag_of(act: type) -> str:
    return str(act.__struct_config__.tag)


def typed_and_read(slug: str, board: board_view.BoardView, act: msgspec.Struct) -> msgspec.Struct:
    data = msgspec.json.decode(msgspec.json.encode(act))
    form = QueryDict(mutable=True)
    form.update(values_of(act_forms.fields_of(game(slug), data["type"], board), data, board) | {"by": "judge"})
    return read_act(game(slug), act_forms.read(game(slug), data["type"], board, form)[1])


# -- acts with every field said, made from the type


def a_value(kind: Any, name: str, board: board_view.BoardView, rng: Random) -> Any:
    shape, about = bare(kind), hints(kind)
    places = [key for key, place in board.places.items()]
    if about.get("ids"):
        one = rng.choice(about["ids"])
        return f"{one}@{rng.choice(places)}" if about["at_place"] else one
    if about.get("of") == "seat" or (isinstance(shape, inspect.IntType) and shape.le == 9):
        seat = rng.randrange(len(board.players))
        return str(seat) if about.get("of") == "seat" else seat
    if isinstance(shape, inspect.StructType):
        return {one.name: a_value(one.type, one.name, board, rng) for one in shape.fields}
    if isinstance(shape, inspect.DictType):
        keys = [a_value(shape.key_type, "place", board, rng) for _ in range(3)]
        return {key: a_value(shape.value_type, name, board, rng) for key in keys}
    if isinstance(shape, inspect.TupleType):
        return [a_value(item, name, board, rng) for item in shape.item_types]
    if isinstance(shape, inspect.VarTupleType):
        return [a_value(shape.item_type, name, board, rng) for _ in range(_length(kind, shape, name, board))]
    if isinstance(shape, inspect.LiteralType):
        return rng.choice([value for value in shape.values if value])
    if isinstance(shape, inspect.BoolType):
        return True
    if isinstance(shape, inspect.IntType):
        return rng.randint(
            max(shape.ge or 0, 0), min(shape.le or 90, 90, len(board.players) - 1 if name in SEATED else 90)
        )
    return rng.choice(places) if name in PLACED else "7" if name == "article" else f"testo_{rng.randrange(99)}"


SEATED = {"seat", "to", "turn", "first", "winner", "by", "against", "owners", "seats"}
PLACED = {"src", "dst", "at", "origin", "via", "place", "path", "claims", "broken", "bridge"}


def _length(kind: Any, shape: inspect.VarTupleType, name: str, board: board_view.BoardView) -> int:
    per_seat = {"hands", "bids", "money", "missiles", "resources", "seats"}
    if name in per_seat or hints(kind).get("of") == "each seat":
        return len(board.players)
    return min(max(shape.min_length or 0, 4), shape.max_length or 4)


def a_full_act(act: type, board: board_view.BoardView, rng: Random) -> dict[str, Any]:
    fields = inspect.type_info(act).fields
    data = {one.name: a_value(one.type, one.name, board, rng) for one in fields}
    if {"owners", "armies"} <= set(data):
        data["armies"] = {place: board.places[place].count + 5 for place in data["owners"]}
    if "owners" in data:
        data["owners"] = {place: _another_owner(board, place) for place in data["owners"]}
    return {"type": tag_of(act), **data}


def _another_owner(board: board_view.BoardView, place: str) -> int:
    was = board.places[place].player
    return (was.seat + 1) % len(board.players) if was else 0


def _as_asked(slug: str, data: dict[str, Any]) -> dict[str, Any]:
    """Without what is asked only with another value of another field."""
    where = {name: forms_of(game(slug)).where(name) for name in data}
    return {name: value for name, value in data.items() if all(data[of] in which for of, which in where[name].items())}


@every_game
def test_every_field_of_every_act_can_be_typed_and_comes_back_equal(slug):
    board, rng = board_of(slug, max(game(slug).seats)), Random(slug)
    for act in typed_acts(slug):
        for _ in range(SAMPLES):
            full = read_act(game(slug), _as_asked(slug, a_full_act(act, board, rng)))
            assert typed_and_read(slug, board, full) == full
            bare_act = msgspec.json.decode(msgspec.json.encode(full))
            needed = {one.name for one in inspect.type_info(act).fields if one.required} | {"type"}
            plain = read_act(game(slug), {key: value for key, value in bare_act.items() if key in needed})
            assert typed_and_read(slug, board, plain) == plain


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_whatever_was_played_can_be_typed_again(slug, seats):
    record, lines, _ = whole_game(slug, seats, 1)
    board = board_view.board_of(record, ())
    by_type: dict[type, list[msgspec.Struct]] = {}
    for _by, act in acts_of(record, lines):
        by_type.setdefault(type(act), []).append(act)
    for acts in by_type.values():
        for act in acts[:SAMPLES]:
            assert typed_and_read(slug, board, act) == act


# -- what a form says, and refuses


def form_of(**fields: object) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update({name: str(value) for name, value in fields.items()} | {"by": "judge"})
    return data


@every_game
def test_every_field_has_words(slug):
    board = board_of(slug, max(game(slug).seats))
    names = {
        one.name.rpartition(".")[2]
        for act in typed_acts(slug)
        for field in act_forms.fields_of(game(slug), tag_of(act), board)
        for one in (field, *field.columns)
    }
    ids = {one for act in typed_acts(slug) for one in ids_in(inspect.type_info(act))}
    forms = forms_of(game(slug))
    unnamed = {name for name in names - ids if name and not name.isdigit() and forms.words(name) is None}
    assert unnamed <= {"board", "key", "value", "piece"}


@every_game
def test_a_form_asks_whose_act_it_is_where_a_seat_may_say_it(slug):
    people = {JUDGE, CLOCK}
    for act in typed_acts(slug):
        speakers = game(slug).acts[act].by.speakers(max(game(slug).seats)) if act is not Note else {JUDGE}
        assert act_forms.is_judges_act(game(slug), tag_of(act)) == (speakers <= people)


def ids_in(shape: Any) -> set[str]:
    found = set(hints(shape).get("ids", ()))
    inner = bare(shape)
    for part in ("fields", "key_type", "value_type"):
        under = getattr(inner, part, ())
        for one in under if isinstance(under, tuple) else (under,):
            found |= ids_in(getattr(one, "type", one) if part == "fields" else one)
    return found


@every_game
def test_no_name_of_a_place_has_a_comma_because_lists_are_typed_with_commas(slug):
    assert [place.label for place in board_of(slug, game(slug).seats[0]).places.values() if "," in place.label] == []


@every_game
def test_a_form_sent_empty_is_refused_by_the_name_of_what_is_missing(slug):
    """Never by what a parser says of it, where anything is needed at all."""
    board = board_of(slug, max(game(slug).seats))
    for act in typed_acts(slug):
        form = QueryDict(mutable=True)
        form.update({"by": "judge"})
        fields = act_forms.fields_of(game(slug), tag_of(act), board)
        refusal = ""
        try:
            read_act(game(slug), act_forms.read(game(slug), tag_of(act), board, form)[1])
        except BadAnswer as bad:
            refusal = str(bad)
        assert not refusal or any(field.label in refusal for field in fields), (act, refusal)


def test_a_row_without_its_place_is_refused_by_name():
    tables = [(slug, one) for slug in SLUGS for one in statement_fields(slug) if is_by_place(one)]
    assert tables
    for slug, field in tables:
        number = next(column for column in field.columns if column.kind == "number")
        data = form_of(**{f"{field.name}-1-{number.name}": 3})
        with pytest.raises(BadAnswer, match=field.label):
            act_forms.read(game(slug), "shown", board_of(slug, max(game(slug).seats)), data)


def is_by_place(field: Field) -> bool:
    return field.kind == "table" and field.columns[0].kind == "place"


def statement_fields(slug: str) -> list[Field]:
    return act_forms.fields_of(game(slug), "shown", board_of(slug, max(game(slug).seats)))


@every_game
def test_every_name_of_a_game_that_was_played_is_known_to_its_form_and_no_other(slug):
    """A wrong name is refused with its input, before any rule is looked at: it would be dropped, and something else be said."""
    seats = max(game(slug).seats)
    board, (whole, lines, _vault) = board_of(slug, seats), whole_game(slug, seats, 1)
    kinds = set()
    for _by, act in acts_of(whole, lines):
        data = msgspec.json.decode(msgspec.json.encode(act))
        if data["type"] not in {tag_of(one) for one in typed_acts(slug)}:
            continue
        fields = act_forms.fields_of(game(slug), data["type"], board)
        form = QueryDict(mutable=True)
        form.update(values_of(fields, data, board))
        expect_known(fields, board, form)
        for name in [one for field in fields for one in names_of(field)] if board.scene.named else ():
            kinds.add(data["type"])
            wrong = form.copy()
            wrong[name] = "pippo"
            with pytest.raises(BadAnswer, match="«pippo» non si conosce") as fault:
                expect_known(fields, board, wrong)
            assert fault.value.wrong == name
    assert kinds or not board.scene.named


def names_of(field: Field) -> list[str]:
    if field.kind == "texts":
        return [f"{field.name}-{slot}" for slot in field.slots]
    return [field.name] if field.kind == "card" else []
