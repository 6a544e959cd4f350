"""What is told about an event outside its pages: to search engines, and where a link to it is shared."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.formatting import date_in_words, format_figure
from tournament.core.ordinals import ordinal
from tournament.documents.sheets import ScoreRow
from tournament.documents.social_card import CardLine, SocialCard
from tournament.models import Season, Table, Tournament
from tournament.queries.podium import podium_of
from tournament.queries.sheets import score_sheet
from tournament.states import TournamentState


def listed_events() -> QuerySet[Tournament]:
    """Events that search engines may list."""
    return Tournament.objects.public().filter(is_rehearsal=False)


def is_listed(tournament: Tournament) -> bool:
    return tournament.is_public and not tournament.is_rehearsal


def day_and_place(tournament: Tournament) -> str:
    return " · ".join(filter(None, (date_in_words(tournament.day, "j F Y"), tournament.place)))


def description_of(tournament: Tournament) -> str:
    """A sentence for previews and search engines, without a person's name."""
    words = _("%(name)s, %(where)s: tavoli, risultati, classifica e sorteggi.")
    return words % {"name": tournament.name, "where": day_and_place(tournament)}


def event_card(tournament: Tournament) -> SocialCard:
    """The podium once the event is over, else the round."""
    where = day_and_place(tournament)
    if tournament.state == TournamentState.FINISHED:
        lines = (CardLine(f"{ordinal(one.rank)} {one.name}", is_strong=one.rank == 1) for one in podium_of(tournament))
        return SocialCard(tournament.name, where, lines=tuple(lines))
    last = tournament.rounds.visible().last()
    return SocialCard(tournament.name, where, last.name if last else "")


def table_card(table: Table) -> SocialCard:
    """Who sits there, and the result once it is counted."""
    tournament = table.round.tournament
    sheet = score_sheet(table, made_at=timezone.now(), has_board=False)
    lines = (CardLine(row.name, _figures(row), letter=str(row.seat), is_strong=row.rank == 1) for row in sheet.rows)
    return SocialCard(tournament.name, day_and_place(tournament), moment_of(table), tuple(lines))


def _figures(row: ScoreRow) -> str:
    if row.rank is None or row.points is None:
        return ""
    return _("%(place)s posto, punti %(points)s") % {"place": ordinal(row.rank), "points": format_figure(row.points)}


def moment_of(table: Table, *more: str) -> str:
    return " · ".join((table.round.name, _("tavolo %d") % table.number, *filter(None, more)))


def site_card() -> SocialCard:
    return SocialCard("Sdadata", site_description())


def site_description() -> str:
    return _("Giornate di torneo di giochi da tavolo: tavoli, risultati, classifiche, partite da rivedere.")


def season_card(season: Season) -> SocialCard:
    return SocialCard(season.name, moment=_("La stagione"), where=events_in_words(season))


def events_in_words(season: Season) -> str:
    many = season.events.count()
    return ngettext("%(n)d torneo", "%(n)d tornei", many) % {"n": many}


@dataclass(frozen=True)
class Shared:
    """What a page tells of itself where a link to it is shared. `picture` is a path, `query` the part of the address that says which moment
    is meant.
    """

    title: str
    description: str
    picture: str
    query: str = ""


def shared_page(title: str, description: str = "") -> Shared:
    """A page of the site that belongs to no event."""
    return Shared(title, description or site_description(), reverse("site_picture"))


def shared_season(season: Season) -> Shared:
    words = _("%(name)s: classifica della stagione, %(events)s.")
    description = words % {"name": season.name, "events": events_in_words(season)}
    return Shared(season.name, description, reverse("tournament:season_picture", args=[season.code]))


def shared_event(tournament: Tournament) -> Shared:
    picture = reverse("tournament:picture", args=[tournament.slug])
    return Shared(tournament.name, description_of(tournament), picture)


def shared_table(table: Table, title: str, picture: str = "", query: str = "") -> Shared:
    """A page about a table; without a picture of its own that of the result."""
    tournament = table.round.tournament
    words = _("%(moment)s di %(name)s, %(where)s.")
    facts = {"moment": moment_of(table), "name": tournament.name, "where": day_and_place(tournament)}
    at = [tournament.slug, table.round.number, table.number]
    picture = picture or reverse("tournament:table_picture", args=at)
    return Shared(f"{title} · {tournament.name}", words % facts, picture, query)


def schema_of(tournament: Tournament, origin: str) -> dict[str, object]:
    """The event in the words of schema.org."""
    address = origin + reverse("tournament:public", args=[tournament.slug])
    about: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": tournament.name,
        "startDate": tournament.day.isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "url": address,
        "image": origin + reverse("tournament:picture", args=[tournament.slug]),
        "description": description_of(tournament),
    }
    if tournament.place:
        about["location"] = {"@type": "Place", "name": tournament.place, "address": tournament.place}
    return about
