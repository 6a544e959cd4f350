"""What the table waits for, from whom, and how the game goes on where somebody goes past it."""

from __future__ import annotations

from games.fatal import hidden
from games.fatal.rules import AT_ANY_MOMENT, TOLD_IS_HELD, Rules
from games.fatal.state import (
    ENCHANT,
    REFILL,
    THREE_STARS,
    TRIMAGIE,
    AwaitAim,
    AwaitDiscard,
    AwaitEffect,
    AwaitKeep,
    AwaitReveal,
    AwaitShare,
    AwaitStrike,
    AwaitSurplus,
    AwaitTake,
    AwaitTally,
    AwaitTrimagia,
    AwaitTurnUp,
    AwaitUnmask,
    Count,
    DealCharacters,
    FirstDisplay,
    PickFirst,
    State,
    Turn,
)
from games.fatal.turns import closing, ended_before, go, onward, pass_on
from games.kernel.acts import JUDGE, By
from games.kernel.moments import Moment, Moments, in_turn, noun, the_judge
from games.kernel.values import put
from games.kernel.words import Words


def _leaver(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, AwaitUnmask)
    return state.awaits.seat


def _counting(rules: Rules, state: State) -> By:
    """The judge, where several may come first."""
    assert isinstance(state.awaits, (AwaitTally, AwaitKeep))
    return state.awaits.seats[0] if len(state.awaits.seats) == 1 else JUDGE


# -- the table goes past it


def _closed(rules: Rules, state: State) -> State | None:
    """A turn that began draws to a close."""
    assert isinstance(state.awaits, Turn)
    is_fresh = state.awaits.step == ENCHANT and not state.played
    return None if is_fresh else closing(rules, state, THREE_STARS)


def _kept(rules: Rules, state: State) -> State:
    """All the cards drawn go into the hand."""
    return go(rules, hidden.moved(state, hidden.DRAWN, hidden.HANDS, state.seat).with_(surplus=0))


def _not_taken(rules: Rules, state: State) -> State:
    return closing(rules, state, TRIMAGIE)


def _not_done(rules: Rules, state: State) -> State:
    """The rows stay as they are."""
    side = hidden.refilled(state.sides[state.seat])
    return closing(rules, state.with_(sides=put(state.sides, state.seat, side)), REFILL)


def _not_discarded(rules: Rules, state: State) -> State:
    return pass_on(rules, state, state.sides, state.step)


def _not_replaced(rules: Rules, state: State) -> State | None:
    """Another treasure is taken before the last one was replaced: both are due then."""
    is_told = rules.revision >= AT_ANY_MOMENT and state.display and state.strike is not None
    return onward(rules, state) if is_told else None


def _replacing(rules: Rules, state: State) -> str:
    """A treasure that a trimagia took is replaced by the article of the trimagia."""
    return "B" if state.strike is not None and rules.revision >= TOLD_IS_HELD else "A"


STEPS = (
    Words("un ammaliamento, un furto o una visione", "an enchantment, a theft or a vision"),
    Words("un furto o una visione", "a theft or a vision"),
    Words("una visione o la fine del turno", "a vision or the end of the turn"),
)


def _step(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Turn)
    return STEPS[state.awaits.step]


MOMENTS: Moments = {
    PickFirst: Moment(
        Words("Chi comincia", "Who begins"), noun("chi comincia", "who begins"), the_judge, "preparazione"
    ),
    DealCharacters: Moment(
        Words("Distribuzione", "The deal"), noun("i personaggi", "the characters"), the_judge, "preparazione"
    ),
    FirstDisplay: Moment(
        Words("Primi tesori", "First treasures"),
        noun("i primi tre tesori", "the first three treasures"),
        the_judge,
        "preparazione",
    ),
    Turn: Moment(Words("Turno", "Turn"), _step, in_turn, over=_closed, back=ended_before),
    AwaitEffect: Moment(
        Words("Effetto di un ammaliamento", "Effect of an enchantment"),
        noun("l'effetto dell'ammaliamento", "the effect of the enchantment"),
        the_judge,
        "1",
    ),
    AwaitSurplus: Moment(
        Words("Cambio di carte", "Change of cards"),
        noun("le carte pescate da scartare", "the drawn cards to discard"),
        in_turn,
        "1-alternativa",
        left=_kept,
    ),
    AwaitTake: Moment(
        Words("Tesoro per le stelle", "Treasure for the stars"),
        noun("il tesoro delle tre stelle", "the treasure for three stars"),
        in_turn,
        "A",
        left=_not_taken,
        over=_not_taken,
    ),
    AwaitTurnUp: Moment(
        Words("Si scopre un tesoro", "A treasure is turned up"),
        noun("un tesoro scoperto dal mazzo", "a treasure turned up from the deck"),
        the_judge,
        "A",
        left=_not_replaced,
        owes=_replacing,
    ),
    AwaitTrimagia: Moment(
        Words("Trimagie", "Trimagie"), noun("una trimagia", "a trimagia"), in_turn, "B", left=_not_done, over=_not_done
    ),
    AwaitAim: Moment(
        Words("Bersaglio della trimagia", "Target of the trimagia"),
        noun("il bersaglio della trimagia", "the target of the trimagia"),
        in_turn,
        "B",
    ),
    AwaitStrike: Moment(
        Words("Effetto della trimagia", "Effect of the trimagia"),
        noun("l'effetto della trimagia", "the effect of the trimagia"),
        in_turn,
        "B",
    ),
    AwaitDiscard: Moment(
        Words("Scarto fino a sei", "Discard down to six"),
        noun("lo scarto fino a sei carte", "the discard down to six cards"),
        in_turn,
        "C",
        over=_not_discarded,
    ),
    AwaitUnmask: Moment(
        Words("Un personaggio esce dal gioco", "A character leaves the game"),
        noun("il personaggio di chi esce", "the character of who leaves"),
        _leaver,
        "eliminare",
    ),
    AwaitShare: Moment(
        Words("Tesori dell'eliminato", "Treasures of who is out"),
        noun("i tesori di chi è uscito", "the treasures of who is out"),
        the_judge,
        "eliminare",
    ),
    AwaitTally: Moment(
        Words("Conteggio della prima smazzata", "Count of the first smazzata"),
        noun("il conteggio dei tesori", "the count of the treasures"),
        _counting,
        "fine-smazzata",
    ),
    AwaitReveal: Moment(
        Words("Rivelare il personaggio", "Revealing characters"),
        noun("chi rivela il suo personaggio", "who reveals his character"),
        the_judge,
        "rivelare",
    ),
    AwaitKeep: Moment(
        Words("Un tesoro da tenere", "A treasure to keep"),
        noun("il tesoro da tenere", "the treasure to keep"),
        _counting,
        "rivelare",
    ),
    Count: Moment(Words("Conteggio", "Count"), noun("il conteggio", "the count"), the_judge),
}
