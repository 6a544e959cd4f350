"""Throws: who throws how many dice for what, and Melano's re-roll. What each throw does stands in its chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from games.fabrisiko.acts import Reroll, Throw
from games.fabrisiko.rules import AS_IT_HAPPENED, WHO_LEFT_PLAYS_NOTHING, Rules
from games.fabrisiko.state import IN_PLAY, Awaits, State
from games.fabrisiko.turns import absence_breaches, has_left
from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import SEAT, Who, named
from games.kernel.values import put
from games.kernel.words import Words, seat_words

FACES = 10


class Due(Struct, frozen=True, gc=False):
    """A throw that the table waits for."""

    by: By
    dice: int
    article: str


class Cast(NamedTuple):
    """One kind of throw: which wait it answers, who throws how many, what the dice do, and the article that asks for it."""

    act: type[Throw]
    awaits: type[Awaits]
    due: Callable[[Rules, State], Due]
    apply: Callable[[Rules, State, tuple[int, ...]], State]
    article: str
    by: Who = SEAT
    may_be_short: bool = False


def d5(die: int) -> int:
    """1D5: a ten-sided die halved, rounded up."""
    return (die + 1) // 2


def chapter(*casts: Cast) -> Chapter:
    """Dice that nobody waits for change nothing, registered or not. Of a throw with too many the first ones count."""
    return {
        cast.act: Rule(
            _breaches(cast), _apply(cast), cast.by, cast.article, (cast.awaits,), void=IN_PLAY if cast.by.seats else ()
        )
        for cast in casts
    }


def _breaches(cast: Cast) -> Callable[[Rules, State, By, Any], Iterable[Breach]]:
    due_now, may_be_short = cast.due, cast.may_be_short

    def breaches(rules: Rules, state: State, by: By, act: Throw) -> Iterable[Breach]:
        due = due_now(rules, state)
        thrown = len(act.dice)
        if by == due.by and thrown == due.dice:
            return ()
        return _throw_breaches(rules, due, by, thrown, may_be_short)

    return breaches


def _throw_breaches(rules: Rules, due: Due, by: By, thrown: int, may_be_short: bool) -> Iterator[Breach]:
    if by != due.by:
        yield infraction(
            due.article,
            "lancia il {who}",
            "{who} throws",
            who=seat_words(due.by) if isinstance(due.by, int) else Words("giudice", "the judge"),
        )
    if thrown > due.dice and rules.revision >= WHO_LEFT_PLAYS_NOTHING and due.by != JUDGE:
        yield infraction(
            due.article,
            "{thrown:dado|dadi} dove {due:ne serve #: conta il primo|ne servono #: contano i primi}",
            "{thrown:die|dice} where {due:# is due: the first counts|# are due: the first ones count}",
            thrown=thrown,
            due=due.dice,
        )
    elif thrown > due.dice:
        yield impossible(
            "{thrown:dado|dadi} dove {due:ne serve #|ne servono #}",
            "{thrown:die|dice} where {due:# is|# are} due",
            due.article,
            thrown=thrown,
            due=due.dice,
        )
    elif thrown < due.dice:
        yield infraction(
            due.article,
            "{due:serve # dado|servono # dadi}, non {thrown}: il lancio si completa",
            "{due:# die is|# dice are} due, not {thrown}: the throw is completed",
            waivable=may_be_short,
            due=due.dice,
            thrown=thrown,
        )


def _apply(cast: Cast) -> Callable[[Rules, State, By, Any], State]:
    effect, due_now = cast.apply, cast.due

    def apply(rules: Rules, state: State, by: By, act: Throw) -> State:
        after = effect(rules, state, act.dice)
        if not stays_open(rules, state, by):
            return after
        return after.with_(open=state, thrown=act.dice[: due_now(rules, state).dice])

    return apply


# -- Come un gambero di fiume (Melano)


def rerolls_left(state: State) -> int:
    return state.lasting.rerolls + state.lasting.extra_rerolls


def may_reroll(rules: Rules, state: State, by: By) -> bool:
    """Whether a player from Melano has a re-roll left."""
    return is_from_melano(rules, state, by) and rerolls_left(state) > 0


def is_from_melano(rules: Rules, state: State, by: By) -> bool:
    """Whether this seat has the skill; the first dice of all are thrown before any turn."""
    return isinstance(by, int) and state.factions[by] == "melano" and state.giro > 0 and not has_left(rules, state, by)


def stays_open(rules: Rules, state: State, by: By) -> bool:
    """A re-roll too many can be registered, for the throw of a player from Melano stays open until the next act."""
    return is_from_melano(rules, state, by) and (rules.revision >= AS_IT_HAPPENED or rerolls_left(state) > 0)


def reroll_breaches(rules: Rules, state: State, by: By, act: Reroll) -> Iterator[Breach]:
    if gone := absence_breaches(rules, state, by):
        yield from gone
    elif state.open is None:
        yield infraction(
            "melano.gambero",
            "non c'è un lancio da ripetere: il dado non conta",
            "there is no throw to repeat: the die does not count",
            waivable=False,
        )
    elif act.die >= len(state.thrown):
        yield impossible("quel dado non c'è", "there is no such die", "melano.gambero")
    elif not isinstance(by, int) or state.factions[by] != "melano":
        yield infraction("melano.gambero", "rilancia solo chi guida Melano", "only Melano's player re-rolls")
    elif not rerolls_left(state.open):
        if rules.once_a_turn == "each_turn":
            yield infraction("melano.gambero", "un dado ogni turno", "one die a turn")
        else:
            yield infraction("melano.gambero", "un dado ogni turno globale", "one die a global turn")


def chapter_of_reroll(casts: tuple[Cast, ...]) -> Chapter:
    by_wait = {cast.awaits: cast for cast in casts}

    def reroll(rules: Rules, state: State, by: By, act: Reroll) -> State:
        assert state.open is not None
        before = spent_reroll(state.open)
        dice = put(state.thrown, act.die, act.value)
        after = by_wait[type(before.awaits)].apply(rules, before, dice)
        return after.with_(open=before, thrown=dice) if stays_open(rules, before, by) else after

    return {Reroll: Rule(reroll_breaches, reroll, named("Melano's player"), "melano.gambero")}


def spent_reroll(state: State) -> State:
    if state.lasting.extra_rerolls:
        return state.leaving(extra_rerolls=state.lasting.extra_rerolls - 1)
    return state.leaving(rerolls=max(0, state.lasting.rerolls - 1))
