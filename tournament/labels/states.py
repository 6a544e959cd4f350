"""The words of states, the same wherever they are read: a judge's strip, a badge, a screen of the hall, a broadcast. They begin with a
capital and have no other, for words in capitals shout and are read more slowly; the size of the letters is the page's affair.
"""

from django.utils.translation import gettext as _

from tournament.core.clock import ClockReading
from tournament.states import RoundState, TableState


def clock_in_words(reading: ClockReading) -> str:
    if reading.state == "running" and reading.pre_alarm:
        return _("Preallarme")
    words = {
        "waiting": _("Aspetta il via"),
        "running": _("In corso"),
        "paused": _("In pausa"),
        "over": _("Tempo scaduto"),
        "stopped": _("Fermo"),
    }
    return words[reading.state]


def table_in_words(table, status, *, is_for_staff: bool = False) -> str:
    """`status` is what the reader may know of the table in play; the word of the closing comes from it. Once its round has begun a table
    plays, for whoever looks on; the staff is told that nothing of it is written yet.
    """
    if table.is_sub_judice:
        return _("Sub judice")
    if table.state == TableState.PLAYING and status:
        if status.paused_at:
            return _("In pausa")
        if status.is_over:
            return _("Da contare")
        if status.closing_threshold:
            return closing_in_words(status.closing_threshold)
        if status.is_last_giro:
            return last_giro_in_words()
    if table.state == TableState.WAITING and table.round.state == RoundState.RUNNING:
        return _("Senza referto") if is_for_staff else _("In gioco")
    words = {
        TableState.WAITING: _("Aspetta il via"),
        TableState.PLAYING: _("In gioco"),
        TableState.COUNTED: _("Da firmare"),
        TableState.SIGNED: _("Chiuso"),
    }
    return words[TableState(table.state)]


def closing_in_words(threshold: int) -> str:
    return _("Sdadata %d") % threshold


def closing_pattern() -> str:
    """The same words with `{n}` for the threshold, for a page that puts it in by itself."""
    return _("Sdadata %d").replace("%d", "{n}")


def last_giro_in_words() -> str:
    return _("Ultimo giro")


def closed_round_in_words() -> str:
    return _("Turno chiuso")


def over_in_words() -> str:
    return _("Finita")
