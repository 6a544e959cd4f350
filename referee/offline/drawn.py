"""On the device: what the page shows of the engine's answers, so that an answer holds only what changed."""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from referee.board_image import svg
from referee.board_image.shapes import Drawing
from referee.judge_page.board_view import Place

DrawnPlace = tuple[str, str, int]


class DrawnPage:
    """Parts of the page by name, and the picture of the board place by place. One page shows it: `number` counts the answers."""

    def __init__(self) -> None:
        self.number = 0
        self._parts: dict[str, str] = {}
        self._made_of: dict[str, object] = {}
        self._picture: Drawing | None = None
        self._tiles: dict[str, str] = {}
        self._places: dict[str, DrawnPlace] = {}
        self._changes: dict[str, Any] = {}
        self._is_late = False
        self._late: dict[str, int] = {}
        """Behind which answer a late part was drawn last."""

    def fork(self) -> "DrawnPage":
        """The same page, on which something else may be drawn than here."""
        other = copy(self)
        other._parts, other._made_of, other._late = {**self._parts}, {**self._made_of}, {**self._late}
        return other

    def begin(self, number: int) -> None:
        """`number` is that of the answer which the page shows; where it shows another page everything is drawn."""
        if number != self.number:
            self._parts, self._made_of, self._picture, self._tiles = {}, {}, None, {}
            self._places, self._late = {}, {}
        self.number += 1
        self._is_late = False
        self._changes = {"number": self.number, "parts": {}, "picture": None}

    def changed_places(self, places: Mapping[str, Place]) -> list[tuple[str, *DrawnPlace]]:
        """Key, name, owner's letter and pieces of each place that is another one than on the page."""
        now = {key: (one.label, one.player.letter if one.player else "", one.count or 0) for key, one in places.items()}
        changed = [(key, *one) for key, one in now.items() if self._places.get(key) != one]
        self._places = now
        return changed

    def changes(self) -> dict[str, Any]:
        return self._changes

    def begin_late(self, on_page: Mapping[str, int]) -> None:
        """What lies in drawers, after the rest of the same answer.

        `on_page`: of which answer the page has each of these parts. It may have drawn one after this page was forked off, or have left
        one out that came too late for it: such a part is drawn anew.
        """
        for name in self._late.keys() | on_page.keys():
            if self._late.get(name) != on_page.get(name):
                self._parts.pop(name, None)
                self._made_of.pop(name, None)
        self._is_late = True
        self._changes = {"number": self.number, "parts": {}}

    def is_due(self, *, is_late: bool = False) -> bool:
        """Whether a part is of what is drawn now."""
        return self._is_late == is_late

    def draw(self, name: str, render: Callable[[], str], made_of: object) -> None:
        """`made_of`: what the part is made of, where that is known."""
        if made_of is not None and name in self._parts and self._made_of.get(name) == made_of:
            return
        self._made_of[name] = made_of
        html = render()
        if self._parts.get(name) != html:
            self._parts[name] = self._changes["parts"][name] = html
            if self._is_late:
                self._late[name] = self.number

    def draw_picture(self, picture: Drawing) -> str:
        """The whole picture, as part of the page, where more than its places changed."""
        tiles, before = svg.tiles(picture), self._picture
        if before is None or _ground(before) != _ground(picture) or tiles.keys() != self._tiles.keys():
            self._picture, self._tiles = picture, tiles
            return svg.svg(picture)
        self._changes["picture"] = {
            "tiles": {key: tile for key, tile in tiles.items() if self._tiles[key] != tile},
            "disks": svg.disks(picture) if picture.disks != before.disks else None,
            "has_lit": svg.has_lit(picture),
            "has_most_lit": svg.has_most_lit(picture),
        }
        self._picture, self._tiles = picture, tiles
        self._parts["image"] = ""  # not what the page shows any more
        return ""


def _ground(picture: Drawing) -> Drawing:
    return replace(picture, tiles=(), disks=())
