"""The content of badges, diplomas, forms and the emergency pack."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from tournament.core.ranking.standings import order_of
from tournament.core.regulation.schema import Regulation
from tournament.documents.sheets import (
    Badge,
    BadgeSheet,
    Diploma,
    EmergencyPack,
    RosterLine,
    RoundToCome,
    ScoreSheetPage,
)
from tournament.labels import regulation as regulation_labels
from tournament.labels.regulation_fields import FIELDS
from tournament.labels.rule_sheet import value_of
from tournament.models import Round, Tournament
from tournament.queries import badge_tokens
from tournament.queries.advancement import rule_of
from tournament.queries.paper_forms import blank_form, forms_of
from tournament.queries.prizes import prize_sheet
from tournament.queries.results import format_of
from tournament.queries.sheets import score_sheet, seating_sheet, standings_sheet
from tournament.states import EntrantState, RoundState

Address = Callable[[str], str]
"""Turns a path of the site into the address that a phone in the hall can open."""


def badge_sheet(tournament: Tournament, *, address: Address) -> BadgeSheet:
    people = tournament.entrants.exclude(state=EntrantState.WITHDRAWN).by_surname()
    return BadgeSheet(
        tournament=tournament.name,
        day=tournament.day,
        badges=tuple(
            Badge(one.number, one.public.surname, one.public.name, one.club, badge_address(one, address))
            for one in people
        ),
    )


def badge_address(entrant, address: Address) -> str:
    return address(reverse("tournament:phone", args=[badge_tokens.token_of(entrant)]))


def diplomas(tournament: Tournament, *, made_at: datetime) -> list[Diploma]:
    """One for each occupied place of the prize list, however many prizes it gets."""
    sheet = prize_sheet(tournament, made_at=made_at)
    made = [
        Diploma(
            tournament=tournament.name, place=tournament.place, day=tournament.day,
            rank=row.place, group=group.title, name=row.name, club=row.club,
        )
        for group in sheet.groups
        for row in group.rows
        if row.name
    ]  # fmt: skip
    return list(dict.fromkeys(made))


def score_sheets_of(round_: Round, *, made_at: datetime, address: Address | None = None) -> list[ScoreSheetPage]:
    tables = round_.tables.select_related("judge", "status").order_by("number")
    pages = []
    for table in tables:
        table.round = round_
        where = reverse("tournament:sheet_page", args=[round_.tournament.slug, round_.number, table.number])
        pages.append(score_sheet(table, made_at=made_at, address=address(where) if address else ""))
    return pages


def emergency_pack(tournament: Tournament, *, made_at: datetime) -> EmergencyPack:
    """The present state of the event, without drafts."""
    rules = tournament.rules
    last = tournament.rounds.visible().last()
    if last is not None:
        last.tournament = tournament
    in_hand = last if last and last.state != RoundState.CLOSED else None
    stages, played = _stages(tournament), last.number if last else 0
    return EmergencyPack(
        tournament=tournament.name,
        made_at=made_at,
        regulation=_game(rules),
        minutes=in_hand.minutes if in_hand else rules.minutes,
        order=tuple(str(regulation_labels.STANDINGS_KEYS[key]) for key in order_of(rules, format_of(tournament))),
        scoring=tuple(scoring_in_words(rules)),
        roster=tuple(_roster_line(one) for one in tournament.entrants.by_surname()),
        seating=seating_sheet(in_hand, made_at=made_at) if in_hand else None,
        forms=tuple(forms_of(in_hand, made_at=made_at)) if in_hand else (),
        spare_form=blank_form(tournament, made_at=made_at),
        standings=standings_sheet(tournament, made_at=made_at, explained=()),
        to_come=tuple(round_ for number, round_ in stages if number > played),
        advancement_rules=tuple(
            (round_.name, round_.rule) for number, round_ in stages if number >= played and round_.rule
        ),
    )


def _roster_line(one) -> RosterLine:
    return RosterLine(one.number, one.full_name, one.club, one.category, one.state == EntrantState.PRESENT)


def _stages(tournament: Tournament) -> list[tuple[int, RoundToCome]]:
    """The rounds of the plan with their numbers."""
    format_ = format_of(tournament)
    return [
        (number, RoundToCome(Round(number=number, stage={"name": stage.name}).name, stage.tables, rule_of(stage)))
        for number, stage in enumerate(format_.stages if format_ else (), 1)
    ]


def _game(rules: Regulation) -> str:
    return rules.name.in_language(get_language() or settings.LANGUAGE_CODE)


def scoring_in_words(rules: Regulation) -> list[str]:
    """The lines of the rule sheet about points and counting rounds."""
    fields = (field for field in FIELDS.values() if field.group in ("scoring", "counting"))
    values = ((field, value_of(rules, field)) for field in fields)
    return [f"{field.label}: {value}" for field, value in values if value]
