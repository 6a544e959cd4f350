"""The context of the judge's page, computed from the record alone.

Nothing here uses the database or the clock: it also runs on a tablet without a network (docs/offline.md).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from typing import Any, NamedTuple

import msgspec
from django.core import signing
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.kernel import corrections as kernel_corrections
from games.kernel.acts import JUDGE, Act, By
from games.kernel.breaches import IMPOSSIBLE, Breach, Refused, Unreadable
from games.kernel.choices import Ask, Partial
from games.kernel.forms import forms_of
from games.kernel.game import Game
from games.kernel.lines import encoder, read_act
from games.kernel.record import NOTHING_SHOWN, Record, Standing
from games.kernel.words import stopped, unstopped
from referee.judge_page import board_taps, board_view, corrections, questions, readings
from referee.judge_page.act_forms import acts as act_forms
from referee.judge_page.act_forms import turn as turn_form
from referee.judge_page.act_forms.fields import expect_known
from referee.judge_page.board_view import BoardView, RecordRow, StoredLine
from referee.judge_page.causes import Cause, causes_of
from referee.wording import article_title, cite_articles, localized, naming

SALT = "referee.refused"
Context = dict[str, Any]
BRUSH_NUMBERS = range(1, 17)  # a tap more adds one
RESULT = "result"  # the level at which the result alone is told
FINISH = "finish"
TURN = "turn"  # the level at which a table is recorded turn by turn
TURN_FORMS = turn_form.TAGS
MOST_LINES = 10
"""Of a refusal, in sight at once: a reason for each player of the largest table under two articles; further reasons are unfolded."""
LINES_OF_AN_ARTICLE = 2
"""Its title is a key."""


@dataclass(frozen=True)
class BreachView:
    """A breach in words: the article, what was wrong this time, and the options of this table that belong to the article."""

    article: str
    title: str
    text: str
    reason: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class BrokenArticle:
    """An article with every reason for which it is broken."""

    title: str
    text: str
    options: tuple[str, ...]
    reasons: tuple[str, ...]


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
    causes: tuple[tuple[Cause, str], ...] = ()
    """What of the act each reason blames, in words."""
    is_empty: bool = False
    """A board was sent on which nothing differs."""
    usual_reasons: tuple[str, ...] = ()
    """What is usually said where the act is accepted with a reason: one tap."""

    @property
    def causes_json(self) -> str:
        return causes_json(self.causes)

    @property
    def first_articles(self) -> tuple[BrokenArticle, ...]:
        return _by_article(self.breaches[: _many_in_sight(self.breaches)])

    @property
    def more_articles(self) -> tuple[BrokenArticle, ...]:
        return _by_article(self.breaches[_many_in_sight(self.breaches) :])

    @property
    def article_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.article for one in self.breaches if one.article))

    @property
    def may_be_flagged(self) -> bool:
        """A tap is flagged only where it would have been a whole act; of a board on which nothing differs there is nothing to review."""
        if self.is_empty:
            return False
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
    die: int = 0
    """The die of the line to correct that was tapped, counted from 1; 0 for none."""
    causes: tuple[tuple[Cause, str], ...] = ()
    """The fields of the form that are the causes of the notice, each with its reason."""
    preview: corrections.Preview | None = None
    refused_act: Act | None = None
    asks_moves: bool = False
    """Whether a table of which only the result is recorded is asked for a move all the same."""
    answers: str = ""
    """Answers of an act under way, of which the page's address asks the question again."""
    seeks_end: bool = False
    """Whether a line is corrected because the end of the game cannot be recorded yet."""

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
    past: Callable[[], Iterable[str]] = tuple,
) -> Context:
    """The page's context, with the `latest` entries; a question only for readers who may write.

    `past`: the lines of which undo and redo are, for `corrections.history_of`.
    """
    with naming(board.names):
        context = _page_context(row, record, board, overlay, latest, may_write)
        return context | (_undo_and_redo(record, past) if may_write else {})


def _undo_and_redo(record: Record, past: Callable[[], Iterable[str]]) -> Context:
    history = kernel_corrections.history_of(record, past)
    return {
        "undoable": corrections.undoable_words(record, history),
        "undoable_seq": record.last_undoable.seq if record.last_undoable else "",
        "redoable": corrections.redoable_words(record, history),
    }


def _page_context(
    row: RecordRow,
    record: Record,
    board: BoardView,
    overlay: PageOverlay,
    latest: Iterable[StoredLine],
    may_write: bool,
) -> Context:
    if overlay.answers and may_write:
        overlay.ask = questions.restored_ask(record, overlay.answers)
    question = _question_or_form(row, record, board, overlay) if may_write else {}
    sheet = _sheet(record, board)
    return {
        "row": row,
        "board": board,
        "frame": _frame(record.game, board, question, overlay, has_sheet=sheet is not None),
        "in_turn": board.in_turn,
        "headline": board.headline,
        "game_status": record.game.status(record.rules, record.state),
        "guide": [localized(words) for words in record.game.guide(record.rules, record.state)],
        "log": board_view.log_of(record, board, [*latest][: board_view.RECENT]),
        "correctable": {one.seq for one in kernel_corrections.correctable(record)} if may_write else set(),
        "may_write": may_write,
        "notice": overlay.notice,
        "tone": overlay.tone,
        "causes": causes_json(overlay.causes),
        "refusal": overlay.refusal,
        "sheet": sheet,
        "shows_turn_key": _shows_turn_key(row, question, sheet),
        "tap_token": questions.sign(row.pk, record.seq, overlay.ask.partial if overlay.ask else {}),
        **question,
    }


def _frame(game: Game, board: BoardView, question: Context, overlay: PageOverlay, *, has_sheet: bool) -> str:
    """Classes of the page's two columns: static/css/judge_frame.css gives each as much room as its content needs.

    The form of a turn stands in the place of the question: what would be asked move by move takes no room.
    """
    turn = question.get("turn")
    ask = None if turn else question.get("question")
    has = {
        "is-tall": board.is_tall,
        "has-turn": turn is not None,
        "has-brush": bool(turn and turn.brush),
        "is-battle": bool(ask and ask.kind == "dice" and ask.type in game.battle_dice),
        "takes-dice-back": bool(ask and ask.offer and ask.has_faces_on_top),
        "has-die-each": bool(ask and any(thrower for _die, _face, thrower in ask.dice)),
        "has-form": bool(question.get("is_act_form") or question.get("is_correction")),
        "is-refused": bool(overlay.refusal and question.get("is_act_form")),
        "has-sheet": has_sheet and not question.get("is_act_form"),
    }
    return " ".join(name for name, it_has in has.items() if it_has)


def form_tag(game: Game, raw: str) -> str:
    """The requested plain form: `*` lists every act of the game, a tag is one act, `turno` a whole turn, `plancia` the whole board, `fine`
    the board at the end; empty for none.
    """
    known = {"*", *TURN_FORMS, *dict(act_forms.act_names(game))}
    return raw if raw in known else ""


def read_act_form(record: Record, board: BoardView, tag: str, data: QueryDict) -> tuple[By, Act]:
    """Who acts, and the act that was typed into a plain form. Raises BadAnswer naming the field, Unreadable for what is no act."""
    if tag in TURN_FORMS:
        return JUDGE, turn_form.read(record, board, data, tag)
    by, act = act_forms.read(record.game, tag, board, data)
    expect_known(act_forms.fields_of(record.game, tag, board), board, data)
    return by, read_act(record.game, act)


def _question_or_form(row: RecordRow, record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    if overlay.is_correction:
        return _correction(record, board, overlay) | _lacking(row, record, board, overlay) | _board_forms(record)
    if overlay.act_tag:
        return _act_form(row, record, board, overlay) | _board_forms(record)
    question, turn = _question(row, record, board, overlay), _whole_turn(row, record, board, overlay)
    return (_with_rare_acts_unfolded(question) if turn.get("turn") else question) | turn


def _with_rare_acts_unfolded(context: Context) -> Context:
    """Where the moves are folded behind the form of a turn, what the judge says beside the game's course stays with what else is rare."""
    question = context["question"]
    if question is None or question.kind != "act":
        return context
    rare = [group for group in question.groups if group.label]
    course = [group for group in question.groups if not group.label]
    return context | {
        "question": replace(question, groups=tuple(course)) if course else None,
        "others": replace(question, groups=tuple(rare)) if rare else context["others"],
    }


def _correction(record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    """The lines that can be corrected, the form of one of them, or what its correction would change."""
    context = {"is_correction": True, "is_under_way": True, "preview": overlay.preview}
    if overlay.preview:
        return context
    if overlay.correct == corrections.ALL:
        return context | {"correctable_lines": corrections.lines(record, board)}
    form = corrections.form(record, board, int(overlay.correct), overlay.form_values, is_swap=overlay.is_swap)
    return context | form | {"picked_die": overlay.die, "brush_numbers": BRUSH_NUMBERS}


def _lacking(row: RecordRow, record: Record, board: BoardView, overlay: PageOverlay) -> Context:
    """Why the end cannot be recorded yet, with the fields that say otherwise: where the judge comes for that to the board of the end."""
    if not overlay.seeks_end or not record.state.giro or record.ended_by:
        return {}
    if not (lacks := _end(row, record, board)["lacks"]):
        return {"seeks_end": True}
    fields = [one.lacks for breaches in _end_breaches(record, board) for one in breaches if one.lacks]
    seats = tuple(str(player.seat) for player in board.players)
    causes = ((Cause(fields[0], keys=seats), ""),) if fields else ()
    return {"seeks_end": True, "notice": end_lacks_words(lacks), "tone": "warning", "causes": causes_json(causes)}


def refused_correction(
    record: Record, board: BoardView, typed: QueryDict, fault: Refused | Unreadable | questions.BadAnswer
) -> PageOverlay:
    """The form of a correction again as it was sent, with the reason why it cannot stand.

    Without the form where there is none: of a swap of both sides, and of a line that is no longer corrected here.
    """
    correct = line_to_correct(typed.get("of", ""))
    has_form = correct not in ("", corrections.ALL) and corrections.has_form(record, int(correct))
    return PageOverlay(
        notice=fault_words(fault),
        correct=correct if has_form else "",
        is_swap=bool(typed.get("swap")),
        form_values=typed if has_form else None,
        status=422 if isinstance(fault, Refused) else 400,
        causes=_causes_of_correction(record, board, int(correct), typed)
        if has_form and isinstance(fault, Refused)
        else (),
    )


def _causes_of_correction(
    record: Record, board: BoardView, seq: int, typed: QueryDict
) -> tuple[tuple[Cause, str], ...]:
    try:
        change = corrections.read_change(record, board, seq, typed)
    except (Unreadable, questions.BadAnswer):
        return ()
    table, _gone = kernel_corrections.before(record, seq)
    return _in_words(causes_of(table, *change))


def _in_words(causes: Iterable[tuple[Cause, Breach]]) -> tuple[tuple[Cause, str], ...]:
    return tuple((cause, stopped(capfirst(localized(breach.reason)))) for cause, breach in causes)


def causes_json(causes: Iterable[tuple[Cause, str]]) -> str:
    """For the page's script, which knows where on the page each field is; empty where nothing is to blame."""
    found = [cause._asdict() | {"words": words} for cause, words in causes]
    return json.dumps(found) if found else ""


def faulty_form(tag: str, typed: QueryDict, fault: Unreadable | questions.BadAnswer) -> PageOverlay:
    """The form of an act again as it was sent, with why it is none and the field that it leaves empty."""
    lacks, wrong = (fault.lacks, fault.wrong) if isinstance(fault, questions.BadAnswer) else ("", "")
    cause = (Cause(lacks or wrong, is_missing=bool(lacks)), fault_words(fault) if wrong else "")
    causes = (cause,) if lacks or wrong else ()
    return PageOverlay(notice=fault_words(fault), act_tag=tag, form_values=typed, status=400, causes=causes)


def fault_words(fault: Refused | Unreadable | questions.BadAnswer) -> str:
    """Why something was not entered, in a sentence."""
    if isinstance(fault, Refused):
        return refusal_words(fault)
    return localized(fault.reason) if isinstance(fault, Unreadable) else str(fault)


def overlay_of(game: Game, query: Mapping[str, str]) -> PageOverlay:
    """What an address of the page asks for: the form of an act, or a line to correct with the die that was tapped, or with the dice that
    were entered before the sides were swapped.
    """
    if correct := line_to_correct(query.get("correggi", "")):
        is_swap, die = bool(query.get("scambia")), query.get("dado", "")
        return PageOverlay(
            correct=correct,
            is_swap=is_swap,
            die=int(die) if die.isascii() and die.isdigit() and len(die) < 4 else 0,
            form_values=query if is_swap else None,
            seeks_end="fine" in query,
        )
    return PageOverlay(
        act_tag=form_tag(game, query.get("atto", "")), asks_moves="mosse" in query, answers=query.get("domanda", "")
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
    if row.level == RESULT and not (record.ended_by or is_under_way or overlay.refusal or overlay.asks_moves):
        return _result(row, record, board)
    others = questions.other_acts(record, ask)
    question = None
    if ask.kind != "act" or ask.choices:
        question = questions.question(row.pk, record, board, ask, chosen.dice if chosen else ())
    beside = questions.question(row.pk, record, board, others) if others else None
    if beside and question:
        beside = questions.without(beside, question.title)
    if beside and ask.partial.get("type") == FINISH:  # whoever says how the game ended makes no move of it
        beside = replace(beside, groups=tuple(group for group in beside.groups if group.label))
    return {
        "question": question,
        "others": beside,
        "repeat": _repeat_attack(row, record, ask) if is_fresh else None,
        "is_under_way": is_under_way,
        "closed_ways": _closed_ways(record, board) if ask.partial.get("type") == FINISH else (),
        "throw": corrections.last_throw(row, record, board),
        "reasons_of_dice": corrections.dice_reasons()[:2],  # a swap of sides takes back what the other side threw, too
        "income": _income(record) if ask.partial.get("type") == "place" else None,
        "sealed_seats": _sealed_seats(record, board),
        **_board_forms(record),
    }


def _result(row: RecordRow, record: Record, board: BoardView) -> Context:
    """A table of which only the result is recorded is asked for nothing but its end; its moves one tap away."""
    acts = record.choices({})
    return {
        "others": questions.question(row.pk, record, board, acts) if acts.choices else None,
        "sealed_seats": _sealed_seats(record, board),
        "has_end_form": turn_form.has_end_form(record),
        "told_board": _told_board(record),
        "end": _with_words(_end(row, record, board)),
        **_board_forms(record),
    }


def _board_forms(record: Record) -> Context:
    return {
        "has_board_sheet": record.game.board_sheet(record.rules, record.state) is not None,
        "can_show_board": "shown" in dict(act_forms.act_names(record.game)),
        "is_set_up": not record.game.status(record.rules, record.state).giro,
    }


def _shows_turn_key(row: RecordRow, question: Context, sheet: Context | None) -> bool:
    """Whether a table recorded turn by turn may show on the board the turn that just ended, no form of a turn being open."""
    is_open = sheet is None and not any(question.get(name) for name in ("is_set_up", "turn", "is_under_way"))
    return row.level == TURN and is_open and bool(question.get("can_show_board"))


def _end(row: RecordRow, record: Record, board: BoardView) -> Context:
    """For a table whose result alone is told: the question how it ended where the game can have ended, else what is lacking.

    `way` says how where it can have ended in one way only; `claims` are the acts by which a player ends it, as the board bears out.
    """
    if not record.game.status(record.rules, record.state).giro:
        return {"token": "", "lacks": _("prima la plancia")}
    acts = record.choices({}).choices
    tags = forms_of(record.game).end_acts
    token = questions.sign(row.pk, record.seq, {})
    claims = [(one.value, localized(one.words)) for one in acts if one.value in tags]
    found: Context = {"token": "", "lacks": "", "claims": claims, "claims_token": token if claims else ""}
    if any(one.value == FINISH for one in acts):
        return found | {"token": token, "way": _only_way(record, board), "closed": _closed_ways(record, board)}
    lacks: dict[str, None] = {}
    for breaches in _end_breaches(record, board):
        if not breaches:
            return found  # the form asks what else belongs to it
        lacks |= dict.fromkeys(localized(one.reason) for one in breaches)
    return found | {"lacks": unstopped("; ".join(lacks))}


def _with_words(end: Context) -> Context:
    return end | {"lacks_words": end_lacks_words(end["lacks"]) if end["lacks"] else ""}


def _closed_ways(record: Record, board: BoardView) -> tuple[str, ...]:
    """The ways in which a game did not end of which the result alone is recorded, with what of its board says so, and the article."""
    return tuple(_closed(record, board)) if _is_told_alone(record) else ()


def _closed(record: Record, board: BoardView) -> Iterator[str]:
    for words, ways in groupby(_ways_to_end(record, board), key=lambda one: one[0]):
        refused = [breaches for _words, breaches in ways]
        seen = [one for breaches in refused for one in breaches if one.lacks]
        if seen and all(refused):
            cited = cite_articles(record.game.rulebook, seen[0].article)
            yield f"{words}: {localized(seen[0].reason)}" + (f" ({cited})" if cited else "")


def _end_breaches(record: Record, board: BoardView) -> Iterator[tuple[Breach, ...]]:
    return (breaches for _words, breaches in _ways_to_end(record, board))


def _ways_to_end(record: Record, board: BoardView) -> Iterator[tuple[str, tuple[Breach, ...]]]:
    """Each way in which the game may have ended, with each player who may have won so, and what it breaks now."""
    fields = act_forms.fields_of(record.game, FINISH, board)
    for how, words in next(field.options for field in fields if field.name == "how"):
        beside = [field.name for field in fields if how in field.where[1]]
        for player in board.players if beside else (None,):
            more = dict.fromkeys(beside, player.seat) if player else {}
            yield words, record.breaches(JUDGE, read_act(record.game, {"type": FINISH, "how": how, **more}))


def _is_told_alone(record: Record) -> bool:
    """Whether nothing but the board was recorded, so that the result is told alone."""
    return not record.state.turn and all(_is_board(one.act) for one in _of_the_table(record))


def _of_the_table(record: Record) -> list[Standing]:
    return [one for one in record.standing if not record.is_transparent(one)]


def _is_board(act: Act) -> bool:
    return str(type(act).__struct_config__.tag) == "shown"


def _told_board(record: Record) -> int:
    """The line of the board at the end, where it is all that was recorded: it is put right in the form in which it was entered. Else 0."""
    lines = _of_the_table(record)
    return lines[0].seq if len(lines) == 1 and _is_told_alone(record) and record.reaches_start else 0


def end_lacks_words(lacks: str) -> str:
    return _("La fine non si può ancora registrare: %(lacks)s.") % {"lacks": lacks}


def _only_way(record: Record, board: BoardView) -> str:
    ask = record.choices({"type": FINISH})
    if ask.kind != "ready":
        return ""
    how = str(ask.partial.get("how", ""))
    return localized(record.game.endings[how]) if how in record.game.endings else ""


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
    if overlay.act_tag in TURN_FORMS:
        tag = overlay.act_tag
        turn = turn_form.form(record, board, overlay.form_values, tag)
        return context | {"act_tag": tag, "turn": turn, "brush_numbers": BRUSH_NUMBERS}
    words = dict(names)
    fields = act_forms.fields_of(record.game, overlay.act_tag, board)
    return context | {
        "act_tag": overlay.act_tag,
        "act_title": words.get(overlay.act_tag, overlay.act_tag),
        "act_fields": fields,
        "counts": turn_form.counts_by_seat(record),
        "closed_ways": _closed_ways(record, board) if overlay.act_tag == FINISH else (),
        "is_judges_act": act_forms.is_judges_act(record.game, overlay.act_tag),
        "asks_why": act_forms.asks_why(record.game, overlay.act_tag),
        "usual_reasons": (_("riga sbagliata"), _("riga dimenticata"), _("plancia urtata o cambiata per errore")),
    }


def _default_values(row: RecordRow, record: Record, tag: str) -> dict[str, str]:
    """A game without a turn sheet gets the form of its board at the end of a turn. What is no correction says so by itself."""
    if tag not in ("shown", *turn_form.BOARDS):
        return {}
    if tag == turn_form.BOARD and record.state.giro:
        return {"why": _("il tavolo mostra altro")}
    if tag == turn_form.END or (row.level == RESULT and not record.game.status(record.rules, record.state).giro):
        return {"why": _("si registra solo il risultato")}
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
        causes = _in_words(causes_of(record, by, act))
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
        causes=causes,
        is_empty=encoder.encode(act) == NOTHING_SHOWN,
        usual_reasons=corrections.dice_reasons() if corrections.dice_of(record, act) else corrections.line_reasons(),
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
    onto, before = data.get("onto", ""), data.get("before", "")
    if not {place, onto or place, before or place} <= view.tappable:
        raise questions.BadAnswer(_("«%s» non è sulla plancia.") % place[:60])
    if tag := data.get("begin", ""):
        return questions.begin(record, tag, place)
    count = data.get("count", "")
    laid = int(count) if count.isascii() and count.isdigit() and len(count) < 5 else 0
    result = board_taps.tap(record, ask, place, onto, count=laid, before=before)
    if result.is_other_half:
        return PageOverlay(
            notice=_("L'attacco è già dichiarato: %(places)s.") % {"places": unstopped(_stake_words(record, view))},
            tone="info",
        )
    if result.partial is not None:
        return result.partial
    if result.origin:
        place, onto = result.origin, place
    if result.meant and data.get("form"):
        tapped = (place, onto, *board_taps.answered_places(ask))
        return PageOverlay(act_tag=result.meant.tag, form_values=board_taps.form_values(result.meant, tapped))
    under_way = None if partial == questions.opening(record).partial else ask
    return PageOverlay(ask=under_way, refusal=_refused_tap(row, record, view, result, place, onto), status=422)


def _stake_words(record: Record, board: BoardView) -> str:
    return " → ".join(board.label(key) for key in record.game.at_stake(record.rules, record.state))


def _refused_tap(
    row: RecordRow, record: Record, board: BoardView, result: board_taps.TapResult, place: str, onto: str
) -> Refusal:
    meant, label = result.meant, " → ".join(board.label(key) for key in (place, onto) if key)
    registers = meant is not None and meant.is_whole and all(one.may_be_registered for one in result.breaches)
    begins = tuple((str(one.value), localized(one.words)) for one in result.beside)
    words = stored = label
    if meant is not None:
        title = localized(record.game.act_words.get(meant.tag, meant.tag))
        words = stored = f"{title}: {label}"
        if meant.is_whole:
            stored = board_view.describe_refused_act(record, meant.by, meant.act)
            with naming(board.names):
                words = board_view.describe_refused_act(record, meant.by, meant.act)
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
    return stopped(capfirst("; ".join(localized(breach.reason) for breach in refused.breaches)))


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


def _by_article(breaches: Iterable[BreachView]) -> tuple[BrokenArticle, ...]:
    """Each article once, with its reasons, in the order in which the articles first come; what has no article stays apart."""
    reasons: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for one in breaches:
        reasons.setdefault((one.title, one.text, one.options), []).append(one.reason)
    return tuple(BrokenArticle(*article, tuple(dict.fromkeys(found))) for article, found in reasons.items())


def _many_in_sight(breaches: Sequence[BreachView]) -> int:
    lines, titles = 0, set[str]()
    for number, one in enumerate(breaches):
        lines += 1 + (LINES_OF_AN_ARTICLE if one.title and one.title not in titles else 0)
        titles.add(one.title)
        if number and lines > MOST_LINES:
            return number
    return len(breaches)


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
