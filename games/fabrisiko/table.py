"""The judge's acts about the table as a whole: what it shows, the referee's penalty, a game told by its result alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.fabrisiko import units
from games.fabrisiko.acts import Finish, Penalty, Shown
from games.fabrisiko.battle import broken_off
from games.fabrisiko.board import KIND, STRUCTURES
from games.fabrisiko.cards import put_aside
from games.fabrisiko.closing import TIME, both, end_game, won_at_once
from games.fabrisiko.income import pass_on
from games.fabrisiko.rules import (
    ALL_WHO_COME,
    AS_NAMED,
    FIRST_BOARD_BEGINS,
    GIRO_IS_COMPLETE,
    GROUND,
    NOTHING_WITHOUT_THROW,
    ONE_LAW,
    PLANES,
    WHAT_STANDS,
    WON_AS_SHOWN,
    Rules,
)
from games.fabrisiko.setting_up import FACTION, opened
from games.fabrisiko.state import (
    CARDS,
    EVENT,
    NOBODY,
    PLACING,
    BombThrow,
    CaptureThrow,
    CityThrow,
    DrawSheet,
    FlakThrow,
    Fleeing,
    Fray,
    Heat,
    Quake,
    RaidThrow,
    Rebels,
    State,
    Turn,
    added,
)
from games.fabrisiko.turns import begin_turn, first_to_do
from games.fabrisiko.units import PIECE
from games.kernel.acts import By
from games.kernel.breaches import Breach, Lookup, Unreadable, impossible, infraction, missing
from games.kernel.endings import after_the_last
from games.kernel.game import Chapter, Rule
from games.kernel.seats import read_seat
from games.kernel.speakers import JUDGE_SAYS, JUDGE_SHOWS
from games.kernel.values import put
from games.kernel.words import Words, seat_words

NOBODY_IS_LOST = 3
"""The revision from which units in battle or in the air are still there when the judge says what the table shows."""
CARDS_ARE_STILL_DUE = 3
"""The revision from which phases 1-A and 1-B are not over because the judge says what the table shows."""
SECOND_TURN = 2
LEAST_PENALTY, MOST_PENALTY = 5, 10
STRUCTURE = Lookup(Words("struttura", "structure"), STRUCTURES)


# -- the referee's penalty


def penalty_breaches(rules: Rules, state: State, by: By, act: Penalty) -> Iterator[Breach]:
    read_seat(rules.seats, act.seat)
    if not rules.is_tournament:
        yield impossible(
            "solo nella modalità Torneo si contano i punti", "points count in tournament mode only", "torneo.arbitro"
        )
    if act.points and not LEAST_PENALTY <= act.points <= MOST_PENALTY:
        yield infraction("torneo.arbitro", "da 5 a 10 punti", "from 5 to 10 points")


def penalty(rules: Rules, state: State, by: By, act: Penalty) -> State:
    points = state.penalties[act.seat] + act.points if act.points else 0
    return both(state, penalties=put(state.penalties, act.seat, points))


# -- what the table shows


def shown_breaches(rules: Rules, state: State, by: By, act: Shown) -> Iterator[Breach]:
    """Only what can stand on a board is asked: names, seats, counts."""
    _read(rules, act)
    if isinstance(state.awaits, DrawSheet) and not act.factions:
        yield missing("factions", "prima si pescano le schede", "the sheets are drawn first", "scheda")
    elif act.factions:
        yield from _sheet_breaches(state, act)
    if not state.giro and act.turn is None:
        yield missing("turn", "manca chi è il primo a giocare", "the first player is missing")
    if not state.giro and not state.ended and rules.revision >= ONE_LAW:
        yield from _cards_drawn(act)
    if sum(act.hands) > rules.board.deck:
        yield impossible("non ci sono tante carte", "there are not so many cards")
    if state.ended and (act.turn is not None or act.giro is not None or act.turn_over):
        yield impossible("la partita è finita", "the game is over")
    for place in act.structures:
        index = rules.board.index[place]
        owner = act.owners.get(place, state.owners[index])
        if owner == NOBODY and any(act.structures[place].values()):
            yield impossible("un territorio neutrale non ha strutture", "a neutral territory has no structures")
    if rules.revision >= WHAT_STANDS:
        if not _ends_the_turn(state, act) and _is_due_by(rules, state, act):
            yield impossible(
                "quello che il tavolo aspetta ne dipende: prima si conclude o si annulla",
                "what the table waits for depends on it: that is finished or taken back first",
            )
        yield from _out_of_place(rules, state, act)
        yield from after_the_last("torneo.tempo", state.last_giro, state.giro, act.giro)
    if rules.revision >= AS_NAMED and not _ends_the_turn(state, act):
        for at in _unsettled(state):
            if rules.board.ids[at] in (*act.units, *act.owners):
                yield impossible(
                    "a {place} si combatte o si vola: prima si conclude o si annulla",
                    "there is a battle or a flight at {place}: it is finished or taken back first",
                    place=rules.board.names[at],
                )


def _cards_drawn(act: Shown) -> Iterator[Breach]:
    """One territory brings no card: nobody draws before his second turn, which nobody has had in the first giro, nor who begins it now."""
    giro = act.giro or 1
    for seat, count in enumerate(act.hands):
        begins = giro == SECOND_TURN and seat == act.turn and not act.turn_over
        if count and (giro < SECOND_TURN or begins):
            yield infraction(
                "1-A",
                "il {seat} ha {n:carta|carte}: con un territorio non se ne pescano",
                "{seat} holds {n:card|cards}: none is drawn for one territory",
                seat=seat_words(seat),
                n=count,
            )


def _sheet_breaches(state: State, act: Shown) -> Iterator[Breach]:
    if not isinstance(state.awaits, DrawSheet):
        yield impossible("le schede sono già pescate", "the sheets have been drawn", "scheda")
    if len(set(act.factions)) < len(act.factions):
        yield impossible("la stessa scheda due volte", "the same sheet twice", "scheda")


def _unsettled(state: State) -> set[int]:
    """Where a battle is under way, or planes are in the air."""
    flying = state.awaits.flying if isinstance(state.awaits, FlakThrow) else ()
    return {one.at for one in flying} | ({state.fray.at} if state.fray else set())


def _is_due_by(rules: Rules, state: State, act: Shown) -> bool:
    """Whether the throw, payment or choice that the table waits for was worked out from what is shown otherwise."""
    awaits, index = state.awaits, rules.board.index
    if isinstance(awaits, Heat):
        return bool(act.resources or act.units or act.owners)
    if isinstance(awaits, Rebels):
        return bool(act.owners)
    places: tuple[int, ...] = ()
    if isinstance(awaits, Quake):
        places = awaits.places
    elif isinstance(awaits, (Fleeing, CaptureThrow, BombThrow, RaidThrow)):
        places = (awaits.at,)
    elif isinstance(awaits, CityThrow):
        places = (rules.board.city,)
    is_touched = any(index[name] in places for name in (*act.units, *act.owners, *act.structures))
    return is_touched or (isinstance(awaits, Quake) and bool(act.resources))


def _out_of_place(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """What stands where nothing of the kind can: ground units alone on land that they would have, and in a turn that begins planes away
    from home and units of two players together.
    """
    begins = not state.giro or _ends_the_turn(state, act)
    for name in dict.fromkeys((*act.units, *act.owners)):
        place = rules.board.index[name]
        is_ridge, was = rules.board.is_ridge(place), _stand(state, place)
        now = _totals(act.units[name]) if name in act.units else was
        owner = NOBODY if is_ridge else act.owners.get(name, state.owners[place])
        if now == was and (is_ridge or owner == state.owners[place]):
            continue
        seats = {seat for seat, _ in now}
        away = {seat for seat in seats if seat != owner and seat not in state.left}
        facts = {"place": rules.board.names[place]}
        if not is_ridge and len(seats) == 1 and any(seat in away and kind in GROUND for seat, kind in now):
            it = "{place}: dove ci sono solo le sue unità di terra il territorio è suo"
            en = "{place}: where a player's ground units stand alone the territory is that player's"
            yield impossible(it, en, "4-B", **facts)
        if any(seat in away and kind in PLANES and (begins or seat != state.seat) for seat, kind in now):
            it = "{place}: un aereo che a fine turno non è su un proprio territorio è perso"
            en = "{place}: a plane that is on no own territory when the turn ends is lost"
            yield impossible(it, en, "solo_terra", **facts)
        if begins and len(seats) > 1:
            it = "{place}: dove ci sono unità di due giocatori si è combattuto"
            en = "{place}: where units of two players stood there was a battle"
            yield impossible(it, en, "4-B", **facts)
    if state.giro and begins and rules.revision >= NOTHING_WITHOUT_THROW:
        yield from _unfought(rules, state, act)


def _unfought(rules: Rules, state: State, act: Shown) -> Iterator[Breach]:
    """Places that the board leaves as they stood, with units of two players, while it shows the turn over."""
    shown = {rules.board.index[name] for name in act.units}
    for place, armies in enumerate(state.armies):
        if place not in shown and len({one.seat for one in armies if one.seat not in state.left}) > 1:
            it = "{place}: c'è una battaglia da combattere prima che il turno finisca"
            en = "{place}: a battle is to be fought before the turn ends"
            yield infraction("4-B", it, en, place=rules.board.names[place])


def _ends_the_turn(state: State, act: Shown) -> bool:
    """Whether the turn under way is over with what the table shows."""
    return act.turn_over or act.turn not in (None, state.seat)


def _read(rules: Rules, act: Shown) -> None:
    """Raises `Unreadable` for a name or a seat that is none."""
    for place, seat in act.owners.items():
        _read_territory(rules, place)
        if seat != NOBODY:
            read_seat(rules.seats, seat)
    for place, by_seat in act.units.items():
        rules.board.index[place]
        for seat_name, named in by_seat.items():
            _read_seat_key(rules, seat_name)
            units.read_units(named)
    for place, structures in act.structures.items():
        _read_territory(rules, place)
        for name in structures:
            STRUCTURE[name]
    for seat_name, pieces in act.bought.items():
        _read_seat_key(rules, seat_name)
        for name in pieces:
            PIECE[name]
    if act.turn is not None:
        read_seat(rules.seats, act.turn)
    for faction in act.factions:
        FACTION[faction]
    if act.factions and len(act.factions) != rules.seats:
        raise Unreadable("factions: una scheda per sedia", "factions: one sheet a seat")
    for field, numbers in (("resources", act.resources), ("hands", act.hands)):
        if numbers and len(numbers) != rules.seats:
            raise Unreadable("{field}: un numero per sedia", "{field}: one number a seat", field=field)


def _read_territory(rules: Rules, place: str) -> None:
    if rules.board.is_ridge(rules.board.index[place]):
        raise Unreadable("{place} non è un territorio", "{place} is no territory", place=place)


SEAT_KEYS = frozenset("0123456789")


def _read_seat_key(rules: Rules, text: str) -> None:
    """Raises `Unreadable` naming the key as it is written."""
    if text not in SEAT_KEYS or int(text) >= rules.seats:
        raise Unreadable("sedia sconosciuta: {seat}", "unknown seat: {seat}", seat=text)


def shown(rules: Rules, state: State, by: By, act: Shown) -> State:
    begins = not state.giro and rules.revision >= FIRST_BOARD_BEGINS
    if act.factions and act.turn is not None:
        state = begin_turn(rules, state.with_(factions=act.factions, first=act.turn), act.turn, 1, state.turn)
    elif not state.giro and act.turn is not None:
        state = opened(rules, state, act.turn)
    if rules.revision < AS_NAMED or _ends_the_turn(state, act):
        state = calm(rules, state)
    before = state = state.with_(open=None, thrown=())
    index = rules.board.index
    for name, owner in act.owners.items():
        state = state.with_(owners=put(state.owners, index[name], owner))
        if owner == NOBODY:
            state = state.with_(structures=put(state.structures, index[name], (0, 0)))
    for name, by_seat in act.units.items():
        state = _units_shown(rules, state, index[name], by_seat)
    for name, structures in act.structures.items():
        counts = (structures.get(STRUCTURES[0], 0), structures.get(STRUCTURES[1], 0))
        state = state.with_(structures=put(state.structures, index[name], counts))
    state = _hands_shown(rules, state, act)
    if begins:
        return _moment_shown(
            rules, state.with_(phase=first_to_do(rules, state, state.seat, CARDS)), act, has_drawn=False
        )
    if rules.revision < AS_NAMED or (state.hands, state.owners) != (before.hands, before.owners):
        has_drawn = state.hands != before.hands if rules.revision >= AS_NAMED else bool(act.hands)
        state = _phase_shown(rules, state, has_drawn=has_drawn)
    has_more = rules.revision >= GIRO_IS_COMPLETE and state.hands != before.hands
    return _moment_shown(rules, state, act, has_drawn=has_more)


def calm(rules: Rules, state: State) -> State:
    """Whatever was under way is over: the table shows how it came out. Units in battle or in the air are where they went, unless it says
    otherwise.
    """
    if state.ended or not state.giro:
        return state
    if state.fray is not None:
        state = broken_off(state, state.fray) if rules.revision >= NOBODY_IS_LOST else _forgotten(state, state.fray)
    elif isinstance(state.awaits, FlakThrow) and rules.revision >= NOBODY_IS_LOST:
        state = units.set_down(state, state.awaits.flying)
    phase = state.phase if rules.revision >= CARDS_ARE_STILL_DUE else max(state.phase, PLACING)
    return state.with_(awaits=Turn(), fray=None, open=None, thrown=(), phase=phase)


def _forgotten(state: State, fray: Fray) -> State:
    """The cards of a battle on the discards. Its units stood nowhere then unless they were told."""
    for _, card in fray.cards:
        state = put_aside(state, card)
    return state


def _units_shown(rules: Rules, state: State, place: int, by_seat: Mapping[str, Mapping[str, int]]) -> State:
    """The units of one place. Where as many stand there as the record has, they are the same, and have moved as far."""
    if rules.revision >= AS_NAMED and _totals(by_seat) == _stand(state, place):
        return state
    fresh = [
        units.fresh(int(seat), place, KIND[name], count)
        for seat, named in by_seat.items()
        for name, count in named.items()
    ]
    return state.with_(armies=put(state.armies, place, units.tidy(fresh)))


def _totals(by_seat: Mapping[str, Mapping[str, int]]) -> dict[tuple[int, int], int]:
    shown = {(int(seat), KIND[name]): count for seat, named in by_seat.items() for name, count in named.items()}
    return {who: count for who, count in shown.items() if count}


def _stand(state: State, place: int) -> dict[tuple[int, int], int]:
    """How many units of each seat and kind are in a place."""
    found: dict[tuple[int, int], int] = {}
    for one in state.armies[place]:
        found[one.seat, one.kind] = found.get((one.seat, one.kind), 0) + one.count
    return found


def _hands_shown(rules: Rules, state: State, act: Shown) -> State:
    if act.resources:
        state = state.with_(resources=act.resources)
    for seat, pieces in act.bought.items():
        counts: tuple[int, ...] = (0,) * len(PIECE)
        for name, count in pieces.items():
            counts = added(counts, PIECE[name], count)
        state = state.with_(bought=put(state.bought, int(seat), counts))
    if act.hands and rules.revision >= AS_NAMED:
        return _counted_hands(state, act.hands)
    if act.hands:
        nothing = (0,) * len(state.discards)
        left = rules.board.deck - sum(act.hands)
        state = state.with_(hands=act.hands, no_events=(0,) * rules.seats, deck=left, discards=nothing)
    return state


def _counted_hands(state: State, hands: tuple[int, ...]) -> State:
    """Cards that left the hands are taken to be in the deck, as nobody said which they were; one too small was made anew."""
    deck, discards = state.deck - (sum(hands) - sum(state.hands)), state.discards
    if deck < 0:
        deck, discards = deck + sum(discards), (0,) * len(discards)
    both = zip(state.no_events, state.hands, hands, strict=True)
    no_events = tuple(declared if was == now else 0 for declared, was, now in both)
    return state.with_(hands=hands, no_events=no_events, deck=deck, discards=discards)


def _phase_shown(rules: Rules, state: State, *, has_drawn: bool) -> State:
    """Cards that are due are still drawn, and the event still played. Hands that changed hold the cards of 1-A already."""
    if rules.revision >= ALL_WHO_COME and state.phase == PLACING and not state.lasting.has_event and has_drawn:
        state = state.with_(phase=EVENT)
    if state.ended or state.phase > EVENT:
        return state
    return state.with_(phase=first_to_do(rules, state, state.seat, EVENT if has_drawn else state.phase))


def _moment_shown(rules: Rules, state: State, act: Shown, *, has_drawn: bool) -> State:
    """Whose turn it is. Hands told in the same line are those of that turn, as if they were told in a second one."""
    if rules.win_at != "global_turn" and rules.revision >= WON_AS_SHOWN:
        state = won_at_once(rules, state)
    if state.ended:
        return state
    if act.turn is not None and act.turn != state.seat:
        giro = act.giro if act.giro and rules.revision >= AS_NAMED else state.giro
        state = begin_turn(rules, state, act.turn, giro, state.turn + 1)
        state = _phase_shown(rules, state, has_drawn=True) if has_drawn else state
    if act.giro is not None:
        state = state.with_(giro=act.giro)
    return pass_on(rules, state) if act.turn_over else state


# -- a game told by its result


def finish(rules: Rules, state: State, by: By, act: Finish) -> State:
    state = calm(rules, state)
    if act.how == TIME:
        return end_game(rules, state, TIME)
    counts = [state.territories(seat) for seat in range(rules.seats)]
    most = max(counts)
    is_shared = counts.count(most) > 1 and rules.revision >= AS_NAMED
    return end_game(rules, state, act.how).with_(winner=NOBODY if is_shared else counts.index(most))


CHAPTER: Chapter = {
    Penalty: Rule(penalty_breaches, penalty, JUDGE_SAYS, "torneo.arbitro"),
    Shown: Rule(shown_breaches, shown, JUDGE_SHOWS),
}
