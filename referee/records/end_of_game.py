"""The end of a game for the page: who throws to close and why, the count step by step, how each turn was recorded."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import groupby, pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.record import Record
from games.kernel.scene import Scene
from games.kernel.score import Row
from referee.judge_page.board_view import BoardView, Player
from referee.models import GameRecord
from referee.records.figures import Figures, figures_of
from referee.wording import figure, localized
from tournament.models import TableStatus


@dataclass(frozen=True)
class Step:
    """One line of a player's count; `counts` is false for a line without points, and `words` say why."""

    words: str
    value: str
    counts: bool


@dataclass(frozen=True)
class Count:
    """One player's count: what is on the board, in the game's words, then what makes the points."""

    player: Player
    on_board: tuple[str, ...]
    steps: tuple[Step, ...]
    points: str | None

    @property
    def gained(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.counts)

    @property
    def lost(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if not step.counts)


@dataclass(frozen=True)
class SealedSheet:
    """The content of the signed sheet besides points and ranks; `head` is the chain's, `accepted` each seat with its moment."""

    head: str
    lines: int
    counts: tuple[Count, ...]
    chain: tuple[str, ...]
    accepted: tuple[tuple[Player, datetime], ...]
    recorded: tuple[str, ...]
    flags: tuple[str, ...]


def sealed_sheet(row: GameRecord, record: Record, board: BoardView) -> SealedSheet:
    """For the printed sheet: the count step by step, acceptances, how each giro was recorded, irregularities."""
    accepted = row.acceptances.filter(head=row.head)
    return SealedSheet(
        head=row.head,
        lines=row.seq,
        counts=tuple(count_of(record, board)),
        chain=tuple(chain_of(record, board)),
        accepted=tuple((board.players[one.seat], one.at) for one in accepted),
        recorded=tuple(recorded_how(row)),
        flags=tuple(f"{flag.words}: {flag.outcome or _('da decidere')}" for flag in row.flags.all()),
    )


def count_of(record: Record, board: BoardView) -> list[Count]:
    points = {row.seat: row.points for row in record.score().rows}
    figures = figures_of(board.scene)
    return [
        Count(
            player,
            _on_board(board.scene, figures[player.seat]),
            _steps(record, player.seat),
            figure(points.get(player.seat)),
        )
        for player in board.players
    ]


def _on_board(scene: Scene, figures: Figures) -> tuple[str, ...]:
    known = ((scene.standing, figures.standing), (scene.counted, figures.counted))
    return tuple(f"{localized(words)} {number}" for words, number in known if words.it)


def _steps(record: Record, seat: int) -> tuple[Step, ...]:
    lines = record.game.counted(record.rules, record.state, seat)
    return tuple(Step(localized(line.words), figure(line.value) or "", line.counts) for line in lines)


# -- the tie-break chain


def chain_of(record: Record, board: BoardView) -> list[str]:
    """For each two neighbours of the ranking the tie-break that separates them, in words, with the two figures."""
    sheet = record.score()
    rows = sorted((row for row in sheet.rows if row.rank), key=lambda row: (row.rank or 0, row.seat))
    names = [_("punti"), *(localized(name) for name in sheet.tiebreak_names)]
    return [_why_ahead(board, better, worse, names) for better, worse in pairwise(rows)]


def _why_ahead(board: BoardView, better: Row, worse: Row, names: list[str]) -> str:
    """Where the regulation gives one rank to figures that differ, as at a draw, and where who left earlier ranks behind, no figure is said
    to decide.
    """
    first, second = board.players[better.seat].name, board.players[worse.seat].name
    whose = {"first": first, "second": second}
    figures = [(name, *both) for name, *both in zip(names, _figures(better), _figures(worse), strict=False)]
    decides = next((place for place, (_name, one, other) in enumerate(figures) if one != other), None)
    if better.rank == worse.rank:
        if decides is None:
            return _("%(first)s e %(second)s sono pari su tutto") % whose
        return _("%(first)s e %(second)s sono alla pari: stessa posizione") % whose
    if decides is None or Decimal(figures[decides][1]) < Decimal(figures[decides][2]):
        if better.rank == 1 and decides is not None:
            return _("%(first)s prima di %(second)s: %(first)s ha vinto la partita") % whose
        return _("%(first)s prima di %(second)s: %(second)s è uscito prima") % whose
    name, one, other = figures[decides]
    facts = {**whose, "name": name, "one": figure(one), "other": figure(other)}
    order = _("%(first)s prima di %(second)s per %(name)s: %(one)s contro %(other)s") % facts
    level = ", ".join(name for name, *_both in figures[:decides])
    return order + (_(" (pari su %s)") % level if level else "")


def _figures(row: Row) -> tuple[str, ...]:
    return (row.points or "0", *row.tiebreaks)


# -- how the game was recorded


def recorded_how(row: GameRecord) -> list[str]:
    """`Giri 1–4: ogni mossa`, `Giro 5: ogni mossa (sedie 1, 2), ogni turno (sedia 3)`: turn by turn, from the entries that stand."""
    entries = row.entries.filter(is_standing=True, giro__gt=0).order_by("giro").values_list("giro", "in_turn", "level")
    levels = {giro: _by_level(lines) for giro, lines in groupby(entries.distinct(), key=lambda line: line[0])}
    runs = groupby(levels.items(), key=lambda item: item[1])
    how = [_run(turns, [giro for giro, _turns in giri]) for turns, giri in runs]
    return [*how, *corrections(row)]


SHOWN, WHOLE_TURN = '"type":"shown"', '"turn_over":true'


def corrections(row: GameRecord) -> list[str]:
    """How often the judge said what the table shows, against what the record had. Turns told as a whole and the set-up are none."""
    entries = row.entries.filter(is_standing=True, line__contains=SHOWN, giro__gt=0).exclude(line__contains=WHOLE_TURN)
    lines = [str(seq) for seq in entries.order_by("seq").values_list("seq", flat=True)]
    if not lines:
        return []
    facts = {"n": len(lines), "lines": ", ".join(lines)}
    one = _("Tavolo mostrato dall'arbitro: %(n)d volta (riga %(lines)s)")
    return [(one if len(lines) == 1 else _("Tavolo mostrato dall'arbitro: %(n)d volte (righe %(lines)s)")) % facts]


COARSEST_FIRST = (TableStatus.Level.RESULT, TableStatus.Level.TURN, TableStatus.Level.MOVE)


def _by_level(lines) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The turns of a giro by their level, with their seats where there are several levels.

    A turn that was recorded as a whole is so, whatever single lines it has as well.
    """
    turns: dict[int | None, set[str]] = {}
    for _giro, seat, level in lines:
        turns.setdefault(seat, set()).add(level)
    coarse = {seat: next(one for one in COARSEST_FIRST if one in found) for seat, found in turns.items()}
    if len(set(coarse.values())) == 1:
        return ((str(next(iter(coarse.values()))), ()),)
    order = [level for level in TableStatus.Level.values if level in coarse.values()]
    return tuple(
        (level, tuple(sorted(seat + 1 for seat, its in coarse.items() if its == level and seat is not None)))
        for level in order
    )


def _run(turns: tuple[tuple[str, tuple[int, ...]], ...], giri: list[int]) -> str:
    span = f"{giri[0]}–{giri[-1]}" if len(giri) > 1 else f"{giri[0]}"
    words = [str(TableStatus.Level(level).label) + _seats(seats) for level, seats in turns]
    return (_("Giri %s") if len(giri) > 1 else _("Giro %s")) % span + ": " + ", ".join(words)


def _seats(seats: tuple[int, ...]) -> str:
    if not seats:
        return ""
    return ngettext(" (sedia %s)", " (sedie %s)", len(seats)) % ", ".join(map(str, seats))
