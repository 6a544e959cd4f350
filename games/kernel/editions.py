"""A game's options and editions as the files of its folder tell them, and what a record's header makes of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from games.kernel.game import Edition
from games.kernel.options import Option, Value, settle

if TYPE_CHECKING:
    from games.kernel.lines import Header


def options_of(folder: Path) -> tuple[Option, ...]:
    """The tables `[[option]]` of `options.toml`."""
    return msgspec.convert(_read(folder / "options.toml")["option"], tuple[Option, ...])


def editions_of(folder: Path) -> tuple[Edition, ...]:
    """The tables `[[edition]]` of `editions.toml`."""
    return msgspec.convert(_read(folder / "editions.toml")["edition"], tuple[Edition, ...])


def settled(header: Header, options: tuple[Option, ...], editions: Iterable[Edition]) -> dict[str, Value]:
    """Every option with its value under the header. Raises `Unreadable` for an option that is not one, or a value that it does not take."""
    edition = next(one for one in editions if one.slug == header.edition)
    return settle(options, edition.options, header.options)


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
