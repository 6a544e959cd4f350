"""The standings: what counts, what is discarded, and who is ahead of whom by which comparison."""

from fractions import Fraction

from tests.tournament.second.sheet import figure, leaders, worth

FOREVER = 10**6
LAST = (0, Fraction(0))
"""Sorts whoever has no figure after everybody who has one."""


def reading(preset, name, default):
    """A choice where regulations are silent."""
    return preset.get("readings", {}).get(name, default)


def standings(preset, names, rounds, penalties=(), reached=None, kind="", final=0, title=0, dice=()):
    """Lines, best first; level ones share a rank and stand by name.

    `penalties` are (name, points, round or None). `reached` says in which last round people had a place. `kind` is the
    pairing of tables of two, `final` the round of several finals side by side, if there are several; `title` that of the
    only final, and `dice` the order that they gave to people.
    """
    games = _games(preset, rounds, penalties)
    champions = _champions(preset, games, title, dice)
    lines = [_line(preset, name, games.get(name, {}), len(rounds), penalties, reached or {}) for name in names]
    totals = {line["name"]: line["total"] for line in lines}
    for line in lines:
        line["before"], line["shares_title"] = 0, line["name"] in champions
        if {"opponents", "beaten"} & set(preset["order"]):
            line["buchholz"], line["sonneborn"] = _opponents(preset, line, totals)
    if "previous" in preset["order"] and len(rounds) > 1:
        known = [penalty for penalty in penalties if penalty[2] is None or penalty[2] < len(rounds)]
        before = {old["name"]: old["rank"] for old in standings(preset, names, rounds[:-1], known, kind=kind)}
        for line in lines:
            line["before"] = before[line["name"]]
    rank = 1
    ordered, groups = [], []
    final = final if reading(preset, "finals", "by-total") == "level" else 0
    for short in (False, True):
        enough = [line for line in lines if line["enough"] != short]
        for line in enough:
            line["path"] = [("enough", short)]
        groups += _parted(preset, enough, _order(preset, kind), kind, final, champions) if enough else []
    for group in groups:
        ordered += [dict(line, rank=rank) for line in sorted(group, key=lambda line: line["name"])]
        rank += len(group)
    return ordered


def _champions(preset, games, title, dice):
    """Those who share the first place of the only final, when nothing else is to be looked at. Dice that know them all
    put them one behind the other."""
    first = [name for name in games if title in games[name] and games[name][title]["rank"] == 1]
    first = [name for name in first if len(games[name][title]["sheet"]) > 1]
    how = reading(preset, "level_final", "dice")
    if len(first) < 2 or how == "order":
        return set()
    if how == "dice" and set(first) <= set(dice):
        for place, name in enumerate(sorted(first, key=list(dice).index), 1):
            games[name][title]["place"] = place
        return set()
    return set(first)


def _order(preset, kind):
    """A bracket has one champion, who won the last game of all: among those who came equally far their last game decides."""
    order = list(preset["order"])
    if kind == "bracket" and "reached" in order:
        order = [key for key in order if key != "place"]
        order.insert(order.index("reached") + 1, "place")
    return order


def decided_by(one, other):
    """What parts two lines: "enough" rounds, a key of the order, or nothing."""
    for mine, theirs in zip(one["path"], other["path"], strict=False):
        if mine != theirs:
            return mine[0]
    return None


def _games(preset, rounds, penalties):
    """Name to round to what was done in it."""
    found = {}
    each = reading(preset, "shared_first", "nobody") == "each"
    for number, sheets in enumerate(rounds, 1):
        for sheet in sheets:
            gross, first = worth(preset, sheet), leaders(preset, sheet)
            for row in sheet:
                name = row["name"]
                taken = sum(Fraction(p) for who, p, n in penalties if who == name and n == number)
                found.setdefault(name, {})[number] = {
                    "gross": gross[name], "net": gross[name] - taken, "rank": row["rank"], "place": row["rank"],
                    "ties": list(map(Fraction, row["ties"])), "win": name in first and (each or len(first) == 1), "sheet": sheet,
                }  # fmt: skip
    return found


def _line(preset, name, games, played, penalties, reached):
    """`played` rounds there were so far."""
    counting = preset.get("counting", {})
    nights = preset["rounds"] if preset.get("bands") else FOREVER
    by_total = reading(preset, "penalties", "total") == "total"
    counts = "gross" if by_total else "net"
    qualifying = sorted((n for n in games if n <= nights), key=lambda n: (-games[n][counts], n))
    if counting.get("best") is not None:
        keep = counting["best"]
    else:
        of = min(nights, played) if counting.get("absences_are_discards") else len(qualifying)
        keep = max(1, of - counting.get("discards", 0))
    total = figure(counting, "entry") + sum(games[n][counts] for n in qualifying[:keep])
    if reading(preset, "playoff_points", "added") == "added":
        total += sum(games[n][counts] for n in games if n > nights)
    total -= sum(Fraction(p) for who, p, n in penalties if who == name and (by_total or n not in games))
    last = games[max(games)] if games else None
    return {
        "name": name,
        "games": games,
        "total": total,
        "wins": sum(game["win"] for game in games.values()),
        "discarded": sorted(qualifying[keep:]),
        "enough": len(qualifying) >= counting.get("needed", 0),
        "best": sorted((game["net"] for game in games.values()), reverse=True),
        "last": last,
        "reached": max([*games, reached.get(name, 0)], default=0),
        "nights": nights,
    }


def _opponents(preset, line, total):
    """The totals of those met, and of those beaten: half of them for a shared place, or none. A game that was not played brings
    nothing, or one's own total."""
    own = reading(preset, "unplayed_opponents", "nothing") == "own-total"
    drawn = Fraction(1, 2) if reading(preset, "drawn_opponents", "half") == "half" else 0
    met = beaten = Fraction(0)
    for game in line["games"].values():
        if len(game["sheet"]) == 1 and own:
            met, beaten = met + line["total"], beaten + line["total"]
        for other in game["sheet"]:
            if other["name"] != line["name"]:
                met += total[other["name"]]
                share = Fraction(1 if game["rank"] < other["rank"] else 0)
                beaten += total[other["name"]] * (drawn if game["rank"] == other["rank"] else share)
    return met, beaten


def _parted(preset, lines, keys, kind, final, champions):
    """Groups of level lines, best first. Where several finals are level, their players are parted by nothing else; nor are
    those who share the first place of the only one."""
    if len(lines) < 2 or not keys:
        return [lines]
    key, rest = keys[0], keys[1:]
    parts = (
        _by_ties(preset, lines) if key == "tiebreaks" else _split(lines, lambda line: _value(preset, key, line, kind))
    )
    found = []
    for place, part in enumerate(parts):
        for line in part:
            line["path"].append((key, place))
        is_shared = key == "final" and final and all(final in line["games"] for line in part)
        is_shared = is_shared or (key in ("place", "final") and all(line["name"] in champions for line in part))
        found += [part] if is_shared else _parted(preset, part, rest, kind, final, champions)
    return found


def _split(lines, value):
    figures = sorted({value(line) for line in lines}, reverse=True)
    return [[line for line in lines if value(line) == one] for one in figures]


def _by_ties(preset, group):
    """Figure by figure of the last sheet, as long as everybody who is level still has one."""
    across = preset.get("tiebreaks_across")
    ties = {line["name"]: (line["last"]["ties"][:across] if line["last"] else []) for line in group}
    open_, done = [(group, 0)], []
    while open_:
        level, place = open_.pop(0)
        if any(len(ties[line["name"]]) <= place for line in level):
            done.append(level)
            continue
        parts = _split(level, lambda line, place=place: ties[line["name"]][place])
        open_ = [(part, place + 1) for part in parts] + open_
    return done


def _value(preset, key, line, kind):
    has = lambda value: (1, Fraction(value))  # noqa: E731
    nth = {"best": 0, "second": 1, "third": 2}
    last = line["last"]
    if key in nth:
        return has(line["best"][nth[key]]) if nth[key] < len(line["best"]) else LAST
    if key == "place":
        return has(-last["place"]) if last else LAST
    if key == "points":
        return has(last["net"]) if last else LAST
    if key == "reached":
        return _reached(preset, line, kind)
    if key == "final":
        if line["reached"] <= line["nights"]:
            return has(0)
        return has(-line["games"][line["reached"]]["place"]) if line["reached"] in line["games"] else LAST
    if key == "previous":
        return -line["before"]
    return line[{"opponents": "buchholz", "beaten": "sonneborn"}.get(key, key)]


def _reached(preset, line, kind):
    """Only where somebody goes out does it say how far one came: whoever misses a round that everybody plays is not
    behind for it."""
    if preset.get("format", "knockout") == "knockout" or kind == "bracket":
        return line["reached"]
    return max(line["reached"], line["nights"])
