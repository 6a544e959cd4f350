"""Pictures for the documents: kept by `make screenshots`, which names a folder in `SDADATA_SHOTS`; other runs keep none."""

import io
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

FOLDER = os.environ.get("SDADATA_SHOTS", "")
BOTH_WAYS = [(800, 1280), (1280, 800)]
COLOURS = 256
"""With fewer a seat's colour would no longer be its own; a picture is then a third as large."""


def save(picture: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").quantize(COLOURS).save(path, optimize=True)


def screenshot(page: Page, name: str) -> None:
    if FOLDER:
        page.evaluate("document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } })")
        save(page.screenshot(), Path(FOLDER, f"{name}.png"))


def screenshot_both_ways(page: Page, name: str) -> None:
    """The same state with the tablet upright and lying."""
    if FOLDER:
        for width, height in BOTH_WAYS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            screenshot(page, f"{name}-{width}x{height}")
