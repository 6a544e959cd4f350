"""Article 15 on a sheet of paper: the objectives written there, the one that was reached, and the points that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from games.iperisiko import board
from games.iperisiko.counting import DRAW_FACTOR, ELIMINATED_POINTS, best, draw_points
from games.iperisiko.labels import objective_words
from games.iperisiko.rules import Rules
from games.iperisiko.setting_up import PAIR, is_poor
from games.kernel import paper
from games.kernel.paper import PaperFault, PaperField, PaperLegend, PaperLine, PaperScore, PaperSheet
from games.kernel.score import CountLine, Row, decimal_text, ranked
from games.kernel.words import Words

REACHED = "reached"
DEALT = ("first_objective", "second_objective")
LAST_STANDING = ("elimination", "abandoned")
ENDINGS = ("objective", "time", *LAST_STANDING)


def fields(rules: Rules) -> tuple[PaperField, ...]:
    """The objectives are the same list three times: the one reached, and the two that were dealt, which count at a draw."""
    goals = tuple((str(number), objective_words(rules, number)) for number in rules.board.objectives)
    return (
        PaperField(DEALT[0], Words("primo obiettivo", "first objective"), goals),
        PaperField(DEALT[1], Words("secondo obiettivo", "second objective"), goals),
        PaperField(REACHED, Words("obiettivo raggiunto", "objective reached"), goals),
    )


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    points = [_points(rules, ended_by, line, lines) for line in lines]
    known = [line.exact_points if of is None else of for line, of in zip(lines, points, strict=True)]
    ranks = ranked(
        {seat: (_merit(rules, ended_by, lines[seat], of),) for seat, of in enumerate(known) if of is not None}
    )
    is_whole = len(ranks) == len(lines) and ended_by in ENDINGS
    rows = tuple(
        Row(seat, None if of is None else decimal_text(of), (), ranks[seat] if is_whole else None)
        for seat, of in enumerate(points)
    )
    workings = tuple(tuple(_working(rules, ended_by, line, lines)) for line in lines)
    return PaperScore(rows, tuple(_faults(rules, ended_by, lines, points)), workings)


def _points(rules: Rules, ended_by: str, line: PaperLine, lines: Sequence[PaperLine]) -> Fraction | None:
    if line.is_eliminated:
        return Fraction(ELIMINATED_POINTS)
    if ended_by == "objective":
        return best(rules, _reached(line)) if any(map(_reached, lines)) else None
    if not _counts_pairs(ended_by, lines):
        return None
    if ended_by != "time" and (won := _reached(line) or _conceded(rules, line)):
        return best(rules, won)
    return draw_points(rules, _dealt(line)) if len(_dealt(line)) == PAIR else None


def _working(rules: Rules, ended_by: str, line: PaperLine, lines: Sequence[PaperLine]) -> Iterator[CountLine]:
    """How the points came about: the coefficients, and 0.40 of the mean of two at a draw."""
    points = _points(rules, ended_by, line, lines)
    if points is None:
        return
    if line.is_eliminated:
        yield CountLine(Words("eliminato", "eliminated"), decimal_text(points))
    elif won := _won(rules, ended_by, line):
        top = max(won, key=rules.board.coefficients.__getitem__)
        yield CountLine(objective_words(rules, top), decimal_text(points))
    elif ended_by != "objective":
        first, second = (_figure(Fraction(rules.board.coefficients[number])) for number in _dealt(line))
        factor = _figure(DRAW_FACTOR)
        words = Words("{factor} × ({a} + {b}) / 2", "{factor} × ({a} + {b}) / 2")
        yield CountLine(words.fill({"factor": factor, "a": first, "b": second}), decimal_text(points))


def _figure(value: Fraction) -> Words:
    """Two decimals, as the list of objectives prints them."""
    text = f"{float(value):.2f}"
    return Words(text.replace(".", ","), text)


def _won(rules: Rules, ended_by: str, line: PaperLine) -> tuple[int, ...]:
    if ended_by == "time":
        return ()
    return _reached(line) or (_conceded(rules, line) if ended_by in LAST_STANDING else ())


def _counts_pairs(ended_by: str, lines: Sequence[PaperLine]) -> bool:
    """Whether the objectives of those still in the game make their points: at a draw, and of the last one standing."""
    return ended_by == "time" or (ended_by in LAST_STANDING and len(paper.standing(lines)) == 1)


def _merit(rules: Rules, ended_by: str, line: PaperLine, points: Fraction) -> Fraction:
    """Nobody wins a drawn game (15 c): those still in share the first place, or by option stand by their points."""
    is_shared = ended_by == "time" and rules.drawn_ranks == "shared"
    return Fraction(0) if is_shared and not line.is_eliminated else points


def _objectives(line: PaperLine, *names: str) -> tuple[int, ...]:
    """Those that are in the list: what is not is a fault of its field."""
    known = board.standard().objectives
    return tuple(number for name in names if (number := line.number(name)) is not None and number in known)


def _reached(line: PaperLine) -> tuple[int, ...]:
    return _objectives(line, REACHED)


def _dealt(line: PaperLine) -> tuple[int, ...]:
    return _objectives(line, *DEALT)


def _conceded(rules: Rules, line: PaperLine) -> tuple[int, ...]:
    """By option, the territorial objectives from which nobody can keep the last player standing any more."""
    if rules.last_standing != "win" or len(_dealt(line)) < PAIR:
        return ()
    return tuple(number for number in _dealt(line) if number not in rules.board.targets)


# -- what cannot stand


def _faults(
    rules: Rules, ended_by: str, lines: Sequence[PaperLine], points: Sequence[Fraction | None]
) -> Iterator[PaperFault]:
    winners = [seat for seat, line in enumerate(lines) if _reached(line)]
    owners = Counter(number for line in lines for number in {*_dealt(line), *_reached(line)})
    yield from paper.last_one_faults(ended_by, lines, LAST_STANDING)
    for seat, line in enumerate(lines):
        yield from _pair_faults(rules, line, seat, winners)
        for name in (*DEALT, REACHED):
            if any(owners[number] > 1 for number in _objectives(line, name)):
                words = Words("quell'obiettivo è anche di un altro", "that objective is another player's too")
                yield PaperFault(seat, words, name)
        if seat in winners:
            yield from _winner_faults(ended_by, line, seat, winners)
        if points[seat] is None and line.exact_points is not None:
            yield from _points_faults(rules, ended_by, line.exact_points, seat)
    yield from _winning_faults(ended_by, lines, winners)


def _pair_faults(rules: Rules, line: PaperLine, seat: int, winners: Sequence[int]) -> Iterator[PaperFault]:
    pair = _dealt(line)
    if len(set(pair)) < len(pair):
        words = Words("gli obiettivi sono due, diversi", "there are two objectives, not the same")
        yield PaperFault(seat, words, DEALT[1])
    elif len(pair) == PAIR and is_poor(rules, pair):
        words = Words("la coppia vale meno di 1,80: andava ridata", "the pair is below 1.80: it was to be dealt again")
        yield PaperFault(seat, words, DEALT[1])
    if len(pair) == 1 and not line.is_eliminated and not winners:
        missing = next(name for name in DEALT if not _objectives(line, name))
        yield PaperFault(seat, Words("servono tutti e due gli obiettivi", "both objectives are needed"), missing)


def _winner_faults(ended_by: str, line: PaperLine, seat: int, winners: Sequence[int]) -> Iterator[PaperFault]:
    if line.is_eliminated:
        words = Words("un eliminato non ha raggiunto l'obiettivo", "an eliminated player has reached no objective")
        yield PaperFault(seat, words, REACHED)
    if len(winners) > 1:
        words = Words("l'obiettivo lo raggiunge uno solo", "one player alone reaches an objective")
        yield PaperFault(seat, words, REACHED)
    if ended_by == "time":
        words = Words("alla patta nessuno ha raggiunto l'obiettivo", "in a draw nobody has reached an objective")
        yield PaperFault(seat, words, REACHED)
    if len(_dealt(line)) == PAIR and not set(_reached(line)) <= set(_dealt(line)):
        words = Words("non è uno dei suoi due obiettivi", "this is not one of the player's two objectives")
        yield PaperFault(seat, words, REACHED)


def _points_faults(rules: Rules, ended_by: str, points: Fraction, seat: int) -> Iterator[PaperFault]:
    """Points that were written where no objectives are: there are only so many that the list can give."""
    whole = {Fraction(one) for one in rules.board.coefficients.values()}
    drawn = {draw_points(rules, pair) for pair in combinations(rules.board.objectives, PAIR)}
    can_be = {"objective": {Fraction(0)} | whole, "time": drawn}.get(ended_by, {Fraction(0)} | whole | drawn)
    if points in can_be:
        return
    if ended_by == "time":
        words = Words(
            "alla patta sono 0,40 della media di due coefficienti, da {least} a {most}",
            "a draw gives 0.40 of the mean of two coefficients, {least} to {most}",
        )
    else:
        words = Words(
            "è il coefficiente dell'obiettivo raggiunto, o 0: al massimo {most}",
            "it is the coefficient of the objective reached, or 0: {most} at most",
        )
    yield PaperFault(seat, words.fill({"least": _figure(min(can_be)), "most": _figure(max(can_be))}))


def _winning_faults(ended_by: str, lines: Sequence[PaperLine], winners: Sequence[int]) -> Iterator[PaperFault]:
    """An objective ends the game for one player, who is the only one to score."""
    if ended_by != "objective" or winners:
        return
    scored = [seat for seat in paper.standing(lines) if (lines[seat].exact_points or 0) > 0]
    if len(scored) > 1:
        words = Words("con l'obiettivo fa punti uno solo", "with an objective one player alone scores")
        yield from (PaperFault(seat, words) for seat in scored)
    elif not scored and all(lines[seat].points for seat in paper.standing(lines)):
        words = Words("nessuno ha raggiunto l'obiettivo", "nobody has reached the objective")
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)


# -- what is printed


def steps(rules: Rules) -> tuple[Words, ...]:
    last = (
        Words("Chi resta solo prende il coefficiente più alto dei suoi obiettivi di territori.",
              "The last one left takes the higher coefficient of his territorial objectives.")
        if rules.last_standing == "win"
        else Words("Chi resta solo, senza obiettivo raggiunto, conta come alla patta.",
                   "The last one left, with no objective reached, counts as in a draw.")
    )  # fmt: skip
    return (
        Words(
            "Obiettivo raggiunto: il suo coefficiente; gli altri ancora in gioco 0.",
            "Objective reached: its coefficient; the others still in the game 0.",
        ),
        Words(
            "Patta, finiti i tre giri finali: 0,40 × media dei due coefficienti, cioè 0,20 × la loro somma.",
            "A draw, after the three final giri: 0.40 × the mean of the two coefficients, that is 0.20 × their sum.",
        ),
        last,
        Words("Eliminato: −0,30 (meno 0,30).", "Eliminated: −0.30 (minus 0.30)."),
    )


def worked(rules: Rules) -> tuple[Words, ...]:
    return (
        Words("coefficiente del primo", "coefficient of the first"),
        Words("coefficiente del secondo", "coefficient of the second"),
        Words("patta: 0,40 × media dei due", "draw: 0.40 × mean of the two"),
        Words("raggiunto: il suo coefficiente", "reached: its coefficient"),
        Words("eliminato: −0,30", "eliminated: −0.30"),
    )


def legends(rules: Rules) -> tuple[PaperLegend, ...]:
    title = Words("Obiettivi e coefficienti", "Objectives and coefficients")
    entries = tuple((objective_words(rules, number), "") for number in rules.board.objectives)
    return (PaperLegend(title, entries),)


HINT = Words(
    "Lascia vuoti i punti: seguono da come è finita, da chi è eliminato e dagli obiettivi. Alla patta servono i due di ciascuno.",
    "Leave the points empty: they follow from how it ended, who is out and the objectives. A draw needs both objectives of each.",
)
SHEET = PaperSheet(HINT, fields, score, steps, legends=legends, worked=worked)
