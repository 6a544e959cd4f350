"""Il gioco and the sintesi del turno: clockwise, each turn in its order. `go` says what comes next, from anywhere."""

from __future__ import annotations

from games.fatal import hidden
from games.fatal.leaving import CLAIM, claimant, departed, known_leaver, may_claim, won_before
from games.fatal.rules import (
    ALL_TOGETHER,
    AT_ANY_MOMENT,
    DUE_AFTER_ALL,
    HAND_LIMIT,
    MOST_VISIONS,
    ON_DISPLAY,
    STARS_DUE,
    Rules,
)
from games.fatal.state import (
    AIM,
    EMPTY,
    ENCHANT,
    NOBODY,
    PLAY,
    REFILL,
    STRIKE,
    TAKE,
    THREE_STARS,
    TRIMAGIE,
    TURN_UP,
    TURNS,
    AnyAwaits,
    AwaitDiscard,
    AwaitEffect,
    AwaitKeep,
    AwaitReveal,
    AwaitShare,
    AwaitSurplus,
    AwaitTally,
    AwaitTrimagia,
    AwaitUnmask,
    Count,
    Row,
    Rows,
    Side,
    State,
    Strike,
    Window,
)
from games.kernel.seats import ACTIVE, next_active
from games.kernel.values import put

TALLY, REVEAL, OPEN, KEEP = "tally", "reveal", "open", "keep"
WHOLE = {
    (True, False): AwaitTrimagia((0,)),
    (False, True): AwaitTrimagia((1,)),
    (True, True): AwaitTrimagia((0, 1)),
}
"""The trimagie that are due, by whether each of the two rows is whole."""


def begin_turn(state: State, sides: tuple[Side, ...], seat: int, giro: int, turn: int) -> State:
    """The seat's turn, with `turn` others over, where nothing interrupts it. By then the seats have what `sides` says."""
    if not state.deck:
        state = hidden.at_its_end(state.with_(sides=sides))
        sides = state.sides
    return state.with_(
        sides=sides,
        seat=seat,
        giro=giro,
        turn=turn,
        step=ENCHANT,
        played=0,
        strike=None,
        pending=(),
        awaits=TURNS[ENCHANT],
    )


def pass_on(rules: Rules, state: State, sides: tuple[Side, ...], step: int) -> State:
    """The turn is over at this step, and the seats have what `sides` says: the next player on the left begins.

    By option the game ends with the giro in which time was called. Where something may be left to settle, `go` comes after it.
    """
    follower = (state.seat + rules.direction) % rules.seats
    if state.sides[follower].standing != ACTIVE:
        follower = next_active(state.seat, state.standing, rules.direction)
    first, seats, way = state.first, rules.seats, rules.direction
    is_next_giro = (follower - first) * way % seats <= (state.seat - first) * way % seats
    giro = state.giro + 1 if is_next_giro else state.giro
    # A giro under way is finished, also where an earlier one was the last.
    is_over = is_next_giro or rules.revision < ALL_TOGETHER
    if is_over and state.last_giro and giro > state.last_giro and rules.time_called == "last_giro":
        return end_game(state.with_(sides=sides, step=step, turn=state.turn + 1), "time")
    return begin_turn(state, sides, follower, giro, state.turn + 1)


def end_game(state: State, ended: str, winner: int = NOBODY) -> State:
    """Over at once; cards set aside or just drawn belong to the hand now (fine-partita), and an enchantment on the table is spent."""
    for seat in range(len(state.sides)):
        state = hidden.moved(hidden.moved(state, hidden.DRAWN, hidden.HANDS, seat), hidden.ASIDE, hidden.HANDS, seat)
    if state.enchantment != EMPTY:
        state = hidden.discarded(state, (state.enchantment,)).with_(enchantment=EMPTY)
    return state.each_with(tally=unopened(state)).with_(
        awaits=Count(),
        ended=ended,
        winner=winner,
        pending=(),
        leaving=(),
        estates=(),
        strike=None,
        surplus=0,
        stage="",
        turn=state.turn + 1,
    )


def unopened(state: State) -> tuple[tuple[int, ...] | None, ...]:
    """What each seat has shown of its pile when a count begins: nothing yet, and nothing where there is no pile."""
    return tuple([None if side.pile else () for side in state.sides])


def ended_before(rules: Rules, state: State, by: int) -> State | None:
    """The end of the turn just over, for what its player does too much; None where another has begun, or it was not his."""
    is_fresh = state.step == ENCHANT and not state.played and rules.revision >= AT_ANY_MOMENT
    if not is_fresh or state.seat == by or not state.is_active(by):
        return None
    way, seats, first = rules.direction, rules.seats, state.first
    if next_active(by, state.standing, way) != state.seat:
        return None
    was_giro_before = (state.seat - first) * way % seats <= (by - first) * way % seats
    giro = state.giro - 1 if was_giro_before else state.giro
    if giro < 1:
        return None
    return state.with_(
        seat=by, giro=giro, turn=state.turn - 1, step=TRIMAGIE, played=MOST_VISIONS, awaits=TURNS[PLAY], pending=()
    )


# -- what comes next


def go(rules: Rules, state: State) -> State:
    """The next thing that the table waits for, where every window is closed. Steps at which nothing is due are passed over."""
    if state.ended:
        return state
    if not state.deck:
        state = hidden.at_its_end(state)
    if state.claims and (winner := won_before(rules, state)) != NOBODY:
        return end_game(state, "rival", winner)
    if state.left and state.standing.count(ACTIVE) < 2 and not state.leaving:
        return end_game(state, _last_left(state), state.actives[0] if state.actives else NOBODY)
    if state.stage and (interlude := _interlude(rules, state)) is not None:
        return state.with_(awaits=interlude, pending=())
    if state.leaving:  # what must be settled before the turn goes on
        if (known := known_leaver(rules, state)) != NOBODY:
            return put_out(rules, state, known)
        return state.with_(awaits=AwaitUnmask(state.leaving[0]), pending=())
    if state.estates:
        return state.with_(awaits=AwaitShare(state.estates[0]), pending=())
    if len(state.display) < ON_DISPLAY:
        return state.with_(awaits=TURN_UP, pending=())
    return onward(rules, state)


def put_out(rules: Rules, state: State, seat: int) -> State:
    """An opponent whose character is known leaves: rows and cards to the discards, treasures to be shared. His rival, if it was he who did
    it, wins at once, or may say so.
    """
    if state.claims and (winner := won_before(rules, state)) != NOBODY:
        return end_game(state, "rival", winner)
    after, winner = departed(rules, state, seat)
    if winner != NOBODY:
        return end_game(after, "rival", winner)
    is_open = may_claim(rules, after)
    if is_open and claimant(after) == NOBODY:
        after = after.with_(pending=(Window(CLAIM, state.seat),))
    moved = go(rules, after)
    if moved.ended or not is_open or claimant(moved) != NOBODY:
        return moved
    return moved.with_(pending=(Window(CLAIM, state.seat), *moved.pending))


def onward(rules: Rules, state: State) -> State:
    """How the turn goes on, whatever lies on display."""
    strike = state.strike
    waiting: AnyAwaits
    if strike is not None:
        if strike.target != NOBODY:
            return state.with_(awaits=STRIKE, pending=answers(rules, state, strike))
        waiting = AIM
    elif state.surplus:
        waiting = AwaitSurplus(state.surplus)
    elif state.enchantment != EMPTY:
        waiting = AwaitEffect(state.enchantment)
    elif state.step < THREE_STARS:
        waiting = TURNS[state.step]
    else:
        return closing(rules, state, state.step)
    return state.with_(awaits=waiting, pending=())


def _last_left(state: State) -> str:
    return "abandoned" if state.left and state.sides[state.left[-1]].standing == "abandoned" else "elimination"


def _interlude(rules: Rules, state: State) -> AnyAwaits | None:
    """Between the two smazzate: treasures counted, characters revealed, one treasure kept."""
    if state.stage == TALLY:
        return AwaitTally(tuple(seat for seat in state.actives if state.sides[seat].tally is None))
    if state.stage == REVEAL:
        return AwaitReveal(tuple(state.actives))
    if state.stage == OPEN:
        return AwaitUnmask(unopened_characters(state)[0])
    return AwaitKeep(tuple(keepers(rules, state))) if state.stage == KEEP else None


def unopened_characters(state: State) -> list[int]:
    """Who has revealed a sealed character that is still to be opened."""
    return [seat for seat in state.actives if state.sides[seat].is_revealed and not state.sides[seat].character]


def keepers(rules: Rules, state: State) -> list[int]:
    """Who has revealed a character and has still to keep a treasure of its colour."""
    return [
        seat
        for seat in state.actives
        if state.sides[seat].is_revealed and not state.sides[seat].face_up and own(rules, state, seat)
    ]


def own(rules: Rules, state: State, seat: int) -> list[int]:
    """The treasures of the seat's own colour among those it has shown at the count, face up ones included; kinds, each once."""
    colour = rules.colour(state.sides[seat].character)
    treasures = {*(state.sides[seat].tally or ()), *state.sides[seat].face_up}
    return sorted(kind for kind in treasures if rules.box.treasures[kind].colour == colour)


def answers(rules: Rules, state: State, strike: Strike) -> tuple[Window, ...]:
    """What the player aimed at may do before the trimagia has its effect: with a Schermo Elementale, as far as anybody can know."""
    target = strike.target
    if target == state.seat or target == NOBODY or strike.left < strike.power:
        return ()
    hand, unseen = state.sides[target].hand, state.unseen
    for kind in rules.box.screens:
        if hidden.epochs_of(hand, unseen, kind):
            return (Window("screen", target),)
    return ()


def closing(rules: Rules, state: State, step: int) -> State:
    """A, B and C, in this order, from this step on and where nothing interrupts the turn."""
    sides = state.sides
    side = sides[state.seat]
    if side.standing != ACTIVE:  # whoever left with something to settle
        return pass_on(rules, state, sides, step)
    if step == THREE_STARS and rules.box.shows(side.rows)[1] >= STARS_DUE and state.display:
        return state.with_(awaits=TAKE, step=step, pending=())
    if step <= TRIMAGIE:
        first, second = side.rows
        if EMPTY not in first or EMPTY not in second:
            whole = WHOLE[EMPTY not in first, EMPTY not in second]
            return state.with_(awaits=whole, step=TRIMAGIE, pending=())
        side = hidden.refilled(side)
        sides, step = put(sides, state.seat, side), REFILL
    elif rules.revision >= DUE_AFTER_ALL:  # a card drawn by an act that was registered while the discard was due
        side = hidden.refilled(side)
        sides = put(sides, state.seat, side)
    excess = sum(side.hand) - HAND_LIMIT
    if excess > 0:
        return state.with_(awaits=AwaitDiscard(excess), sides=sides, step=step, pending=())
    return pass_on(rules, state, sides, step)


def reopened(rules: Rules, state: State, was: State) -> State:
    """A turn at its end in which an act, registered late, has changed the rows: what those now show for the first time is due.

    The treasure for three stars comes once a turn (A), and only if they did not show before, when it was taken or passed over.
    """
    step, seat = state.step, state.seat
    if step <= THREE_STARS or rules.revision < DUE_AFTER_ALL:
        return state
    is_taken = state.taken_in == state.turn
    if not is_taken and stars(rules, was, seat) < STARS_DUE <= stars(rules, state, seat):
        return state.with_(step=THREE_STARS)
    if step > TRIMAGIE and len(whole_rows(state)) > len(whole_rows(was)):
        return state.with_(step=TRIMAGIE)
    return state


# -- rows


def free_place(row: Row) -> int:
    """Where the next vision lies: first upright, second upside down, third on its side; `EMPTY` in a row of three."""
    return row.index(EMPTY) if EMPTY in row else EMPTY


def whole_rows(state: State) -> list[int]:
    """The rows of three visions that the seat in turn has."""
    return [row for row, visions in enumerate(state.sides[state.seat].rows) if EMPTY not in visions]


def last_place(row: Row) -> int:
    first, second, third = row
    return 2 if third != EMPTY else 1 if second != EMPTY else 0 if first != EMPTY else EMPTY


def laid(rows: Rows, row: int, place: int, kind: int) -> Rows:
    """The two rows of a seat once a vision, or none, lies there."""
    first, second, third = rows[row]
    one = (kind, second, third) if place == 0 else (first, kind, third) if place == 1 else (first, second, kind)
    return (rows[0], one) if row else (one, rows[1])


def stars(rules: Rules, state: State, seat: int) -> int:
    """The stars that the seat's two rows show."""
    return rules.box.shows(state.sides[seat].rows)[1]


def redrawn(state: State, seat: int, forgot: bool) -> State:
    """For each card played one from the deck, set aside; a forgotten one is lost (C)."""
    return state if forgot else hidden.draw(state, hidden.ASIDE, seat, 1)


def emptied(rules: Rules, state: State, was: State) -> State:
    """Opponents whose hand the seat in turn has brought to zero: they redraw, or leave the game (eliminare)."""
    for seat, before in enumerate(was.sides):
        now = state.sides[seat]
        if now is before or any(now.hand) or not any(before.hand) or seat == state.seat or before.standing != ACTIVE:
            continue
        in_first = state.smazzata == 1
        leaves = state.with_(leaving=(*state.leaving, seat))
        state = hidden.draw(state, hidden.HANDS, seat, 1) if in_first else leaves
    return state
