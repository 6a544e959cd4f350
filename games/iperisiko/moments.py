"""What the table waits for, from whom, and how the game goes on where somebody goes past it."""

from __future__ import annotations

from games.iperisiko.leaving import settled
from games.iperisiko.missiles import fall
from games.iperisiko.rules import BORNE_OUT, Rules
from games.iperisiko.state import (
    Auctioning,
    AuctionThrow,
    Bombing,
    Closing,
    Count,
    DealHand,
    DealObjectives,
    Declared,
    DefenceThrow,
    DrawLot,
    Fight,
    Occupation,
    PickColour,
    PickPlace,
    PlaceFactory,
    PlaceFirst,
    ReadStandings,
    Reinforce,
    Spying,
    State,
)
from games.iperisiko.turns import ended_before, pass_on
from games.kernel.acts import JUDGE, By
from games.kernel.moments import Moment, Moments, in_turn, noun, the_judge
from games.kernel.words import Words


def _named(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, (PickColour, PlaceFactory, PlaceFirst))
    return state.awaits.seat


def _builder(rules: Rules, state: State) -> By:
    return JUDGE if rules.factory_place == "drawn" else _named(rules, state)


def _first_to_pick(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, PickPlace)
    return state.awaits.seats[0]


def _roller(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, DefenceThrow)
    return state.awaits.roller


# -- the table goes past it


def _placed(rules: Rules, state: State) -> State | None:
    """A turn that began ends once nothing is left to lay."""
    assert isinstance(state.awaits, Reinforce)
    return None if state.awaits.left or state.awaits.is_fresh else pass_on(rules, state)


def _unanswered(rules: Rules, state: State) -> State:
    """The attacker's dice are not answered: nobody falls."""
    awaits = state.awaits
    assert isinstance(awaits, DefenceThrow)
    return state.with_(awaits=Fight(awaits.src, awaits.dst, awaits.dice, awaits.fleet, awaits.is_registered))


def _occupied(rules: Rules, state: State) -> State:
    """As few armies as must move in."""
    assert isinstance(state.awaits, Occupation)
    return settled(rules, state, state.awaits)


def _unspied(rules: Rules, state: State) -> State:
    """The spy takes nothing away."""
    assert isinstance(state.awaits, Spying)
    return state.with_(awaits=state.awaits.then)


# -- in words


def _attacking(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Declared)
    return _at("i dadi dell'attacco a {dst}", "the attacker's dice at {dst}", rules, state.awaits.dst)


def _defending(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, DefenceThrow)
    return _at("i dadi della difesa a {dst}", "the defender's dice at {dst}", rules, state.awaits.dst)


def _entering(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Occupation)
    return _at("l'occupazione di {dst}", "the occupation of {dst}", rules, state.awaits.dst)


def _falling(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Bombing)
    return _at("la minibomba su {dst}", "the minibomb on {dst}", rules, state.awaits.dst)


def _at(it: str, en: str, rules: Rules, place: int) -> Words:
    return Words(it, en).fill({"dst": rules.board.names[place]})


MOMENTS: Moments = {
    DrawLot: Moment(
        Words("Sorteggio dei posti", "Draw of the seats"), noun("il sorteggio", "the draw of the seats"), the_judge
    ),
    ReadStandings: Moment(
        Words("Ordine dalla classifica", "Order by the standings"), noun("la classifica", "the standings"), the_judge
    ),
    PickPlace: Moment(
        Words("Scelta dell'ordine", "Choice of the order"),
        noun("la scelta di un posto", "the choice of a place"),
        _first_to_pick,
    ),
    PickColour: Moment(Words("Scelta dei colori", "Choice of colours"), noun("un colore", "a colour"), _named),
    DealHand: Moment(
        Words("Distribuzione dei territori", "Deal of the territories"),
        noun("dieci territori", "ten territories"),
        the_judge,
    ),
    Auctioning: Moment(Words("Asta", "Auction"), noun("un'asta", "an auction"), the_judge),
    AuctionThrow: Moment(
        Words("Dadi tra offerte pari", "Dice between equal bids"),
        noun("i dadi tra offerte pari", "the dice between equal bids"),
        the_judge,
    ),
    DealObjectives: Moment(
        Words("Distribuzione degli obiettivi", "Deal of the objectives"),
        noun("gli obiettivi", "the objectives"),
        the_judge,
    ),
    PlaceFactory: Moment(Words("Fabbriche", "Factories"), noun("una fabbrica", "a factory"), _builder),
    PlaceFirst: Moment(
        Words("Armate iniziali", "First armies"), noun("le armate iniziali", "the first armies"), _named
    ),
    Reinforce: Moment(
        Words("Reintegro", "Reinforcements"),
        noun("i rinforzi, uno spostamento o un attacco", "reinforcements, a move or an attack"),
        in_turn,
        over=_placed,
        back=ended_before,
    ),
    Fight: Moment(
        Words("Attacchi", "Attacks"),
        noun("un attacco o la fine del turno", "an attack or the end of the turn"),
        in_turn,
        over=pass_on,
    ),
    Declared: Moment(Words("Attacco dichiarato", "Attack declared"), _attacking, in_turn, over=pass_on),
    DefenceThrow: Moment(
        Words("Lancia il difensore", "The defender throws"), _defending, _roller, "9", left=_unanswered
    ),
    Occupation: Moment(Words("Occupazione", "Occupation"), _entering, in_turn, "11", left=_occupied),
    Bombing: Moment(
        Words("Minibomba annunciata", "Minibomb announced"),
        _falling,
        in_turn,
        "22",
        left=fall,
        comes_first_from=BORNE_OUT,
    ),
    Spying: Moment(
        Words("Spia", "Spy"),
        noun("la carta che la Spia toglie", "the card that the spy takes away"),
        in_turn,
        "17",
        left=_unspied,
    ),
    Closing: Moment(
        Words("Fine del turno", "End of the turn"),
        noun("la fine del turno", "the end of the turn"),
        in_turn,
        over=pass_on,
    ),
    Count: Moment(Words("Conteggio", "Count"), noun("il conteggio", "the count"), the_judge, "1"),
}
