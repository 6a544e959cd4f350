"""A season: each tournament's points, those that count, and the ranking."""

from fractions import Fraction
from math import exp, floor

CLASSES = {"raduno": 5, "master": 4, "open": 2, "interclub": Fraction(3, 2)}
CHAMPIONSHIP = {
    0: Fraction(1, 5),
    1: Fraction(1, 5),
    2: Fraction(1, 5),
    3: Fraction(1, 2),
    4: Fraction(7, 10),
    5: Fraction(4, 5),
}


def points(formula, places, level, event, name):
    """What an event is worth: its total, a figure by place, or a × (100 + tables) × class × decay."""
    ranks = {who: rank for who, (rank, _total) in event["people"].items()}
    rank, total = event["people"][name]
    if formula == "total":
        return Fraction(total)
    if formula == "places":
        given = [Fraction(value) for value in places] + [Fraction(0)] * (len(ranks) + len(places))
        many = sum(other == rank for other in ranks.values())
        if level == "shared":
            return _cents(sum(given[rank - 1 : rank - 1 + many]) / many)
        return given[rank - 1]
    weight = CLASSES.get(event["grade"], CHAMPIONSHIP.get(event["rounds"], 1))
    winner = Fraction(6, 5) if rank == 1 else 1
    decay = 1 if rank == 1 else Fraction(exp(-rank / 20))
    return _cents(winner * (100 + event["tables"]) * weight * decay)


def _cents(value):
    return Fraction(floor(value * 100 + Fraction(1, 2)), 100)


def ranking(events, formula, places=(), best=None, discards=0, absences=False, carried=None, level="each"):
    """(rank, name, total), level ones by name."""
    carried = carried or {}
    people = {name for event in events for name in event["people"]} | set(carried)
    found = {}
    for name in people:
        scores = sorted(
            (points(formula, places, level, event, name) for event in events if name in event["people"]), reverse=True
        )
        keep = best if best is not None else max(1, (len(events) if absences else len(scores)) - discards)
        found[name] = (sum(scores[:keep]) + Fraction(carried.get(name, 0)), scores)
    return sorted((1 + sum(other > found[name] for other in found.values()), name, found[name][0]) for name in people)
