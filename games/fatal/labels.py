"""The game in words: names of acts, cards, treasures and endings, and one line for each act of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from games.fatal import acts
from games.fatal.contents import AWARD, DRAW, QUEEN, ROB, STRIP, Box, Treasure, Vision
from games.fatal.rules import Rules
from games.kernel.acts import Act, By, Note, Ruling, TimeUp, Undo, tag
from games.kernel.words import Words, listed, same, seat_words, table_words, titled

ACT_WORDS = {
    "first": Words("Chi comincia", "Who begins"),
    "characters": Words("Personaggi e carte distribuiti", "Characters and cards dealt"),
    "display": Words("Primi tre tesori", "First three treasures"),
    "enchant": Words("Gioca un ammaliamento", "Play an enchantment"),
    "effect": Words("Effetto dell'ammaliamento", "Effect of the enchantment"),
    "screen": Words("Schermo Elementale", "Schermo Elementale"),
    "change": Words("Paga per cambiare carte", "Pay to change cards"),
    "surplus": Words("Scarta le carte pescate in più", "Discard the surplus drawn"),
    "steal": Words("Ruba una visione", "Steal a vision"),
    "play": Words("Gioca una visione", "Lay a vision"),
    "end_play": Words("Fine delle giocate", "No more visions"),
    "take": Words("Prende un tesoro", "Take a treasure"),
    "turn_up": Words("Scopre un tesoro", "Turn up a treasure"),
    "trimagia": Words("Trimagia", "Trimagia"),
    "aim": Words("Bersaglio", "Target"),
    "deliver": Words("Carte nella mano", "Cards into the hand"),
    "award": Words("Assegna un tesoro", "Award a treasure"),
    "rob": Words("Furto di tesori", "Theft of treasures"),
    "strip": Words("Carte pescate e scartate", "Cards drawn and discarded"),
    "discard": Words("Scende a sei carte", "Down to six cards"),
    "late_draw": Words("Carta pescata in ritardo", "Card drawn late"),
    "tally": Words("Scopre i tesori", "Turn up the treasures"),
    "reveal": Words("Chi si rivela", "Who reveals"),
    "keep": Words("Tiene un tesoro", "Keep a treasure"),
    "unmask": Words("Mostra il personaggio", "Show the character"),
    "claim": Words("Ha eliminato la stirpe rivale", "Has put out the rival lineage"),
    "share": Words("Distribuisce i tesori", "Share out the treasures"),
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
ENDINGS = {
    "queen": Words("seconda Regina Incantatrice", "the Queen for the second time"),
    "rival": Words("stirpe rivale eliminata", "rival lineage put out"),
    "elimination": Words("resta un solo giocatore", "one player left"),
    "abandoned": Words("finita perché gli altri hanno lasciato", "abandoned by the others"),
    "time": Words("tempo scaduto", "time is up"),
}
TYPE_WORDS = {
    DRAW: Words("pesca carte", "draw cards"),
    AWARD: Words("prende tesori", "take treasures"),
    ROB: Words("ruba tesori", "steal treasures"),
    STRIP: Words("scarta dalla mano", "discard from a hand"),
}
SYMBOL_WORDS = {
    "pietra_magica": Words("pietra magica", "magic stone"),
    "multilame": Words("multilame", "multiblade"),
    "pergamena": Words("pergamena", "scroll"),
    "": Words("senza simbolo", "no symbol"),
}
SHORT_TYPES = {
    DRAW: Words("pesca", "draw"),
    AWARD: Words("prende", "take"),
    ROB: Words("ruba", "steal"),
    STRIP: Words("scarta", "discard"),
}
SHORT_SYMBOLS = SYMBOL_WORDS | {"pietra_magica": Words("pietra", "stone"), "": same("–")}
NO_SYMBOL = "no_symbol"
VISIONS_FILE = "visions.csv"
COLOUR_WORDS = {
    "rosso": Words("rosso", "red"),
    "giallo": Words("giallo", "yellow"),
    "verde": Words("verde", "green"),
    "blu": Words("blu", "blue"),
    "viola": Words("viola", "purple"),
}


def card_words(rules: Rules, kind: int) -> Words:
    """An enchantment by its name, a vision by what is printed on it."""
    return _card_words(rules.box, kind)


def _card_words(box: Box, kind: int) -> Words:
    if not box.is_vision(kind):
        return box.enchantments[kind - len(box.visions)].name
    return _vision_words(box, kind)


def short_title(one: Vision) -> Words:
    """What is seen on it, in two words."""
    return Words("{type} {symbol}", "{type} {symbol}").fill(
        {"type": SHORT_TYPES[one.type], "symbol": SHORT_SYMBOLS[one.symbol]}
    )


def vision_title(one: Vision) -> Words:
    facts = {"id": one.id, "type": TYPE_WORDS[one.type], "symbol": SYMBOL_WORDS[one.symbol]}
    return Words("{type} · {symbol} · {id}", "{type} · {symbol} · {id}").fill(facts)


def names(rules: Rules) -> tuple[tuple[str, Words], ...]:
    """Every card and treasure that plays by its id, as a person calls it. Worked out once for each box and number of players."""
    box, key = rules.box, (rules.box.digest, rules.seats)
    if key not in _NAMES:
        cards = ((one, _card_words(box, kind)) for kind, one in enumerate(box.ids))
        treasures = (box.treasures[kind] for kind in dict.fromkeys(rules.in_play))
        _NAMES[key] = (*cards, *((one.id, _treasure_words(one)) for one in treasures), (QUEEN, QUEEN_WORDS))
    return _NAMES[key]


QUEEN_WORDS = Words("Regina Incantatrice", "the Queen")
_NAMES: dict[tuple[str, int], tuple[tuple[str, Words], ...]] = {}


def _vision_words(box: Box, kind: int) -> Words:
    """A vision by what is printed on it: its stars upright, upside down and on its side, and the mark of a second target.

    Its code only where a table's own list has one, or where two look the same.
    """
    one = box.visions[kind]
    stars = "-".join(map(str, one.stars))
    marks = [Words(f"stelle {stars}", f"stars {stars}")]
    marks += [Words("stella in punta", "star in the tip")] if one.tip else []
    marks += [Words("secondo bersaglio", "second target")] if any(one.again) else []
    facts = {
        "id": one.id,
        "type": TYPE_WORDS[one.type],
        "symbol": SYMBOL_WORDS[one.symbol],
        "marks": Words(" · ".join(mark.it for mark in marks), " · ".join(mark.en for mark in marks)),
    }
    has_code = VISIONS_FILE not in box.stand_ins or _is_printed_twice(box.visions, kind)
    form = "{type} · {symbol} · {marks} · {id}" if has_code else "{type} · {symbol} · {marks}"
    return same(form).fill(facts)


@lru_cache(maxsize=512)
def _is_printed_twice(visions: tuple[Vision, ...], kind: int) -> bool:
    """Whether another vision looks the same, so that only its code tells them apart."""

    def printed(one: Vision) -> tuple[object, ...]:
        return one.type, one.symbol, one.stars, one.tip, one.again

    return sum(printed(one) == printed(visions[kind]) for one in visions) > 1


def colour_words(colour: str) -> Words:
    return COLOUR_WORDS.get(colour, same(colour))


def treasure_words(rules: Rules, kind: int) -> Words:
    return _treasure_words(rules.box.treasures[kind])


def _treasure_words(one: Treasure) -> Words:
    colour = colour_words(one.colour)
    return Words("{value} {colour}", "{colour} {value}").fill({"value": one.value, "colour": colour})


def lineage_words(rules: Rules, lineage: str) -> Words:
    if lineage not in rules.box.lineages:
        return Words("si rivela", "reveals")
    one = rules.box.lineages[lineage]
    colour = colour_words(one.colour)
    return Words("{name} ({colour})", "{name} ({colour})").fill({"name": one.name, "colour": colour})


def describe(rules: Rules, by: By, act: Act) -> Words:
    """One line for a person: what happened, with names."""
    details = DETAILS.get(type(act))
    return titled(ACT_WORDS[tag(type(act).__name__)], details(rules, act) if details else None)


def _cards(rules: Rules, names: Iterable[str]) -> Words:
    return listed([card_words(rules, rules.box.cards[name]) for name in names])


def _treasures(rules: Rules, names: Iterable[str]) -> Words:
    return listed([QUEEN_WORDS if name == QUEEN else treasure_words(rules, rules.box.hoard[name]) for name in names])


def _change(rules: Rules, act: acts.Change) -> Words:
    facts = {"paid": _treasures(rules, (act.treasure,)), "cards": _cards(rules, act.cards)}
    return Words("{paid} per {cards}", "{paid} for {cards}").fill(facts)


def _seat_row(seat: int, row: int) -> Words:
    return Words("{seat}, fila {row}", "{seat}, row {row}").fill({"seat": seat_words(seat), "row": row + 1})


def _play(rules: Rules, act: acts.Play) -> Words:
    facts = {"card": _cards(rules, (act.card,)), "row": act.row + 1}
    laid = Words("{card}, fila {row}", "{card}, row {row}").fill(facts)
    return Words("{laid}; non ripesca", "{laid}; no redraw").fill({"laid": laid}) if act.forgot else laid


def _to(rules: Rules, what: Words, seat: int) -> Words:
    return Words("{what} → {seat}", "{what} → {seat}").fill({"what": what, "seat": seat_words(seat)})


def _reveal(rules: Rules, act: acts.Reveal) -> Words:
    found = [_to(rules, lineage_words(rules, name), seat) for seat, name in enumerate(act.characters) if name]
    return listed(found) if found else Words("nessuno", "nobody")


def _finish(act: acts.Finish) -> Words:
    return ENDINGS[act.how] if act.winner < 0 else listed([ENDINGS[act.how], seat_words(act.winner)])


def _board_words(rules: Rules, act: acts.Shown) -> Words:
    return table_words(_changes(rules, act), [], is_turn=act.turn_over)


def _effect(rules: Rules, act: acts.Effect) -> Words:
    changed = acts.Shown(hands=act.hands, treasures=act.treasures, rows=act.rows, discarded=act.discarded)
    found = [*([same(act.text)] if act.text else []), *_changes(rules, changed)]
    if act.forgot:
        found.append(Words("non ripesca", "no redraw"))
    return listed(found) if found else Words("nulla cambia", "nothing changes")


def _changes(rules: Rules, act: acts.Shown) -> list[Words]:
    """What each seat has by now, and what lies on the table."""
    seats = sorted({*act.hands, *act.treasures, *act.face_up, *act.rows, *act.revealed, *act.points})
    found = [
        Words("{seat} ({held})", "{seat} ({held})").fill(
            {"seat": seat_words(seat), "held": listed(_seat_changes(rules, act, seat))}
        )
        for seat in seats
    ]
    for it, en, words in (
        ("a disposizione {of}", "on display {of}", _treasures(rules, act.display)),
        ("scarta {of}", "discarded {of}", _cards(rules, act.discarded)),
        ("paga {of}", "paid {of}", _treasures(rules, act.paid)),
    ):
        found += [Words(it, en).fill({"of": words})] if words.it else []
    return found


def _seat_changes(rules: Rules, act: acts.Shown, seat: int) -> list[Words]:
    """What the seat has by now, of what changed."""
    counts = (
        ("{n:carta in mano|carte in mano}", "{n:card in hand|cards in hand}", act.hands.get(seat)),
        ("{n:tesoro coperto|tesori coperti}", "{n:treasure face down|treasures face down}", act.treasures.get(seat)),
        ("{n:punto|punti}", "{n:point|points}", act.points.get(seat)),
        ("{n:visione|visioni}", "{n:vision|visions}", sum(map(len, act.rows[seat])) if seat in act.rows else None),
    )
    found = [Words(it, en).fill({"n": n}) for it, en, n in counts if n is not None]
    if act.face_up.get(seat):
        facts = {"of": _treasures(rules, act.face_up[seat])}
        found.append(Words("scoperti {of}", "face up {of}").fill(facts))
    elif seat in act.face_up:
        found.append(Words("nessun tesoro scoperto", "no treasure face up"))
    return found + ([lineage_words(rules, act.revealed[seat])] if seat in act.revealed else [])


DETAILS: dict[type[Act], Callable[[Rules, Any], Words]] = {
    acts.First: lambda rules, act: seat_words(act.seat),
    acts.Display: lambda rules, act: _treasures(rules, act.treasures),
    acts.Enchant: lambda rules, act: _cards(rules, (act.card,)),
    acts.Effect: _effect,
    acts.Change: _change,
    acts.Surplus: lambda rules, act: _cards(rules, act.cards),
    acts.Steal: lambda rules, act: _seat_row(act.seat, act.row),
    acts.Play: _play,
    acts.Take: lambda rules, act: _to(rules, _treasures(rules, (act.treasure,)), act.to),
    acts.TurnUp: lambda rules, act: _treasures(rules, (act.treasure,)),
    acts.Trimagia: lambda rules, act: Words("fila {n}", "row {n}").fill({"n": act.row + 1}),
    acts.Aim: lambda rules, act: seat_words(act.seat),
    acts.Award: lambda rules, act: _treasures(rules, (act.treasure,)),
    acts.Rob: lambda rules, act: _treasures(rules, act.faced),
    acts.Strip: lambda rules, act: _cards(rules, act.cards),
    acts.Discard: lambda rules, act: _cards(rules, act.cards),
    acts.Tally: lambda rules, act: _treasures(rules, act.treasures),
    acts.Reveal: _reveal,
    acts.Keep: lambda rules, act: _treasures(rules, (act.treasure,)),
    acts.Unmask: lambda rules, act: lineage_words(rules, act.character),
    acts.Claim: lambda rules, act: lineage_words(rules, act.character),
    acts.Shown: _board_words,
    acts.Finish: lambda rules, act: _finish(act),
    acts.Share: lambda rules, act: _treasures(rules, [name for names in act.faced.values() for name in names]),
    acts.Abandon: lambda rules, act: seat_words(act.seat),
    TimeUp: lambda rules, act: Words("giro {n}", "giro {n}").fill({"n": act.giro}) if act.giro else Words("", ""),
    Undo: lambda rules, act: Words("riga {n}", "line {n}").fill({"n": act.of}),
    Ruling: lambda rules, act: Words("art. {n}", "art. {n}").fill({"n": ", ".join(act.waives)}),
    Note: lambda rules, act: same(act.text),
}
