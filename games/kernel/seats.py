"""Seats in space. Seat numbers run clockwise round the table as seen from above, whatever the direction of play.

The left-hand neighbour of a player who faces the table is the next seat clockwise; the right-hand neighbour the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.words import seat_words

CLOCKWISE = 1
COUNTERCLOCKWISE = -1

ACTIVE = "active"
ELIMINATED = "eliminated"
ABANDONED = "abandoned"


def read_seat(seats: int, seat: int) -> int:
    """The seat. Raises `Unreadable` for one that a table of so many does not have."""
    if not 0 <= seat < seats:
        raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=seat)
    return seat


def landless(state: Any, owners: Sequence[int], turn: int | None, *, at_the_end: bool = False) -> Iterator[Breach]:
    """Who has the turn, once the board is as the judge shows it, and has lost the last land by it: nobody loses it in his own turn.

    `at_the_end`: nor in the one in which the game ended.
    """
    seat = state.seat if turn is None else turn
    if state.giro and (at_the_end or not state.ended) and seat in state.owners and seat not in owners:
        it, en = "il {seat} è di turno e resterebbe senza territori", "it is {seat}'s turn, who would have no territory"
        yield impossible(it, en, seat=seat_words(seat))


def beyond_one_turn(article: str, state: Any, act: Any, places: int, once: tuple[str, str]) -> Iterator[Breach]:
    """What is shown of a turn that no turn on so many `places` can bring: too many conquests, a card that no hand holds, or a second one.

    `article` is the one of the card, `once` its words for a second card.
    """
    if act.conquests is not None and act.conquests > max(places - 1, state.conquests):
        it, en = "in un turno non si conquistano tanti territori", "a turn conquers not so many territories"
        yield impossible(it, en)
    seat = state.seat if act.turn is None else act.turn
    if act.card and act.hands and not act.hands[seat]:
        it, en = "ha pescato una carta e non ne ha in mano", "a card was drawn, and the hand holds none"
        yield impossible(it, en, article)
    elif act.card and act.turn_over and state.has_drawn and seat == state.seat:
        yield infraction(article, *once)


def unspoken(article: str, state: Any, act: Any, fields: Sequence[str]) -> Iterator[Breach]:
    """What is shown of a turn under way, in fields of the act, once the game is over."""
    if state.ended and any(getattr(act, field) is not None for field in fields):
        yield impossible("la partita è finita", "the game is over", article)


def turns_over(seat: int, giro: int, turn: int, earlier: Sequence[int], *, is_over: bool) -> int:
    """How many turns a seat can have behind it, in a giro in which `earlier` played before the seat in turn.

    Of a giro after the first one who has not played in it yet may have begun the record in its midst.
    """
    if seat == turn:
        return giro - 1 + is_over
    return giro - 1 + (giro > 1 or seat in earlier)


def left_of(seat: int, seats: int, by: int = 1) -> int:
    return (seat + by) % seats


def right_of(seat: int, seats: int, by: int = 1) -> int:
    return (seat - by) % seats


def next_active(seat: int, standing: Sequence[str], direction: int = CLOCKWISE) -> int:
    """The next seat in the direction of play that still plays; `seat` itself when nobody else does."""
    for step in range(1, len(standing) + 1):
        other = (seat + step * direction) % len(standing)
        if standing[other] == ACTIVE:
            return other
    return seat


def place_in_giro(seat: int, first: int, seats: int, direction: int = CLOCKWISE) -> int:
    """0 for the first player of the giro, then 1, 2, … in the direction of play."""
    return (seat - first) * direction % seats


def in_order(first: int, seats: int, direction: int = CLOCKWISE) -> Iterator[int]:
    for step in range(seats):
        yield (first + step * direction) % seats


def playing(first: int, standing: Sequence[str], direction: int = CLOCKWISE) -> list[int]:
    """Who still plays, in the order of the giro."""
    return [seat for seat in in_order(first, len(standing), direction) if standing[seat] == ACTIVE]


def is_last_of_giro(seat: int, first: int, standing: Sequence[str], direction: int = CLOCKWISE) -> bool:
    """Whether no living player comes after `seat` in the giro."""
    here = place_in_giro(seat, first, len(standing), direction)
    return not any(
        status == ACTIVE and place_in_giro(other, first, len(standing), direction) > here
        for other, status in enumerate(standing)
    )
