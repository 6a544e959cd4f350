"""Articles 12 and 17 on a sheet of paper: points, the three tie-breaks in their order, then the dice; and what the board allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.kernel import paper
from games.kernel.paper import LEFT, PaperFault, PaperField, PaperLegend, PaperLine, PaperScore, PaperSheet
from games.kernel.score import Row, decimal_text
from games.kernel.words import Words
from games.risiko.board import OBJECTIVE_POINTS, Board
from games.risiko.counting import OBJECTIVE, REACHED, TIEBREAKS
from games.risiko.labels import ENDINGS
from games.risiko.rules import Rules

CLAIMED, TERRITORIES = "reached", "territories"
OUTSIDE, INSIDE_ARMIES, ARMIES, DICE = "outside", "inside_armies", "armies", "dice"
MOST_THROWS = 666_666_666
"""Each throw is a digit, and nine are read."""
LAST_STANDING = ("elimination", "abandoned")
BY_POINTS = ("dice", "time")


def fields(rules: Rules) -> tuple[PaperField, ...]:
    """The points themselves are the value of the territories inside the objective, which stands on every sheet."""
    board = rules.board
    goals = tuple((str(one.number), Words(f"{one.number} {one.name}", f"{one.number} {one.name}"))
                  for one in board.objectives.values())  # fmt: skip
    by_leaving = PaperField(LEFT, Words("uscito n.", "left as no."), least=1, most=rules.seats)
    return (
        PaperField(OBJECTIVE, Words("obiettivo", "objective"), goals),
        PaperField(CLAIMED, Words("raggiunto", "reached"), is_tick=True),
        PaperField(TERRITORIES, Words("territori", "territories"), most=board.size),
        PaperField(OUTSIDE, TIEBREAKS[0], is_tiebreak=True, most=sum(board.values) - OBJECTIVE_POINTS),
        PaperField(INSIDE_ARMIES, TIEBREAKS[1], is_tiebreak=True, most=rules.army_limit),
        PaperField(ARMIES, TIEBREAKS[2], is_tiebreak=True, most=rules.army_limit),
        PaperField(DICE, TIEBREAKS[3], is_tiebreak=True, most=MOST_THROWS),
        *(() if rules.eliminated_rank == "shared" else (by_leaving,)),
    )


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    """Points are those that were written, but for 100 of who reached the objective and nothing for who is out."""
    points = [_points(rules, ended_by, line) for line in lines]
    left, order_faults = paper.leaving_keys(lines, is_shared=rules.eliminated_rank == "shared")
    winner = _winner(ended_by, lines)
    dice = _dice(lines)
    keys = {seat: (0, left[seat], 0) if line.is_eliminated else (1, int(seat == winner), points[seat] or 0)
            for seat, line in enumerate(lines)}  # fmt: skip
    throws = _throws(lines)
    breaks = {seat: (0,) * (len(TIEBREAKS) - 1 + len(throws[seat])) if line.is_eliminated else (*_written(line), *throws[seat])
              for seat, line in enumerate(lines)}  # fmt: skip
    placing = paper.placed(keys, breaks, needed=len(TIEBREAKS))
    is_whole = None not in points and not order_faults and ended_by in ENDINGS
    ranks = placing.ranks if is_whole else {}
    rows = tuple(
        Row(seat, None if of is None else decimal_text(of), _row_breaks(lines[seat], dice[seat]), ranks.get(seat))
        for seat, of in enumerate(points)
    )
    level = paper.missing_tiebreaks(fields(rules), placing) if is_whole else ()
    return PaperScore(rows, (*_faults(rules, ended_by, lines, points), *order_faults, *level))


def _points(rules: Rules, ended_by: str, line: PaperLine) -> int | None:
    if line.is_eliminated:
        return 0
    if line.is_ticked(CLAIMED) and (rules.claim_points != "value" or not line.points):
        return REACHED
    written = line.exact_points
    return int(written) if written is not None and written.denominator == 1 else None


def _winner(ended_by: str, lines: Sequence[PaperLine]) -> int:
    """Who is first whatever the points: who reached the objective, or the only one left."""
    if ended_by == "objective":
        found = [seat for seat, line in enumerate(lines) if _has_reached(ended_by, line, lines)]
    else:
        found = paper.standing(lines) if ended_by in LAST_STANDING else []
    return found[0] if len(found) == 1 else paper.NO_SEAT


def _has_reached(ended_by: str, line: PaperLine, lines: Sequence[PaperLine]) -> bool:
    """It is ticked, or told by the hundred points where nobody ticked it."""
    if any(one.is_ticked(CLAIMED) for one in lines):
        return line.is_ticked(CLAIMED)
    return not line.is_eliminated and line.exact_points == REACHED


def _written(line: PaperLine) -> tuple[int | None, int | None, int | None]:
    return line.number(OUTSIDE), line.number(INSIDE_ARMIES), line.number(ARMIES)


def _dice(lines: Sequence[PaperLine]) -> list[int]:
    """Each throw is one digit more, as the engine counts them: who threw no more has noughts after the last."""
    thrown = [str(line.number(DICE) or "") for line in lines]
    most = max(map(len, thrown))
    return [int(one.ljust(most, "0")) if one else 0 for one in thrown]


def _throws(lines: Sequence[PaperLine]) -> list[tuple[int | None, ...]]:
    """Of each line the throws one by one, one at least: a place is never decided by a die that nobody wrote."""
    thrown = [str(abs(line.number(DICE) or 0) or "") for line in lines]
    most = max(1, *map(len, thrown))
    return [(*map(int, one), *[None] * (most - len(one))) for one in thrown]


def _row_breaks(line: PaperLine, dice: int) -> tuple[str, ...]:
    if line.is_eliminated:
        return ("0",) * len(TIEBREAKS)
    written = _written(line)
    until = written.index(None) if None in written else len(written)
    return (*map(str, written[:until]), *([str(dice)] if until == len(written) else []))


# -- what cannot stand


def _faults(
    rules: Rules, ended_by: str, lines: Sequence[PaperLine], points: Sequence[int | None]
) -> Iterator[PaperFault]:
    yield from paper.last_one_faults(ended_by, lines, LAST_STANDING)
    yield from paper.alone_faults(ended_by, lines, (*BY_POINTS, "objective"))
    yield from paper.sum_faults(lines, TERRITORIES, rules.board.size)
    yield from _claim_faults(rules, ended_by, lines)
    yield from _shared_objectives(lines)
    for seat, line in enumerate(lines):
        yield from (PaperFault(seat, words, field) for words, field in _line_faults(rules, ended_by, line, lines))
    yield from _value_faults(rules, lines, points)


def _claim_faults(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    reached = [seat for seat, line in enumerate(lines) if _has_reached(ended_by, line, lines)]
    is_worth_its_value = rules.claim_points == "value" and any(line.exact_points == OBJECTIVE_POINTS for line in lines)
    if ended_by == "objective" and not reached and not is_worth_its_value:
        yield PaperFault(
            paper.NO_SEAT, Words("nessuno ha raggiunto l'obiettivo", "nobody has reached the objective"), paper.ENDED_BY
        )
    if len(reached) > 1:
        words = Words("l'obiettivo lo raggiunge uno solo", "one player alone reaches the objective")
        yield from (PaperFault(seat, words, CLAIMED) for seat in reached)
    for seat in reached:
        if ended_by in BY_POINTS:
            words = Words(
                "chi raggiunge l'obiettivo chiude la partita: la fine è un'altra",
                "reaching the objective ends the game: it ended otherwise",
            )
            yield PaperFault(seat, words, CLAIMED if lines[seat].is_ticked(CLAIMED) else paper.POINTS)
        if lines[seat].is_eliminated:
            words = Words("un eliminato non ha raggiunto l'obiettivo", "an eliminated player has reached no objective")
            yield PaperFault(seat, words, CLAIMED)


def _shared_objectives(lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    goals = [line.figures.get(OBJECTIVE) for line in lines]
    for seat, goal in enumerate(goals):
        if goal and goals.count(goal) > 1:
            yield PaperFault(
                seat, Words("quell'obiettivo è anche di un altro", "that objective is another player's too"), OBJECTIVE
            )


def _line_faults(
    rules: Rules, ended_by: str, line: PaperLine, lines: Sequence[PaperLine]
) -> Iterator[tuple[Words, str]]:
    written = line.exact_points
    if line.is_eliminated:
        for name in (OUTSIDE, INSIDE_ARMIES, ARMIES, DICE):
            if line.number(name):
                yield Words("un eliminato non ne ha", "an eliminated player has none"), name
        return
    if line.number(TERRITORIES) == 0:
        yield Words("chi è in gioco ha almeno un territorio", "a player in the game holds a territory"), TERRITORIES
    if written is not None and not _has_reached(ended_by, line, lines):
        yield from ((words, paper.POINTS) for words in _value_bounds(rules, line, int(written), written.denominator))
    if (dice := line.figures.get(DICE)) and set(dice) - set("0123456"):
        yield Words("un dado va da 1 a 6", "a die goes from 1 to 6"), DICE
    yield from _army_faults(line)


def _value_bounds(rules: Rules, line: PaperLine, points: int, denominator: int) -> Iterator[Words]:
    """What the territories of an objective that is not reached can be worth: of the one written, or of any."""
    if denominator != 1:
        yield Words("i punti sono un numero intero", "points are a whole number")
        return
    if points < 0:
        yield Words("i punti non possono essere negativi", "points cannot be negative")
        return
    goal = line.figures.get(OBJECTIVE, "")
    numbers = (int(goal),) if goal.isdigit() and int(goal) in rules.board.objectives else tuple(rules.board.objectives)
    can_be = {value for number in numbers for value in values_inside(_values_of(rules.board, number))}
    if rules.claim_points == "value":
        can_be.add(OBJECTIVE_POINTS)
    most = max(can_be)
    if points > most:
        yield Words("{n} è il massimo senza l'obiettivo", "{n} is the most without the objective").fill({"n": most})
    elif points not in can_be:
        yield Words("nessun gruppo di quei territori vale {n}", "no group of those territories is worth {n}").fill(
            {"n": points}
        )


def _values_of(board: Board, number: int) -> tuple[int, ...]:
    return tuple(sorted(board.values[place] for place in board.objectives[number].territories))


@lru_cache(maxsize=64)
def values_inside(values: tuple[int, ...]) -> frozenset[int]:
    """What some of these territories can be worth together, but not all of them."""
    sums = {0}
    for value in values:
        sums |= {one + value for one in sums}
    return frozenset(sums - {sum(values)})


def _army_faults(line: PaperLine) -> Iterator[tuple[Words, str]]:
    armies, inside = line.number(ARMIES), line.number(INSIDE_ARMIES)
    territories, outside = line.number(TERRITORIES), line.number(OUTSIDE)
    points = line.exact_points or (REACHED if line.is_ticked(CLAIMED) else line.exact_points)
    if armies is not None and territories is not None and armies < territories:
        yield Words("ogni territorio ha almeno un'armata", "every territory has an army at least"), ARMIES
    if armies is not None and inside is not None and inside > armies:
        yield Words("in campo sono {n} in tutto", "{n} are on the board in all").fill({"n": armies}), INSIDE_ARMIES
    if inside is not None and points is not None and bool(inside) != bool(points):
        words = Words(
            "armate in obiettivo e punti: o tutti e due zero, o nessuno",
            "armies inside the objective and points: both nought, or neither",
        )
        yield words, INSIDE_ARMIES
    if outside is not None and inside is not None and armies is not None and bool(outside) != (armies > inside):
        words = Words(
            "valore e armate fuori obiettivo: o tutti e due zero, o nessuno",
            "value and armies outside the objective: both nought, or neither",
        )
        yield words, OUTSIDE


def _value_faults(rules: Rules, lines: Sequence[PaperLine], points: Sequence[int | None]) -> Iterator[PaperFault]:
    """Each player's territories against their value, and the values of all players against the board."""
    ascending, total = sorted(rules.board.values), 0
    for seat, line in enumerate(lines):
        inside, outside, count = points[seat] or 0, line.number(OUTSIDE), line.number(TERRITORIES)
        inside = OBJECTIVE_POINTS if inside == REACHED else inside
        value = inside + (outside or 0)
        total += value
        if line.is_eliminated or count is None or not 0 < count <= rules.board.size or points[seat] is None:
            continue
        least, most = sum(ascending[:count]), sum(ascending[-count:])
        if value > most or (outside is not None and value < least):
            words = Words(
                "{count} territori valgono da {least} a {most}, e questi {value}",
                "{count} territories are worth {least} to {most}, and these {value}",
            )
            facts = {"count": count, "least": least, "most": most, "value": value}
            yield PaperFault(seat, words.fill(facts), TERRITORIES)
    if total > sum(ascending):
        words = Words(
            "punti e valori fuori obiettivo di tutti fanno {total}, e la plancia vale {most}",
            "everybody's points and values outside make {total}, and the board is worth {most}",
        )
        for seat, of in enumerate(points):
            if of:
                yield PaperFault(seat, words.fill({"most": sum(ascending), "total": total}), paper.POINTS)


# -- what is printed


def steps(rules: Rules) -> tuple[Words, ...]:
    claim = Words(
        "Obiettivo raggiunto: 100 punti e partita finita.", "Objective reached: 100 points, and the game is over."
    )
    return (
        claim,
        Words(
            "Altrimenti: il valore dei propri territori dentro l'obiettivo (al massimo {most}).",
            "Otherwise: the value of one's territories inside the objective ({most} at most).",
        ).fill({"most": OBJECTIVE_POINTS - min(rules.board.values)}),
        Words(
            "A pari punti, in quest'ordine: valore dei territori fuori obiettivo, armate in obiettivo, armate in campo.",
            "Level on points, in this order: value of the territories outside, armies inside the objective, armies on the board.",
        ),
        Words(
            "Solo chi è pari anche in tutto questo lancia i dadi; un secondo lancio si scrive accanto al primo.",
            "Only who is level on all of these throws dice; a second throw is written beside the first.",
        ),
        Words("Chi è eliminato o ha abbandonato: 0 punti.", "Who is out or has left: 0 points."),
    )


def legends(rules: Rules) -> tuple[PaperLegend, ...]:
    """The map's values, continent by continent, the largest first."""
    board = rules.board
    return tuple(
        PaperLegend(
            Words("{name}: {n}", "{name}: {n}").fill({"name": one.name, "n": one.points}),
            tuple((board.names[place], str(board.values[place])) for place in one.territories),
            has_boxes=True,
        )
        for one in sorted(board.continents, key=lambda one: -len(one.territories))
    )


HINT = Words(
    "I punti sono il valore in obiettivo; raggiunto, spunta: sono 100. Chi è pari scrive gli spareggi in ordine, i dadi per ultimi.",
    "Points are the value inside the objective; who reached it is ticked, for 100. Who is level needs the tie-breaks in order, dice last.",
)
SHEET = PaperSheet(HINT, fields, score, steps, lambda rules: "dice", legends, points_are_written=True, throws=(3,))
