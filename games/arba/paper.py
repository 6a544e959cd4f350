"""A game of two on a sheet of paper: who took the base, else places, then money, then pieces (evento)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.arba.counting import TIEBREAKS
from games.arba.rules import Rules
from games.kernel import paper
from games.kernel.paper import PaperFault, PaperField, PaperLegend, PaperLine, PaperScore, PaperSheet
from games.kernel.score import CountLine, Row, ranked
from games.kernel.words import Words

PLACES, MONEY, PIECES, WON = "places", "money", "pieces", "won"
WON_OUTRIGHT = ("base", "abandoned")
UNFINISHED = ("time", "limit")
WIN, HALF, LOSS = "1", "0.5", "0"


def fields(rules: Rules) -> tuple[PaperField, ...]:
    return (
        PaperField(WON, Words("ha vinto", "won"), is_tick=True),
        PaperField(PLACES, TIEBREAKS[0], is_tiebreak=True, most=rules.board.size),
        PaperField(MONEY, TIEBREAKS[1], is_tiebreak=True, least=None if rules.fine_when_poor == "debt" else 0),
        PaperField(PIECES, TIEBREAKS[2], is_tiebreak=True),
    )


def score(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> PaperScore:
    ranks, missing = _ranks(rules, ended_by, lines)
    breaks = [paper.tiebreaks_of(fields(rules), line) for line in lines]
    points = [_points(ranks, seat) for seat in range(len(lines))]
    rows = tuple(Row(seat, of, breaks[seat], ranks.get(seat)) for seat, of in enumerate(points))
    workings = tuple(tuple(_working(rules, ended_by, of, line)) for of, line in zip(points, lines, strict=True))
    return PaperScore(rows, (*_faults(rules, ended_by, lines), *missing), workings)


def _ranks(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> tuple[dict[int, int], tuple[PaperFault, ...]]:
    """Ranks where the sheet gives them, and the figures that they need and that are not written."""
    if ended_by in UNFINISHED and rules.adjudication == "draw":
        return dict.fromkeys(range(len(lines)), 1), ()
    figures = {seat: tuple(line.number(name) for name in (PLACES, MONEY, PIECES)) for seat, line in enumerate(lines)}
    if ended_by in UNFINISHED and any(one is not None for own in figures.values() for one in own):
        placing = paper.placed(dict.fromkeys(figures, (0,)), figures)
        return dict(placing.ranks), tuple(paper.missing_tiebreaks(fields(rules), placing))
    return _by_word(ended_by, lines), ()


def _by_word(ended_by: str, lines: Sequence[PaperLine]) -> dict[int, int]:
    """Who won as the sheet says it, whatever ended the game; half a point each is a draw where no base was taken."""
    winners = _winners(lines)
    if len(winners) == 1:
        return ranked({seat: (int(seat in winners),) for seat in range(len(lines))})
    is_drawn = all(line.exact_points == Fraction(HALF) for line in lines) and not winners
    return dict.fromkeys(range(len(lines)), 1) if is_drawn and ended_by not in WON_OUTRIGHT else {}


def _winners(lines: Sequence[PaperLine]) -> list[int]:
    """The box that is ticked; where none is, the point that is written."""
    ticked = [seat for seat, line in enumerate(lines) if line.is_ticked(WON)]
    return ticked or [seat for seat, line in enumerate(lines) if line.exact_points == Fraction(WIN)]


def _points(ranks: dict[int, int], seat: int) -> str | None:
    if not ranks:
        return None
    if list(ranks.values()).count(1) > 1:
        return HALF
    return WIN if ranks[seat] == 1 else LOSS


def _working(rules: Rules, ended_by: str, points: str | None, line: PaperLine) -> Iterator[CountLine]:
    if points is None:
        return
    if ended_by in WON_OUTRIGHT or rules.adjudication == "draw":
        words = {
            WIN: Words("vittoria", "victory"),
            HALF: Words("patta", "a draw"),
            LOSS: Words("sconfitta", "a defeat"),
        }
        yield CountLine(words[points], points)
        return
    for field in fields(rules):
        if field.is_tiebreak and line.number(field.name) is not None:
            yield CountLine(field.words, str(line.number(field.name)))


# -- what cannot stand


def _faults(rules: Rules, ended_by: str, lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    ticked = [seat for seat, line in enumerate(lines) if line.is_ticked(WON)]
    yield from paper.sum_faults(lines, PLACES, rules.board.size)
    yield from paper.not_both(lines, WON, Words("vince uno solo", "one player alone wins"))
    if ended_by in WON_OUTRIGHT and not _winners(lines):
        yield PaperFault(paper.NO_SEAT, Words("spunta chi ha vinto", "tick who won"), paper.ENDED_BY)
    if ended_by in UNFINISHED:
        yield from _denied(rules, ended_by, lines, ticked)
    if ended_by == "limit" and not rules.rounds:
        words = Words("questo evento non ha un ultimo giro", "this event has no last giro")
        yield PaperFault(paper.NO_SEAT, words, paper.ENDED_BY)
    for seat, line in enumerate(lines):
        if line.exact_points not in (None, *map(Fraction, (WIN, HALF, LOSS))):
            yield PaperFault(seat, Words("i punti sono 1, 0,5 o 0", "points are 1, 0.5 or 0"))
    if ended_by in (*WON_OUTRIGHT, *UNFINISHED):
        yield from _sum_of_points(lines)


def _denied(rules: Rules, ended_by: str, lines: Sequence[PaperLine], ticked: list[int]) -> Iterator[PaperFault]:
    """An unfinished game is won on places, money and pieces, where these rules let it be won."""
    ranks = _ranks(rules, ended_by, lines)[0]
    if rules.adjudication == "draw":
        words = Words("una partita non finita è patta", "an unfinished game is a draw")
    else:
        words = Words("luoghi, danari e pedine dicono altro", "places, money and pieces say otherwise")
    is_level = list(ranks.values()).count(1) > 1
    yield from (PaperFault(seat, words, WON) for seat in ticked if ranks and (is_level or ranks[seat] != 1))


def _sum_of_points(lines: Sequence[PaperLine]) -> Iterator[PaperFault]:
    written = [line.exact_points for line in lines]
    if None not in written and sum(one or 0 for one in written) != 1:
        words = Words("in due si fa un punto: 1 e 0, o 0,5 ciascuno", "the two make one point: 1 and 0, or 0.5 each")
        yield from (PaperFault(seat, words) for seat in range(len(lines)))


# -- what is printed


def steps(rules: Rules) -> tuple[Words, ...]:
    won = Words(
        "Base nemica conquistata, o resa dell'altro: 1 punto a chi ha vinto, 0 all'altro.",
        "Enemy base taken, or the other gave up: 1 point to the winner, 0 to the other.",
    )
    if rules.adjudication == "draw":
        return won, Words("Partita non finita: 0,5 a testa.", "Unfinished game: 0.5 each.")
    rest = Words(
        "Partita non finita: vince chi possiede più luoghi, poi più danari, poi più pedine; pari su tutto, 0,5 a testa.",
        "Unfinished game: most places held wins, then most money, then most pieces; level on all, 0.5 each.",
    )
    return won, rest, Words("I luoghi contesi non contano.", "Contested places do not count.")


def legends(rules: Rules) -> tuple[PaperLegend, ...]:
    entries = tuple((name, "") for name in rules.board.names)
    return (PaperLegend(Words("Luoghi: di chi sono", "Places: whose they are"), entries, has_boxes=True),)


HINT = Words(
    "Lascia vuoti i punti: 1, 0,5 o 0 seguono da chi ha vinto, o da luoghi, danari e pedine.",
    "Leave the points empty: 1, 0.5 or 0 follow from who won, or from places, money and pieces.",
)
SHEET = PaperSheet(
    HINT, fields, score, steps, lambda rules: "limit" if rules.rounds else "", legends, has_elimination=False
)
