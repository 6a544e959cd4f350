"""Refusals of a record besides the rules of the game: the writer has no right to write, or the page is stale."""

from django.utils.translation import gettext as _

from games.kernel.words import unstopped
from tournament.errors import TournamentError


class Conflict(TournamentError):
    """The writer expected the record to stand at `expected`, and it stands at `actual`. Nothing was written."""

    def __init__(self, expected: int, actual: int) -> None:
        self.expected, self.actual = expected, actual
        super().__init__(
            _("Nel frattempo il tavolo è arrivato alla riga %(actual)d (qui si era alla %(expected)d): ricontrolla.")
            % {"actual": actual, "expected": expected}
        )


class LeaseLost(TournamentError):
    """Another device writes for this table. `is_quarantined`: its entry waits for review."""

    def __init__(self, *, is_quarantined: bool = False) -> None:
        words = _("Ora il tavolo si registra da un altro dispositivo: qui si può solo leggere.")
        waits = _("Quello che hai inviato è conservato: decide il capo arbitro se registrarlo.")
        super().__init__(f"{words} {waits}" if is_quarantined else words)


class TooManyWait(TournamentError):
    """`many` late entries of the table wait for review already: the device keeps this one."""

    def __init__(self, many: int) -> None:
        super().__init__(
            _(
                "Di questo tavolo attendono già %(many)d righe in ritardo: il capo arbitro deve prima registrarle o scartarle."
            )
            % {"many": many}
        )


class AnotherRecord(TournamentError):
    """Entries of a record that was set aside since: the table was begun anew."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Questa riga è di una registrazione messa da parte: il tavolo è ricominciato. "
                "Scartala, o riprova se vale anche per la partita di ora."
            )
        )


class NotPlaying(TournamentError):
    """The table is not in play: not begun, counted or signed."""

    def __init__(self) -> None:
        super().__init__(_("Il tavolo non è in gioco e la registrazione è chiusa: solo la direzione lo può riaprire."))


class CannotOpen(TournamentError):
    """The record cannot be opened: game, seats or options do not fit."""


class NotCounted(TournamentError):
    """The score sheet still lacks something: `awaits` says what, in words."""

    def __init__(self, awaits: tuple[str, ...]) -> None:
        self.awaits = awaits
        super().__init__(
            _("Il referto non è completo: %s.") % (unstopped("; ".join(awaits)) or _("la partita non è finita"))
        )


class TimeNotOver(TournamentError):
    def __init__(self) -> None:
        super().__init__(_("L'orologio del turno non è scaduto."))


class BadKey(TournamentError):
    """An invalid client key."""

    def __init__(self) -> None:
        super().__init__(_("La richiesta non ha una chiave valida: ricarica la pagina."))


class BadCode(TournamentError):
    """Six digits that no table offers, or that are revoked."""

    def __init__(self) -> None:
        super().__init__(_("Nessun tavolo aspetta queste sei cifre: fattene dare di nuove."))


class TooManyDigits(TournamentError):
    """Too many wrong digits of one account; the digits of the tables go on."""

    def __init__(self) -> None:
        super().__init__(_("Troppe cifre sbagliate: aspetta un quarto d'ora, o fatti dare il tavolo dalla direzione."))


class PlaysHere(TournamentError):
    """A judge who sits at the table."""

    def __init__(self) -> None:
        super().__init__(_("Chi gioca a un tavolo non può né registrarlo né vederne la registrazione."))


class NotAccepted(TournamentError):
    """Somebody has not accepted the count yet, and no reason was given to sign without."""

    def __init__(self) -> None:
        super().__init__(
            _("Non tutti hanno accettato il conteggio: raccogli le conferme o scrivi perché si firma senza.")
        )


class AlreadySettled(TournamentError):
    def __init__(self) -> None:
        super().__init__(_("È già stato deciso."))
