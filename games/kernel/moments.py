"""When an act belongs: what the table waits for and from whom, declared once for each kind of position.

An act out of its moment is worked out here, before the game is asked, and so is one in another's turn. It is an infraction where it
can happen at a table; registered by a ruling it takes place as it happened: where it stands, or once the table has gone past what it
waited for. It is impossible where nothing on the board answers to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct, structs

from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.words import Words, seat_words

Position = TypeVar("Position", bound=Struct)

FURTHEST = 4
"""How many things that the table waits for may be passed over by one act."""


class Moment(NamedTuple):
    """What the table waits for where `awaits` is of one type.

    `title` is how a screen names it; `waits` what is waited for, as a noun (“the defender's dice at Siam”); `by` from whom. `article` is
    broken by whoever goes past it; empty where nothing is owed; `owes` says it where that depends on the position. `left` is the position
    where the seat goes on without it, `over` where the next seat begins instead, `back` the one in which the seat whose turn is just over
    does something more; None where that cannot be. `comes_first_from`: the revision from which what could not stand once the seat has gone
    past it is undone, and this comes first; 0 where it is judged by the position that then is.
    """

    title: Words
    waits: Callable[[Any, Any], Words]
    by: Callable[[Any, Any], By]
    article: str = ""
    left: Callable[[Any, Any], Any | None] | None = None
    over: Callable[[Any, Any], Any | None] | None = None
    back: Callable[[Any, Any, int], Any | None] | None = None
    owes: Callable[[Any, Any], str] | None = None
    comes_first_from: int = 0

    def owed(self, rules: Any, state: Any) -> str:
        """The article that whoever goes past it breaks now, empty for none."""
        return self.owes(rules, state) if self.owes else self.article


Moments = Mapping[type[Any], Moment]


def noun(it: str, en: str) -> Callable[[Any, Any], Words]:
    """What is waited for, where it is the same in every position."""
    words = Words(it, en)
    return lambda rules, state: words


def the_judge(rules: Any, state: Any) -> By:
    return JUDGE


def in_turn(rules: Any, state: Any) -> By:
    return int(state.seat)


class Stray(NamedTuple):
    """An act out of its moment or turn: what that breaks, and the position in which it takes place all the same.

    `state` is None where there is none: what is `impossible`, or what changes nothing. `otherwise` is what it breaks where it cannot take
    place there either; `more` what else it breaks by going past several things that were due.
    """

    breach: Breach
    state: Any | None
    otherwise: Breach | None = None
    more: tuple[Breach, ...] = ()


class When(NamedTuple):
    """An act's moments at one table: as in `Rule`. `is_bound`: only the seat whose turn it is; `for_itself`: the act touches what is the
    speaker's own, whoever's turn it is; `names_all`: whatever was due and is left out is named, not the first alone.
    """

    belongs: frozenset[type[Any]]
    late: frozenset[type[Any]]
    void: frozenset[type[Any]]
    is_bound: bool
    for_itself: bool
    article: str
    turn_article: str
    out_by: Callable[[Any, Any, int], str]
    names_all: bool = False

    def fits(self, state: Any, by: By) -> bool:
        """Whether this is the act's moment, and the speaker's turn where it takes one."""
        if self.belongs and type(state.awaits) not in self.belongs:
            return False
        return not self.is_bound or by == state.seat or not state.giro or bool(state.ended)


def stray(when: When, moments: Moments, rules: Any, state: Any, by: By) -> Stray | None:
    """What an act breaks by coming now; None where it is its moment."""
    is_anothers = when.is_bound and not state.ended and (by != state.seat or not state.giro)
    if is_anothers and isinstance(by, int) and (article := when.out_by(rules, state, by)):
        return _of_who_is_out(article, by, waiting_words(moments, rules, state))
    if when.fits(state, by):
        return None
    waiting = waiting_words(moments, rules, state)
    if when.is_bound and state.giro and not state.ended and by != state.seat:
        return _out_of_turn(when, moments, rules, state, by, waiting)
    now = type(state.awaits)
    if now in when.late:
        return Stray(_wrong_moment(when.article or moments[now].owed(rules, state), waiting), state)
    if now in when.void:
        return Stray(_wrong_moment(when.article, waiting), None)
    passed, left_out = _past(when, moments, rules, state, by)
    if passed is not None:
        first, *rest = left_out or [(when.article, waiting)]
        comes_first = 0 < moments[now].comes_first_from <= rules.revision
        undone = _comes_first(*first) if comes_first else None
        return Stray(_wrong_moment(*first), passed, undone, tuple([_wrong_moment(*one) for one in rest]))
    owed = moments[now].owed(rules, state)
    if when.is_bound and owed and state.giro:
        return Stray(_comes_first(owed, waiting), None)
    return Stray(_nothing_to_answer(owed or when.article, waiting), None)


def waiting_words(moments: Moments, rules: Any, state: Any) -> Words:
    """What the table waits for, and from whom."""
    moment = moments[type(state.awaits)]
    by = moment.by(rules, state)
    if isinstance(by, int):
        mine = seat_words(by)
        who = Words(f"dal {mine.it}", f"from {mine.en}")
    else:
        who = Words("dal giudice", "from the judge")
    return Words("il tavolo aspetta {what}, {who}", "the table waits for {what}, {who}").fill(
        {"what": moment.waits(rules, state), "who": who}
    )


def _of_who_is_out(article: str, by: int, waiting: Words) -> Stray:
    it = "il {by} non gioca più: quello che ha fatto si disfa, e {waiting}"
    en = "{by} plays no longer: what was done is taken back, and {waiting}"
    return Stray(infraction(article, it, en, waivable=False, by=seat_words(by), waiting=waiting), None)


def _out_of_turn(when: When, moments: Moments, rules: Any, state: Any, by: By, waiting: Words) -> Stray:
    """In another's turn: the article of the turn, or of what that seat has left out before its turn passes on."""
    assert isinstance(by, int)
    mine = seat_words(by)
    passed, left_out = (state, []) if when.for_itself else _past(when, moments, rules, state, by)
    it = "non è il turno del {by}: quello che ha fatto si disfa, e {waiting}"
    en = "it is not {by}'s turn: what was done is taken back, and {waiting}"
    article = when.article if when.for_itself and when.article else when.turn_article
    undone = infraction(article, it, en, waivable=False, by=mine, waiting=waiting)
    back = moments[type(state.awaits)].back
    before = (
        back(rules, state, by) if back and passed is None and when.article else None
    )  # to end it twice is to do nothing
    if before is not None and (type(before.awaits) in when.belongs or type(before.awaits) in when.late):
        it, en = "il turno del {by} è appena finito: {waiting}", "{by}'s turn is just over: {waiting}"
        return Stray(infraction(article, it, en, by=mine, waiting=waiting), before, undone)
    if passed is None:
        return Stray(undone, None)
    it, en = "non è il turno del {by}: {waiting}", "it is not {by}'s turn: {waiting}"
    first, *rest = [infraction(of, it, en, by=mine, waiting=due) for of, due in left_out or [(article, waiting)]]
    return Stray(first, passed, undone, tuple(rest))


LeftOut = list[tuple[str, Words]]
"""What was due and is left out: the article of each, and what the table waited for."""


def _past(when: When, moments: Moments, rules: Any, state: Any, by: By) -> tuple[Any | None, LeftOut]:
    """The position once the table has gone past what it waits for, so that the act has its place, and what was left out."""
    is_next, left_out, waiting = when.is_bound and by != state.seat, LeftOut(), waiting_words(moments, rules, state)
    for _ in range(FURTHEST):
        moment = moments[type(state.awaits)]
        way = moment.over if is_next else moment.left
        after = way(rules, state) if way else None
        if after is None or after.ended:
            return None, []
        if (owed := moment.owed(rules, state)) and (when.names_all or not left_out):
            left_out.append((owed, waiting_words(moments, rules, state) if when.names_all else waiting))
        is_there = not is_next or after.seat == by
        if is_there and (not when.belongs or type(after.awaits) in when.belongs):
            return after, left_out
        if after.turn != state.turn:
            return None, []
        state = after
    return None, []


def had_its_card(state: Position, by: By, *, is_held: bool) -> Position:
    """The turn just over, in a game that says so of it, has had its card: what its player still does too much brings no second one."""
    over = getattr(state, "over", None)
    if over is None or over.seat != by or not is_held:
        return state
    return structs.replace(state, over=structs.replace(over, has_drawn=True))


def _wrong_moment(article: str, waiting: Words) -> Breach:
    return infraction(article, "non è il suo momento: {waiting}", "this is not its moment: {waiting}", waiting=waiting)


def _comes_first(article: str, waiting: Words) -> Breach:
    it = "non è il suo momento: quello che ha fatto si disfa, e {waiting}"
    en = "this is not its moment: what was done is taken back, and {waiting}"
    return infraction(article, it, en, waivable=False, waiting=waiting)


def _nothing_to_answer(article: str, waiting: Words) -> Breach:
    it, en = "nulla sul tavolo lo richiede: {waiting}", "nothing on the table calls for it: {waiting}"
    return impossible(it, en, article, waiting=waiting)
