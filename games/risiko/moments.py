"""What the table waits for, from whom, and how the game goes on where somebody goes past it."""

from __future__ import annotations

from games.kernel.acts import By
from games.kernel.moments import Moment, Moments, in_turn, noun, the_judge
from games.kernel.words import Words
from games.risiko.closing import conclude
from games.risiko.leaving import settled
from games.risiko.rules import Rules
from games.risiko.state import (
    AttackThrow,
    CloseThrow,
    Closing,
    Count,
    DealCard,
    DealObjectives,
    DefenceThrow,
    Fight,
    Occupation,
    PickColour,
    PlaceFirst,
    Reinforce,
    StartThrow,
    State,
)
from games.risiko.turns import end_game, ended_before, only_one_left, pass_on, room


def _named(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, (PickColour, PlaceFirst))
    return state.awaits.seat


def _roller(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, DefenceThrow)
    return state.awaits.roller


# -- the table goes past it


def _placed(rules: Rules, state: State) -> State | None:
    """A turn that began ends once nothing is left to lay."""
    awaits = state.awaits
    assert isinstance(awaits, Reinforce)
    is_owed = awaits.left and room(rules, state, state.seat)
    return None if is_owed or awaits.is_fresh else conclude(rules, state)


def _unanswered(rules: Rules, state: State) -> State:
    """The attacker's dice are not answered: nobody falls."""
    assert isinstance(state.awaits, DefenceThrow)
    return state.with_(awaits=Fight(state.awaits.src, state.awaits.dst))


def _occupied(rules: Rules, state: State) -> State:
    """As few armies as must move in."""
    assert isinstance(state.awaits, Occupation)
    entered = settled(state, state.awaits).with_(awaits=Fight())
    ended = only_one_left(entered)
    return end_game(entered, ended) if ended else entered


def _unclosed(rules: Rules, state: State) -> State:
    return state.with_(awaits=Closing())


def _unthrown(rules: Rules, state: State) -> State:
    """The hand is passed on without the throw."""
    assert isinstance(state.awaits, CloseThrow)
    return end_game(state, "time") if state.awaits.is_last else pass_on(rules, state)


# -- in words


def _attacking(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, AttackThrow)
    return Words("i dadi dell'attacco a {dst}", "the attacker's dice at {dst}").fill(
        {"dst": rules.board.names[state.awaits.dst]}
    )


def _defending(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, DefenceThrow)
    return Words("i dadi della difesa a {dst}", "the defender's dice at {dst}").fill(
        {"dst": rules.board.names[state.awaits.dst]}
    )


def _entering(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Occupation)
    return Words("l'occupazione di {dst}", "the occupation of {dst}").fill({"dst": rules.board.names[state.awaits.dst]})


def _closing(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, CloseThrow)
    return Words("i due dadi che chiudono con {n} o meno", "two dice that close with {n} or less").fill(
        {"n": state.awaits.threshold}
    )


MOMENTS: Moments = {
    StartThrow: Moment(
        Words("Dadi per il primo di mano", "Dice for the first player"),
        noun("i dadi per il primo di mano", "the dice for the first player"),
        the_judge,
    ),
    PickColour: Moment(Words("Scelta dei colori", "Choice of colours"), noun("un colore", "a colour"), _named),
    DealCard: Moment(
        Words("Distribuzione dei territori", "Deal of the territories"),
        noun("una carta dei territori", "a territory card"),
        the_judge,
    ),
    DealObjectives: Moment(
        Words("Distribuzione degli obiettivi", "Deal of the objectives"),
        noun("gli obiettivi", "the objectives"),
        the_judge,
    ),
    PlaceFirst: Moment(
        Words("Armate iniziali", "First armies"),
        noun("le armate iniziali", "the first armies"),
        _named,
    ),
    Reinforce: Moment(
        Words("Rinforzi", "Reinforcements"),
        noun("i rinforzi o un attacco", "reinforcements or an attack"),
        in_turn,
        over=_placed,
        back=ended_before,
    ),
    Fight: Moment(
        Words("Attacchi", "Attacks"),
        noun("un attacco o la fine del turno", "an attack or the end of the turn"),
        in_turn,
        over=conclude,
    ),
    AttackThrow: Moment(Words("Lancia l'attaccante", "The attacker throws"), _attacking, in_turn, over=conclude),
    DefenceThrow: Moment(
        Words("Lancia il difensore", "The defender throws"), _defending, _roller, "9", left=_unanswered
    ),
    Occupation: Moment(Words("Occupazione", "Occupation"), _entering, in_turn, "base.occupation", left=_occupied),
    Closing: Moment(
        Words("Fine del turno", "End of the turn"),
        noun("la fine del turno", "the end of the turn"),
        in_turn,
        over=conclude,
    ),
    CloseThrow: Moment(Words("Sdadata", "Sdadata"), _closing, in_turn, "16", left=_unclosed, over=_unthrown),
    Count: Moment(Words("Conteggio", "Count"), noun("il conteggio", "the count"), the_judge),
}
