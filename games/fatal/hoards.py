"""What everybody can work out of treasures face down.

Most were seen when they were taken; a theft at random or a sharing-out blurs that. So for each one it is kept in which places it can be (a
bit for each seat and one for the deck), and a treasure that somebody shows stands as long as all the others still fit somewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from games.fatal.state import DECK, State, put
from games.kernel.latest import latest

Hidden = tuple[tuple[int, int], ...]
IN_DECK = 1 << DECK
ONLY = {1 << place: place for place in range(DECK + 1)}
"""The place of a treasure that can be in one place only."""


def settled(traces: Iterable[tuple[int, int]]) -> Hidden:
    return tuple(sorted(traces))


def sizes(state: State) -> tuple[int, ...]:
    """How many treasures lie face down in each place."""
    piles = (*state.piles, *(0,) * (DECK - len(state.piles)))
    return (*piles, state.above + state.packet)


def fits(hidden: Hidden, room: tuple[int, ...]) -> bool:
    """Whether every treasure can lie somewhere so that each place holds exactly what it holds: Hall's condition.

    Those that leave no doubt are laid down first. Only sets of places that are made up of what some others may be in can be too small
    for them.
    """
    if sum(room) != len(hidden):
        return False
    left, doubtful = list(room), []
    for _, mask in hidden:
        if mask in ONLY:
            left[ONLY[mask]] -= 1
        else:
            doubtful.append(mask)
    return min(left) >= 0 and (not doubtful or _have_space(tuple(sorted(doubtful)), tuple(left)))


@lru_cache(maxsize=1024)
def _have_space(masks: tuple[int, ...], room: tuple[int, ...]) -> bool:
    subsets: set[int] = set()
    for mask in masks:
        subsets |= {mask, *[subset | mask for subset in subsets]}
    space = [0]
    for count in room:
        space += [count + others for others in space]
    return not any(len([mask for mask in masks if not mask & ~subset]) > space[subset] for subset in subsets)


@lru_cache(maxsize=256)
def shown(hidden: Hidden, room: tuple[int, ...], place: int, kind: int) -> tuple[Hidden, tuple[int, ...]] | None:
    """Take one treasure of this kind out of the place; None when it cannot have been there.

    Where either of two alike can have been the one, the other may be wherever either could.
    """
    if room[place] < 1:
        return None
    after = put(room, place, room[place] - 1)
    masks = sorted({mask for one, mask in hidden if one == kind and mask >> place & 1})
    able = [mask for mask in masks if fits(_without(hidden, kind, mask), after)]
    if not able:
        return None
    rest = _without(hidden, kind, able[0])
    if len(able) > 1:
        union = 0
        for mask in able:
            union |= mask
        rest = settled((one, union if one == kind and mask in able else mask) for one, mask in rest)
    return rest, after


def _without(hidden: Hidden, kind: int, mask: int) -> Hidden:
    position = hidden.index((kind, mask))
    return hidden[:position] + hidden[position + 1 :]


def all_shown(
    hidden: Hidden, room: tuple[int, ...], place: int, kinds: Iterable[int]
) -> tuple[Hidden, tuple[int, ...]] | None:
    for kind in kinds:
        found = shown(hidden, room, place, kind)
        if found is None:
            return None
        hidden, room = found
    return hidden, room


@latest
def exposed(state: State, place: int, kinds: Sequence[int]) -> State | None:
    """The state once these treasures were shown out of a place, which they have left; None when they cannot have been there."""
    found = all_shown(state.hidden, sizes(state), place, kinds)
    if found is None:
        return None
    state = state.with_(hidden=found[0])
    if place == DECK:
        above = max(0, state.above - len(kinds))
        return state.with_(above=above, packet=state.packet - (len(kinds) - (state.above - above)))
    return state.with_(piles=put(state.piles, place, state.piles[place] - len(kinds)))


def possible(state: State, place: int) -> list[int]:
    """Kinds of treasure that can lie face down in a place."""
    room = sizes(state)
    kinds = sorted({kind for kind, mask in state.hidden if mask >> place & 1})
    return [kind for kind in kinds if shown(state.hidden, room, place, kind)]


def certain(state: State, place: int) -> tuple[int, ...] | None:
    """What lies face down in a place, where nothing else can; None where there is a doubt."""
    kinds = [kind for kind, mask in state.hidden if mask == 1 << place]
    return tuple(kinds) if len(kinds) == sizes(state)[place] else None


def laid_down(state: State, place: int, kind: int) -> State:
    """A treasure that everybody saw goes face down onto a pile."""
    return state.with_(
        hidden=settled((*state.hidden, (kind, 1 << place))), piles=put(state.piles, place, state.piles[place] + 1)
    )


def spread(
    hidden: Hidden, source: int, to: Iterable[int], barred: Mapping[int, Collection[int]], is_emptied: bool
) -> Hidden:
    """Treasures of one place went, unseen, to others: each may now be in any of them, except kinds `barred` there (they would lie open)."""

    places = set(to)
    anywhere = sum(1 << place for place in places)
    picky = [place for place in places if barred.get(place)]
    left = ~(1 << source) if is_emptied else -1

    def after(kind: int, mask: int) -> int:
        shut = sum(1 << place for place in picky if kind in barred[place]) if picky else 0
        return mask & left | anywhere & ~shut

    return settled([(kind, after(kind, mask) if mask >> source & 1 else mask) for kind, mask in hidden])
