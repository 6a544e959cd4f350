"""The game in words: names of acts, colours, cards and endings, and one line for each act of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.iperisiko import acts
from games.iperisiko.rules import RINFORZO, Rules
from games.kernel.acts import Act, By, Note, Ruling, TimeUp, Undo, tag
from games.kernel.words import HANDS, Words, listed, same, seat_words, table_words, titled
from games.risiko import labels as classic
from games.risiko.labels import COLOUR_WORDS, FIGURE_WORDS

SHARED = (
    *(
        "colour",
        "objectives",
        "place",
        "attack",
        "defence_dice",
        "void_throw",
        "occupy",
        "draw",
        "late_card",
        "end_turn",
        "claim",
        "abandon",
    ),
    *("shown", "finish", "time_up", "time_not_up", "pre_alarm", "undo", "ruling", "note"),
)
ACT_WORDS = {
    **{name: classic.ACT_WORDS[name] for name in SHARED},
    "lot": Words("Sorteggio dei posti", "Draw of the seats"),
    "standings": Words("Classifica, dall'ultimo", "Standings, from the last"),
    "pick_place": Words("Sceglie il posto nell'ordine", "Choose a place in the order"),
    "deal": Words("Dieci territori", "Ten territories"),
    "redeal": Words("Distribuzione nulla", "Void deal"),
    "auction": Words("Asta", "Auction"),
    "bids": Words("Offerte in busta", "Sealed bids"),
    "auction_dice": Words("Dadi tra offerte pari", "Dice between equal bids"),
    "void_objectives": Words("Obiettivi nulli", "Void objectives"),
    "factory": Words("Fabbrica", "Factory"),
    "combination": Words("Combinazione di carte", "Combination of cards"),
    "move": Words("Spostamento", "Move"),
    "attack_dice": Words("Dadi dell'attacco", "Attacker's dice"),
    "enter": Words("Entra in un territorio vuoto", "Enter an empty territory"),
    "riserva": Words("Riserva", "Reserve"),
    "dna": same("D.N.A."),
    "trasporto_aereo": Words("Trasporto aereo", "Air transport"),
    "minibomba": Words("Minibomba", "Minibomb"),
    "bomb_falls": Words("La minibomba cade", "The minibomb falls"),
    "cortina_di_ferro": Words("Cortina di ferro", "Iron curtain"),
    "armate_nascoste": Words("Armate nascoste", "Hidden armies"),
    "ripiegamento": Words("Ripiegamento", "Withdrawal"),
    "campo_minato": Words("Campo minato", "Minefield"),
    "socialista": Words("Socialista", "Socialist"),
    "generale": Words("Generale", "General"),
    "maresciallo": Words("Maresciallo", "Marshal"),
    "diplomatico": Words("Diplomatico", "Diplomat"),
    "ammiraglio": Words("Ammiraglio", "Admiral"),
    "spia": Words("Spia", "Spy"),
    "contro_spia": Words("Spia contro Spia", "Spy against spy"),
    "spia_removes": Words("La Spia elimina una carta", "The spy takes a card away"),
    "reveal": Words("Scopre gli obiettivi", "Turn up the objectives"),
}
VOID_WORDS = {key: classic.VOID_WORDS[key] for key in ("cocked", "order")}
ENDINGS = {
    "objective": Words("obiettivo raggiunto", "objective reached"),
    "time": Words("patta: finiti i tre giri finali", "draw: the three final giri are over"),
    "elimination": Words("resta un solo giocatore", "one player left"),
    "abandoned": Words("finita perché gli altri hanno lasciato", "abandoned by the others"),
}
NOTHING = Words("nessuna carta", "no card")


def card_words(rules: Rules, card: str) -> Words:
    if not card:
        return NOTHING
    if card in rules.board.cards:
        return rules.board.cards[card].name
    if card == RINFORZO:
        return Words("rinforzo", "reinforcement")
    if card not in rules.board.index:
        return same(card)
    place = rules.board.index[card]
    facts = {"name": rules.board.names[place], "figure": FIGURE_WORDS[rules.board.symbols[place]]}
    return Words("{name} ({figure})", "{name} ({figure})").fill(facts)


def objective_words(rules: Rules, number: int) -> Words:
    colour = rules.board.targets.get(number)
    coefficient = str(rules.board.coefficients[number])
    facts = {"n": number, "c": Words(coefficient.replace(".", ","), coefficient)}
    if colour:
        armies = Words("{n}. Distruggere le armate: {colour} ({c})", "{n}. Destroy the armies: {colour} ({c})")
        return armies.fill({**facts, "colour": COLOUR_WORDS[colour]})
    return Words("{n}. {name} ({c})", "{n}. {name} ({c})").fill({**facts, "name": _places(rules, number)})


def _places(rules: Rules, number: int) -> Words:
    """Whole continents by name, then what else is to be held."""
    goal = rules.board.objectives[number].territories
    wholes = [one for one in rules.board.continents if set(one.territories) <= goal]
    rest = sorted(goal - {place for one in wholes for place in one.territories})
    return listed([*(one.name for one in wholes), *(rules.board.names[place] for place in rest)])


def describe(rules: Rules, by: By, act: Act) -> Words:
    """One line for a person: what happened, with names."""
    details = DETAILS.get(type(act))
    return titled(ACT_WORDS[tag(type(act).__name__)], details(rules, act) if details else None)


def _dice(rules: Rules, act: Any) -> Words:
    return same("-".join(map(str, act.dice)))


def _name(rules: Rules, place: str) -> Words:
    return rules.board.names[rules.board.index[place]]


def _there(rules: Rules, act: Any) -> Words:
    return _name(rules, act.dst)


def _against(rules: Rules, act: Any) -> Words:
    return seat_words(act.seat)


def _journey(rules: Rules, act: Any) -> Words:
    return Words("{src} → {dst}", "{src} → {dst}").fill({"src": _name(rules, act.src), "dst": _name(rules, act.dst)})


def _with_armies(rules: Rules, act: Any) -> Words:
    return Words("{way}, {n}", "{way}, {n}").fill({"way": _journey(rules, act), "n": act.armies})


def _attack(rules: Rules, act: Any) -> Words:
    way = _with_armies(rules, act) if isinstance(act, acts.Ammiraglio) else _journey(rules, act)
    if not act.dice:
        return way
    return Words("{way}, dadi {n}", "{way}, dice {n}").fill({"way": way, "n": act.dice})


def _place(rules: Rules, act: acts.Place) -> Words:
    return listed(
        [Words("{name} {n}", "{name} {n}").fill({"name": _name(rules, name), "n": n}) for name, n in act.armies.items()]
    )


def _deal(rules: Rules, act: acts.Deal) -> Words:
    return Words("{seat}: {cards}", "{seat}: {cards}").fill(
        {"seat": seat_words(act.to), "cards": listed([_name(rules, card) for card in act.cards])}
    )


def _auction(rules: Rules, act: acts.Auction) -> Words:
    facts = {"name": _name(rules, act.dst), "seat": seat_words(act.winner), "n": act.bid}
    if not act.bid:
        return Words("{name} al {seat} per sorte", "{name} to {seat} by lot").fill(facts)
    if act.short:
        laid = Words(
            "{name} al {seat} per {n:armata|armate}, {short:non messa|non messe}",
            "{name} to {seat} for {n:army|armies}, {short} not laid",
        )
        return laid.fill({**facts, "short": act.short})
    return Words("{name} al {seat} per {n:armata|armate}", "{name} to {seat} for {n:army|armies}").fill(facts)


def _reserve(rules: Rules, act: acts.Riserva) -> Words:
    """Where its armies went: one territory, or those over which it was split."""
    return listed([_name(rules, name) for name in (act.dst, *act.also)])


def _bids(rules: Rules, act: acts.Bids) -> Words:
    return Words("{name}: {bids}", "{name}: {bids}").fill(
        {"name": _name(rules, act.dst), "bids": "-".join(map(str, act.bids))}
    )


def _pair(rules: Rules, act: Any) -> Words:
    return listed([objective_words(rules, number) for number in act.objectives])


def _shown(rules: Rules, act: acts.Shown) -> Words:
    changed = [_name(rules, name) for name in {**act.owners, **act.armies, **act.hidden}]
    others = [HANDS] if act.hands else []
    others += [Words("fabbriche", "factories")] if act.factories is not None else []
    others += [Words("carte spese", "cards spent")] if act.spent else []
    return table_words(changed, others, is_turn=act.turn_over)


DETAILS: dict[type[Act], Callable[[Rules, Any], Words]] = {
    acts.Lot: lambda rules, act: seat_words(act.first),
    acts.Standings: lambda rules, act: listed([seat_words(seat) for seat in act.seats]),
    acts.PickPlace: lambda rules, act: same(str(act.place)),
    acts.Colour: lambda rules, act: COLOUR_WORDS[act.colour],
    acts.Deal: _deal,
    acts.Auction: _auction,
    acts.Bids: _bids,
    acts.AuctionDice: _dice,
    acts.VoidObjectives: _pair,
    acts.Factory: _there,
    acts.Place: _place,
    acts.Combination: lambda rules, act: listed([card_words(rules, card) for card in act.cards]),
    acts.Attack: _attack,
    acts.Ammiraglio: _attack,
    acts.AttackDice: _dice,
    acts.DefenceDice: _dice,
    acts.VoidThrow: lambda rules, act: classic.VOID_WORDS[act.cause],
    acts.Occupy: lambda rules, act: same(str(act.armies)),
    acts.Move: _with_armies,
    acts.Enter: _with_armies,
    acts.TrasportoAereo: _with_armies,
    acts.Riserva: _reserve,
    acts.Dna: _there,
    acts.Minibomba: _there,
    acts.Ripiegamento: _there,
    acts.Socialista: _journey,
    acts.Generale: _against,
    acts.Diplomatico: _against,
    acts.Spia: _against,
    acts.SpiaRemoves: lambda rules, act: card_words(rules, act.card),
    acts.Claim: _pair,
    acts.Reveal: _pair,
    acts.Abandon: _against,
    acts.Shown: _shown,
    acts.Finish: lambda rules, act: ENDINGS[act.how],
    TimeUp: lambda rules, act: (
        Words("giro {n}", "giro {n}").fill({"n": act.giro})
        if act.giro
        else Words("poi tre giri finali", "then three final giri")
    ),
    Undo: lambda rules, act: Words("riga {n}", "line {n}").fill({"n": act.of}),
    Ruling: lambda rules, act: Words("art. {n}", "art. {n}").fill({"n": ", ".join(act.waives)}),
    Note: lambda rules, act: same(act.text),
}
