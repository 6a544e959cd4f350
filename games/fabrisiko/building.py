"""Phases 2 and 3: what was bought is placed and usable at once, then the purchases for the next turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fabrisiko import units
from games.fabrisiko.acts import Buy, Place
from games.fabrisiko.board import KINDS
from games.fabrisiko.movement import came_in, is_own
from games.fabrisiko.rules import ALL_WHO_COME, COMPLESSO, COST, FANTERIA, WHAT_STANDS, Rules
from games.fabrisiko.state import BUYING, FREE, PLACING, TURN, State, added
from games.fabrisiko.turns import begun, phase_breaches
from games.fabrisiko.units import PIECE
from games.kernel.acts import By
from games.kernel.breaches import Breach, Unreadable, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.latest import latest_same
from games.kernel.speakers import IN_TURN
from games.kernel.values import put


def read_pieces(pieces: Mapping[str, int]) -> dict[int, int]:
    """Raises `Unreadable` for a name that is none, and for nothing at all."""
    if not pieces:
        raise Unreadable("mancano i pezzi", "pieces are missing")
    found: dict[int, int] = {}
    for name, count in pieces.items():
        found[PIECE[name]] = count
    return found


# -- phase 2


def place_breaches(rules: Rules, state: State, by: By, act: Place) -> Sequence[Breach]:
    at, pieces, bought = rules.board.index[act.at], read_pieces(act.units), state.bought[state.seat]
    found = [*phase_breaches(rules, state, PLACING, late="2" if rules.revision >= ALL_WHO_COME else "turno")]
    for piece, count in pieces.items():
        if count > bought[piece]:
            found.append(impossible("non li ha acquistati", "they have not been bought", "2"))
    if rules.board.is_ridge(at):
        why = ("si piazza su un territorio", "pieces are placed on a territory")
        found.append(infraction("2", *why) if max(pieces) < len(KINDS) else impossible(*why, "2"))
        return found
    if not is_own(rules, state, at):
        if max(pieces) < len(KINDS):
            found.append(infraction("2", "si piazza solo su territori propri", "pieces are placed on own territories"))
        else:
            found.append(_not_built())
    if not state.structures[at][0] and COMPLESSO not in pieces and any(map(needs_works, pieces)):
        found.append(
            infraction(
                "complesso",
                "carri armati e aerei si piazzano dove c'è un complesso industriale",
                "tanks and planes are placed where an industrial complex stands",
            )
        )
    if rules.structures == "one" and any(
        state.structures[at][piece - len(KINDS)] + count > 1 for piece, count in pieces.items() if piece >= len(KINDS)
    ):
        found.append(infraction("2", "una struttura per tipo e territorio", "one structure of a kind in a territory"))
    return found


def _not_built() -> Breach:
    it = "le strutture si piazzano solo su territori propri: si tolgono"
    en = "structures are placed on own territories only: they are taken off"
    return infraction("2", it, en, waivable=False)


def needs_works(piece: int) -> bool:
    """Whether the piece needs a complesso industriale where it is placed."""
    return FANTERIA < piece < len(KINDS)


def place(rules: Rules, state: State, by: By, act: Place) -> State:
    at, pieces = rules.board.index[act.at], read_pieces(act.units)
    seat, left = state.seat, state.bought[state.seat]
    for piece, count in pieces.items():
        left = added(left, piece, -count)
        state = set_piece(state, seat, at, piece, count)
    state = state.with_(bought=put(state.bought, seat, left), phase=begun(state, PLACING), awaits=TURN)
    return state if is_own(rules, state, at) else came_in(rules, state, at)


def set_piece(state: State, seat: int, at: int, piece: int, count: int) -> State:
    if piece < len(KINDS):
        here = units.among(state.armies[at], (units.fresh(seat, at, piece, count),))
        return state.with_(armies=put(state.armies, at, here))
    owned = state.structures[at]
    return state.with_(structures=put(state.structures, at, added(owned, piece - len(KINDS), count)))


# -- phase 3


def buy_breaches(rules: Rules, state: State, by: By, act: Buy) -> Sequence[Breach]:
    (pieces, cost), seat = order(rules, state, act), state.seat
    found = [*phase_breaches(rules, state, BUYING)]
    owned, has_sheet = state.resources[seat], units.has_sheet(rules, state, seat)
    if not has_sheet:
        found.append(_nowhere_to_lie(rules))
    if cost > owned and (has_sheet or rules.revision < WHAT_STANDS):
        found.append(
            infraction(
                "3",
                "costa {cost:risorsa|risorse} e ne ha {owned}: niente prestiti",
                "it costs {cost:resource|resources} and the player has {owned}: no loans",
                cost=cost,
                owned=owned,
            )
        )
    for piece, count in pieces:
        free = units.left_in_box(rules, state, seat, piece)
        if count > free:
            found.append(
                infraction(
                    "3",
                    "nella scatola {free:ne resta #|ne restano #}: gli altri non si comprano",
                    "{free:# is|# are} left in the box: no more are bought",
                    waivable=False,
                    free=max(0, free),
                )
            )
    return found


def _nowhere_to_lie(rules: Rules) -> Breach:
    """What is bought lies on the sheet, which somebody else has."""
    it, en = (
        "senza la sua Frazione Maggiore non può costruire",
        "without the own Frazione Maggiore nothing can be built",
    )
    if rules.revision < WHAT_STANDS:
        return infraction("frazione_persa", it, en)
    it, en = f"{it}: i pezzi tornano nella scatola", f"{en}: the pieces go back into the box"
    return infraction("frazione_persa", it, en, waivable=False)


Order = tuple[tuple[int, int], ...]
"""Pieces, with how many of each."""


@latest_same
def order(rules: Rules, state: State, act: Buy) -> tuple[Order, int]:
    """What is bought, and what it costs. Raises `Unreadable`."""
    pieces, cost = read_pieces(act.units), 0
    for piece, count in pieces.items():
        cost += COST[piece] * count
    return tuple(pieces.items()), cost


def buy(rules: Rules, state: State, by: By, act: Buy) -> State:
    (pieces, cost), seat = order(rules, state, act), state.seat
    bought = state.bought[seat]
    for piece, count in pieces:
        bought = added(bought, piece, count)
    return state.with_(
        resources=added(state.resources, seat, -cost),
        bought=put(state.bought, seat, bought),
        phase=begun(state, BUYING),
        awaits=TURN,
    )


CHAPTER: Chapter = {
    Place: Rule(place_breaches, place, IN_TURN, "2", FREE),
    Buy: Rule(buy_breaches, buy, IN_TURN, "3", FREE),
}
