"""What the judge may enter next: one question at a time, with its legal answers only. One function an act, in the order of a turn.

Whether an answer is legal is asked of the same `breaches` that check the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.iperisiko import acts, labels, questions_before
from games.iperisiko.answers import refuges, windows
from games.iperisiko.attack import (
    declared,
    defence_dice,
    due_dice,
    least_fleet,
)
from games.iperisiko.cards import draw_breaches, end_turn_breaches, late_card_breaches
from games.iperisiko.counting import claim_breaches, to_reveal
from games.iperisiko.dealing import is_first_auction, is_void
from games.iperisiko.deck import can_hold
from games.iperisiko.ends import ENDS
from games.iperisiko.legal import (
    Pairs,
    agreeing,
    attacks,
    bombings,
    bribes,
    can_exchange,
    claimable,
    completes,
    entries,
    exchangeable,
    facing,
    figure_of,
    flights,
    good_pairs,
    has_dice,
    is_legal,
    landings,
    moves,
    removable,
    reserves,
    spied,
    strikes,
)
from games.iperisiko.questions import (
    Asker,
    by_answering,
    by_default,
    by_judge,
    by_seat_in_turn,
    nothing_to_ask,
    objective_choice,
    seat_choice,
    territory_choices,
    two_objectives,
)
from games.iperisiko.reinforcement import gain, worth
from games.iperisiko.rules import AIRLIFT, FLEET, Rules
from games.iperisiko.state import (
    NOBODY,
    SETTING_UP,
    Auctioning,
    AuctionThrow,
    Bombing,
    Count,
    DealHand,
    DealObjectives,
    Declared,
    DefenceThrow,
    DrawLot,
    Occupation,
    PickColour,
    PickPlace,
    PlaceFactory,
    PlaceFirst,
    ReadStandings,
    Spying,
    State,
)
from games.iperisiko.turns import available, due, in_kit, is_under_way
from games.kernel.acts import JUDGE, Act, By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import (
    NotPossibleNow,
    amount,
    awaited,
    next_question,
    pick,
    pick_next,
    throw,
    without,
)
from games.kernel.words import Words, seat_words

WHICH = Words("Che cosa succede?", "What happens?")
FROM, TOWARDS = Words("Da dove?", "From where?"), Words("Verso dove?", "Towards where?")
HOW_MANY = Words("Quante armate?", "How many armies?")
WHERE, WHOM = Words("Dove?", "Where?"), Words("Contro chi?", "Against whom?")


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    if "type" not in partial:
        return Ask("act", WHICH, by_default(rules, state), "type", tuple(act_choices(rules, state)))
    return next_question(ASKERS, rules, state, partial)


# -- which act


def act_choices(rules: Rules, state: State) -> Iterator[Choice]:
    yield from (_act(name, "") for name in main_acts(rules, state))
    for window in windows(rules, state):
        yield from (_answer(name, window.seat) for name in window.acts if name != "void_objectives")
    yield from (_act(name, "table") for name in _table_acts(rules, state))
    yield from (_act(name, "judge") for name in _judge_acts(rules, state))


def _act(name: str, group: str) -> Choice:
    return Choice(name, labels.ACT_WORDS[name], {"type": name}, group, main=name in ("attack", "place", "attack_dice"))


def _answer(name: str, by: int) -> Choice:
    """A card out of turn, with the seat that may interpose it."""
    facts = {"act": labels.ACT_WORDS[name], "seat": seat_words(by)}
    return Choice(name, Words("{act}, {seat}", "{act}, {seat}").fill(facts), {"type": name, "by": by}, "table")


def main_acts(rules: Rules, state: State) -> Iterator[str]:
    simple = {
        DrawLot: "lot",
        ReadStandings: "standings",
        PickPlace: "pick_place",
        PickColour: "colour",
        DealHand: "deal",
        AuctionThrow: "auction_dice",
        DealObjectives: "objectives",
        PlaceFactory: "factory",
        PlaceFirst: "place",
        DefenceThrow: "defence_dice",
        Occupation: "occupy",
        Bombing: "bomb_falls",
        Spying: "spia_removes",
    }
    if type(state.awaits) in simple:
        yield simple[type(state.awaits)]
    elif isinstance(state.awaits, Auctioning):
        yield _auction_act(rules, state, state.awaits)
    elif isinstance(state.awaits, Count):
        yield from ["reveal"] if to_reveal(state) and not rules.sealed else []
    else:
        first = (
            "attack_dice" if isinstance(state.awaits, Declared) else "place"
        )  # a registered attack may stand before armies
        names = sorted(TURN_ACTS, key=lambda name: name != first)
        yield from (name for name in names if TURN_ACTS[name](rules, state))


def _auction_act(rules: Rules, state: State, awaits: Auctioning) -> str:
    if is_first_auction(state) and is_void(rules, state):
        return "redeal"
    return "bids" if rules.auction == "sealed" and awaits.by_lot == NOBODY else "auction"


def _table_acts(rules: Rules, state: State) -> Iterator[str]:
    if any("void_objectives" in window.acts for window in windows(rules, state)):
        yield "void_objectives"
    if isinstance(state.awaits, DefenceThrow) or declared(state) is not None:
        yield "void_throw"
    if state.forgot != NOBODY and is_legal(late_card_breaches, rules, state, acts.LateCard(), state.forgot):
        yield "late_card"
    if not rules.sealed and any(claimable(rules, state)):
        yield "claim"


def _judge_acts(rules: Rules, state: State) -> Iterator[str]:
    if is_under_way(state) or isinstance(state.awaits, SETTING_UP) or to_reveal(state):
        yield "abandon"
    if is_under_way(state):
        if not isinstance(state.awaits, Occupation) and ENDS.open_ways(rules, state):
            yield "finish"
        yield "time_not_up" if state.last_giro else "time_up"
        if not state.has_pre_alarm:
            yield "pre_alarm"


def _card_choice(rules: Rules, card: str, sets: dict[str, Any]) -> Choice:
    figure = figure_of(rules, card)
    return Choice(card, labels.card_words(rules, card), sets, figure, marks=(figure,) if figure else ())


def _combination(rules: Rules, state: State, partial: Partial) -> Ask:
    """Card after card: once they make a combination, they may be played or another added."""
    chosen, done = tuple(partial.get("cards", ())), partial.get("more") == "done"
    if done:
        brings = Words("Combinazione da {n:armata|armate}", "Combination for {n:army|armies}").fill(
            {"n": gain(rules, state, chosen)}
        )
        return ready(state.seat, without(partial, "card"), brings)
    options = [
        _card_choice(rules, card, {"cards": [*chosen, card]})
        for card in exchangeable(rules, state, chosen)
        if completes(rules, state, (*chosen, card))
    ]
    if worth(rules, chosen):
        play = Words("Gioca: {n:armata|armate}", "Play: {n:army|armies}").fill({"n": gain(rules, state, chosen)})
        options.insert(0, Choice("done", play, {"more": "done"}, main=True, ends=True))
    facts = {"n": len(chosen) + 1, "seat": seat_words(state.seat)}
    words = Words("Carta {n} del {seat}", "Card {n} of {seat}").fill(facts)
    return pick_next(without(partial, "card"), state.seat, "card", words, options)


def _journey(rules: Rules, state: State, partial: Partial, pairs: Pairs) -> Ask | None:
    """From where and towards where; None once both are known."""
    if "src" not in partial:
        sources = dict.fromkeys(src for src, _ in pairs(rules, state))
        return pick_next(partial, state.seat, "src", FROM, territory_choices(rules, sources, "src"))
    if "dst" not in partial:
        src = rules.board.index[partial["src"]]
        targets = [dst for start, dst in pairs(rules, state) if start == src]
        return pick_next(partial, state.seat, "dst", TOWARDS, territory_choices(rules, targets, "dst"))
    return None


def _carrying(pairs: Pairs, most: int = 1000, least: int = 1) -> Asker:
    """A journey and how many armies make it."""

    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        ask = _journey(rules, state, partial, pairs)
        if ask is not None:
            return ask
        able = min(most, available(state, rules.board.index[partial["src"]]))
        return amount(partial, state.seat, "armies", HOW_MANY, least, able)

    return ask


def _attack(rules: Rules, state: State, partial: Partial) -> Ask:
    ask = _journey(rules, state, partial, attacks)
    return ask or _how_many_dice(partial, state.seat, available(state, rules.board.index[partial["src"]]))


def _ammiraglio(rules: Rules, state: State, partial: Partial) -> Ask:
    ask = _carrying(landings, FLEET, least_fleet(rules))(rules, state, partial)
    return _how_many_dice(partial, state.seat, partial["armies"]) if ask.kind == "ready" else ask


def journeys(rules: Rules, state: State, src: str, dst: str) -> tuple[Act, ...]:
    """From one territory to another: the attack, or one army that enters what is nobody's or moves."""
    is_free = state.owners[rules.board.index[dst]] == NOBODY
    return (acts.Enter(src, dst, 1),) if is_free else (acts.Attack(src, dst), acts.Move(src, dst, 1))


def _how_many_dice(partial: Partial, by: By, able: int) -> Ask:
    """Fewer dice than possible are declared before the throw (art. 9); 0 stands for all."""
    words = Words("Con quanti dadi?", "With how many dice?")
    fewer = [Choice(n, Words(f"ne dichiara {n}", f"declares {n}"), {"dice": n}) for n in range(1, min(3, able))]
    return pick(partial, by, "dice", words, [Choice(0, Words("tutti", "all"), {"dice": 0}, main=True), *fewer])


def _socialista(rules: Rules, state: State, partial: Partial) -> Ask:
    ask = _journey(rules, state, partial, bribes)
    return ask or ready(state.seat, partial, labels.ACT_WORDS["socialista"])


# -- throws and occupation


def _attack_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    way = declared(state)
    if way is None:
        raise NotPossibleNow
    facts = {"src": rules.board.names[way.src], "dst": rules.board.names[way.dst]}
    words = Words("Dadi dell'attacco: {src} → {dst}", "Attacker's dice: {src} → {dst}").fill(facts)
    due = max(1, due_dice(state, way))
    return throw(partial, state.seat, words, due, due)


def _defence_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, DefenceThrow)
    count = defence_dice(state.armies[awaits.dst])
    words = Words("Dadi della difesa: {dst}", "Defender's dice: {dst}").fill({"dst": rules.board.names[awaits.dst]})
    return throw(partial, awaits.roller, words, count, count)


def _void_throw(rules: Rules, state: State, partial: Partial) -> Ask:
    side = "defence" if isinstance(state.awaits, DefenceThrow) else "attack"
    causes = [Choice(cause, words, {"side": side, "cause": cause}) for cause, words in labels.VOID_WORDS.items()]
    return pick(partial, by_default(rules, state), "cause", Words("Perché è nullo?", "Why is it void?"), causes)


def _occupy(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Occupation)
    most = available(state, awaits.src)
    most = max(awaits.least, min(most, awaits.fleet) if awaits.fleet else most)
    words = Words("Quante armate entrano in {dst}?", "How many armies move into {dst}?")
    return amount(partial, state.seat, "armies", words.fill({"dst": rules.board.names[awaits.dst]}), awaits.least, most)


def _somewhere(places: Callable[[Rules, State], list[int]]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return pick(partial, state.seat, "dst", WHERE, territory_choices(rules, places(rules, state), "dst"))

    return ask


def _against(seats: Callable[[Rules, State], list[int]]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return pick(
            partial, state.seat, "seat", WHOM, [seat_choice(seat, {"seat": seat}) for seat in seats(rules, state)]
        )

    return ask


def _ripiegamento(rules: Rules, state: State, partial: Partial) -> Ask:
    options = territory_choices(rules, refuges(rules, state), "dst")
    return pick(partial, partial["by"], "dst", Words("Dove ripiega?", "Withdraw to where?"), options)


def _spia_removes(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = awaited(state, Spying)
    cards = [_card_choice(rules, card, {"card": card}) for card in removable(rules, state)]
    words = Words("Quale carta del {seat} elimina?", "Which card of {seat} is taken away?")
    return pick(partial, state.seat, "card", words.fill({"seat": seat_words(awaits.target)}), cards)


def _claim(rules: Rules, state: State, partial: Partial) -> Ask:
    reached = list(claimable(rules, state))
    if "by" not in partial:
        seats = [seat_choice(seat, {"by": seat}) for seat in dict.fromkeys(seat for seat, _ in reached)]
        return pick_next(
            partial, JUDGE, "by", Words("Chi ha raggiunto l'obiettivo?", "Who reached an objective?"), seats
        )
    chosen, by, clean = list(partial.get("objectives", ())), partial["by"], without(partial, "objective")
    if len(chosen) == 2 or partial.get("objective") == 0:
        return ready(by, clean, labels.ACT_WORDS["claim"])
    options = [
        objective_choice(rules, number, [*chosen, number])
        for seat, number in reached
        if seat == by and number not in chosen
    ]
    if chosen:
        options = [
            one
            for one in options
            if is_legal(claim_breaches, rules, state, acts.Claim(tuple(one.sets["objectives"])), by)
        ]
        options.insert(
            0,
            Choice(0, Words("Registra: solo questo", "Record: this one only"), {"objective": 0}, main=True, ends=True),
        )
    words = Words("Quale obiettivo ha raggiunto il {seat}?", "Which objective has {seat} reached?")
    return pick_next(clean, by, "objective", words.fill({"seat": seat_words(by)}), options)


def _reveal(rules: Rules, state: State, partial: Partial) -> Ask:
    if "by" not in partial:
        seats = [seat_choice(seat, {"by": seat}) for seat in to_reveal(state)]
        return pick_next(partial, JUDGE, "by", Words("Di chi sono gli obiettivi?", "Whose objectives?"), seats)
    return two_objectives(rules, partial, good_pairs(rules, state, partial["by"]))


def _abandon(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [seat_choice(seat, {"seat": seat}) for seat in range(rules.seats) if state.is_active(seat)]
    return pick(partial, JUDGE, "seat", Words("Chi abbandona?", "Who leaves?"), seats)


def _finish(rules: Rules, state: State, partial: Partial) -> Ask:
    return ENDS.ask(rules, state, {**partial, "how": "time"}, labels.ENDINGS)


TURN_ACTS: dict[str, Callable[[Rules, State], bool]] = {
    "place": lambda rules, state: due(state) > 0,
    "attack_dice": has_dice,
    "attack": lambda rules, state: any(attacks(rules, state)),
    "enter": lambda rules, state: any(entries(rules, state)),
    "draw": lambda rules, state: is_legal(draw_breaches, rules, state, acts.Draw()),
    "end_turn": lambda rules, state: is_legal(end_turn_breaches, rules, state, acts.EndTurn()),
    "combination": can_exchange,
    "trasporto_aereo": lambda rules, state: (
        in_kit(rules, state, state.seat, "trasporto_aereo") > 0 and any(flights(rules, state))
    ),
    "move": lambda rules, state: any(moves(rules, state)),
    "dna": lambda rules, state: bool(strikes(rules, state)),
    "minibomba": lambda rules, state: bool(bombings(rules, state)),
    "riserva": lambda rules, state: bool(reserves(rules, state)),
    "socialista": lambda rules, state: any(bribes(rules, state)),
    "generale": lambda rules, state: bool(facing(rules, state)),
    "diplomatico": lambda rules, state: bool(agreeing(rules, state)),
    "ammiraglio": lambda rules, state: (
        can_hold(rules, state, state.seat, ("ammiraglio",)) and any(landings(rules, state))
    ),
    "spia": lambda rules, state: bool(spied(rules, state)),
}
ASKERS: dict[str, Asker] = {
    **questions_before.ASKERS,
    "combination": _combination,
    "trasporto_aereo": _carrying(flights, AIRLIFT),
    "move": _carrying(moves),
    "enter": _carrying(entries),
    "attack": _attack,
    "ammiraglio": _ammiraglio,
    "attack_dice": _attack_dice,
    "defence_dice": _defence_dice,
    "void_throw": _void_throw,
    "occupy": _occupy,
    "riserva": _somewhere(reserves),
    "dna": _somewhere(strikes),
    "minibomba": _somewhere(bombings),
    "bomb_falls": nothing_to_ask("bomb_falls", by_seat_in_turn),
    "cortina_di_ferro": nothing_to_ask("cortina_di_ferro", by_answering),
    "armate_nascoste": nothing_to_ask("armate_nascoste", by_answering),
    "ripiegamento": _ripiegamento,
    "campo_minato": nothing_to_ask("campo_minato", by_answering),
    "maresciallo": nothing_to_ask("maresciallo", by_answering),
    "socialista": _socialista,
    "generale": _against(facing),
    "diplomatico": _against(agreeing),
    "spia": _against(spied),
    "contro_spia": nothing_to_ask("contro_spia", by_answering),
    "spia_removes": _spia_removes,
    "draw": nothing_to_ask("draw", by_seat_in_turn),
    "late_card": nothing_to_ask("late_card", lambda state, partial: state.forgot),
    "end_turn": nothing_to_ask("end_turn", by_seat_in_turn),
    "claim": _claim,
    "reveal": _reveal,
    "abandon": _abandon,
    "finish": _finish,
    "time_up": nothing_to_ask("time_up", by_judge),
    "time_not_up": nothing_to_ask("time_not_up", by_judge),
    "pre_alarm": nothing_to_ask("pre_alarm", by_judge),
}
