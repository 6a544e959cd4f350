"""The territories of a view, read from what it has written out."""

from __future__ import annotations

import msgspec

from games.fabrisiko.view import Land, PublicView


def lands(seen: PublicView) -> dict[str, Land]:
    return msgspec.json.decode(seen.territories, type=dict[str, Land])
