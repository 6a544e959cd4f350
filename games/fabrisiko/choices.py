"""What the judge may enter next: one question at a time, with its legal answers only. One function an act, in the order of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.fabrisiko import acts, telling, units
from games.fabrisiko.battle import (
    RANKS,
    Hits,
    anti_aircraft_breaches,
    attackers,
    colle_breaches,
    defenders,
    fallen,
    fire,
    is_ground,
    is_helpless,
    rank,
    standing,
)
from games.fabrisiko.board import CARDS, EVENTS, FACTIONS, KINDS, PIECES, STRATEGIC, STRUCTURES
from games.fabrisiko.bombing import bomb_breaches, raid_breaches, ready_bombers
from games.fabrisiko.building import needs_works, place_breaches
from games.fabrisiko.cards import CARD, carnival_breaches
from games.fabrisiko.closing import TERRITORIES, TIME
from games.fabrisiko.dice import may_reroll
from games.fabrisiko.events import (
    PER_STRUCTURE,
    barred,
    is_frazione,
    rebellious,
    refugees,
    refuges,
    shaken,
)
from games.fabrisiko.income import end_turn_breaches
from games.fabrisiko.movement import invade_breaches, is_own, move_breaches, next_places
from games.fabrisiko.rules import BOMBARDIERE, COST, FANTERIA, PLANES, Rules
from games.fabrisiko.state import (
    BUYING,
    EVENT,
    INVASION,
    NOBODY,
    PLACING,
    AttackThrow,
    Awaits,
    Betrayal,
    BombThrow,
    CaptureThrow,
    CityThrow,
    DefenceThrow,
    DrawSheet,
    Falling,
    FindThrow,
    FlakThrow,
    Fleeing,
    Heat,
    IndustryThrow,
    Over,
    PlagueThrow,
    Prelude,
    Quake,
    RaidThrow,
    Rebels,
    RecoverThrow,
    StartThrow,
    State,
    Swapping,
    TradeThrow,
)
from games.fabrisiko.state import (
    CARDS as PHASE_CARDS,
)
from games.fabrisiko.strategy import strategy_breaches
from games.fabrisiko.throws import BY_AWAITS
from games.fabrisiko.turns import battlefields, cards_due, is_free
from games.kernel.acts import JUDGE, By
from games.kernel.breaches import Unreadable
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.words import Words, listed, same, seat_words

Asker = Callable[[Rules, State, Partial], Ask]
WHICH = Words("Che cosa succede?", "What happens?")
ANSWERS: dict[type[Awaits], str] = {
    DrawSheet: "sheet",
    StartThrow: "start_dice",
    Rebels: "revolt",
    Fleeing: "flee",
    Quake: "pay",
    Heat: "disband",
    FindThrow: "find_dice",
    TradeThrow: "trade_dice",
    FlakThrow: "flak_dice",
    CityThrow: "city_dice",
    CaptureThrow: "capture_dice",
    RecoverThrow: "recover_dice",
    BombThrow: "bomb_dice",
    RaidThrow: "raid_dice",
    Betrayal: "betray",
    PlagueThrow: "plague_dice",
    AttackThrow: "attack_dice",
    DefenceThrow: "defence_dice",
    Falling: "losses",
    IndustryThrow: "industry_dice",
}
MAIN = ("invade", "attack_dice", "place")


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    if "type" not in partial:
        return Ask("act", WHICH, by_default(rules, state), "type", tuple(act_choices(rules, state)))
    asker = ASKERS.get(str(partial["type"]))
    if asker is None:
        raise Unreadable("non c'è nulla da chiedere per {what}", "nothing to ask for {what}", what=partial["type"])
    try:
        return asker(rules, state, partial)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise Unreadable("ora non si può: {what}", "not possible now: {what}", what=partial["type"]) from error


def by_default(rules: Rules, state: State) -> By:
    awaits = state.awaits
    if isinstance(awaits, (DrawSheet, Quake, Heat, Falling, Betrayal)):
        return awaits.seat
    if isinstance(awaits, Rebels):
        return awaits.chooser
    if type(awaits) in BY_AWAITS:
        return BY_AWAITS[type(awaits)].due(rules, state).by
    return state.seat if state.giro and not state.ended else JUDGE


# -- which act


def act_choices(rules: Rules, state: State) -> Iterator[Choice]:
    yield from (_act(name, group="") for name in _main_acts(rules, state))
    if state.open is not None and reroller(state) != NOBODY:
        yield _act("reroll", group="table")
    yield from (_act(name, group="judge") for name in _judge_acts(rules, state))


def _act(name: str, group: str) -> Choice:
    return Choice(name, telling.ACT_WORDS[name], {"type": name}, group, main=name in MAIN)


def _main_acts(rules: Rules, state: State) -> Iterator[str]:
    awaits = state.awaits
    if isinstance(awaits, Over):
        return
    if type(awaits) in ANSWERS:
        yield ANSWERS[type(awaits)]
    elif isinstance(awaits, Prelude):
        yield from _prelude_acts(rules, state)
    else:
        yield from _turn_acts(rules, state)


def _prelude_acts(rules: Rules, state: State) -> Iterator[str]:
    yield "engage" if is_helpless(rules, state) else "attack_dice"
    if any(playable(rules, state)):
        yield "strategy"
    if not any(anti_aircraft_breaches(rules, state, _defender(state), acts.AntiAircraft(1))):
        yield "anti_aircraft"
    if not any(colle_breaches(rules, state, _defender(state), acts.ColleAmeno())):
        yield "colle_ameno"


def _turn_acts(rules: Rules, state: State) -> Iterator[str]:
    seat = state.seat
    if isinstance(state.awaits, Swapping) and any(exchangeable(rules, state, ())):
        yield "swap"
    if state.phase == PHASE_CARDS:
        yield "draw"
        return
    if state.phase == EVENT:
        yield from _event_acts(rules, state)
        return
    if any(placeable(rules, state)):
        yield "place"
    if any(affordable(rules, state)):
        yield "buy"
    if any(journeys(rules, state, "invade")):
        yield "invade"
    if battlefields(state):
        yield "battle"
    if any(targets(rules, state)):
        yield "bomb"
    if any(raids(rules, state)):
        yield "raid"
    if any(journeys(rules, state, "move")):
        yield "move"
    if not any(end_turn_breaches(rules, state, seat, acts.EndTurn())):
        yield "end_turn"


def _event_acts(rules: Rules, state: State) -> Iterator[str]:
    if not any(carnival_breaches(rules, state, state.seat)):
        yield "carnival"
    if any(events(rules, state)):
        yield "event"
    yield "no_event"


def _judge_acts(rules: Rules, state: State) -> Iterator[str]:
    if state.giro and rules.is_tournament:
        yield "penalty"
    if state.giro and not state.ended:
        yield "finish"
        if rules.is_tournament:
            yield "time_not_up" if state.last_giro else "time_up"


# -- setting up


def _sheet(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, DrawSheet)
    free = [Choice(one, telling.FACTION_WORDS[one]) for one in FACTIONS if one not in state.factions]
    return _pick(partial, state.awaits.seat, "faction", Words("Quale scheda ha pescato?", "Which sheet?"), free)


# -- phase 1


def _draw(rules: Rules, state: State, partial: Partial) -> Ask:
    due = cards_due(rules, state)
    assert due
    words = Words("Pesca {n:carta|carte}", "Draws {n:card|cards}").fill({"n": due})
    return ready(state.seat, {**partial, "cards": due}, words)


def exchangeable(rules: Rules, state: State, chosen: tuple[str, ...]) -> Iterator[str]:
    """Cards that may be in the hand besides those already chosen."""
    if len(chosen) >= state.hands[state.seat]:
        return
    for card in CARDS:
        if rules.board.cards[card] - state.discards[CARD[card]] > chosen.count(card):
            yield card


def _swap(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, Swapping)
    chosen = tuple(partial.get("cards", ()))
    words = Words("Quale carta scarta?", "Which card is put aside?")
    if len(chosen) >= state.awaits.most or (chosen and not partial.get("more")):
        return ready(state.seat, partial, words)
    options = [
        Choice(card, telling.CARD_WORDS[card], {"cards": [*chosen, card], "more": True})
        for card in exchangeable(rules, state, chosen)
    ]
    if chosen:
        options.insert(0, Choice("done", Words("basta così", "no more"), {"more": False}))
    return Ask("pick", words, state.seat, "card", tuple(options), partial=partial)


def events(rules: Rules, state: State) -> Iterator[str]:
    """Event cards that may be in the hand and may be played now."""
    if state.hands[state.seat] <= state.no_events[state.seat]:
        return
    for card in EVENTS:
        is_left = rules.board.cards[card] > state.discards[CARD[card]]
        has_place = card != "terremoto" or any(_frazioni(rules, state))
        if is_left and has_place and card not in barred(state):
            yield card


def _frazioni(rules: Rules, state: State) -> Iterator[int]:
    return (place for place in range(rules.board.size) if is_frazione(rules, state, place, state.seat))


def _event(rules: Rules, state: State, partial: Partial) -> Ask:
    if "card" not in partial:
        options = [Choice(card, telling.CARD_WORDS[card], {"card": card}) for card in events(rules, state)]
        return _pick(partial, state.seat, "card", Words("Quale evento?", "Which event?"), options)
    words = telling.CARD_WORDS[partial["card"]]
    if partial["card"] != "terremoto":
        return ready(state.seat, partial, words)
    return _pick(partial, state.seat, "at", words, _territories(rules, _frazioni(rules, state), "at"))


def _revolt(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, Rebels)
    words = Words("Dove scoppia la ribellione?", "Where does the rebellion break out?")
    return _pick(partial, state.awaits.chooser, "at", words, _territories(rules, rebellious(rules, state), "at"))


def _flee(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    assert isinstance(awaits, Fleeing)
    held = _totals(refugees(state, awaits.at))
    if "dst" not in partial:
        places = {place for kind in held for place in refuges(rules, state, awaits.at, kind)}
        options = _territories(rules, sorted(places), "dst")
        lost = Choice("", Words("chi resta è distrutto", "those left are destroyed"), {"dst": ""})
        return _pick(partial, state.seat, "dst", Words("Dove vanno?", "Where do they go?"), [*options, lost])
    if not partial["dst"]:
        return ready(state.seat, partial, Words("Chi resta è distrutto", "Those left are destroyed"))
    dst = rules.board.index[partial["dst"]]
    may = {kind: count for kind, count in held.items() if dst in refuges(rules, state, awaits.at, kind)}
    return _units(partial, state.seat, may)


def _pay(rules: Rules, state: State, partial: Partial) -> Ask:
    """Structures given up one by one, until the rest can be paid for and the player wants to keep it."""
    awaits = state.awaits
    assert isinstance(awaits, Quake)
    lost: dict[str, int] = dict(partial.get("lose", {}))
    held = {
        f"{STRUCTURES[kind]}@{rules.board.ids[place]}": count
        for (place, kind), count in shaken(state, awaits.places, awaits.seat).items()
    }
    cost = PER_STRUCTURE * (sum(held.values()) - sum(lost.values()))
    words = Words(
        "Paga {n:risorsa|risorse}, o rinuncia a una struttura?", "Pay {n:resource|resources}, or give up a structure?"
    )
    words = words.fill({"n": cost})
    if not cost or (partial.get("more") is False):
        return ready(awaits.seat, partial, words)
    options = _one_more(rules, partial, "lose", held)
    if cost <= state.resources[awaits.seat]:
        fills = {"lose": lost, "more": False}
        options.insert(0, Choice("pay", Words("paga {n}", "pays {n}").fill({"n": cost}), fills, main=True))
    return Ask("pick", words, awaits.seat, "structure", tuple(options), partial=partial)


def _disband(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    assert isinstance(awaits, Heat)
    gone: dict[str, int] = dict(partial.get("units", {}))
    due = awaits.due - sum(gone.values())
    words = Words("Quale unità toglie? ({n})", "Which unit is given up? ({n})").fill({"n": due})
    if due <= 0:
        return ready(awaits.seat, partial, words)
    held: dict[str, int] = {}
    for one in state.groups:
        if one.seat == awaits.seat:
            name = f"{KINDS[one.kind]}@{rules.board.ids[one.at]}"
            held[name] = held.get(name, 0) + one.count
    options = _one_more(rules, partial, "units", held)
    return Ask("pick", words, awaits.seat, "unit", tuple(options), partial=partial)


def _one_more(rules: Rules, partial: Partial, field: str, held: Mapping[str, int]) -> list[Choice]:
    """Each thing that is left (`piece@place`), as the answer that adds it to those chosen."""
    chosen: dict[str, int] = dict(partial.get(field, {}))
    return [
        Choice(name, _piece_at(rules, name), {field: {**chosen, name: chosen.get(name, 0) + 1}})
        for name, count in held.items()
        if count > chosen.get(name, 0)
    ]


def _piece_at(rules: Rules, name: str) -> Words:
    piece, _, place = name.partition("@")
    facts = {"what": telling.PIECE_WORDS[piece], "at": telling.place_words(rules, place)}
    return Words("{what}, {at}", "{what}, {at}").fill(facts)


# -- phases 2 and 3


def placeable(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    """(territory, piece) for what was bought and may be placed now."""
    pieces = [piece for piece, count in enumerate(state.bought[state.seat]) if count]
    if not pieces or not is_free(state) or state.phase > PLACING:
        return
    for place in range(rules.board.size):
        if state.owners[place] == state.seat:
            for piece in pieces:
                if state.structures[place][0] or not needs_works(piece):
                    act = acts.Place(rules.board.ids[place], {PIECES[piece]: 1})
                    if not any(place_breaches(rules, state, state.seat, act)):
                        yield place, piece


def _place(rules: Rules, state: State, partial: Partial) -> Ask:
    pairs = list(placeable(rules, state))
    if "at" not in partial:
        places = dict.fromkeys(place for place, _ in pairs)
        return _pick(partial, state.seat, "at", Words("Dove piazza?", "Where to?"), _territories(rules, places, "at"))
    at = rules.board.index[partial["at"]]
    may = {piece: state.bought[state.seat][piece] for place, piece in pairs if place == at}
    if rules.structures == "one":
        may = {piece: 1 if piece >= len(KINDS) else count for piece, count in may.items()}
    return _units(partial, state.seat, may)


def affordable(rules: Rules, state: State) -> dict[int, int]:
    """Pieces that may be bought now, with how many."""
    if not is_free(state) or not _may_build(rules, state):
        return {}
    held = state.resources[state.seat]
    found = {
        piece: min(held // COST[piece], units.left_in_box(rules, state, state.seat, piece))
        for piece in range(len(PIECES))
    }
    return {piece: count for piece, count in found.items() if count > 0}


def _may_build(rules: Rules, state: State) -> bool:
    return state.phase <= BUYING and units.has_sheet(rules, state, state.seat)


def _buy(rules: Rules, state: State, partial: Partial) -> Ask:
    return _units(partial, state.seat, affordable(rules, state))


# -- phase 4


def journeys(rules: Rules, state: State, what: str) -> Iterator[tuple[int, int]]:
    """(place, kind) of units that can make at least one legal invasion or move, from where they stand."""
    if not is_free(state) or (what == "invade" and state.phase > INVASION) or (what == "move" and battlefields(state)):
        return
    seen = set()
    for one in state.groups:
        if one.seat == state.seat and one.points and (one.at, one.kind) not in seen:
            seen.add((one.at, one.kind))
            if any(endings(rules, state, what, one.at, one.kind)):
                yield one.at, one.kind


def endings(rules: Rules, state: State, what: str, src: int, kind: int) -> Iterator[tuple[int, ...]]:
    """Shortest ways to each place that a unit of this kind may invade, or move to."""
    farthest = max((one.points for one in units.available(state, state.seat, src, kind)), default=0)
    reached: set[int] = {src}
    ahead: list[tuple[int, ...]] = [(src,)]
    while ahead:
        way = ahead.pop(0)
        if len(way) > 1 and _is_legal(rules, state, what, way, kind):
            yield way[1:]
        if len(way) > farthest or (len(way) > 1 and not _goes_on(rules, state, way[-1], kind)):
            continue
        for there in next_places(rules, kind, way[-1]):
            if there not in reached:
                reached.add(there)
                ahead.append((*way, there))


def _goes_on(rules: Rules, state: State, place: int, kind: int) -> bool:
    """Whether a unit may pass: planes over everything, ground units through own land."""
    return kind in PLANES or is_own(rules, state, place)


def _is_legal(rules: Rules, state: State, what: str, way: tuple[int, ...], kind: int) -> bool:
    ids = rules.board.ids
    fields: Any = {
        "src": ids[way[0]],
        "path": tuple(ids[place] for place in way[1:]),
        "units": {KINDS[kind]: 1},
    }
    if what == "invade":
        if is_own(rules, state, way[-1]) or (kind in PLANES and not _worth_a_flight(rules, state, way[-1])):
            return False
        return not any(invade_breaches(rules, state, state.seat, acts.Invade(**fields)))
    if not (is_own(rules, state, way[-1]) or rules.board.is_ridge(way[-1])):
        return False
    return not any(move_breaches(rules, state, state.seat, acts.Move(**fields)))


def _worth_a_flight(rules: Rules, state: State, place: int) -> bool:
    """Planes alone conquer nothing: the page offers them places where there is something to hit, and any they might see."""
    return bool(units.enemies(state, place, state.seat)) or (
        not rules.board.is_ridge(place) and state.owners[place] not in (NOBODY, state.seat)
    )


def _journey(what: str) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        pairs = list(journeys(rules, state, what))
        ids = rules.board.ids
        if "src" not in partial:
            places = dict.fromkeys(place for place, _ in pairs)
            options = _territories(rules, places, "src")
            return _pick(partial, state.seat, "src", Words("Da dove?", "From where?"), options)
        src = rules.board.index[partial["src"]]
        if "units" not in partial:
            may = {
                kind: sum(one.count for one in units.available(state, state.seat, src, kind) if one.points)
                for place, kind in pairs
                if place == src
            }
            chosen = _units(partial, state.seat, may)
            if chosen.kind != "ready":
                return chosen
            partial = chosen.partial
        ((name, count),) = partial["units"].items()
        ways = _ways_for(rules, state, what, src, name, count)
        options = [
            Choice(ids[way[-1]], rules.board.names[way[-1]], {"path": [ids[place] for place in way]}) for way in ways
        ]
        return _pick(partial, state.seat, "path", Words("Verso dove?", "To where?"), options)

    return ask


def _ways_for(rules: Rules, state: State, what: str, src: int, name: str, count: int) -> list[tuple[int, ...]]:
    """Ways that all of these units can go."""
    kind = units.KIND[name]
    groups = units.available(state, state.seat, src, kind)
    return [
        way
        for way in endings(rules, state, what, src, kind)
        if sum(one.count for one in groups if one.points >= len(way)) >= count
    ]


def _battle(rules: Rules, state: State, partial: Partial) -> Ask:
    words = Words("Quale battaglia?", "Which battle?")
    return _pick(partial, state.seat, "at", words, _territories(rules, battlefields(state), "at"))


def targets(rules: Rules, state: State) -> Iterator[tuple[int, str]]:
    """(place, structure) that a bomber may attack now."""
    for place in _bomber_places(state):
        for name in STRUCTURES:
            act = acts.Bomb(rules.board.ids[place], name)  # type: ignore[arg-type]
            if not any(bomb_breaches(rules, state, state.seat, act)):
                yield place, name


def _bomber_places(state: State) -> list[int]:
    places = sorted({one.at for one in state.groups if one.seat == state.seat and one.kind == BOMBARDIERE})
    return [place for place in places if ready_bombers(state, place)]


def raids(rules: Rules, state: State) -> Iterator[int]:
    for place in _bomber_places(state):
        if not any(raid_breaches(rules, state, state.seat, acts.Raid(rules.board.ids[place]))):
            yield place


def _bomb(rules: Rules, state: State, partial: Partial) -> Ask:
    pairs = list(targets(rules, state))
    if "at" not in partial:
        places = dict.fromkeys(place for place, _ in pairs)
        return _pick(partial, state.seat, "at", Words("Dove?", "Where?"), _territories(rules, places, "at"))
    here = [name for place, name in pairs if rules.board.ids[place] == partial["at"]]
    options = [Choice(name, telling.PIECE_WORDS[name]) for name in here]
    return _pick(partial, state.seat, "target", Words("Quale struttura?", "Which structure?"), options)


def _raid(rules: Rules, state: State, partial: Partial) -> Ask:
    return _pick(partial, state.seat, "at", Words("Dove?", "Where?"), _territories(rules, raids(rules, state), "at"))


# -- before the battle


def _defender(state: State) -> int:
    return state.fray.defender if state.fray else NOBODY


def playable(rules: Rules, state: State) -> Iterator[tuple[int, str, str]]:
    """(seat, card, unit) of strategic cards that may be in a hand and may be played now."""
    fray = state.fray
    assert fray is not None
    for seat in (fray.attacker, fray.defender):
        for card in STRATEGIC:
            vehicles = dict.fromkeys(KINDS[one.kind] for one in fray.of(seat) if one.kind != FANTERIA)
            for unit in vehicles if card == "arma_segreta" else ("",):
                if not any(strategy_breaches(rules, state, seat, acts.Strategy(card, unit))):
                    yield seat, card, unit


def _strategy(rules: Rules, state: State, partial: Partial) -> Ask:
    plays = list(playable(rules, state))
    if "by" not in partial:
        seats = dict.fromkeys(seat for seat, _, _ in plays)
        options = [Choice(seat, seat_words(seat), {"by": seat}) for seat in seats]
        return _pick(partial, state.seat, "by", Words("Chi la gioca?", "Who plays it?"), options)
    by = partial["by"]
    if "card" not in partial:
        cards = dict.fromkeys(card for seat, card, _ in plays if seat == by)
        options = [Choice(card, telling.CARD_WORDS[card], {"card": card}) for card in cards]
        return _pick(partial, by, "card", Words("Quale carta?", "Which card?"), options)
    if partial["card"] != "arma_segreta":
        return ready(by, partial, telling.CARD_WORDS[partial["card"]])
    here = [unit for seat, card, unit in plays if seat == by and card == "arma_segreta"]
    options = [Choice(unit, telling.PIECE_WORDS[unit]) for unit in here]
    return _pick(partial, by, "unit", Words("Su quale mezzo?", "On which unit?"), options)


def _betray(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, Betrayal)
    assert state.fray is not None
    seat = state.awaits.seat
    ranks = dict.fromkeys(RANKS[rank(one)] for one in state.fray.of(seat))
    options = [Choice(name, telling.PIECE_WORDS[name]) for name in ranks]
    return _pick(partial, seat, "unit", Words("Quale unità passa al nemico?", "Which unit changes side?"), options)


def _anti_aircraft(rules: Rules, state: State, partial: Partial) -> Ask:
    fray = state.fray
    assert fray is not None
    foot = sum(one.kind == FANTERIA and not one.is_aa for one in defenders(fray))
    planes = sum(one.kind in PLANES for one in attackers(fray)) - sum(one.is_aa for one in defenders(fray))
    words = Words("Quante fanterie contro gli aerei?", "How much infantry against planes?")
    return _number(partial, fray.defender, "infantry", words, 1, min(foot, planes))


def _losses(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    assert isinstance(awaits, Falling)
    assert state.fray is not None
    words = Words("Che cosa perde?", "What falls?")
    ways = fallen(Hits(awaits.ground, awaits.air, awaits.any), standing(state.fray.of(awaits.seat)))
    options = []
    for number, shares in enumerate(sorted(ways, reverse=True)):
        named = {RANKS[place]: count for place, count in enumerate(shares) if count}
        options.append(Choice(number, telling.pieces_words(named), {"units": named}, main=not number))
    return _pick(partial, awaits.seat, "units", words, options)


# -- dice


def _dice(rules: Rules, state: State, partial: Partial) -> Ask:
    """Whatever throw the table waits for."""
    name = str(partial["type"])
    if name == "attack_dice" and isinstance(state.awaits, Prelude):
        assert state.fray is not None
        assert not is_helpless(rules, state)
        by, count = state.fray.attacker, len(attackers(state.fray))
    else:
        assert ANSWERS.get(type(state.awaits)) == name
        by, count, _ = BY_AWAITS[type(state.awaits)].due(rules, state)  # type: ignore[assignment]
    words = _throw_words(rules, state, name)
    if "dice" in partial:
        return ready(by, partial, words)
    return Ask("dice", words, by, "dice", (), count, count, faces=10, partial=partial)


def _throw_words(rules: Rules, state: State, name: str) -> Words:
    """What is thrown for, and in which order the units stand."""
    title = telling.ACT_WORDS[name]
    awaits, fray = state.awaits, state.fray
    if fray is not None and name in ("attack_dice", "defence_dice"):
        side = attackers(fray) if name == "attack_dice" else defenders(fray)
        lot = [RANKS[rank(one)] for one in side]
        power = [fire(rules, fray.with_(round=max(1, fray.round)), one) for one in side]
    elif fray is not None and name == "plague_dice":
        lot = [RANKS[rank(one)] for one in (*attackers(fray), *defenders(fray)) if is_ground(one)]
        power = []
    elif isinstance(awaits, FlakThrow):
        lot, power = [KINDS[one.kind] for one in awaits.flying for _ in range(one.count)], []
    elif isinstance(awaits, CaptureThrow):
        lot, power = ["complesso"] * awaits.complessi + ["sito_aa"] * awaits.siti, []
    elif isinstance(awaits, StartThrow):
        seats = listed([seat_words(seat) for seat in awaits.seats])
        return Words("{title}: {seats}", "{title}: {seats}").fill({"title": title, "seats": seats})
    else:
        return title
    return Words("{title}: {lot}", "{title}: {lot}").fill({"title": title, "lot": _in_order(lot, power)})


def _in_order(lot: list[str], power: list[int]) -> Words:
    """`2 fanteria (2), 1 carri armati (4)`, in the order of the dice."""
    runs: list[tuple[str, int, int]] = []
    for place, name in enumerate(lot):
        reach = power[place] if power else -1
        if runs and runs[-1][0] == name and runs[-1][2] == reach:
            runs[-1] = (name, runs[-1][1] + 1, reach)
        else:
            runs.append((name, 1, reach))
    parts = []
    for name, count, reach in runs:
        what = telling.pieces_words({name: count})
        parts.append(Words("{what} ({n})", "{what} ({n})").fill({"what": what, "n": reach}) if reach >= 0 else what)
    return listed(parts)


def reroller(state: State) -> int:
    """The seat from Melano whose throw stands open."""
    return state.factions.index("melano") if state.open is not None and "melano" in state.factions else NOBODY


def _reroll(rules: Rules, state: State, partial: Partial) -> Ask:
    seat = reroller(state)
    assert state.open is not None
    assert may_reroll(state.open, seat)
    if "die" not in partial:
        options = [
            Choice(place, Words("il {n}° dado: {die}", "die no. {n}: {die}").fill({"n": place + 1, "die": die}))
            for place, die in enumerate(state.thrown)
        ]
        return _pick(partial, seat, "die", Words("Quale dado rilancia?", "Which die is thrown again?"), options)
    return _number(partial, seat, "value", Words("Che cosa esce?", "What does it show?"), 1, 10)


def _carnival(rules: Rules, state: State, partial: Partial) -> Ask:
    assert not any(carnival_breaches(rules, state, state.seat))
    words = telling.ACT_WORDS["carnival"]
    if "dice" in partial:
        return ready(state.seat, partial, words)
    return Ask("dice", words, state.seat, "dice", (), 1, 1, faces=10, partial=partial)


# -- the judge


def _penalty(rules: Rules, state: State, partial: Partial) -> Ask:
    if "seat" not in partial:
        seats = [Choice(seat, seat_words(seat), {"seat": seat}) for seat in range(rules.seats)]
        return _pick(partial, JUDGE, "seat", Words("A chi?", "To whom?"), seats)
    return _number(partial, JUDGE, "points", Words("Quanti punti?", "How many points?"), 5, 10)


def _finish(rules: Rules, state: State, partial: Partial) -> Ask:
    ways = (TIME,) if rules.is_tournament else (TERRITORIES,)
    options = [Choice(way, telling.ENDINGS[way], {"how": way}) for way in ways]
    return _pick(partial, JUDGE, "how", Words("Come è finita?", "How did it end?"), options)


def _nothing(name: str, by: Callable[[State], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state), partial, telling.ACT_WORDS[name])

    return ask


# -- shapes of questions


def _pick(partial: Partial, by: By, field: str, words: Words, options: Iterable[Choice]) -> Ask:
    if field in partial:
        return ready(by, _settled(partial), words)
    return Ask("pick", words, by, field, tuple(options), partial=partial)


def _settled(partial: Partial) -> Partial:
    """The act without what only helped to ask."""
    return {key: value for key, value in partial.items() if key != "piece"}


def _number(partial: Partial, by: By, field: str, words: Words, least: int, most: int) -> Ask:
    if field in partial:
        return ready(by, partial, words)
    assert least <= most
    return Ask("number", words, by, field, (), least, most, partial=partial)


def _units(partial: Partial, by: By, may: Mapping[int, int]) -> Ask:
    """One kind of piece, then how many of it."""
    words = Words("Che cosa?", "What?")
    if "units" in partial:
        return ready(by, _settled(partial), words)
    name = partial.get("piece") or (PIECES[next(iter(may))] if len(may) == 1 else "")
    if not name:
        options = [Choice(PIECES[piece], telling.PIECE_WORDS[PIECES[piece]], {"piece": PIECES[piece]}) for piece in may]
        return Ask("pick", words, by, "piece", tuple(options), partial=partial)
    most = may[units.PIECE[name]]
    if most == 1:
        return ready(by, {**_settled(partial), "units": {name: 1}}, words)
    many = [Choice(count, same(str(count)), {"units": {name: count}}) for count in range(1, most + 1)]
    how_many = Words("Quanti? ({what})", "How many? ({what})").fill({"what": telling.PIECE_WORDS[name]})
    return Ask("pick", how_many, by, "count", tuple(many), partial=partial)


def _territories(rules: Rules, places: Iterable[int], field: str) -> list[Choice]:
    board = rules.board
    return [Choice(board.ids[place], board.names[place], {field: board.ids[place]}) for place in places]


def _totals(groups: Iterable[Any]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one in groups:
        found[one.kind] = found.get(one.kind, 0) + one.count
    return found


ASKERS: dict[str, Asker] = {
    "sheet": _sheet,
    "draw": _draw,
    "carnival": _carnival,
    "swap": _swap,
    "event": _event,
    "no_event": _nothing("no_event", lambda state: state.seat),
    "revolt": _revolt,
    "flee": _flee,
    "pay": _pay,
    "disband": _disband,
    "place": _place,
    "buy": _buy,
    "invade": _journey("invade"),
    "bomb": _bomb,
    "raid": _raid,
    "battle": _battle,
    "strategy": _strategy,
    "betray": _betray,
    "anti_aircraft": _anti_aircraft,
    "colle_ameno": _nothing("colle_ameno", _defender),
    "engage": _nothing("engage", lambda state: state.seat),
    "losses": _losses,
    "reroll": _reroll,
    "move": _journey("move"),
    "end_turn": _nothing("end_turn", lambda state: state.seat),
    "penalty": _penalty,
    "finish": _finish,
    "time_up": _nothing("time_up", lambda state: JUDGE),
    "time_not_up": _nothing("time_not_up", lambda state: JUDGE),
    **dict.fromkeys((name for name in ANSWERS.values() if name.endswith("_dice")), _dice),
}
