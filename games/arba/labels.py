"""The game in words: names of acts, pieces and endings, and one line for each act of a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.arba import acts
from games.arba.rules import Rules
from games.kernel.acts import Act, By, Note, Ruling, TimeUp, Undo, tag
from games.kernel.words import Words, listed, same, seat_words, table_words, titled

ACT_WORDS = {
    "nearest": Words("Inizia chi è più vicino", "The nearest begins"),
    "start_dice": Words("Dadi per chi inizia", "Dice for who begins"),
    "deploy": Words("Nuove truppe", "New troopers"),
    "collect": Words("Riscuote i danari", "Collect money"),
    "buy_tractor": Words("Compra un trattore", "Buy a tractor"),
    "drop": Words("Aereo di paracadutisti", "Plane of paratroopers"),
    "strike": Words("Attacco a distanza", "Ranged attack"),
    "attack": Words("Attacco ravvicinato", "Close attack"),
    "attack_die": Words("Dado dell'attacco", "Attacker's die"),
    "defence_die": Words("Dado della difesa", "Defender's die"),
    "break_off": Words("Interrompe l'attacco", "Break off the attack"),
    "move": Words("Sposta", "Move"),
    "barricades": Words("Barricate", "Barricades"),
    "buy_cannon": Words("Compra un cannone", "Buy a cannon"),
    "buy_missile": Words("Compra un missile", "Buy a missile"),
    "build_bridge": Words("Ricostruisce un ponte", "Rebuild a bridge"),
    "break_bridge": Words("Distrugge un ponte", "Destroy a bridge"),
    "end_turn": Words("Fine del turno", "End of turn"),
    "resign": Words("Resa", "A player gives up"),
    "shown": Words("Il tavolo mostra", "The table shows"),
    "finish": Words("Partita finita", "The game is over"),
    "time_up": Words("Tempo scaduto", "Time is up"),
    "time_not_up": Words("Il tempo non era scaduto", "Time was not up"),
    "pre_alarm": Words("Preallarme", "Warning"),
    "undo": Words("Annulla", "Undo"),
    "ruling": Words("Infrazione registrata", "Infraction registered"),
    "note": Words("Nota", "Note"),
}
PIECES = {
    "troop": Words("truppa ordinaria", "ordinary trooper"),
    "para": Words("paracadutista", "paratrooper"),
    "tractor": Words("trattore", "tractor"),
    "alpino": Words("alpino", "alpino"),
    "cannon": Words("cannone", "cannon"),
}
WEAPONS = {
    "cannon": Words("cannone", "cannon"),
    "missile": Words("missile", "missile"),
    "plane": Words("aereo alpino", "alpine plane"),
}
ENDINGS = {
    "base": Words("base nemica conquistata", "enemy base taken"),
    "time": Words("tempo scaduto", "time is up"),
    "limit": Words("ultimo giro dell'evento", "last giro of the event"),
    "abandoned": Words("resa", "given up"),
}


def bridge_words(rules: Rules, name: str) -> Words:
    ends = rules.board.bridges[rules.board.bridge_index[name]]
    return Words("{a}–{b}", "{a}–{b}").fill({"a": rules.board.names[ends[0]], "b": rules.board.names[ends[1]]})


def describe(rules: Rules, by: By, act: Act) -> Words:
    """One line for a person: what happened, with names."""
    details = DETAILS.get(type(act))
    return titled(ACT_WORDS[tag(type(act).__name__)], details(rules, act) if details else None)


def _name(rules: Rules, place: str) -> Words:
    return rules.board.names[rules.board.index[place]]


def _counts(rules: Rules, counts: dict[str, int]) -> Words:
    return listed(
        [Words("{name} {n}", "{name} {n}").fill({"name": _name(rules, name), "n": n}) for name, n in counts.items()]
    )


def _journey(rules: Rules, *stops: str) -> Words:
    way, *rest = [_name(rules, place) for place in stops if place]
    for place in rest:
        way = Words("{src} → {dst}", "{src} → {dst}").fill({"src": way, "dst": place})
    return way


def _move(rules: Rules, act: acts.Move) -> Words:
    moved = [
        (act.troops, PIECES["troop"]),
        (act.paras, PIECES["para"]),
        (act.tractors, PIECES["tractor"]),
        (act.cannons, WEAPONS["cannon"]),
    ]
    what = listed([Words("{n} {kind}", "{n} {kind}").fill({"n": n, "kind": kind}) for n, kind in moved if n])
    return Words("{way}, {what}", "{way}, {what}").fill(
        {"way": _journey(rules, act.src, act.via, act.dst), "what": what}
    )


def hit_words(piece: str, is_own: bool) -> Words:
    words = PIECES[piece]
    return Words("{kind} (proprio)", "{kind} (own)").fill({"kind": words}) if is_own else words


def _strike(rules: Rules, act: acts.Strike) -> Words:
    if act.bridge:
        aim = bridge_words(rules, act.bridge)
    else:
        aim = listed(
            [
                Words("{place}: {n} {kind}", "{place}: {n} {kind}").fill(
                    {"place": _name(rules, hit.place), "n": hit.count, "kind": hit_words(hit.piece, hit.own)}
                )
                for hit in act.hits
            ]
        )
    return Words("{weapon}, {aim}", "{weapon}, {aim}").fill({"weapon": WEAPONS[act.weapon], "aim": aim})


def kinds_words(kinds: Sequence[str]) -> Words:
    return listed([PIECES[kind] for kind in kinds]) if kinds else Words("nessuno", "nobody")


def _attack(rules: Rules, act: acts.Attack) -> Words:
    way = _journey(rules, act.src, act.dst)
    if not act.without:
        return way
    kinds = kinds_words(act.without.split("+"))
    return Words("{way}, senza {kinds}", "{way}, without {kinds}").fill({"way": way, "kinds": kinds})


def _finish(act: acts.Finish) -> Words:
    return ENDINGS[act.how] if act.winner < 0 else listed([ENDINGS[act.how], seat_words(act.winner)])


def _board_words(rules: Rules, act: acts.Shown) -> Words:
    changed = [_name(rules, name) for name in {**act.places, **act.owners}]
    others = [Words("soldi", "money")] if act.money else []
    others += [Words("missili", "missiles")] if act.missiles else []
    others += [Words("ponti distrutti", "destroyed bridges")] if act.broken is not None else []
    others += [Words("alpini", "alpini")] if act.alpini_of is not None else []
    return table_words(changed, others, is_turn=act.turn_over)


DETAILS: dict[type[Act], Callable[[Rules, Any], Words]] = {
    acts.Nearest: lambda rules, act: seat_words(act.seat),
    acts.StartDice: lambda rules, act: same("-".join(map(str, act.dice))),
    acts.Deploy: lambda rules, act: _counts(rules, act.troops),
    acts.Collect: lambda rules, act: listed([_name(rules, name) for name in act.claims]),
    acts.BuyTractor: lambda rules, act: _name(rules, act.place),
    acts.Drop: lambda rules, act: _counts(rules, act.paras),
    acts.Strike: _strike,
    acts.Attack: lambda rules, act: _attack(rules, act),
    acts.AttackDie: lambda rules, act: same(str(act.die)),
    acts.DefenceDie: lambda rules, act: same(str(act.die)),
    acts.Move: _move,
    acts.Barricades: lambda rules, act: _counts(rules, act.levels),
    acts.BuyCannon: lambda rules, act: _name(rules, act.place),
    acts.BuildBridge: lambda rules, act: bridge_words(rules, act.bridge),
    acts.BreakBridge: lambda rules, act: bridge_words(rules, act.bridge),
    acts.Resign: lambda rules, act: seat_words(act.seat),
    acts.Shown: _board_words,
    acts.Finish: lambda rules, act: _finish(act),
    TimeUp: lambda rules, act: Words("giro {n}", "giro {n}").fill({"n": act.giro}) if act.giro else same(""),
    Undo: lambda rules, act: Words("riga {n}", "line {n}").fill({"n": act.of}),
    Ruling: lambda rules, act: same(", ".join(act.waives)),
    Note: lambda rules, act: same(act.text),
}
