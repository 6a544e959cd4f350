"""The content of projectors: the parts that the organizer arranged, in pages that can be read from the back of the hall."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.bracket_plot import BracketRound, BracketSheet, origins_of, pages_of_wall
from tournament.core.columns import balanced, in_pages
from tournament.core.formatting import decimals_of, format_figure
from tournament.core.letter_widths import hyphenated, lines_of, widest_word
from tournament.core.ordinals import ordinal
from tournament.documents.sheets import StandingsSheet, alphabetical
from tournament.models import Announcement, Part, Round, ScreenLink, Season, Table, Tournament
from tournament.models.screen_links import LEAST_SECONDS
from tournament.queries.advancement import AdvancementStep, advancement_steps
from tournament.queries.day_plan import hall_of
from tournament.queries.event_page import bracket_of, may_have_road
from tournament.queries.outside import status_outside
from tournament.queries.prizes import prize_sheet
from tournament.queries.projector_road import RoadRow, RoadTable, road
from tournament.queries.projector_rows import (
    BOLD,
    Measure,
    WallRow,
    lines_of_standings,
    listing,
    paged,
    total_in_words,
)
from tournament.queries.projector_rows import LETTERS as ROW_LETTERS
from tournament.queries.projector_tiles import tell_apart, tiling
from tournament.queries.results import once
from tournament.queries.season import decimals_of_ranking, progress_of_season, ranking_of
from tournament.queries.sheets import qualifier_rows, standings_sheet
from tournament.queries.tables import tables_of
from tournament.queries.teams import team_lines
from tournament.states import RoundState, TableState, TournamentState

Size = ScreenLink.Size
SECONDS_A_ROW = 0.6
SECONDS_A_NAME = 0.3
"""Of a list by name, in which nobody reads more than the own neighbourhood."""
MOST_ROWS = 12
"""Lines a page; fewer for larger letters."""
ROWS = {Size.NORMAL: MOST_ROWS, Size.LARGE: 9, Size.HUGE: 7}
GROWN = {Size.NORMAL: 1.0, Size.LARGE: 1.35, Size.HUGE: 1.8}
"""The letters of rows, as `.screen-part` makes them larger."""
SECONDS_A_TABLE = 2.0
"""Of the road to the final."""
ROAD_HEAD = 1.4
"""A line above its tables, in sizes of the letters."""
STEPS = 3
"""Rounds of the bracket on a page."""
MORE_DRAWN, GROWN_DRAWING = 1, 1.75
"""Pages that a drawn bracket may have more than the list of its last round; and how much larger than the least its letters become."""

LETTERS: dict[Size, tuple[float, ...]] = {
    Size.NORMAL: (3.6, 3.9, 4.2, 4.5, 4.8, 5.1), Size.LARGE: (5.6,), Size.HUGE: (7.2,),
}  # fmt: skip
"""Their sizes on a page of seatings, in hundredths of the screen's height, as `.screen-columns` sets them at 16 to 9. The least is read
at ten metres from a screen two metres wide; the greatest is taken that asks for at most a quarter more pages.
"""
LEAST_OF_TILES = {Size.NORMAL: 3.6, Size.LARGE: 4.8, Size.HUGE: 6.4}
COLUMNS = {Size.NORMAL: (1, 2, 3), Size.LARGE: (1, 2), Size.HUGE: (1,)}
ROOM = 68.0
"""Hundredths of the height for a column, where the name of the tournament takes two lines."""
TITLE_LINE, TITLE_ROOM = 4.8, 21.0
"""What one line less gives back, and the width of that line in sizes of its letters."""
LINE, ROW = 1.15, 0.84
"""The height of a line, in sizes of the letters, and what a row has besides its lines."""
PAGE, GAP, BESIDE = 168.8, 5.4, 1.8
"""The width of a page, between two columns, and between the cells of a row, in hundredths of the height."""
FIGURE, SEAT = 0.66, 1.0
"""A figure of the table's number and the seat, in sizes of the letters."""
SAFE = 1.02
"""A name is taken to be so much wider than its letters, so that none takes a line that was not counted."""
LEAST = LETTERS[Size.NORMAL][0]
"""Of somebody's row alone, where a word has no room at the size of the others."""
MOST_PAGES = 5
"""Larger letters never ask for more: who has missed the own name waits for it to come round again."""
ROWS_AN_OUTLIER = 20
"""Among so many rows one may be an outlier: with smaller letters, or a word over two lines. It sets the letters of nobody else."""
SENTENCES = {Size.NORMAL: 3, Size.LARGE: 2, Size.HUGE: 1}


@dataclass(frozen=True)
class Slide:
    """One page of the projector. `key` stays the same while its rows change, so that an update does not turn the page."""

    key: str
    kind: str
    rows: list
    page: int = 1
    pages: int = 1
    letters: str = ""
    seconds: int = LEAST_SECONDS
    sheet: StandingsSheet | None = None
    columns: int = field(default=1)
    height: str = ""
    """The size of the letters of seatings and tables, as the style sheet names it."""
    scale: str = ""
    """How much larger the letters of measured rows are, as the style sheet names it; empty where rows are not measured."""
    is_listed: bool = False
    """Whether each name at a table has a line of its own."""
    stacks: tuple = ()
    """The rows column by column, where there are several."""
    words: str = ""
    """Who goes on from the round on the road to the final; the name of a season."""
    progress: str = ""
    """After how many of its events the ranking of a season counts."""
    road: tuple[tuple[str, bool], ...] = ()
    """The rounds of that road where the rows are tables, and which of them these play."""
    drawing: BracketSheet | None = None
    """The bracket as this page draws it."""
    is_provisional: bool = False
    """Of prizes: whoever has them still plays."""
    template: str = ""
    """The template of a part that another app registers, with its heading."""

    @property
    def has_through(self) -> bool:
        return self.sheet is not None and any(row.is_through for row in self.sheet.rows)


@dataclass(frozen=True)
class Seated:
    """Where somebody sits."""

    name: str
    table: int
    seat: int
    hall: str = ""
    is_small: bool = False
    """In the least letters, for a word that has no room in those of the others."""

    @property
    def words(self) -> str:
        return f"{self.name} {self.hall}".strip()


@dataclass(frozen=True)
class Call:
    """A table that waits for the head judge, and since when. The reason of the call is not public."""

    table: int
    since: datetime
    hall: str = ""


@dataclass
class ProjectorView:
    """The data of the parts; each is fetched once, and only if a part needs it."""

    tournament: Tournament
    round: Round | None
    now: datetime
    screen: ScreenLink

    @property
    def size(self) -> Size:
        return Size(self.screen.size)

    @property
    def letters(self) -> float:
        """Of rows, in hundredths of the screen's height."""
        return ROW_LETTERS * GROWN[self.size]

    @property
    def least_seconds(self) -> int:
        return self.screen.least_seconds

    @cached_property
    def tables(self) -> list[Table]:
        found = tables_of(self.round) if self.round else []
        for table in found:
            vars(table)["status_outside"] = status_outside(table, self.screen)
        tell_apart(found)
        return found

    @property
    def is_playing(self) -> bool:
        return self.round is not None and self.round.state == RoundState.RUNNING

    def pages(self, kind: str, rows: list, *, most: int, sheet=None) -> list[Slide]:
        """Pages of nearly equal length, each shown long enough to be read."""
        if not rows:
            return []
        pages = math.ceil(len(rows) / most)
        each = math.ceil(len(rows) / pages)
        parts = [rows[start : start + each] for start in range(0, len(rows), each)]
        return [self.page(kind, part, number, len(parts), sheet=sheet) for number, part in enumerate(parts, 1)]

    def measured_pages(self, kind: str, rows: list, measure: Measure, *, most: int, **more: Any) -> list[Slide]:
        """Pages about equally full, on which every name is whole."""
        if not rows:
            return []
        paging = paged(measure, most=most, letters=self.letters, may_grow=self.size == Size.NORMAL)
        found, rest = [], rows
        for number, count in enumerate(paging.counts, 1):
            part, rest = rest[:count], rest[count:]
            found.append(self.page(kind, part, number, len(paging.counts), scale=f"{paging.scale:g}", **more))
        return found

    def page(
        self, kind: str, rows: list, number: int, pages: int, *, seconds_a_row: float = SECONDS_A_ROW, **more: Any
    ) -> Slide:
        seconds = max(self.least_seconds, math.ceil(seconds_a_row * len(rows)))
        return Slide(key=f"{kind}-{number}", kind=kind, rows=rows, page=number, pages=pages, seconds=seconds, **more)


def slides(
    tournament: Tournament, round_: Round | None, *, now: datetime, screen: ScreenLink | None = None
) -> list[Slide]:
    """The pages of a screen: its parts in its order, or those that follow the day, also where its parts have nothing to show between two
    rounds and at the end; none where there is nothing to show but the clock.
    """
    screen = screen or ScreenLink()
    hall = ProjectorView(tournament, round_, now, screen)
    found = _slides_of(screen.parts or parts_of_the_moment(hall), hall)
    is_between = round_ is not None and (
        round_.state == RoundState.CLOSED or tournament.state == TournamentState.FINISHED
    )
    if not found and (is_between or Part.LIVE in screen.parts):
        # A wall is never empty without a clock on it, and a screen for the final serves the hall until there is one to see.
        return _slides_of(parts_of_the_moment(hall), hall)
    return found


def _slides_of(parts: Sequence[str], hall: ProjectorView) -> list[Slide]:
    return [slide for part in parts if part in BUILDERS for slide in BUILDERS[part](hall)]


def parts_of_the_moment(hall: ProjectorView) -> Sequence[str]:
    """Before the start the seatings, during play the tables, afterwards the qualifiers; at the end the prizes."""
    if hall.tournament.state == TournamentState.FINISHED:
        return (Part.PRIZES, Part.STANDINGS)
    state = hall.round.state if hall.round else None
    if state == RoundState.PUBLISHED:
        return (Part.ANNOUNCEMENTS, Part.SEATINGS, Part.STANDINGS)
    if state == RoundState.RUNNING:
        return (Part.CALLS, Part.ANNOUNCEMENTS, Part.LIVE, Part.TABLES, *_seatings_of_latecomers(hall), Part.STANDINGS)
    return (Part.ANNOUNCEMENTS, Part.THROUGH, Part.STANDINGS)


def _seatings_of_latecomers(hall: ProjectorView) -> tuple[str, ...]:
    begun = any(table.state not in (TableState.WAITING, TableState.PLAYING) for table in hall.tables)
    return () if begun else (Part.SEATINGS,)


def calls(tables: list[Table]) -> list[Call]:
    """The tables that wait for the head judge, the longest wait first."""
    waiting = [
        Call(table.number, table.status.called_at, hall_of(table.round.tournament, table.number))
        for table in tables
        if getattr(table, "status", None) and table.status.called_at
    ]
    return sorted(waiting, key=lambda call: call.since)


def _announcements(hall: ProjectorView) -> list[Slide]:
    rows = list(Announcement.objects.filter(tournament=hall.tournament, removed_at=None))
    return hall.pages("announcements", rows, most=SENTENCES[hall.size])


def _calls(hall: ProjectorView) -> list[Slide]:
    return hall.pages("calls", calls(hall.tables) if hall.is_playing else [], most=2 * SENTENCES[hall.size])


def _seatings(hall: ProjectorView) -> list[Slide]:
    if hall.round is None or hall.round.state == RoundState.CLOSED:
        return []
    rows = [
        Seated(str(seat.entrant), table.number, seat.position, hall_of(hall.tournament, table.number))
        for table in hall.tables
        for seat in table.seats.all()
    ]
    rows.sort(key=lambda row: alphabetical(row.name))
    return _in_columns(rows, hall)


def _room(hall: ProjectorView) -> float:
    return ROOM + (TITLE_LINE if lines_of(hall.tournament.name, TITLE_ROOM) == 1 else 0)


def _in_columns(rows: list[Seated], hall: ProjectorView) -> list[Slide]:
    """As few pages as the measure of the names allows, in as few columns, and then the largest letters; no word is broken where
    smaller letters or fewer columns hold it, but that of an outlier.
    """
    room = _room(hall)
    ways = [_layout(rows, room, letters, many) for letters in LETTERS[hall.size] for many in COLUMNS[hall.size]]
    fewest = max(len(rows) // ROWS_AN_OUTLIER, min(way.outliers for way in ways))
    whole = [way for way in ways if way.outliers <= fewest]
    most = min(way.pages for way in whole)
    enough = max(most, min(most + most // 4, MOST_PAGES))
    best = max((way for way in whole if way.pages <= enough), key=lambda way: (way.letters, -way.pages, -way.columns))
    pages = in_pages(best.rows, best.counts, best.columns)
    return [_page_of_seatings(page, number, len(pages), best, hall) for number, page in enumerate(pages, 1)]


@dataclass(frozen=True)
class Layout:
    """So many rows in each column, and how many of them are outliers, of which a word has no room in these letters."""

    letters: float
    columns: int
    counts: list[int]
    rows: list[Seated]
    outliers: int

    @property
    def pages(self) -> int:
        return -(-len(self.counts) // self.columns)


def _layout(rows: list[Seated], height: float, letters: float, columns: int) -> Layout:
    """In columns of this height."""
    highest = max((row.table for row in rows), default=0)
    room = name_room(letters, columns, highest_table=highest)
    small = name_room(LEAST, columns, highest_table=highest, beside_letters=letters)
    fitted = [row if widest_word(row.words) <= room else _outlier(row, small) for row in rows]
    heights = [
        lines_of(row.words, small) * LINE * LEAST + ROW
        if row.is_small
        else lines_of(row.words, room) * LINE * letters + ROW
        for row in fitted
    ]
    return Layout(letters, columns, balanced(heights, height, columns), fitted, sum(row.is_small for row in fitted))


def _outlier(row: Seated, room: float) -> Seated:
    return replace(row, name=hyphenated(row.name, room), hall=hyphenated(row.hall, room), is_small=True)


def name_room(letters: float, columns: int, *, highest_table: int, beside_letters: float = 0) -> float:
    """The width that a name has, in sizes of the letters; table and seat beside it may stand in others."""
    beside = (len(str(highest_table)) * FIGURE + SEAT) * (beside_letters or letters)
    return (((PAGE - GAP * (columns - 1)) / columns - BESIDE) - beside) / letters / SAFE


def _page_of_seatings(stacks: tuple, number: int, pages: int, layout: Layout, hall: ProjectorView) -> Slide:
    people = [row for stack in stacks for row in stack]
    return hall.page(
        "seatings",
        people,
        number,
        pages,
        seconds_a_row=SECONDS_A_NAME,
        letters=_letters(people),
        stacks=stacks,
        columns=layout.columns,
        height=str(layout.letters),
    )


def _tables(hall: ProjectorView) -> list[Slide]:
    tables = hall.tables if hall.is_playing else []
    if not tables:
        return []
    halls = [hall_of(hall.tournament, table.number) for table in tables]
    tiles = tiling(tables, halls, room=_room(hall), least=LEAST_OF_TILES[hall.size])
    found, rest = [], tables
    for number, count in enumerate(tiles.counts, 1):
        part, rest = rest[:count], rest[count:]
        found.append(
            hall.page(
                "tables",
                part,
                number,
                len(tiles.counts),
                columns=tiles.columns,
                height=str(tiles.letters),
                is_listed=tiles.is_listed,
            )
        )
    return found


def _through(hall: ProjectorView) -> list[Slide]:
    is_closed = hall.round is not None and hall.round.state == RoundState.CLOSED
    found = qualifier_rows(hall.round) if hall.round is not None and is_closed else []
    return _in_a_list(
        "through", [WallRow(one.name, one.club, one.reason, has_left=one.has_left) for one in found], hall
    )


def _in_a_list(kind: str, rows: list[WallRow], hall: ProjectorView, **more: Any) -> list[Slide]:
    if not rows:
        return []
    most_columns = max(COLUMNS[hall.size])
    fitted = listing(rows, room=_room(hall), least=LEAST_OF_TILES[hall.size], most_columns=most_columns)
    pages = in_pages(rows, fitted.counts, fitted.columns)
    return [
        hall.page(
            kind,
            [row for stack in page for row in stack],
            number,
            len(pages),
            seconds_a_row=SECONDS_A_NAME,
            stacks=page,
            columns=fitted.columns,
            height=f"{fitted.letters:g}",
            **more,
        )
        for number, page in enumerate(pages, 1)
    ]


def _standings(hall: ProjectorView) -> list[Slide]:
    sheet = standings_sheet(hall.tournament, made_at=hall.now, explained=())
    return [*_standings_of_teams(hall, sheet), *_standings_of_people(hall, sheet)]


def _standings_of_teams(hall: ProjectorView, sheet: StandingsSheet) -> list[Slide]:
    if hall.tournament.rules.teams is None:
        return []
    lines = team_lines(hall.tournament)
    decimals = decimals_of(line.total for line, _members in lines)
    rows = [
        WallRow(line.team, words=", ".join(members), place=str(line.rank), figure=format_figure(line.total, decimals))
        for line, members in lines
    ]
    return _in_a_list("teams", rows, hall, sheet=sheet)


def _standings_of_people(hall: ProjectorView, sheet: StandingsSheet) -> list[Slide]:
    """With the points of every round where that takes no more pages than places and totals alone, in columns."""
    if not any(points is not None for row in sheet.rows for points in row.per_round):
        return []
    whole = hall.measured_pages(
        "standings", list(sheet.rows), lines_of_standings(sheet), most=ROWS[hall.size], sheet=sheet
    )
    has_groups = sheet.has_reached and len({row.reached for row in sheet.rows}) > 1
    rows = [
        WallRow(
            row.marked_name,
            place=str(row.rank) if row.is_ranked else "–",
            figure=total_in_words(row, sheet),
            heading=row.reached if has_groups else "",
        )
        for row in sheet.rows
    ]
    listed = _in_a_list("standings", rows, hall, sheet=sheet) if len(whole) > 1 else whole
    return min(whole, listed, key=len)


def _seasons(hall: ProjectorView) -> list[Slide]:
    """The ranking of each public season for which the event counts, its results so far included."""
    found = hall.tournament.seasons.filter(season__is_public=True).select_related("season")
    return [slide for event in found for slide in _season(hall, event.season)]


def _season(hall: ProjectorView, season: Season) -> list[Slide]:
    rows = once(f"season {season.pk}", hall.tournament, lambda: ranking_of(season))
    decimals = decimals_of_ranking(rows)
    walls = [
        WallRow(str(row.name), row.person.club, place=str(row.rank), figure=format_figure(row.total, decimals))
        for row in rows
    ]
    slides_of_season = _in_a_list(Part.SEASON, walls, hall, words=season.name, progress=progress_of_season(rows))
    return [replace(slide, key=f"{slide.key}-{season.code}") for slide in slides_of_season]


def _bracket(hall: ProjectorView) -> list[Slide]:
    """The last rounds drawn where that takes no more than a further page; else the tables of the last public round with whoever plays
    there, once it is closed whoever goes on, and before them the rounds to come.
    """
    if not may_have_road(hall.tournament):
        return []
    steps = [step.cut(0) for step in advancement_steps(hall.tournament, most_names=0)]
    rounds = bracket_of(hall.tournament)
    if not rounds:
        return hall.pages("bracket", [replace(step, more=0) for step in steps], most=STEPS)
    last = hall.tournament.rounds.visible().get(number=rounds[-1].number)
    listed = _listed(hall, rounds, last, steps)
    rule = "" if last.state == RoundState.CLOSED else steps[last.number - 1].rule
    return _drawn(hall, rounds, rule, most_pages=len(listed) + MORE_DRAWN) or listed


def _listed(
    hall: ProjectorView, rounds: Sequence[BracketRound], last: Round, steps: Sequence[AdvancementStep]
) -> list[Slide]:
    if last.state == RoundState.CLOSED and not rounds[-1].is_last:
        found = [WallRow(one.name, one.club, one.reason, has_left=one.has_left) for one in qualifier_rows(last)]
        return _in_a_list("bracket", found, hall)
    tables = _road_tables(hall, rounds)
    now = steps[last.number - 1]
    has_origins = any(column == len(rounds) - 1 for column, _number in origins_of(rounds))
    legend = _("T = tavolo del turno prima, con il piazzamento") if has_origins else ""
    words = " · ".join(filter(None, (now.rule, legend)))
    head = " · ".join(filter(None, (" → ".join(step.name for step in steps), words)))
    head_lines = lines_of(head, PAGE / hall.letters / SAFE / BOLD)
    fitted = road(
        tables,
        room=_room(hall) - ROAD_HEAD * head_lines * hall.letters,
        least=LEAST_OF_TILES[hall.size],
        most_columns=max(COLUMNS[hall.size]),
    )
    pages = in_pages(tables, fitted.counts, fitted.columns)
    return [
        hall.page(
            "bracket",
            [table for stack in page for table in stack],
            number,
            len(pages),
            seconds_a_row=SECONDS_A_TABLE,
            stacks=page,
            columns=fitted.columns,
            height=f"{fitted.letters:g}",
            words=words,
            road=tuple((step.name, step is now) for step in steps),
        )
        for number, page in enumerate(pages, 1)
    ]


def _drawn(hall: ProjectorView, rounds: Sequence[BracketRound], rule: str, *, most_pages: int) -> list[Slide]:
    """The bracket, below who goes on from the round that is played and what the signs stand for."""
    words = " · ".join(filter(None, (rule, _("T = tavolo, ✓ = passa o vince"))))
    head = ROAD_HEAD * lines_of(words, PAGE / hall.letters / SAFE) * hall.letters
    least = LEAST_OF_TILES[hall.size]
    sheets = pages_of_wall(
        rounds,
        width=PAGE,
        height=_room(hall) - head,
        least=least,
        most=GROWN_DRAWING * least,
        most_pages=most_pages,
    )
    return [
        hall.page(
            "bracket",
            [box.table for box in sheet.plot.boxes],
            number,
            len(sheets),
            seconds_a_row=SECONDS_A_TABLE,
            drawing=sheet,
            words=words,
        )
        for number, sheet in enumerate(sheets, 1)
    ]


def _road_tables(hall: ProjectorView, rounds: Sequence[BracketRound]) -> list[RoadTable]:
    origins = origins_of(rounds)
    ranks: dict[int, int] = {}
    if rounds[-1].number > 1 and not any(row.points for table in rounds[-1].tables for row in table.rows):
        sheet = standings_sheet(hall.tournament, made_at=hall.now, explained=())
        ranks = {row.number: row.rank for row in sheet.rows if row.is_ranked}

    def origin(number: int) -> str:
        found = origins.get((len(rounds) - 1, number))
        if found is None:
            return ordinal(ranks[number]) if number in ranks else ""
        table = _("T%(n)s") % {"n": found.table}
        return f"{table} · {ordinal(found.place)}" if found.place else table

    return [
        RoadTable(
            table.number,
            tuple(RoadRow(row.name, origin(row.number), row.points, row.is_through) for row in table.rows),
        )
        for table in rounds[-1].tables
    ]


def _prizes(hall: ProjectorView) -> list[Slide]:
    sheet = prize_sheet(hall.tournament, made_at=hall.now)
    rows = [
        WallRow(
            row.name or "—",
            row.club,
            row.title,
            place=ordinal(row.place),
            heading=group.title,
            is_first=at == 0 and row.place == 1,
        )
        for at, group in enumerate(sheet.groups)
        for row in group.rows
    ]
    return _in_a_list("prizes", rows, hall, is_provisional=sheet.is_provisional)


Builder = Callable[[ProjectorView], list[Slide]]
BUILDERS: dict[str, Builder] = {
    Part.SEATINGS: _seatings,
    Part.TABLES: _tables,
    Part.CALLS: _calls,
    Part.THROUGH: _through,
    Part.BRACKET: _bracket,
    Part.STANDINGS: _standings,
    Part.SEASON: _seasons,
    Part.ANNOUNCEMENTS: _announcements,
    Part.PRIZES: _prizes,
}


def register_part(part: str, *, template: str) -> Callable[[Builder], Builder]:
    """Registers `builder(hall) -> list[Slide]` of another app for the pages of a part with a template of its own."""

    def register(builder: Builder) -> Builder:
        BUILDERS[part] = lambda hall: [replace(slide, template=template) for slide in builder(hall)]
        return builder

    return register


def _letters(rows: list[Seated]) -> str:
    first, last = (alphabetical(rows[at].name)[:1].upper() for at in (0, -1))
    return first if first == last else f"{first}–{last}"
