"""Who made, took away and put back copies of the site: a line in the log of every tournament that is not over, and one of the server."""

import logging

from django.db import transaction
from django.utils.translation import gettext_lazy

from tournament.actions.base import record
from tournament.core.log_verbs import LogVerb, log_verb
from tournament.models import Tournament
from tournament.states import TournamentState

MAKE = log_verb("copies.make", gettext_lazy("ha fatto una copia di tutto il sito"))
TAKE_STRIPPED = log_verb("copies.take", gettext_lazy("ha scaricato una copia del sito, senza segreti:"))
TAKE_WHOLE = log_verb(
    "copies.take_whole", gettext_lazy("ha scaricato una copia intera del sito, con password e segreti:")
)
PUT_BACK = log_verb("copies.put_back", gettext_lazy("ha rimesso una copia del sito"))

logger = logging.getLogger("sdadata.copies")


@transaction.atomic
def log_copy(verb: LogVerb, *, by, name: str = "") -> None:
    logger.info("%s %s by %s", verb.key, name, by.pk if by else "-")
    for tournament in Tournament.objects.exclude(state=TournamentState.FINISHED).order_by("pk"):
        record(tournament, verb, by=by, subject=name)
