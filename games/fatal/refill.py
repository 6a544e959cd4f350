"""C) Aggiungi alla mano le carte messe da parte: what was set aside goes into the hand, and what is beyond six is discarded."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden
from games.fatal.acts import Discard, LateDraw
from games.fatal.rules import DUE_AFTER_ALL, HAND_LIMIT, Rules
from games.fatal.state import IN_PLAY, REFILL, AwaitDiscard, AwaitTake, AwaitTrimagia, State, Turn
from games.fatal.turns import closing, ended_before, go, pass_on
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN, named
from games.kernel.words import seat_words


def discard_breaches(rules: Rules, state: State, by: By, act: Discard) -> Iterator[Breach]:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    awaits = state.awaits
    assert isinstance(awaits, AwaitDiscard)
    if len(kinds) != awaits.count:
        yield infraction(
            "C",
            "si scende a sei carte: {due:se ne scarta #|se ne scartano #}, non {n}",
            "down to six cards: {due:# is|# are} discarded, not {n}",
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


def late_draw_breaches(rules: Rules, state: State, by: By, act: LateDraw) -> Iterator[Breach]:
    assert isinstance(by, int)
    if not state.is_active(by):
        yield impossible("il {seat} non è più in gioco", "{seat} is out of the game", "C", seat=seat_words(by))
    if not state.deck and not any(state.discards):
        yield impossible("non ci sono carte da pescare", "there is no card to draw", "C")
    yield infraction(
        "C",
        "una carta non ripescata è persa: non si torna indietro",
        "a card that was not drawn is lost: there is no going back",
    )


def late_draw(rules: Rules, state: State, by: By, act: LateDraw) -> State:
    """Registered, it lies with what the seat has set aside until its turn ends, or goes into the hand.

    Beyond six a discard is due where the turn is at its end or just over.
    """
    assert isinstance(by, int)
    waits = by == state.seat and not state.stage
    after = hidden.draw(state, hidden.ASIDE if waits else hidden.HANDS, by, 1)
    if rules.revision < DUE_AFTER_ALL or state.stage:
        return after
    if waits:
        return go(rules, after) if isinstance(state.awaits, AwaitDiscard) else after
    before = ended_before(rules, after, by) if isinstance(state.awaits, Turn) else None
    is_too_many = before is not None and before.hand_size(by) > HAND_LIMIT
    return closing(rules, before, REFILL) if before is not None and is_too_many else after


CHAPTER: Chapter = {
    LateDraw: Rule(late_draw_breaches, late_draw, named("player drawing"), "C", IN_PLAY),
    Discard: Rule(discard_breaches, discard, IN_TURN, "C", (AwaitDiscard,), void=(Turn, AwaitTake, AwaitTrimagia)),
}
