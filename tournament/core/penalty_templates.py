"""Templates of penalties, as starting points: no regulation that we know prescribes penalties."""

import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "penalties.toml"


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    key: str
    it: str
    en: str
    points: Decimal = Decimal(0)

    def in_language(self, code: str) -> str:
        return self.it if code.split("-")[0] == "it" else self.en


@cache
def templates(file: Path = FILE) -> dict[str, Template]:
    """By key, in the order of the file."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["template"]
    return {one.key: one for one in msgspec.convert(rows, list[Template])}
