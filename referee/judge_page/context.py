"""The context of the judge's page, computed from the record alone.

Nothing here uses the database or the clock: it also runs on a tablet without a network (docs/offline.md).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import msgspec
from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel import corrections as kernel_corrections
from games.kernel.acts import JUDGE, Act, By
from games.kernel.breaches import IMPOSSIBLE, Breach, Refused, Unreadable
from games.kernel.choices import Ask, Partial
from games.kernel.game import Game
from games.kernel.lines import read_act
from games.kernel.record import Record
from referee.judge_page import board_taps, board_view, corrections, questions, readings
from referee.judge_page.act_forms import acts as act_forms
from referee.judge_page.act_forms import turn as turn_form
from referee.judge_page.board_view import BoardView, RecordRow, StoredLine
from referee.judge_page.causes import NO_CAUSE, Cause, cause_of
from referee.wording import article_title, localized, naming

SALT = "referee.refused"
Context = dict[str, Any]
BRUSH_NUMBERS = range(1, 17)  # a tap more adds one
TURN = "turn"  # the level at which a table is recorded turn by turn


@dataclass(frozen=True)
class BreachView:
    """A breach in words: the article, what was wrong this time, and the options of this table that belong to the article."""

    article: str
    title: str
    text: str
    reason: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class TappedPlace:
    """A place that was no answer: the token of its question, its names, acts that it could begin, whether its act has a form to fill in."""

    token: str
    key: str
    onto: str
    label: str
    begins: tuple[tuple[str, str], ...] = ()
    has_form: bool = False


@dataclass(frozen=True)
class Refusal:
    """`words` call the players by name; `stored_words` are those of a flag, which names no person."""

    words: str
    who: str
    breaches: tuple[BreachView, ...]
    token: str
    is_impossible: bool
    with_reason: str = ""
    why: str = ""
    asks_why: bool = False
    tapped: TappedPlace | None = None
    stored_words: str = ""
    cause: Cause = NO_CAUSE

    @property
    def may_be_flagged(self) -> bool:
        """A tap is flagged only where it would have been a whole act."""
        return self.tapped is None or bool(self.who and not self.tapped.has_form)


@dataclass
class PageOverlay:
    """What the page adds to the state of the table: a question under way, a refusal, a notice, the plain form of an act."""

    ask: Ask | None = None
    refusal: Refusal | None = None
    notice: str = ""
    tone: str = "error"
    act_tag: str = ""
    form_values: Mapping[str, str] | None = None
    status: int = 200
    correct: str = ""
    """The number of a line to correct in place, or `*` for the list of those that can be."""
    is_swap: bool = False
    preview: corrections.Preview | None = None
    refused_act: Act | None = None

    @property
    def is_correction(self) -> bool:
        return bool(self.correct or self.preview)


def page_context(
    row: RecordRow,
    record: Record,
    board: BoardView,
    overlay: PageOverlay,
    latest: Iterable[StoredLine],
    *,
    may_write: bool,
) -> Context:
    """The page's context, with the `latest` entries; a question only for readers who may write."""
    with naming(board.names):
        return _page_context(row, record, board, overlay, latest, may_write)


def _page_context(
    row: RecordRow,
    record: Record,
    board: BoardView,
    overlay: PageOverlay,
    latest: Iterable[StoredLine],
    may_write: bool,
) -> Context:
    question = _question_or_form(row, record, board, overlay) if may_write else {}
    sheet = _sheet(record, board)
    return {
        "row": row,
        "board": board,
        "frame": _frame(board, question, has_sheet=sheet is not None),
        "in_turn": board.in_turn,
        "headline": board.headline,
        "game_status": record.game.status(record.rules, record.state),
        "guide": [localized(words) for words in record.game.guide(record.rules, record.state)],
        "log": board_view.log_of(record, board, latest),
        "undoable": board_view.last_undoable(record),
        "redoable": board_view.next_redoable(record),
        "correctable": {one.seq for one in kernel_corrections.correctable(record)} if may_write else set(),
        "may_write": may_write,
        "notice": overlay.notice,
        "tone": overlay.tone,
        "refusal": overlay.refusal,
        "sheet": sheet,
        "tap_token": questions.sign(row.pk, record.seq, overlay.ask.partial if overlay.ask else {}),
        **question,
    }


def _frame(board: BoardView, question: Context, *, has_sheet: bool) -> str:
    """Classes of the page's two columns: static/css/judge_frame.css gives each as much room as its content needs."""
    turn = question.get("turn")
    has = {
        "is-tall": board.is_tall,
        "has-brush": bool(turn and turn.brush),
        "has-sheet": has_sheet and not question.get("is_act_form"),
    }
    return " ".join(name for name, it_has in has.items() if it_has)


def form_tag(game: Game, raw: str) -> str:
    """The requested plain form: `*` lists every act of the game, a tag is one act, `turno` a whole turn, `plancia` the whole board; empty
    for none.
    """
    known = {"*", turn_form.TAG, turn_form.BOARD, *dict(act_forms.act_names(game))}
    return raw if raw in known else ""


def read_act_form(record: Record, board: BoardView, tag: str, data: QueryDict) -> tuple[By, Act]:
    """Who acts, and the act that was typed into a plain form. Raises BadAnswer naming the field, Unreadable for what is no act."""
    if tag in (turn_form.TAG, turn_form.BOARD):
        return JUDGE, turn_form.read(record, board, data, tag)
    by, act = act_forms.read(record.game, tag, board, data)
    return by, read_act(record.game, act)


def _question_or_form(row: RecordRow, record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    if overlay.is_correction:
        return _correction(record, board, overlay)
    if overlay.act_tag:
        return _act_form(row, record, board, overlay)
    return _question(row, record, board, overlay) | _whole_turn(row, record, board, overlay)


def _correction(record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    """The lines that can be corrected, the form of one of them, or what its correction would change."""
    context = {"is_correction": True, "is_under_way": True, "preview": overlay.preview}
    if overlay.preview:
        return context
    if overlay.correct == corrections.ALL:
        return context | {"correctable_lines": corrections.lines(record, board)}
    form = corrections.form(record, board, int(overlay.correct), overlay.form_values, is_swap=overlay.is_swap)
    return context | form


def refused_correction(typed: QueryDict, words: str) -> PageOverlay:
    """The form of a correction again as it was sent, with the reason why it cannot stand; a swap of both sides has no form."""
    correct = line_to_correct(typed.get("of", ""))
    return PageOverlay(
        notice=words,
        correct=correct,
        is_swap=bool(typed.get("swap")),
        form_values=typed if correct else None,
        status=422,
    )


def line_to_correct(raw: str) -> str:
    """What the address asks for: the number of a line, `*` for the list, empty for neither."""
    return raw if raw == corrections.ALL or (raw.isascii() and raw.isdigit() and len(raw) < 8) else ""


def _whole_turn(row: RecordRow, record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    """A table recorded turn by turn gets the form of the turn first; moves remain possible beside it."""
    if row.level != TURN or overlay.ask is not None or overlay.refusal:
        return {}
    return {"turn": turn_form.form(record, board), "brush_numbers": BRUSH_NUMBERS}


def _question(row: RecordRow, record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    is_fresh = overlay.ask is None
    chosen = _refused_dice(record, overlay.refused_act)
    ask = overlay.ask or (chosen.ask if chosen else questions.opening(record))
    is_under_way = not is_fresh and ask.kind != "act"
    others = questions.other_acts(record, ask)
    question = None
    if ask.kind != "act" or ask.choices:
        question = questions.question(row.pk, record, board, ask, chosen.dice if chosen else ())
    beside = questions.question(row.pk, record, board, others) if others else None
    if beside and question:
        beside = questions.without(beside, question.title)
    return {
        "question": question,
        "others": beside,
        "repeat": _repeat_attack(row, record, ask) if is_fresh else None,
        "is_under_way": is_under_way,
        "throw": corrections.last_throw(row, record, board),
        "income": _income(record) if ask.partial.get("type") == "place" else None,
        "sealed_seats": _sealed_seats(record, board),
        "has_board_sheet": record.game.board_sheet(record.rules, record.state) is not None,
        "can_show_board": "shown" in dict(act_forms.act_names(record.game)),
        "is_set_up": not record.game.status(record.rules, record.state).giro,
    }


class _RefusedDice(NamedTuple):
    """Dice that were refused, and the question that they answered: it is asked again and they stay chosen."""

    ask: Ask
    dice: tuple[int, ...]


def _refused_dice(record: Record, act: Act | None) -> _RefusedDice | None:
    dice = corrections.dice_of(record, act) if act is not None else ()
    if act is None or not dice:
        return None
    try:
        ask = record.choices({"type": type(act).__struct_config__.tag})
    except Unreadable:
        return None
    return _RefusedDice(ask, dice) if ask.kind == "dice" else None


def _repeat_attack(row: RecordRow, record: Record, ask: Ask) -> Context | None:
    """The last attack of this turn once more, in one tap, unless its dice are being asked for already."""
    found = questions.repeat(record) if ask.kind != "dice" else None
    if found is None:
        return None
    by, act = found
    return {"token": sign_act(row, record.seq, by, act), "words": board_view.describe_act(record, by, act)}


def _income(record: Record) -> Context | None:
    """What the armies to be laid come from: `8 territories 2 + Oceania 2 + set 10 = 14`."""
    start = record.checkpoints[-1].standing
    acts = [record.as_it_happened(one)[1] for one in record.standing[start:]]
    lines = [*record.game.income(record.rules, record.state, acts)]
    if not lines:
        return None
    return {
        "lines": [(localized(one.words), one.value) for one in lines],
        "total": sum(int(one.value) for one in lines),
    }


def _sealed_seats(record: Record, board: BoardView) -> list[board_view.Player]:
    """Players who may turn up now what the system dealt them. Any deal tells who: that is public, the secrets are not."""
    if not record.header.sealed or not record.game.status(record.rules, record.state).giro:
        return []
    any_deal = record.game.deal(record.header, Random(0))
    showing = record.game.showing
    return [player for player in board.players if showing(record.rules, record.state, player.seat, any_deal)]


def _act_form(row: RecordRow, record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    names = act_forms.act_names(record.game)
    by = record.choices({}).by
    context = {
        "is_act_form": True,
        "act_names": names,
        "act_tag": "",
        "default_by": str(by),
        "form_values": overlay.form_values or _default_values(row, record, overlay.act_tag),
    }
    if overlay.act_tag == "*":
        return context
    if overlay.act_tag in (turn_form.TAG, turn_form.BOARD):
        tag = overlay.act_tag
        turn = turn_form.form(record, board, overlay.form_values, tag)
        return context | {"act_tag": tag, "turn": turn, "brush_numbers": BRUSH_NUMBERS}
    words = dict(names)
    fields = act_forms.fields_of(record.game, overlay.act_tag, board)
    return context | {
        "act_tag": overlay.act_tag,
        "act_title": words.get(overlay.act_tag, overlay.act_tag),
        "act_fields": fields,
        "is_judges_act": act_forms.is_judges_act(record.game, overlay.act_tag),
        "asks_why": act_forms.asks_why(record.game, overlay.act_tag),
        "usual_reasons": (_("riga sbagliata"), _("riga dimenticata"), _("pezzi urtati o spostati per errore")),
    }


def _default_values(row: RecordRow, record: Record, tag: str) -> dict[str, str]:
    """A game without a turn sheet gets the form of its board at the end of a turn. What is no correction says so by itself."""
    if tag not in ("shown", turn_form.BOARD):
        return {}
    if tag == turn_form.BOARD and record.state.giro:
        return {"why": _("il tavolo mostra altro")}
    if not record.game.status(record.rules, record.state).giro:
        return {"why": _("disposizione registrata dal tavolo")}
    return {"turn_over": "1", "why": _("turno registrato per intero")} if row.level == TURN else {}


def _sheet(record: Record, board: BoardView) -> Context | None:
    """The count, once the game is over: rows by rank, the tie-break chain in words, what is still missing."""
    if not record.ended_by:
        return None
    sheet = record.score()
    ended_by = sheet.ended_by or ""
    rows = sorted(sheet.rows, key=lambda row: (row.rank or 99, row.seat))
    return {
        "ended_by": localized(record.game.endings.get(ended_by, ended_by)),
        "rows": [(board.players[row.seat], row) for row in rows],
        "names": [localized(name) for name in sheet.tiebreak_names],
        "awaits": [localized(words) for words in sheet.awaits],
        "is_whole": not sheet.awaits and all(row.rank for row in sheet.rows),
    }


# -- refusals


def refusal(
    row: RecordRow, record: Record, board: BoardView, refused: Refused, by: By, act: Act, why: str = ""
) -> Refusal:
    """Every article that the act breaks; tokens to register it, where that is allowed, or to tell it with the reason that it lacks.

    `why` is the reason that was given.
    """
    registers = refused.may_be_registered
    signed = sign_act(row, record.seq, by, act)
    with naming(board.names):
        words = board_view.describe_refused_act(record, by, act)
        breaches = tuple(_breach_view(record, breach) for breach in refused.breaches)
    return Refusal(
        words=words,
        stored_words=board_view.describe_refused_act(record, by, act),
        who=board_view.who(board, by),
        breaches=breaches,
        token=signed if registers else "",
        is_impossible=refused.kind == IMPOSSIBLE,
        with_reason=signed if _lacks_a_reason(record, by, act) else "",
        why=why,
        asks_why=registers and not why and record.lacks_reason(by, act),
        cause=cause_of(record, by, act) if refused.kind == IMPOSSIBLE else NO_CAUSE,
    )


def read_answer_or_tap(
    row: RecordRow, record: Record, board: Callable[[], BoardView], partial: Partial, data: QueryDict
) -> Partial | PageOverlay:
    """The partial act with the page's answer, which may be a place of the board; or the page that says why that place is none.

    Raises BadAnswer for what fits no question.
    """
    ask = questions.next_ask(record, partial)
    place = data.get("place", "")
    if not place:
        return questions.read_answer(ask, data)
    view = board()
    if not {place, data.get("onto") or place} <= view.tappable:
        raise questions.BadAnswer(_("«%s» non è sulla plancia.") % place[:60])
    if tag := data.get("begin", ""):
        return questions.begin(record, tag, place)
    count = data.get("count", "")
    laid = int(count) if count.isascii() and count.isdigit() and len(count) < 5 else 0
    result = board_taps.tap(record, ask, place, data.get("onto", ""), laid)
    if result.partial is not None:
        return result.partial
    if result.meant and data.get("form"):
        return PageOverlay(
            act_tag=result.meant.tag, form_values=board_taps.form_values(result.meant, (place, data.get("onto", "")))
        )
    under_way = None if partial == questions.opening(record).partial else ask
    return PageOverlay(
        ask=under_way, refusal=_refused_tap(row, record, view, result, place, data.get("onto", "")), status=422
    )


def _refused_tap(
    row: RecordRow, record: Record, board: BoardView, result: board_taps.TapResult, place: str, onto: str
) -> Refusal:
    meant, label = result.meant, " → ".join(board.label(key) for key in (place, onto) if key)
    registers = meant is not None and meant.is_whole and all(one.may_be_registered for one in result.breaches)
    begins = tuple((str(one.value), localized(one.words)) for one in result.beside)
    words = stored = label
    if meant is not None:
        title = localized(record.game.act_words.get(meant.tag, meant.tag))
        stored = board_view.describe_refused_act(record, meant.by, meant.act)
        with naming(board.names):
            words = (
                board_view.describe_refused_act(record, meant.by, meant.act) if meant.is_whole else f"{title}: {label}"
            )
    with naming(board.names):
        breaches = tuple(_breach_view(record, breach) for breach in result.breaches)
    return Refusal(
        words=words,
        stored_words=stored,
        who=board_view.who(board, meant.by) if meant else "",
        breaches=breaches,
        token=sign_act(row, record.seq, meant.by, meant.act) if meant and registers else "",
        is_impossible=any(one.kind == IMPOSSIBLE for one in result.breaches),
        tapped=TappedPlace(
            questions.sign(row.pk, record.seq, result.ask.partial),
            place,
            onto,
            label,
            begins,
            bool(meant and not meant.is_whole),
        ),
    )


def _lacks_a_reason(record: Record, by: By, act: Act) -> bool:
    """Dice that differ from the undone ones, or what the table shows, are accepted with a reason."""
    try:
        return not record.breaches(by, act, why="?")
    except Unreadable:
        return False


def refusal_words(refused: Refused) -> str:
    """All its reasons in one sentence."""
    return "; ".join(localized(breach.reason) for breach in refused.breaches).capitalize() + "."


def _breach_view(record: Record, breach: Breach) -> BreachView:
    book = record.game.rulebook
    article = book.by_id.get(breach.article)
    return BreachView(
        breach.article,
        article_title(article) if article else "",
        localized(article.text) if article else "",
        localized(breach.reason),
        readings.options_in_force(record, breach.article) if article else (),
    )


def sign_act(row: RecordRow, seq: int, by: By, act: Act) -> str:
    payload = {"record": row.pk, "seq": seq, "by": by, "act": msgspec.json.encode(act).decode()}
    return signing.dumps(payload, salt=SALT)


def signed_act(row: RecordRow, token: str) -> Context:
    """Raises BadAnswer for a token that was not issued for this record."""
    try:
        payload: Context = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise questions.BadAnswer(_("La richiesta non viene da questa pagina: ricaricala.")) from None
    if payload["record"] != row.pk:
        raise questions.BadAnswer(_("La richiesta riguarda un altro tavolo."))
    return payload
