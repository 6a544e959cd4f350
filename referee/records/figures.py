"""What each player has on the board as it lies open: what the game counts, what stands on it, and its value."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kernel.scene import Scene, Shape


@dataclass(frozen=True)
class Figures:
    """`counted` and `standing` are what the scene calls so; `value` is None where places have none."""

    counted: int
    standing: int
    value: int | None


def figures_of(scene: Scene) -> dict[int, Figures]:
    """By seat."""
    own: dict[int, list[Shape]] = {mark.seat: [] for mark in scene.seats}
    standing = dict.fromkeys(own, 0)
    for shape in scene.shapes:
        if shape.seat in own:
            own[shape.seat].append(shape)
        for piece in shape.pieces:
            if piece.seat in standing:
                standing[piece.seat] += piece.count
    has_value = any(kind.kind == "value" for kind in scene.kinds)
    return {
        mark.seat: Figures(mark.count, standing[mark.seat], _value(own[mark.seat]) if has_value else None)
        for mark in scene.seats
    }


def _value(shapes: Iterable[Shape]) -> int:
    return sum(int(badge) for shape in shapes for badge in shape.badges if isinstance(badge, str) and badge.isdigit())
