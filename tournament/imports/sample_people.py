"""Sample people for rehearsals, with clubs of uneven size as at a real event."""

import tomllib
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from django.conf import settings

from tournament.core.roster_fields import RosterRow


def people(many: int, *, seed: str) -> tuple[RosterRow, ...]:
    """The same people for the same seed; no two share surname and name."""
    rng = Random(seed)
    book = _book()
    who = rng.sample(list(product(book["surnames"].split(), book["names"].split())), many)
    clubs = rng.choices(list(book["clubs"]), list(book["clubs"].values()), k=many)
    return tuple(
        RosterRow(line=line, surname=surname, name=name, club=club)
        for line, ((surname, name), club) in enumerate(zip(who, clubs, strict=True), 2)
    )


@cache
def _book() -> dict:
    return tomllib.loads(Path(settings.BASE_DIR, "fixtures", "sample_people.toml").read_text(encoding="utf-8"))
