"""Step 6 and what follows from it (turno.6, faq.muovere, faq.passare, alpini): every piece moves once; the base, the Rifugio."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.acts import Move
from games.arba.opening import end_game, fallen, reached, step_breaches
from games.arba.places import in_contact, mustered, open_neighbours, passed_refuge, pieces_after, reachable, takes_base
from games.arba.rules import CLAIMS_HOLD_TROOPERS, TOLD_AS_PLAYED, Rules
from games.arba.state import CLOSE, MOVE, PARA, TRACTOR, TROOP, Row, State, Turn, with_row
from games.kernel.acts import By
from games.kernel.breaches import Breach, impossible, infraction
from games.kernel.game import Chapter, Rule
from games.kernel.speakers import IN_TURN
from games.kernel.values import put


def move_breaches(rules: Rules, state: State, by: By, act: Move) -> tuple[Breach, ...]:
    """In a tuple, since most acts of a game are moves and most moves break nothing."""
    found = legs_breaches(rules, state, by, act)
    if act.troops and not act.via and not state.has_contact and rules.revision >= TOLD_AS_PLAYED:
        src, dst = rules.board.index[act.src], rules.board.index[act.dst]
        if len(ways_to_tread(rules, state, src, dst)) > 1:
            it, en = "per dove passano? Le strade sono più d'una", "by which way? There is more than one"
            found = (*found, impossible(it, en, "turno.6"))
    return found


def ways_to_tread(rules: Rules, state: State, src: int, dst: int) -> list[int]:
    """Places over which troopers take two steps, where it matters by which they go: they tread the one they pass."""
    if src == dst or dst in open_neighbours(rules, state, src):
        return []
    between = ways(rules, state, src, dst)
    return between if any(state.trod[place] != state.seat for place in between) else []


def legs_breaches(rules: Rules, state: State, by: By, act: Move) -> tuple[Breach, ...]:
    """Of a move whose way need not be told."""
    index, seat = rules.board.index, state.seat
    src, dst, via = index[act.src], index[act.dst], index[act.via] if act.via else None
    found = step_breaches(rules, state, MOVE)
    own, spent, going = state.pieces[seat], state.spent, moving(act)
    if src == dst or not (going or act.cannons):
        return (*found, impossible("nessuno si muove", "nothing moves", "turno.6"))
    for kind, count in going:
        if count > own[kind][src]:
            it, en = (
                "lì non {n:c'è # pedina|ci sono # pedine} così",
                "there {n:is not # such piece|are not # such pieces}",
            )
            return (*found, impossible(it, en, "turno.6", n=count))
        if count > own[kind][src] - spent[kind][src]:
            it, en = "una pedina si muove una volta a turno", "a piece moves once a turn"
            found = (*found, infraction("faq.muovere", it, en))
    if act.cannons:
        found = (*found, *_cannon_breaches(state, act, src))
    if state.claims and act.troops and rules.revision >= CLAIMS_HOLD_TROOPERS:
        found = (*found, *_claim_breaches(rules, state, act.troops, src, dst))
    if state.is_hostile(seat, dst):
        return (*found, infraction("faq.passare", "lì ci sono nemici", "there are enemies there"))
    if via is not None or dst not in rules.board.open_neighbours(state.intact)[src]:
        return (*found, *_way_breaches(rules, state, act, src, dst, via))
    return found


def moving(act: Move) -> tuple[tuple[int, int], ...]:
    """The kinds of pieces that move, and how many of each: seldom more than one."""
    troops, paras, tractors = act.troops, act.paras, act.tractors
    if not tractors and not paras:
        return ((TROOP, troops),) if troops else ()
    if not troops and not tractors:
        return ((PARA, paras),)
    return tuple([one for one in ((TROOP, troops), (PARA, paras), (TRACTOR, tractors)) if one[1]])


def _cannon_breaches(state: State, act: Move, src: int) -> Iterator[Breach]:
    if act.cannons > state.cannons[src]:
        yield impossible(
            "lì non {n:c'è # cannone|ci sono # cannoni}",
            "there {n:is not # cannon|are not # cannons}",
            "unita.cannone",
            n=act.cannons,
        )
    elif act.cannons > state.cannons[src] - state.spent_cannons[src]:
        yield infraction("unita.cannone", "un cannone si muove una volta a turno", "a cannon moves once a turn")
    if not act.troops:
        yield infraction(
            "unita.cannone", "una truppa ordinaria accompagna il cannone", "an ordinary trooper goes with the cannon"
        )


def _claim_breaches(rules: Rules, state: State, troops: int, src: int, dst: int) -> Iterator[Breach]:
    """Whoever claimed moves there, like it or not, as long as a trooper can; unless the game ends with this very move."""
    if dst == rules.board.bases[1 - state.seat]:
        return
    row = state.spent[TROOP]
    gone = state.with_(spent=with_row(state.spent, TROOP, put(row, src, row[src] + troops)))
    left = [place for place in state.claims if place != dst]
    if reachable(rules, gone, left) < reachable(rules, state, state.claims) - (dst in state.claims):
        yield infraction(
            "danaro.conteso",
            "chi può andare sul territorio rivendicato non va altrove",
            "whoever can go to the claimed place does not go elsewhere",
        )


def _way_breaches(rules: Rules, state: State, act: Move, src: int, dst: int, via: int | None) -> Iterator[Breach]:
    """Of two steps."""
    between = ways(rules, state, src, dst)
    if not between or (via is not None and via not in between):
        if _is_barred_by_enemies(rules, state, src, dst, via):
            yield infraction("faq.passare", "non si passa dove ci sono nemici", "one does not pass where enemies are")
        else:
            yield infraction("turno.6", "il luogo non è raggiungibile", "the place cannot be reached")
        return
    slow = act.paras or act.cannons or (act.troops and state.has_contact)
    if slow:
        yield infraction("turno.6", "solo i trattori si muovono di due luoghi", "only tractors move two places")


def _is_barred_by_enemies(rules: Rules, state: State, src: int, dst: int, via: int | None) -> bool:
    """Whether two steps would lead there but for enemies: over the place that is told, or over any."""
    near = open_neighbours(rules, state, src)
    stops = [via] if via is not None and rules.revision >= TOLD_AS_PLAYED else near
    return any(stop in near and dst in open_neighbours(rules, state, stop) for stop in stops)


def ways(rules: Rules, state: State, src: int, dst: int) -> list[int]:
    """Places over which two steps lead there, none of them with an enemy piece."""
    return [
        other
        for other in open_neighbours(rules, state, src)
        if not state.is_hostile(state.seat, other) and dst in open_neighbours(rules, state, other)
    ]


def move(rules: Rules, state: State, by: By, act: Move) -> State:
    board, seat = rules.board, state.seat
    src, dst = board.index[act.src], board.index[act.dst]
    trod, claims = state.trod, state.claims
    if act.troops:
        if act.via or dst not in board.open_neighbours(state.intact)[src]:
            for place in _between(rules, state, act, src, dst):
                trod = put(trod, place, seat)
                state = passed_refuge(rules, state, place)
        if trod[dst] != seat:
            trod = put(trod, dst, seat)
        if dst in claims:
            claims = tuple([place for place in claims if place != dst])
    own, spent, fresh = [*state.pieces[seat]], [*state.spent], state.fresh
    for kind, count in moving(act):
        own[kind], spent[kind] = here, gone = _shifted(own[kind], spent[kind], src, dst, count)
        if kind == PARA and fresh[src] > (left := max(0, here[src] - gone[src])):
            fresh = put(fresh, src, left)
    pieces = (tuple(own), state.pieces[1]) if seat == 0 else (state.pieces[0], tuple(own))
    awaits = reached(state.awaits, CLOSE)
    state = state.with_(pieces=pieces, spent=tuple(spent), fresh=fresh, trod=trod, claims=claims, awaits=awaits)
    if act.cannons:
        state = _cannons_shifted(state, src, dst, act.cannons)
    if src == board.bases[seat] and (after := fallen(rules, state)).ended:
        return after
    return arrived(rules, state, dst, act.troops)


def _between(rules: Rules, state: State, act: Move, src: int, dst: int) -> list[int]:
    """The place over which ordinary troopers passed in the opening's two steps."""
    return [rules.board.index[act.via]] if act.via else ways(rules, state, src, dst)[:1]


def _shifted(row: Row, spent: Row, src: int, dst: int, count: int) -> tuple[Row, Row]:
    """Moved pieces are spent where they arrive; unmoved ones go first. Of paratroopers, those landed earlier stay in line."""
    here, gone = [*row], [*spent]
    unmoved = here[src] - gone[src]
    here[src] -= count
    here[dst] += count
    gone[dst] += count
    if count > unmoved:
        gone[src] -= count - max(0, unmoved)
    return tuple(here), tuple(gone)


def _cannons_shifted(state: State, src: int, dst: int, count: int) -> State:
    cannons = put(state.cannons, src, state.cannons[src] - count)
    spent = put(state.spent_cannons, src, min(state.spent_cannons[src], cannons[src]))
    return state.with_(
        cannons=put(cannons, dst, cannons[dst] + count), spent_cannons=put(spent, dst, spent[dst] + count)
    )


def arrived(rules: Rules, state: State, dst: int, troops: int) -> State:
    """The enemy base taken wins; the Rifugio conquered by a new side calls the alpini to Udine."""
    if dst == rules.board.bases[1 - state.seat] and takes_base(rules, state, state.seat, dst):
        return end_game(state, "base", state.seat)
    if troops and state.alpini_of != state.seat and dst == rules.board.refuge:
        state = mustered(rules, state)
    if not state.has_contact and in_contact(rules, state):
        state = state.with_(has_contact=True)
    return pieces_after(rules, state)


CHAPTER: Chapter = {Move: Rule(move_breaches, move, IN_TURN, "turno.6", (Turn,))}
