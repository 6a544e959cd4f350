"""What the judge may enter next: one question at a time, with its legal answers only. One function an act, in the order of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.kernel.acts import JUDGE, Act, By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import (
    amount,
    awaited,
    has_any,
    next_question,
    one_die_each,
    pick,
    pick_next,
    present,
    require,
    throw,
    without,
)
from games.kernel.words import Words, listed, seat_words
from games.risiko import acts, labels
from games.risiko.attack import (
    declared,
    defence_dice,
    fighting_breaches,
    void_throw_breaches,
)
from games.risiko.board import JOLLIES, JOLLY
from games.risiko.cards import draw_breaches, end_turn_breaches
from games.risiko.counting import tied, to_reveal
from games.risiko.ends import ENDS
from games.risiko.legal import (
    attack_sources,
    can_play_set,
    claimable,
    completes,
    dice_counts,
    legal_targets,
    movable,
    move_sources,
    move_targets,
    unseen_cards,
)
from games.risiko.moments import MOMENTS
from games.risiko.movement import enough, garrison
from games.risiko.reinforcement import faces_enemy, gain, stocked
from games.risiko.rules import BATCH, COLOURS, HAND_LIMIT, Rules
from games.risiko.setting_up import receiver
from games.risiko.state import (
    NOBODY,
    AttackThrow,
    CloseThrow,
    Count,
    DealCard,
    DealObjectives,
    DefenceThrow,
    Fight,
    Occupation,
    PickColour,
    PlaceFirst,
    Reinforce,
    StartThrow,
    State,
)
from games.risiko.turns import due, is_stocked, room

Asker = Callable[[Rules, State, Partial], Ask]
WHICH = Words("Che cosa succede?", "What happens?")


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
    if state.late != NOBODY and is_stocked(rules, state) and state.hand_size(state.late) < HAND_LIMIT:
        yield _act("late_card", group="table")
    yield from (_act(name, group="table") for name in _table_acts(rules, state))
    yield from (_act(name, group="judge") for name in _judge_acts(rules, state))


def _act(name: str, group: str) -> Choice:
    return Choice(name, labels.ACT_WORDS[name], {"type": name}, group, main=name in ("attack", "place"))


def _main_acts(rules: Rules, state: State) -> Iterator[str]:
    awaits = state.awaits
    simple = {
        StartThrow: "start_dice",
        PickColour: "colour",
        DealCard: "deal",
        DealObjectives: "objectives",
        PlaceFirst: "place",
        DefenceThrow: "defence_dice",
        Occupation: "occupy",
        CloseThrow: "close_dice",
    }
    if type(awaits) in simple:
        yield simple[type(awaits)]
    elif isinstance(awaits, Count):
        yield from _count_acts(rules, state)
    else:
        yield from _turn_acts(rules, state)


def _turn_acts(rules: Rules, state: State) -> Iterator[str]:
    is_announced = isinstance(state.awaits, AttackThrow) and _may_throw(rules, state)
    if is_announced:  # its dice come first, also where it was registered with armies still to place
        yield "attack_dice"
    if min(due(state), room(rules, state, state.seat)):
        yield "place"
    if not is_announced and declared(state) and _may_throw(rules, state):
        yield "attack_dice"
    if has_any(attack_sources(rules, state)):
        yield "attack"
    if can_play_set(rules, state):
        yield "tris"
    if has_any(move_sources(rules, state)):
        yield "move"
    if not any(draw_breaches(rules, state, state.seat, acts.Draw())):
        yield "draw"
    if not any(end_turn_breaches(rules, state, state.seat, acts.EndTurn())):
        yield "end_turn"


def _may_throw(rules: Rules, state: State) -> bool:
    return bool(list(dice_counts(rules, state)))


def _count_acts(rules: Rules, state: State) -> Iterator[str]:
    if to_reveal(state):
        if not rules.sealed:
            yield "reveal"
    elif tied(rules, state):
        yield "tie_dice"


def _table_acts(rules: Rules, state: State) -> Iterator[str]:
    awaits = state.awaits
    if isinstance(awaits, (AttackThrow, Fight, DefenceThrow, CloseThrow)) or _may_attack_first(rules, state):
        yield "void_throw"
    if not rules.sealed and any(claimable(rules, state)):
        yield "claim"


def _may_attack_first(rules: Rules, state: State) -> bool:
    """Before the first attack of a turn, which may be thrown without a declaration like any other (art. 6)."""
    return isinstance(state.awaits, Reinforce) and not fighting_breaches(rules, state)


def _judge_acts(rules: Rules, state: State) -> Iterator[str]:
    if isinstance(state.awaits, PlaceFirst) or (isinstance(state.awaits, Count) and to_reveal(state)):
        yield "abandon"
    if state.giro and not state.ended:
        yield from ("undue_card", "abandon") if is_stocked(rules, state) else ("abandon",)
        if not isinstance(state.awaits, Occupation) and ENDS.open_ways(rules, state):
            yield "finish"
        yield "time_not_up" if state.last_giro else "time_up"


# -- setting up


def _start_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, StartThrow)
    words = Words("Un dado a testa: {who}", "One die each: {who}").fill({"who": _seat_list(awaits.seats)})
    return one_die_each(partial, words, awaits.seats)


def _colour(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, PickColour)
    free = [Choice(one, labels.COLOUR_WORDS[one], {"colour": one}) for one in COLOURS if one not in state.colours]
    return pick(partial, awaits.seat, "colour", Words("Quale colore?", "Which colour?"), free)


def _deal(rules: Rules, state: State, partial: Partial) -> Ask:
    awaited(state, DealCard)
    undealt = [place for place, owner in enumerate(state.owners) if owner == NOBODY]
    cards = [
        _territory(rules, place, sets={"card": rules.board.ids[place], "to": receiver(rules, state, place)})
        for place in undealt
    ]
    words = Words("Quale carta esce?", "Which card turns up?")
    return ready(JUDGE, partial, words) if "to" in partial else pick_next(partial, JUDGE, "card", words, cards)


def _place(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    if isinstance(awaits, PlaceFirst):
        seat = awaits.seat
        least = most = min(BATCH, awaits.stock[seat])
    else:
        seat, least, most = state.seat, 1, min(due(state), room(rules, state, state.seat))
    if "armies" in partial and not partial.get("more"):
        return ready(seat, partial, labels.ACT_WORDS["place"])
    own = state.territories_of(seat)
    bare = [place for place in own if state.armies[place] == 1 and faces_enemy(rules, state, place, seat)]
    if rules.garrison == "everywhere" and bare:
        return _place_garrisons(rules, partial, seat, own, bare, least, most)
    return _spread(rules, partial, seat, own, least, most)


def _place_garrisons(
    rules: Rules, partial: Partial, seat: int, own: list[int], bare: list[int], least: int, most: int
) -> Ask:
    """By option, border territories are brought to two before anything else: one army each, then what is left anywhere."""
    if len(bare) >= least:
        return _spread(rules, partial, seat, bare, least, min(most, len(bare)), cap=1)
    filled = {rules.board.ids[place]: 1 for place in bare}
    return _spread(rules, {**partial, "armies": filled, "more": True}, seat, own, least - len(bare), most - len(bare))


def _spread(rules: Rules, partial: Partial, seat: int, places: list[int], least: int, most: int, cap: int = 0) -> Ask:
    words = Words("Dove vanno le armate? ({n})", "Where do the armies go? ({n})").fill({"n": most})
    options = tuple(_territory(rules, place) for place in places)
    return Ask("spread", words, seat, "armies", options, least, most, partial=partial, cap=cap)


# -- the turn


def _tris(rules: Rules, state: State, partial: Partial) -> Ask:
    chosen = tuple(partial.get("cards", ()))
    if len(chosen) == 3:
        brings = Words("Tris da {n:armata|armate}", "Set for {n:army|armies}").fill({"n": gain(rules, state, chosen)})
        return ready(state.seat, partial, brings)
    facts = {"n": len(chosen) + 1, "seat": seat_words(state.seat)}
    words = Words("Carta {n} di 3 del {seat}", "Card {n} of 3 of {seat}").fill(facts)
    options = [
        _card(rules, card, {"cards": [*chosen, card]})
        for card in unseen_cards(rules, state)
        if completes(rules, state, (*chosen, card))
    ]
    return pick_next(without(partial, "card"), state.seat, "card", words, options)


def _attack(rules: Rules, state: State, partial: Partial) -> Ask:
    by = state.seat
    if "src" not in partial:
        places = [_territory(rules, src, sets={"src": rules.board.ids[src]}) for src in attack_sources(rules, state)]
        return pick(partial, by, "src", Words("Da dove?", "From where?"), places)
    src = rules.board.index[partial["src"]]
    places = [_territory(rules, dst, sets={"dst": rules.board.ids[dst]}) for dst in legal_targets(rules, state, src)]
    return pick(partial, by, "dst", Words("Verso dove?", "Against which?"), places)


def _attack_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    counts = list(dice_counts(rules, state))
    require(counts)
    pair = present(declared(state))
    facts = {"src": rules.board.names[pair[0]], "dst": rules.board.names[pair[1]]}
    words = Words("Dadi dell'attacco: {src} → {dst}", "Attacker's dice: {src} → {dst}").fill(facts)
    return throw(partial, state.seat, words, min(counts), max(counts))


def _defence_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, DefenceThrow)
    count = defence_dice(state.armies[awaits.dst])
    words = Words("Dadi della difesa: {dst}", "Defender's dice: {dst}").fill({"dst": rules.board.names[awaits.dst]})
    return throw(partial, awaits.roller, words, count, count)


def _void_throw(rules: Rules, state: State, partial: Partial) -> Ask:
    by = by_default(rules, state)
    side: acts.Side = "defence" if isinstance(state.awaits, DefenceThrow) else "attack"
    causes = [
        Choice(cause, words, {"side": side, "cause": cause})
        for cause, words in labels.VOID_WORDS.items()
        if not any(void_throw_breaches(rules, state, by, acts.VoidThrow(side, cause)))
    ]
    return pick(partial, by, "cause", Words("Perché è nullo?", "Why is it void?"), causes)


def _occupy(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Occupation)
    most = max(awaits.least, state.armies[awaits.src] - garrison(rules, state, awaits.src, state.seat))
    words = Words("Quante armate entrano in {dst}?", "How many armies move into {dst}?").fill(
        {"dst": rules.board.names[awaits.dst]}
    )
    return amount(partial, state.seat, "armies", words, enough(rules, state, awaits), most)


def _move(rules: Rules, state: State, partial: Partial) -> Ask:
    by, ids = state.seat, rules.board.ids
    if "src" not in partial:
        places = [_territory(rules, src, sets={"src": ids[src]}) for src in move_sources(rules, state)]
        return pick(partial, by, "src", Words("Da dove si sposta?", "Move from where?"), places)
    src = rules.board.index[partial["src"]]
    if "dst" not in partial:
        places = [_territory(rules, dst, sets={"dst": ids[dst]}) for dst in move_targets(rules, state, src)]
        return pick(partial, by, "dst", Words("Verso dove?", "To where?"), places)
    return amount(partial, by, "armies", Words("Quante armate?", "How many armies?"), 1, movable(rules, state, src))


def journeys(rules: Rules, state: State, src: str, dst: str) -> tuple[Act, ...]:
    """From one territory to another: the attack, or the move of one army."""
    return acts.Attack(src, dst), acts.Move(src, dst, 1)


def _draw(rules: Rules, state: State, partial: Partial) -> Ask:
    count = state.hand_size(state.seat) + 1
    return ready(
        state.seat,
        {**partial, "holding": count},
        Words("Pesca: ne avrà {n}", "Draws: will hold {n}").fill({"n": count}),
    )


def _late_card(rules: Rules, state: State, partial: Partial) -> Ask:
    count = state.hand_size(state.late) + 1
    return ready(state.late, {**partial, "holding": count}, Words("Ne avrà {n}", "Will hold {n}").fill({"n": count}))


def _undue_card(rules: Rules, state: State, partial: Partial) -> Ask:
    bits = [bit for bit in range(rules.board.size + JOLLIES) if stocked(state).unseen[-1] >> bit & 1]
    names = dict.fromkeys(rules.board.ids[bit] if bit < rules.board.size else JOLLY for bit in bits)
    cards = [_card(rules, name, {"card": name}) for name in names]
    words = Words("Quale carta ha mostrato il {seat}?", "Which card did {seat} show?")
    return pick(partial, state.seat, "card", words.fill({"seat": seat_words(state.seat)}), cards)


def _nothing(name: str, by: Callable[[State], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state), partial, labels.ACT_WORDS[name])

    return ask


# -- the end


def _close_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, CloseThrow)
    words = Words("Sdadata: chiude con {n} o meno", "Sdadata: {n} or less closes").fill({"n": awaits.threshold})
    return throw(partial, state.seat, words, 2, 2)


def _claim(rules: Rules, state: State, partial: Partial) -> Ask:
    pairs = list(claimable(rules, state))
    if "by" not in partial:
        seats = [Choice(seat, seat_words(seat), {"by": seat}) for seat in dict.fromkeys(seat for seat, _ in pairs)]
        return pick(partial, JUDGE, "by", Words("Chi ha raggiunto l'obiettivo?", "Who reached the objective?"), seats)
    return _objective(rules, partial, [number for seat, number in pairs if seat == partial["by"]])


def _reveal(rules: Rules, state: State, partial: Partial) -> Ask:
    if "by" not in partial:
        seats = [Choice(seat, seat_words(seat), {"by": seat}) for seat in to_reveal(state)]
        return pick(partial, JUDGE, "by", Words("Di chi è l'obiettivo?", "Whose objective?"), seats)
    free = [number for number in rules.board.objectives if number not in state.objectives]
    return _objective(rules, partial, free)


def _objective(rules: Rules, partial: Partial, numbers: list[int]) -> Ask:
    options = [Choice(number, labels.objective_words(rules, number), {"objective": number}) for number in numbers]
    words = Words("Quale obiettivo ha il {seat}?", "Which objective does {seat} have?")
    return pick(partial, partial["by"], "objective", words.fill({"seat": seat_words(partial["by"])}), options)


def _tie_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    level = tied(rules, state)
    words = Words("Spareggio: {who}", "Tie: {who}").fill({"who": _seat_list(level)})
    return one_die_each(partial, words, tuple(level))


def _abandon(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [Choice(seat, seat_words(seat), {"seat": seat}) for seat in range(rules.seats) if state.is_active(seat)]
    return pick(partial, JUDGE, "seat", Words("Chi abbandona?", "Who leaves?"), seats)


def _finish(rules: Rules, state: State, partial: Partial) -> Ask:
    return ENDS.ask(rules, state, partial, labels.ENDINGS)


# -- shapes of questions


def _territory(rules: Rules, place: int, sets: dict[str, Any] | None = None) -> Choice:
    board = rules.board
    group = board.continents[board.continent_of[place]].id
    return Choice(board.ids[place], board.names[place], sets or {}, group)


def _card(rules: Rules, card: str, sets: dict[str, Any]) -> Choice:
    figure = "" if card == JOLLY else rules.board.symbols[rules.board.index[card]]
    return Choice(card, labels.card_words(rules, card), sets, figure, marks=(figure,) if figure else ())


def _seat_list(seats: Iterable[int]) -> Words:
    return listed([seat_words(seat) for seat in seats])


ASKERS: dict[str, Asker] = {
    "start_dice": _start_dice,
    "colour": _colour,
    "deal": _deal,
    "objectives": _nothing("objectives", lambda state: JUDGE),
    "place": _place,
    "tris": _tris,
    "attack": _attack,
    "attack_dice": _attack_dice,
    "defence_dice": _defence_dice,
    "void_throw": _void_throw,
    "occupy": _occupy,
    "move": _move,
    "draw": _draw,
    "late_card": _late_card,
    "undue_card": _undue_card,
    "end_turn": _nothing("end_turn", lambda state: state.seat),
    "close_dice": _close_dice,
    "claim": _claim,
    "reveal": _reveal,
    "tie_dice": _tie_dice,
    "abandon": _abandon,
    "finish": _finish,
    "time_up": _nothing("time_up", lambda state: JUDGE),
    "time_not_up": _nothing("time_not_up", lambda state: JUDGE),
}
