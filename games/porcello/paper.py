"""Articles 8 and 9 on a sheet of paper: points banked, and the richest turn between equals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel import paper
from games.kernel.paper import PaperFault, PaperField, PaperLine, PaperScore, PaperSheet
from games.kernel.score import Row
from games.kernel.words import Words
from games.porcello.labels import ENDINGS
from games.porcello.score import TIEBREAKS
from games.porcello.state import Rules

RICHEST = "richest"
LEAST_DIE, MOST_DIE = 2, 6


def fields(rules: Rules) -> tuple[PaperField, ...]:
    return (PaperField(RICHEST, TIEBREAKS[0], is_tiebreak=True),)


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    """Points are those that were written: nothing else on the sheet makes them."""
    points = [line.exact_points for line in lines]
    keys = {seat: (of or 0,) for seat, of in enumerate(points)}
    placing = paper.placed(keys, {seat: (line.number(RICHEST),) for seat, line in enumerate(lines)})
    is_whole = None not in points and ended_by in ENDINGS
    ranks = placing.ranks if is_whole else {}
    rows = tuple(
        Row(seat, None, paper.tiebreaks_of(fields(rules), line), ranks.get(seat)) for seat, line in enumerate(lines)
    )
    level = paper.missing_tiebreaks(fields(rules), placing) if is_whole else ()
    return PaperScore(rows, (*_faults(rules, ended_by, lines), *level))


def _faults(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    there = [seat for seat, line in enumerate(lines) if (line.exact_points or 0) >= rules.target]
    is_whole = all(line.points for line in lines)
    if ended_by == "objective" and is_whole and not there:
        words = Words("nessuno ha {n} punti", "nobody has {n} points").fill({"n": rules.target})
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)
    if len(there) > 1 or ended_by in ("time", "abandoned"):
        words = Words("chi arriva a {n} vince subito, da solo", "{n} points win at once, alone").fill(
            {"n": rules.target}
        )
        yield from (PaperFault(seat, words) for seat in there)
    if ended_by == "abandoned" and len(paper.standing(lines)) > 1:
        yield from paper.last_one_faults(ended_by, lines, ("abandoned",))
    for seat, line in enumerate(lines):
        yield from (PaperFault(seat, words, field) for words, field in _line_faults(rules, line))


def _line_faults(rules: Rules, line: PaperLine) -> Iterator[tuple[Words, str]]:
    points, richest = line.exact_points, line.number(RICHEST)
    if points is None:
        return
    if points.denominator != 1:
        yield Words("i punti sono un numero intero", "points are a whole number"), paper.POINTS
    if points < 0:
        yield Words("i punti non possono essere negativi", "points cannot be negative"), paper.POINTS
    if points == 1:
        yield Words("un turno vale almeno 2", "a turn is worth 2 at least"), paper.POINTS
    if rules.enough == "stop" and points >= rules.target + MOST_DIE:
        words = Words("chi arriva a {n} si ferma: al massimo {most}", "who has {n} stops: {most} at most")
        yield words.fill({"n": rules.target, "most": rules.target + MOST_DIE - 1}), paper.POINTS
    if richest is not None and (richest > points or bool(richest) != bool(points)):
        words = Words(
            "un turno solo vale più di tutti i punti, o niente", "one turn is worth more than all points, or nothing"
        )
        yield words, RICHEST


def steps(rules: Rules) -> tuple[Words, ...]:
    return (
        Words("Chi arriva a {n} punti vince subito.", "{n} points win at once.").fill({"n": rules.target}),
        Words("A pari punti: il turno più ricco, poi il piazzamento è condiviso.",
              "Level on points: the richest turn, then the place is shared."),
    )  # fmt: skip


HINT = Words("Scrivi i punti messi da parte; a parità serve il turno più ricco.",
             "Write the points banked; between equals the richest turn is needed.")  # fmt: skip
SHEET = PaperSheet(HINT, fields, score, steps, lambda rules: "objective", points_are_written=True)
