"""What a conquest brings: the territory, its structures (1-3, 4-8, 9-10), the sheet of a lost Frazione Maggiore, Fabriano's own rules."""

from __future__ import annotations

from games.fabrisiko import units
from games.fabrisiko.acts import CaptureDice, CityDice, RecoverDice
from games.fabrisiko.dice import Cast, Due, chapter, d5
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import NOBODY, CaptureThrow, CityThrow, RecoverThrow, State, Turn
from games.fabrisiko.units import has_enemies, has_sheet, income_to, withdrawn
from games.kernel.values import put

DESTROYED, RECOVERED = 3, 8
WIPED_OUT, SENT_HOME = 2, 7


def arrive(rules: Rules, state: State, place: int) -> State:
    """Ground units have come into a place: without enemy units it falls at once (4-B), but Marischio throws for neutral Fabriano."""
    if has_enemies(state, place, state.seat) or rules.board.is_ridge(place):
        return state
    if place == rules.board.city and state.owners[place] == NOBODY and state.factions[state.seat] == "marischio":
        return state.with_(awaits=CityThrow())
    return conquer(rules, state, place)


def falls_at_once(rules: Rules, state: State, place: int) -> bool:
    """Whether a territory is the seat's with the first ground units there, and nothing else comes of it."""
    if place in rules.board.majors or any(state.structures[place]):
        return False
    return not (state.armies[place] and has_enemies(state, place, state.seat))


def conquer(rules: Rules, state: State, place: int) -> State:
    """The place is the seat's; each structure on it awaits a die."""
    loser = state.owners[place]
    if loser not in (NOBODY, state.seat) and place == _home(rules, state, loser):
        state = handed_over(rules, state, loser)
    state = state.with_(owners=put(state.owners, place, state.seat))
    if place == rules.board.city and state.factions[state.seat] == "melano":
        state = state.leaving(extra_rerolls=state.lasting.extra_rerolls + 1)
    complessi, siti = state.structures[place]
    if complessi + siti and loser != state.seat:
        return state.with_(awaits=CaptureThrow(place, complessi, siti))
    return state


def _home(rules: Rules, state: State, seat: int) -> int:
    faction = state.factions[seat]
    return rules.board.homes[faction] if faction else NOBODY


def handed_over(rules: Rules, state: State, loser: int) -> State:
    """The sheet goes to the conqueror with all that lies on it; one who has no sheet of his own has nowhere to put it."""
    winner, spoils = state.seat, state.resources[loser]
    bought = state.bought
    if has_sheet(rules, state, winner):
        both = zip(bought[winner], bought[loser], strict=True)
        bought = put(bought, winner, tuple(mine + theirs for mine, theirs in both))
    bought = put(bought, loser, (0,) * len(bought[loser]))
    state = state.with_(resources=put(state.resources, loser, 0), bought=bought)
    return income_to(rules, state, winner, spoils)


# -- structures of a conquered territory


def _capture_due(rules: Rules, state: State) -> Due:
    awaits = state.awaits
    assert isinstance(awaits, CaptureThrow)
    return Due(state.seat, awaits.complessi + awaits.siti, "conquista_strutture")


def capture(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """1-3 gone, 4-8 gone but something is recovered, 9-10 the conqueror's own."""
    awaits = state.awaits
    assert isinstance(awaits, CaptureThrow)
    dice = dice[: awaits.complessi + awaits.siti]
    complessi = sum(die > RECOVERED for die in dice[: awaits.complessi])
    siti = sum(die > RECOVERED for die in dice[awaits.complessi :])
    recovered = sum(DESTROYED < die <= RECOVERED for die in dice)
    state = state.with_(structures=put(state.structures, awaits.at, (complessi, siti)), awaits=Turn())
    if recovered and has_sheet(rules, state, state.seat):
        return state.with_(awaits=RecoverThrow(recovered))
    return state


def _recover_due(rules: Rules, state: State) -> Due:
    assert isinstance(state.awaits, RecoverThrow)
    return Due(state.seat, state.awaits.dice, "conquista_strutture")


def recover(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    assert isinstance(state.awaits, RecoverThrow)
    saved = dice[: state.awaits.dice]
    return income_to(rules, state.with_(awaits=Turn()), state.seat, sum(map(d5, saved)))


# -- Fabriano vicina (Marischio)


def _city_due(rules: Rules, state: State) -> Due:
    return Due(state.seat, 1, "marischio.fabriano")


def city(rules: Rules, state: State, dice: tuple[int, ...]) -> State:
    """1-2 the invaders are lost, 3-7 they go back where they came from, 8-10 the city falls. Barred for the turn unless it falls."""
    place, state = rules.board.city, state.with_(awaits=Turn())
    invaders = [one for one in state.armies[place] if one.seat == state.seat]
    if dice[0] > SENT_HOME:
        return conquer(rules, state, place)
    if dice[0] <= WIPED_OUT:
        return units.destroyed(rules, state, invaders).leaving(city_barred=True)
    return sent_home(state, place).leaving(city_barred=True)


def sent_home(state: State, place: int) -> State:
    """All units of the seat in turn in a place go back where they stood when the turn began."""
    invaders = [one for one in state.armies[place] if one.seat == state.seat]
    return units.set_down(units.without(state, invaders), withdrawn(invaders))


def home_of(rules: Rules, state: State, seat: int) -> int:
    """The Frazione Maggiore that a seat leads, -1 before the sheets are drawn."""
    return _home(rules, state, seat)


CASTS = (
    Cast(CaptureDice, CaptureThrow, _capture_due, capture, "conquista_strutture"),
    Cast(RecoverDice, RecoverThrow, _recover_due, recover, "conquista_strutture"),
    Cast(CityDice, CityThrow, _city_due, city, "marischio.fabriano"),
)
CHAPTER = chapter(*CASTS)
