"""The game in words: names of acts, colours, cards and endings, and one line for each act of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel.acts import Act, By, Note, Ruling, TimeUp, Undo, tag
from games.kernel.words import HANDS, Words, listed, same, seat_words, table_words, titled
from games.risiko import acts
from games.risiko.board import JOLLY
from games.risiko.rules import Rules

ACT_WORDS = {
    "start_dice": Words("Dadi per il primo di mano", "Dice for the first player"),
    "colour": Words("Scelta del colore", "Choice of colour"),
    "deal": Words("Carta territorio", "Territory card"),
    "objectives": Words("Obiettivi distribuiti", "Objectives dealt"),
    "place": Words("Colloca armate", "Place armies"),
    "tris": Words("Gioca un tris", "Play a set"),
    "attack": Words("Attacca", "Attack"),
    "attack_dice": Words("Dadi dell'attacco", "Attacker's dice"),
    "defence_dice": Words("Dadi della difesa", "Defender's dice"),
    "void_throw": Words("Lancio nullo", "Void throw"),
    "occupy": Words("Occupa", "Occupy"),
    "move": Words("Spostamento strategico", "Strategic move"),
    "draw": Words("Pesca la carta", "Draw the card"),
    "late_card": Words("Carta dimenticata", "Forgotten card"),
    "undue_card": Words("Carta presa senza diritto", "Undue card"),
    "end_turn": Words("Fine del turno", "End of turn"),
    "close_dice": Words("Sdadata", "Sdadata"),
    "claim": Words("Obiettivo raggiunto", "Objective reached"),
    "reveal": Words("Scopre l'obiettivo", "Turn up an objective"),
    "tie_dice": Words("Dadi di spareggio", "Dice for the tie"),
    "abandon": Words("Abbandono", "A player leaves"),
    "shown": Words("Il tavolo mostra", "The table shows"),
    "finish": Words("Partita finita", "The game is over"),
    "time_up": Words("Tempo scaduto", "Time is up"),
    "time_not_up": Words("Il tempo non era scaduto", "Time was not up"),
    "pre_alarm": Words("Preallarme", "Warning"),
    "undo": Words("Annulla", "Undo"),
    "ruling": Words("Infrazione registrata", "Infraction registered"),
    "note": Words("Nota", "Note"),
}
COLOUR_WORDS = {
    "nero": Words("nero", "black"),
    "rosso": Words("rosso", "red"),
    "giallo": Words("giallo", "yellow"),
    "verde": Words("verde", "green"),
    "blu": Words("blu", "blue"),
    "viola": Words("viola", "purple"),
}
FIGURE_WORDS = {
    "fante": Words("fante", "infantry"),
    "cannone": Words("cannone", "cannon"),
    "cavaliere": Words("cavaliere", "cavalry"),
}
VOID_WORDS: dict[acts.VoidCause, Words] = {
    "cocked": Words("un dado in bilico, sopra un altro o fuori", "a die cocked, on another or out"),
    "undeclared": Words("attacco non dichiarato", "attack not declared"),
    "order": Words("lanciato prima del tempo", "thrown out of order"),
}
ENDINGS = {
    "objective": Words("obiettivo raggiunto", "objective reached"),
    "dice": Words("chiusa dai dadi", "closed by the dice"),
    "time": Words("fine dei giri di chiusura", "end of the closing giri"),
    "elimination": Words("resta un solo giocatore", "one player left"),
    "abandoned": Words("finita perché gli altri hanno lasciato", "abandoned by the others"),
}


def card_words(rules: Rules, card: str) -> Words:
    if card == JOLLY:
        return same("jolly")
    place = rules.board.index[card]
    facts = {"name": rules.board.names[place], "figure": FIGURE_WORDS[rules.board.symbols[place]]}
    return Words("{name} ({figure})", "{name} ({figure})").fill(facts)


def objective_words(rules: Rules, number: int) -> Words:
    return same(f"{number}. {rules.board.objectives[number].name}")


def describe(rules: Rules, by: By, act: Act) -> Words:
    """One line for a person: what happened, with names."""
    details = DETAILS.get(type(act))
    return titled(ACT_WORDS[tag(type(act).__name__)], details(rules, act) if details else None)


def _dice(rules: Rules, act: Any) -> Words:
    return same("-".join(map(str, act.dice)))


def _name(rules: Rules, place: str) -> Words:
    return rules.board.names[rules.board.index[place]]


def _journey(rules: Rules, act: Any) -> Words:
    return Words("{src} → {dst}", "{src} → {dst}").fill({"src": _name(rules, act.src), "dst": _name(rules, act.dst)})


def _armies(rules: Rules, act: Any) -> Words:
    return listed(
        [Words("{name} {n}", "{name} {n}").fill({"name": _name(rules, name), "n": n}) for name, n in act.armies.items()]
    )


def _move(rules: Rules, act: acts.Move) -> Words:
    return Words("{way}, {n}", "{way}, {n}").fill({"way": _journey(rules, act), "n": act.armies})


def _deal(rules: Rules, act: acts.Deal) -> Words:
    to = seat_words(act.to) if act.to >= 0 else Words("rimessa nel mazzo", "back into the deck")
    return Words("{card} → {to}", "{card} → {to}").fill({"card": card_words(rules, act.card), "to": to})


def _shown(rules: Rules, act: acts.Shown) -> Words:
    changed = [_name(rules, name) for name in {**act.owners, **act.armies}]
    return table_words(changed, [HANDS] if act.hands else [], is_turn=act.turn_over)


DETAILS: dict[type[Act], Callable[[Rules, Any], Words]] = {
    acts.StartDice: _dice,
    acts.Colour: lambda rules, act: COLOUR_WORDS[act.colour],
    acts.Deal: _deal,
    acts.Place: _armies,
    acts.Tris: lambda rules, act: listed([card_words(rules, card) for card in act.cards]),
    acts.Attack: _journey,
    acts.AttackDice: _dice,
    acts.DefenceDice: _dice,
    acts.VoidThrow: lambda rules, act: VOID_WORDS[act.cause],
    acts.Occupy: lambda rules, act: same(str(act.armies)),
    acts.Move: _move,
    acts.UndueCard: lambda rules, act: card_words(rules, act.card),
    acts.CloseDice: _dice,
    acts.Claim: lambda rules, act: objective_words(rules, act.objective),
    acts.Reveal: lambda rules, act: objective_words(rules, act.objective),
    acts.TieDice: _dice,
    acts.Abandon: lambda rules, act: seat_words(act.seat),
    acts.Shown: _shown,
    acts.Finish: lambda rules, act: ENDINGS[act.how],
    TimeUp: lambda rules, act: (
        Words("giro {n}", "giro {n}").fill({"n": act.giro}) if act.giro else Words("ultimo giro", "last giro")
    ),
    Undo: lambda rules, act: Words("riga {n}", "line {n}").fill({"n": act.of}),
    Ruling: lambda rules, act: Words("art. {n}", "art. {n}").fill({"n": ", ".join(act.waives)}),
    Note: lambda rules, act: same(act.text),
}
