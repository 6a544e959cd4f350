"""A second pair of eyes: draws and pairings checked from plain data. It imports nothing from the product.

Standings and advancement are worked out again in `tests/tournament/second/`.
"""

from itertools import combinations

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


def can_all_meet_anew(names, rounds):
    """Whether some pairing of these names has no pair of an earlier round: by trying them all."""
    if not names:
        return True
    met = {frozenset(pair) for pairs in rounds for pair in pairs}
    first, *rest = names
    return any(
        can_all_meet_anew([name for name in rest if name != other], rounds)
        for other in rest
        if frozenset((first, other)) not in met
    )


def faults_of_swiss(names, rounds, byes):
    """Everybody plays or rests, nobody rests twice before everybody has, and nobody meets again without need."""
    faults = []
    for number, (pairs, resting) in enumerate(zip(rounds, byes, strict=True)):
        rested = [name for one in byes[:number] for name in one]
        fresh = [name for name in names if name not in rested] or list(names)
        ways = [[name for name in names if name != one] for one in fresh] if len(names) % 2 else [list(names)]
        met = {frozenset(pair) for earlier in rounds[:number] for pair in earlier}
        if any(frozenset(pair) in met for pair in pairs) and any(
            can_all_meet_anew(way, rounds[:number]) for way in ways
        ):
            faults.append("rematch")
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
