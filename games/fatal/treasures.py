"""A) Three stars or more: a treasure on display, kept or given. Each one taken is replaced at once; the Queen may come."""

from __future__ import annotations

from collections.abc import Iterator

from games.fatal import hoards
from games.fatal.acts import Take, TurnUp
from games.fatal.contents import QUEEN
from games.fatal.rules import STARS_DUE, Rules
from games.fatal.setting_up import read_seat
from games.fatal.state import DECK, TRIMAGIE, AwaitTake, AwaitTrimagia, AwaitTurnUp, State, Turn, put
from games.fatal.turns import REVEAL, TALLY, end_game, go, not_now, out_of_turn, stars, unopened
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.words import seat_words

NONE: frozenset[int] = frozenset()


def take_breaches(rules: Rules, state: State, by: By, act: Take) -> Iterator[Breach]:
    kind = rules.box.hoard[act.treasure]
    to = read_seat(rules, act.to)
    yield from out_of_turn(state, by)
    shown = stars(rules, state, state.seat) if state.giro else 0
    if isinstance(state.awaits, Turn) and shown >= STARS_DUE:
        yield infraction("sintesi", "il tesoro si prende a fine turno", "the treasure comes at the end of the turn")
    elif isinstance(state.awaits, Turn):
        yield infraction(
            "A", "le sue file mostrano {n} stelle: ne servono tre", "the rows show {n} stars: three are needed", n=shown
        )
    elif isinstance(state.awaits, AwaitTrimagia):
        yield infraction("A", "il tesoro delle tre stelle è già preso", "the treasure for three stars has had its time")
    elif not isinstance(state.awaits, AwaitTake):
        yield not_now("non si prendono tesori", "no treasure is taken", "A")
    yield from receiver_breaches(state, to, "A")
    yield from display_breaches(state, kind, "A")


def receiver_breaches(state: State, to: int, article: str) -> Iterator[Breach]:
    if not state.is_active(to):
        yield impossible("il {seat} non è più in gioco", "{seat} is out of the game", article, seat=seat_words(to))


def display_breaches(state: State, kind: int, article: str) -> Iterator[Breach]:
    if kind not in state.display:
        yield impossible("quel tesoro non è a disposizione", "that treasure is not on display", article)


def take(rules: Rules, state: State, by: By, act: Take) -> State:
    step = TRIMAGIE if isinstance(state.awaits, AwaitTake) else state.step
    return go(rules, given(rules, state, rules.box.hoard[act.treasure], act.to).with_(step=step))


def given(rules: Rules, state: State, kind: int, to: int) -> State:
    """A treasure on display goes to a player: face down, or open where it is of the colour that he has revealed (seconda-smazzata)."""
    rest = list(state.display)
    rest.remove(kind)
    state = state.with_(display=tuple(rest))
    if lies_open(rules, state, to, kind):
        return faced(state, to, (kind,))
    return hoards.laid_down(state, to, kind)


def lies_open(rules: Rules, state: State, seat: int, kind: int) -> bool:
    """In the second smazzata whoever has revealed a character lays treasures of its colour face up."""
    return kind in open_kinds(rules, state, seat)


def open_kinds(rules: Rules, state: State, seat: int) -> frozenset[int]:
    """The kinds of treasure that the seat lays face up: those of the colour that it has revealed."""
    if state.smazzata != 2 or not state.revealed[seat]:
        return NONE
    return rules.box.of_colour.get(rules.colour(state.characters[seat]), NONE)


def faced(state: State, seat: int, kinds: tuple[int, ...]) -> State:
    return state.with_(face_up=put(state.face_up, seat, tuple(sorted((*state.face_up[seat], *kinds)))))


# -- the treasure that replaces it


def turn_up_breaches(rules: Rules, state: State, by: By, act: TurnUp) -> Iterator[Breach]:
    if not isinstance(state.awaits, AwaitTurnUp):
        if act.treasure != QUEEN:
            rules.box.hoard[act.treasure]
        yield not_now("nessun tesoro è da rimpiazzare", "no treasure is to be replaced", "A")
        return
    if act.treasure == QUEEN:
        if state.above:
            yield impossible(
                "sopra la Regina e i suoi quattro tesori ce ne sono altri {n}",
                "{n} treasures lie above the Queen and her four",
                "preparazione",
                n=state.above,
            )
        return
    if hoards.exposed(state, DECK, (rules.box.hoard[act.treasure],)) is None:
        yield impossible("quel tesoro non può venire dal mazzo", "that treasure cannot come from the deck", "A")


def turn_up(rules: Rules, state: State, by: By, act: TurnUp) -> State:
    """The Queen ends the first smazzata, or the game, at once: the turn stops where it is."""
    if act.treasure != QUEEN:
        kind = rules.box.hoard[act.treasure]
        after = hoards.exposed(state, DECK, (kind,))
        assert after is not None
        return go(rules, after.with_(display=(*state.display, kind)))
    if state.smazzata == 2:
        return end_game(state, "queen")
    tally = unopened(state)
    is_due = any(tally[seat] is None for seat in state.actives)
    stage = TALLY if is_due else REVEAL
    return go(rules, state.with_(stage=stage, tally=tally, points=(0,) * rules.seats))


CHAPTER: Chapter = {Take: Rule(take_breaches, take), TurnUp: Rule(turn_up_breaches, turn_up)}
