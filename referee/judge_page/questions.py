"""From a question of the game to the page, and from the page's answer to the game.

The answers so far travel in the form, signed together with the record's line; the game checks them again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice

from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel.acts import Act, By
from games.kernel.breaches import Unreadable
from games.kernel.choices import Ask, Choice, Partial
from games.kernel.forms import forms_of
from games.kernel.record import Record
from games.kernel.strict import reason_in
from games.kernel.words import seat_words
from referee.judge_page import board_taps, board_view
from referee.judge_page.act_forms import labels as act_labels
from referee.judge_page.board_view import BoardView, Place, Player
from referee.wording import localized

MOST_KEYS = 12
MOST_GROUPS = 3
"""Groups of answers whose names have room above them."""
MOST_BESIDE = 2
"""Answers of a group that has another one beside it."""
SHORT, NARROW = 12, 32  # letters of an answer that takes a narrow key, in one line or in two
MOST_FACES = 40
"""Keys of dice that stand side by side: six dice of six faces, four of ten."""
PAIRED_FACES = 6
"""Dice whose 21 pairs have room for a key each; the 55 of a die of ten have not."""
SALT = "referee.ask"
NEAR = 12  # how far back the act to repeat is looked for


class BadAnswer(Exception):
    """The answer does not fit the question; the text tells a person why. `lacks` is the field that the form left empty, `wrong` the input
    whose value is refused, beside which the text stands.
    """

    def __init__(self, words: str, *, lacks: str = "", wrong: str = "") -> None:
        self.lacks, self.wrong = lacks, wrong
        super().__init__(words)


@dataclass(frozen=True)
class AnswerOption:
    value: str
    label: str
    place: Place | None = None
    player: Player | None = None
    is_main: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnswerGroup:
    label: str
    options: tuple[AnswerOption, ...]

    @property
    def are_figures(self) -> bool:
        """Whether each answer is a figure alone, as the faces of a die, and is written as large."""
        return all(one.label.isdecimal() for one in self.options)


Die = tuple[int, int, Player | None]
"""Its number from 1, its undone value or 0, and whose it is where every player throws one."""


@dataclass(frozen=True)
class DiceGroup:
    """Dice that are thrown for the same pieces, one after another; without words where all are."""

    words: str
    player: Player | None
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Question:
    """`trail` is the partial answer in words; `dice` are numbered, each with its undone value, else 0, and whose it is; `key` is the same
    wherever the same is asked at the same line. `mark_rows`: what is seen on the answers of a long list, each mark with its name.
    """

    kind: str
    words: str
    token: str
    who: Player | None
    groups: tuple[AnswerGroup, ...] = ()
    ending: tuple[AnswerOption, ...] = ()
    """Answers that end a choice of several, which stand below the list of the others and do not scroll with it."""
    least: int = 1
    most: int = 1
    faces: tuple[int, ...] = ()
    marks_owners: bool = False
    dice: tuple[Die, ...] = ()
    dice_groups: tuple[DiceGroup, ...] = ()
    offer: str = ""
    keys: tuple[int, ...] = ()
    cap: int = 0
    title: str = ""
    trail: tuple[str, ...] = ()
    key: str = ""
    type: str = ""
    """The act that is asked for, by its tag."""
    is_begun: bool = False
    is_gathering: bool = False
    is_chosen: bool = False
    """Its dice were chosen already, and refused: they are sent by the key alone."""
    mark_rows: tuple[tuple[tuple[str, str], ...], ...] = ()
    at_stake: tuple[str, ...] = ()
    """Places that a throw, or an occupation, under way is about."""

    @property
    def has_pad(self) -> bool:
        """Whether one pad serves all of the dice; dice that each have a thrower of their own stay apart."""
        is_heap = not any(thrower for _die, _face, thrower in self.dice)
        return bool(self.dice) and is_heap and has_one_pad(len(self.dice), len(self.faces))

    @property
    def pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Two dice at a tap, where a pad is small enough to have a key for every two faces."""
        return rows_of_pairs(len(self.faces)) if self.has_faces_on_top and len(self.dice) > 1 else ()

    @property
    def has_faces_on_top(self) -> bool:
        """The pad of dice of six faces, whose keys stand at one place for one die as for thirty."""
        return self.has_pad and len(self.faces) == PAIRED_FACES

    @property
    def is_compact(self) -> bool:
        """Whether its answers, many or in many groups, are so short that each group stands in a row with its name, all in sight at once."""
        labels = [one.label for group in self.groups for one in group.options]
        return (
            self.kind == "pick"
            and (len(labels) > MOST_KEYS or len(self.groups) > MOST_GROUPS)
            and not self.mark_rows
            and all(group.label for group in self.groups)
            and max(map(len, labels)) <= SHORT
        )

    @property
    def has_small_groups(self) -> bool:
        """Whether its groups are many and of one or two answers each, so that two of them have room beside each other."""
        sizes = [len(group.options) for group in self.groups]
        return self.kind == "pick" and len(sizes) > MOST_GROUPS and max(sizes) <= MOST_BESIDE and not self.is_compact

    @property
    def are_many(self) -> bool:
        """Whether its answers are many and one list, so that narrower keys put more of them in sight."""
        labels = [one.label for group in self.groups for one in group.options]
        is_one_list = all(not group.label for group in self.groups) and not self.mark_rows
        return self.kind == "pick" and is_one_list and len(labels) > MOST_KEYS and max(map(len, labels)) <= NARROW

    @property
    def middle(self) -> int:
        """Where a number begins that is none of the keys."""
        return (self.least + self.most) // 2

    @property
    def has_more_numbers(self) -> bool:
        return len(self.keys) < self.most - self.least + 1


def has_one_pad(dice: int, faces: int) -> bool:
    """Dice of six faces, which are entered two at a tap; of other dice as many as have no room side by side."""
    return faces == PAIRED_FACES or dice * faces > MOST_FACES


def rows_of_pairs(faces: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every two faces once, the higher first, in rows of one length: the row of the highest face ends with that of the lowest, and so on,
    as opposite faces of a die.
    """
    return tuple(
        tuple((high, low) for high in (top, faces + 1 - top) for low in range(1, high + 1))
        for top in range(faces, faces // 2, -1)
    )


def opening(record: Record) -> Ask:
    """The question of a new page: what the table waits for, so that no tap is needed to choose it.

    Where the table may do other things as well, one tap on the board never writes a lesser act: who taps a place to move from it must not
    buy there.
    """
    acts = record.choices({})
    free = [one for one in acts.choices if not one.group]
    if not free:
        return acts
    ask = record.choices(acts.answered(free[0].value))
    if ask.kind == "ready" or (len(free) > 1 and not free[0].main and _is_whole_with_a_place(record, ask)):
        return acts
    return ask


def _is_whole_with_a_place(record: Record, ask: Ask) -> bool:
    """Whether a place alone is asked for, and the act is whole with it."""
    if ask.kind != "pick" or not ask.choices:
        return False
    one = ask.choices[0]
    places = {shape.key for shape in record.game.scene(record.rules, record.state, frozenset()).shapes}
    return one.value in places and record.choices(ask.answered(one.value)).kind == "ready"


def other_acts(record: Record, current: Ask) -> Ask | None:
    """The other possible acts, when the page already asks for one of them."""
    if current.kind == "act":
        return None
    acts = record.choices({})
    return acts if acts.choices else None


def repeat(record: Record) -> tuple[By, Act] | None:
    """The last act of the seat in turn that may be repeated (an attack), where it may be declared once more just as it was."""
    seat = record.game.status(record.rules, record.state).seat
    repeats = forms_of(record.game).repeat_acts
    last = next((one for one in reversed(record.standing[-NEAR:]) if _tag(one.act) in repeats), None)
    if last is None or last.by != seat:
        return None
    return None if record.breaches(last.by, last.act) else (last.by, last.act)


def _tag(act: Act) -> str:
    return str(type(act).__struct_config__.tag)


# -- out


def question(row_id: int, record: Record, board: BoardView, ask: Ask, chosen: tuple[int, ...] = ()) -> Question:
    """`chosen`: dice of this question that were refused, so that the others need not be entered again."""
    dice = _dice_slots(board, ask, chosen) if ask.kind == "dice" else ()
    return Question(
        kind=ask.kind,
        words=localized(ask.words),
        token=sign(row_id, record.seq, ask.partial),
        who=board.player(ask.by),
        groups=_groups(record, board, ask),
        ending=tuple(_option(board, one) for one in ask.choices if one.ends),
        least=ask.least,
        most=ask.most,
        faces=tuple(range(1, ask.faces + 1)),
        marks_owners=_has_several_owners(board, ask),
        dice=dice,
        dice_groups=_dice_groups(board, ask, dice),
        offer="-".join(map(str, ask.offer)),
        keys=_keys(ask) if ask.kind == "number" else (),
        cap=ask.cap or ask.most,
        title=_title(record, ask.partial),
        trail=_trail(record, board, ask.partial),
        mark_rows=mark_rows(board, ask.choices),
        key=f"{record.seq} {json.dumps(ask.partial, sort_keys=True)}",
        type=str(ask.partial.get("type", "")),
        is_begun=ask.is_begun,
        is_gathering=ask.is_gathering,
        is_chosen=bool(chosen),
        at_stake=record.game.at_stake(record.rules, record.state),
    )


def without(question: Question, label: str) -> Question | None:
    """The question without answers that the page already offers; None where nothing is left."""
    groups = (AnswerGroup(one.label, tuple(x for x in one.options if x.label != label)) for one in question.groups)
    left = tuple(group for group in groups if group.options)
    return replace(question, groups=left) if left else None


def pad(ask: Ask, board: BoardView, thrown: tuple[int, ...]) -> Question:
    """Dice with the keys on which they are entered, outside of a question; 0 for one that was not thrown."""
    faces = tuple(range(1, ask.faces + 1))
    dice = _dice_slots(board, ask, thrown)
    groups = _dice_groups(board, ask, dice)
    return Question("dice", "", "", None, least=ask.least, most=ask.most, faces=faces, dice=dice, dice_groups=groups)


def picker(record: Record, board: BoardView, choices: tuple[Choice, ...]) -> Question:
    """Many answers as keys, found by what is seen on them, outside of a question."""
    groups, rows = answer_groups(record, board, choices), mark_rows(board, choices)
    return Question("pick", "", "", None, groups=groups, mark_rows=rows)


def sign(row_id: int, seq: int, partial: Partial) -> str:
    return signing.dumps({"record": row_id, "seq": seq, "partial": partial}, salt=SALT)


def _title(record: Record, partial: Partial) -> str:
    words = record.game.act_words.get(str(partial.get("type", "")))
    return localized(words) if words else ""


def _trail(record: Record, board: BoardView, partial: Partial) -> tuple[str, ...]:
    """What was answered, one of many answers to a question like the others, in the words of its question."""
    steps: list[str] = []
    before: Partial = {}
    for field, value in partial.items():
        if field in ("type", "more"):
            pass
        elif isinstance(value, str):
            steps.append(board.places[value].label if value in board.places else _answered(record, before, value))
        elif isinstance(value, dict):
            steps += [_counted(record, board, field, key, count) for key, count in value.items()]
        elif isinstance(value, list):
            steps += [board.places[one].label for one in value if isinstance(one, str) and one in board.places]
        before = {**before, field: value}
    return tuple(steps)


def _answered(record: Record, before: Partial, value: str) -> str:
    """The words of an answer, as the question that these answers led to has them."""
    try:
        choices = record.choices(before).choices
    except Unreadable:
        return value
    return next((localized(one.words) for one in choices if str(one.value) == value), value)


def _counted(record: Record, board: BoardView, field: str, key: str, count: object) -> str:
    """`Alaska 3`, and of a seat what is counted: `Lia L.: tesori 3`."""
    if key in board.places:
        return f"{board.places[key].label} {count}"
    player = board.player(int(key)) if key.isdecimal() else None
    what = act_labels.label(field, record.game).partition(",")[0].lower()  # without «per sedia»: the player is named
    return f"{player.name}: {what} {count}" if player else f"{key} {count}"


def _groups(record: Record, board: BoardView, ask: Ask) -> tuple[AnswerGroup, ...]:
    if ask.kind == "act":
        return _grouped(board, ask.choices, {"": "", "table": _("Al tavolo"), "judge": _("Giudice")})
    if ask.kind == "pick":
        return answer_groups(record, board, tuple(one for one in ask.choices if not one.ends))
    return _grouped(board, ask.choices, _group_names(board))


def answer_groups(record: Record, board: BoardView, choices: tuple[Choice, ...]) -> tuple[AnswerGroup, ...]:
    """Answers of which one is picked: by their groups, of many those that were used last before all."""
    groups = _grouped(board, choices, _group_names(board))
    options = {option.value: option for group in groups for option in group.options if _is_what_it_names(option)}
    used = [options[key] for key in board_view.last_used(record, board) if key in options][: board_view.USED]
    if used and len(choices) > board_view.USED:
        return (AnswerGroup(_("Ultimi usati"), tuple(used)), *groups)
    return groups


def _group_names(board: BoardView) -> dict[str, str]:
    places = {key: place.label for key, place in board.places.items()}
    return places | {key: localized(words) for key, words in (*board.scene.groups, *board.scene.headings)}


def _grouped(board: BoardView, choices: tuple[Choice, ...], names: Mapping[str, object]) -> tuple[AnswerGroup, ...]:
    by_group: dict[str, list[AnswerOption]] = {}
    for choice in choices:
        by_group.setdefault(choice.group, []).append(_option(board, choice))
    return tuple(AnswerGroup(str(names.get(key, key)), tuple(found)) for key, found in by_group.items())


def _is_what_it_names(option: AnswerOption) -> bool:
    """Not the card of a place, which has the place's id: the place was used, and the card was not."""
    return option.place is None or option.label == option.place.label


def _is_seat(choice: Choice) -> bool:
    return isinstance(choice.value, int) and choice.words == seat_words(choice.value)


def _option(board: BoardView, choice: Choice) -> AnswerOption:
    """A seat is labelled by its player; a card by its receiver."""
    is_seat = "by" in choice.sets or "seat" in choice.sets or _is_seat(choice)
    player = board.player(choice.value) if is_seat else board.player(choice.sets.get("to"))
    label = localized(choice.words)
    if player and is_seat and player.name not in label:
        label = f"{player.name} · {label}"
    elif player and "to" in choice.sets and not is_seat:
        label = f"{label} → {player.name}"
    return AnswerOption(
        str(choice.value), label, board.places.get(str(choice.value)), player, choice.main, choice.marks
    )


def mark_rows(board: BoardView, choices: tuple[Choice, ...]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """One row for each kind of mark (effects, symbols), where there are more answers than a glance takes in."""
    if len(choices) <= MOST_KEYS:
        return ()
    names = {key: localized(words) for key, words in board.scene.headings}
    most = max(len(choice.marks) for choice in choices)
    rows = [dict.fromkeys(choice.marks[row] for choice in choices if len(choice.marks) > row) for row in range(most)]
    return tuple(tuple((mark, names.get(mark, mark)) for mark in row) for row in rows if len(row) > 1)


def _has_several_owners(board: BoardView, ask: Ask) -> bool:
    """Owners are shown only where the answers belong to several players."""
    places = [board.places[str(one.value)] for one in ask.choices if str(one.value) in board.places]
    return len({place.player for place in places}) > 1


def _dice_groups(board: BoardView, ask: Ask, dice: tuple[Die, ...]) -> tuple[DiceGroup, ...]:
    """The dice by what they are thrown for; a correction that holds more dice than these has them together at the end."""
    if not ask.dice_groups:
        return (DiceGroup("", None, dice),) if dice else ()
    left = iter(dice)
    groups = [
        DiceGroup(localized(one.words), board.player(one.seat), tuple(islice(left, one.count)))
        for one in ask.dice_groups
    ]
    more = DiceGroup("", None, tuple(left))
    return tuple(one for one in (*groups, more) if one.dice)


def _dice_slots(board: BoardView, ask: Ask, chosen: tuple[int, ...]) -> tuple[Die, ...]:
    """Each die with its chosen value, or that of an undone throw of as many dice, else 0, and whose it is where every player throws one."""
    offer = (*(chosen or (ask.offer if len(ask.offer) == ask.most else ())), *[0] * ask.most)
    whose = (*map(board.player, ask.throwers), *[None] * ask.most)
    return tuple(zip(range(1, ask.most + 1), offer, whose, strict=False))


def _keys(ask: Ask) -> tuple[int, ...]:
    """Every number as a key of its own, or the likely ones where there are too many."""
    if ask.most - ask.least < MOST_KEYS:
        return tuple(range(ask.least, ask.most + 1))
    few = (*range(ask.least, ask.least + 4), (ask.least + ask.most) // 2, *range(ask.most - 3, ask.most + 1))
    return tuple(dict.fromkeys(few))


# -- in


@dataclass(frozen=True)
class OpenedToken:
    seq: int
    partial: Partial


def open_token(row_id: int, token: str) -> OpenedToken:
    """The partial answer of the page. Raises BadAnswer for a token that was not issued for this record."""
    try:
        payload = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise BadAnswer(_("La richiesta non viene da questa pagina: ricaricala.")) from None
    if payload["record"] != row_id:
        raise BadAnswer(_("La richiesta riguarda un altro tavolo."))
    return OpenedToken(payload["seq"], payload["partial"])


def read_answer(ask: Ask, data: QueryDict) -> Partial:
    """The partial act with the page's answer. Raises BadAnswer naming what does not fit."""
    reader = {"act": _pick, "pick": _pick, "several": _several, "dice": _dice, "number": _number, "spread": _spread}
    if ask.kind == "ready":
        return ask.partial
    return ask.answered(reader[ask.kind](ask, data))


def _pick(ask: Ask, data: QueryDict) -> str | int:
    raw = data.get("answer", "")
    found = next((choice.value for choice in ask.choices if str(choice.value) == raw), None)
    if found is None:
        raise BadAnswer(_("«%s» non è tra le risposte possibili.") % raw[:60])
    return found


def _several(ask: Ask, data: QueryDict) -> list[str | int]:
    raw = data.getlist("answer")
    found = [choice.value for choice in ask.choices if str(choice.value) in raw]
    _within(ask, len(found))
    return found


def _dice(ask: Ask, data: QueryDict) -> list[int]:
    raw = [data.get(f"die-{number}", "") for number in range(1, ask.most + 1)]
    dice = [_integer(one, 1, ask.faces) for one in raw if one]
    _within(ask, len(dice))
    return dice


def _number(ask: Ask, data: QueryDict) -> int:
    return _integer(data.get("answer", ""), ask.least, ask.most)


def _spread(ask: Ask, data: QueryDict) -> dict[str, int]:
    most = ask.cap or ask.most
    raw = {str(choice.value): data.get(f"n-{choice.value}", "") for choice in ask.choices}
    spread = {key: _integer(value, 0, most) for key, value in raw.items() if value}
    spread = {key: count for key, count in spread.items() if count}
    _within(ask, sum(spread.values()))
    return spread


def _within(ask: Ask, count: int) -> None:
    if not ask.least <= count <= ask.most:
        raise BadAnswer(
            _("Ne servono da %(least)d a %(most)d, non %(count)d.")
            % {"least": ask.least, "most": ask.most, "count": count}
        )


def _integer(raw: str, least: int, most: int) -> int:
    number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 7 else least - 1
    if not least <= number <= most:
        raise BadAnswer(
            _("«%(raw)s» non è un numero da %(least)d a %(most)d.") % {"raw": raw[:20], "least": least, "most": most}
        )
    return number


def begin(record: Record, tag: str, place: str) -> Partial:
    """The act begun at a place. Raises BadAnswer where that is no beginning."""
    ask = next_ask(record, {"type": tag})
    if not any(one.value == place for one in ask.choices) or ask.kind != "pick":
        raise BadAnswer(_("«%s» non è tra le risposte possibili.") % place[:60])
    return ask.answered(place)


def next_ask(record: Record, partial: Partial) -> Ask:
    """Raises BadAnswer when the game has no question for this partial answer."""
    try:
        return board_taps.arrived(record, record.choices(partial))
    except Unreadable as fault:
        raise BadAnswer(localized(fault.reason)) from None


def restored_ask(record: Record, raw: str) -> Ask | None:
    """The question of an act under way, from the answers so far as the page's address has them; None where there is no such question now,
    or where a new page asks it by itself.
    """
    try:
        partial = json.loads(raw)
        ask = next_ask(record, _in_order(record, partial)) if isinstance(partial, dict) and "type" in partial else None
    except (ValueError, RecursionError, BadAnswer, Unreadable):
        return None
    return None if ask is None or ask.kind == "ready" or ask.partial == opening(record).partial else ask


def _in_order(record: Record, partial: Partial) -> Partial:
    """The answers in the order of their questions, in which the page tells them."""
    ordered: Partial = {"type": partial["type"]}
    while (field := record.choices(ordered).field) in partial and field not in ordered:
        ordered[field] = partial[field]
    return ordered | partial


def reasons(data: Mapping[str, str]) -> str:
    return reason_in(data.get("why", ""))
