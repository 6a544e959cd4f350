"""The shape of a record in JSON Schema, for programs that read or write records without this one."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kernel.game import Game
from games.kernel.lines import Header, line_type
from games.kernel.record import Record
from games.kernel.vault import Vault, commitments


def of_lines(game: Game) -> dict[str, Any]:
    """One schema for the first line (`header`) and one for every other (`line`)."""
    (header, line), parts = msgspec.json.schema_components(
        (Header, line_type(game.act_types)), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Record of {game.name.en}, revision {game.revision}",
        "header": header,
        "line": line,
        "$defs": parts,
    }


def check_vault(record: Record, vault: Vault) -> None:
    """Raises `ValueError` when a vault does not open what the record sealed."""
    for kind, sealed in record.header.sealed.items():
        if commitments(vault, kind) != tuple(sealed):
            raise ValueError(f"the vault does not open the sealed values of kind {kind}")
