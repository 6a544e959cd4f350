"""The board as a picture, in data: a schematic of our own, territories as boxes, whoever draws it."""

from __future__ import annotations

from functools import lru_cache

from games.kernel import layout, maps
from games.kernel.latest import latest
from games.kernel.layout import Layout
from games.kernel.maps import BoardMap
from games.kernel.scene import Goal, KindMark, Link, Piece, Scene, SeatMark, Shape, from_and_to
from games.kernel.words import Words, same
from games.risiko.board import DATA, Board, standard
from games.risiko.labels import FIGURE_WORDS
from games.risiko.rules import Rules
from games.risiko.state import State
from games.risiko.view import status

TERRITORIES = Words("territori", "territories")
ARMIES = Words("armate", "armies")
ARMY = KindMark("army", "", ARMIES)
VALUE = KindMark("value", "#", Words("valore del territorio", "value of the territory"))
HATCHES = {
    "nero": "cross",
    "rosso": "solid",
    "giallo": "dots",
    "verde": "horizontal",
    "blu": "diagonal",
    "viola": "vertical",
    "": "",
}
LETTERS = {"nero": "N", "rosso": "R", "giallo": "G", "verde": "V", "blu": "B", "viola": "L", "": "?"}


@lru_cache(maxsize=1)
def picture() -> Layout:
    return layout.read(DATA / "layout.toml")


def board_map(rules: Rules) -> BoardMap | None:
    """The map of the 42 territories, where the board is the one that it was drawn for."""
    return maps.read(DATA / "map.json") if rules.board.digest == standard().digest else None


def scene(rules: Rules, state: State, lit: frozenset[str]) -> Scene:
    board = rules.board
    return Scene(
        width=picture().width,
        height=picture().height,
        shapes=tuple(_shape(rules, state, place, lit) for place in range(board.size)),
        links=links(board),
        seats=tuple(_seat(rules, state, seat) for seat in range(rules.seats)),
        groups=tuple((continent.id, continent.name) for continent in board.continents),
        headings=tuple(FIGURE_WORDS.items()),
        headline=_headline(rules, state),
        counted=TERRITORIES,
        standing=ARMIES,
        has_areas=True,
        kinds=(ARMY, VALUE),
        goals=tuple(goal(board, seat, number) for seat, number in enumerate(state.objectives) if number),
    )


def _shape(rules: Rules, state: State, place: int, lit: frozenset[str]) -> Shape:
    board, owner = rules.board, state.owners[place]
    name, box = board.ids[place], picture().boxes[board.ids[place]]
    return Shape(
        key=name,
        label=board.names[place],
        x=box.x,
        y=box.y,
        w=box.w,
        h=box.h,
        group=board.continents[board.continent_of[place]].id,
        seat=owner,
        pieces=(Piece("army", state.armies[place], owner),) if state.armies[place] else (),
        badges=(str(board.values[place]),),
        lit=name in lit,
        short=box.short,
    )


@latest
def links(board: Board) -> tuple[Link, ...]:
    return tuple(
        _link(board, here, there) for here in range(board.size) for there in board.borders[here] if here < there
    )


def _link(board: Board, here: int, there: int) -> Link:
    """A border; one between the two edges of the map leaves the picture on one side and enters it on the other."""
    a, b = board.ids[here], board.ids[there]
    wraps = abs(picture().boxes[a].x - picture().boxes[b].x) > picture().width // 2
    return Link(a, b, board.border_kinds[here][there], wraps, picture().route(a, b))


def goal(board: Board, seat: int, number: int) -> Goal:
    found = board.objectives[number]
    places = tuple(board.ids[place] for place in sorted(found.territories))
    return Goal(seat, same(f"{number}. {found.name}"), places)


def _seat(rules: Rules, state: State, seat: int) -> SeatMark:
    colour = state.colours[seat]
    facts = {"t": state.owners.count(seat), "a": state.armies_of(seat), "c": state.hand_size(seat)}
    lines = (
        Words(
            "{t:territorio|territori}, {a:armata|armate}, {c:carta|carte}",
            "{t:territory|territories}, {a:army|armies}, {c:card|cards}",
        ).fill(facts),
    )
    return SeatMark(
        seat,
        str(seat),
        colour,
        LETTERS[colour],
        HATCHES[colour],
        lines,
        state.seat == seat and not state.ended,
        not state.is_active(seat),
        state.owners.count(seat),
    )


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    return Words("Giro {giro} · {phase}", "Giro {giro} · {phase}").fill({"giro": now.giro, "phase": now.phase})


def at_stake(rules: Rules, state: State) -> tuple[str, ...]:
    """Where the attack under way comes from, and where it goes."""
    return from_and_to(rules.board.ids, state.awaits)
