"""An event's fixed-column report, from the database."""

from tournament.documents.event_report import EventReport, ReportPerson
from tournament.models import Tournament
from tournament.queries.results import penalties_of, standings_of, table_results


def event_report(tournament: Tournament) -> EventReport:
    rules = tournament.rules
    facts = (
        ("code", tournament.slug),
        ("name", tournament.name),
        ("place", tournament.place),
        ("day", tournament.day.isoformat()),
        ("game", tournament.game),
        ("regulation", f"{rules.slug} {rules.version}"),
        ("state", str(tournament.state)),
    )
    people = [
        ReportPerson(one.number, one.public_id, str(one), one.club) for one in tournament.entrants.order_by("number")
    ]
    return EventReport(
        facts=facts,
        rules=rules,
        people=tuple(people),
        results=tuple(table_results(tournament)),
        penalties=tuple(penalties_of(tournament)),
        standings=standings_of(tournament),
    )
