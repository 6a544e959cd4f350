"""What the judge may enter next: one question at a time, with its legal answers only. One function an act, in the order of the game.

Whether an answer is legal is asked of the same `breaches` that check the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from games.iperisiko import acts, telling
from games.iperisiko.answers import refuges, windows
from games.iperisiko.attack import (
    able_dice,
    ammiraglio_breaches,
    attack_breaches,
    attack_dice_breaches,
    declared,
    defence_dice,
    due_dice,
)
from games.iperisiko.cards import draw_breaches, end_turn_breaches
from games.iperisiko.counting import claim_breaches, is_reached, to_reveal
from games.iperisiko.deck import can_hold, possible
from games.iperisiko.figures import diplomatico_breaches, generale_breaches, has_cards, may_remove, spia_breaches
from games.iperisiko.missiles import dna_breaches, minibomba_breaches, socialista_breaches
from games.iperisiko.movement import enter_breaches, move_breaches, trasporto_aereo_breaches
from games.iperisiko.reinforcement import MOST_RINFORZI, gain, may_exchange, riserva_breaches, worth
from games.iperisiko.rules import AIRLIFT, BATCH, COLOURS, FLEET, RINFORZO, TERRITORIES_EACH, Rules
from games.iperisiko.setting_up import auctioned, is_first_auction, is_own, is_poor, is_void, unplaced_of
from games.iperisiko.state import (
    NOBODY,
    Auctioning,
    AuctionThrow,
    Bombing,
    Closing,
    Count,
    DealHand,
    DealObjectives,
    Declared,
    DefenceThrow,
    DrawLot,
    Fight,
    Occupation,
    PickColour,
    PickPlace,
    PlaceFactory,
    PlaceFirst,
    ReadStandings,
    Reinforce,
    Spying,
    State,
)
from games.iperisiko.turns import available, in_kit, is_under_way
from games.kernel.acts import JUDGE, Act, By
from games.kernel.breaches import Breach, Unreadable
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.words import Words, seat_words
from games.risiko.board import JOLLY
from games.risiko.telling import COLOUR_WORDS

Asker = Callable[[Rules, State, Partial], Ask]
Breaches = Callable[[Rules, State, By, Any], Iterable[Breach]]
WHICH = Words("Che cosa succede?", "What happens?")
FROM, TOWARDS = Words("Da dove?", "From where?"), Words("Verso dove?", "Towards where?")
HOW_MANY = Words("Quanti carri?", "How many armies?")
WHERE, WHOM = Words("Dove?", "Where?"), Words("Contro chi?", "Against whom?")
LARGEST = 4


def choices(rules: Rules, state: State, partial: Partial) -> Ask:
    """The next question. Raises `Unreadable` when the partial act names what cannot be asked for."""
    if "type" not in partial:
        return Ask("act", WHICH, by_default(rules, state), "type", tuple(act_choices(rules, state)))
    asker = ASKERS.get(str(partial["type"]))
    if asker is None:
        raise Unreadable("non c'è nulla da chiedere per {what}", "nothing to ask for {what}", what=partial["type"])
    try:
        return asker(rules, state, partial)
    except (AssertionError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable("ora non si può: {what}", "not possible now: {what}", what=partial["type"]) from error


def by_default(rules: Rules, state: State) -> By:
    awaits = state.awaits
    if isinstance(awaits, PlaceFactory) and rules.factory_place == "drawn":
        return JUDGE
    if isinstance(awaits, (PickColour, PlaceFactory, PlaceFirst)):
        return awaits.seat
    if isinstance(awaits, PickPlace):
        return awaits.seats[0]
    if isinstance(awaits, DefenceThrow):
        return awaits.roller
    set_up = (DrawLot, ReadStandings, DealHand, Auctioning, AuctionThrow, DealObjectives, Count)
    return JUDGE if isinstance(awaits, set_up) else state.seat


def is_legal(breaches: Breaches, rules: Rules, state: State, act: Act, by: By | None = None) -> bool:
    return not any(breaches(rules, state, state.seat if by is None else by, act))


# -- which act


def act_choices(rules: Rules, state: State) -> Iterator[Choice]:
    yield from (_act(name, "") for name in main_acts(rules, state))
    for window in windows(rules, state):
        yield from (_answer(name, window.seat) for name in window.acts if name != "void_objectives")
    yield from (_act(name, "table") for name in _table_acts(rules, state))
    yield from (_act(name, "judge") for name in _judge_acts(state))


def _act(name: str, group: str) -> Choice:
    return Choice(name, telling.ACT_WORDS[name], {"type": name}, group, main=name in ("attack", "place", "attack_dice"))


def _answer(name: str, by: int) -> Choice:
    """A card out of turn, with the seat that may interpose it."""
    facts = {"act": telling.ACT_WORDS[name], "seat": seat_words(by)}
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
        yield from (name for name, may in TURN_ACTS.items() if may(rules, state))


def _auction_act(rules: Rules, state: State, awaits: Auctioning) -> str:
    if is_first_auction(state) and is_void(rules, state):
        return "redeal"
    return "bids" if rules.auction == "sealed" and awaits.by_lot == NOBODY else "auction"


def _table_acts(rules: Rules, state: State) -> Iterator[str]:
    if any("void_objectives" in window.acts for window in windows(rules, state)):
        yield "void_objectives"
    if isinstance(state.awaits, DefenceThrow) or declared(state) is not None:
        yield "void_throw"
    if not rules.sealed and any(claimable(rules, state)):
        yield "claim"


def _judge_acts(state: State) -> Iterator[str]:
    if is_under_way(state):
        yield from ("abandon", "finish")
        yield "time_not_up" if state.last_giro else "time_up"
        if not state.has_pre_alarm:
            yield "pre_alarm"


# -- setting up


def _lot(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [_seat(seat, {"first": seat}) for seat in range(rules.seats)]
    return _pick(partial, JUDGE, "first", Words("Chi è estratto per primo?", "Who is drawn first?"), seats)


def _standings(rules: Rules, state: State, partial: Partial) -> Ask:
    """One seat at a time, from the last in the standings."""
    told = list(partial.get("seats", ()))
    rest = [seat for seat in range(rules.seats) if seat not in told]
    if len(rest) <= 1:
        return ready(JUDGE, _clean({**partial, "seats": [*told, *rest]}, "seat"), telling.ACT_WORDS["standings"])
    words = Words("Chi è ultimo in classifica tra questi?", "Who is last in the standings of these?")
    return _ask(_clean(partial, "seat"), JUDGE, "seat", words, [_seat(seat, {"seats": [*told, seat]}) for seat in rest])


def _pick_place(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, PickPlace)
    free = [number + 1 for number, seat in enumerate(state.awaits.places) if seat == NOBODY]
    places = [Choice(number, Words("posto {n}", "place {n}").fill({"n": number}), {"place": number}) for number in free]
    return _pick(
        partial, state.awaits.seats[0], "place", Words("Quale posto nell'ordine?", "Which place in the order?"), places
    )


def _colour(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, PickColour)
    free = [Choice(one, COLOUR_WORDS[one], {"colour": one}) for one in COLOURS if one not in state.colours]
    return _pick(partial, state.awaits.seat, "colour", Words("Quale colore?", "Which colour?"), free)


def _deal(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, DealHand)
    partial = {**partial, "to": state.awaits.seat}
    words = Words("I dieci territori del {seat}", "The ten territories of {seat}").fill(
        {"seat": seat_words(state.awaits.seat)}
    )
    if "cards" in partial:
        return ready(JUDGE, partial, words)
    undealt = tuple(_territory(rules, place) for place in auctioned(state))
    return Ask("several", words, JUDGE, "cards", undealt, TERRITORIES_EACH, TERRITORIES_EACH, partial=partial)


def _lots(rules: Rules, state: State, partial: Partial) -> Ask | None:
    """Which territory is up for auction, once there is more than one."""
    assert isinstance(state.awaits, Auctioning)
    due = [place for place in auctioned(state) if state.awaits.by_lot in (NOBODY, place)]
    if "dst" in partial:
        return None
    return _ask(
        partial,
        JUDGE,
        "dst",
        Words("Quale territorio è all'asta?", "Which territory is up?"),
        _territories(rules, due, "dst"),
    )


def _auction(rules: Rules, state: State, partial: Partial) -> Ask:
    if asked := _lots(rules, state, partial):
        return asked
    assert isinstance(state.awaits, Auctioning)
    by_lot = state.awaits.by_lot != NOBODY
    if "winner" not in partial:
        seats = [_seat(seat, {"winner": seat, **({"bid": 0} if by_lot else {})}) for seat in range(rules.seats)]
        return _ask(partial, JUDGE, "winner", Words("Chi lo prende?", "Who takes it?"), seats)
    words = Words("Per quante armate? (0: nessuna offerta, a sorte)", "For how many armies? (0: no bid, by lot)")
    return _number(partial, JUDGE, "bid", words, 0, unplaced_of(state, partial["winner"]))


def _bids(rules: Rules, state: State, partial: Partial) -> Ask:
    if asked := _lots(rules, state, partial):
        return asked
    told = list(partial.get("bids", ()))
    if len(told) == rules.seats:
        return ready(JUDGE, _clean(partial, "bid"), telling.ACT_WORDS["bids"])
    words = Words("Quanto offre il {seat}?", "What does {seat} bid?").fill({"seat": seat_words(len(told))})
    amounts = [Choice(n, Words(str(n), str(n)), {"bids": [*told, n]}) for n in range(unplaced_of(state, len(told)) + 1)]
    return _ask(_clean(partial, "bid"), JUDGE, "bid", words, amounts)


def _auction_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, AuctionThrow)
    count = len(state.awaits.seats)
    return _dice(
        partial, JUDGE, Words("Un dado a testa tra le offerte pari", "One die each of the equal bids"), count, count
    )


def _void_objectives(rules: Rules, state: State, partial: Partial) -> Ask:
    if "by" not in partial:
        seats = [_seat(seat, {"by": seat}) for seat in range(rules.seats) if list(void_pairs(rules, state, seat))]
        return _ask(partial, JUDGE, "by", Words("Chi ha una coppia nulla?", "Whose pair is void?"), seats)
    pairs = list(void_pairs(rules, state, partial["by"]))
    return _two(rules, partial, pairs)


def void_pairs(rules: Rules, state: State, seat: int) -> Iterator[tuple[int, ...]]:
    """Pairs that may not stand for this seat (5, 16)."""
    for pair in combinations(rules.board.objectives, 2):
        if is_poor(rules, pair) or (rules.own_colour == "redealt" and is_own(rules, state, seat, pair)):
            yield pair


def _two(rules: Rules, partial: Partial, pairs: list[tuple[int, ...]]) -> Ask:
    """Two objectives, one after the other."""
    told = tuple(partial.get("objectives", ()))
    clean = _clean(partial, "objective")
    if len(told) == 2:
        return ready(partial["by"], clean, Words("Obiettivi", "Objectives"))
    rest = dict.fromkeys(number for pair in pairs if set(told) <= set(pair) for number in pair if number not in told)
    options = [_objective(rules, number, [*told, number]) for number in sorted(rest)]
    return _ask(clean, partial["by"], "objective", Words("Quale obiettivo?", "Which objective?"), options)


def _factory(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, PlaceFactory)
    own = [place for place in state.territories_of(state.awaits.seat) if place not in state.factories]
    words = Words("Dove sorge la fabbrica?", "Where does the factory stand?")
    return _pick(partial, by_default(rules, state), "dst", words, _territories(rules, own, "dst"))


def _place(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    if isinstance(awaits, PlaceFirst):
        seat = awaits.seat
        least = most = min(BATCH, awaits.stock[seat])
    else:
        assert isinstance(awaits, Reinforce)
        seat, least, most = state.seat, 1, awaits.left
    if "armies" in partial:
        return ready(seat, partial, telling.ACT_WORDS["place"])
    words = Words("Dove vanno le armate? ({n})", "Where do the armies go? ({n})").fill({"n": most})
    options = tuple(_territory(rules, place) for place in state.territories_of(seat))
    return Ask("spread", words, seat, "armies", options, least, most, partial=partial)


# -- exchange cards


def can_exchange(rules: Rules, state: State) -> bool:
    return (
        may_exchange(state) and not state.combinations and state.held(state.seat) >= 2 and completes(rules, state, ())
    )


def exchangeable(rules: Rules, state: State, chosen: tuple[str, ...]) -> list[str]:
    """Cards that can be in the hand beside those chosen, jollies and rinforzi as often as there are copies."""
    kinds = [
        card for card in possible(rules, state, state.seat) if card in rules.board.index or card in (RINFORZO, JOLLY)
    ]
    return [card for card in kinds if can_hold(rules, state, state.seat, (*chosen, card))]


def _combination(rules: Rules, state: State, partial: Partial) -> Ask:
    """Card after card: once they make a combination, they may be played or another added."""
    chosen, done = tuple(partial.get("cards", ())), partial.get("more") == "done"
    if done:
        brings = Words("Combinazione da {n} armate", "Combination for {n} armies").fill(
            {"n": gain(rules, state, chosen)}
        )
        return ready(state.seat, _clean(partial, "card"), brings)
    options = [
        Choice(card, telling.card_words(rules, card), {"cards": [*chosen, card]}, _figure(rules, card))
        for card in exchangeable(rules, state, chosen)
        if completes(rules, state, (*chosen, card))
    ]
    if worth(rules, chosen):
        play = Words("Gioca: {n} armate", "Play: {n} armies").fill({"n": gain(rules, state, chosen)})
        options.insert(0, Choice("done", play, {"more": "done"}, main=True))
    words = Words("Carta {n}", "Card {n}").fill({"n": len(chosen) + 1})
    return _ask(_clean(partial, "card"), state.seat, "card", words, options)


def _figure(rules: Rules, card: str) -> str:
    return rules.board.symbols[rules.board.index[card]] if card in rules.board.index else ""


def completes(rules: Rules, state: State, chosen: tuple[str, ...]) -> bool:
    """Whether these cards are, or can still become, a combination that the hand may hold."""
    if worth(rules, chosen):
        return can_hold(rules, state, state.seat, chosen)
    if chosen.count(RINFORZO) > MOST_RINFORZI or len(chosen) - chosen.count(RINFORZO) > LARGEST:
        return False
    some = _one_of_each(rules, exchangeable(rules, state, chosen), chosen)
    return any(
        worth(rules, (*chosen, *rest)) and can_hold(rules, state, state.seat, (*chosen, *rest))
        for count in (1, 2, 3)
        for rest in combinations(some, count)
    )


def _one_of_each(rules: Rules, cards: list[str], chosen: tuple[str, ...]) -> list[str]:
    """Two cards of each figure are enough to see whether a combination can come of it."""
    kept: dict[str, list[str]] = {}
    for card in cards:
        alike = kept.setdefault(_figure(rules, card) or card, [])
        if len(alike) < 2 and card not in chosen:
            alike.append(card)
    return [card for alike in kept.values() for card in alike if card != RINFORZO]


# -- from one territory to another


def _leads(breaches: Breaches, make: Callable[[str, str], Act]) -> Callable[[Rules, State], Iterator[tuple[int, int]]]:
    """Pairs of territories between which the act is legal."""

    def pairs(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
        ids = rules.board.ids
        for src in state.territories_of(state.seat):
            if available(state, src):
                for dst in range(rules.board.size):
                    if dst != src and is_legal(breaches, rules, state, make(ids[src], ids[dst])):
                        yield src, dst

    return pairs


attacks = _leads(attack_breaches, lambda src, dst: acts.Attack(src, dst))
landings = _leads(ammiraglio_breaches, lambda src, dst: acts.Ammiraglio(src, dst, 1))
moves = _leads(move_breaches, lambda src, dst: acts.Move(src, dst, 1))
flights = _leads(trasporto_aereo_breaches, lambda src, dst: acts.TrasportoAereo(src, dst, 1))
entries = _leads(enter_breaches, lambda src, dst: acts.Enter(src, dst, 1))


def bribes(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    ids = rules.board.ids
    for src in range(rules.board.size):
        for dst in rules.board.borders[src]:
            if state.owners[dst] == state.seat and is_legal(
                socialista_breaches, rules, state, acts.Socialista(ids[src], ids[dst])
            ):
                yield src, dst


Pairs = Callable[[Rules, State], Iterator[tuple[int, int]]]


def _journey(rules: Rules, state: State, partial: Partial, pairs: Pairs) -> Ask | None:
    """From where and towards where; None once both are known."""
    if "src" not in partial:
        sources = dict.fromkeys(src for src, _ in pairs(rules, state))
        return _ask(partial, state.seat, "src", FROM, _territories(rules, sources, "src"))
    if "dst" not in partial:
        src = rules.board.index[partial["src"]]
        targets = [dst for start, dst in pairs(rules, state) if start == src]
        return _ask(partial, state.seat, "dst", TOWARDS, _territories(rules, targets, "dst"))
    return None


def _carrying(pairs: Pairs, most: int = 1000) -> Asker:
    """A journey and how many armies make it."""

    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        asked = _journey(rules, state, partial, pairs)
        if asked is not None:
            return asked
        able = min(most, available(state, rules.board.index[partial["src"]]))
        return _number(partial, state.seat, "armies", HOW_MANY, 1, able)

    return ask


def _attack(rules: Rules, state: State, partial: Partial) -> Ask:
    asked = _journey(rules, state, partial, attacks)
    return asked or _how_many_dice(partial, state.seat, available(state, rules.board.index[partial["src"]]))


def _ammiraglio(rules: Rules, state: State, partial: Partial) -> Ask:
    asked = _carrying(landings, FLEET)(rules, state, partial)
    return _how_many_dice(partial, state.seat, partial["armies"]) if asked.kind == "ready" else asked


def _how_many_dice(partial: Partial, by: By, able: int) -> Ask:
    """Fewer dice than possible are declared before the throw (art. 9); 0 stands for all."""
    words = Words("Con quanti dadi?", "With how many dice?")
    fewer = [Choice(n, Words(f"ne dichiara {n}", f"declares {n}"), {"dice": n}) for n in range(1, min(3, able))]
    return _pick(partial, by, "dice", words, [Choice(0, Words("tutti", "all"), {"dice": 0}, main=True), *fewer])


def _socialista(rules: Rules, state: State, partial: Partial) -> Ask:
    asked = _journey(rules, state, partial, bribes)
    return asked or ready(state.seat, partial, telling.ACT_WORDS["socialista"])


# -- throws and occupation


def _attack_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    way = declared(state)
    assert way is not None
    facts = {"src": rules.board.names[way.src], "dst": rules.board.names[way.dst]}
    words = Words("Dadi dell'attacco: {src} → {dst}", "Attacker's dice: {src} → {dst}").fill(facts)
    due = due_dice(state, way)
    return _dice(partial, state.seat, words, due, due)


def _defence_dice(rules: Rules, state: State, partial: Partial) -> Ask:
    assert isinstance(state.awaits, DefenceThrow)
    count = defence_dice(state.armies[state.awaits.dst])
    words = Words("Dadi della difesa: {dst}", "Defender's dice: {dst}").fill(
        {"dst": rules.board.names[state.awaits.dst]}
    )
    return _dice(partial, state.awaits.roller, words, count, count)


def _void_throw(rules: Rules, state: State, partial: Partial) -> Ask:
    side = "defence" if isinstance(state.awaits, DefenceThrow) else "attack"
    causes = [Choice(cause, words, {"side": side, "cause": cause}) for cause, words in telling.VOID_WORDS.items()]
    return _pick(partial, by_default(rules, state), "cause", Words("Perché è nullo?", "Why is it void?"), causes)


def _occupy(rules: Rules, state: State, partial: Partial) -> Ask:
    awaits = state.awaits
    assert isinstance(awaits, Occupation)
    most = available(state, awaits.src)
    most = max(awaits.least, min(most, awaits.fleet) if awaits.fleet else most)
    words = Words("Quanti carri entrano in {dst}?", "How many armies move into {dst}?")
    return _number(
        partial, state.seat, "armies", words.fill({"dst": rules.board.names[awaits.dst]}), awaits.least, most
    )


# -- cards


def _targets(breaches: Breaches, make: Callable[[str], Act]) -> Callable[[Rules, State], list[int]]:
    """Territories on which the card is legal."""

    def places(rules: Rules, state: State) -> list[int]:
        ids = rules.board.ids
        return [place for place in range(rules.board.size) if is_legal(breaches, rules, state, make(ids[place]))]

    return places


reserves = _targets(riserva_breaches, lambda dst: acts.Riserva(dst))
strikes = _targets(dna_breaches, lambda dst: acts.Dna(dst))
bombings = _targets(minibomba_breaches, lambda dst: acts.Minibomba(dst))


def _somewhere(places: Callable[[Rules, State], list[int]]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return _pick(partial, state.seat, "dst", WHERE, _territories(rules, places(rules, state), "dst"))

    return ask


def _opponents(breaches: Breaches, make: Callable[[int], Act]) -> Callable[[Rules, State], list[int]]:
    """Seats against which the figure is legal."""

    def seats(rules: Rules, state: State) -> list[int]:
        return [seat for seat in range(rules.seats) if is_legal(breaches, rules, state, make(seat))]

    return seats


facing = _opponents(generale_breaches, lambda seat: acts.Generale(seat))
agreeing = _opponents(diplomatico_breaches, lambda seat: acts.Diplomatico(seat))
spied = _opponents(spia_breaches, lambda seat: acts.Spia(seat))


def _against(seats: Callable[[Rules, State], list[int]]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return _pick(partial, state.seat, "seat", WHOM, [_seat(seat, {"seat": seat}) for seat in seats(rules, state)])

    return ask


def _ripiegamento(rules: Rules, state: State, partial: Partial) -> Ask:
    options = _territories(rules, refuges(rules, state), "dst")
    return _pick(partial, partial["by"], "dst", Words("Dove ripiega?", "Withdraw to where?"), options)


def removable(rules: Rules, state: State) -> list[str]:
    assert isinstance(state.awaits, Spying)
    seat = state.awaits.target
    if not has_cards(state, seat):
        return [""]
    names = [*rules.board.cards, *dict.fromkeys(rules.deck)]
    return [card for card in dict.fromkeys(names) if may_remove(rules, state, seat, card)]


def _spia_removes(rules: Rules, state: State, partial: Partial) -> Ask:
    cards = [Choice(card, telling.card_words(rules, card), {"card": card}) for card in removable(rules, state)]
    return _pick(partial, state.seat, "card", Words("Quale carta elimina?", "Which card is taken away?"), cards)


def _nothing(name: str, by: Callable[[State, Partial], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state, partial), partial, telling.ACT_WORDS[name])

    return ask


# -- the end


def claimable(rules: Rules, state: State) -> Iterator[tuple[int, int]]:
    """Seats and the objectives that they would have reached: public, since it says nothing of any card."""
    if isinstance(state.awaits, (Reinforce, Fight, Declared, Closing)):
        for seat in range(rules.seats):
            for number in rules.board.objectives:
                if is_reached(rules, state, seat, number) and is_legal(
                    claim_breaches, rules, state, acts.Claim((number,)), seat
                ):
                    yield seat, number


def _claim(rules: Rules, state: State, partial: Partial) -> Ask:
    reached = list(claimable(rules, state))
    if "by" not in partial:
        seats = [_seat(seat, {"by": seat}) for seat in dict.fromkeys(seat for seat, _ in reached)]
        return _ask(partial, JUDGE, "by", Words("Chi ha raggiunto l'obiettivo?", "Who reached an objective?"), seats)
    told, by, clean = list(partial.get("objectives", ())), partial["by"], _clean(partial, "objective")
    if len(told) == 2 or partial.get("objective") == 0:
        return ready(by, clean, telling.ACT_WORDS["claim"])
    options = [
        _objective(rules, number, [*told, number]) for seat, number in reached if seat == by and number not in told
    ]
    if told:
        options = [
            one
            for one in options
            if is_legal(claim_breaches, rules, state, acts.Claim(tuple(one.fills["objectives"])), by)
        ]
        options.insert(0, Choice(0, Words("solo questo", "this one only"), {"objective": 0}, main=True))
    return _ask(clean, by, "objective", Words("Quale obiettivo?", "Which objective?"), options)


def _reveal(rules: Rules, state: State, partial: Partial) -> Ask:
    if "by" not in partial:
        seats = [_seat(seat, {"by": seat}) for seat in to_reveal(state)]
        return _ask(partial, JUDGE, "by", Words("Di chi sono gli obiettivi?", "Whose objectives?"), seats)
    return _two(rules, partial, good_pairs(rules, state, partial["by"]))


def good_pairs(rules: Rules, state: State, seat: int) -> list[tuple[int, ...]]:
    """Pairs that can be the seat's: they may stand, and nobody has shown one of them."""
    others = {number for other, shown in enumerate(state.objectives) if other != seat for number in shown}
    void = set(void_pairs(rules, state, seat))
    free = [pair for pair in combinations(rules.board.objectives, 2) if pair not in void and not others & set(pair)]
    return [pair for pair in free if set(state.objectives[seat]) <= set(pair)]


def _abandon(rules: Rules, state: State, partial: Partial) -> Ask:
    seats = [_seat(seat, {"seat": seat}) for seat in range(rules.seats) if state.is_active(seat)]
    return _pick(partial, JUDGE, "seat", Words("Chi abbandona?", "Who leaves?"), seats)


def _finish(rules: Rules, state: State, partial: Partial) -> Ask:
    return ready(JUDGE, {**partial, "how": "time"}, telling.ENDINGS["time"])


# -- shapes of questions


def _clean(partial: Partial, *helpers: str) -> Partial:
    return {key: value for key, value in partial.items() if key not in helpers}


def _ask(partial: Partial, by: By, field: str, words: Words, options: Iterable[Choice]) -> Ask:
    return Ask("pick", words, by, field, tuple(options), partial=partial)


def _pick(partial: Partial, by: By, field: str, words: Words, options: Iterable[Choice]) -> Ask:
    return ready(by, partial, words) if field in partial else _ask(partial, by, field, words, options)


def _dice(partial: Partial, by: By, words: Words, least: int, most: int) -> Ask:
    if "dice" in partial:
        return ready(by, partial, words)
    return Ask("dice", words, by, "dice", (), least, most, partial=partial)


def _number(partial: Partial, by: By, field: str, words: Words, least: int, most: int) -> Ask:
    if field in partial:
        return ready(by, partial, words)
    return Ask("number", words, by, field, (), least, most, partial=partial)


def _territories(rules: Rules, places: Iterable[int], field: str) -> list[Choice]:
    return [_territory(rules, place, {field: rules.board.ids[place]}) for place in places]


def _territory(rules: Rules, place: int, fills: dict[str, Any] | None = None) -> Choice:
    board = rules.board
    group = board.continents[board.continent_of[place]].id
    return Choice(board.ids[place], board.names[place], fills or {}, group)


def _seat(seat: int, fills: dict[str, Any]) -> Choice:
    return Choice(seat, seat_words(seat), fills)


def _objective(rules: Rules, number: int, told: list[int]) -> Choice:
    return Choice(number, telling.objective_words(rules, number), {"objectives": told})


def _has_dice(rules: Rules, state: State) -> bool:
    way = declared(state)
    if way is None or not able_dice(state, way):
        return False
    return attack_may_go_on(rules, state)


def attack_may_go_on(rules: Rules, state: State) -> bool:
    way = declared(state)
    return way is not None and is_legal(
        attack_dice_breaches, rules, state, acts.AttackDice((1,) * due_dice(state, way))
    )


def _seat_in_turn(state: State, partial: Partial) -> By:
    return state.seat


def _judge(state: State, partial: Partial) -> By:
    return JUDGE


def _answering(state: State, partial: Partial) -> By:
    by: By = partial["by"]
    return by


TURN_ACTS: dict[str, Callable[[Rules, State], bool]] = {
    "place": lambda rules, state: isinstance(state.awaits, Reinforce) and state.awaits.left > 0,
    "attack_dice": _has_dice,
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
    "lot": _lot,
    "standings": _standings,
    "pick_place": _pick_place,
    "colour": _colour,
    "deal": _deal,
    "redeal": _nothing("redeal", _judge),
    "auction": _auction,
    "bids": _bids,
    "auction_dice": _auction_dice,
    "objectives": _nothing("objectives", _judge),
    "void_objectives": _void_objectives,
    "factory": _factory,
    "place": _place,
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
    "bomb_falls": _nothing("bomb_falls", _seat_in_turn),
    "cortina_di_ferro": _nothing("cortina_di_ferro", _answering),
    "armate_nascoste": _nothing("armate_nascoste", _answering),
    "ripiegamento": _ripiegamento,
    "campo_minato": _nothing("campo_minato", _answering),
    "maresciallo": _nothing("maresciallo", _answering),
    "socialista": _socialista,
    "generale": _against(facing),
    "diplomatico": _against(agreeing),
    "spia": _against(spied),
    "contro_spia": _nothing("contro_spia", _answering),
    "spia_removes": _spia_removes,
    "draw": _nothing("draw", _seat_in_turn),
    "end_turn": _nothing("end_turn", _seat_in_turn),
    "claim": _claim,
    "reveal": _reveal,
    "abandon": _abandon,
    "finish": _finish,
    "time_up": _nothing("time_up", _judge),
    "time_not_up": _nothing("time_not_up", _judge),
    "pre_alarm": _nothing("pre_alarm", _judge),
}
