"""What is told about an event outside its pages: to search engines, and where a link to it is shared."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.formatting import date_in_words
from tournament.models import Tournament
from tournament.queries.event_page import podium_of
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


def card_of(tournament: Tournament) -> tuple[str, str, list[str]]:
    """Name, day and place, and the lines of the picture: the podium, else the round."""
    if tournament.state == TournamentState.FINISHED:
        lines = [f"{one.rank}º {one.name}" for one in podium_of(tournament)]
    else:
        last = tournament.rounds.visible().last()
        lines = [last.name] if last else []
    return tournament.name, day_and_place(tournament), lines


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
