"""The refusals of the tournament, in words on which an organizer can act."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _


class TournamentError(Exception):
    """A refusal shown to a person: its text is a whole sentence in the reader's language."""


class WrongState(TournamentError):
    def __init__(self, was: object, to: object) -> None:
        super().__init__(_("Da «%(was)s» non si passa a «%(to)s».") % {"was": was.label, "to": to.label})


class SomeoneElseMovedIt(TournamentError):
    def __init__(self) -> None:
        super().__init__(_("Nel frattempo qualcun altro ha cambiato questa pagina: ricaricala e riprova."))


class NotNow(TournamentError):
    """The act is impossible in the present state: a table is open, a round is already published."""


class BadRoster(TournamentError):
    """Rows of a roster cannot be imported; `errors` are those of the roster reader."""

    def __init__(self, message: str, errors: tuple = ()) -> None:
        super().__init__(message)
        self.errors = tuple(errors)


class SameName(BadRoster):
    """Somebody of this name is on the roster; whoever enters a namesake says so."""


class BadDraw(TournamentError):
    """A draw, a swap or a plan that does not fit the field."""


class BadResult(TournamentError):
    """Rows of a result that do not fit the table they are for."""


@dataclass(frozen=True)
class Doubt:
    """What a game finds wrong with a result: at a field of the line of a chair, or of the table with position 0."""

    position: int
    field: str
    text: str


class DoubtfulResult(BadResult):
    """Figures that the game holds to be wrong; they stand once they are confirmed with a reason."""

    def __init__(self, message: str, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(message)
        self.doubts = doubts


class TieToDecide(TournamentError):
    """Qualification depends on a tie: the organizer must order the `tied` entrants."""

    def __init__(self, tied: tuple) -> None:
        super().__init__(_("C'è una parità che decide chi passa: serve la decisione dell'organizzatore."))
        self.tied = tuple(tied)


class ReasonMissing(TournamentError):
    def __init__(self) -> None:
        super().__init__(_("Scrivi il motivo: resterà nel registro del torneo."))


class BadRules(TournamentError):
    """An invalid regulation: the field and its fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field, self.message = field, message
