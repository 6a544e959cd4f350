"""The states of a tournament, an entrant, a round and a table, and the moves between them that are allowed."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class TournamentState(TextChoices):
    DRAFT = "draft", _("in preparazione")
    CHECKIN = "checkin", _("accettazione aperta")
    RUNNING = "running", _("in corso")
    FINISHED = "finished", _("concluso")


class Distinction(TextChoices):
    """What tells people of one name apart, where they are named."""

    NICK = "nick", _("nick")
    CLUB = "club", _("club")
    NUMBER = "number", _("numero")


class EntrantState(TextChoices):
    EXPECTED = "expected", _("atteso")
    PRESENT = "present", _("presente")
    MISSING = "missing", _("assente")
    RESERVE = "reserve", _("riserva")
    WITHDRAWN = "withdrawn", _("ritirato")


class RoundState(TextChoices):
    DRAFT = "draft", _("bozza")
    PUBLISHED = "published", _("pubblicato")
    RUNNING = "running", _("in corso")
    CLOSED = "closed", _("chiuso")


class TableState(TextChoices):
    WAITING = "waiting", _("in attesa")
    PLAYING = "playing", _("in gioco")
    COUNTED = "counted", _("contato")
    SIGNED = "signed", _("firmato")


class HouseRight(TextChoices):
    """What may be done for the whole site; a role at a tournament gives none of it."""

    EVENTS = "events", _("creare tornei")
    PEOPLE = "people", _("tenere la rubrica delle persone")
    SEASONS = "seasons", _("tenere le stagioni e le leghe")
    REGULATIONS = "regulations", _("cambiare i regolamenti e le plance del sito")
    COPIES = "copies", _("fare, scaricare e rimettere le copie del sito")
    ACCOUNTS = "accounts", _("dare e togliere i diritti sul sito")


class Role(TextChoices):
    ORGANIZER = "organizer", _("organizzatore")
    HEAD_JUDGE = "head_judge", _("capo arbitro")
    JUDGE = "judge", _("arbitro")


# Every arrow has a way back, so that a slip at the desk never costs a new draw.
TOURNAMENT_MOVES = {
    TournamentState.DRAFT: {TournamentState.CHECKIN},
    TournamentState.CHECKIN: {TournamentState.DRAFT, TournamentState.RUNNING},
    TournamentState.RUNNING: {TournamentState.CHECKIN, TournamentState.FINISHED},
    TournamentState.FINISHED: {TournamentState.RUNNING},
}
ROUND_MOVES = {
    RoundState.DRAFT: {RoundState.PUBLISHED},
    RoundState.PUBLISHED: {RoundState.DRAFT, RoundState.RUNNING},
    RoundState.RUNNING: {RoundState.PUBLISHED, RoundState.CLOSED},
    RoundState.CLOSED: {RoundState.RUNNING},
}
TABLE_MOVES = {
    TableState.WAITING: {TableState.PLAYING},
    TableState.PLAYING: {TableState.WAITING, TableState.COUNTED},
    TableState.COUNTED: {TableState.PLAYING, TableState.SIGNED},
    TableState.SIGNED: {TableState.COUNTED},
}
