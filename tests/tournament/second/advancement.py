"""Who plays the next round: the first of each table, the best who just missed it, or the best of the standings.

A stage is a dict: `through` of each table and `runners_up`, or, by standings, `direct`, `cut` and `wildcards`.
"""

from fractions import Fraction

from tests.tournament.second.sheet import worth
from tests.tournament.second.standings import reading, standings


def first_of(groups, places, decided):
    """(those who are in, those between whom dice must decide), from groups of level people, best first."""
    taken = []
    for group in groups:
        room = places - len(taken)
        if room == 0:
            break
        if len(group) > room:
            if not set(group) <= set(decided):
                return taken, set(group)
            group = sorted(group, key=decided.index)[:room]
        taken += group
    return taken, set()


def by_tables(preset, stage, sheets, number, penalties=(), decided=()):
    decided, through, open_ties = list(decided), [], []
    for sheet in sheets:
        taken, tied = first_of(_of_table(sheet), stage["through"], decided)
        through += taken
        open_ties += [tied] if tied else []
    if open_ties:
        return {"through": set(through), "runners_up": set(), "waiting": set(), "tied": open_ties}
    groups = _missed(preset, stage, sheets, number, penalties, decided)
    best, tied = first_of(groups, stage.get("runners_up", 0), decided)
    return {"through": set(through), "runners_up": set(best), "waiting": set(), "tied": [tied] if tied else []}


def _of_table(sheet):
    """Names in groups of one rank."""
    ranks = sorted({row["rank"] for row in sheet})
    return [sorted(row["name"] for row in sheet if row["rank"] == rank) for rank in ranks]


def _missed(preset, stage, sheets, number, penalties, decided):
    """Those who took the first place that does not go through, of all tables, in groups of level ones, best first."""
    people = {}
    for sheet in sheets:
        taken, _tied = first_of(_of_table(sheet), stage["through"], decided)
        rest = [row for row in sheet if row["name"] not in taken]
        best = min((row["rank"] for row in rest), default=0)
        for row in rest:
            if row["rank"] == best:
                off = sum(Fraction(p) for who, p, n in penalties if who == row["name"] and n == number)
                ties = list(map(Fraction, row["ties"]))[: preset.get("tiebreaks_across")]
                people[row["name"]] = {"points": worth(preset, sheet)[row["name"]] - off, "ties": ties}
    groups = [sorted(people)] if people else []
    for key in preset.get("runners_up_order", ["points", "tiebreaks"]):
        groups = [part for group in groups for part in _part(people, group, key)]
    return groups


def _part(people, group, key, place=0):
    if key != "tiebreaks":
        return _level(group, lambda name: people[name]["points"])
    if any(len(people[name]["ties"]) <= place for name in group):
        return [group]
    parts = _level(group, lambda name: people[name]["ties"][place])
    return [one for part in parts for one in _part(people, part, key, place + 1)]


def _level(group, value):
    return [
        [name for name in group if value(name) == one] for one in sorted({value(name) for name in group}, reverse=True)
    ]


def by_standings(preset, stage, rounds, penalties=(), decided=()):
    lines = _able(preset, rounds, penalties)
    ranks = sorted({line["rank"] for line in lines})
    groups = [[line["name"] for line in lines if line["rank"] == rank] for rank in ranks]
    wild = stage.get("wildcards", 0)
    direct, tied = first_of(groups, stage.get("direct", 0), list(decided))
    upper, also_tied = first_of(groups, stage.get("direct", 0) + stage["cut"] - wild, list(decided))
    if tied or also_tied:
        return {
            "through": set(),
            "runners_up": set(),
            "waiting": set(),
            "tied": [one for one in (tied, also_tied) if one],
        }
    best = {line["name"]: line["best"][0] for line in lines if line["name"] not in upper}
    cards, tied = first_of(_level(sorted(best), best.get), wild, list(decided))
    return {
        "through": set(upper) - set(direct), "runners_up": set(cards), "waiting": set(direct),
        "tied": [tied] if tied else [],
    }  # fmt: skip


def _able(preset, rounds, penalties):
    names = {row["name"] for sheets in rounds for sheet in sheets for row in sheet}
    known = [penalty for penalty in penalties if penalty[0] in names]
    return [line for line in standings(preset, names, rounds, known) if line["enough"]]


def substitutes(preset, stage, rounds, leaver, barred, penalties=(), decided=(), joining=()):
    """Who is asked for the place of somebody who leaves, in this order; groups of level people until dice part them."""
    order = list(decided)

    def asked(groups):
        groups = [[name for name in group if name not in barred] for group in groups]
        known = [sorted(group, key=order.index) if set(group) <= set(order) else None for group in groups]
        return [
            part
            for group, dice in zip(groups, known, strict=True)
            for part in ([[name] for name in dice] if dice is not None else [sorted(group)])
        ]

    if stage.get("cut"):
        lines = _able(preset, rounds, penalties)
        return asked(
            [one["name"] for one in lines if one["rank"] == rank] for rank in sorted({one["rank"] for one in lines})
        )
    sheets = rounds[-1]
    own = [sheet for sheet in sheets if leaver in [row["name"] for row in sheet]]
    if not own and leaver in joining and reading(preset, "finalist_leaves", "runner-up") == "nobody":
        return []
    near = asked([name for name in group if _rank(sheet, name) <= 3] for sheet in own for group in _of_table(sheet))
    if stage.get("pairing") == "bracket":
        return near if preset.get("withdrawals") == "next" else []
    others = [sheet for sheet in sheets if sheet not in own]
    return near + asked(_missed(preset, stage, others, len(rounds), penalties, order))


def _rank(sheet, name):
    return next(row["rank"] for row in sheet if row["name"] == name)


def players_of_next(preset, stage, rounds, found, gone, penalties=(), decided=(), waiting=(), byes=()):
    """(The field of the next round: those who are through, those who waited for it, and a substitute for each who left; the
    level people between whom dice must first say who steps in)."""
    field = sorted(found["through"] | found["runners_up"] | set(waiting) | set(byes))
    unclear = []
    for leaver in sorted((name for name in field if name in gone), key=lambda name: _seat(rounds[-1], name)):
        barred = {*field, *gone, *found["waiting"]}
        asked = [
            group
            for group in substitutes(preset, stage, rounds, leaver, barred, penalties, decided, [*waiting, *byes])
            if group
        ]
        field.remove(leaver)
        if asked and len(asked[0]) == 1:
            field += asked[0]
        elif asked:
            unclear.append(asked[0])
    return set(field), unclear


def _seat(sheets, name):
    """Who played at a table comes before who waited: the others of that table are asked for him first."""
    found = [
        (number, _rank(sheet, name)) for number, sheet in enumerate(sheets) if name in [row["name"] for row in sheet]
    ]
    return (not found, *found, name)
