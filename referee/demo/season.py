"""A season of events that are over, with the same people at them: rounds, tables, records and champions, by the actions of the pages.

Each event is written at once or not at all, and only where the log does not say that it is there already: a season that was
interrupted goes on where it was.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.demo import playing
from referee.demo.script import LOADED, BadScript
from tournament.actions import (
    checkin,
    day_plan,
    formats,
    penalties,
    results,
    roster,
    rounds,
    seasons,
    staff,
    tables,
    teams,
    tournaments,
)
from tournament.actions.base import record as log
from tournament.core.formats import possible_formats
from tournament.core.regulation.schema import presets
from tournament.core.roster_fields import RosterRow
from tournament.imports.roster import RosterSheet, read_roster
from tournament.models import LogEvent, Result, Round, Season, SeasonEvent, Tournament
from tournament.queries.results import has_level_final
from tournament.queries.teams import field_size, teams_of
from tournament.states import EntrantState, Role

SATURDAY = 5
BEGINS = time(10, 0)
PAUSE = 30
"""Minutes between two rounds."""
SPARE = 1
"""How many more of a team come than play in a round."""


class PrizeScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: int
    title: str
    category: str = ""


class EventScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    place: str
    regulation: str
    players: int
    format: str = ""
    grade: Literal["raduno", "master", "open", "interclub", "league"] = "open"
    recorded: int = 0
    infractions: int = 0
    penalties: int = 0


class SeasonScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    roster: str
    without_consent: int
    weeks_apart: int
    best: int
    places: tuple[int, ...]
    prizes: tuple[PrizeScript, ...]
    events: tuple[EventScript, ...]


@dataclass(frozen=True)
class SeasonPlay:
    """What an event is played with: the people of the season, who does it, and its day."""

    script: SeasonScript
    people: RosterSheet
    organizer: object
    judge: object
    day: date

    @property
    def strangers(self) -> frozenset[tuple[str, str]]:
        rows = self.people.rows
        return frozenset((row.surname, row.name) for row in rows[len(rows) - self.script.without_consent :])


def read_season(folder: Path) -> SeasonScript:
    try:
        content = tomllib.loads((folder / "season.toml").read_text(encoding="utf-8"))
        script = msgspec.convert(content, SeasonScript)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise BadScript(f"season.toml: {fault}") from None
    for one in script.events:
        if one.regulation not in presets():
            raise BadScript(f"season.toml: regulation {one.regulation}")
    if not (folder / script.roster).is_file():
        raise BadScript(f"season.toml: roster {script.roster}")
    return script


def play_season(folder: Path, events: int, *, organizer, judge, today: date) -> Iterator[Tournament]:
    """The events in the order of their days, each as soon as it is there."""
    script = read_season(folder)
    people = read_roster((folder / script.roster).read_bytes(), script.roster)
    for number, event in enumerate(_events(script, events)):
        day = _last_saturday(today) - timedelta(weeks=script.weeks_apart * (events - 1 - number))
        play = SeasonPlay(script, people, organizer, judge, day)
        yield _played_before(event) or _played(event, play)


def _events(script: SeasonScript, many: int) -> Iterator[EventScript]:
    for number in range(many):
        again, place = divmod(number, len(script.events))
        event = script.events[place]
        yield msgspec.structs.replace(event, key=f"{event.key}-{again + 1}") if again else event


def _last_saturday(today: date) -> date:
    return today - timedelta(days=(today.weekday() - SATURDAY) % 7 or 7)


def _season(script: SeasonScript, *, by) -> Season:
    """Recognized by one of its events, so that it may be renamed."""
    loaded = LogEvent.objects.filter(verb=LOADED.key, subject__in=[_subject(one) for one in script.events])
    known = SeasonEvent.objects.filter(tournament__in=loaded.values("tournament")).select_related("season").first()
    if known:
        return known.season
    return seasons.create(
        name=script.name, formula=Season.Formula.PLACES, places=list(script.places), best=script.best, by=by
    )


def _subject(event: EventScript) -> str:
    return f"season {event.key}"


def _played_before(event: EventScript) -> Tournament | None:
    found = LogEvent.objects.filter(verb=LOADED.key, subject=_subject(event)).select_related("tournament").first()
    return found.tournament if found else None


@transaction.atomic
def _played(event: EventScript, play: SeasonPlay) -> Tournament:
    by, rng = play.organizer, Random(_subject(event))
    tournament = tournaments.create(
        name=event.name, place=event.place, day=play.day, regulation=presets()[event.regulation], by=by
    )
    staff.grant(tournament, user=play.judge, role=Role.JUDGE, by=by)
    last = _assemble(tournament, event, play, rng)
    for number in range(1, last + 1):
        _play_round(tournament, number, event, play, rng, is_last=number == last)
    _penalize(tournament, event, rng, by=by)
    if has_level_final(tournament):
        _throw_for_the_title(tournament.rounds.get(number=last), rng, by=by)
    tournaments.finish(tournament, by=by)
    seasons.count(_season(play.script, by=by), tournament=tournament, grade=event.grade, by=by)
    log(tournament, LOADED, by=by, subject=_subject(event))
    return tournament


# The people and the day


def _assemble(tournament: Tournament, event: EventScript, play: SeasonPlay, rng: Random) -> int:
    """Everybody present, with a format. Returns the number of its rounds."""
    by = play.organizer
    sheet = msgspec.structs.replace(play.people, rows=_who_comes(play.people.rows, event, tournament, rng))
    entrants = roster.import_rows(tournament, sheet=sheet, by=by)
    tournaments.open_checkin(tournament, by=by)
    checkin.mark_all(tournament, was=EntrantState.EXPECTED, to=EntrantState.PRESENT, by=by)
    for one in entrants:
        if (one.surname, one.name) not in play.strangers:
            checkin.note(one, has_paid=True, has_consented=True, by=by)
    offered = possible_formats(field_size(tournament), tournament.rules)
    chosen = next((one for one in offered if one.key.startswith(event.format)), offered[0])
    formats.choose(tournament, key=chosen.key, by=by)
    day_plan.plan(tournament, begins=BEGINS, pause=PAUSE, breaks=[], by=by)
    prizes = [(one.category, one.place, one.title) for one in play.script.prizes]
    day_plan.set_prizes(tournament, prizes=prizes, by=by)
    return len(chosen.stages)


def _who_comes(
    rows: Sequence[RosterRow], event: EventScript, tournament: Tournament, rng: Random
) -> tuple[RosterRow, ...]:
    """The first lines of the roster oftener than the last ones; of a team so many as it needs and the spare ones."""
    eager = sorted(rows, key=lambda row: rng.random() * (len(rows) + row.line))
    if tournament.rules.teams is None:
        return tuple(sorted(eager[: event.players], key=lambda row: row.line))
    size = tournament.rules.teams.line_up + SPARE
    clubs = list(dict.fromkeys(row.club for row in rows if row.club))[: event.players // size]
    chosen = [row for club in clubs for row in [one for one in eager if one.club == club][:size]]
    return tuple(sorted(chosen, key=lambda row: row.line))


# A round


def _play_round(
    tournament: Tournament, number: int, event: EventScript, play: SeasonPlay, rng: Random, *, is_last: bool
) -> None:
    by, minutes = play.organizer, tournament.rules.minutes + PAUSE
    _line_up(tournament, number, rng, by=by)
    round_ = playing.drawn(tournament, f"{event.key}-{number}", by=by)
    first = timezone.make_aware(datetime.combine(play.day, BEGINS))
    began = first + timedelta(minutes=minutes * (number - 1))
    rounds.publish(round_, by=by)
    rounds.start(round_, by=by, now=began)
    for table in round_.tables.order_by("number"):
        tables.assign_judge(table, judge=play.judge, by=by)
        dice = Random(f"{_subject(event)} {number} {table.number}")
        if is_last or table.number <= event.recorded:
            infractions = event.infractions if table.number == 1 and number == 1 else 0
            playing.recorded(table, dice, infractions=infractions, by=play.judge)
        else:
            playing.on_paper(table, dice, by=play.judge)
    rounds.close(round_, by=by, now=began + timedelta(minutes=round_.minutes))


def _line_up(tournament: Tournament, number: int, rng: Random, *, by) -> None:
    if tournament.rules.teams is None:
        return
    for team in teams_of(tournament, number):
        entrants = rng.sample(team.members, tournament.rules.teams.line_up)
        teams.line_up(tournament, round_number=number, team=team.name, entrants=entrants, by=by)


def _penalize(tournament: Tournament, event: EventScript, rng: Random, *, by) -> None:
    for entrant in rng.sample(list(tournament.entrants.order_by("number")), event.penalties):
        penalties.add(entrant, points=Decimal(1), reason=_("Ritardo al tavolo"), by=by)


def _throw_for_the_title(final: Round, rng: Random, *, by) -> None:
    """Dice say who of those level at the first place of the final has won."""
    for table in final.tables.all():
        rows = list(Result.objects.filter(seat__table=table).select_related("seat").order_by("rank", "seat__position"))
        first = [one for one in rows if one.rank == 1]
        places = dict(zip((one.pk for one in rng.sample(first, len(first))), range(1, len(first) + 1), strict=True))
        lines = [
            results.ResultLine(
                position=one.seat.position,
                points=one.points,
                rank=places.get(one.pk, one.rank),
                tiebreaks=tuple(map(Decimal, one.tiebreaks)),
                is_eliminated=one.is_eliminated,
            )
            for one in rows
        ]
        results.correct(table, lines=lines, reason=_("Lancio dei dadi"), by=by)
