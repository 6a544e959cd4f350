"""What a judge tells a table whose time is over where nobody throws to close: who still plays, and after whom points are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel.seats import ACTIVE, CLOCKWISE, place_in_giro
from games.kernel.words import Words, listed, seat_words

THIS_TURN = Words("Ora gioca il {seat}.", "Now {seat} plays.")
STILL = Words("Poi {seats}, in quest'ordine.", "Then {seats}, in this order.")
THE_LAST = Words("È l'ultimo turno della partita: poi si conta.", "It is the last turn of the game: then the count.")


def rest_of_giro(seat: int, first: int, standing: Sequence[str], direction: int = CLOCKWISE) -> list[int]:
    """Who still plays after `seat` in the giro under way."""
    seats = len(standing)
    here = place_in_giro(seat, first, seats, direction)
    order = sorted(range(seats), key=lambda other: place_in_giro(other, first, seats, direction))
    return [one for one in order if standing[one] == ACTIVE and place_in_giro(one, first, seats, direction) > here]


def who_still_plays(rest: Sequence[int], seat: int, *, is_last_giro: bool) -> Iterator[Words]:
    yield THIS_TURN.fill({"seat": seat_words(seat)})
    if rest:
        yield STILL.fill({"seats": listed([seat_words(one) for one in rest])})
    elif is_last_giro:
        yield THE_LAST
