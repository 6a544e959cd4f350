"""The table of points of the tournament mode on a sheet of paper; in the traditional game the territories alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.fabrisiko.closing import DRAW, TERRITORIES, TIME
from games.fabrisiko.counting import (
    BY_RESOURCES,
    CITY,
    MOST_RESOURCES,
    MOST_TERRITORIES,
    OTHER_MAJOR,
    OWN_MAJOR,
    STRUCTURE,
    has_most,
)
from games.fabrisiko.labels import ENDINGS
from games.fabrisiko.rules import BOX, COMPLESSO, SITO_AA, TO_WIN, Rules
from games.kernel import paper
from games.kernel.paper import PaperFault, PaperField, PaperLegend, PaperLine, PaperScore, PaperSheet
from games.kernel.score import CountLine, Row, ranked
from games.kernel.words import Words

HELD, RESOURCES, CITY_HELD, HOME, MAJORS, STRUCTURES, PENALTY = (
    "territories", "resources", "city", "home", "majors", "structures", "penalty",
)  # fmt: skip
NEEDED = (HELD, RESOURCES, STRUCTURES)
MOST_PENALTIES = 50
"""Five to ten each time, as the referee decides."""


def fields(rules: Rules) -> tuple[PaperField, ...]:
    territories = PaperField(HELD, BY_RESOURCES[0], is_tiebreak=True, most=rules.board.size)
    resources = PaperField(RESOURCES, BY_RESOURCES[1], is_tiebreak=rules.tie == "resources")
    if not rules.is_tournament:
        return (territories, resources) if rules.tie == "resources" else (territories,)
    return (
        territories,
        resources,
        PaperField(CITY_HELD, Words("Fabriano", "Fabriano"), is_tick=True),
        PaperField(HOME, Words("la propria Frazione Maggiore", "the own Frazione Maggiore"), is_tick=True),
        PaperField(
            MAJORS, Words("altre Frazioni Maggiori", "other Frazioni Maggiori"), most=len(rules.board.homes) - 1
        ),
        PaperField(STRUCTURES, Words("strutture", "structures"), most=BOX[COMPLESSO] + BOX[SITO_AA]),
        PaperField(PENALTY, Words("penalità", "penalty"), usual=MOST_PENALTIES),
    )


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    workings = tuple(tuple(_parts(rules, lines, seat)) for seat in range(len(lines)))
    points = [sum(int(part.value) for part in parts) if parts else None for parts in workings]
    territories = [line.number(HELD) for line in lines]
    breaks = [paper.tiebreaks_of(fields(rules), line) for line in lines]
    whole = len([field for field in fields(rules) if field.is_tiebreak])
    is_whole = ended_by in ENDINGS and None not in points and all(len(one) == whole for one in breaks)
    keys = {}
    if is_whole:
        most = max(one or 0 for one in territories)
        winner = territories.index(most) if ended_by == TERRITORIES else paper.NO_SEAT
        keys = {seat: (int(seat == winner), of or 0, *map(int, breaks[seat])) for seat, of in enumerate(points)}
    ranks = ranked(keys)
    rows = tuple(
        Row(seat, None if of is None else str(of), breaks[seat], ranks.get(seat)) for seat, of in enumerate(points)
    )
    known = [line.exact_points if of is None else of for of, line in zip(points, lines, strict=True)]
    return PaperScore(rows, (*_faults(rules, ended_by, lines), *_left_faults(ended_by, known)), workings)


def _parts(rules: Rules, lines: Sequence[PaperLine], seat: int) -> Iterator[CountLine]:
    """Each part of a seat's points; nothing while a figure that they need is not written, of any seat."""
    line = lines[seat]
    if not rules.is_tournament:
        if line.number(HELD) is not None:
            yield CountLine(Words("territori", "territories"), str(line.number(HELD)))
        return
    if any(one.number(name) is None for one in lines for name in NEEDED):
        return
    territories, resources = ([one.number(name) or 0 for one in lines] for name in (HELD, RESOURCES))
    for words, value in (
        (Words("Fabriano", "Fabriano"), CITY * line.is_ticked(CITY_HELD)),
        (Words("più territori di tutti", "most territories"), MOST_TERRITORIES * has_most(rules, territories, seat)),
        (Words("la propria Frazione Maggiore", "the own Frazione Maggiore"), OWN_MAJOR * line.is_ticked(HOME)),
        (Words("altre Frazioni Maggiori", "other Frazioni Maggiori"), OTHER_MAJOR * (line.number(MAJORS) or 0)),
        (Words("più risorse di tutti", "most resources"), MOST_RESOURCES * has_most(rules, resources, seat)),
        (Words("strutture", "structures"), STRUCTURE * (line.number(STRUCTURES) or 0)),
        (Words("penalità dell'arbitro", "the referee's penalty"), -(line.number(PENALTY) or 0)),
    ):
        yield CountLine(words, str(value), bool(value))


# -- what cannot stand


def _faults(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    yield from paper.sum_faults(lines, HELD, rules.board.size)
    yield from paper.sum_faults(lines, STRUCTURES, BOX[COMPLESSO] + BOX[SITO_AA])
    yield from paper.not_both(lines, CITY_HELD, Words("Fabriano è di uno solo", "Fabriano belongs to one player alone"))
    majors = len(rules.board.homes) - sum(line.is_ticked(HOME) for line in lines)
    yield from paper.sum_faults(lines, MAJORS, majors)
    yield from _ending_faults(rules, ended_by, lines)
    for seat, line in enumerate(lines):
        yield from (PaperFault(seat, words, field) for words, field in _line_faults(rules, line))


def _line_faults(rules: Rules, line: PaperLine) -> Iterator[tuple[Words, str]]:
    territories = line.number(HELD)
    special = line.is_ticked(CITY_HELD) + line.is_ticked(HOME) + (line.number(MAJORS) or 0)
    if territories is not None and special > territories:
        words = Words(
            "Fabriano e le Frazioni Maggiori sono già {n}", "Fabriano and the Frazioni Maggiori are {n} already"
        )
        yield words.fill({"n": special}), HELD
    if territories == 0 and line.number(STRUCTURES):
        yield Words("senza territori non ci sono strutture", "there are no structures without territories"), STRUCTURES
    points = line.exact_points
    if points is None:
        return
    if points.denominator != 1:
        yield Words("i punti sono un numero intero", "points are a whole number"), paper.POINTS
        return
    most = most_points(rules)
    if points > most:
        yield Words("{n} è il massimo", "{n} is the most").fill({"n": most}), paper.POINTS
    if points < 0 and not rules.is_tournament:
        yield Words("i punti sono i territori", "the points are the territories"), paper.POINTS


def most_points(rules: Rules) -> int:
    """Everything on the board, and every structure of the box; in the traditional game every territory."""
    if not rules.is_tournament:
        return rules.board.size
    structures = BOX[COMPLESSO] + BOX[SITO_AA]
    majors = OWN_MAJOR + OTHER_MAJOR * (len(rules.board.homes) - 1)
    return CITY + MOST_TERRITORIES + majors + MOST_RESOURCES + STRUCTURE * structures


def _ending_faults(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    is_by_territories = not rules.is_tournament or rules.territory_win == "both"
    if (ended_by == TERRITORIES and not is_by_territories) or ended_by == (DRAW if rules.is_tournament else TIME):
        words = Words("in questa modalità la partita non finisce così", "in this mode a game does not end so")
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)
        return
    territories = [line.number(HELD) for line in lines]
    least = TO_WIN[rules.seats]
    if ended_by == TERRITORIES and None not in territories and max(one or 0 for one in territories) < least:
        words = Words("nessuno ha {n} territori", "nobody has {n} territories")
        yield PaperFault(paper.NO_SEAT, words.fill({"n": least}), paper.ENDED_BY)
    if ended_by in (TIME, DRAW) and is_by_territories:
        words = Words("con {n} territori si vince: la fine è un'altra", "{n} territories win: it ended otherwise")
        for seat, one in enumerate(territories):
            if one is not None and one >= least:
                yield PaperFault(seat, words.fill({"n": least}), HELD)


def _left_faults(ended_by: str, points: Sequence[int | Fraction | None]) -> Iterator[PaperFault]:
    """Who left has no points, and one alone stayed."""
    if ended_by == "abandoned" and sum(bool(one) for one in points) > 1:
        words = Words("chi ha lasciato il tavolo ha 0 punti", "who left the table has 0 points")
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)


# -- what is printed


def steps(rules: Rules) -> tuple[Words, ...]:
    if not rules.is_tournament:
        words = Words(
            "Vince chi ha {n} territori; i punti sono i territori.", "{n} territories win; points are territories."
        )
        return (words.fill({"n": TO_WIN[rules.seats]}),)
    table = Words(
        "Fabriano {city}; più territori di tutti {most}; ogni altra Frazione Maggiore {other}; la propria {own}; "
        "più risorse di tutti {resources}; ogni struttura {one}; meno le penalità.",
        "Fabriano {city}; most territories {most}; each other Frazione Maggiore {other}; the own one {own}; "
        "most resources {resources}; each structure {one}; less penalties.",
    ).fill(
        {
            "city": CITY,
            "most": MOST_TERRITORIES,
            "other": OTHER_MAJOR,
            "own": OWN_MAJOR,
            "resources": MOST_RESOURCES,
            "one": STRUCTURE,
        }
    )
    level = (
        Words("A pari territori o risorse i punti vanno a tutti i pari.", "Of those level on most, all get the points.")
        if rules.tied_for_most == "everybody"
        else Words("A pari territori o risorse i punti non vanno a nessuno.", "Of those level on most, nobody gets the points.")
    )  # fmt: skip
    tie = Words("A pari punti: i territori.", "Level on points: territories.")
    if rules.tie == "resources":
        tie = Words("A pari punti: i territori, poi le risorse.", "Level on points: territories, then resources.")
    if rules.tie == "referee":
        tie = Words(
            "A pari punti: i territori, poi decide l'arbitro.", "Level on points: territories, then the referee."
        )
    return table, level, tie


def worked(rules: Rules) -> tuple[Words, ...]:
    if not rules.is_tournament:
        return ()
    return (
        Words("Fabriano: {n}", "Fabriano: {n}").fill({"n": CITY}),
        Words("più territori: {n}", "most territories: {n}").fill({"n": MOST_TERRITORIES}),
        Words("altre Frazioni Maggiori × {n}", "other Frazioni Maggiori × {n}").fill({"n": OTHER_MAJOR}),
        Words("la propria: {n}", "the own one: {n}").fill({"n": OWN_MAJOR}),
        Words("più risorse: {n}", "most resources: {n}").fill({"n": MOST_RESOURCES}),
        Words("strutture × {n}", "structures × {n}").fill({"n": STRUCTURE}),
    )


def legends(rules: Rules) -> tuple[PaperLegend, ...]:
    board = rules.board
    title = Words("Territori e risorse", "Territories and resources")
    entries = tuple((board.names[place], str(board.resources[place])) for place in range(board.size))
    return (PaperLegend(title, entries, has_boxes=True),)


HINT = Words(
    "Lascia vuoti i punti: seguono da ciò che ognuno possiede.",
    "Leave the points empty: they follow from what each holds.",
)
SHEET = PaperSheet(
    HINT,
    fields,
    score,
    steps,
    lambda rules: TIME if rules.is_tournament else TERRITORIES,
    legends,
    worked,
    has_elimination=False,
)
