"""The board as a picture, in data: the schematic of the classic map, with factories, hidden armies and curtains as badges."""

from __future__ import annotations

from collections.abc import Iterator

from games.iperisiko.rules import Rules
from games.iperisiko.state import State
from games.iperisiko.turns import is_final
from games.iperisiko.view import status
from games.kernel import maps
from games.kernel.maps import BoardMap
from games.kernel.scene import KindMark, Piece, Scene, SeatMark, Shape, from_and_to
from games.kernel.words import Words
from games.risiko.board import DATA
from games.risiko.labels import FIGURE_WORDS
from games.risiko.scene import ARMIES, ARMY, HATCHES, LETTERS, TERRITORIES, goal, links, picture

STAND_IN = Words(
    "Numero e luogo delle fabbriche, carte rinforzo e jolly non sono nel regolamento: qui valgono le opzioni scelte.",
    "Number and place of the factories, reinforcement cards and jollies are not in the rulebook: the chosen options hold here.",
)
FACTORY, CURTAIN, HIDDEN, INLAND = "F", "C", "N", "X"
MINEFIELD = "campo_minato"
KINDS = (
    ARMY,
    KindMark(FACTORY, "factory", Words("fabbrica", "factory")),
    KindMark(CURTAIN, "curtain", Words("cortina", "curtain")),
    KindMark(HIDDEN, "N", Words("armate nascoste", "hidden armies")),
    KindMark(INLAND, "inland", Words("senza accesso al mare", "no access to the sea")),
)


def stand_in(digest: str) -> Words:
    """The same for every record: nothing of it is in a file, the options of the record say what was agreed."""
    return STAND_IN


def board_map(rules: Rules) -> BoardMap | None:
    """The classic map: the territories and their land borders are the same; a further link over the sea is drawn as a line."""
    return maps.read(DATA / "map.json")


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
        stand_in=STAND_IN,
        counted=TERRITORIES,
        standing=ARMIES,
        has_areas=True,
        kinds=KINDS,
        goals=tuple(goal(board, seat, number) for seat, shown in enumerate(state.objectives) for number in shown),
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
        badges=tuple(_badges(rules, state, place)),
        lit=name in lit,
        short=box.short,
    )


def _badges(rules: Rules, state: State, place: int) -> Iterator[str]:
    if place in state.factories:
        yield FACTORY
    if place in state.curtains:
        yield CURTAIN
    if state.hidden[place]:
        yield f"{HIDDEN}{state.hidden[place]}"
    if not rules.board.has_coast[place]:
        yield INLAND


def _seat(rules: Rules, state: State, seat: int) -> SeatMark:
    colour = state.colours[seat]
    facts = {
        "t": state.owners.count(seat),
        "a": state.armies_of(seat),
        "c": state.hand_size(seat),
        "k": sum(state.kits[seat]),
    }
    lines = (
        Words("{t:territorio|territori}, {a:armata|armate}", "{t:territory|territories}, {a:army|armies}").fill(facts),
        Words("{c:coperta|coperte}, {k:scoperta|scoperte}", "{c} face down, {k} face up").fill(facts),
        *_open_mines(rules, state, seat),
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


def _open_mines(rules: Rules, state: State, seat: int) -> Iterator[Words]:
    """Whose minefield still lies open before him: the kit is open to everybody (art. 17)."""
    left = dict(zip((card.id for card in rules.board.kit), state.kits[seat], strict=True))
    if left[MINEFIELD]:
        yield Words("campo minato in mano", "minefield to play")


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    facts = {"giro": now.giro, "phase": now.phase, "left": state.last_giro - state.giro + 1}
    if is_final(state) and not state.ended:
        return Words("Giro {giro} · {phase} · giri finali: {left}", "Giro {giro} · {phase} · final giri: {left}").fill(
            facts
        )
    return Words("Giro {giro} · {phase}", "Giro {giro} · {phase}").fill(facts)


def at_stake(rules: Rules, state: State) -> tuple[str, ...]:
    """Where the attack under way comes from, and where it goes."""
    return from_and_to(rules.board.ids, state.awaits)
