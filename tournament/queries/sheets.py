"""The content of printed sheets and of pages that look like them, from the database."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.core.identity import alphabetical
from tournament.core.ranking.event import EventSoFar, qualified_so_far, ranked
from tournament.core.ranking.reasons import ReasonContext, why_ahead, why_behind
from tournament.core.ranking.standings import order_of
from tournament.core.results import MissingResults, Standing
from tournament.core.tie_breaks import TIE_BREAKS
from tournament.documents.sheets import (
    ScoreRow,
    ScoreSheetPage,
    SeatingSheet,
    SeatingTable,
    SeatRow,
    StandingsRow,
    StandingsSheet,
)
from tournament.hooks import tables as table_hooks
from tournament.labels.endings import endings_of
from tournament.models import Entrant, Result, Round, Seat, Table, Tournament
from tournament.queries.completeness import completeness_of
from tournament.queries.day_plan import hall_of
from tournament.queries.draw_events import draws_made
from tournament.queries.game_paper import GamePaper, in_readers_language, workings_of
from tournament.queries.results import event_of, format_of, once, qualified_and_substituted
from tournament.queries.tables import tables_of
from tournament.states import EntrantState, RoundState

USUAL_SEATS = 4
"""Of a sheet whose table is not known: its tie-breaks are those of every size."""


@dataclass(frozen=True)
class QualifierRow:
    """A qualifier, with the reason in words; one who `has_left` has nobody in the place."""

    name: str
    club: str
    reason: str
    has_left: bool = False
    number: int = 0


def people_of(tournament: Tournament) -> dict[str, Entrant]:
    return once("people", tournament, lambda: {one.public_id: one for one in tournament.entrants.all()})


def people_by_name(tournament: Tournament) -> list[Entrant]:
    return sorted(people_of(tournament).values(), key=alphabetical)


def seating_sheet(round_: Round, *, made_at: datetime) -> SeatingSheet:
    tables = tuple(
        SeatingTable(
            table.number,
            tuple(SeatRow(seat.position, str(seat.entrant), seat.entrant.club) for seat in table.seats.all()),
            hall_of(round_.tournament, table.number),
        )
        for table in tables_of(round_)
    )
    return SeatingSheet(
        tournament=round_.tournament.name,
        round_name=round_.name,
        made_at=made_at,
        tables=tables,
        seed=round_.seed,
        draw_number=_draws_made(round_),
        is_draft=round_.state == RoundState.DRAFT,
    )


def standings_sheet(
    tournament: Tournament, *, made_at: datetime, explained: Collection[str] | None = None
) -> StandingsSheet:
    """The standings of every counted table, with what is missing to make them final.

    Why a line stands before the next and after the one before is said for the `explained`, by public id, or for everybody: half of
    the time in a field of hundreds.
    """
    event = cache(lambda: event_of(tournament))  # read once, also where nothing is computed once
    people, lines = people_of(tournament), once("standings", tournament, lambda: ranked(event()))
    format_ = format_of(tournament)
    title = tournament.round_title
    completeness = completeness_of(tournament)
    rows = once(f"rows {get_language()}", tournament, lambda: _rows_without_reasons(tournament, people, lines, event))
    if explained is None or explained:
        rows = _with_reasons(tournament, rows, explained, people, lines)
    return StandingsSheet(
        tournament=tournament.name,
        made_at=made_at,
        rounds=tuple(title(number) for number in range(1, _rounds_with_points(lines) + 1)),
        rows=rows,
        tables_closed=completeness.closed,
        tables=completeness.tables,
        pending=completeness.pending,
        progress=completeness.progress,
        is_across_rounds=_is_across_rounds(tournament, lines),
        has_reached=format_ is None or format_.kind == "bracket" or format_.rounds_of_everybody < len(format_.stages),
    )


def _is_across_rounds(tournament: Tournament, lines: Sequence[Standing]) -> bool:
    """Whether the order compares last games of a round that some have played and others play or have yet to play."""
    if not any(TIE_BREAKS[key].is_of_last_game for key in order_of(tournament.rules, format_of(tournament))):
        return False
    return any(line.last and line.last.round < line.reached for line in lines) and any(
        line.last and line.last.round == line.reached > 1 for line in lines
    )


def _through_now(event: EventSoFar) -> frozenset[str]:
    """Who goes on from the round that is played, whatever the other tables do. Nobody where all go on."""
    last = next((one for one in reversed(event.rounds) if one.is_public), None)
    if last is None or last.is_closed or not last.results:
        return frozenset()
    if last.stage.advancement in ("everybody", "by-standings"):
        return frozenset()
    return frozenset(who.entrant for who in qualified_so_far(event, last.number).through)


def _rounds_with_points(lines: Sequence[Standing]) -> int:
    return max((score.round for line in lines for score in line.per_round if score), default=0)


def _rows_without_reasons(
    tournament: Tournament,
    people: Mapping[str, Entrant],
    lines: Sequence[Standing],
    event: Callable[[], EventSoFar],
) -> tuple[StandingsRow, ...]:
    format_ = format_of(tournament)
    rounds = _rounds_with_points(lines)
    everybody = min(format_.rounds_of_everybody if format_ else 0, max((line.reached for line in lines), default=0))
    decides = "place" in order_of(tournament.rules, format_)
    through = _through_now(event())
    return tuple(
        _standings_row(
            line,
            people[line.entrant],
            max(line.reached, everybody) if line.reached else 0,
            rounds,
            tournament,
            decides=decides,
            is_through=line.entrant in through and people[line.entrant].state != EntrantState.WITHDRAWN,
        )
        for line in lines
    )


def _with_reasons(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    explained: Collection[str] | None,
    people: Mapping[str, Entrant],
    lines: Sequence[Standing],
) -> tuple[StandingsRow, ...]:
    context = ReasonContext(
        order_of(tournament.rules, format_of(tournament)), tournament.round_title, tiebreak_names_of(tournament)
    )
    found = list(rows)
    for place, line in enumerate(lines):
        if explained is None or line.entrant in explained:
            after = lines[place + 1] if place + 1 < len(lines) else None
            before = lines[place - 1] if place else None
            found[place] = replace(
                rows[place],
                why=why_ahead(line, after, str(people[after.entrant]), context) if after else "",
                why_after=why_behind(line, before, str(people[before.entrant]), context) if before else "",
            )
    return tuple(found)


def tiebreak_names_of(tournament: Tournament) -> tuple[str, ...]:
    """The tie-breaks of the game's score sheet in their order; none where the game is not installed."""
    paper = GamePaper.of(tournament.rules, USUAL_SEATS)
    return tuple(in_readers_language(field.words) for field in paper.tiebreaks) if paper else ()


def score_sheet(table: Table, *, made_at: datetime, address: str = "", has_board: bool = True) -> ScoreSheetPage:
    """The sheet that the table signs; at `address` anybody can compare the paper with the site. The board takes as long to draw as all
    else ten times over.
    """
    seats = list(table.seats.select_related("entrant", "result").order_by("position"))
    results = [getattr(seat, "result", None) for seat in seats]
    counted = next((result for result in results if result), None)
    rules, language = table.round.tournament.rules, get_language() or settings.LANGUAGE_CODE
    recorded = table_hooks.RecordSummary()
    if counted and counted.head:
        recorded = table_hooks.record_summary_of(table, has_board=has_board)
    paper = None if counted and counted.head else GamePaper.of_table(table, len(seats))
    names = tuple(field.words for field in paper.tiebreaks) if paper else recorded.tiebreak_names
    return ScoreSheetPage(
        tournament=table.round.tournament.name,
        round_name=table.round.name,
        table=table.number,
        hall=hall_of(table.round.tournament, table.number),
        game=rules.name.in_language(language),
        made_at=made_at,
        rows=tuple(_score_row(seat, result) for seat, result in zip(seats, results, strict=True)),
        tiebreak_names=tuple(name.in_language(language) for name in names),
        ended_by=endings_of(rules)[counted.ended_by] if counted else "",
        judge=table.judge.get_username() if table.judge else "",
        chain_head=counted.head if counted else "",
        entries=table.status.last_entry if counted and counted.head and hasattr(table, "status") else 0,
        address=address,
        board=recorded.board,
        workings=_workings(table, results, seats) if counted else (),
        note=" · ".join((*_confirmed(counted), *recorded.corrections)),
    )


def _confirmed(counted: Result | None) -> tuple[str, ...]:
    """Why figures out of the ordinary stand."""
    if counted is None or not counted.confirmation:
        return ()
    return (_("Confermato benché fuori dalla norma: %s") % counted.confirmation,)


def _workings(table: Table, results: list[Result | None], seats: list[Seat]) -> tuple[str, ...]:
    """Of each player in one line: “Rossi Luca: 0,40 × (0,7 + 1,2) / 2 = 0,38”."""
    names = {seat.position: str(seat.entrant) for seat in seats}
    found = workings_of(table, [one for one in results if one])
    lines = ((names[one.position], " + ".join(f"{words} = {value}" for words, value in one.parts)) for one in found)
    return tuple(f"{name}: {parts}" for name, parts in lines if parts)


def qualifier_rows(round_: Round) -> list[QualifierRow]:
    """The qualifiers in words, direct finalists first; who came in for somebody says so. Empty while a table is missing."""
    return once(f"qualifiers {round_.number} {get_language()}", round_.tournament, lambda: _qualifier_rows(round_))


def _qualifier_rows(round_: Round) -> list[QualifierRow]:
    try:
        found, substitutions = qualified_and_substituted(round_)
    except MissingResults:
        return []
    people = people_of(round_.tournament)
    gone = {one.gone: one for one in substitutions}
    rows = []
    for who in (*found.waiting, *found.everybody):
        one, person = gone.get(who.entrant), people[who.entrant]
        if one is None:
            rows.append(QualifierRow(str(person), person.club, who.reason, number=person.number))
        elif one.instead is None:
            has_left = person.state == EntrantState.WITHDRAWN
            if one.level:
                words = (
                    _("ha lasciato il torneo: i dadi dicono chi entra fra %(people)s")
                    if has_left
                    else _("manca: i dadi dicono chi entra fra %(people)s")
                )
                reason = words % {"people": ", ".join(str(people[id_]) for id_ in one.level)}
            else:
                reason = (
                    _("ha lasciato il torneo, e nessuno entra al suo posto")
                    if has_left
                    else _("manca, e nessuno entra al suo posto")
                )
            rows.append(QualifierRow(str(person), person.club, reason, has_left=True, number=person.number))
        else:
            substitute = people[one.instead]
            words = (
                _("al posto di %(name)s, che ha lasciato il torneo")
                if person.state == EntrantState.WITHDRAWN
                else _("al posto di %(name)s, che manca")
            )
            reason = words % {"name": person}
            rows.append(QualifierRow(str(substitute), substitute.club, reason, number=substitute.number))
    return rows


def _standings_row(
    line: Standing,
    person: Entrant,
    reached: int,
    rounds: int,
    tournament: Tournament,
    *,
    decides: bool,
    is_through: bool,
) -> StandingsRow:
    """The standings with a column for each round up to the last with points: a final that is only drawn has none.

    Who misses one of the rounds that everybody plays has `reached` the same round as the others. `decides` where the order of the
    standings looks at the place at the table.
    """
    last = line.last
    decides = decides or tournament.rules.is_playoff(reached)
    return StandingsRow(
        rank=line.rank,
        name=str(person),
        nick=person.public.nick,
        club=person.club,
        category=person.category,
        reached=tournament.round_title(reached) if reached else "",
        total=line.total,
        wins=line.wins,
        per_round=tuple(score.gross if score else None for score in line.per_round[:rounds]),
        penalty=line.penalty,
        place=last.place if last and decides and last.round == reached else None,
        discarded=line.discarded,
        number=person.number,
        is_through=is_through,
    )


def _score_row(seat, result) -> ScoreRow:
    row = ScoreRow(seat=seat.position, name=str(seat.entrant), club=seat.entrant.club, number=seat.entrant.number)
    if result is None:
        return row
    return ScoreRow(
        seat=seat.position,
        name=row.name,
        club=row.club,
        points=result.points,
        tiebreaks=result.tiebreak_values(),
        rank=result.rank,
        eliminated=result.is_eliminated,
        number=row.number,
    )


def _draws_made(round_: Round) -> int:
    """The number of draws of this round, discarded drafts included."""
    return max(1, draws_made(round_.tournament, round_.number))
