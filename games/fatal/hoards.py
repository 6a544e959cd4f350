"""What everybody can work out of treasures face down.

Most were seen when they were taken, so that their place is sure; a theft at random or a sharing-out blurs that. The doubtful ones are kept
by the places in which they can be (a bit for each seat and one for the deck), and a treasure that somebody shows stands as long as all the
others still fit somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import sub

from games.fatal.rules import SHOWN_IN_FULL, Rules
from games.fatal.state import DECK, Hidden, State
from games.kernel.latest import latest
from games.kernel.values import put

IN_DECK = 1 << DECK
NOWHERE = (0,) * DECK
NONE: frozenset[int] = frozenset()
ONLY = {1 << place: place for place in range(DECK + 1)}
"""The place of treasures that can be in one place only."""


def settled(one_by_one: Iterable[tuple[int, int]]) -> Hidden:
    """From treasures one by one: the kind of each, and the places where it can be."""
    return _grouped([()] * (DECK + 1), [(mask, (kind,)) for kind, mask in one_by_one])


def _grouped(sure: Sequence[tuple[int, ...]], groups: Iterable[tuple[int, tuple[int, ...]]]) -> Hidden:
    """Treasures whose place is sure, and more of them by the places in which they can be, in any order."""
    by_place, doubtful = list(sure), dict[int, tuple[int, ...]]()
    for mask, kinds in groups:
        if mask in ONLY:
            by_place[ONLY[mask]] = tuple(sorted((*by_place[ONLY[mask]], *kinds)))
        else:
            doubtful[mask] = tuple(sorted((*doubtful[mask], *kinds))) if mask in doubtful else kinds
    return tuple(by_place), tuple(sorted(doubtful.items()))


def traces(hidden: Hidden) -> Iterator[tuple[int, int]]:
    """Treasures one by one: the kind of each, and the places where it can be."""
    sure, doubtful = hidden
    groups = (*((1 << place, kinds) for place, kinds in enumerate(sure)), *doubtful)
    return ((kind, mask) for mask, kinds in groups for kind in kinds)


def in_deck(kinds: Iterable[int]) -> Hidden:
    return (*[()] * DECK, tuple(sorted(kinds))), ()


def sizes(state: State) -> tuple[int, ...]:
    """How many treasures lie face down in each place."""
    piles = [side.pile for side in state.sides]
    return (*piles, *NOWHERE[len(piles) :], state.above + state.packet)


def lying(state: State, place: int) -> int:
    """How many treasures lie face down there."""
    return state.above + state.packet if place == DECK else state.sides[place].pile


def fits(hidden: Hidden, room: Sequence[int]) -> bool:
    """Whether every treasure can lie somewhere so that each place holds exactly what it holds: Hall's condition.

    Those that leave no doubt are laid down first. Only sets of places that are made up of what some others may be in can be too small
    for them.
    """
    sure, doubtful = hidden
    left = tuple(map(sub, room, map(len, sure)))
    if not doubtful:
        return not any(left)
    masks, groups = zip(*doubtful, strict=True)
    return _fill(masks, tuple(map(len, groups)), left)


@lru_cache(maxsize=1024)
def _fill(masks: tuple[int, ...], counts: tuple[int, ...], room: tuple[int, ...]) -> bool:
    """Whether so many treasures, by the places in which they can be, fill exactly this room."""
    if min(room) < 0 or sum(room) != sum(counts):
        return False
    groups = [*zip(masks, counts, strict=True)]
    subsets: set[int] = set()
    for mask in masks:
        subsets |= {mask, *[subset | mask for subset in subsets]}
    space = [0]
    for count in room:
        space += [count + others for others in space]
    return not any(sum([count for mask, count in groups if not mask & ~subset]) > space[subset] for subset in subsets)


def shown(hidden: Hidden, room: Sequence[int], place: int, kind: int) -> Hidden | None:
    """Without one treasure of this kind out of the place; None when it cannot have been there. All of them fit before."""
    return _taken(hidden, room, place, (kind,)) if room[place] > 0 else None


def _taken(hidden: Hidden, room: Sequence[int], place: int, kinds: Iterable[int]) -> Hidden | None:
    """Without these treasures out of the place, one after the other; None when they cannot have been there."""
    sure, doubtful = hidden
    here = 1 << place
    groups = {**dict(doubtful), here: sure[place]}
    left = [*map(sub, room, map(len, put(sure, place, ())))]
    for kind in kinds:
        able = [mask for mask, ones in groups.items() if mask & here and kind in ones]
        left[place] -= 1
        if able != [here]:
            masks, space = tuple(groups), tuple(left)
            able = [mask for mask in able if _fill(masks, _counts_without(groups, mask), space)]
        if not able:
            return None
        groups[able[0]] = _less(groups[able[0]], kind)
        if len(able) > 1:
            groups = _mixed(groups, kind, able, here)
    return put(sure, place, groups.pop(here)), tuple([group for group in groups.items() if group[1]])


def _counts_without(groups: Mapping[int, tuple[int, ...]], mask: int) -> tuple[int, ...]:
    """How many treasures there are in each group, with one less of those that can be just there."""
    return tuple([len(kinds) - 1 if one == mask else len(kinds) for one, kinds in groups.items()])


def _mixed(
    groups: Mapping[int, tuple[int, ...]], kind: int, able: Sequence[int], here: int
) -> dict[int, tuple[int, ...]]:
    """Where any of several alike can have been the one shown, the others may be wherever one of them could."""
    mixed, anywhere, alike = dict(groups), 0, list[int]()
    for mask in able:
        anywhere |= mask
        alike += [one for one in groups[mask] if one == kind]
        mixed[mask] = tuple([one for one in groups[mask] if one != kind])
    mixed[anywhere] = tuple(sorted((*mixed.get(anywhere, ()), *alike)))
    sure = mixed.pop(here)
    return {**dict(sorted(mixed.items())), here: sure}


def _less(kinds: tuple[int, ...], kind: int) -> tuple[int, ...]:
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


def exposed(state: State, place: int, kinds: tuple[int, ...]) -> State | None:
    """The state once these treasures were shown out of a place, which they have left; None when they cannot have been there."""
    hidden = out_of(state, place, kinds)
    if hidden is None:
        return None
    if place == DECK:
        above, packet = deck_without(state, len(kinds))
        return state.with_(hidden=hidden, above=above, packet=packet)
    side = state.sides[place]
    return state.with_(hidden=hidden, sides=put(state.sides, place, side.with_(pile=side.pile - len(kinds))))


def deck_without(state: State, count: int) -> tuple[int, int]:
    """How many treasures are left above the Queen's packet and in it once some were turned up."""
    if state.above >= count:
        return state.above - count, state.packet
    return 0, state.above + state.packet - count


@latest
def out_of(state: State, place: int, kinds: tuple[int, ...]) -> Hidden | None:
    """What is known once these treasures have left the place; None when they cannot have been there."""
    if len(kinds) > lying(state, place):
        return None
    sure, doubtful = state.hidden
    here = 1 << place
    if doubtful and [mask for mask, _kinds in doubtful if mask & here]:
        return _taken(state.hidden, sizes(state), place, kinds)
    rest = list(sure[place])
    for kind in kinds:
        if kind not in rest:
            return None
        rest.remove(kind)
    return put(sure, place, tuple(rest)), doubtful


def possible(state: State, place: int) -> list[int]:
    """Kinds of treasure that can lie face down in a place."""
    room, (sure, doubtful) = sizes(state), state.hidden
    able = {*sure[place], *(kind for mask, kinds in doubtful if mask >> place & 1 for kind in kinds)}
    return [kind for kind in sorted(able) if shown(state.hidden, room, place, kind) is not None]


def certain(state: State, place: int) -> tuple[int, ...] | None:
    """What lies face down in a place, where nothing else can; None where there is a doubt."""
    kinds = state.hidden[0][place]
    return kinds if len(kinds) == lying(state, place) else None


def laid_down(state: State, place: int, kind: int) -> State:
    """A treasure that everybody saw goes face down onto a pile."""
    side = state.sides[place]
    return state.with_(
        hidden=with_one(state.hidden, place, kind), sides=put(state.sides, place, side.with_(pile=side.pile + 1))
    )


def with_one(hidden: Hidden, place: int, kind: int) -> Hidden:
    """With one treasure more that is surely in the place."""
    sure, doubtful = hidden
    return put(sure, place, tuple(sorted((*sure[place], kind)))), doubtful


def spread(
    hidden: Hidden, source: int, to: Iterable[int], barred: Mapping[int, Collection[int]], is_emptied: bool
) -> Hidden:
    """Treasures of one place went, unseen, to others: each may now be in any of them, except kinds `barred` there (they would lie open)."""
    here, anywhere, picky = 1 << source, 0, []
    for place in to:
        anywhere |= 1 << place
        if barred.get(place):
            picky.append(place)
    left = ~here if is_emptied else -1
    sure, doubtful = hidden
    groups = [*doubtful, (here, sure[source])] if sure[source] else doubtful
    after = list[tuple[int, tuple[int, ...]]]()
    for mask, kinds in groups:
        if not mask & here:
            after.append((mask, kinds))
        elif not picky:
            after.append((mask & left | anywhere, kinds))
        else:
            for kind in kinds:
                shut = sum([1 << place for place in picky if kind in barred[place]])
                after.append((mask & left | anywhere & ~shut, (kind,)))
    return _grouped(put(sure, source, ()), after)


# -- under which rules


def open_kinds(rules: Rules, state: State, seat: int) -> frozenset[int]:
    """The kinds of treasure that the seat lays face up: those of the colour that it has revealed."""
    if state.smazzata != 2 or not state.sides[seat].is_revealed:
        return NONE
    return rules.box.of_colour.get(rules.colour(state.sides[seat].character), NONE)


def closed(rules: Rules, state: State) -> Counter[int]:
    """The treasures that lie face down, wherever."""
    open_ = Counter(state.display) + Counter(state.bottom)
    for kinds in (*state.face_up, *(shown for shown in state.tally if shown)):
        open_ += Counter(kinds)
    return Counter(rules.in_play) - open_


def blurred(rules: Rules, state: State) -> State:
    """Treasures face down can be anywhere, but for those that would lie open there; what the piles do not hold is in the deck, the Queen's
    packet last. Up to the seventeenth revision they could be before anybody.
    """
    kinds = list(closed(rules, state).elements())
    places = (*range(rules.seats), DECK)
    anywhere = sum(1 << place for place in places)
    deck = len(kinds) - sum(state.piles)
    packet = min(state.packet, deck)
    after = state.with_(hidden=settled((kind, anywhere) for kind in kinds), above=deck - packet, packet=packet)
    barred = {seat: open_kinds(rules, state, seat) for seat in range(rules.seats)}
    if rules.revision < SHOWN_IN_FULL or not any(barred.values()):
        return after
    shut = {kind: sum(1 << seat for seat, own in barred.items() if kind in own) for kind in kinds}
    hidden = settled((kind, anywhere & ~shut[kind]) for kind in kinds)
    return after.with_(hidden=hidden) if fits(hidden, sizes(after)) else after


def hidden_own(rules: Rules, state: State, seat: int, kinds: Iterable[int]) -> tuple[int, ...]:
    """Of treasures that the seat cannot have face down, turned up when the game is over, those of the colour that it had revealed."""
    own = [kind for kind in kinds if kind in open_kinds(rules, state, seat)]
    is_asked = state.ended and rules.revision >= SHOWN_IN_FULL
    return tuple(sorted(own)) if is_asked and Counter(own) <= closed(rules, state) else ()
