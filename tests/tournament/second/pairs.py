"""Tables of two: what a round without a game is worth, and who rests."""

from tests.tournament.second.standings import reading


def unplayed_wins(preset, kind, number, byes, walkovers):
    """The names of those who take a win without a game in this round.

    In a Swiss round a bye is worth a win. Elsewhere it is worth nothing, but where the opponent left, or where the first
    round of a bracket is worth it.
    """
    wins = set(byes) if kind == "swiss" else set()
    if reading(preset, "absent_opponent", "win") == "win":
        wins |= set(walkovers)
    if kind == "bracket" and reading(preset, "bracket_bye", "nothing") == "win":
        wins |= set(byes) - set(walkovers)
    return wins


def sheet_of_one(name):
    return [{"name": name, "points": 0, "rank": 1, "ties": [], "out": False}]


def swiss_bye(preset, field, roster, ranks, had_bye, past):
    """Of those who had no bye yet, the last in the standings who leaves the others the fewest rematches; who came late stands
    behind all, level ones by number. By a reading a second bye is better than a rematch, and a first one better than both."""
    if len(field) % 2 == 0:
        return None
    fresh = [name for name in field if name not in had_bye] or list(field)
    is_twice = reading(preset, "second_bye", "after-all") == "no-rematch"
    if is_twice:
        fresh = list(field)
    behind = max(ranks.values(), default=0) + 1
    number = {name: place for place, name in enumerate(roster)}
    met = {frozenset(pair) for tables in past for pair in tables}
    few = {name: fewest_rematches([other for other in field if other != name], met) for name in fresh}
    fresh = [name for name in fresh if few[name] == min(few.values())]
    if is_twice:
        fresh = [name for name in fresh if name not in had_bye] or fresh
    return max(fresh, key=lambda name: (ranks.get(name, behind), number.get(name, len(roster)), name))


def fewest_rematches(names, met, enough=None):
    """By trying every pairing, with an end where there is none."""
    if not names:
        return 0
    first, *rest = names
    best = len(names) if enough is None else enough
    for other in sorted(rest, key=lambda name: frozenset((first, name)) in met):
        again = frozenset((first, other)) in met
        if best > again:
            left = [name for name in rest if name != other]
            best = min(best, again + fewest_rematches(left, met, best - again))
    return best
