"""Any act of the game as a plain form, legal or not: the board on the table is the truth, and the game names the breaches.

The fields come from the act's own type, so that no game needs a form of its own.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import inspect

from games.kernel.acts import JUDGE, Act, By, Note, Ruling, Undo
from games.kernel.forms import forms_of
from games.kernel.game import Game
from referee.judge_page.act_forms import labels as act_labels
from referee.judge_page.act_forms.fields import READERS, Field, integer, plain_field
from referee.judge_page.act_forms.schema import bare, fields_of_type, is_required
from referee.judge_page.act_forms.tables import read_board, read_spread, read_table, table_field
from referee.judge_page.board_view import BoardView
from referee.judge_page.questions import BadAnswer
from referee.wording import localized


def act_names(game: Game) -> list[tuple[str, str]]:
    """Acts that a person may enter, with their names; without those that the record writes itself."""
    own = [_tag(act) for act in game.act_types if act not in (Undo, Ruling)]
    return [(tag, localized(game.act_words[tag]) if tag in game.act_words else tag) for tag in own]


def is_judges_act(game: Game, tag: str) -> bool:
    """Whether no seat may say it, so that the form does not ask whose act it is. A note is the judge's in every game."""
    by_judge: tuple[type[Act], ...] = (Note, *(act for act, rule in game.acts.items() if not rule.by.seats))
    return any(_tag(act) == tag for act in by_judge)


def asks_why(game: Game, tag: str) -> bool:
    """Whether the form asks for the reason, because the record demands it."""
    return any(rule.by.needs_reason and _tag(act) == tag for act, rule in game.acts.items())


def fields_of(game: Game, tag: str, board: BoardView) -> list[Field]:
    """Raises BadAnswer for an act that this game does not have."""
    act = next((one for one in game.act_types if _tag(one) == tag and one not in (Undo, Ruling)), None)
    if act is None:
        raise BadAnswer(_("Questo gioco non ha un atto «%s».") % tag[:40])
    fields, forms = fields_of_type(act), forms_of(game)
    meanings = {forms.meaning(one.name) for one in fields}
    has_board = {"owners", "armies"} <= meanings
    return [
        _field(game, board, one, has_board) for one in fields if not (has_board and forms.meaning(one.name) == "armies")
    ]


def _tag(act: type[Act]) -> str:
    return str(act.__struct_config__.tag)


def _field(game: Game, board: BoardView, field: inspect.Field, has_board: bool) -> Field:
    """The board is one field, whoever holds a territory and how many armies stand there."""
    if forms_of(game).meaning(field.name) == "owners":
        nobody = bare(bare(field.type).value_type).ge or 0
        if has_board:
            return Field("board", "board", localized(board.scene.counted).capitalize(), least=nobody)
        return Field(field.name, "owners", act_labels.label(field.name, game), least=nobody)
    is_needed = is_required(field)
    table = table_field(game, board, field.name, field.type)
    if table is None:
        where = next(iter(forms_of(game).where(field.name).items()), ("", ()))
        return replace(plain_field(game, board, field.name, field.type, is_needed=is_needed), where=where)
    return replace(table, is_needed=is_needed)


# -- in


def read(game: Game, tag: str, board: BoardView, data: QueryDict) -> tuple[By, dict[str, Any]]:
    """The speaker, and the act as data, not yet checked by the game. Raises BadAnswer naming the field."""
    act: dict[str, Any] = {"type": tag}
    for field in fields_of(game, tag, board):
        if not field.is_asked(act):
            continue
        value = ALL_READERS[field.kind](field, board, data)
        if field.fewest and len(value.get(field.name, ())) < field.fewest:
            raise BadAnswer(_("%s: manca.") % field.label)
        act |= {field.name: {}} | value if field.is_needed and field.kind == "table" else value
    return read_by(board, data), act


def read_by(board: BoardView, data: Mapping[str, str]) -> By:
    raw = data.get("by", "")
    if raw == JUDGE:
        return JUDGE
    seat = integer("by", raw)
    if board.player(seat) is None:
        raise BadAnswer(_("«%s» non è una sedia di questo tavolo.") % raw[:20])
    return seat


ALL_READERS = {
    **READERS,
    "spread": read_spread,
    "board": read_board,
    "owners": read_board,
    "table": read_table,
}
