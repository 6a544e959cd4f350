"""The board as a picture, in data: a schematic of our own, territories as boxes, mountain borders as small ones between them."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from games.fabrisiko import labels
from games.fabrisiko.board import KINDS, PIECES, STANDARD, Board, read, standard, with_digest
from games.fabrisiko.rules import COLOURS, Rules
from games.fabrisiko.state import NOBODY, State
from games.fabrisiko.units import troops
from games.fabrisiko.view import status
from games.kernel import layout, maps
from games.kernel.latest import latest
from games.kernel.layout import Layout
from games.kernel.maps import BoardMap
from games.kernel.scene import KindMark, Link, Piece, Scene, SeatMark, Shape
from games.kernel.words import Words, same

BOX, CREST = (27, 20), (18, 17)
HATCHES = {"rosso": "solid", "verde": "horizontal", "giallo": "dots", "nero": "cross", "": "vertical"}
LETTERS = {"rosso": "R", "verde": "V", "giallo": "G", "nero": "N", "": "?"}
STAND_IN = Words(
    "Plancia di riferimento, non quella stampata: confini, monti, risorse, unità iniziali e numero di carte sono verosimili.",
    "A stand-in for the printed board: borders, mountains, resources, starting units and card counts are plausible.",
)
SIGNS = {
    "fanteria": "infantry",
    "carro": "tank",
    "caccia": "fighter",
    "bombardiere": "bomber",
    "complesso": "factory",
    "sito_aa": "flak",
}
RESOURCES = KindMark("value", "#", Words("risorse", "resources"))
LAND, CITY, MAJOR, RIDGE = "frazione", "citta", "maggiore", "monti"
GROUPS = (
    (LAND, Words("frazione", "frazione")),
    (CITY, Words("città", "city")),
    (MAJOR, Words("Frazione Maggiore", "Frazione Maggiore")),
    (RIDGE, Words("confine montuoso", "mountain border")),
)


def stand_in(digest: str) -> Words | None:
    return _note(with_digest(digest))


def _note(board: Board) -> Words | None:
    return STAND_IN if board.is_stand_in else None


@lru_cache(maxsize=8)
def picture(digest: str) -> Layout:
    return picture_of(with_digest(digest))


def picture_of(board: Board) -> Layout:
    """The layout that comes with the game's own board; one that an organizer brought is laid out by rule."""
    if board.digest == standard().digest:
        return layout.read(STANDARD.parent / "layout.toml")
    return laid_out(board)


def laid_out(board: Board) -> Layout:
    """Territories as neighbours, mountain borders as small places between them; roughly where the file puts them."""
    ridges = range(board.size, len(board.ids))
    around = {
        board.ids[here]: tuple(board.ids[there] for there in _reached(board, here)) for here in range(len(board.ids))
    }
    sizes = {name: CREST if place in ridges else BOX for place, name in enumerate(board.ids)}
    near: dict[str, tuple[float, float]] = {board.ids[place]: at for place, at in enumerate(board.positions)}
    for ridge in ridges:
        (ax, ay), (bx, by) = (board.positions[end] for end in board.ends(ridge))
        near[board.ids[ridge]] = ((ax + bx) / 2, (ay + by) / 2)
    return layout.arranged(around, sizes, near)


def _reached(board: Board, here: int) -> list[int]:
    """One line away on the picture: a mountain border stands between its two territories."""
    return [there for there in board.around(here) if board.is_ridge(there) or board.ridge_between(here, there) < 0]


def board_map(rules: Rules) -> BoardMap | None:
    """The valleys of the game's own board; one that an organizer brought has tiles."""
    is_own = rules.board.digest == standard().digest
    return maps.read(STANDARD.parent / "map.json") if is_own else None


def scene(rules: Rules, state: State, lit: frozenset[str]) -> Scene:
    board = rules.board
    drawn = picture(board.digest)
    shapes = tuple(_shape(rules, state, _place(board, drawn, place), place, lit) for place in range(len(board.ids)))
    return msgspec.structs.replace(
        _empty(board, drawn, shapes),
        seats=tuple(_seat(rules, state, seat) for seat in range(rules.seats)),
        headline=_headline(rules, state),
    )


def preview(text: str, name: str) -> Scene:
    """A board file as a picture, before it is used, with the pieces that factions begin with. Raises `BadData`."""
    board = read(text, name)
    drawn = picture_of(board)
    starts = {home: board.starts[faction] for faction, home in board.homes.items()}
    shapes = [_place(board, drawn, place) for place in range(len(board.ids))]
    for home, pieces in starts.items():
        stands = tuple(Piece(kind, count) for kind, count in pieces.items())
        shapes[home] = msgspec.structs.replace(shapes[home], pieces=stands)
    return _empty(board, drawn, tuple(shapes))


def _empty(board: Board, drawn: Layout, shapes: tuple[Shape, ...]) -> Scene:
    return Scene(
        width=drawn.width,
        height=drawn.height,
        shapes=shapes,
        links=_links(board, drawn),
        seats=(),
        counted=Words("territori", "territories"),
        standing=Words("pezzi", "pieces"),
        groups=GROUPS,
        stand_in=_note(board),
        kinds=(*(KindMark(kind, SIGNS[kind], labels.PIECE_WORDS[kind]) for kind in PIECES), RESOURCES),
    )


@latest
def _links(board: Board, drawn: Layout) -> tuple[Link, ...]:
    return tuple(
        Link(
            board.ids[here],
            board.ids[there],
            "mountain" if board.is_ridge(there) else "land",
            via=drawn.route(board.ids[here], board.ids[there]),
        )
        for here in range(board.size)
        for there in _reached(board, here)
        if here < there
    )


def _place(board: Board, drawn: Layout, place: int) -> Shape:
    """A territory or a mountain border with nothing on it."""
    name, box = board.ids[place], drawn.boxes[board.ids[place]]
    is_ridge = board.is_ridge(place)
    return Shape(
        key=name,
        label=board.names[place],
        x=box.x,
        y=box.y,
        w=box.w,
        h=box.h,
        group=RIDGE if is_ridge else _group(board, place),
        badges=() if is_ridge else (str(board.resources[place]),),
        short=Words("monti", "moun\u00adtains") if is_ridge else box.short,
    )


def _shape(rules: Rules, state: State, empty: Shape, place: int, lit: frozenset[str]) -> Shape:
    is_ridge = rules.board.is_ridge(place)
    pieces = _pieces(rules, state, place)
    return msgspec.structs.replace(
        empty,
        seat=(pieces[0].seat if pieces else NOBODY) if is_ridge else state.owners[place],
        pieces=pieces if is_ridge else (*pieces, *_structures(state, place)),
        lit=empty.key in lit,
    )


def _group(board: Board, place: int) -> str:
    if place == board.city:
        return CITY
    return MAJOR if place in board.homes.values() else LAND


def _pieces(rules: Rules, state: State, place: int) -> tuple[Piece, ...]:
    fray = state.fray if state.fray and state.fray.at == place else None
    if not state.armies[place] and fray is None:
        return ()
    owned = troops((state.armies[place],), fray, rules.seats)
    return tuple(
        Piece(name, count, seat)
        for seat, counts in enumerate(owned)
        for name, count in zip(KINDS, counts, strict=True)
        if count
    )


def _structures(state: State, place: int) -> tuple[Piece, ...]:
    complessi, siti = state.structures[place] if place < len(state.structures) else (0, 0)
    owner = state.owners[place] if place < len(state.owners) else NOBODY
    found = (Piece("complesso", complessi, owner), Piece("sito_aa", siti, owner))
    return tuple(piece for piece in found if piece.count)


def _seat(rules: Rules, state: State, seat: int) -> SeatMark:
    faction = state.factions[seat]
    colour = COLOURS.get(faction, "")
    facts = {"t": state.territories(seat), "r": state.resources[seat], "c": state.hands[seat]}
    lines = (
        labels.FACTION_WORDS.get(faction, same("")),
        Words(
            "{t:territorio|territori}, {r:risorsa|risorse}, {c:carta|carte}",
            "{t:territory|territories}, {r:resource|resources}, {c:card|cards}",
        ).fill(facts),
    )
    is_in_turn = state.seat == seat and not state.ended
    return SeatMark(seat, str(seat), colour, LETTERS[colour], HATCHES[colour], lines, is_in_turn, count=facts["t"])


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    facts = {"giro": now.giro, "phase": now.phase}
    return Words("Turno globale {giro} · {phase}", "Global turn {giro} · {phase}").fill(facts)


def at_stake(rules: Rules, state: State) -> tuple[str, ...]:
    """The place that is fought over, bombed or conquered."""
    place = state.fray.at if state.fray else getattr(state.awaits, "at", None)
    return () if place is None else (rules.board.ids[place],)
