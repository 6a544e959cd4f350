"""The board's picture as a separate file."""

from pathlib import Path

from django.contrib.staticfiles import finders

from referee.board_image.shapes import Drawing
from referee.board_image.svg import svg

PAPER_COLOURS = (
    "svg{--color-base-100:#fff;--color-base-200:#f4f2ee;--color-base-300:#ddd;--color-base-content:#1b2430;"
    "--color-primary:#234a86;--color-warning:#7a4d00;--color-warning-content:#fff;--color-error:#a22}"
)


def standalone(drawn: Drawing) -> str:
    """The picture as a separate file, with the stylesheet of boards and the site's colours."""
    style = Path(finders.find("css/board.css")).read_text(encoding="utf-8")
    return svg(drawn).replace("<defs>", f"<style>{PAPER_COLOURS}{style}</style><defs>", 1)
