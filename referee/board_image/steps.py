"""A whole game as data for `static/js/replay.js`: the start, then of each line what it changes, texts once and by number.

    texts   strings, most of them SVG
    start   {places, players, headline, links}
    moves   [{s: line, t: turn, g: giro, b: seat or −1, w: words, y: reason, d: dice, f: faces, p: places, o: new owners, a: arrow,
              l: players, h: headline, k: links, m: marks, q: statement}]
    places  {key: [seat, text, text to speak]}   players  [[facts, 0 | 1 in turn | 2 out], …]

It holds no name: the page has those.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from games.kernel.scene import Scene, SeatMark, Shape
from referee.board_image import geometry, svg
from referee.board_image.arrows import arrow_svg
from referee.board_image.map_svg import place_marks
from referee.records.moves import Move, WholeGame
from referee.wording import localized

NAME = "replay-board"
"""The id of the page's picture, which patterns and outlines carry."""


def game_data(game: WholeGame) -> bytes:
    """UTF-8 JSON."""
    return msgspec.json.encode(_Steps(game).data())


class _Steps:
    def __init__(self, game: WholeGame) -> None:
        self.game = game
        self.board_map = game.record.game.board_map(game.record.rules)
        self.texts: dict[str, int] = {}

    def data(self) -> dict[str, Any]:
        start = self.game.start
        first = {
            "places": self._places(start, start.shapes),
            "players": [self._player(mark) for mark in _by_seat(start)],
            "headline": self._text(localized(start.headline)),
            "links": self._text(self._links(start)),
        }
        moves, before = [], start
        for move in self.game.moves:
            moves.append(self._move(move, before))
            before = move.table
        return {"texts": list(self.texts), "start": first, "moves": moves}

    def _text(self, words: str) -> int:
        return self.texts.setdefault(words, len(self.texts))

    def _move(self, move: Move, before: Scene) -> dict[str, Any]:
        """What is empty or unchanged is left out."""
        table = move.table
        arrow = arrow_svg(move.arrow, self.game.start, self.board_map)
        found: dict[str, Any] = {
            "s": move.seq,
            "t": move.turn,
            "g": move.giro,
            "b": move.by if isinstance(move.by, int) else -1,
            "w": self._text(move.words),
            "y": move.why,
            "d": move.throw.dice if move.throw else (),
            "f": move.throw.faces if move.throw else 0,
            "p": self._places(msgspec.structs.replace(table, shapes=move.changed), move.changed),
            "o": sorted(move.owners),
            "a": self._text(arrow) if arrow else None,
            "l": self._changed_players(before, table),
            "m": move.marks,
            "q": int(move.is_statement),
        }
        found = {key: value for key, value in found.items() if key in "stgbw" or value not in ("", (), [], {}, 0, None)}
        if table.headline != before.headline:
            found["h"] = self._text(localized(table.headline))
        if table.links != before.links:
            found["k"] = self._text(self._links(msgspec.structs.replace(table, shapes=self.game.start.shapes)))
        return found

    def _places(self, scene: Scene, shapes: Iterable[Shape]) -> dict[str, Any]:
        if not (keys := [shape.key for shape in shapes]):
            return {}
        marks = place_marks(_without_links(scene), self.board_map, NAME)
        return {key: (marks[key].seat, self._text(marks[key].drawn), self._text(marks[key].spoken)) for key in keys}

    def _links(self, scene: Scene) -> str:
        drawn = geometry.drawing(scene)
        return svg.bridges(drawn) if self.board_map else svg.links(drawn)

    def _changed_players(self, before: Scene, now: Scene) -> dict[str, Any]:
        pairs = zip(_by_seat(before), _by_seat(now), strict=True)
        return {str(mark.seat): self._player(mark) for was, mark in pairs if was != mark}

    def _player(self, mark: SeatMark) -> tuple[int, int]:
        facts = "\n".join(localized(line) for line in mark.lines)
        return self._text(facts), 2 if mark.is_out else int(mark.is_in_turn)


def _by_seat(scene: Scene) -> list[SeatMark]:
    return sorted(scene.seats, key=lambda mark: mark.seat)


def _without_links(scene: Scene) -> Scene:
    """Links and rivers need all places, of which there may be a few."""
    return msgspec.structs.replace(scene, links=(), rivers=(), has_areas=False)
