"""A) Three stars or more: a treasure on display, kept or given. Each one taken is replaced at once; the Queen may come."""

from __future__ import annotations

from games.fatal import hoards
from games.fatal.acts import Take, TurnUp
from games.fatal.contents import QUEEN
from games.fatal.rules import AT_ANY_MOMENT, STARS_DUE, Rules
from games.fatal.smazzata import to_tally
from games.fatal.state import DECK, PLAY, TRIMAGIE, TURN_UP, AwaitTake, AwaitTrimagia, AwaitTurnUp, State, Turn
from games.fatal.turns import REVEAL, TALLY, end_game, go, stars, unopened
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.seats import ACTIVE, read_seat
from games.kernel.speakers import IN_TURN, JUDGE_SAYS
from games.kernel.values import put
from games.kernel.words import seat_words


def take_breaches(rules: Rules, state: State, by: By, act: Take) -> list[Breach]:
    kind = rules.box.hoard[act.treasure]
    to = read_seat(rules.seats, act.to)
    found = list[Breach]()
    if not is_due(rules, state):
        found.append(_not_to_take(rules, state))
    if state.sides[to].standing != ACTIVE:
        found.append(impossible("il {seat} non è più in gioco", "{seat} is out of the game", "A", seat=seat_words(to)))
    return [*found, *display_breaches(state, kind, "A")]


def is_due(rules: Rules, state: State) -> bool:
    """Three stars give a treasure: at the end of the turn, which he who takes it brings about."""
    if type(state.awaits) is AwaitTake:
        return True
    closes = type(state.awaits) is Turn and rules.revision >= AT_ANY_MOMENT and bool(state.display)
    return closes and state.step <= PLAY and stars(rules, state, state.seat) >= STARS_DUE


def _not_to_take(rules: Rules, state: State) -> Breach:
    if isinstance(state.awaits, AwaitTrimagia) or state.step > PLAY:
        return infraction(
            "A", "il tesoro delle tre stelle è già preso", "the treasure for three stars has had its time"
        )
    shown = stars(rules, state, state.seat)
    if shown >= STARS_DUE:
        return infraction("sintesi", "il tesoro si prende a fine turno", "the treasure comes at the end of the turn")
    return infraction(
        "A",
        "le sue file mostrano {n:stella|stelle}: ne servono tre",
        "the rows show {n:star|stars}: three are needed",
        n=shown,
    )


def display_breaches(state: State, kind: int, article: str) -> tuple[Breach, ...]:
    if kind in state.display:
        return ()
    return (impossible("quel tesoro non è a disposizione", "that treasure is not on display", article),)


def take(rules: Rules, state: State, by: By, act: Take) -> State:
    step = TRIMAGIE if is_due(rules, state) else state.step
    return given(rules, state.with_(taken_in=state.turn), rules.box.hoard[act.treasure], act.to, step)


def given(rules: Rules, state: State, kind: int, to: int, step: int) -> State:
    """A treasure on display goes to a player: face down, or open where it is of the colour that he has revealed (seconda-smazzata).

    Before anything else another is turned up in its place.
    """
    rest = list(state.display)
    rest.remove(kind)
    if kind in hoards.open_kinds(rules, state, to):
        return faced(state, to, (kind,)).with_(awaits=TURN_UP, display=tuple(rest), step=step, pending=())
    side = state.sides[to]
    return state.with_(
        sides=put(state.sides, to, side.with_(pile=side.pile + 1)),
        awaits=TURN_UP,
        hidden=hoards.with_one(state.hidden, to, kind),
        display=tuple(rest),
        step=step,
        pending=(),
    )


def lies_open(rules: Rules, state: State, seat: int, kind: int) -> bool:
    """In the second smazzata whoever has revealed a character lays treasures of its colour face up."""
    return kind in hoards.open_kinds(rules, state, seat)


def faced(state: State, seat: int, kinds: tuple[int, ...]) -> State:
    side = state.sides[seat]
    return state.seat_with(seat, side.with_(face_up=tuple(sorted((*side.face_up, *kinds)))))


# -- the treasure that replaces it


def turn_up_breaches(rules: Rules, state: State, by: By, act: TurnUp) -> tuple[Breach, ...]:
    kind = None if act.treasure == QUEEN else rules.box.hoard[act.treasure]
    if kind is None:
        return _queen_breaches(state)
    if hoards.out_of(state, DECK, (kind,)) is None:
        return (impossible("quel tesoro non può venire dal mazzo", "that treasure cannot come from the deck", "A"),)
    return ()


def _queen_breaches(state: State) -> tuple[Breach, ...]:
    if not state.above:
        return ()
    return (
        impossible(
            "sopra la Regina e i suoi quattro tesori {n:ce n'è un altro|ce ne sono altri #}",
            "{n:# treasure lies|# treasures lie} above the Queen and her four",
            "preparazione",
            n=state.above,
        ),
    )


def turn_up(rules: Rules, state: State, by: By, act: TurnUp) -> State:
    """The Queen ends the first smazzata, or the game, at once: the turn stops where it is."""
    if act.treasure != QUEEN:
        kind = rules.box.hoard[act.treasure]
        left = hoards.out_of(state, DECK, (kind,))
        assert left is not None
        above, packet = hoards.deck_without(state, 1)
        return go(rules, state.with_(hidden=left, display=(*state.display, kind), above=above, packet=packet))
    if state.smazzata == 2:
        return end_game(state, "queen")
    counted = state.each_with(tally=unopened(state), points=[0] * rules.seats)
    return go(rules, counted.with_(stage=TALLY if to_tally(counted) else REVEAL))


CHAPTER: Chapter = {
    Take: Rule(take_breaches, take, IN_TURN, "A", (Turn, AwaitTake, AwaitTrimagia)),
    TurnUp: Rule(turn_up_breaches, turn_up, JUDGE_SAYS, "A", (AwaitTurnUp,)),
}
