"""How the tournament's values read on a page: clocks, figures, states, lines of the log. `{% load day %}`."""

from datetime import date, timedelta
from decimal import Decimal

from django import template
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.core.clock import ClockReading
from tournament.core.formatting import shown
from tournament.labels.regulation import PAIRINGS
from tournament.queries import clocks
from tournament.queries.tables import tables_in_words
from tournament.states import RoundState, TableState, TournamentState

register = template.Library()

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


@register.filter(expects_localtime=True)
def dated(day: date, pattern: str = "l j F Y") -> str:
    """A date in words: "sabato 14 marzo 2026", "Saturday 14 March 2026". Italian writes days and months small."""
    words = date_format(day, pattern)
    return words if get_language() == "en" else words.lower()


@register.filter
def seconds(length: timedelta) -> int:
    return int(length.total_seconds())


@register.filter
def minutes(length: timedelta) -> int:
    return int(length.total_seconds()) // 60


@register.filter
def figure(points: Decimal | None) -> str:
    """An exact figure without trailing zeros."""
    return shown(points)


@register.filter
def as_tables(sizes: tuple[int, ...]) -> str:
    return tables_in_words(sizes)


@register.filter
def clock_word(reading: ClockReading) -> str:
    """The state of a clock in capitals, for a screen where colour alone must not tell it."""
    if reading.state == "running" and reading.pre_alarm:
        return _("PREALLARME")
    words = {
        "waiting": _("IN ATTESA"),
        "running": _("IN CORSO"),
        "paused": _("PAUSA"),
        "over": _("TEMPO SCADUTO"),
        "stopped": _("FERMO"),
    }
    return words[reading.state]


@register.filter
def is_flowing(reading: ClockReading) -> bool:
    return reading.state == "running"


@register.filter
def clock_colour(reading: ClockReading) -> str:
    if reading.state == "running":
        return "text-warning" if reading.pre_alarm else "text-success"
    return {"paused": "text-info", "over": "text-error"}.get(reading.state, "text-base-content")


@register.filter
def table_word(table) -> str:
    """What a screen says of a table, in capitals; the word of the closing comes from the table's own status."""
    status = getattr(table, "status", None)
    if table.is_sub_judice:
        return _("SUB JUDICE")
    if table.state == TableState.PLAYING and status:
        if status.paused_at:
            return _("PAUSA")
        if status.is_over:
            return _("DA CONTARE")
        if status.closing_threshold:
            return _("SDADATA %d") % status.closing_threshold
        if status.is_last_giro:
            return _("ULTIMO GIRO")
    words = {
        TableState.WAITING: _("IN ATTESA"),
        TableState.PLAYING: _("IN GIOCO"),
        TableState.COUNTED: _("DA FIRMARE"),
        TableState.SIGNED: _("CHIUSO"),
    }
    return words[TableState(table.state)]


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
    status = getattr(table, "status", None)
    if table.is_sub_judice:
        return "error"
    if table.state == TableState.PLAYING and status and status.paused_at:
        return "info"
    if table.state == TableState.PLAYING and status and (status.closing_threshold or status.is_last_giro):
        return "warning"
    return tone(table.state)


@register.filter
def said(event) -> str:
    """A line of the log in words; an act that has none yet shows its name."""
    many = int(event.subject) if event.subject.isdecimal() else 0
    words = _log_words(many).get(event.verb, event.verb)
    subject = _plan_words(event.subject) if event.verb == "plan.choose" else event.subject
    return f"{words} {subject}".strip() if "%s" not in words else words % subject


def _plan_words(key: str) -> str:
    """A plan by its name in addresses: 5x4.2_1x4-1x5 is 5×4, 1×4+1×5, and swiss-5 a Swiss of five rounds."""
    kind, _sep, many = key.rpartition("-")
    if kind in PAIRINGS:
        rounds = ngettext("%(n)s turno", "%(n)s turni", int(many)) % {"n": many}
        return f"{PAIRINGS[kind]}, {rounds}"
    tables = (stage.partition(".")[0] for stage in key.split("_"))
    return ", ".join(tables).replace("x", "×").replace("-", "+")


@register.filter
def by_hand(change) -> str:
    """A change after the draw, as the public page says it: what was done, and not to whom."""
    words = {
        "rounds.swap": _("due giocatori scambiati"),
        "rounds.replace": _("un giocatore sostituito"),
        "rounds.seat_late": _("un ritardatario aggiunto"),
        "chairs.vacate": _("un posto tolto"),
        "chairs.put_right": _("due posti corretti: sedevano al contrario"),
    }
    return words[change.verb]


def _log_words(many: int = 0) -> dict[str, str]:
    return {
        "tournament.create": _("ha creato il torneo"),
        "tournament.edit": _("ha modificato i dati del torneo"),
        "tournament.set_minutes": _("ha cambiato la durata delle partite: %s minuti"),
        "tournament.open_checkin": _("ha aperto l'accettazione di"),
        "tournament.back_to_draft": _("ha riportato in preparazione"),
        "tournament.finish": _("ha concluso"),
        "tournament.reopen": _("ha riaperto"),
        "demo.load": _("ha caricato la prova"),
        "rehearsal.play": _("ha fatto giocare da soli i tavoli del turno"),
        "staff.grant": _("ha dato un incarico a"),
        "staff.revoke": _("ha tolto un incarico a"),
        "roster.import": ngettext("ha importato %s iscritto", "ha importato %s iscritti", many),
        "roster.add": _("ha iscritto il n."),
        "roster.edit": _("ha corretto i dati del n."),
        "roster.withdraw": _("ha ritirato il n."),
        "roster.readmit": _("ha riammesso il n."),
        "roster.remove": _("ha tolto dagli iscritti il n."),
        "roster.forget": _("ha cancellato i dati personali del n."),
        "privacy.keep_for": _("ha cambiato quanto si tengono i nomi"),
        "programs.issue": _("ha dato un codice per l'API a"),
        "programs.revoke": _("ha revocato il codice per l'API di"),
        "checkin.mark": _("ha segnato l'arrivo o l'assenza del n."),
        "checkin.mark_all": ngettext("ha segnato insieme %s iscritto", "ha segnato insieme %s iscritti", many),
        "checkin.note": _("ha segnato quota o consenso del n."),
        "checkin.set_deadline": _("ha cambiato la scadenza dell'accettazione"),
        "checkin.close": ngettext(
            "ha chiuso l'accettazione con %s presente", "ha chiuso l'accettazione con %s presenti", many
        ),
        "checkin.reopen": _("ha riaperto l'accettazione"),
        "plan.choose": _("ha scelto la formula"),
        "plan.choose_tables": _("ha scelto i tavoli del turno"),
        "rounds.draw": _("ha sorteggiato il turno"),
        "rounds.redraw": _("ha sorteggiato di nuovo il turno"),
        "rounds.decide_tie": _("ha deciso una parità del turno"),
        "rounds.forget_tie": _("ha annullato la decisione su una parità del turno"),
        "rounds.discard": _("ha annullato la bozza del turno"),
        "rounds.swap": _("ha scambiato due posti nel turno"),
        "rounds.replace": _("ha sostituito un giocatore al tavolo"),
        "rounds.seat_late": _("ha aggiunto un giocatore al tavolo"),
        "rounds.take_plan": _("ha scelto l'altro piano per il turno"),
        "promises.make": _("ha pubblicato l'impegno"),
        "criteria.put_in_order": _("ha cambiato i criteri dal turno"),
        "regulation.change": _("ha cambiato il regolamento: versione %s"),
        "teams.issue_link": _("ha dato un collegamento al capitano di"),
        "teams.revoke_link": _("ha revocato il collegamento del capitano di"),
        "teams.set_deadline": _("ha cambiato la scadenza delle formazioni del turno"),
        "teams.line_up": _("ha consegnato la formazione di"),
        "day.plan": _("ha sistemato l'orario, con inizio alle"),
        "day.set_venues": _("ha sistemato le sale: %s"),
        "day.set_prizes": _("ha sistemato i premi: %s"),
        "pass.issue": _("ha dato un lasciapassare a"),
        "device.end": _("ha chiuso un dispositivo di"),
        "criteria.keep_apart": _("ha separato i n."),
        "criteria.let_meet": _("non tiene più separati i n."),
        "chairs.vacate": _("ha tolto un posto al tavolo"),
        "chairs.walkover": _("ha dato vinto a tavolino il tavolo"),
        "chairs.put_right": _("ha corretto i posti ai tavoli"),
        "judging.draw": _("ha sorteggiato gli arbitri del turno"),
        "judging.describe": _("ha cambiato i dati dell'arbitro"),
        "objections.open": _("ha aperto il controllo della classifica del turno"),
        "objections.close": _("ha chiuso il controllo della classifica del turno"),
        "objections.add": _("ha registrato un'obiezione del n."),
        "objections.answer": _("ha risposto all'obiezione del n."),
        "rounds.publish": _("ha pubblicato il turno"),
        "rounds.unpublish": _("ha riportato in bozza il turno"),
        "rounds.start": _("ha dato il via al turno"),
        "rounds.call_back": _("ha annullato il via del turno"),
        "rounds.close": _("ha chiuso il turno"),
        "rounds.reopen": _("ha riaperto il turno"),
        "clock.start": _("ha avviato l'orologio del turno"),
        "clock.pause": _("ha messo in pausa l'orologio del turno"),
        "clock.resume": _("ha fatto ripartire l'orologio del turno"),
        "clock.extend": _("ha aggiunto minuti a"),
        "clock.take_back": _("ha annullato l'ultimo comando all'orologio del turno"),
        "tables.assign_judge": _("ha assegnato l'arbitro al tavolo"),
        "tables.begin": _("ha cominciato il tavolo"),
        "tables.back_to_waiting": _("ha rimesso in attesa il tavolo"),
        "tables.dispute": _("ha messo sub judice il tavolo"),
        "tables.settle": _("ha deciso la disputa del tavolo"),
        "results.report": _("ha registrato il risultato del tavolo"),
        "results.sign": _("ha fatto firmare il tavolo"),
        "results.unsign": _("ha tolto la firma al tavolo"),
        "results.reopen": _("ha riaperto il tavolo"),
        "results.correct": _("ha corretto il risultato del tavolo"),
        "penalties.add": _("ha dato una penalità al n."),
        "penalties.revise": _("ha cambiato una penalità del n."),
        "penalties.appeal": _("ha registrato il ricorso del n."),
        "penalties.uphold": _("ha respinto il ricorso del n."),
        "penalties.restore": _("ha ripristinato una penalità del n."),
        "penalties.revoke": _("ha tolto una penalità al n."),
        "screens.issue": _("ha aperto uno schermo:"),
        "screens.revoke": _("ha revocato lo schermo"),
        "webhooks.add": _("ha aggiunto un programma da avvisare, il n."),
        "webhooks.revoke": _("non avvisa più il programma n."),
        "archive.restore": _("ha ripristinato dall'archivio"),
        "phones.arrive": _("dal telefono si è segnato presente il n."),
        "phones.renew": _("ha cambiato l'indirizzo del badge al n."),
        "record.open": _("ha cominciato a registrare il tavolo"),
        "record.set_aside": _("ha messo da parte la registrazione del tavolo"),
        "record.lease": _("ha preso o passato la registrazione del tavolo"),
        "record.level": _("ha cambiato che cosa si registra al tavolo"),
        "record.flag_settled": _("ha deciso una cosa da rivedere al tavolo"),
        "record.quarantined": _("ha inviato in ritardo una voce del tavolo"),
        "record.quarantine_registered": _("ha registrato una voce in ritardo del tavolo"),
        "record.quarantine_dropped": _("ha scartato una voce in ritardo del tavolo"),
        "record.signed_without_all": _("ha firmato senza tutte le conferme il tavolo"),
        "table.call": _("ha chiamato il capo arbitro al tavolo"),
        "table.call_answered": _("ha risposto alla chiamata del tavolo"),
        "table.pause": _("ha messo in pausa il tavolo"),
        "table.resume": _("ha fatto ripartire il tavolo"),
        "staff.plays": _("ha segnato che un incaricato gioca col n."),
        "staff.plays_no_more": _("ha tolto il collegamento col n."),
        "screens.arrange": _("ha cambiato che cosa mostra lo schermo"),
        "screens.set_up": _("ha cambiato l'aspetto dello schermo"),
        "screens.announce": _("ha pubblicato l'avviso"),
        "screens.take_down": _("ha tolto l'avviso"),
    }
