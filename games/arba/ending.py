"""How a game ends that takes no base (evento): time, a limit of rounds, a player who gives up; the judge's `shown`."""

from __future__ import annotations

from collections.abc import Iterator

from games.arba.acts import Cell, Finish, Resign, Shown
from games.arba.opening import begin_turn, end_game, end_turn
from games.arba.places import in_contact, most_troops, pieces_after, takes_base, troops_in_all
from games.arba.rules import (
    AS_NAMED,
    BASE_FALLS_IN_A_TURN,
    BASE_IS_SEEN,
    CONTACT_SHOWS,
    GIRO_IS_COMPLETE,
    HELD_BASE_STANDS,
    NO_DEBT_IS_SHOWN,
    REFUGE_ALPINI,
    TOLD_AS_PLAYED,
    TRACTOR_REACH,
    WHERE_THE_BOOK_PUTS_THEM,
    Rules,
)
from games.arba.state import IN_PLAY, NOBODY, PARA, TRACTOR, TROOP, Over, Start, State, Turn
from games.kernel.acts import By, TimeNotUp, TimeUp
from games.kernel.breaches import Breach, Unreadable, impossible, missing
from games.kernel.endings import after_the_last
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import JUDGE_SHOWS, JUDGE_STATES
from games.kernel.values import put
from games.kernel.words import Words, seat_words

AS_SHOWN = 2
"""The revision from which a turn told as a whole ends just as the table shows it."""
# -- time and giving up


def time_up(rules: Rules, state: State, by: By, act: TimeUp) -> State:
    """The round under way is the last, so that both have had as many turns."""
    return state.with_(time_up_in=act.giro or max(1, state.giro))


def time_not_up(rules: Rules, state: State, by: By, act: TimeNotUp) -> State:
    return state.with_(time_up_in=0)


def resign_breaches(rules: Rules, state: State, by: By, act: Resign) -> tuple[Breach, ...]:
    read_seat(rules.seats, act.seat)
    return ()


def resign(rules: Rules, state: State, by: By, act: Resign) -> State:
    return end_game(state, "abandoned", 1 - act.seat)


def _is_fresh(state: State) -> bool:
    return isinstance(state.awaits, Turn) and state.awaits.is_fresh


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    return end_game(state, act.how, act.winner)


# -- what the table shows


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    for name in act.places:
        rules.board.index[name]
    for name in act.broken or ():
        rules.board.bridge_index[name]
    if act.broken and len(set(act.broken)) < len(act.broken) and rules.revision >= TOLD_AS_PLAYED:
        raise Unreadable("lo stesso ponte due volte", "the same bridge twice")
    _read_seats(rules, act)
    if len(act.money) not in (0, 2) or len(act.missiles) not in (0, 2):
        raise Unreadable("money, missiles: un numero per sedia", "money, missiles: one number a seat")
    if rules.revision >= AS_NAMED:
        yield from _crowded(rules, state, act)
    if rules.revision >= BASE_IS_SEEN:
        yield from _unheld(rules, act)
    if rules.revision >= WHERE_THE_BOOK_PUTS_THEM:
        yield from _passed_by(rules, state, act)
        yield from after_the_last("evento", state.time_up_in or rules.rounds, state.giro, act.giro)
    if isinstance(state.awaits, Over):
        yield impossible("nessuna partita è in corso", "no game is under way")
    elif isinstance(state.awaits, Start) and act.turn is None:
        yield missing("turn", "manca chi comincia", "who begins is missing")
    if (
        rules.revision >= NO_DEBT_IS_SHOWN
        and min((*act.money, 0)) < min((*state.money, 0))
        and rules.fine_when_poor != "debt"
    ):
        yield impossible("il danaro non scende sotto zero", "money never falls below nought", "danaro")
    sides = [side for side in _in_enemy_base(rules, act) if not _is_held_on(rules, state, act, side)]
    if _is_taken_in_turn(rules, state, act, sides) and (words := too_far(rules, state, sides[0])):
        yield impossible(words.it, words.en, "luoghi.basi")
    elif sides and not _is_won(rules, state, act, sides):
        yield impossible(
            "chi è nella base nemica ha vinto: si registra il movimento, o la fine della partita",
            "whoever is in the enemy base has won: record the move, or the end of the game",
            "luoghi.basi",
        )


def _in_enemy_base(rules: Rules, act: Shown) -> list[int]:
    """The sides that the board shows in the base of the other with what takes it."""
    rows = {
        place: _rows(cell) if rules.base_taken_by == "any" else (cell.troops,) for place, cell in _cells(rules, act)
    }
    bases = rules.board.bases
    return [side for side in (0, 1) if any(row[side] for row in rows.get(bases[1 - side], ()))]


def _is_held_on(rules: Rules, state: State, act: Shown, side: int) -> bool:
    """Whether this side was in the base among its defenders already, and they still stand there."""
    base = rules.board.bases[1 - side]
    cell = dict(_cells(rules, act))[base]
    was_held = rules.revision >= HELD_BASE_STANDS and state.stands(side, base) and state.stands(1 - side, base)
    return was_held and any(row[1 - side] for row in _rows(cell))


def _is_won(rules: Rules, state: State, act: Shown, sides: list[int]) -> bool:
    """Where the result is told alone, or a whole turn, the board at the end says who took the base: nobody else is in it."""
    if _is_taken_in_turn(rules, state, act, sides):
        return too_far(rules, state, sides[0]) is None
    return (
        rules.revision >= WHERE_THE_BOOK_PUTS_THEM
        and isinstance(state.awaits, Start)
        and len(sides) == 1
        and _is_alone(rules, act, sides[0])
    )


def _is_taken_in_turn(rules: Rules, state: State, act: Shown, sides: list[int]) -> bool:
    """Whether a turn told as a whole ends with the side in turn alone in the enemy base."""
    if rules.revision < BASE_FALLS_IN_A_TURN or not act.turn_over or not isinstance(state.awaits, IN_PLAY):
        return False
    return sides == [state.seat] and act.turn in (None, state.seat) and _is_alone(rules, act, state.seat)


def _is_alone(rules: Rules, act: Shown, side: int) -> bool:
    """Whether no defender stands in the enemy base."""
    cell = dict(_cells(rules, act))[rules.board.bases[1 - side]]
    return not any(row[1 - side] for row in _rows(cell))


def too_far(rules: Rules, state: State, side: int) -> Words | None:
    """Nobody can have entered the enemy base in a turn: tractors go two steps, paratroopers fly."""
    near = rules.board.steps[rules.board.bases[1 - side]]
    if any(near[place] <= TRACTOR_REACH and state.stands(side, place) for place in range(rules.board.size)):
        return None
    words = Words(
        "il {seat} non ha pedine a due passi dalla base nemica",
        "{seat} has no piece within two steps of the enemy base",
    )
    return words.fill({"seat": seat_words(side)})


def _crowded(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """More than a side may have, and two owners of one place where nobody landed: what came about by rulings stays as it is."""
    after = state
    for place, cell in _cells(rules, act):
        after = _set_cell(rules, after, place, cell)
    for side in (0, 1):
        most = most_troops(rules, after, side)
        if rules.revision >= TOLD_AS_PLAYED:  # Palmanova may have been lost since: nobody dies of it.
            most = rules.max_troops + rules.palmanova
        if troops_in_all(after, side) > max(most, troops_in_all(state, side)):
            yield impossible(
                "{seat}: al massimo {most:truppa|truppe}",
                "{seat}: {most:trooper|troopers} at most",
                "turno.1",
                seat=seat_words(side),
                most=most,
            )
        if act.missiles and act.missiles[side] > max(rules.missiles_held, state.missiles[side]):
            yield impossible(
                "se ne possiedono al massimo {n}", "{n:# is|# are} held at most", "unita.missili", n=rules.missiles_held
            )
    for place, cell in _cells(rules, act):
        is_shared = all(any(row[side] for row in _rows(cell)) for side in (0, 1)) and not _has_landed(
            rules, place, cell
        )
        if is_shared and not (state.stands(0, place) and state.stands(1, place)):
            yield impossible(
                "{place}: in due ci stanno solo dove sono scesi paracadutisti",
                "{place}: both sides stand there only where paratroopers came down",
                "faq.passare",
                place=rules.board.names[place],
            )


def _has_landed(rules: Rules, place: int, cell: Cell) -> bool:
    """Whether one of two sides may be there from the air: nothing else of it has come in among enemies.

    Up to the twelfth revision any paratrooper would do, wherever.
    """
    if rules.revision < WHERE_THE_BOOK_PUTS_THEM:
        return any(cell.paras)
    came_down = any(not (cell.troops[side] or cell.tractors[side]) for side in (0, 1))
    return came_down and rules.landing != "free" and place not in rules.board.safe


def _passed_by(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """Whoever stands there was the last to pass; nobody passes through a base that is not his and plays on; what moves does not enter
    where alpini of nobody stand.
    """
    after = state
    for place, cell in _cells(rules, act):
        after = _set_cell(rules, after, place, cell)
    for name, seat in act.owners.items():
        place = rules.board.index[name]
        standing = [side for side in (0, 1) if after.troops(side, place)]
        if place in rules.board.bases and not _is_conquered(rules, after, place):
            standing = [rules.board.bases.index(place)]
        if standing and seat not in standing and seat != state.trod[place]:
            yield impossible(
                "{place}: l'ultimo a passarci è stato il {seat}",
                "{place}: {seat} was the last to pass there",
                "danaro",
                place=rules.board.names[place],
                seat=seat_words(standing[0]),
            )
    refuge = rules.board.refuge
    if after.alpini[refuge] and any(
        after.count(side, TRACTOR, refuge) > state.count(side, TRACTOR, refuge) for side in (0, 1)
    ):
        yield impossible(
            "{place}: dove stanno gli alpini non entra nessuno",
            "{place}: nobody moves in where the alpini stand",
            "faq.passare",
            place=rules.board.names[refuge],
        )


def _is_conquered(rules: Rules, state: State, base: int) -> bool:
    """Whether the base is as it is when the game is won: whoever took it was the last to pass."""
    return rules.revision >= BASE_FALLS_IN_A_TURN and takes_base(rules, state, 1 - rules.board.bases.index(base), base)


def _unheld(rules: Rules, act: Shown) -> Iterator[Breach]:
    """A barricade stands as long as ordinary troopers hold it."""
    for place, cell in _cells(rules, act):
        if cell.barricade and not any(cell.troops):
            it, en = "{place}: nessuna truppa tiene la barricata", "{place}: no trooper holds the barricade"
            yield impossible(it, en, "unita.barricata", place=rules.board.names[place])


def _read_seats(rules: Rules, act: Shown) -> None:
    """Raises `Unreadable` for a place or a seat that is none."""
    for name in act.owners:
        rules.board.index[name]
    for seat in (*act.owners.values(), act.alpini_of, act.turn):
        if seat not in (None, NOBODY, *range(rules.seats)) or act.turn == NOBODY:
            raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=seat)


def _rows(cell: Cell) -> tuple[tuple[int, int], ...]:
    return cell.troops, cell.paras, cell.tractors


def _cells(rules: Rules, act: Shown) -> list[tuple[int, Cell]]:
    return [(rules.board.index[name], cell) for name, cell in act.places.items()]


def shown(rules: Rules, state: State, by: By, act: Shown) -> State:
    sides = _in_enemy_base(rules, act)
    is_won = _is_won(rules, state, act, sides)
    if isinstance(state.awaits, Start) and act.turn is not None:
        state = begin_turn(rules, state.with_(first=act.turn), act.turn, 1)
    for place, cell in _cells(rules, act):
        state = _set_cell(rules, state, place, cell)
    for name, seat in act.owners.items():
        state = state.with_(trod=put(state.trod, rules.board.index[name], seat))
    if act.missiles:
        state = state.with_(missiles=(act.missiles[0], act.missiles[1]))
    if act.broken is not None:
        down = {rules.board.bridge_index[name] for name in act.broken}
        state = state.with_(intact=tuple(number not in down for number in range(len(state.intact))))
    if act.alpini_of is not None:
        state = state.with_(alpini_of=act.alpini_of)
        state = _last_at_refuge(rules, state, act)
    if not isinstance(state.awaits, Turn) and rules.revision < AS_NAMED:
        state = state.with_(awaits=Turn(5))
    if state.claims and rules.revision >= WHERE_THE_BOOK_PUTS_THEM:
        state = state.with_(claims=tuple([place for place in state.claims if _is_still_claimed(state, place)]))
    if not state.has_contact:
        state = _met(rules, state, act)
    state = _paid(rules, state, act)
    state = _moment(rules, state, act)
    if is_won:
        return end_game(state, "base", sides[0])
    return end_turn(rules, state) if act.turn_over else state


def _is_still_claimed(state: State, place: int) -> bool:
    """Whether the side in turn has still to move onto a place that it claimed: a trooper whom the table shows there has moved in."""
    return state.trod[place] == state.seat and not state.troops(state.seat, place)


def _last_at_refuge(rules: Rules, state: State, act: Shown) -> State:
    """Whose the alpini are came last into the Rifugio, where nobody else is seen to."""
    refuge, side = rules.board.refuge, act.alpini_of
    is_named = rules.board.ids[refuge] in act.owners or any(state.troops(one, refuge) and one != side for one in (0, 1))
    if rules.revision < WHERE_THE_BOOK_PUTS_THEM or is_named:
        return state
    return state.with_(trod=put(state.trod, refuge, side))


def _met(rules: Rules, state: State, act: Shown) -> State:
    """Contact as the table shows it; a turn in which nothing was done yet then begins with its first step.

    The first two revisions looked at opposing troops side by side alone, and left the turn where it was.
    """
    if rules.revision < CONTACT_SHOWS:
        return state.with_(has_contact=in_contact(rules, state))
    if not (in_contact(rules, state) or _is_past_contact(rules, state, _money(state, act))):
        return state
    state = state.with_(has_contact=True)
    return begin_turn(rules, state, state.seat, state.giro) if _is_fresh(state) else state


def _is_past_contact(rules: Rules, state: State, money: tuple[int, int]) -> bool:
    """There is what only comes after contact: money other than at the start, something bought, alpini disturbed, a bridge that is down."""
    bought = (*state.pieces[0][PARA:], *state.pieces[1][PARA:], state.cannons, state.barricades, state.missiles)
    may_only_move = rules.revision >= WHERE_THE_BOOK_PUTS_THEM and rules.before_contact == "moves"
    is_bridge_down = may_only_move and not all(state.intact)
    has_alpini_at_peace = state.alpini_of == NOBODY and state.alpini[rules.board.refuge] == REFUGE_ALPINI
    return (
        money != (rules.money, rules.money)
        or any(any(row) for row in bought)
        or not has_alpini_at_peace
        or is_bridge_down
    )


def _paid(rules: Rules, state: State, act: Shown) -> State:
    """Money is as it is shown or stays, and barricades that stand at a turn's end are paid for.

    Up to the fourth revision the ten for all of Udine came to money that nobody spoke of; the first added them to the money shown, and took
    the barricades away.
    """
    if rules.revision < AS_SHOWN:
        return pieces_after(rules, state.with_(money=_money(state, act)))
    before, state = state, pieces_after(rules, state)
    state = state.with_(money=_money(before if rules.revision >= AS_NAMED else state, act))
    return state.with_(claims=(), has_kept_barricades=True) if act.turn_over else state


def _money(state: State, act: Shown) -> tuple[int, int]:
    return (act.money[0], act.money[1]) if act.money else state.money


def _moment(rules: Rules, state: State, act: Shown) -> State:
    """Whose turn it is, where the judge says another than the record."""
    if act.turn is not None and act.turn != state.seat:
        giro = act.giro if act.giro and rules.revision >= AS_NAMED else state.giro
        was_played = rules.revision >= GIRO_IS_COMPLETE and not _is_fresh(state)
        state = begin_turn(rules, state.with_(turn=state.turn + was_played), act.turn, giro)
    return state if act.giro is None else state.with_(giro=act.giro)


def _set_cell(rules: Rules, state: State, place: int, cell: Cell) -> State:
    """Pieces as shown; whoever has troopers there was the last to pass. Those that have moved are among those that are still there.

    Up to the fourth revision none of them counted as moved.
    """
    if rules.revision < AS_NAMED:
        state = state.with_(
            spent=tuple(put(row, place, 0) for row in state.spent),
            fresh=put(state.fresh, place, 0),
            spent_cannons=put(state.spent_cannons, place, 0),
        )
    for side in (0, 1):
        for kind, row in ((TROOP, cell.troops), (PARA, cell.paras), (TRACTOR, cell.tractors)):
            state = state.with_pieces(side, kind, place, row[side] - state.count(side, kind, place))
    own_rows = state.pieces[max(0, state.seat)]
    owners = [side for side in (0, 1) if cell.troops[side]]
    trod = put(state.trod, place, owners[0]) if len(owners) == 1 else state.trod
    return state.with_(
        spent=tuple(
            put(row, place, min(row[place], own[place])) for row, own in zip(state.spent, own_rows, strict=True)
        ),
        fresh=put(state.fresh, place, min(state.fresh[place], own_rows[PARA][place])),
        spent_cannons=put(state.spent_cannons, place, min(state.spent_cannons[place], cell.cannons)),
        alpini=put(state.alpini, place, cell.alpini),
        cannons=put(state.cannons, place, cell.cannons),
        barricades=put(state.barricades, place, cell.barricade),
        trod=trod,
    )


CHAPTER: Chapter = {
    Resign: Rule(resign_breaches, resign, JUDGE_STATES, "evento", (Start, *IN_PLAY)),
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
}
