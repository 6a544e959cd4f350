"""Writes the maps: `python -m tools.maps`, or one of them by its game: `python -m tools.maps risiko`."""

import json
import sys
from pathlib import Path

from tools.maps import atlas_map, cells_map

MAPS = {
    "risiko": atlas_map.world_map,
    "fabrisiko": cells_map.fabriano_map,
    "arba": cells_map.friuli_map,
}


def main(wanted: list[str]) -> None:
    for slug in wanted or MAPS:
        path = Path("games") / slug / "data" / "map.json"
        path.write_text(json.dumps(MAPS[slug](), separators=(",", ":")) + "\n", encoding="utf-8")
        print(path, path.stat().st_size)


main(sys.argv[1:])
