"""Lines corrected in place, on the page: the last throw with its dice, the last lines, the form of one as it was, and what would change.

Nothing here uses the database: it also runs on a tablet without a network. What the judge asks for comes back as `Requested`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel import corrections
from games.kernel.acts import JUDGE, Act, By
from games.kernel.breaches import Breach, Refused, Unreadable
from games.kernel.choices import Ask
from games.kernel.corrections import Change, Correction, Replayed
from games.kernel.history import Amendment, History
from games.kernel.lines import read_act
from games.kernel.record import Record, Standing
from referee.judge_page import board_view, questions
from referee.judge_page.act_forms import acts as act_forms
from referee.judge_page.act_forms import turn as turn_form
from referee.judge_page.act_forms.fields import Field
from referee.judge_page.act_forms.tables import with_rows_for
from referee.judge_page.act_forms.values import values_of
from referee.judge_page.board_view import BoardView, Player, RecordRow
from referee.judge_page.questions import BadAnswer
from referee.wording import article_title, localized, naming

SALT = "referee.correct"
ALL = "*"
MOST_NUMBERS = 60
TYPED = ("number", "card", "text")
"""Kinds of fields that are typed on the keyboard."""
SIDES = 2  # rows of dice of one throw
UNSEEN = 1  # so many lines that follow are played again without a look at what would change
Context = dict[str, Any]


@dataclass(frozen=True)
class LineOption:
    seq: int
    who: Player | None
    words: str


@dataclass(frozen=True)
class DiceRow:
    """Dice of the last throw: one side's."""

    seq: int
    who: Player | None
    title: str
    dice: tuple[int, ...]
    may_correct: bool = True


@dataclass(frozen=True)
class LastThrow:
    """`swap` is the token that swaps the two sides; empty where there is one side. `may_answer`: the dice of the one side could be those
    that the other is asked for. `is_newest`: nothing was entered after it.
    """

    rows: tuple[DiceRow, ...]
    swap: str = ""
    may_answer: bool = False
    is_newest: bool = True


@dataclass(frozen=True)
class ReplayedLine:
    """A line as it would be entered again: `fate` is `changed`, `struck`, `registered` or `left-out`."""

    seq: int
    who: Player | None
    words: str
    fate: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    what: str
    was: str
    now: str


@dataclass(frozen=True)
class Preview:
    """What a correction would change; `token` and `reason` confirm it."""

    of: int
    lines: tuple[ReplayedLine, ...]
    unchanged: int
    differences: tuple[Difference, ...]
    token: str
    reason: str


@dataclass(frozen=True)
class Requested:
    """The lines as they should have been, the reason, and whether the judge has seen what follows from it."""

    changes: Mapping[int, Change]
    reason: str
    is_sure: bool
    answer: tuple[int, ...] = ()
    """Dice that answer the corrected throw: they had been entered as its own."""

    def needs_look(self, plan: Correction) -> bool:
        """Whether the judge must see what would change before it is written."""
        following = [one for one in plan.lines if one.seq not in self.changes]
        return not self.is_sure and (len(following) > UNSEEN or not plan.is_smooth)


# -- out


def undoable_words(record: Record, history: History) -> str:
    """What an undo takes back, in words: the last act, or a correction as a whole; empty where there is nothing."""
    one = corrections.to_undo(record, history)
    return _amendment_words(one) if one else board_view.last_undoable(record)


def redoable_words(record: Record, history: History) -> str:
    """What a redo enters again, in words; empty where there is nothing."""
    one = history.undone
    if isinstance(one, Amendment):
        return _amendment_words(one)
    return board_view.describe_act(record, one.by, one.act) if one else ""


def _amendment_words(one: Amendment) -> str:
    return _("la correzione della riga %(seq)s (%(why)s)") % {"seq": one.gone[0].seq, "why": one.reason}


def undoing_reason() -> str:
    return _("correzione annullata")


def lines(record: Record, board: BoardView) -> list[LineOption]:
    """The lines that can be corrected here, the newest first."""
    table, found = record.fork(), list[LineOption]()
    for one in corrections.correctable(record):
        table.undo(why="?")
        words = board_view.describe_act(record, one.by, one.act)
        found.append(LineOption(one.seq, board.player(_whose(table, one)), words))
    return found


def _whose(before: Record, one: Standing) -> By:
    """Who did it; of a whole turn, which the judge records, whose turn it was. `before` stands before the line."""
    by, act = before.as_it_happened(one)
    if not getattr(act, "turn_over", False):
        return by
    now, named = before.game.status(before.rules, before.state), getattr(act, "turn", None)
    seat = named if named is not None else now.seat if now.giro else None
    return by if seat is None else seat


def last_throw(row: RecordRow, record: Record, board: BoardView) -> LastThrow | None:
    """The dice that were thrown last, one row for each side, the first thrower's first.

    They stay until the turn ends, so that what stands below them on the page moves at no other act; those that ended a turn, or the game,
    stay until the next act. None where there are no others.
    """
    lately = corrections.correctable(record)
    found: list[Standing] = []
    for one in lately if _is_throw(record, lately[:1]) else _of_this_turn(record):
        if _is_throw(record, [one]):
            found.insert(0, one)
        elif found:
            break
    sides = _sides(record, found)
    if not sides:
        return None
    known = {one.seq for one in lately}
    rows = tuple(_dice_row(record, board, one, may_correct=one.seq in known) for one in sides)
    is_newest = found[-1] is lately[0]
    swap = _swap_token(row, record, sides) if len(sides) == SIDES and all(one.may_correct for one in rows) else ""
    return LastThrow(rows, swap, is_newest and len(sides) == 1 and _may_answer(record, sides[0]), is_newest)


def _is_throw(record: Record, last: list[Standing]) -> bool:
    return any(dice_of(record, record.as_it_happened(one)[1]) for one in last)


def _of_this_turn(record: Record) -> list[Standing]:
    """The lines of the turn under way, the newest first; none once the game is over."""
    start = record.checkpoints[-1].standing
    turn = record.standing[start:] if not record.ended_by else []
    return [one for one in reversed(turn) if not record.is_transparent(one)]


def has_form(record: Record, seq: int) -> bool:
    """Whether that line can be corrected here."""
    return any(one.seq == seq for one in corrections.correctable(record))


def form(
    record: Record, board: BoardView, seq: int, values: Mapping[str, str] | None = None, *, is_swap: bool = False
) -> Context:
    """One line as it was, in the fields in which it was entered. Raises Unreadable where it cannot be corrected here.

    `is_swap`: its dice are those of the other side, so its own are asked for.
    """
    table, gone = corrections.before(record, seq)
    by, act = record.as_it_happened(gone[0])
    context = {
        "correct_seq": seq,
        "correct_words": board_view.describe_act(record, by, act),
        "correct_who": board.player(_whose(table, gone[0])),
        "following": len(gone) - 1,
    }
    ask = corrections.asked_dice(table, by, act)
    if ask is not None:
        thrown = dice_of(record, act)
        dice = dice_question(
            _with_room(ask, thrown), board, _typed_dice(values) if values else () if is_swap else thrown
        )
        swapped = swap_words(record, board, by, thrown) if is_swap else ""
        at_stake = table.game.at_stake(table.rules, table.state)
        return context | {"dice": dice, "reasons": dice_reasons(), "swapped": swapped, "at_stake": at_stake}
    data = msgspec.to_builtins(act, str_keys=True)
    before = _board_before(table, board)
    if (entered := turn_form.entered_in(table, before, act)) is not None:
        tag, entered_values = entered
        turn = turn_form.form(table, before, values or entered_values, tag)
        return context | {
            "act_tag": tag,
            "pictured": before,
            "turn": turn and replace(turn, is_returned=values is not None),
            "reasons": line_reasons(),
        }
    fields = [
        _with_answers(table, before, by, data, field)
        for field in act_forms.fields_of(record.game, data["type"], before)
        if data.get(field.name) or field.kind != "text" or field.is_needed
    ]
    filled = values or values_of(fields, data, before)
    return context | {
        "act_tag": data["type"],
        "board_before": before,
        "pictured": before,
        "at_stake": tuple(filled.get(field.name, "") for field in fields if field.kind == "place"),
        "is_journey": {"src", "dst"} <= {field.name for field in fields if field.kind == "place"},
        "act_fields": [with_rows_for(field, filled) for field in fields],
        "is_judges_act": act_forms.is_judges_act(record.game, data["type"]),
        "default_by": str(by),
        "form_values": filled,
        "counts": turn_form.counts_by_seat(table),
        "reasons": line_reasons(),
    }


def _board_before(table: Record, board: BoardView) -> BoardView:
    """The board on which a line was entered: what it says of the table is what differs from there, not from what came after."""
    scene = table.game.scene(table.rules, table.state, frozenset())
    players = board_view.players_of(scene, [player.name for player in board.players])
    return board_view.view_of(scene, players, board.board_map)


def _with_answers(table: Record, board: BoardView, by: By, act: dict[str, Any], field: Field) -> Field:
    """A field that would be typed, with the answers of the game's own question in words, where that question has this one."""
    if field.kind not in TYPED:
        return field
    rest = {name: value for name, value in act.items() if name != field.name}
    for partial in (rest, {**rest, "by": by}):
        try:
            ask = table.choices(partial)
        except Unreadable:
            continue
        with naming(board.names):
            options = _answers(ask, field.name)
        if str(act.get(field.name)) in options:
            return replace(field, kind="choice", options=tuple(options.items()))
    return field


def _answers(ask: Ask, name: str) -> dict[str, str]:
    """The answers to a question that give the field its value: that value with its words."""
    if ask.kind == "number" and ask.field == name and ask.most - ask.least < MOST_NUMBERS:
        return {str(number): str(number) for number in range(ask.least, ask.most + 1)}
    if ask.kind != "pick":
        return {}
    values = [((one.sets or {ask.field: one.value}).get(name), one.words) for one in ask.choices]
    return {str(value): localized(words) for value, words in values if isinstance(value, str | int)}


def swap_words(record: Record, board: BoardView, by: By, thrown: tuple[int, ...]) -> str:
    """Whose the dice were, and whose are asked for, each with the place at stake."""
    places = [board.label(key) for key in record.game.at_stake(record.rules, record.state)]
    src, dst = places if len(places) == SIDES else ("", "")
    words = _("%(dice)s erano di %(other)s: quali sono i dadi di %(own)s?")
    other = _side(board, questions.opening(record).by, dst)
    return words % {"dice": "-".join(map(str, thrown)), "other": other, "own": _side(board, by, src)}


def _side(board: BoardView, by: By, place: str) -> str:
    player = board.player(by)
    name = player.name if player else board_view.who(board, by)
    return f"{name} ({place})" if place else name


def _with_room(ask: Ask, thrown: tuple[int, ...]) -> Ask:
    """The question with a place for each of these dice, were they more than are asked for."""
    return msgspec.structs.replace(ask, most=max(ask.most, len(thrown)))


def _typed_dice(values: Mapping[str, str]) -> tuple[int, ...]:
    """Dice of a form that was sent, with 0 for one that was left out."""
    typed = {name.removeprefix("die-"): raw for name, raw in values.items() if name.startswith("die-")}
    most = max((int(name) for name in typed if name.isdecimal()), default=0)
    return tuple(int(raw) if (raw := typed.get(str(die), "")).isdecimal() else 0 for die in range(1, most + 1))


def dice_question(ask: Ask, board: BoardView, dice: tuple[int, ...]) -> questions.Question:
    """Each die with its face, 0 for one that was not thrown, on the pad or in the rows on which the throw was entered."""
    return questions.pad(ask, board, (*dice, *[0] * ask.most)[: ask.most])


def dice_reasons() -> tuple[str, ...]:
    return (_("letto male"), _("dado in bilico, lanciato di nuovo"), _("lato sbagliato"))


def line_reasons() -> tuple[str, ...]:
    return (_("riga sbagliata"), _("toccato il luogo sbagliato"), _("il tavolo mostra altro"))


def preview(row: RecordRow, record: Record, board: BoardView, requested: Requested, plan: Correction) -> Preview:
    after = plan.after
    replayed = [one for one in plan.lines if one.fate != "same"]
    return Preview(
        min(requested.changes),
        tuple(_replayed_line(after, board, one) for one in replayed),
        len(plan.lines) - len(replayed),
        tuple(_differences(record, after, board)),
        sign(row, record.seq, requested.changes),
        requested.reason,
    )


def sign(row: RecordRow, seq: int, changes: Mapping[int, Change]) -> str:
    listed = [[of, *_written(change)] for of, change in changes.items()]
    return signing.dumps({"record": row.pk, "seq": seq, "changes": listed}, salt=SALT)


def breach_words(breaches: Iterable[Breach]) -> str:
    return "; ".join(localized(one.reason) for one in breaches)


def dice_of(record: Record, act: Act) -> tuple[int, ...]:
    """The faces of an act that is nothing but a throw; empty for any other."""
    return corrections.dice_of(record.game, act)


def _sides(record: Record, dice: list[Standing]) -> list[Standing]:
    """The last throw: it and the throw before it, where another act of another side answers it."""
    last = dice[-1:]
    if len(dice) < SIDES:
        return last
    pair = dice[-SIDES:]
    (first_by, first), (then_by, then) = (record.as_it_happened(one) for one in pair)
    is_answer = then_by not in (first_by, record.state.seat)  # who attacks is in turn
    return pair if type(first) is not type(then) and is_answer else last


def _dice_row(record: Record, board: BoardView, one: Standing, *, may_correct: bool) -> DiceRow:
    by, act = record.as_it_happened(one)
    title = localized(record.game.act_words[_tag(act)])
    return DiceRow(one.seq, board.player(by), title, dice_of(record, act), may_correct)


def _swap_token(row: RecordRow, record: Record, sides: list[Standing]) -> str:
    """The dice of each side given to the other; empty where they are alike, or where a side may not have thrown so many."""
    first, then = sides
    (first_by, one), (then_by, other) = (record.as_it_happened(side) for side in sides)
    dice, answer = dice_of(record, one), dice_of(record, other)
    swapped, swapped_answer = with_dice(one, answer), with_dice(other, dice)
    if dice == answer or swapped is None or swapped_answer is None:
        return ""
    changes: dict[int, Change] = {first.seq: (first_by, swapped), then.seq: (then_by, swapped_answer)}
    is_as_many = len(dice) == len(answer)  # then each side may have thrown the other's
    return sign(row, record.seq, changes) if is_as_many or _can_stand(record, changes) else ""


def _can_stand(record: Record, changes: Mapping[int, Change]) -> bool:
    planned = corrections.plan(record, changes, "?", {})
    return all(one.fate == "changed" for one in planned.lines if one.seq in changes)


def with_dice(act: Act, dice: tuple[int, ...]) -> Act | None:
    """The same throw with these dice; None where it takes one die and there are more."""
    name = msgspec.structs.fields(act)[0].name
    if isinstance(getattr(act, name), int):
        return msgspec.structs.replace(act, **{name: dice[0]}) if len(dice) == 1 else None
    return msgspec.structs.replace(act, **{name: dice})


def _may_answer(record: Record, one: Standing) -> bool:
    """Whether who attacks threw them, and the other side of the battle is asked for dice and could have thrown these."""
    by, act = record.as_it_happened(one)
    ask, dice = questions.opening(record), dice_of(record, act)
    if (
        ask.kind != "dice"
        or ask.by == by
        or by != record.state.seat
        or not record.game.battle_dice >= {_tag(act), str(ask.partial.get("type"))}
    ):
        return False
    return ask.least <= len(dice) <= ask.most and max(dice) <= ask.faces


def _tag(act: Act) -> str:
    return str(type(act).__struct_config__.tag)


def _written(change: Change) -> tuple[By, str] | tuple[None, None]:
    return (None, None) if change is None else (change[0], msgspec.json.encode(change[1]).decode())


def _replayed_line(after: Record, board: BoardView, one: Replayed) -> ReplayedLine:
    book = after.game.rulebook
    reasons = tuple(
        f"{article_title(book.by_id[breach.article])}: {localized(breach.reason)}"
        if breach.article in book.by_id
        else localized(breach.reason)
        for breach in one.breaches
        if one.fate in ("registered", "left out")
    )
    words = board_view.describe_refused_act(after, one.by, one.act)
    return ReplayedLine(one.seq, board.player(one.by), words, one.fate.replace(" ", "-"), reasons)


def _differences(record: Record, after: Record, board: BoardView) -> Iterable[Difference]:
    """Places, what each player has (cards, money), where the game stands and what it asks next."""
    now = board_view.board_of(after, ())
    whose = {place.key: group.label for group in board.groups for place in group.places}
    for key, place in board.places.items():
        other = now.places[key]
        if place.label != other.label:  # another card lies there
            yield Difference(whose[key], _card_words(place), _card_words(other))
        elif (_seat(place.player), place.count, place.badges) != (_seat(other.player), other.count, other.badges):
            yield Difference(place.label, _place_words(place), _place_words(other))
    for player, later in zip(board.players, now.players, strict=True):
        if player.lines != later.lines:
            yield Difference(player.name, " · ".join(player.lines), " · ".join(later.lines))
    was, will = _headline(record, board), _headline(after, now)
    if was != will:
        yield Difference(_("Si chiede"), was, will)


def _seat(player: Player | None) -> int:
    return player.seat if player else -1


def _place_words(place: board_view.Place) -> str:
    return " ".join((place.player.letter if place.player else "–", str(place.count), *place.badges))


def _card_words(place: board_view.Place) -> str:
    return " ".join((place.label, *place.badges))


def _headline(record: Record, board: BoardView) -> str:
    ask = questions.opening(record)
    return f"{board.headline}: {localized(ask.words)}"


# -- in


def read(row: RecordRow, record: Record, board: BoardView, data: QueryDict, payload: Mapping[str, Any]) -> Requested:
    """What the judge asks for, from a form or from a token of this page (`payload`). Raises BadAnswer or Unreadable."""
    reason = questions.reasons(data)
    if not reason:
        raise BadAnswer(_("Tocca il motivo della correzione."))
    if payload:
        return Requested(_signed_changes(record, payload), reason, bool(data.get("sure")))
    raw = data.get("of", "")
    if not (raw.isascii() and raw.isdigit() and len(raw) < 8):
        raise BadAnswer(_("Manca «%s»: ricarica la pagina.") % "of")
    seq = int(raw)
    change = None if data.get("strike") else read_change(record, board, seq, data)
    return Requested({seq: change}, reason, False, _dice_at(record, seq) if data.get("swap") else ())


def _dice_at(record: Record, seq: int) -> tuple[int, ...]:
    found = next(one for one in corrections.correctable(record) if one.seq == seq)
    return dice_of(record, record.as_it_happened(found)[1])


def plan(record: Record, requested: Requested, whys: Mapping[int, str]) -> Correction:
    """Raises Unreadable where a line cannot be corrected, Refused where the line as it should have been cannot stand, BadAnswer where
    nothing would change.
    """
    if not requested.answer and _is_as_it_was(record, requested.changes):
        raise BadAnswer(_("Non hai cambiato nulla: la riga resta com'è."))
    planned = corrections.plan(record, requested.changes, requested.reason, whys)
    for one in planned.lines:
        if one.seq in requested.changes and one.fate == "left out":
            raise Refused(one.breaches)
    return _answered(planned, requested) if requested.answer else planned


def _is_as_it_was(record: Record, changes: Mapping[int, Change]) -> bool:
    stands = {one.seq: record.as_it_happened(one) for one in corrections.correctable(record)}
    return all(
        change is not None and (stands.get(seq) == change or (seq in stands and _shows_the_same(record, seq, change)))
        for seq, change in changes.items()
    )


def _shows_the_same(record: Record, seq: int, change: tuple[By, Act]) -> bool:
    """Whether the judge's word about the table leads to the same one, though it names more of it than before, or less."""
    table, gone = corrections.before(record, seq)
    was = record.as_it_happened(gone[0])
    rule = record.game.acts.get(type(was[1]))
    if rule is None or not rule.by.is_statement or type(was[1]) is not type(change[1]):
        return False
    states = []
    for by, act in (was, change):
        after = table.fork()
        if after.admit(by, act, _("riga sbagliata")):
            return False
        states.append(after.state)
    return bool(states[0] == states[1])


def _answered(planned: Correction, requested: Requested) -> Correction:
    """The correction with the dice that answer the corrected throw."""
    ask = questions.opening(planned.after)
    if ask.kind != "dice":
        raise BadAnswer(_("Ora nessuno deve rispondere con i dadi."))
    act = read_act(planned.after.game, ask.answered(list(requested.answer)))
    entry = corrections.PlannedEntry("act", ask.by, act, requested.reason)
    corrections.append(planned.after, entry)
    return planned._replace(entries=(*planned.entries, entry))


def _signed_changes(record: Record, payload: Mapping[str, Any]) -> dict[int, Change]:
    return {
        of: None if act is None else (by, read_act(record.game, act.encode())) for of, by, act in payload["changes"]
    }


def read_change(record: Record, board: BoardView, seq: int, data: QueryDict) -> tuple[By, Act]:
    """The line as its form has it. Raises BadAnswer or Unreadable."""
    table, gone = corrections.before(record, seq)
    by, act = record.as_it_happened(gone[0])
    ask = corrections.asked_dice(table, by, act)
    if ask is not None:
        return by, read_act(record.game, questions.read_answer(_with_room(ask, dice_of(record, act)), data))
    before = _board_before(table, board)
    form_tag = str(data.get("type", ""))
    if form_tag in turn_form.TAGS:
        return JUDGE, turn_form.read(table, before, data, form_tag)
    tag = str(type(act).__struct_config__.tag)
    if tag not in dict(act_forms.act_names(record.game)):
        raise BadAnswer(_("Questo gioco non ha un atto «%s».") % tag[:40])
    speaker, typed = act_forms.read(record.game, tag, before, data)
    return JUDGE if act_forms.is_judges_act(record.game, tag) else speaker, read_act(record.game, typed)


def open_token(row: RecordRow, token: str) -> Mapping[str, Any]:
    """Raises BadAnswer for a token that was not issued for this record."""
    try:
        payload: Mapping[str, Any] = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise BadAnswer(_("La richiesta non viene da questa pagina: ricaricala.")) from None
    if payload["record"] != row.pk:
        raise BadAnswer(_("La richiesta riguarda un altro tavolo."))
    return payload
