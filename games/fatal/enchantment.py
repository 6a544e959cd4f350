"""1) Giocare un ammaliamento, Schermo Elementale out of turn, and the alternative: a treasure paid to change up to four cards."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hidden, hoards, table
from games.fatal.acts import Change, Effect, Enchant, Screen, Surplus
from games.fatal.contents import SCREEN
from games.fatal.rules import AT_ANY_MOMENT, CHANGE, PAID, PUT_OUT_ALL_THE_SAME, SPENT_WHENEVER_PLAYED, Rules
from games.fatal.state import (
    AT_ITS_END,
    EMPTY,
    ENCHANT,
    IN_PLAY,
    STEAL,
    AwaitDiscard,
    AwaitEffect,
    AwaitStrike,
    AwaitSurplus,
    State,
    Turn,
)
from games.fatal.trimagia import next_target
from games.fatal.turns import emptied, go, redrawn, reopened
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN, JUDGE_SAYS, named
from games.kernel.words import seat_words


def _moment(state: State, article: str) -> Iterator[Breach]:
    """An enchantment or a change comes first in the turn, and is one of the two."""
    awaits = state.awaits
    if not isinstance(awaits, Turn):
        return
    if awaits.step == STEAL:
        yield infraction(article, "un solo ammaliamento o cambio a turno", "one enchantment or change a turn")
    elif awaits.step > ENCHANT:
        yield infraction(
            "sintesi",
            "l'ammaliamento o il cambio vengono prima di rubare e di giocare visioni",
            "an enchantment or a change comes before stealing and laying visions",
        )


def cannot_be_held(article: str) -> Breach:
    return impossible("non può avere in mano quelle carte", "those cards cannot be in this hand", article)


# -- an enchantment in one's turn


def enchant_breaches(rules: Rules, state: State, by: By, act: Enchant) -> Iterator[Breach]:
    kind = rules.box.cards[act.card]
    yield from _moment(state, "1")
    if rules.box.is_vision(kind):
        yield infraction(
            "1",
            "è una visione, non un ammaliamento: torna in mano",
            "it is a vision, not an enchantment: it goes back to the hand",
            waivable=rules.revision >= AT_ANY_MOMENT,
        )
    elif rules.box.effect(kind) == SCREEN:
        yield infraction(
            "1-schermo",
            "Schermo Elementale si gioca fuori turno, contro una trimagia: torna in mano",
            "Schermo Elementale is played out of turn, against a trimagia: it goes back to the hand",
            waivable=rules.revision >= AT_ANY_MOMENT,
        )
    if not hidden.may_show(state, hidden.HANDS, state.seat, kind):
        yield cannot_be_held("1")


def enchant(rules: Rules, state: State, by: By, act: Enchant) -> State:
    """The card lies on the table until the judge has told its effect; only then is it discarded."""
    kind = rules.box.cards[act.card]
    played = hidden.expose(state, hidden.HANDS, state.seat, (kind,))
    assert played is not None
    return go(rules, played.with_(enchantment=kind, step=max(STEAL, state.step)))


def effect_breaches(rules: Rules, state: State, by: By, act: Effect) -> Iterator[Breach]:
    table.read_changes(rules, act.hands, act.treasures, act.rows)
    yield from table.change_breaches(rules, state, act)


def effect(rules: Rules, state: State, by: By, act: Effect) -> State:
    """The effect has ended: the card is discarded, and another drawn and set aside."""
    after = table.changed(rules, state, act)
    after = after.with_(discards=hidden.piled(after.discards, (after.enchantment,)), enchantment=EMPTY)
    after = reopened(rules, redrawn(after, state.seat, act.forgot), state)
    return go(rules, emptied(rules, after, state) if act.hands else after)


# -- Schermo Elementale


def screen_breaches(rules: Rules, state: State, by: By, act: Screen) -> Iterator[Breach]:
    assert isinstance(by, int)
    strike = state.strike
    if strike is None or not isinstance(state.awaits, AwaitStrike):
        if _is_spent(rules, state) and not _screens(rules, state, by):
            yield cannot_be_held("1-schermo")
        return
    may_stay = rules.revision >= AT_ANY_MOMENT
    if by != strike.target:
        yield infraction(
            "1-schermo",
            "protegge solo chi è bersaglio della trimagia, il {who}: torna in mano",
            "it protects only whom the trimagia aims at, {who}: it goes back to the hand",
            may_stay,
            who=seat_words(strike.target),
        )
        if not may_stay:
            return
    if by == state.seat:
        it, en = "si gioca fuori turno: torna in mano", "it is played out of turn: it goes back"
        yield infraction("1-schermo", it, en, may_stay)
    if strike.left < strike.power:
        yield infraction(
            "1-schermo",
            "la trimagia ha già avuto effetto: lo schermo torna in mano",
            "the trimagia has taken effect already: the screen goes back to the hand",
            may_stay,
        )
    if not _screens(rules, state, by):
        yield cannot_be_held("1-schermo")


def _is_spent(rules: Rules, state: State) -> bool:
    """Whether a screen that is registered leaves the hand. Up to the sixth revision only while somebody was aimed at."""
    return rules.revision >= SPENT_WHENEVER_PLAYED or isinstance(state.awaits, AwaitStrike)


def _screens(rules: Rules, state: State, seat: int) -> list[int]:
    return [kind for kind in rules.box.screens if hidden.may_show(state, hidden.HANDS, seat, kind)]


def screen(rules: Rules, state: State, by: By, act: Screen) -> State:
    """The trimagia does nothing to this player and goes on with the other target. An empty hand is then the player's own doing.

    One that protects nobody, registered as it happened, is spent, and the table waits for what it waited for.
    """
    assert isinstance(by, int)
    if not _is_spent(rules, state):
        return state
    kind = _screens(rules, state, by)[0]
    shown = hidden.expose(state, hidden.HANDS, by, (kind,))
    assert shown is not None
    forgot = act.forgot or rules.screen_redraw == "none"
    after, strike = redrawn(hidden.discarded(shown, (kind,)), by, forgot), state.strike
    if strike is None or not isinstance(state.awaits, AwaitStrike):
        return go(rules, after) if isinstance(state.awaits, AwaitDiscard) else after
    protects = by == strike.target and by != state.seat and strike.left == strike.power
    return go(rules, next_target(rules, after) if protects else after)


# -- the alternative


def change_breaches(rules: Rules, state: State, by: By, act: Change) -> Iterator[Breach]:
    treasure = rules.box.hoard[act.treasure]
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    yield from _moment(state, "1-alternativa" if rules.revision >= PUT_OUT_ALL_THE_SAME else "1")
    if rules.box.treasures[treasure].value not in PAID:
        yield infraction("1-alternativa", table.NOT_PAID.it, table.NOT_PAID.en)
    if len(kinds) > CHANGE:
        yield infraction(
            "1-alternativa", "si cambiano al più quattro carte, non {n}", "up to four cards, not {n}", n=len(kinds)
        )
    if paid(state, state.seat, treasure) is None:
        yield impossible("non può avere quel tesoro", "this player cannot have that treasure", "1-alternativa")
    if hidden.expose(state, hidden.HANDS, state.seat, kinds) is None:
        yield cannot_be_held("1-alternativa")


def paid(state: State, seat: int, kind: int) -> State | None:
    """The treasure, face up or shown, goes under its deck: below the Queen."""
    side = state.sides[seat]
    if kind in side.face_up:
        rest = list(side.face_up)
        rest.remove(kind)
        return state.seat_with(seat, side.with_(face_up=tuple(rest))).with_(bottom=(*state.bottom, kind))
    after = hoards.exposed(state, seat, (kind,)) if seat >= 0 else None
    return after.with_(bottom=(*after.bottom, kind)) if after is not None else None


def change(rules: Rules, state: State, by: By, act: Change) -> State:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    after = paid(state, state.seat, rules.box.hoard[act.treasure])
    assert after is not None
    shown = hidden.expose(after, hidden.HANDS, state.seat, kinds)
    assert shown is not None
    before = sum(shown.sides[state.seat].drawn)
    after = hidden.draw(hidden.discarded(shown, kinds), hidden.DRAWN, state.seat, max(CHANGE, len(kinds)))
    surplus = max(0, sum(after.sides[state.seat].drawn) - before - len(kinds))
    if not surplus:
        after = hidden.moved(after, hidden.DRAWN, hidden.HANDS, state.seat)
    return go(rules, after.with_(step=max(STEAL, state.step), surplus=surplus))


def surplus_breaches(rules: Rules, state: State, by: By, act: Surplus) -> Iterator[Breach]:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    awaits = state.awaits
    assert isinstance(awaits, AwaitSurplus)
    if len(kinds) != awaits.count:
        yield infraction(
            "1-alternativa",
            "tiene tante carte quante ne ha cambiate, e scarta le altre ({due})",
            "as many cards are kept as were changed, and the others discarded ({due})",
            due=awaits.count,
        )
    if hidden.expose(state, hidden.DRAWN, state.seat, kinds) is None:
        yield impossible("non può averle pescate", "these cannot have been drawn", "1-alternativa")


def surplus(rules: Rules, state: State, by: By, act: Surplus) -> State:
    kinds = tuple([rules.box.cards[name] for name in act.cards])
    shown = hidden.expose(state, hidden.DRAWN, state.seat, kinds)
    assert shown is not None
    after = hidden.moved(shown, hidden.DRAWN, hidden.HANDS, state.seat)
    return go(rules, hidden.discarded(after, kinds).with_(surplus=0))


CHAPTER: Chapter = {
    Enchant: Rule(enchant_breaches, enchant, IN_TURN, "1", (Turn,), late=AT_ITS_END),
    Effect: Rule(effect_breaches, effect, JUDGE_SAYS, "1", (AwaitEffect,)),
    Screen: Rule(screen_breaches, screen, named("player aimed at"), "1-schermo", (AwaitStrike,), late=IN_PLAY),
    Change: Rule(change_breaches, change, IN_TURN, "1-alternativa", (Turn,), late=AT_ITS_END),
    Surplus: Rule(surplus_breaches, surplus, IN_TURN, "1-alternativa", (AwaitSurplus,), void=(Turn, *AT_ITS_END)),
}
