"""Teams: the sum of the best results of all members."""

from fractions import Fraction

from tests.tournament.second.standings import reading, standings


def team_standings(preset, clubs, rounds, penalties=()):
    """(rank, team, total); `clubs` is name to team."""
    best = preset["teams"]["best"]
    by_total = reading(preset, "penalties", "total") == "total"
    members = [name for name in clubs if clubs[name]]
    names = {row["name"] for sheets in rounds for sheet in sheets for row in sheet} | set(members)
    lines = {line["name"]: line for line in standings(preset, names, rounds, penalties)}
    found = []
    for team in {clubs[name] for name in members}:
        mine = [name for name in members if clubs[name] == team]
        results = sorted(
            (game["gross" if by_total else "net"] for name in mine for game in lines[name]["games"].values()),
            reverse=True,
        )[:best]
        off = sum(
            Fraction(points)
            for who, points, number in penalties
            if who in mine and (by_total or number not in lines[who]["games"])
        )
        found.append((sum(results) - off, results, team))
    return sorted(
        (1 + sum((other[0], other[1]) > (total, results) for other in found), team, total)
        for total, results, team in found
    )
