"""The board as a picture: every place is there with owner, letter and hatch, legal choices light up, secrets are nowhere."""

import re
from dataclasses import fields, is_dataclass, replace
from random import Random
from xml.etree import ElementTree

import pytest
from reportlab.graphics import renderPDF

from games.kernel.lines import header_for
from games.kernel.record import Record
from games.registry import games
from referee.board_image import geometry, pdf, svg
from referee.board_image.text import wide
from referee.judge_page import board_view, questions
from referee.templatetags.board import board_image

NS = "{http://www.w3.org/2000/svg}"


def played(slug: str, seats: int, entries: int, seed: int = 5) -> Record:
    game = games()[slug]
    header = header_for(game, [f"p{seat}" for seat in range(seats)])
    record, rng = Record(game, header), Random(seed)
    vault = game.deal(header, rng)
    for _ in range(entries):
        if game.is_done(record.rules, record.state):
            break
        move = game.policy(record, rng, vault)
        record.play(move.by, move.act)
    return record


TABLES = [(slug, max(game.seats)) for slug, game in games().items()]


@pytest.fixture(params=TABLES, ids=lambda table: table[0])
def record(request) -> Record:
    return played(*request.param, entries=150)


def root_of(record: Record, **more) -> ElementTree.Element:
    scene = record.game.scene(record.rules, record.state, frozenset())
    return ElementTree.fromstring(svg.svg(geometry.drawing(scene, **more)))


def places(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {one.get("data-place"): one for one in root.iter(f"{NS}g") if one.get("data-place")}


def test_every_place_of_the_scene_is_drawn_once_and_spoken(record):
    scene = record.game.scene(record.rules, record.state, frozenset())
    drawn = places(root_of(record))

    assert list(drawn) == [shape.key for shape in scene.shapes]
    assert all(str(shape.label) in drawn[shape.key].get("aria-label") for shape in scene.shapes)


def test_an_owner_shows_by_colour_by_letter_and_by_hatch(record):
    scene = record.game.scene(record.rules, record.state, frozenset())
    root = root_of(record)
    drawn, patterns = places(root), {one.get("id"): one for one in root.iter(f"{NS}pattern")}
    marks = {mark.seat: mark for mark in scene.seats}

    owned = [shape for shape in scene.shapes if shape.seat in marks and shape.pieces]
    assert owned
    for shape in owned:
        group, mark = drawn[shape.key], marks[shape.seat]
        colour = svg.ARMIES.get(mark.colour, "none")
        assert f"army-{colour}" in group.get("class").split()
        letters = {text.text for text in group.iter(f"{NS}text") if "b-letter" in text.get("class")}
        mark = marks[shape.pieces[0].seat]
        assert (mark.letter if mark.colour else str(mark.seat + 1)) in letters
        band = next(one for one in group.iter(f"{NS}rect") if one.get("class") == "b-band")
        assert band.get("fill") == f"url(#board-h{shape.seat})"
        assert f"board-h{shape.seat}" in patterns
    assert len({mark.letter for mark in scene.seats if mark.colour}) == len([1 for mark in scene.seats if mark.colour])


def test_counts_on_the_picture_are_those_of_the_position(record):
    scene = record.game.scene(record.rules, record.state, frozenset())
    drawn = places(root_of(record))
    for shape in scene.shapes:
        texts = [text.text for text in drawn[shape.key].iter(f"{NS}text") if "b-count" in text.get("class")]
        assert sorted(texts) == sorted(str(piece.count) for piece in shape.pieces)


def test_words_stay_inside_their_place(record):
    scene = record.game.scene(record.rules, record.state, frozenset())
    for tile in geometry.drawing(scene).tiles:
        for text in tile.names:
            assert text.x + wide(text.words, text.size) <= tile.box.x + tile.box.w + 0.8, text
            assert tile.box.y < text.y < tile.box.y + tile.box.h
        for plate in tile.plates:
            x, y, w, h = plate.box
            assert tile.box.x <= x, tile.key
            assert x + w <= tile.box.x + tile.box.w + 0.5, tile.key
            assert y >= tile.box.y
            assert y + h <= tile.box.y + tile.box.h


def test_only_lit_places_are_buttons():
    drawn = places(root_of(played("risiko", 5, 150), lit=["alaska", "cina"], chosen=["siam"]))

    assert {key for key, one in drawn.items() if one.get("role") == "button"} == {"alaska", "cina"}
    assert drawn["cina"].get("tabindex") == "0"
    assert drawn["alaska"].get("class").endswith("is-lit")
    assert drawn["siam"].get("class").endswith("is-chosen")
    assert drawn["siam"].get("tabindex") is None


def test_a_board_most_of_whose_places_can_be_chosen_says_so():
    """Its style frames no place then but the chosen ones: forty-two frames point at nothing."""
    record = played("risiko", 5, 150)
    board = list(record.rules.board.ids)

    def names(lit) -> list[str]:
        return root_of(record, lit=lit).get("class").split()

    assert names([]) == ["board-svg"]
    assert names(board[:21]) == ["board-svg", "has-lit"]
    assert names(board[:22]) == names(board) == ["board-svg", "has-lit", "has-most-lit"]


def test_a_bridge_that_may_be_chosen_is_a_target_of_its_own():
    record = played("arba", 2, 60)
    bridge = record.rules.board.bridge_ids[0]

    assert bridge not in places(root_of(record))
    assert places(root_of(record, lit=[bridge]))[bridge].get("role") == "button"


def test_rivers_broken_bridges_mountains_and_factories_are_on_the_picture():
    arba = svg.svg(geometry.drawing(_scene("arba", 2, 300)))
    assert arba.count("b-line b-river") == 2
    assert 'class="b-bridge"' in arba
    assert "Tagliamento" in arba
    assert "Torre" in arba

    mountains = svg.svg(geometry.drawing(_scene("fabrisiko", 4, 160)))
    assert "b-mountain" in mountains
    assert "monti tra" in mountains

    scene = _scene("iperisiko", 4, 300)
    assert {"F", "X"} <= {badge for shape in scene.shapes for badge in shape.badges}
    assert "campo minato in mano" in {str(line) for mark in scene.seats for line in mark.lines}


def _scene(slug, seats, entries):
    record = played(slug, seats, entries)
    return record.game.scene(record.rules, record.state, frozenset())


@pytest.mark.parametrize("slug", [slug for slug, _ in TABLES])
def test_a_stand_in_is_labelled_in_the_picture_and_nothing_else_is(slug):
    scene = _scene(slug, max(games()[slug].seats), 30)
    drawn = svg.svg(geometry.drawing(scene))
    note = " ".join(re.findall(r"b-note\"[^>]*>([^<]*)", drawn))

    assert bool(note) == (scene.stand_in is not None)
    if scene.stand_in:
        assert note.replace("&#x27;", "'") == str(scene.stand_in)


def test_a_shown_objective_marks_its_territories_and_a_closed_one_marks_none():
    record = played("risiko", 5, 5_000)
    scene = record.game.scene(record.rules, record.state, frozenset())
    goal = scene.goals[0]
    marked = {
        key
        for key, one in places(root_of(record)).items()
        if any("b-goal" in t.get("class") for t in one.iter(f"{NS}text"))
    }

    assert set(goal.places) <= marked
    assert _scene("risiko", 5, 300).goals == ()


def test_the_picture_needs_no_inline_style_and_no_script(record):
    drawn = str(svg.svg(geometry.drawing(record.game.scene(record.rules, record.state, frozenset()))))
    assert "style=" not in drawn
    assert "<script" not in drawn
    assert not re.search(r"\son\w+=", drawn)


HOSTILE = """"'><script>alert(1)</script><a href="javascript:x" onload=y>]]>&amp;"""
TYPED = {"words", "key", "spoken", "group", "letter"}
"""What a house's own board, or a person's name, fills."""


def _with_hostile_texts(value):
    """The same drawing, with each text that somebody may have typed replaced."""
    if isinstance(value, tuple):
        return tuple(map(_with_hostile_texts, value))
    if not is_dataclass(value):
        return value
    old = {field.name: getattr(value, field.name) for field in fields(value)}
    return replace(
        value,
        **{
            name: _hostile(name, one) if name in TYPED and isinstance(one, str) else _with_hostile_texts(one)
            for name, one in old.items()
        },
    )


def _hostile(name: str, text: str) -> str:
    """Keys part the places: they stay different."""
    return f"{HOSTILE}{text}" if name in ("key", "group") else HOSTILE


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_no_name_on_a_board_becomes_markup(slug, seats):
    drawn = geometry.drawing(_scene(slug, seats, 150))
    plain = ElementTree.fromstring(svg.svg(drawn))
    hostile = ElementTree.fromstring(svg.svg(_with_hostile_texts(drawn), label=HOSTILE))
    assert [one.tag for one in hostile.iter()] == [one.tag for one in plain.iter()]
    assert [sorted(one.attrib) for one in hostile.iter()] == [sorted(one.attrib) for one in plain.iter()]
    assert hostile.get("aria-label") == HOSTILE
    assert HOSTILE in {one.text for one in hostile.iter(f"{NS}text")}


def test_what_the_question_offers_is_lit_and_the_answered_place_is_marked():
    record = played("risiko", 5, 150)
    seats = ()
    board = board_view.board_of(record, seats)
    ask = record.choices({})
    while not (record.state.giro and type(record.state.awaits).__name__ == "Fight"):
        move = record.game.policy(record, Random(1), record.game.deal(record.header, Random(1)))
        record.play(move.by, move.act)
    board = board_view.board_of(record, seats)
    ask = record.choices({"type": "attack"})
    question = questions.question(1, record, board, ask)
    lit = {
        key
        for key, one in places(ElementTree.fromstring(board_image({}, board, question))).items()
        if one.get("role") == "button"
    }
    assert lit == {str(choice.value) for choice in ask.choices}

    source = ask.choices[0].value
    question = questions.question(1, record, board, record.choices(ask.answered(source)))
    drawn = places(ElementTree.fromstring(board_image({}, board, question)))
    assert drawn[source].get("class").endswith("is-chosen")


@pytest.mark.parametrize("hatch", ["solid", "diagonal", "cross", "dots", ""])
def test_the_picture_goes_on_paper_in_black_and_white(record, hatch):
    scene = record.game.scene(record.rules, record.state, frozenset())
    drawn = geometry.drawing(scene)
    drawn = replace(drawn, armies=tuple(replace(army, hatch=hatch) for army in drawn.armies))
    sheet = pdf.sheet(drawn)
    words = {shape.text for shape in sheet.contents if hasattr(shape, "text")}
    inks = {getattr(shape, paint, None) for shape in sheet.contents for paint in ("fillColor", "strokeColor")} - {None}

    assert {name.words for tile in drawn.tiles for name in tile.names} <= words
    assert all(ink.red == ink.green == ink.blue for ink in inks)
    assert renderPDF.drawToString(sheet).startswith(b"%PDF")
    left, bottom, right, top = sheet.getBounds()
    assert left >= -1
    assert bottom >= -2
    assert right <= sheet.width + 1
    assert top <= sheet.height + 1
