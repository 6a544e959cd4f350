"""One field of a plain form: from an act's type to inputs, and from input to data.

`-` in a list means an empty list; an input that is left out means no value.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import inspect

from games.kernel.forms import forms_of
from games.kernel.game import Game
from games.kernel.strict import shows_something
from referee.judge_page.act_forms import labels as act_labels
from referee.judge_page.act_forms.schema import bare, hints
from referee.judge_page.board_view import BoardView
from referee.judge_page.questions import BadAnswer
from referee.wording import article_title

LARGEST = 9999
MOST_DICE = 5
MOST_DICE_SHOWN = 12
MOST_FACES = 20
MOST_RANGE = 3
TEXTS = 3
LONGEST_NAME = 160
NONE = "-"
NOBODY = "-1"


@dataclass(frozen=True)
class Field:
    """`kind`: place, seat, article, choice, dice, number, numbers (one a seat), order, number_list, flag, text, card, texts, list,
    seat_texts, spread, board, owners, table. A table has `rows` (key and title) of `columns`; `shape` is the type that it fills.
    """

    name: str
    kind: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    slots: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    is_needed: bool = False
    least: int = 0
    columns: tuple["Field", ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    shape: Any = None
    fewest: int = 0
    """How many values a list has at least."""
    where: tuple[str, tuple[str, ...]] = ("", ())
    """Another field, and its values with which alone this one is asked."""

    def is_asked(self, data: Mapping[str, Any]) -> bool:
        name, values = self.where
        return not name or data.get(name) in values

    @property
    def is_the_only(self) -> bool:
        """Whether there is one answer alone, which is then chosen from the start."""
        return self.is_needed and len(self.options) == 1


def seats_of(board: BoardView) -> tuple[tuple[str, str], ...]:
    return tuple((str(player.seat), player.title) for player in board.players)


# -- out


def plain_field(game: Game, board: BoardView, name: str, kind: Any, *, is_needed: bool) -> Field:
    """A field with one value, or with a list of values."""
    label, inner = act_labels.label(name, game), bare(kind)
    if ids := hints(kind).get("ids"):
        options = tuple((one, act_labels.label(one, game)) for one in ids)
        return Field(name, "choice", label, options, is_needed=is_needed)
    if isinstance(inner, inspect.BoolType):
        return Field(name, "flag", label)
    if isinstance(inner, inspect.LiteralType):
        options = tuple((str(value), act_labels.value(name, str(value), game)) for value in inner.values if value)
        return Field(name, "choice", label, options, is_needed=is_needed and all(inner.values))
    if isinstance(inner, inspect.VarTupleType):
        return replace(_list_field(game, board, name, label, kind, is_needed), fewest=inner.min_length or 0)
    if isinstance(inner, inspect.IntType):
        return _number_field(game, board, name, label, kind, is_needed)
    return _text_field(game, name, label, is_needed)


def _text_field(game: Game, name: str, label: str, is_needed: bool) -> Field:
    meaning = forms_of(game).meaning(name)
    if meaning == "article":
        articles = tuple((one.id, article_title(one)) for one in game.rulebook.articles)
        return Field(name, "article", label, articles)
    return Field(name, meaning if meaning in ("place", "card") else "text", label, is_needed=is_needed)


def _number_field(game: Game, board: BoardView, name: str, label: str, kind: Any, is_needed: bool) -> Field:
    number = bare(kind)
    if hints(kind).get("of") == "row":
        rows = tuple((str(one), str(one + 1)) for one in range(number.ge, number.le + 1))
        return Field(name, "seat", act_labels.label("row", game), rows, is_needed=is_needed)
    if number.le is not None and number.le <= MOST_RANGE:
        options = tuple((str(one), str(one)) for one in range(number.ge or 0, number.le + 1))
        return Field(name, "seat", label, options, is_needed=is_needed)
    if forms_of(game).meaning(name) == "seat":
        return Field(name, "seat", label, owner_options(board, number), is_needed=is_needed)
    return Field(name, "number", label, is_needed=is_needed, least=min(number.ge or 0, 0))


def owner_options(board: BoardView, number: inspect.IntType) -> tuple[tuple[str, str], ...]:
    """The seats, and nobody where the type allows -1."""
    return seats_of(board) + (((NOBODY, _("nessuno")),) if number.ge == -1 else ())


def _list_field(game: Game, board: BoardView, name: str, label: str, kind: Any, is_needed: bool) -> Field:
    inner, meaning = bare(kind), forms_of(game).meaning(name)
    item, slots = bare(inner.item_type), tuple(range(1, (inner.max_length or MOST_DICE) + 1))
    if hints(kind).get("of") == "each seat":
        return Field(name, "seat_texts", label, seats_of(board), is_needed=is_needed)
    if isinstance(item, inspect.StrType):
        return Field(name, "texts", label, slots=slots[:TEXTS], is_needed=is_needed)
    if item.le and item.le <= MOST_FACES and len(slots) <= MOST_DICE_SHOWN:
        return Field(name, "dice", label, slots=slots, faces=tuple(range(1, item.le + 1)), is_needed=is_needed)
    if meaning == "numbers" or (item.le and item.le <= MOST_FACES):
        faces = tuple(range(1, item.le + 1)) if meaning != "numbers" else ()
        return Field(name, "number_list", label, faces=faces, is_needed=is_needed)
    if meaning == "order":
        places = tuple(range(1, len(board.players) + 1))
        return Field(name, "order", label, seats_of(board), places, is_needed=is_needed)
    return Field(name, "numbers", label, seats_of(board), is_needed=is_needed)


# -- in: each reader returns the field's value, or nothing where it was left out


def read_field(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    """Raises BadAnswer naming the field."""
    return READERS[field.kind](field, board, data)


def _text(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    value = " ".join(data.get(field.name, "").split())[:300]
    return {field.name: value} if value or field.is_needed else {}


def _words(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    found = _text(field, board, data)
    if field.is_needed and not shows_something(found[field.name]):
        raise BadAnswer(_("%s: manca.") % field.label, wrong=field.name)
    return found


def _one_of(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    found = _text(field, board, data)
    if found == {field.name: ""}:
        raise BadAnswer(_("%s: manca.") % field.label)
    return found


def _number(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    raw = data.get(field.name, "").strip()
    if not raw and field.is_needed:
        raise BadAnswer(_("%s: manca.") % field.label)
    if raw in dict(field.options):
        return {field.name: int(raw)}
    return {field.name: integer(field.label, raw, field.least)} if raw else {}


def _flag(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    return {field.name: True} if data.get(field.name) else {}


def _slots(field: Field, data: QueryDict) -> list[str]:
    return [one for slot in field.slots if (one := data.get(f"{field.name}-{slot}", "").strip())]


def _dice(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    return {field.name: [integer(field.label, one) for one in _slots(field, data)]}


def _order(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    return _dice(field, board, data)


def _number_list(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    raw = data.get(field.name, "").replace(",", " ").split()
    return {field.name: [integer(field.label, one) for one in raw if one != NONE]} if raw or field.is_needed else {}


def _numbers(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    raw = [data.get(f"{field.name}-{seat}", "").strip() for seat, _title in field.options]
    numbers = [integer(field.label, one) if one else 0 for one in raw]
    return {field.name: numbers} if any(raw) or field.is_needed else {}


def _texts(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    typed = [one for slot in _slots(field, data) for one in slot.split(",")]
    return _listed(field, board, typed)


def _one_list(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    return _listed(field, board, data.get(field.name, "").split(","))


def _listed(field: Field, board: BoardView, typed: list[str]) -> dict[str, Any]:
    given = [one.strip() for one in typed if one.strip()]
    named = [key_of(board, one) for one in given if one != NONE]
    return {field.name: named} if given or field.is_needed else {}


def _seat_texts(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    """One text a seat; empty for a seat without input."""
    typed = [" ".join(data.get(f"{field.name}-{seat}", "").split())[:80] for seat, _title in field.options]
    values = ["" if one == NONE else one for one in typed]
    return {field.name: values} if any(values) or field.is_needed else {}


def _card(field: Field, board: BoardView, data: QueryDict) -> dict[str, Any]:
    typed = data.get(field.name, "").strip()
    if not typed and field.is_needed:
        raise BadAnswer(_("%s: manca.") % field.label)
    return {field.name: key_of(board, typed)} if typed else {}


def key_of(board: BoardView, raw: str) -> str:
    """The id of a place, card or treasure by the words that the page has for it, else the text unchanged."""
    typed = " ".join(raw.split())[:LONGEST_NAME]
    return board.by_words.get(typed.lower(), typed)


def expect_known(fields: Iterable[Field], board: BoardView, data: QueryDict) -> None:
    """Raises BadAnswer naming the input with a card, treasure or place that there is none of, where the game names them all."""
    if not board.scene.named:
        return
    known = {key for key, _words in board.scene.named} | set(board.places)
    for field in fields:
        names = [f"{field.name}-{slot}" for slot in field.slots] if field.kind == "texts" else [field.name]
        for name in names if field.kind in ("texts", "card") else ():
            for one in data.get(name, "").split(",") if field.kind == "texts" else [data.get(name, "")]:
                typed = one.strip()
                if typed not in ("", NONE) and key_of(board, typed) not in known:
                    raise BadAnswer(
                        _("%(field)s: «%(raw)s» non si conosce.") % {"field": field.label, "raw": typed[:60]},
                        wrong=name,
                    )


READERS: dict[str, Callable[[Field, BoardView, QueryDict], dict[str, Any]]] = {
    "text": _words,
    "place": _one_of,
    "article": _text,
    "choice": _one_of,
    "card": _card,
    "number": _number,
    "seat": _number,
    "flag": _flag,
    "dice": _dice,
    "order": _order,
    "number_list": _number_list,
    "numbers": _numbers,
    "texts": _texts,
    "list": _one_list,
    "seat_texts": _seat_texts,
}


def integer(label: str, raw: str, least: int = 0, most: int = LARGEST) -> int:
    digits = raw.removeprefix("-") if least < 0 else raw
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6 and least <= int(raw) <= most):
        raise BadAnswer(
            _("%(field)s: «%(raw)s» non è un numero da %(least)d a %(most)d.")
            % {"field": label, "raw": raw[:20], "least": least, "most": most}
        )
    return int(raw)
