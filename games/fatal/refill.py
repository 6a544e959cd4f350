"""C) Aggiungi alla mano le carte messe da parte: what was set aside goes into the hand, and what is beyond six is discarded."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden
from games.fatal.acts import Discard
from games.fatal.rules import Rules
from games.fatal.state import AwaitDiscard, State
from games.fatal.turns import not_now, out_of_turn, pass_on
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN


def discard_breaches(rules: Rules, state: State, by: By, act: Discard) -> Iterator[Breach]:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    yield from out_of_turn(state, by)
    awaits = state.awaits
    if not isinstance(awaits, AwaitDiscard):
        yield not_now("nessuna carta è in eccesso", "no card is in excess", "C")
        return
    if len(kinds) != awaits.count:
        yield infraction(
            "C",
            "si scende a sei carte: se ne scartano {due}, non {n}",
            "down to six cards: {due} are discarded, not {n}",
            due=awaits.count,
            n=len(kinds),
        )
    if hidden.expose(state, hidden.HANDS, state.seat, kinds) is None:
        yield impossible("non può avere in mano quelle carte", "those cards cannot be in this hand", "C")


def discard(rules: Rules, state: State, by: By, act: Discard) -> State:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    shown = hidden.expose(state, hidden.HANDS, state.seat, kinds)
    assert shown is not None
    after = hidden.discarded(shown, kinds)
    return pass_on(rules, after, after.sides, after.step)


CHAPTER: Chapter = {Discard: Rule(discard_breaches, discard, IN_TURN, "C")}
