"""Regulations as versioned data. Presets are files; tournaments have copies."""

import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from games.registry import game, games
from tournament.core.regulation.validation import LONGEST_GAME, PAIRINGS, validation_errors
from tournament.core.translation import translated as _

__all__ = ["LONGEST_GAME", "PAIRINGS"]

PRESETS = Path(__file__).resolve().parents[3] / "fixtures" / "regulations"


class BadRegulation(ValueError):
    """An unusable regulation: the file, the field and the fault."""

    def __init__(self, source: str, field: str, message: str):
        self.source, self.field, self.message = source, field, message
        super().__init__(
            _("%(source)s: campo «%(field)s»: %(fault)s") % {"source": source, "field": field, "fault": message}
        )


class BilingualText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in Italian and in English."""

    it: str
    en: str

    def in_language(self, code: str) -> str:
        return self.it if code.split("-")[0] == "it" else self.en


class Scoring(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The conversion of table points to tournament points: exact decimals, written as strings in files.

    Points are multiplied by the table's size, divided, rounded and cut to `most`; then what the place gives is added.
    """

    method: Literal["points", "against-winner", "percent", "place"] = "points"
    """`against-winner`: the winner `first` plus his points, the others `first` less what they lack to him; several winners
    each `first_shared` plus their points.
    `percent`: the share of the table's points, from 0 to 100. `place`: the points of the sheet count nothing."""
    sole_winner: bool = False
    """A first place that several share goes to whoever leads by the sheet's tie-breaks, where they part them."""
    by_size: dict[str, Decimal] = {}
    """The factor of table points by the size of the table."""
    divisor: Decimal = Decimal(1)
    decimals: int | None = None
    rounding: Literal["up", "half-up", "down"] = "half-up"
    most: Decimal | None = None
    places: tuple[Decimal, ...] = ()
    """Points of the first, the second… of a table; tied players share the sum of their places."""
    eliminated: tuple[Decimal, ...] = ()
    """Points of the last eliminated player, the one before… instead of those of their places."""
    first: Decimal = Decimal(0)
    first_shared: Decimal | None = None
    """Points of each shared first place; None is as much as for one alone."""
    first_by: Literal["place", "points"] = "place"
    """Who shares the first place: those signed first, or all who are level on the sheet's points with them, although
    tie-breaks or dice parted their placings. A sole winner is by placing in either case."""
    objective_at: Decimal = Decimal(100)
    """Table points that mean that the objective was reached."""
    objective: Decimal | None = None
    """The total points for a reached objective, in place of all others."""
    objective_place: Decimal | None = None
    """Points of the first place when the objective was reached."""
    objective_points: Decimal | None = None
    """Table points for a reached objective, in the own score alone."""


class Counting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of an entrant's rounds make the total. Semifinals and finals after qualifying rounds are none of them: their
    points are added, and use up neither a discard nor a place among the best."""

    best: int | None = None
    """The number of best rounds that count."""
    discards: int = 0
    """The number of worst rounds that do not count."""
    absences_are_discards: bool = False
    """A round not played uses up a discard; the absences beyond the discards count nothing."""
    needed: int = 0
    """The required number of rounds: players with fewer rank after all others and do not qualify."""
    entry: Decimal = Decimal(0)
    """Points that everybody starts from."""


SecondBye = Literal["after-all", "no-rematch"]


class Readings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What regulations leave open, each with the choices and a default. The second implementation in `tests/` knows all."""

    penalties: Literal["total", "round"] = "total"
    """A penalty of a round always comes off the total; or off that round's points, and is discarded with it."""
    playoff_points: Literal["added", "apart"] = "added"
    """Whether points of semifinals and finals are added to the total of those who play them."""
    finals: Literal["by-total", "level"] = "by-total"
    """Of several finals side by side, people at the same placing are ranked by what follows in the order, or are level."""
    finalist_leaves: Literal["runner-up", "nobody"] = "runner-up"
    """Who plays the final for a direct finalist who left: the best beaten semifinalist, or nobody."""
    bracket_bye: Literal["nothing", "win"] = "nothing"
    """What the bye of a bracket's first round is worth."""
    absent_opponent: Literal["win", "nothing"] = "win"
    """What it is worth that the opponent left, whether before the draw of the round or after it."""
    second_bye: SecondBye = "after-all"
    """Whether somebody may rest again in a Swiss event: after all others have, or where each other bye forces a rematch."""
    unplayed_opponents: Literal["nothing", "own-total"] = "nothing"
    """What a game that was not played adds to the points of the opponents met and beaten."""
    drawn_opponents: Literal["half", "nothing"] = "half"
    """How much of the points of somebody with whom one drew goes to the points of the opponents beaten."""
    shared_first: Literal["nobody", "each"] = "nobody"
    """Whether a first place that several share is a win of each of them, or of nobody."""
    level_final: Literal["dice", "order", "shared"] = "dice"
    """Of those level at the first place of the only final: dice say who has won, or what follows in the order, or all have."""
    band: Literal["first-round", "last-round"] = "first-round"
    """Whose number chooses the band: the field of the first round, or all who have a seat by the last qualifying round."""


class RoundOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of the game that hold in some rounds only: in the `last` so many, or in the `rounds` that are listed."""

    options: dict[str, bool | int | str]
    last: int = 0
    rounds: tuple[int, ...] = ()

    def holds_in(self, number: int, rounds: int) -> bool:
        return number in self.rounds or number > rounds - self.last


class SourceNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the sources disagree or are silent about a field: shown beside it, in both languages."""

    field: str
    it: str
    en: str

    def in_language(self, code: str) -> str:
        return self.it if code.split("-")[0] == "it" else self.en


class Teams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Teams: their size, their line-up each round, and the number of results that count."""

    least: int = 4
    most: int = 12
    line_up: int = 4
    best: int = 9
    of: int = 12


class Band(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The advancement from the qualifying rounds in a field up to a size; None is for the largest fields."""

    up_to: int | None = None
    finalists: int = 0
    """The best, who wait for the final."""
    semifinals: int = 0
    semifinalists: int = 0
    wildcards: int = 0
    """The number of semifinalists by best single score."""
    finals: int = 1
    """Tables of the final, side by side: as many winners."""


class Regulation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One version of a regulation: times in minutes; `advance` is how many of each table go on after each round."""

    slug: str
    version: int = 1
    name: BilingualText
    purpose: BilingualText = BilingualText(it="", en="")
    """In one line, which events it is for."""
    game: str
    edition: str = ""
    game_options: dict[str, bool | int | str] = {}
    round_options: tuple[RoundOptions, ...] = ()
    """Changes for some rounds; a later line prevails."""
    format: Literal["knockout", "rounds", "qualifying", "league", "pairs"] = "knockout"
    """`knockout`: by tables to a final. `rounds`: everybody plays all, the total decides. `qualifying`: everybody plays
    the first rounds, then the bands say who plays semifinals and final. `league`: the same over nights. `pairs`: tables
    of two, by one of the `pairings`."""
    pairings: tuple[Literal["swiss", "round-robin", "bracket"], ...] = ()
    """Offered to the organizer in this order."""
    seeding: Literal["roster", "lot"] = "roster"
    """Numbers of a round robin and seeds of a bracket: the order of the roster, or drawn from the first round's seed."""
    withdrawals: Literal["walkover", "next"] = "walkover"
    """In a bracket, when somebody who went on leaves: the opponent goes on without playing, or who lost to them comes back.
    At larger tables the next in line always comes."""
    rounds: int = 3
    table_sizes: tuple[int, ...] = (4, 5)
    """In order of preference: a plan uses as few tables of the later sizes as it can."""
    second_size_tables: int | None = None
    """The most tables of the second size; None is any number."""
    final_sizes: tuple[int, ...] = (4, 5)
    advance: tuple[int, ...] = (2, 1)
    minutes: int = 90
    pre_alarm: int = 10
    order: tuple[str, ...] = ("reached", "place", "points", "tiebreaks", "total")
    runners_up_order: tuple[str, ...] = ("points", "tiebreaks")
    tiebreaks_across: int | None = None
    """How many of a score sheet's tie-breaks compare players of different tables; None is all.

    The dice that part two players of one table say nothing about a player of another.
    """
    draw_criteria: tuple[str, ...] = ("rematch", "club")
    draw_criteria_by_round: tuple[tuple[str, ...], ...] = ()
    """For the first rounds, where they differ; later ones are drawn by `draw_criteria`."""
    seats_drawn: bool = False
    """Whether seats come from the draw; otherwise the table throws dice for them."""
    scoring: Scoring = Scoring()
    counting: Counting = Counting()
    readings: Readings = Readings()
    teams: Teams | None = None
    bands: tuple[Band, ...] = ()
    notes: tuple[BilingualText, ...] = ()
    source_notes: tuple[SourceNote, ...] = msgspec.field(default=(), name="doubts")

    def __post_init__(self) -> None:
        for field, message in validation_errors(self):
            raise BadRegulation(self.slug, field, message)

    def lasting(self, minutes: int) -> "Regulation":
        """The same with games of so many minutes; a pre-alarm that would come before the start moves into the game."""
        return msgspec.structs.replace(self, minutes=minutes, pre_alarm=min(self.pre_alarm, max(minutes - 1, 0)))

    def criteria_for(self, round_: int) -> tuple[str, ...]:
        """The draw criteria of this round, counted from 1."""
        if round_ <= len(self.draw_criteria_by_round):
            return self.draw_criteria_by_round[round_ - 1]
        return self.draw_criteria

    def changed_in(self, round_: int, rounds: int) -> dict[str, bool | int | str]:
        """The options of the game that this round, counted from 1, of an event of so many changes."""
        changed = [one.options for one in self.round_options if one.holds_in(round_, rounds)]
        return {key: value for options in changed for key, value in options.items()}

    def options_in(self, round_: int, rounds: int) -> dict[str, bool | int | str]:
        return {**self.game_options, **self.changed_in(round_, rounds)}

    def qualifying(self, rounds: int) -> int:
        """How many of the first so many rounds everybody plays; semifinals and finals after them are left out."""
        return min(rounds, self.rounds) if self.bands else rounds

    def is_playoff(self, round_: int) -> bool:
        """Whether this round, counted from 1, is a semifinal or a final after qualifying rounds that everybody plays."""
        return round_ > self.qualifying(round_)

    def band_for(self, entrants: int) -> Band | None:
        """The band of this field: the first that is large enough."""
        return next((band for band in self.bands if band.up_to is None or entrants <= band.up_to), None)


def presets(folder: Path = PRESETS) -> dict[str, Regulation]:
    """Every preset by slug, knockouts first; those that a game brings in its own folder come last.

    Raises BadRegulation for the first file that is no sound regulation.
    """
    found = _of_the_program(tuple(games())) if folder == PRESETS else _in_folder(folder)
    return {regulation.slug: regulation for regulation in found}


@cache
def _of_the_program(slugs: tuple[str, ...]) -> tuple[Regulation, ...]:
    """Those that come with it and with these games: files that do not change while it runs."""
    brought = (path for slug in slugs for path in sorted((game(slug).folder / "regulations").glob("*.toml")))
    return (*_in_folder(PRESETS), *map(_from_file, brought))


def _in_folder(folder: Path) -> tuple[Regulation, ...]:
    found = [_from_file(path) for path in sorted(folder.glob("*.toml"))]
    return tuple(sorted(found, key=lambda regulation: regulation.format != "knockout"))


def to_json(regulation: Regulation) -> str:
    """The frozen copy that a tournament keeps: the same regulation gives the same bytes."""
    return msgspec.json.encode(regulation, order="deterministic").decode()


def from_json(text: str | bytes, source: str = "JSON") -> Regulation:
    """Reads what `to_json` wrote, or an edited copy of it. Raises BadRegulation."""
    try:
        return _convert(msgspec.json.decode(text), source)
    except msgspec.DecodeError as error:
        raise BadRegulation(source, "$", str(error)) from None


def _from_file(path: Path) -> Regulation:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadRegulation(path.name, "$", str(error)) from None
    regulation = _convert(data, path.name)
    if regulation.slug != path.stem:
        raise BadRegulation(path.name, "slug", _("deve essere il nome del file, «%s»") % path.stem)
    return regulation


def _convert(data: Any, source: str) -> Regulation:
    try:
        return msgspec.convert(data, Regulation)
    except BadRegulation as error:
        raise BadRegulation(source, error.field, error.message) from None
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, BadRegulation):
            raise BadRegulation(source, error.__cause__.field, error.__cause__.message) from None
        message, _sep, where = str(error).partition(" - at ")
        raise BadRegulation(source, where.strip("`").removeprefix("$.") or _field_in(message), message) from None


def _field_in(message: str) -> str:
    """The field that msgspec quotes when it has no path to give: a missing or an unknown one."""
    quoted = message.split("`")
    return quoted[-2] if len(quoted) > 2 else "$"
