"""The board as a picture, in data: places where the towns are, two rivers with their bridges."""

from __future__ import annotations

from functools import lru_cache

from games.arba.board import DATA
from games.arba.rules import Rules
from games.arba.state import KINDS, State
from games.arba.view import STAND_IN, status
from games.kernel import layout
from games.kernel.layout import Layout
from games.kernel.scene import KindMark, Link, Piece, River, Scene, SeatMark, Shape
from games.kernel.words import Words, same

SIDES = (("blu", "A", "diagonal"), ("rosso", "S", "solid"))
BADGES = {
    "base": "★",
    "avamposto": "■",
    "ospedale": "+",
    "missili": "▲",
    "udine_bonus": "10",
    "bonus": "10",
    "rifugio": "△",
}
HALVES = (
    ("arba", Words("metà di Arba", "Arba's half")),
    ("sedilis", Words("metà di Sedilis", "Sedilis' half")),
    ("-", Words("al centro", "in the middle")),
)
RIVERS = {"tagliamento": same("Tagliamento"), "torre": same("Torre")}
SIGNS = (
    KindMark("troop", "infantry", Words("soldato semplice", "ordinary trooper")),
    KindMark("para", "para", Words("paracadutista", "paratrooper")),
    KindMark("tractor", "tractor", Words("trattore", "tractor")),
    KindMark("alpino", "alpino", Words("alpino", "alpino")),
    KindMark("cannon", "cannon", Words("cannone", "cannon")),
    KindMark("★", "★", Words("base", "base")),
    KindMark("■", "■", Words("avamposto", "outpost")),
    KindMark("+", "+", Words("ospedale", "hospital")),
    KindMark("▲", "▲", Words("missili", "missiles")),
    KindMark("△", "△", Words("rifugio", "refuge")),
    KindMark("10", "10", Words("luogo bonus", "bonus place")),
    KindMark("B", "B", Words("barricata, con il suo livello", "barricade, with its level")),
)


@lru_cache(maxsize=1)
def picture() -> Layout:
    return layout.read(DATA / "layout.toml")


def scene(rules: Rules, state: State, lit: frozenset[str]) -> Scene:
    board = rules.board
    return Scene(
        width=picture().width,
        height=picture().height,
        shapes=tuple(_shape(rules, state, place, lit) for place in range(board.size)),
        links=(*_roads(rules), *_bridges(rules, state)),
        seats=tuple(_seat(rules, state, side) for side in (0, 1)),
        groups=HALVES,
        counted=Words("luoghi occupati", "places held"),
        headline=_headline(rules, state),
        stand_in=STAND_IN,
        rivers=tuple(River(RIVERS[name], points) for name, points in picture().rivers.items()),
        kinds=SIGNS,
    )


def _shape(rules: Rules, state: State, place: int, lit: frozenset[str]) -> Shape:
    board = rules.board
    box = picture().boxes[board.ids[place]]
    owners = [side for side in (0, 1) if state.stands(side, place)]
    badge = BADGES.get(board.kinds[place])
    barricade = (f"B{state.barricades[place]}",) if state.barricades[place] else ()
    return Shape(
        key=board.ids[place],
        label=board.names[place],
        x=box.x,
        y=box.y,
        w=box.w,
        h=box.h,
        group=board.halves[place],
        seat=owners[0] if len(owners) == 1 else -1,
        pieces=tuple(_pieces(state, place)),
        badges=((badge,) if badge else ()) + barricade,
        lit=board.ids[place] in lit,
        short=box.short,
    )


def _pieces(state: State, place: int) -> list[Piece]:
    found = [
        Piece(kind, state.count(side, number, place), side) for side in (0, 1) for number, kind in enumerate(KINDS)
    ]
    found.append(Piece("alpino", state.alpini[place], state.alpini_of))
    found.append(Piece("cannon", state.cannons[place]))
    return [piece for piece in found if piece.count]


def _roads(rules: Rules) -> list[Link]:
    board = rules.board
    return [
        Link(board.ids[here], board.ids[there], via=picture().route(board.ids[here], board.ids[there]))
        for here in range(board.size)
        for there in board.roads[here]
        if here < there
    ]


def _bridges(rules: Rules, state: State) -> list[Link]:
    board = rules.board
    return [
        Link(board.ids[a], board.ids[b], "bridge" if stands else "broken_bridge", key=name)
        for name, (a, b), stands in zip(board.bridge_ids, board.bridges, state.intact, strict=True)
    ]


def _seat(rules: Rules, state: State, side: int) -> SeatMark:
    colour, letter, hatch = SIDES[side]
    facts = {
        "base": rules.board.names[rules.board.bases[side]],
        "money": state.money[side],
        "missiles": state.missiles[side],
    }
    lines = (
        Words(
            "{base}: {money:danaro|danari}, {missiles:missile|missili}",
            "{base}: {money} money, {missiles:missile|missiles}",
        ).fill(facts),
    )
    is_in_turn = state.seat == side and not state.ended
    count = sum(state.stands(side, place) for place in range(rules.board.size))
    return SeatMark(side, str(side), colour, letter, hatch, lines, is_in_turn, count=count)


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    return Words("Giro {giro} · {phase}", "Giro {giro} · {phase}").fill({"giro": now.giro, "phase": now.phase})
