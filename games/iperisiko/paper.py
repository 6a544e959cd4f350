"""Article 15 on a sheet of paper: the objectives written there, the one that was reached, and the points that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.iperisiko.counting import ELIMINATED_POINTS, best, draw_points
from games.iperisiko.rules import Rules
from games.iperisiko.setting_up import PAIR
from games.iperisiko.telling import objective_words
from games.kernel.paper import PaperFault, PaperField, PaperLine, PaperScore, PaperSheet
from games.kernel.score import Row, decimal_text, ranked
from games.kernel.words import Words

REACHED = "reached"
DEALT = ("first_objective", "second_objective")
LAST_STANDING = ("elimination", "abandoned")


def fields(rules: Rules) -> tuple[PaperField, ...]:
    """The objectives are the same list three times: the one reached, and the two that were dealt, which count at a draw."""
    goals = tuple((str(number), objective_words(rules, number)) for number in rules.board.objectives)
    return (
        PaperField(REACHED, Words("Obiettivo raggiunto", "Objective reached"), goals),
        PaperField(DEALT[0], Words("Primo obiettivo", "First objective"), goals),
        PaperField(DEALT[1], Words("Secondo obiettivo", "Second objective"), goals),
    )


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    faults = tuple(_faults(ended_by, lines))
    points = [_points(rules, ended_by, line, lines) for line in lines]
    ranks = ranked({seat: (_merit(ended_by, lines[seat], of),) for seat, of in enumerate(points) if of is not None})
    is_whole = len(ranks) == len(lines)
    rows = tuple(
        Row(seat, None if of is None else decimal_text(of), (), ranks[seat] if is_whole else None)
        for seat, of in enumerate(points)
    )
    return PaperScore(rows, faults)


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


def _counts_pairs(ended_by: str, lines: Sequence[PaperLine]) -> bool:
    """Whether the objectives of those still in the game make their points: at a draw, and of the last one standing."""
    standing = sum(not line.is_eliminated for line in lines)
    return ended_by == "time" or (ended_by in LAST_STANDING and standing == 1)


def _merit(ended_by: str, line: PaperLine, points: Fraction) -> Fraction:
    """Nobody wins a drawn game (15 c): those still in share the first place."""
    return Fraction(0) if ended_by == "time" and not line.is_eliminated else points


def _reached(line: PaperLine) -> tuple[int, ...]:
    return (int(line.figures[REACHED]),) if REACHED in line.figures else ()


def _dealt(line: PaperLine) -> tuple[int, ...]:
    return tuple(int(line.figures[name]) for name in DEALT if name in line.figures)


def _conceded(rules: Rules, line: PaperLine) -> tuple[int, ...]:
    """By option, the territorial objectives from which nobody can keep the last player standing any more."""
    if rules.last_standing != "win" or len(_dealt(line)) < PAIR:
        return ()
    return tuple(number for number in _dealt(line) if number not in rules.board.targets)


def _faults(ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    winners = [seat for seat, line in enumerate(lines) if _reached(line)]
    owners = Counter(number for line in lines for number in {*_dealt(line), *_reached(line)})
    for seat, line in enumerate(lines):
        if len(set(_dealt(line))) < len(_dealt(line)):
            yield PaperFault(
                seat, Words("gli obiettivi sono due, diversi", "there are two objectives, not the same"), DEALT[1]
            )
        if len(_dealt(line)) == 1 and not line.is_eliminated and not winners:
            missing = next(name for name in DEALT if name not in line.figures)
            yield PaperFault(seat, Words("servono tutti e due gli obiettivi", "both objectives are needed"), missing)
        if any(owners[number] > 1 for number in {*_dealt(line), *_reached(line)}):
            yield PaperFault(
                seat, Words("quell'obiettivo è anche di un altro", "that objective is another player's too")
            )
        if seat in winners:
            yield from _winner_faults(ended_by, line, seat, winners)


def _winner_faults(ended_by: str, line: PaperLine, seat: int, winners: list[int]) -> Iterator[PaperFault]:
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


HINT = Words(
    "Lascia vuoti i punti: seguono da come è finita, da chi è eliminato e dagli obiettivi. Alla patta servono i due di ciascuno.",
    "Leave the points empty: they follow from how it ended, who is out and the objectives. A draw needs both objectives of each.",
)
SHEET = PaperSheet(HINT, fields, score)
