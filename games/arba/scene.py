"""The board as a picture, in data: places where the towns are, two rivers with their bridges."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from games.arba.board import DATA, REPLACEABLE, Board, standard
from games.arba.places import territories_of
from games.arba.rules import Rules
from games.arba.state import KINDS, State
from games.arba.view import STAND_IN, status
from games.kernel import layout, maps
from games.kernel.latest import latest
from games.kernel.layout import Layout
from games.kernel.maps import BoardMap
from games.kernel.scene import KindMark, Link, Piece, River, Scene, SeatMark, Shape, from_and_to
from games.kernel.words import Words, same

BOX = (23, 19)
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


@lru_cache(maxsize=8)
def picture(digest: str) -> Layout:
    return picture_of(REPLACEABLE.with_digest(digest))


def picture_of(board: Board) -> Layout:
    """The layout that comes with the game's own board; one that an organizer brought is laid out by rule, without the rivers."""
    if board.digest == standard().digest:
        return layout.read(DATA / "layout.toml")
    around = {board.ids[here]: tuple(board.ids[there] for there in near) for here, near in enumerate(board.neighbours)}
    near = {name: (float(x), float(y)) for name, (x, y) in zip(board.ids, board.positions, strict=True)}
    return layout.arranged(around, dict.fromkeys(board.ids, BOX), near)


def stand_in(digest: str) -> Words | None:
    return _note(REPLACEABLE.with_digest(digest))


def _note(board: Board) -> Words | None:
    return STAND_IN if board.is_stand_in else None


def board_map(rules: Rules) -> BoardMap | None:
    """The plain of the game's own board; one that an organizer brought has tiles."""
    return maps.read(DATA / "map.json") if rules.board.digest == standard().digest else None


def scene(rules: Rules, state: State, lit: frozenset[str]) -> Scene:
    board = rules.board
    drawn = picture(board.digest)
    empty = _empty(board, drawn)
    possessed = tuple(territories_of(rules, state, side)[0] for side in (0, 1))
    placed = zip(empty.shapes, _owners(state, possessed), strict=True)
    return msgspec.structs.replace(
        empty,
        shapes=tuple(_shape(state, place, shape, owner, lit) for place, (shape, owner) in enumerate(placed)),
        links=(*_roads(board, drawn), *_bridges(board, state.intact)),
        seats=tuple(_seat(rules, state, side, len(possessed[side])) for side in (0, 1)),
        headline=_headline(rules, state),
    )


def preview(text: str, name: str) -> Scene:
    """A board file as a picture, before it is used. Raises `BadData`."""
    board = REPLACEABLE.read(text, name)
    return _empty(board, picture_of(board))


@latest
def _empty(board: Board, drawn: Layout) -> Scene:
    return Scene(
        width=drawn.width,
        height=drawn.height,
        shapes=tuple(_place(board, drawn, place) for place in range(board.size)),
        links=(*_roads(board, drawn), *_bridges(board, (True,) * len(board.bridges))),
        seats=(),
        groups=HALVES,
        counted=Words("luoghi occupati", "places held"),
        standing=Words("pedine", "pieces"),
        headline=Words("Plancia", "Board"),
        stand_in=_note(board),
        rivers=tuple(River(RIVERS[name], points) for name, points in drawn.rivers.items()),
        kinds=SIGNS,
    )


def _place(board: Board, drawn: Layout, place: int) -> Shape:
    box = drawn.boxes[board.ids[place]]
    badge = BADGES.get(board.kinds[place])
    return Shape(
        key=board.ids[place],
        label=board.names[place],
        x=box.x,
        y=box.y,
        w=box.w,
        h=box.h,
        group=board.halves[place],
        badges=(badge,) if badge else (),
        short=box.short,
    )


def _owners(state: State, possessed: tuple[tuple[int, ...], ...]) -> list[int]:
    """By place, whose it is (danaro): who alone stands there, or who possesses it empty; -1 where it is nobody's or contested."""
    owners = []
    for place in range(len(state.barricades)):
        standing = [side for side in (0, 1) if state.stands(side, place)]
        there = standing or [side for side in (0, 1) if place in possessed[side]]
        owners.append(there[0] if len(there) == 1 else -1)
    return owners


def _shape(state: State, place: int, empty: Shape, owner: int, lit: frozenset[str]) -> Shape:
    barricade = (f"B{state.barricades[place]}",) if state.barricades[place] else ()
    return msgspec.structs.replace(
        empty,
        seat=owner,
        pieces=tuple(_pieces(state, place)),
        badges=empty.badges + barricade,
        lit=empty.key in lit,
    )


def _pieces(state: State, place: int) -> list[Piece]:
    found = [
        Piece(kind, state.count(side, number, place), side) for side in (0, 1) for number, kind in enumerate(KINDS)
    ]
    found.append(Piece("alpino", state.alpini[place], state.alpini_of))
    found.append(Piece("cannon", state.cannons[place]))
    return [piece for piece in found if piece.count]


@latest
def _roads(board: Board, drawn: Layout) -> tuple[Link, ...]:
    return tuple(
        Link(board.ids[here], board.ids[there], via=drawn.route(board.ids[here], board.ids[there]))
        for here in range(board.size)
        for there in board.roads[here]
        if here < there
    )


def _bridges(board: Board, intact: tuple[bool, ...]) -> list[Link]:
    return [
        Link(board.ids[a], board.ids[b], "bridge" if stands else "broken_bridge", key=name)
        for name, (a, b), stands in zip(board.bridge_ids, board.bridges, intact, strict=True)
    ]


def _seat(rules: Rules, state: State, side: int, count: int) -> SeatMark:
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
    return SeatMark(side, str(side), colour, letter, hatch, lines, is_in_turn, count=count)


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    return Words("Giro {giro} · {phase}", "Giro {giro} · {phase}").fill({"giro": now.giro, "phase": now.phase})


def at_stake(rules: Rules, state: State) -> tuple[str, ...]:
    """Where the attack under way comes from, and where it goes."""
    return from_and_to(rules.board.ids, state.awaits)
