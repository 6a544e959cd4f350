"""The format of a tournament for a field: the tables of each round and the advancement, until the last one."""

from tournament.core.formats import knockout, qualifying, two_player
from tournament.core.formats.values import (
    KINDS,
    Advancement,
    Format,
    Kind,
    NoFormat,
    PairingSystem,
    Stage,
    splits,
    splits_of,
    unseatable,
)
from tournament.core.regulation.schema import Regulation

__all__ = [
    "KINDS",
    "Advancement",
    "Format",
    "Kind",
    "NoFormat",
    "PairingSystem",
    "Stage",
    "possible_formats",
    "splits",
    "splits_of",
]


def possible_formats(entrants: int, regulation: Regulation) -> tuple[Format, ...]:
    """The formats for this many entrants, best first, at least one. Raises NoFormat with the reason when there is none."""
    if regulation.format == "pairs":
        return two_player.possible_formats(entrants, regulation)
    if not splits_of(regulation, entrants) and entrants not in regulation.final_sizes:
        raise NoFormat(unseatable(entrants, regulation))
    if regulation.format == "knockout":
        return knockout.possible_formats(entrants, regulation)
    return qualifying.possible_formats(entrants, regulation)
