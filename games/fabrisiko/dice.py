"""Throws: who throws how many dice for what, and Melano's re-roll. What each throw does stands in its chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from games.fabrisiko.acts import Reroll, Throw
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import Awaits, State, put
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import SEAT, Who, named
from games.kernel.words import Words, seat_words

FACES = 10


class Due(Struct, frozen=True, gc=False):
    """A throw that the table waits for."""

    by: By
    dice: int
    article: str


class Cast(NamedTuple):
    """One kind of throw: which wait it answers, who throws how many, and what the dice do."""

    act: type[Throw]
    awaits: type[Awaits]
    due: Callable[[Rules, State], Due]
    apply: Callable[[Rules, State, tuple[int, ...]], State]
    by: Who = SEAT
    may_be_short: bool = False


def d5(die: int) -> int:
    """1D5: a ten-sided die halved, rounded up."""
    return (die + 1) // 2


def chapter(*casts: Cast) -> Chapter:
    return {cast.act: Rule(_breaches(cast), _apply(cast), cast.by) for cast in casts}


def _breaches(cast: Cast) -> Callable[[Rules, State, By, Any], Iterable[Breach]]:
    awaited, due_now, may_be_short = cast.awaits, cast.due, cast.may_be_short

    def breaches(rules: Rules, state: State, by: By, act: Throw) -> Iterable[Breach]:
        if type(state.awaits) is not awaited:
            return (not_now("nessuno aspetta questo lancio", "nobody waits for this throw"),)
        due = due_now(rules, state)
        thrown = len(act.dice)
        if by == due.by and thrown == due.dice:
            return ()
        return _throw_breaches(due, by, thrown, may_be_short)

    return breaches


def _throw_breaches(due: Due, by: By, thrown: int, may_be_short: bool) -> Iterator[Breach]:
    if by != due.by:
        yield infraction(
            due.article,
            "lancia il {who}",
            "{who} throws",
            waivable=False,
            who=seat_words(due.by) if isinstance(due.by, int) else Words("giudice", "the judge"),
        )
    if thrown > due.dice:
        yield impossible(
            "{thrown} dadi dove ne servono {due}",
            "{thrown} dice where {due} are due",
            due.article,
            thrown=thrown,
            due=due.dice,
        )
    elif thrown < due.dice:
        yield infraction(
            due.article,
            "servono {due} dadi, non {thrown}",
            "{due} dice are due, not {thrown}",
            waivable=may_be_short,
            due=due.dice,
            thrown=thrown,
        )


def _apply(cast: Cast) -> Callable[[Rules, State, By, Any], State]:
    effect = cast.apply

    def apply(rules: Rules, state: State, by: By, act: Throw) -> State:
        after = effect(rules, state, act.dice)
        return after.with_(open=state, thrown=act.dice) if may_reroll(state, by) else after

    return apply


def not_now(it: str, en: str, article: str = "", /) -> Breach:
    """The act does not fit what the table waits for: it cannot have happened now."""
    return impossible(it, en, article)


def out_of_turn(state: State, by: By, article: str) -> tuple[Breach, ...]:
    if by == state.seat:
        return ()
    return (infraction(article, "non è il suo turno", "it is not this player's turn", waivable=False),)


# -- Come un gambero di fiume (Melano)


def rerolls_left(state: State) -> int:
    return state.lasting.rerolls + state.lasting.extra_rerolls


def may_reroll(state: State, by: By) -> bool:
    """The throw of a player from Melano stays open while a re-roll is left; the first dice of all are thrown before any turn."""
    return isinstance(by, int) and state.giro > 0 and state.factions[by] == "melano" and rerolls_left(state) > 0


def reroll_breaches(rules: Rules, state: State, by: By, act: Reroll) -> Iterator[Breach]:
    if state.open is None:
        yield infraction(
            "melano.gambero",
            "non c'è un lancio da ripetere",
            "there is no throw to repeat",
            waivable=False,
        )
    elif not isinstance(by, int) or state.factions[by] != "melano":
        yield infraction(
            "melano.gambero", "rilancia solo chi guida Melano", "only Melano's player re-rolls", waivable=False
        )
    elif act.die >= len(state.thrown):
        yield impossible("quel dado non c'è", "there is no such die", "melano.gambero")


def chapter_of_reroll(casts: tuple[Cast, ...]) -> Chapter:
    by_wait = {cast.awaits: cast for cast in casts}

    def reroll(rules: Rules, state: State, by: By, act: Reroll) -> State:
        assert state.open is not None
        before = spent_reroll(state.open)
        dice = put(state.thrown, act.die, act.value)
        after = by_wait[type(before.awaits)].apply(rules, before, dice)
        return after.with_(open=before, thrown=dice) if rerolls_left(before) else after

    return {Reroll: Rule(reroll_breaches, reroll, named("Melano's player"), "melano.gambero")}


def spent_reroll(state: State) -> State:
    if state.lasting.extra_rerolls:
        return state.leaving(extra_rerolls=state.lasting.extra_rerolls - 1)
    return state.leaving(rerolls=state.lasting.rerolls - 1)
