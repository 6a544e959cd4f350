"""One table: what its sheet is worth in points of the tournament, and who won it."""

from fractions import Fraction
from math import ceil, floor

MILLIONTH = 6


def figure(owner, key, default=0):
    value = owner.get(key)
    return Fraction(default if value is None else value)


def leaders(preset, sheet):
    """The names at the first place: those level on points where the regulation shares it by points, else those signed
    first; where it wants one winner, the tie-breaks part the ones signed first."""
    rules = preset.get("scoring", {})
    first = [row for row in sheet if row["rank"] == 1]
    if rules.get("sole_winner"):
        return {row["name"] for row in _ahead_on_ties(first)}
    most = max(Fraction(row["points"]) for row in sheet)
    if rules.get("first_by", "place") == "points" and any(Fraction(row["points"]) == most for row in first):
        level = [row for row in sheet if Fraction(row["points"]) == most and not row["out"]]
        return {row["name"] for row in level + first}
    return {row["name"] for row in first}


def _ahead_on_ties(rows):
    """Compared figure by figure, as long as each of those who are still level has one."""
    place = 0
    while len(rows) > 1 and all(len(row["ties"]) > place for row in rows):
        best = max(Fraction(row["ties"][place]) for row in rows)
        rows = [row for row in rows if Fraction(row["ties"][place]) == best]
        place += 1
    return rows


def worth(preset, sheet):
    """Name to points of the tournament."""
    rules = preset.get("scoring", {})
    first = leaders(preset, sheet)
    rank = {row["name"]: row["rank"] for row in sheet}
    if rules.get("sole_winner"):
        rank |= {name: 1 + len(first) for name in rank if rank[name] == 1 and name not in first}
    return {row["name"]: _of_row(rules, row, sheet, first, rank) for row in sheet}


def _of_row(rules, row, sheet, first, rank):
    name, points = row["name"], Fraction(row["points"])
    has_objective = points >= figure(rules, "objective_at", 100)
    if has_objective and rules.get("objective") is not None:
        return figure(rules, "objective")
    board = _from_the_board(rules, points, has_objective, sheet)
    shared = len(first) > 1 and rules.get("first_shared") is not None
    of_first = figure(rules, "first_shared" if shared else "first")
    if rules.get("method") == "against-winner":
        if name in first:
            return of_first + board
        behind = max(Fraction(other["points"]) for other in sheet if other["name"] in first) - points
        return rounded(rules, figure(rules, "first") - behind)
    bonus = of_first if name in first else Fraction(0)
    return board + _from_the_place(rules, row, sheet, rank, has_objective) + bonus


def _from_the_board(rules, points, has_objective, sheet):
    if rules.get("method") == "place":
        return Fraction(0)
    if has_objective and rules.get("objective_points") is not None:
        points = figure(rules, "objective_points")
    if rules.get("method") == "percent":
        everything = sum(Fraction(row["points"]) for row in sheet)
        points = 100 * points / everything if everything else Fraction(0)
    points *= Fraction(rules.get("by_size", {}).get(str(len(sheet)), 1))
    points = rounded(rules, points / figure(rules, "divisor", 1))
    return points if rules.get("most") is None else min(points, figure(rules, "most"))


def _from_the_place(rules, row, sheet, rank, has_objective):
    places = [Fraction(value) for value in rules.get("places", [])]
    if not places:
        return Fraction(0)
    name = row["name"]
    if row["out"] and rules.get("eliminated"):
        later = [other for other in sheet if other["out"] and rank[other["name"]] < rank[name]]
        given = [Fraction(value) for value in rules["eliminated"]]
        return given[len(later)] if len(later) < len(given) else Fraction(0)
    if rank[name] == 1 and has_objective and rules.get("objective_place") is not None:
        return figure(rules, "objective_place")
    level = sum(one == rank[name] for one in rank.values())
    together = places[rank[name] - 1 : rank[name] - 1 + level]
    return rounded({}, sum(together, Fraction(0)) / level)


def rounded(rules, value):
    """To the regulation's decimals in its direction; where it names none, half up to the millionth. Down and up count from
    zero."""
    decimals = rules.get("decimals")
    how = "half-up" if decimals is None else rules.get("rounding", "half-up")
    scale = 10 ** (MILLIONTH if decimals is None else decimals)
    size = abs(value) * scale
    whole = {"up": ceil(size), "down": floor(size), "half-up": floor(size + Fraction(1, 2))}[how]
    return Fraction(whole if value >= 0 else -whole, scale)
