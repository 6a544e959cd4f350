"""The game in words: names of acts, units, cards, phases and endings, and one line for each act of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.fabrisiko import acts
from games.fabrisiko.rules import Rules
from games.kernel.acts import Act, By, Note, Ruling, TimeUp, Undo, tag
from games.kernel.words import HANDS, Words, listed, same, seat_words, table_words, titled

ACT_WORDS = {
    "sheet": Words("Scheda della frazione", "Faction sheet"),
    "start_dice": Words("Dadi per il primo a giocare", "Dice for the first player"),
    "draw": Words("1-A: pesca le carte", "1-A: draw cards"),
    "carnival": Words("Carnevale di Marischio", "Carnevale of Marischio"),
    "swap": Words("Cambia carte", "Exchange cards"),
    "event": Words("1-B: carta evento", "1-B: event card"),
    "no_event": Words("1-B: nessuna carta evento", "1-B: no event card"),
    "revolt": Words("Scoppia la ribellione", "The rebellion breaks out"),
    "flee": Words("Le unità lasciano la frazione", "Units leave the frazione"),
    "pay": Words("Paga il terremoto", "Pay for the earthquake"),
    "disband": Words("Rimuove unità", "Give up units"),
    "find_dice": Words("Dadi dei reperti", "Dice for the finds"),
    "trade_dice": Words("Dadi degli scambi", "Dice for the trade"),
    "place": Words("2: piazza", "2: place"),
    "buy": Words("3: acquista", "3: buy"),
    "invade": Words("4-A: invade", "4-A: invade"),
    "flak_dice": Words("Fuoco dei siti AA", "Fire of the AA sites"),
    "city_dice": Words("Fabriano vicina", "Fabriano vicina"),
    "capture_dice": Words("Dadi per le strutture", "Dice for the structures"),
    "recover_dice": Words("Risorse recuperate", "Resources recovered"),
    "bomb": Words("4-B: bombarda una struttura", "4-B: bomb a structure"),
    "raid": Words("4-B: attacco strategico", "4-B: strategic attack"),
    "bomb_dice": Words("Dado del bombardiere", "The bomber's die"),
    "raid_dice": Words("Risorse distrutte", "Resources destroyed"),
    "battle": Words("4-B: battaglia", "4-B: battle"),
    "strategy": Words("Carta strategica", "Strategic card"),
    "betray": Words("Passa al nemico", "Changes side"),
    "plague_dice": Words("Dadi dell'arma biologica", "Dice for the arma biologica"),
    "anti_aircraft": Words("Fanteria AA", "Infantry against planes"),
    "colle_ameno": Words("Colle ameno", "Colle ameno"),
    "engage": Words("Si combatte", "The fight begins"),
    "attack_dice": Words("Dadi dell'attacco", "Attacker's dice"),
    "defence_dice": Words("Dadi della difesa", "Defender's dice"),
    "losses": Words("Perdite", "Losses"),
    "reroll": Words("Rilancia un dado", "Re-roll a die"),
    "move": Words("4-C: sposta", "4-C: move"),
    "end_turn": Words("5: raccoglie e finisce il turno", "5: collect and end the turn"),
    "industry_dice": Words("Dominio industriale", "Dominio industriale"),
    "abandon": Words("Abbandono", "A player leaves"),
    "decide": Words("L'arbitro decide la parità", "The referee decides the tie"),
    "penalty": Words("Penalità dell'arbitro", "Referee's penalty"),
    "shown": Words("Il tavolo mostra", "The table shows"),
    "finish": Words("Partita finita", "The game is over"),
    "time_up": Words("Tempo scaduto", "Time is up"),
    "time_not_up": Words("Il tempo non era scaduto", "Time was not up"),
    "pre_alarm": Words("Preallarme", "Warning"),
    "undo": Words("Annulla", "Undo"),
    "ruling": Words("Infrazione registrata", "Infraction registered"),
    "note": Words("Nota", "Note"),
}
PIECE_WORDS = {
    "fanteria": Words("fanteria", "infantry"),
    "fanteria_aa": Words("fanteria AA", "infantry AA"),
    "carro": Words("carri armati", "tanks"),
    "caccia": Words("caccia", "fighters"),
    "bombardiere": Words("bombardieri", "bombers"),
    "complesso": Words("complessi industriali", "industrial complexes"),
    "sito_aa": Words("siti AA", "AA sites"),
}
ONE_PIECE = {
    "fanteria": PIECE_WORDS["fanteria"],
    "fanteria_aa": PIECE_WORDS["fanteria_aa"],
    "carro": Words("carro armato", "tank"),
    "caccia": Words("caccia", "fighter"),
    "bombardiere": Words("bombardiere", "bomber"),
    "complesso": Words("complesso industriale", "industrial complex"),
    "sito_aa": Words("sito AA", "AA site"),
}
CARD_WORDS = {
    "tregua": same("Tregua"),
    "arma_segreta": same("Arma segreta"),
    "tradimento": same("Tradimento"),
    "arma_biologica": same("Arma biologica"),
    "attacco_fulmineo": same("Attacco fulmineo"),
    "difesa_valorosa": same("Difesa valorosa"),
    "ribellione": same("Ribellione paesana"),
    "terremoto": same("Terremoto"),
    "palio": same("Palio di San Giovanni Battista"),
    "crescita": same("Crescita economica"),
    "sagra": same("Sagra paesana"),
    "caldo": same("Caldo estremo"),
    "marchigiano": same("Il Marchigiano"),
    "reperti": same("Reperti archeologici"),
    "scambi": same("Scambi commerciali"),
}
FACTION_WORDS = {
    "melano": same("Melano"),
    "marischio": same("Marischio"),
    "collamato": same("Collamato"),
    "albacina": same("Albacina"),
}
ENDINGS = {
    "territories": Words("vittoria per territori", "victory by territories"),
    "time": Words("fine del tempo", "end of the time"),
    "abandoned": Words("finita perché gli altri hanno lasciato", "abandoned by the others"),
    "draw": Words("nessuno può più muovere né costruire", "nobody can move or build any more"),
}


def describe(rules: Rules, by: By, act: Act) -> Words:
    """One line for a person: what happened, with names."""
    return titled(ACT_WORDS[tag(type(act).__name__)], _more(rules, act))


def _more(rules: Rules, act: Act) -> Words | None:
    if isinstance(act, acts.Throw):
        return same("-".join(map(str, act.dice)))
    details = DETAILS.get(type(act))
    return details(rules, act) if details else None


def place_words(rules: Rules, place: str) -> Words:
    return rules.board.names[rules.board.index[place]]


def pieces_words(pieces: Mapping[str, int]) -> Words:
    """`3 fanteria, 1 carri armati`; a piece named with a place (`complesso@melano`) keeps only its kind."""
    return listed([_counted(name.partition("@")[0], count) for name, count in pieces.items()])


def _counted(name: str, count: int) -> Words:
    return Words("{n} {what}", "{n} {what}").fill(
        {"n": count, "what": (ONE_PIECE if count == 1 else PIECE_WORDS)[name]}
    )


def _journey(rules: Rules, act: acts.Invade | acts.Move) -> Words:
    way = " → ".join(place_words(rules, place).it for place in (act.src, *act.path))
    way_en = " → ".join(place_words(rules, place).en for place in (act.src, *act.path))
    return Words("{way}, {units}", "{way}, {units}").fill({"way": Words(way, way_en), "units": pieces_words(act.units)})


def _at(rules: Rules, act: Any) -> Words:
    return place_words(rules, act.at)


def _event(rules: Rules, act: acts.Event) -> Words:
    card = CARD_WORDS[act.card]
    if not act.at:
        return card
    return Words("{card}, {at}", "{card}, {at}").fill({"card": card, "at": place_words(rules, act.at)})


def _strategy(rules: Rules, act: acts.Strategy) -> Words:
    card = CARD_WORDS[act.card]
    if not act.unit:
        return card
    return Words("{card} ({unit})", "{card} ({unit})").fill({"card": card, "unit": PIECE_WORDS[act.unit]})


def _place(rules: Rules, act: acts.Place) -> Words:
    facts = {"at": place_words(rules, act.at), "units": pieces_words(act.units)}
    return Words("{at}, {units}", "{at}, {units}").fill(facts)


def _flee(rules: Rules, act: acts.Flee) -> Words:
    if not act.dst:
        return Words("chi resta è distrutto", "those left are destroyed")
    facts = {"at": place_words(rules, act.dst), "units": pieces_words(act.units)}
    return Words("{units} → {at}", "{units} → {at}").fill(facts)


def _pay(rules: Rules, act: acts.Pay) -> Words:
    if not act.lose:
        return Words("tutte le strutture", "for every structure")
    return Words("rinuncia a {what}", "gives up {what}").fill({"what": pieces_words(act.lose)})


def _bomb(rules: Rules, act: acts.Bomb) -> Words:
    facts = {"what": PIECE_WORDS[act.target], "at": place_words(rules, act.at)}
    return Words("{at}, {what}", "{at}, {what}").fill(facts)


def _penalty(rules: Rules, act: acts.Penalty) -> Words:
    return Words("{seat}, −{n}", "{seat}, −{n}").fill({"seat": seat_words(act.seat), "n": act.points})


def _shown(rules: Rules, act: acts.Shown) -> Words:
    changed = [place_words(rules, name) for name in dict.fromkeys((*act.owners, *act.units, *act.structures))]
    others = [HANDS] if act.hands else []
    others += [Words("risorse", "resources")] if act.resources else []
    others += [Words("acquisti", "purchases")] if act.bought else []
    return table_words(changed, others, is_turn=act.turn_over)


DETAILS: dict[type[Act], Callable[[Rules, Any], Words]] = {
    acts.Sheet: lambda rules, act: FACTION_WORDS[act.faction],
    acts.Draw: lambda rules, act: same(str(act.cards)),
    acts.Swap: lambda rules, act: listed([CARD_WORDS[card] for card in act.cards]),
    acts.Event: _event,
    acts.Revolt: _at,
    acts.Flee: _flee,
    acts.Pay: _pay,
    acts.Disband: lambda rules, act: pieces_words(act.units),
    acts.Place: _place,
    acts.Buy: lambda rules, act: pieces_words(act.units),
    acts.Invade: _journey,
    acts.Bomb: _bomb,
    acts.Raid: _at,
    acts.Battle: _at,
    acts.Strategy: _strategy,
    acts.Betray: lambda rules, act: PIECE_WORDS[act.unit],
    acts.AntiAircraft: lambda rules, act: same(str(act.infantry)),
    acts.Losses: lambda rules, act: pieces_words(act.units),
    acts.Reroll: lambda rules, act: same(f"{act.die + 1}° → {act.value}"),
    acts.Move: _journey,
    acts.Penalty: _penalty,
    acts.Decide: lambda rules, act: seat_words(act.seat),
    acts.Abandon: lambda rules, act: seat_words(act.seat),
    acts.Shown: _shown,
    acts.Finish: lambda rules, act: ENDINGS[act.how],
    TimeUp: lambda rules, act: (
        Words("turno globale {n}", "global turn {n}").fill({"n": act.giro})
        if act.giro
        else Words("il turno globale in corso è l'ultimo", "the global turn under way is the last")
    ),
    Undo: lambda rules, act: Words("riga {n}", "line {n}").fill({"n": act.of}),
    Ruling: lambda rules, act: Words("art. {n}", "art. {n}").fill({"n": ", ".join(act.waives)}),
    Note: lambda rules, act: same(act.text),
}
