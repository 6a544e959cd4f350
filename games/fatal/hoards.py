"""What everybody can work out of treasures face down.

Most were seen when they were taken; a theft at random or a sharing-out blurs that. So they are kept by the places in which they can be (a
bit for each seat and one for the deck), and a treasure that somebody shows stands as long as all the others still fit somewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from games.fatal.state import DECK, Hidden, State, put
from games.kernel.latest import latest

IN_DECK = 1 << DECK
NOWHERE = (0,) * DECK
ONLY = {1 << place: place for place in range(DECK + 1)}
"""The place of treasures that can be in one place only."""


def settled(one_by_one: Iterable[tuple[int, int]]) -> Hidden:
    """From treasures one by one: the kind of each, and the places where it can be."""
    groups: dict[int, list[int]] = {}
    for kind, mask in one_by_one:
        groups.setdefault(mask, []).append(kind)
    return tuple([(mask, tuple(sorted(groups[mask]))) for mask in sorted(groups)])


def traces(hidden: Hidden) -> Iterator[tuple[int, int]]:
    """Treasures one by one: the kind of each, and the places where it can be."""
    return ((kind, mask) for mask, kinds in hidden for kind in kinds)


def in_deck(kinds: Iterable[int]) -> Hidden:
    return settled([(kind, IN_DECK) for kind in kinds])


def sizes(state: State) -> tuple[int, ...]:
    """How many treasures lie face down in each place."""
    piles = state.piles
    return (*piles, *NOWHERE[len(piles) :], state.above + state.packet)


def fits(hidden: Hidden, room: Sequence[int]) -> bool:
    """Whether every treasure can lie somewhere so that each place holds exactly what it holds: Hall's condition.

    Those that leave no doubt are laid down first. Only sets of places that are made up of what some others may be in can be too small
    for them.
    """
    left, doubtful = list(room), []
    for mask, kinds in hidden:
        if mask in ONLY:
            left[ONLY[mask]] -= len(kinds)
        else:
            doubtful.append((mask, len(kinds)))
    if min(left) < 0 or sum(left) != sum([count for _, count in doubtful]):
        return False
    return not doubtful or _have_space(tuple(doubtful), tuple(left))


@lru_cache(maxsize=1024)
def _have_space(doubtful: tuple[tuple[int, int], ...], room: tuple[int, ...]) -> bool:
    subsets: set[int] = set()
    for mask, _ in doubtful:
        subsets |= {mask, *[subset | mask for subset in subsets]}
    space = [0]
    for count in room:
        space += [count + others for others in space]
    return not any(sum([count for mask, count in doubtful if not mask & ~subset]) > space[subset] for subset in subsets)


def shown(hidden: Hidden, room: Sequence[int], place: int, kind: int) -> Hidden | None:
    """Without one treasure of this kind out of the place; None when it cannot have been there. All of them fit before.

    Where either of two alike can have been the one, the other may be wherever either could.
    """
    if room[place] < 1:
        return None
    here = 1 << place
    masks = [mask for mask, kinds in hidden if mask & here and kind in kinds]
    if masks == [here]:
        return _without(hidden, kind, here)
    after = put(room, place, room[place] - 1)
    able = [mask for mask in masks if fits(_without(hidden, kind, mask), after)]
    if not able:
        return None
    rest = _without(hidden, kind, able[0])
    if len(able) == 1:
        return rest
    union = 0
    for mask in able:
        union |= mask
    return settled((one, union if one == kind and mask in able else mask) for one, mask in traces(rest))


def _without(hidden: Hidden, kind: int, where: int) -> Hidden:
    """One treasure less of those that can be just there."""
    number = [mask for mask, _ in hidden].index(where)
    kinds = hidden[number][1]
    place = kinds.index(kind)
    rest = kinds[:place] + kinds[place + 1 :]
    return (*hidden[:number], (where, rest), *hidden[number + 1 :]) if rest else hidden[:number] + hidden[number + 1 :]


@latest
def exposed(state: State, place: int, kinds: Sequence[int]) -> State | None:
    """The state once these treasures were shown out of a place, which they have left; None when they cannot have been there."""
    hidden, room = state.hidden, [*sizes(state)]
    for kind in kinds:
        found = shown(hidden, room, place, kind)
        if found is None:
            return None
        hidden = found
        room[place] -= 1
    if place == DECK:
        above = max(0, state.above - len(kinds))
        return state.with_(hidden=hidden, above=above, packet=room[DECK] - above)
    return state.with_(hidden=hidden, piles=put(state.piles, place, room[place]))


def possible(state: State, place: int) -> list[int]:
    """Kinds of treasure that can lie face down in a place."""
    room = sizes(state)
    able = {kind for mask, kinds in state.hidden if mask >> place & 1 for kind in kinds}
    return [kind for kind in sorted(able) if shown(state.hidden, room, place, kind) is not None]


def certain(state: State, place: int) -> tuple[int, ...] | None:
    """What lies face down in a place, where nothing else can; None where there is a doubt."""
    kinds = dict(state.hidden).get(1 << place, ())
    return kinds if len(kinds) == sizes(state)[place] else None


def laid_down(state: State, place: int, kind: int) -> State:
    """A treasure that everybody saw goes face down onto a pile."""
    hidden = _grouped((*state.hidden, (1 << place, (kind,))))
    return state.with_(hidden=hidden, piles=put(state.piles, place, state.piles[place] + 1))


def spread(
    hidden: Hidden, source: int, to: Iterable[int], barred: Mapping[int, Collection[int]], is_emptied: bool
) -> Hidden:
    """Treasures of one place went, unseen, to others: each may now be in any of them, except kinds `barred` there (they would lie open)."""
    places = set(to)
    anywhere = sum([1 << place for place in places])
    picky = [place for place in places if barred.get(place)]
    here = 1 << source
    left = ~here if is_emptied else -1
    if not picky:
        return _grouped([(mask & left | anywhere if mask & here else mask, kinds) for mask, kinds in hidden])

    def after(kind: int, mask: int) -> int:
        shut = sum([1 << place for place in picky if kind in barred[place]])
        return mask & left | anywhere & ~shut

    return settled([(kind, after(kind, mask) if mask & here else mask) for kind, mask in traces(hidden)])


def _grouped(groups: Iterable[tuple[int, tuple[int, ...]]]) -> Hidden:
    """Groups in any order, some of them of the same places."""
    known: dict[int, tuple[int, ...]] = {}
    for mask, kinds in groups:
        known[mask] = tuple(sorted((*known[mask], *kinds))) if mask in known else kinds
    return tuple(sorted(known.items()))
