"""What the table waits for, from whom, and how the game goes on where somebody goes past it."""

from __future__ import annotations

from games.fabrisiko import units
from games.fabrisiko.conquest import conquer, sent_home
from games.fabrisiko.income import end_turn, pass_on
from games.fabrisiko.rules import ALL_WHO_COME, NOTHING_WITHOUT_THROW, Rules
from games.fabrisiko.state import (
    EVENT,
    PHASES,
    AttackThrow,
    Betrayal,
    BombThrow,
    CaptureThrow,
    CityThrow,
    DefenceThrow,
    DrawSheet,
    Falling,
    FindThrow,
    FlakThrow,
    Fleeing,
    Heat,
    IndustryThrow,
    Over,
    PlagueThrow,
    Prelude,
    Quake,
    RaidThrow,
    Rebels,
    RecoverThrow,
    StartThrow,
    State,
    Swapping,
    TradeThrow,
    Turn,
)
from games.fabrisiko.throws import CASTS
from games.fabrisiko.turns import battlefields
from games.kernel.acts import By
from games.kernel.moments import Moment, Moments, in_turn, noun, the_judge
from games.kernel.values import put
from games.kernel.words import Words

DUE = {cast.awaits: cast.due for cast in CASTS}


def _named(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, (DrawSheet, Quake, Heat, Falling, Betrayal))
    return state.awaits.seat


def _chooser(rules: Rules, state: State) -> By:
    assert isinstance(state.awaits, Rebels)
    return state.awaits.chooser


def _thrower(rules: Rules, state: State) -> By:
    return DUE[type(state.awaits)](rules, state).by


# -- the table goes past it


def _going_on(rules: Rules, state: State) -> State:
    """The turn goes on without it."""
    return state.with_(awaits=Turn())


def _unharmed(rules: Rules, state: State) -> State | None:
    """Nobody fired: the planes are where they flew."""
    assert isinstance(state.awaits, FlakThrow)
    if rules.revision < ALL_WHO_COME:
        return None
    return units.set_down(state.with_(awaits=Turn()), state.awaits.flying)


def _undisputed(rules: Rules, state: State) -> State | None:
    """Nobody threw for Fabriano: it was not conquered, and who came in goes back. Up to the sixteenth revision it was taken."""
    if rules.revision < ALL_WHO_COME:
        return None
    if rules.revision >= NOTHING_WITHOUT_THROW:
        return sent_home(state.with_(awaits=Turn()), rules.board.city).leaving(city_barred=True)
    return conquer(rules, state.with_(awaits=Turn()), rules.board.city)


def _uncaptured(rules: Rules, state: State) -> State | None:
    """No dice for the structures: none of them was captured. Up to the sixteenth revision all were."""
    assert isinstance(state.awaits, CaptureThrow)
    if rules.revision >= NOTHING_WITHOUT_THROW:
        state = state.with_(structures=put(state.structures, state.awaits.at, (0, 0)))
    return _as_it_stands(rules, state)


def _as_it_stands(rules: Rules, state: State) -> State | None:
    """No dice: nothing was recovered."""
    return _going_on(rules, state) if rules.revision >= ALL_WHO_COME else None


def _passed_on(rules: Rules, state: State) -> State | None:
    return pass_on(rules, state) if rules.revision >= ALL_WHO_COME else None


def _unthrown(rules: Rules, state: State) -> State:
    return pass_on(rules, state)


def _ended(rules: Rules, state: State) -> State | None:
    """A turn ends with phase 5, where no battle is left to fight; before its cards nothing was done in it."""
    if state.phase <= EVENT or battlefields(state):
        return None
    return end_turn(rules, state)


# -- in words


def _phase(rules: Rules, state: State) -> Words:
    return Words("la fase {n} o la fine del turno", "phase {n} or the end of the turn").fill({"n": PHASES[state.phase]})


def _preparing(rules: Rules, state: State) -> Words:
    return _at("l'inizio della battaglia a {at}", "the battle at {at} to begin", rules, state)


def _attacking(rules: Rules, state: State) -> Words:
    return _at("i dadi dell'attacco a {at}", "the attacker's dice at {at}", rules, state)


def _defending(rules: Rules, state: State) -> Words:
    return _at("i dadi della difesa a {at}", "the defender's dice at {at}", rules, state)


def _at(it: str, en: str, rules: Rules, state: State) -> Words:
    assert state.fray is not None
    return Words(it, en).fill({"at": rules.board.names[state.fray.at]})


def _fleeing(rules: Rules, state: State) -> Words:
    assert isinstance(state.awaits, Fleeing)
    return Words("le unità che lasciano {at}", "the units that leave {at}").fill(
        {"at": rules.board.names[state.awaits.at]}
    )


MOMENTS: Moments = {
    Turn: Moment(Words("Turno", "Turn"), _phase, in_turn, over=_ended),
    DrawSheet: Moment(
        Words("Schede delle frazioni", "Faction sheets"), noun("una scheda", "a sheet"), _named, "scheda"
    ),
    StartThrow: Moment(
        Words("Dadi per il primo a giocare", "Dice for the first player"),
        noun("i dadi per il primo a giocare", "the dice for the first player"),
        the_judge,
        "preparazione",
    ),
    Swapping: Moment(
        Words("Cambio di carte", "Exchange of cards"),
        noun("il cambio di carte", "the exchange of cards"),
        in_turn,
        left=_going_on,
    ),
    Rebels: Moment(
        Words("Ribellione: dove?", "Rebellion: where?"),
        noun("la scelta della frazione ribelle", "the choice of the frazione that rebels"),
        _chooser,
        "ribellione",
        left=_going_on,
    ),
    Fleeing: Moment(
        Words("Ribellione: le unità se ne vanno", "Rebellion: units leave"), _fleeing, in_turn, "ribellione"
    ),
    Quake: Moment(
        Words("Terremoto: si paga", "Earthquake: to be paid"),
        noun("chi paga per il terremoto", "who pays for the earthquake"),
        _named,
        "terremoto",
    ),
    Heat: Moment(
        Words("Caldo estremo: unità da togliere", "Caldo estremo: units to give up"),
        noun("le unità che il caldo toglie", "the units that the heat takes"),
        _named,
        "caldo",
    ),
    FindThrow: Moment(
        Words("Dadi dei reperti", "Dice for the finds"),
        noun("i dadi dei reperti", "the dice for the finds"),
        _thrower,
        "reperti",
        left=_going_on,
    ),
    TradeThrow: Moment(
        Words("Dadi degli scambi", "Dice for the trade"),
        noun("i dadi degli scambi", "the dice for the trade"),
        _thrower,
        "scambi",
        left=_going_on,
    ),
    FlakThrow: Moment(
        Words("Fuoco dei siti AA", "Fire of the AA sites"),
        noun("i dadi dei siti AA", "the dice of the AA sites"),
        _thrower,
        "sito_aa",
        left=_unharmed,
    ),
    CityThrow: Moment(
        Words("Fabriano vicina: un dado", "Fabriano vicina: one die"),
        noun("il dado per Fabriano", "the die for Fabriano"),
        _thrower,
        "marischio.fabriano",
        left=_undisputed,
    ),
    CaptureThrow: Moment(
        Words("Dadi per le strutture", "Dice for the structures"),
        noun("i dadi per le strutture", "the dice for the structures"),
        _thrower,
        "conquista_strutture",
        left=_uncaptured,
    ),
    RecoverThrow: Moment(
        Words("Risorse recuperate", "Resources recovered"),
        noun("i dadi delle risorse recuperate", "the dice for the resources recovered"),
        _thrower,
        "conquista_strutture",
        left=_as_it_stands,
    ),
    BombThrow: Moment(
        Words("Dado del bombardiere", "The bomber's die"),
        noun("il dado del bombardiere", "the bomber's die"),
        _thrower,
        "bombardiere",
        left=_going_on,
    ),
    RaidThrow: Moment(
        Words("Attacco strategico: un dado", "Strategic attack: one die"),
        noun("il dado dell'attacco strategico", "the die of the strategic attack"),
        _thrower,
        "bombardiere",
        left=_going_on,
    ),
    Prelude: Moment(Words("Prima della battaglia", "Before the battle"), _preparing, in_turn, "4-B"),
    Betrayal: Moment(
        Words("Tradimento: quale unità?", "Tradimento: which unit?"),
        noun("l'unità che tradisce", "the unit that changes side"),
        _named,
        "tradimento",
    ),
    PlagueThrow: Moment(
        Words("Dadi dell'arma biologica", "Dice for the arma biologica"),
        noun("i dadi dell'arma biologica", "the dice of the arma biologica"),
        _thrower,
        "arma_biologica",
    ),
    AttackThrow: Moment(Words("Lancia l'attaccante", "The attacker throws"), _attacking, _thrower, "round"),
    DefenceThrow: Moment(Words("Lancia il difensore", "The defender throws"), _defending, _thrower, "round"),
    Falling: Moment(
        Words("Chi cade?", "Who falls?"), noun("le unità che cadono", "the units that fall"), _named, "perdite"
    ),
    IndustryThrow: Moment(
        Words("Dominio industriale: un dado", "Dominio industriale: one die"),
        noun("il dado del dominio industriale", "the die of the Dominio industriale"),
        _thrower,
        "albacina.dominio",
        left=_unthrown,
        over=_passed_on,
    ),
    Over: Moment(Words("Partita finita", "The game is over"), noun("il conteggio", "the count"), the_judge),
}
