"""The table as a picture, in data: each seat's two rows and treasures, the treasures on display, the two decks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.fatal import labels
from games.fatal.contents import LIES, REPLACEABLE, Box
from games.fatal.rules import ON_DISPLAY, Rules
from games.fatal.state import EMPTY, NOBODY, State
from games.fatal.turns import stars
from games.fatal.view import status
from games.fatal.visions import LIES_WORDS
from games.kernel.scene import KindMark, Piece, Scene, SeatMark, Shape
from games.kernel.words import Words, listed, seat_words

AREA = (110, 70)
CARD = (30, 18)
GAP = 3
TREASURES = (96, 18)
LISTED = (50, 20)
HATCHES = ("solid", "dots", "horizontal", "diagonal", "vertical", "cross")
"""By seat: two players may have characters of one colour, so that a colour would not tell them apart."""
FACE_DOWN = Words("tesori coperti", "treasures face down")
KINDS = (
    KindMark("treasure", "", FACE_DOWN),
    KindMark("card", "", Words("carte", "cards")),
    KindMark("★", "★", Words("stella visibile", "star that shows")),
)
STAND_IN = Words(
    "Carte di ripiego, finché l'organizzatore non porta quelle stampate: {names}",
    "Stand-in cards until the organizer brings the printed ones: {names}",
)
SHEETS = {
    "visions.csv": Words("visioni", "visions"),
    "enchantments.csv": Words("ammaliamenti", "enchantments"),
    "lineages.csv": Words("stirpi rivali", "rival lineages"),
    "characters.csv": Words("personaggi", "characters"),
    "treasures.csv": Words("tesori", "treasures"),
}
"""What the cards of each file are to people."""


HEADINGS = (
    *labels.TYPE_WORDS.items(),
    ("enchantment", Words("ammaliamento", "enchantment")),
    *((symbol or labels.NO_SYMBOL, words) for symbol, words in labels.SYMBOL_WORDS.items()),
    *labels.COLOUR_WORDS.items(),
)


def scene(rules: Rules, state: State, lit: frozenset[str]) -> Scene:
    shapes = [*_middle(rules, state)]
    for seat in range(rules.seats):
        shapes += _rows(rules, state, seat)
        shapes.append(_pile(rules, state, seat))
    return Scene(
        width=2 * AREA[0] - GAP,
        height=_corner(rules.seats + rules.seats % 2)[1] + (-6 if rules.seats % 2 else CARD[1] + 8),
        shapes=tuple(_lit(shape, lit) for shape in shapes),
        links=(),
        seats=tuple(_seat(rules, state, seat) for seat in range(rules.seats)),
        groups=tuple(_groups(rules)),
        headings=HEADINGS,
        named=labels.names(rules),
        headline=_headline(rules, state),
        counted=Words("tesori", "treasures"),
        standing=FACE_DOWN,
        has_areas=True,
        kinds=KINDS,
        stand_in=_note(rules.box),
    )


def stand_in(digest: str) -> Words | None:
    return _note(REPLACEABLE.with_digest(digest))


def _note(box: Box) -> Words | None:
    return STAND_IN.fill({"names": listed([SHEETS[name] for name in box.stand_ins])}) if box.stand_ins else None


def preview(text: str, name: str) -> Scene:
    """The cards of a file as a picture before they are used: visions with their stars, enchantments with their copies. Raises `BadData`."""
    box = REPLACEABLE.read(text, name)
    shapes = (*_all_visions(box), *_all_enchantments(box, len(box.visions)))
    return Scene(
        width=2 * AREA[0] - GAP,
        height=max(shape.y + shape.h for shape in shapes) + 8,
        shapes=shapes,
        links=(),
        seats=(),
        groups=(("visions", Words("visioni", "visions")), ("enchantments", Words("ammaliamenti", "enchantments"))),
        headline=Words("Carte", "Cards"),
        counted=Words("tesori", "treasures"),
        kinds=KINDS,
        stand_in=_note(box),
    )


def _all_visions(box: Box) -> Iterator[Shape]:
    for number, one in enumerate(box.visions):
        stars = "-".join(map(str, one.stars))
        yield Shape(one.id, labels.vision_title(one), *_cell(number), *LISTED, "visions", badges=(f"★ {stars}",))


def _all_enchantments(box: Box, first: int) -> Iterator[Shape]:
    for number, one in enumerate(box.enchantments, first):
        yield Shape(one.id, one.name, *_cell(number), *LISTED, "enchantments", badges=(f"×{one.copies}",))


def _cell(number: int) -> tuple[int, int]:
    """Where a card of the list stands: four side by side."""
    return number % 4 * (LISTED[0] + GAP) + 4, number // 4 * (LISTED[1] + GAP) + 7


def _corner(seat: int) -> tuple[int, int]:
    """Where the area of a seat begins: two areas side by side."""
    return seat % 2 * AREA[0] + 4, seat // 2 * AREA[1] + 7


def _groups(rules: Rules) -> Iterator[tuple[str, Words]]:
    for seat in range(rules.seats):
        yield f"seat{seat}", seat_words(seat)
    yield "display", Words("a disposizione", "on display")
    yield "decks", Words("mazzi", "decks")


def _lit(shape: Shape, lit: frozenset[str]) -> Shape:
    return msgspec.structs.replace(shape, lit=True) if shape.key in lit else shape


def _rows(rules: Rules, state: State, seat: int) -> Iterator[Shape]:
    for number, row in enumerate(state.sides[seat].rows):
        for place, kind in enumerate(row):
            label = Words("fila {n}", "row {n}").fill({"n": number + 1})
            badges: tuple[str | Words, ...] = ()
            short = None
            if kind != EMPTY:
                short = labels.short_title(rules.box.visions[kind])
                label = labels.card_words(rules, kind)
                badges = ("★" * rules.box.visions[kind].stars[place], LIES_WORDS[LIES[place]])
            left, top = _corner(seat)
            x, y = left + place * (CARD[0] + GAP), top + number * (CARD[1] + GAP)
            shown = tuple(badge for badge in badges if badge)
            key, owner = f"s{seat}.row{number}.{place}", seat if shown else NOBODY
            yield Shape(key, label, x, y, *CARD, f"seat{seat}", owner, (), shown, short=short)


def _pile(rules: Rules, state: State, seat: int) -> Shape:
    kinds = (*state.sides[seat].face_up, *(state.sides[seat].tally or ()))
    badges = tuple(labels.treasure_words(rules, kind) for kind in kinds)
    closed = (Piece("treasure", state.sides[seat].pile, seat),) if state.sides[seat].pile else ()
    label = Words("tesori", "treasures")
    left, top = _corner(seat)
    y = top + 2 * (CARD[1] + GAP)
    return Shape(f"s{seat}.treasures", label, left, y, *TREASURES, f"seat{seat}", seat, closed, badges)


def _middle(rules: Rules, state: State) -> Iterator[Shape]:
    """Treasures on display and decks: one over the other where an odd number of players leaves an area free, else side by side."""
    left, top = _corner(rules.seats)
    beside, below = (0, CARD[1] + 13) if rules.seats % 2 else (AREA[0], 0)
    step = CARD[0] + GAP
    for place in range(ON_DISPLAY):
        label = Words("a disposizione", "on display")
        badges: tuple[str | Words, ...] = ()
        if place < len(state.display):
            label = labels.treasure_words(rules, state.display[place])
            badges = (labels.colour_words(rules.box.treasures[state.display[place]].colour),)
        yield Shape(f"display.{place}", label, left + place * step, top, *CARD, "display", badges=badges)
    treasures = state.above + state.packet + (not state.stage)
    decks = (
        ("treasures", Words("mazzo dei tesori", "treasure deck"), treasures),
        ("deck", Words("mazzo di gioco", "deck"), state.deck),
        ("discards", Words("scarti", "discards"), sum(state.discards)),
    )
    for place, (key, label, count) in enumerate(decks):
        pieces = (Piece("card", count),) if count else ()
        yield Shape(key, label, left + beside + place * step, top + below, *CARD, "decks", pieces=pieces)


def _seat(rules: Rules, state: State, seat: int) -> SeatMark:
    facts = {"c": state.hand_size(seat), "t": state.treasures_of(seat), "s": stars(rules, state, seat)}
    counts = Words(
        "{c:carta|carte}, {t:tesoro|tesori}, {s:stella|stelle}",
        "{c:card|cards}, {t:treasure|treasures}, {s:star|stars}",
    ).fill(facts)
    lineage = state.sides[seat].character
    lines = (counts, labels.lineage_words(rules, lineage)) if lineage else (counts,)
    is_in_turn = state.seat == seat and not state.ended
    is_out = not state.is_active(seat)
    return SeatMark(seat, str(seat), "", str(seat + 1), HATCHES[seat], lines, is_in_turn, is_out, facts["t"])


def _headline(rules: Rules, state: State) -> Words:
    now = status(rules, state)
    if not now.giro:
        return now.phase
    facts = {"n": state.smazzata, "giro": now.giro, "phase": now.phase}
    return Words("Smazzata {n} · giro {giro} · {phase}", "Smazzata {n} · giro {giro} · {phase}").fill(facts)
