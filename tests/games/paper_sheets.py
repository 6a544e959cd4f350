"""Finished games, and the sheets that their tables would write."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from random import Random

from games.kernel.game import Game
from games.kernel.paper import PaperLine
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.score import Sheet
from games.registry import game
from tests.games.seeded_games import seated


@lru_cache(maxsize=256)
def finished(slug: str, seats: int, seed: int) -> tuple[Record, Sheet, tuple[PaperLine, ...]]:
    """A random game under a random edition and options, played to its end: its score sheet, and what its table would write."""
    one = game(slug)
    rng = Random(f"paper {slug} {seats} {seed}")
    edition = rng.choice(one.editions).slug
    return finished_under(one, seats, seed, rng, edition=edition, options=some_options(one, rng))


def finished_under(
    one: Game, seats: int, seed: int, rng: Random, **header_fields: object
) -> tuple[Record, Sheet, tuple[PaperLine, ...]]:
    """The same under a given edition and options. Points are written only where nothing else makes them."""
    header, dealt = seated(one, seats, seed, **header_fields)
    record = Record(one, header)
    for _line in play_game(record, rng, dealt):
        pass
    sheet = record.score(dealt)
    on_paper = import_module(f"tests.games.{one.slug}.on_paper")
    state = on_paper.opened(record.state, dealt) if hasattr(on_paper, "opened") else record.state
    lines = [
        PaperLine(
            {name: str(value) for name, value in on_paper.figures(record, state, row.seat).items()},
            row.status not in ("", "active"),
            (row.points or "") if on_paper.WRITES_POINTS else "",
        )
        for row in sheet.rows
    ]
    return record, sheet, tuple(lines)


def some_options(one: Game, rng: Random) -> dict[str, str | int]:
    """Any of the readings; numbers stay as the edition has them."""
    choices = [option for option in one.options if option.values]
    return {option.key: rng.choice(list(option.values)) for option in choices if rng.random() < 0.3}
