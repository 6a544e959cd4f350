"""What a question of FabRisiko! offers: territories, pieces, things one by one; which act answers what the table waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.fabrisiko import labels, units
from games.fabrisiko.board import PIECES
from games.fabrisiko.rules import Rules
from games.fabrisiko.state import (
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
    PlagueThrow,
    Quake,
    RaidThrow,
    Rebels,
    RecoverThrow,
    StartThrow,
    State,
    TradeThrow,
)
from games.kernel.acts import By
from games.kernel.choices import Ask, Choice, Partial, ready
from games.kernel.questions import require, without
from games.kernel.words import Words, same

Asker = Callable[[Rules, State, Partial], Ask]
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


def one_more(rules: Rules, partial: Partial, field: str, owned: Mapping[str, int]) -> list[Choice]:
    """Each thing that is left (`piece@place`), as the answer that adds it to those chosen."""
    chosen: dict[str, int] = dict(partial.get(field, {}))
    return [
        Choice(name, piece_at(rules, name), {field: {**chosen, name: chosen.get(name, 0) + 1}})
        for name, count in owned.items()
        if count > chosen.get(name, 0)
    ]


def piece_at(rules: Rules, name: str) -> Words:
    piece, _, place = name.partition("@")
    facts = {"what": labels.PIECE_WORDS[piece], "at": labels.place_words(rules, place)}
    return Words("{what}, {at}", "{what}, {at}").fill(facts)


def nothing_to_ask(name: str, by: Callable[[State], By]) -> Asker:
    def ask(rules: Rules, state: State, partial: Partial) -> Ask:
        return ready(by(state), partial, labels.ACT_WORDS[name])

    return ask


def pick_units(partial: Partial, by: By, may: Mapping[int, int]) -> Ask:
    """One kind of piece, then how many of it."""
    words = Words("Che cosa?", "What?")
    if "units" in partial:
        return ready(by, without(partial, "piece"), words)
    name = partial.get("piece") or (PIECES[next(iter(may))] if len(may) == 1 else "")
    if not name:
        options = [Choice(PIECES[piece], labels.PIECE_WORDS[PIECES[piece]], {"piece": PIECES[piece]}) for piece in may]
        return Ask("pick", words, by, "piece", tuple(options), partial=partial)
    most = may.get(units.PIECE.get(name, -1), 0)
    require(most)
    if most == 1:
        return ready(by, {**without(partial, "piece"), "units": {name: 1}}, words)
    many = [Choice(count, same(str(count)), {"units": {name: count}}) for count in range(1, most + 1)]
    how_many = Words("Quanti? ({what})", "How many? ({what})").fill({"what": labels.PIECE_WORDS[name]})
    return Ask("pick", how_many, by, "count", tuple(many), partial=partial)


def territory_choices(rules: Rules, places: Iterable[int], field: str) -> list[Choice]:
    board = rules.board
    return [Choice(board.ids[place], board.names[place], {field: board.ids[place]}) for place in places]


def totals(groups: Iterable[Any]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one in groups:
        found[one.kind] = found.get(one.kind, 0) + one.count
    return found
