"""A second pair of eyes: draws, scores, standings and advancement worked out again from plain data, in fractions.

It imports nothing from the product and reads presets as they stand in their files. Where it and the product disagree,
one of them is wrong.
"""

from bisect import bisect_right
from fractions import Fraction
from itertools import combinations, permutations
from math import ceil, floor

# Draws: `tables` are lists of names in seat order, `before` the tables of the earlier rounds


def faults_of_draw(names, sizes, tables):
    """Everybody once, at tables of the sizes asked for, in their order."""
    faults = []
    if [len(table) for table in tables] != list(sizes):
        faults.append("sizes")
    seated = [name for table in tables for name in table]
    if sorted(seated) != sorted(names):
        faults.append("seated")
    return faults


def club_pairs(tables, clubs):
    count = 0
    for table in tables:
        for club in {clubs[name] for name in table} - {""}:
            many = sum(clubs[name] == club for name in table)
            count += many * (many - 1) // 2
    return count


def least_club_pairs(names, clubs, sizes):
    """Each club dealt out chair by chair: always to the table with fewest of it that still has a chair for it."""
    total = 0
    for club in {clubs[name] for name in names} - {""}:
        seated = [0] * len(sizes)
        for _one in range(sum(clubs[name] == club for name in names)):
            table = min((k for k in range(len(sizes)) if seated[k] < sizes[k]), key=lambda k: seated[k])
            total += seated[table]
            seated[table] += 1
    return total


def meetings_before(tables, before):
    """For every pair at a table now, how often it sat together earlier."""
    earlier = {}
    for round_ in before:
        for table in round_:
            for one, other in combinations(table, 2):
                earlier[frozenset((one, other))] = earlier.get(frozenset((one, other)), 0) + 1
    return sum(earlier.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


def seats_again(tables, before):
    count = 0
    for table in tables:
        for place, name in enumerate(table):
            for round_ in before:
                for old in round_:
                    count += place < len(old) and old[place] == name
    return count


def neighbours_again(tables, before):
    def steps(table):
        return [(table[place - 1], table[place]) for place in range(len(table)) if len(table) > 1]

    old = [step for round_ in before for table in round_ for step in steps(table)]
    return sum(old.count(step) for table in tables for step in steps(table))


def apart_pairs(tables, apart):
    return sum(set(pair) <= set(table) for pair in {frozenset(pair) for pair in apart} for table in tables)


# Scores: a sheet is a list of dicts with name, points, rank, out


def worth(preset, sheet):
    """Name to points of the tournament."""
    rules = preset.get("scoring", {})
    names = [row["name"] for row in sheet]
    if rules.get("sole_winner"):
        sheet = _one_first(sheet)
    return {name: _worth_of(rules, row, sheet) for name, row in zip(names, sheet, strict=True)}


def _one_first(sheet):
    """Whoever leads the first ones by tie-breaks stays first; the other first ones stand behind all who lead."""
    ties = both_have({row["name"]: (0, row["ties"]) for row in sheet if row["rank"] == 1})
    best = max(ties.values())
    leaders = [name for name in ties if ties[name] == best]
    behind = [name for name in ties if ties[name] != best]
    return [dict(row, rank=len(leaders) + 1) if row["name"] in behind else row for row in sheet]


def both_have(sheets):
    """Name to tie-breaks, from name to (what comes before them, tie-breaks): people who are level are taken apart figure by
    figure, until one of those still together has none to show."""
    found, together = {}, {}
    for name, (before, _ties) in sheets.items():
        together.setdefault(before, []).append(name)
    groups = [(names, 0) for names in together.values()]
    while groups:
        names, many = groups.pop()
        if any(len(sheets[name][1]) == many for name in names):
            found |= {name: tuple(sheets[name][1][:many]) for name in names}
            continue
        for figure in {sheets[name][1][many] for name in names}:
            groups.append(([name for name in names if sheets[name][1][many] == figure], many + 1))
    return found


def _worth_of(rules, row, sheet):
    number = lambda field, default: Fraction(rules[field]) if field in rules else default  # noqa: E731
    points = Fraction(row["points"])
    has_objective = points >= number("objective_at", Fraction(100))
    if has_objective and "objective" in rules:
        return Fraction(rules["objective"])
    winners = [other for other in sheet if other["rank"] == 1]
    factor = Fraction(rules.get("by_size", {}).get(str(len(sheet)), 1))
    if rules.get("method") == "percent":
        everything = sum(Fraction(other["points"]) for other in sheet)
        points = points * 100 / everything if everything else Fraction(0)
    mine = points * factor / number("divisor", Fraction(1))
    mine = Fraction(0) if rules.get("method") == "place" else _round(mine, rules)
    if "most" in rules:
        mine = min(mine, Fraction(rules["most"]))
    if rules.get("method") == "against-winner":
        if row["rank"] == 1:
            return number("first", Fraction(0)) + mine
        best = max(Fraction(other["points"]) for other in winners)
        return number("first", Fraction(0)) - best + points
    mine += _by_place(rules, row, sheet, has_objective)
    if row["rank"] == 1:
        mine += Fraction(rules["first_shared"]) if len(winners) > 1 and "first_shared" in rules else number("first", 0)
    return mine


def _by_place(rules, row, sheet, has_objective):
    places = [Fraction(value) for value in rules.get("places", [])]
    if not places:
        return Fraction(0)
    if row["out"] and rules.get("eliminated"):
        better = len([other for other in sheet if other["out"] and other["rank"] < row["rank"]])
        return Fraction((rules["eliminated"] + ["0"] * 20)[better])
    if row["rank"] == 1 and has_objective and "objective_place" in rules:
        return Fraction(rules["objective_place"])
    level = len([other for other in sheet if other["rank"] == row["rank"]])
    share = sum((places + [Fraction(0)] * 20)[row["rank"] - 1 : row["rank"] - 1 + level], Fraction(0)) / level
    return _round(share, {"decimals": 6})


def _round(value, rules):
    """To six decimals, half up, where the rules name none."""
    if "decimals" not in rules:
        rules = {"decimals": 6}
    scale = 10 ** rules["decimals"]
    how = {"up": ceil, "down": floor, "half-up": lambda x: floor(x + Fraction(1, 2))}[rules.get("rounding", "half-up")]
    return Fraction(how(value * scale), scale)


# Standings: `rounds` are lists of sheets; penalties are (name, points, round or None)


def standings(preset, names, rounds, penalties, seats=None):
    """(rank, name, total, wins, discarded rounds, enough) for everybody, level ones by name; `seats` are the last rounds in
    which people had a place without playing it."""
    scores = []
    for sheets in rounds:
        scores.append({name: points for sheet in sheets for name, points in worth(preset, sheet).items()})
    for name, points, round_ in penalties:
        if round_ and name in scores[round_ - 1]:
            scores[round_ - 1][name] -= Fraction(points)
    sat = [{row["name"]: (row, sheet) for sheet in sheets for row in sheet} for sheets in rounds]
    lines = [_line(preset, name, sat, scores, penalties, (seats or {}).get(name, 0)) for name in names]
    if {"opponents", "beaten"} & set(preset["order"]):
        _add_opponents(lines, rounds)
    before = {}
    if "previous" in preset["order"] and len(rounds) > 1:
        known = [penalty for penalty in penalties if penalty[2] is None or penalty[2] < len(rounds)]
        before = {line[1]: line[0] for line in standings(preset, names, rounds[:-1], known)}
    if "tiebreaks" in preset["order"]:
        first = preset["order"][: preset["order"].index("tiebreaks")]
        so_far = {line["name"]: (line["enough"], *(_value(key, line, before) for key in first)) for line in lines}
        ties = both_have({line["name"]: (so_far[line["name"]], line["ties"]) for line in lines})
        for line in lines:
            line["ties"] = ties[line["name"]]
    for line in lines:
        line["key"] = (line["enough"], *(_value(key, line, before) for key in preset["order"]))
    return [
        (rank, line["name"], line["total"], line["wins"], tuple(line["discarded"]), line["enough"])
        for rank, line in _ranked(lines, by_name=lambda line: line["name"], key=lambda line: line["key"])
    ]


def _ranked(lines, by_name, key):
    """(one more than those above, line), the greatest key first, level ones by name."""
    keys = sorted(map(key, lines))
    for line in sorted(sorted(lines, key=by_name), key=key, reverse=True):
        yield 1 + len(keys) - bisect_right(keys, key(line)), line


def _line(preset, name, sat, scores, penalties, seat):
    counting = preset.get("counting", {})
    played = [n for n in range(len(sat)) if name in sat[n]]
    rows = {n: sat[n][name][0] for n in played}
    wins = 0
    for n in played:
        row, sheet = sat[n][name]
        wins += row["rank"] == 1 and sum(other["rank"] == 1 for other in sheet) == 1
    nights = preset["rounds"] if "bands" in preset else len(sat)
    order = sorted((n for n in played if n < nights), key=lambda n: (-scores[n][name], n))
    if "best" in counting:
        keep = counting["best"]
    else:
        base = min(len(sat), nights) if counting.get("absences_are_discards") else len(order)
        keep = max(base - counting.get("discards", 0), 1)
    total = Fraction(counting.get("entry", 0)) + sum(scores[n][name] for n in order[:keep])
    total += sum(scores[n][name] for n in played if n >= nights)
    total -= sum(Fraction(p) for who, p, n in penalties if who == name and not (n and n - 1 in played))
    last = played[-1] if played else None
    reached = max(0 if last is None else last + 1, seat)
    return {
        "name": name,
        "total": total,
        "wins": wins,
        "discarded": sorted(n + 1 for n in order[keep:]),
        "enough": len(order) >= counting.get("needed", 0),
        "results": sorted((scores[n][name] for n in played), reverse=True),
        "reached": max(reached, 0 if preset.get("format", "knockout") == "knockout" else preset["rounds"]),
        "place": None if last is None else rows[last]["rank"],
        "points": None if last is None else scores[last][name],
        "ties": () if last is None else tuple(rows[last]["ties"])[: preset.get("tiebreaks_across")],
        "final": 0 if reached <= nights else -rows[reached - 1]["rank"] if reached - 1 in rows else None,
    }  # fmt: skip


def _add_opponents(lines, rounds):
    """What the people met have in all, and those beaten, half for a shared place."""
    of = {line["name"]: line for line in lines}
    for line in lines:
        line["opponents"] = line["beaten"] = Fraction(0)
    for sheet in (sheet for sheets in rounds for sheet in sheets):
        for mine, row in permutations(sheet, 2):
            line, total = of[mine["name"]], of[row["name"]]["total"]
            line["opponents"] += total
            share = 2 if mine["rank"] < row["rank"] else int(mine["rank"] == row["rank"])
            line["beaten"] += total * Fraction(share, 2)


def _value(key, line, before):
    """None sorts after everything: a pair whose first half says whether there is a figure."""
    some = lambda value: (value is not None, 0 if value is None else value)  # noqa: E731
    if key in ("best", "second", "third"):
        nth = {"best": 0, "second": 1, "third": 2}[key]
        return some(line["results"][nth] if nth < len(line["results"]) else None)
    if key == "place":
        return some(None if line["place"] is None else -line["place"])
    if key == "final":
        return some(line["final"])
    if key == "previous":
        return -before.get(line["name"], 0)
    if key == "points":
        return some(line["points"])
    if key in ("opponents", "beaten"):
        return line[key]
    return {"total": line["total"], "wins": line["wins"], "reached": line["reached"], "tiebreaks": line["ties"]}[key]


# Who goes on by the standings: "tie" when equal ones straddle a cut


def going_on(lines, direct, cut, wildcards, best):
    """(those who wait, those who play on, wildcards), or "tie"; `best` is each one's best single score."""
    able = [line for line in lines if line[5]]
    names = [line[1] for line in able]
    ranks = [line[0] for line in able]
    for at in (direct, direct + cut - wildcards):
        if 0 < at < len(names) and ranks[at - 1] == ranks[at]:
            return "tie"
    rest = sorted(names[direct + cut - wildcards :], key=lambda name: (-best[name], name))
    if 0 < wildcards < len(rest) and best[rest[wildcards - 1]] == best[rest[wildcards]]:
        return "tie"
    return set(names[:direct]), set(names[direct : direct + cut - wildcards]), set(rest[:wildcards])


# Who goes on by table: the first of each, and the best of those who just missed it


def through(preset, sheets, many, runners_up):
    """(names that go on from their tables, the runners-up), or "tie"."""
    going, missed = set(), []
    for sheet in sheets:
        rows = sorted(sheet, key=lambda row: row["rank"])
        if rows[many - 1]["rank"] == rows[many]["rank"]:
            return "tie"
        going |= {row["name"] for row in rows[:many]}
        missed += [(sheet, row) for row in rows if row["rank"] == rows[many]["rank"]]
    figures = _missed_by(preset, missed)
    order = sorted(figures, key=lambda name: figures[name], reverse=True)
    if 0 < runners_up < len(order) and figures[order[runners_up - 1]] == figures[order[runners_up]]:
        return "tie"
    return going, set(order[:runners_up])


def _missed_by(preset, missed):
    """Name to what is compared; points come before tie-breaks in every preset."""
    points = {row["name"]: worth(preset, sheet)[row["name"]] for sheet, row in missed}
    across = preset.get("tiebreaks_across")
    ties = both_have({row["name"]: (points[row["name"]], row["ties"][:across]) for _sheet, row in missed})
    order = preset.get("runners_up_order", ["points", "tiebreaks"])
    assert order[0] == "points"
    return {name: tuple({"tiebreaks": ties}.get(key, points)[name] for key in order) for name in points}


# Teams: `clubs` is name to team


def teams(preset, clubs, rounds):
    """(rank, team, total) by the sum of the best so many results of all of a team."""
    best = preset["teams"]["best"]
    lines = []
    for team in set(clubs.values()) - {""}:
        results = sorted(
            (points for sheets in rounds for sheet in sheets
             for name, points in worth(preset, sheet).items() if clubs[name] == team),
            reverse=True,
        )[:best]  # fmt: skip
        lines.append((sum(results, Fraction(0)), results, team))
    ranked = _ranked(lines, by_name=lambda line: line[2], key=lambda line: line[:2])
    return [(rank, line[2], line[0]) for rank, line in ranked]


# Tables of two: `rounds` are lists of pairs, `byes` lists of names


def faults_of_round_robin(names, rounds, byes):
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    faults = ["twice"] if len(met) != len(set(met)) else []
    if set(met) != {frozenset(pair) for pair in combinations(names, 2)}:
        faults.append("pairs")
    rests = [name for resting in byes for name in resting]
    if sorted(rests) != (sorted(names) if len(names) % 2 else []):
        faults.append("byes")
    return faults


def faults_of_swiss(names, rounds, byes):
    """Everybody plays or rests, and nobody rests twice before everybody has."""
    faults = []
    for pairs, resting in zip(rounds, byes, strict=True):
        seen = [name for pair in pairs for name in pair] + list(resting)
        if sorted(seen) != sorted(names) or len(resting) != len(names) % 2:
            faults.append("seated")
    rests = [name for resting in byes for name in resting]
    if len(rests) > len(set(rests)) and len(rests) <= len(names):
        faults.append("rests twice")
    return faults


def faults_of_bracket(seeds, rounds, byes, winners, left):
    """Losers are out and never come back; the best seeds rest in the first round, later only those whose opponent left; the
    best two are in different halves. `left` says who went away before each round."""
    faults, alive, gone, walkovers = [], set(seeds), set(), 0
    for number, pairs in enumerate(rounds):
        alive, gone = alive - set(left[number]), gone | set(left[number])
        playing = {name for pair in pairs for name in pair}
        if playing | set(byes[number]) != alive or playing & set(byes[number]):
            faults.append("field")
        walkovers += len(byes[number]) if number else 0
        if walkovers > len(gone):
            faults.append("bye")
        alive = (alive - playing) | set(winners[number])
        if len(alive & playing) != len(pairs):
            faults.append("winners")
    size = 2 ** len(rounds)
    if set(byes[0]) != set(seeds[: size - len(seeds)]):
        faults.append("seeds")
    if len(rounds) > 1 and any({seeds[0], seeds[1]} == set(pair) for pairs in rounds[:-1] for pair in pairs):
        faults.append("halves")
    return faults if len(alive) == 1 else [*faults, "no champion"]
