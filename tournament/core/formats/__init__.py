"""The format of a tournament for a field: the tables of each round and the advancement, until the last one."""

from tournament.core.formats import knockout, qualifying, two_player
from tournament.core.formats.values import KINDS, Going, Kind, NoPlan, Pairing, Plan, Stage, splits, unseatable
from tournament.core.regulation.schema import Regulation

__all__ = ["KINDS", "Going", "Kind", "NoPlan", "Pairing", "Plan", "Stage", "plans", "splits"]


def plans(entrants: int, regulation: Regulation) -> tuple[Plan, ...]:
    """The formats for this many entrants, best first, at least one. Raises NoPlan with the reason when there is none."""
    if regulation.format == "pairs":
        return two_player.plans(entrants, regulation)
    if not splits(entrants, regulation.table_sizes) and entrants not in regulation.final_sizes:
        raise NoPlan(unseatable(entrants, regulation))
    if regulation.format == "knockout":
        return knockout.plans(entrants, regulation)
    return qualifying.plans(entrants, regulation)
