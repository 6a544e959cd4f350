"""Formatting of the tournament's values on pages: clocks, figures, states, lines of the log. `{% load day %}`."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.words import unstopped
from tournament.actions import accounts, house, second_factors
from tournament.core.clock import ClockReading
from tournament.core.formatting import date_in_words, decimals_of, format_figure, points_in_words, with_minus_sign
from tournament.core.log_verbs import describe, describe_publicly, is_about_a_round
from tournament.core.ranking.season import SeasonTie
from tournament.documents.sheets import ScoreRow, ScoreSheetPage
from tournament.labels import states
from tournament.labels.season import tie_in_words
from tournament.models import AccountOrigin, HouseEvent, Tournament
from tournament.queries import clocks
from tournament.queries.outside import known_outside, tells_giro
from tournament.queries.season import decimals_of_ranking
from tournament.queries.tables import tables_in_words
from tournament.states import RoundState, TableState, TournamentState

register = template.Library()
register.filter("unstopped", unstopped)
register.filter("season_decimals", decimals_of_ranking)

TONES = {
    TournamentState.DRAFT: "",
    TournamentState.CHECKIN: "info",
    TournamentState.RUNNING: "success",
    TournamentState.FINISHED: "neutral",
    RoundState.PUBLISHED: "info",
    RoundState.CLOSED: "neutral",
    TableState.WAITING: "",
    TableState.PLAYING: "success",
    TableState.COUNTED: "warning",
    TableState.SIGNED: "neutral",
}

SCREEN_COLOURS = {"success": "text-success", "info": "text-info", "warning": "text-warning", "error": "text-error"}


@register.filter
def tone(state: str) -> str:
    """The badge's tone for a state; the states of tournaments, rounds and tables that share a word share a tone."""
    return TONES.get(state, "")


HOUSE_LINES = {
    house.GIVE: gettext_lazy("%(by)s ha dato a %(name)s: %(right)s"),
    house.TAKE: gettext_lazy("%(by)s ha tolto a %(name)s: %(right)s"),
    accounts.RENAME: gettext_lazy("%(by)s ha ripreso da una prova il nome utente: %(name)s"),
    second_factors.ENROL: gettext_lazy("%(name)s ha attivato il secondo passo"),
    second_factors.LEAVE: gettext_lazy("%(name)s ha tolto il suo secondo passo"),
    second_factors.RESET: gettext_lazy("%(by)s ha azzerato il secondo passo di %(name)s"),
    second_factors.NEW_CODES: gettext_lazy("%(name)s ha fatto nuovi codici di riserva"),
    second_factors.RECOVERY: gettext_lazy("%(name)s ha usato un codice di riserva"),
    second_factors.REFUSED: gettext_lazy("troppe cifre sbagliate per %(name)s: la password era giusta"),
}


@register.filter
def account_origin(user) -> str:
    """What made an account, and who: `origin` is read with it."""
    origin = getattr(user, "origin", None)
    if origin is None:
        return _("fatto da chi lo usa o dal computer del sito")
    if origin.kind == AccountOrigin.Kind.DEMO:
        return _("fatto dalla dimostrazione")
    values = {"by": origin.made_by or "—", "name": origin.tournament or _("cancellata")}
    if origin.kind == AccountOrigin.Kind.REHEARSAL:
        return _("fatto da %(by)s per la prova «%(name)s»") % values
    return _("fatto da %(by)s per il torneo «%(name)s»") % values


@register.filter
def house_line(event: HouseEvent) -> str:
    """A line of the log of the house in words."""
    by, right = event.actor or "—", event.get_right_display()
    return str(HOUSE_LINES[event.verb]) % {"by": by, "name": event.subject, "right": right}


@register.filter(expects_localtime=True)
def dated(day: date, pattern: str = "l j F Y") -> str:
    """A date in words: "sabato 14 marzo 2026", "Saturday 14 March 2026". Italian writes days and months in lower case."""
    return date_in_words(day, pattern)


@register.filter
def named_tiebreaks(row: ScoreRow, sheet: ScoreSheetPage) -> list[tuple[str, Decimal | None]]:
    """The tie-breaks of one player, each with its name."""
    return list(zip(sheet.tiebreak_heads, row.tiebreaks, strict=False))


@register.filter
def seconds(length: timedelta) -> int:
    return int(length.total_seconds())


@register.filter
def minutes(length: timedelta) -> int:
    return int(length.total_seconds()) // 60


@register.filter
def figure(points: Decimal | str | None, decimals: int = 0) -> str:
    """An exact figure, with at least the decimals of its column; a revision holds it as text."""
    return with_minus_sign(format_figure(Decimal(points) if isinstance(points, str) else points, decimals))


@register.filter
def points(value: Decimal | str) -> str:
    """A figure with its noun: “1 punto”, “0,5 punti”."""
    return points_in_words(Decimal(value))


@register.filter
def either(values: Iterable[object]) -> str:
    """“3, 4 o 5”."""
    *before, last = map(str, values)
    return _(" o ").join([", ".join(before), last]) if before else last


@register.filter
def decimals(rows: Iterable[object], name: str) -> int:
    """How many decimals the column of this attribute has."""
    return decimals_of(getattr(row, name) for row in rows)


@register.filter
def season_tie(tie: SeasonTie, decimals: int) -> str:
    return with_minus_sign(tie_in_words(tie, decimals))


@register.filter
def taken(points: Decimal) -> str:
    """Points that are taken away; a warning takes none, and nought has no sign."""
    return with_minus_sign(format_figure(-points))


@register.filter
def as_tables(sizes: tuple[int, ...]) -> str:
    return tables_in_words(sizes)


@register.filter
def clock_word(reading: ClockReading) -> str:
    return states.clock_in_words(reading)


@register.filter
def closing_word(threshold: int) -> str:
    return states.closing_in_words(threshold)


@register.simple_tag
def last_giro_word() -> str:
    return states.last_giro_in_words()


@register.simple_tag
def closed_round_word() -> str:
    return states.closed_round_in_words()


@register.filter
def is_flowing(reading: ClockReading) -> bool:
    return reading.state == "running"


@register.filter
def clock_colour(reading: ClockReading) -> str:
    """A clock that runs is ink: it runs all day, and green would say nothing."""
    tone = clock_tone(reading)
    return {"warning": "text-warning", "info": "text-info", "error": "text-error"}.get(tone, "text-base-content")


@register.filter
def clock_tone(reading: ClockReading) -> str:
    """The badge's tone beside `clock_word`."""
    if reading.state == "running":
        return "warning" if reading.pre_alarm else "success"
    return {"paused": "info", "over": "error"}.get(reading.state, "")


@register.filter
def table_word(table) -> str:
    """The state of a table for whoever is not of the staff: as late as the table is followed."""
    return states.table_in_words(table, known_outside(table))


@register.filter
def table_word_of_staff(table) -> str:
    return states.table_in_words(table, getattr(table, "status", None), is_for_staff=True)


@register.filter
def giro_outside(table) -> str:
    """The giro of a table in play; empty where the table is followed late."""
    status = known_outside(table)
    return status.giro if status and table.state == TableState.PLAYING else ""


@register.filter
def giro_on_phones(table) -> str:
    """The same where phones hear of each giro."""
    return giro_outside(table) if tells_giro(table.round) else ""


@register.filter
def own_minutes(table) -> int:
    """The minutes that this table plays longer than the hall."""
    return clocks.own_minutes(table)


@register.filter
def table_colour(table) -> str:
    return SCREEN_COLOURS.get(table_tone(table), "")


@register.filter
def table_tone(table) -> str:
    """The badge's tone beside `table_word`."""
    if table.state == TableState.WAITING and table.round.state == RoundState.RUNNING and not table.is_sub_judice:
        return tone(TableState.PLAYING)
    return _tone(table, known_outside(table))


@register.filter
def table_tone_of_staff(table) -> str:
    return _tone(table, getattr(table, "status", None))


def _tone(table, status) -> str:
    if table.is_sub_judice:
        return "error"
    if table.state == TableState.PLAYING and status and status.paused_at:
        return "info"
    if table.state == TableState.PLAYING and status and (status.closing_threshold or status.is_last_giro):
        return "warning"
    return tone(table.state)


@register.filter
def log_line(event) -> str:
    """A line of the log in words, with the round where it is about a table or a person of one."""
    tournament = event.tournament if event.tournament_id else None
    words = describe(event.verb, event.subject, tournament.round_in_sentence if tournament else None)
    number = event.data.get("round")
    if not tournament or not isinstance(number, int) or is_about_a_round(event.verb):
        return words
    return f"{words} · {tournament.round_title(number)}"


@register.filter
def round_title(tournament: Tournament, number: int | str) -> str:
    """The name of a round by its number: "Turno 3", "Finale"."""
    return tournament.round_title(int(number))


@register.filter
def round_in_sentence(tournament: Tournament, number: int | str) -> str:
    """The same after a preposition that takes an article of its own: "il turno 3", "la finale"."""
    return tournament.round_in_sentence(int(number))


@register.filter
def by_hand(change) -> str:
    """A change after the draw for the public page: what was done, without names."""
    return describe_publicly(change.verb)
