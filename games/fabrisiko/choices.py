"""What the judge may enter next: one question at a time, with its legal answers only. One function an act, in the order of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from games.fabrisiko import acts, labels, questions_dice, questions_first, units
from games.fabrisiko.battle import anti_aircraft_breaches, colle_breaches, is_helpless
from games.fabrisiko.board import FACTIONS, KIND, KINDS, PIECES
from games.fabrisiko.cards import carnival_breaches
from games.fabrisiko.deciding import is_due, level
from games.fabrisiko.dice import may_reroll
from games.fabrisiko.ends import ENDS
from games.fabrisiko.fire import RANKS, Hits, fallen, rank, standing
from games.fabrisiko.income import end_turn_breaches
from games.fabrisiko.legal import (
    affordable,
    endings,
    events,
    exchangeable,
    journeys,
    placeable,
    playable,
    raids,
    reroller,
    setting_out,
    targets,
)
from games.fabrisiko.moments import MOMENTS
from games.fabrisiko.questions import ANSWERS, Asker, nothing_to_ask, pick_units, territory_choices
from games.fabrisiko.rules import COST, FANTERIA, PLANES, Rules
from games.fabrisiko.state import (
    CARDS as PHASE_CARDS,
)
from games.fabrisiko.state import (
    EVENT,
    NOBODY,
    Betrayal,
    DrawSheet,
    Falling,
    Over,
    Prelude,
    State,
    Swapping,
)
from games.fabrisiko.strategy import WEAPON_PRICE
from games.fabrisiko.turns import battlefields
from games.kernel.acts import JUDGE, Act, By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import amount, awaited, has_any, next_question, pick, pick_next, present, require, without
from games.kernel.words import Words, listed, same, seat_words

BY_WAY_OF = Words("{place}, passando per {by}", "{place}, by way of {by}")
WHICH = Words("Che cosa succede?", "What happens?")
PRICED = Words("{what}: {n:risorsa|risorse}", "{what}: {n:resource|resources}")
IN_HAND = Words("{question} In mano: {n:risorsa|risorse}", "{question} In hand: {n:resource|resources}")
MOST_WAYS_AT_ONCE = 12
"""Of losses, in one list of answers."""
MAIN = ("invade", "attack_dice", "place")


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    if "type" not in partial:
        return Ask("act", WHICH, by_default(rules, state), "type", tuple(act_choices(rules, state)))
    return next_question(ASKERS, rules, state, partial)


def by_default(rules: Rules, state: State) -> By:
    return MOMENTS[type(state.awaits)].by(rules, state)


# -- which act


def act_choices(rules: Rules, state: State) -> Iterator[Choice]:
    yield from (_act(name, group="") for name in _main_acts(rules, state))
    if state.open is not None and may_reroll(rules, state.open, reroller(state)):
        yield _act("reroll", group="table")
    yield from (_act(name, group="judge") for name in _judge_acts(rules, state))


def _act(name: str, group: str) -> Choice:
    return Choice(name, labels.ACT_WORDS[name], {"type": name}, group, main=name in MAIN)


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
    if affordable(rules, state):
        yield "buy"
    if any(journeys(rules, state, "invade")):
        yield "invade"
    if battlefields(state):
        yield "battle"
    if any(targets(rules, state)):
        yield "bomb"
    if has_any(raids(rules, state)):
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
    if is_due(rules, state):
        yield "decide"
    if state.giro and not state.ended:
        yield "abandon"
        if ENDS.open_ways(rules, state):
            yield "finish"
        if rules.is_tournament:
            yield "time_not_up" if state.last_giro else "time_up"


# -- setting up


def _sheet(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, DrawSheet)
    free = [Choice(one, labels.FACTION_WORDS[one]) for one in FACTIONS if one not in state.factions]
    words = Words("Quale scheda ha pescato il {seat}?", "Which sheet did {seat} draw?")
    return pick(partial, awaits.seat, "faction", words.fill({"seat": seat_words(awaits.seat)}), free)


def _place(rules: Rules, state: State, partial: Partial) -> Ask:
    pairs = list(placeable(rules, state))
    if "at" not in partial:
        places = dict.fromkeys(place for place, _ in pairs)
        return pick(
            partial, state.seat, "at", Words("Dove piazza?", "Where to?"), territory_choices(rules, places, "at")
        )
    at = rules.board.index[partial["at"]]
    may = {piece: state.bought[state.seat][piece] for place, piece in pairs if place == at}
    if rules.structures == "one":
        may = {piece: 1 if piece >= len(KINDS) else count for piece, count in may.items()}
    return pick_units(partial, state.seat, may)


def _buy(rules: Rules, state: State, partial: Partial) -> Ask:
    """Each key with its price, also where only one thing can be bought, and in the question what there is to spend."""
    may = affordable(rules, state)
    if "units" in partial or "piece" in partial:
        ask = pick_units(partial, state.seat, may)
        costs = [COST[units.PIECE[partial["piece"]]] * int(one.value) for one in ask.choices]
    else:
        options = [Choice(PIECES[piece], labels.PIECE_WORDS[PIECES[piece]], {"piece": PIECES[piece]}) for piece in may]
        ask = Ask("pick", Words("Che cosa?", "What?"), state.seat, "piece", tuple(options), partial=partial)
        costs = [COST[piece] for piece in may]
    if ask.kind == "ready":
        return ask
    priced = [
        msgspec.structs.replace(one, words=PRICED.fill({"what": one.words, "n": cost}))
        for one, cost in zip(ask.choices, costs, strict=True)
    ]
    words = IN_HAND.fill({"question": ask.words, "n": state.resources[state.seat]})
    return msgspec.structs.replace(ask, words=words, choices=tuple(priced))


def _journey(what: str) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        pairs = list(journeys(rules, state, what))
        if "src" not in partial:
            places = dict.fromkeys(place for place, _ in pairs)
            options = territory_choices(rules, places, "src")
            return pick(partial, state.seat, "src", Words("Da dove?", "From where?"), options)
        src = rules.board.index[partial["src"]]
        if "units" not in partial:
            start = setting_out(rules, state, what)
            may = {
                kind: sum(one.count for one in units.available(start, state.seat, src, kind) if one.points)
                for place, kind in pairs
                if place == src
            }
            chosen = pick_units(partial, state.seat, may)
            if chosen.kind != "ready":
                return chosen
            partial = chosen.partial
        require(len(partial["units"]) == 1)
        ((name, count),) = partial["units"].items()
        ways = _way_choices(rules, _ways_for(rules, state, what, src, name, count))
        return pick(without(partial, "piece"), state.seat, "path", Words("Verso dove?", "To where?"), ways)

    return ask


def journeys_between(rules: Rules, state: State, src: str, dst: str) -> tuple[Act, ...]:
    """One unit of the player in turn that goes from one place to another: to invade it, or among his own."""
    here = [one.kind for one in state.armies[rules.board.index[src]] if one.seat == state.seat]
    unit = {KINDS[here[0] if here else FANTERIA]: 1}
    return acts.Invade(src, (dst,), unit), acts.Move(src, (dst,), unit)


def _ways_for(rules: Rules, state: State, what: str, src: int, name: str, count: int) -> list[tuple[int, ...]]:
    """Ways that all of these units can go."""
    kind = KIND[name]
    groups = units.available(setting_out(rules, state, what), state.seat, src, kind)
    return [
        way
        for way in endings(rules, state, what, src, kind)
        if sum(one.count for one in groups if one.points >= len(way)) >= count
    ]


def _way_choices(rules: Rules, ways: Iterable[tuple[int, ...]]) -> Iterator[Choice]:
    """Each way by where it leads; another way to the same place also by what it passes."""
    board, known = rules.board, set[int]()
    for way in ways:
        dst, path = way[-1], [board.ids[place] for place in way]
        value, words = board.ids[dst], board.names[dst]
        if dst in known:
            by = listed([board.names[place] for place in way[:-1]])
            value, words = " ".join(path), BY_WAY_OF.fill({"place": words, "by": by})
        known.add(dst)
        yield Choice(value, words, {"path": path})


def _battle(rules: Rules, state: State, partial: Partial) -> Ask:
    words = Words("Quale battaglia?", "Which battle?")
    return pick(partial, state.seat, "at", words, territory_choices(rules, battlefields(state), "at"))


def _bomb(rules: Rules, state: State, partial: Partial) -> Ask:
    pairs = list(targets(rules, state))
    if "at" not in partial:
        places = dict.fromkeys(place for place, _ in pairs)
        return pick(partial, state.seat, "at", Words("Dove?", "Where?"), territory_choices(rules, places, "at"))
    here = [name for place, name in pairs if rules.board.ids[place] == partial["at"]]
    options = [Choice(name, labels.PIECE_WORDS[name]) for name in here]
    return pick(partial, state.seat, "target", Words("Quale struttura?", "Which structure?"), options)


def _raid(rules: Rules, state: State, partial: Partial) -> Ask:
    return pick(
        partial, state.seat, "at", Words("Dove?", "Where?"), territory_choices(rules, raids(rules, state), "at")
    )


# -- before the battle


def _defender(state: State) -> int:
    return state.fray.defender if state.fray else NOBODY


def _strategy(rules: Rules, state: State, partial: Partial) -> Ask:
    plays = list(playable(rules, state))
    if "by" not in partial:
        seats = dict.fromkeys(seat for seat, _, _ in plays)
        options = [Choice(seat, seat_words(seat), {"by": seat}) for seat in seats]
        return pick(partial, state.seat, "by", Words("Chi la gioca?", "Who plays it?"), options)
    by = partial["by"]
    if "card" not in partial:
        cards = dict.fromkeys(card for seat, card, _ in plays if seat == by)
        options = [Choice(card, labels.CARD_WORDS[card], {"card": card}) for card in cards]
        words = Words("Quale carta gioca il {seat}?", "Which card does {seat} play?")
        return pick(partial, by, "card", words.fill({"seat": seat_words(by)}), options)
    require(any(card == partial["card"] for _, card, _ in plays))
    if partial["card"] != "arma_segreta":
        return ready(by, partial, labels.CARD_WORDS[partial["card"]])
    here = [unit for seat, card, unit in plays if seat == by and card == "arma_segreta"]
    options = [Choice(unit, PRICED.fill({"what": labels.PIECE_WORDS[unit], "n": WEAPON_PRICE})) for unit in here]
    words = Words("Su quale mezzo?", "On which unit?")
    return pick(partial, by, "unit", IN_HAND.fill({"question": words, "n": state.resources[by]}), options)


def _betray(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Betrayal)
    fray = present(state.fray)
    seat = awaits.seat
    ranks = dict.fromkeys(RANKS[rank(one)] for one in fray.of(seat))
    options = [Choice(name, labels.PIECE_WORDS[name]) for name in ranks]
    return pick(partial, seat, "unit", Words("Quale unità passa al nemico?", "Which unit changes side?"), options)


def _anti_aircraft(rules: Rules, state: State, partial: Partial) -> Ask:
    fray = present(state.fray)
    foot = sum(one.kind == FANTERIA and not one.is_aa for one in fray.defenders)
    planes = sum(one.kind in PLANES for one in fray.attackers) - sum(one.is_aa for one in fray.defenders)
    words = Words("Quante fanterie contro gli aerei?", "How much infantry against planes?")
    return amount(partial, fray.defender, "infantry", words, 1, min(foot, planes))


def _losses(rules: Rules, state: State, partial: Partial) -> Ask:
    """One of a few ways in which the hits can fall, the likeliest first; of many the number of each kind in turn, as far as it is free."""
    awaits = awaited(state, Falling)
    fray = present(state.fray)
    words = Words("Che cosa perde?", "What falls?")
    ways = sorted(fallen(Hits(awaits.ground, awaits.air, awaits.any), standing(fray.of(awaits.seat))), reverse=True)
    if len(ways) > MOST_WAYS_AT_ONCE:
        return _losses_by_kind(awaits.seat, ways, partial)
    options = [
        Choice(number, labels.pieces_words(_named(shares)), {"units": _named(shares)}, main=not number)
        for number, shares in enumerate(ways)
    ]
    return pick(partial, awaits.seat, "units", words, options)


def _losses_by_kind(seat: int, ways: Sequence[Sequence[int]], partial: Partial) -> Ask:
    """`more` of the partial act counts the kinds that were asked or left nothing to ask; those without losses are not named in it."""
    done, so_far = int(partial.get("more", 0)), dict(partial.get("units", {}))
    if so_far and not done:
        return ready(seat, partial, labels.pieces_words(so_far))
    left = [shares for shares in ways if all(shares[at] == so_far.get(RANKS[at], 0) for at in range(done))]
    require(left)
    if len(left) == 1:
        whole = _named(left[0])
        return ready(seat, {**partial, "units": whole}, labels.pieces_words(whole))
    rank = next(rank for rank in range(len(RANKS)) if len({shares[rank] for shares in left}) > 1)
    counts = sorted({shares[rank] for shares in left}, reverse=True)
    words = Words("Quanti ne perde, {n} in tutto: {what}?", "How many fall, {n} in all: {what}?").fill(
        {"n": sum(left[0]), "what": labels.PIECE_WORDS[RANKS[rank]]}
    )
    settled = _named(left[0][:rank])
    options = [
        Choice(
            count, same(str(count)), {"units": {**settled, **({RANKS[rank]: count} if count else {})}, "more": rank + 1}
        )
        for count in counts
    ]
    return pick_next(partial, seat, "units", words, options)


def _named(shares: Sequence[int]) -> dict[str, int]:
    return {RANKS[place]: count for place, count in enumerate(shares) if count}


# -- the judge


def _penalty(rules: Rules, state: State, partial: Partial) -> Ask:
    if "seat" not in partial:
        seats = [Choice(seat, seat_words(seat), {"seat": seat}) for seat in range(rules.seats)]
        return pick(partial, JUDGE, "seat", Words("A chi?", "To whom?"), seats)
    return amount(partial, JUDGE, "points", Words("Quanti punti?", "How many points?"), 5, 10)


def _abandon(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [Choice(seat, seat_words(seat)) for seat in range(rules.seats) if seat not in state.left]
    return pick(partial, JUDGE, "seat", Words("Chi abbandona?", "Who leaves?"), seats)


def _decide(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [Choice(seat, seat_words(seat)) for seat in level(rules, state)]
    return pick(partial, JUDGE, "seat", Words("Chi è primo?", "Who comes first?"), seats)


def _finish(rules: Rules, state: State, partial: Partial) -> Ask:
    return ENDS.ask(rules, state, partial, labels.ENDINGS)


ASKERS: dict[str, Asker] = {
    **questions_first.ASKERS,
    **questions_dice.ASKERS,
    "sheet": _sheet,
    "place": _place,
    "buy": _buy,
    "invade": _journey("invade"),
    "bomb": _bomb,
    "raid": _raid,
    "battle": _battle,
    "strategy": _strategy,
    "betray": _betray,
    "anti_aircraft": _anti_aircraft,
    "colle_ameno": nothing_to_ask("colle_ameno", _defender),
    "engage": nothing_to_ask("engage", lambda state: state.seat),
    "losses": _losses,
    "move": _journey("move"),
    "end_turn": nothing_to_ask("end_turn", lambda state: state.seat),
    "abandon": _abandon,
    "decide": _decide,
    "penalty": _penalty,
    "finish": _finish,
    "time_up": nothing_to_ask("time_up", lambda state: JUDGE),
    "time_not_up": nothing_to_ask("time_not_up", lambda state: JUDGE),
}
