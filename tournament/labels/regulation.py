"""Labels of a regulation, the same on the rule sheet, on its page and in the editor."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core import tie_breaks
from tournament.core.draw.criteria import CRITERIA
from tournament.core.tie_breaks import TIE_BREAKS

Words = dict[str, Promise | str]

FORMATS: Words = {
    "knockout": _("a eliminazione, per tavolo"),
    "rounds": _("tutti giocano tutti i turni, conta il totale"),
    "qualifying": _("turni di qualificazione, poi semifinali e finali"),
    "league": _("campionato a serate, poi semifinali e finali"),
    "pairs": _("a coppie"),
}
PAIRINGS: Words = {
    "swiss": _("svizzera"),
    "round-robin": _("girone all'italiana"),
    "bracket": _("eliminazione diretta"),
}
SEEDINGS: Words = {"roster": _("l'ordine degli iscritti"), "lot": _("un sorteggio")}
WITHDRAWALS: Words = {
    "walkover": _("l'avversario passa senza giocare"),
    "next": _("rientra chi ha perso contro di lui"),
}
METHODS: Words = {
    "points": _("i punti del referto"),
    "against-winner": _("la distanza dal vincitore del tavolo"),
    "percent": _("la percentuale dei punti del tavolo"),
    "place": _("soltanto il piazzamento"),
}
ROUNDINGS: Words = {"up": _("per eccesso"), "half-up": _("al più vicino"), "down": _("per difetto")}
STANDINGS_KEYS: Words = {key: tie_break.label for key, tie_break in TIE_BREAKS.items()}
RUNNER_UP_KEYS: Words = {key: one.label for key, one in tie_breaks.RUNNER_UP_KEYS.items()}
DRAW_CRITERIA: Words = {criterion.key: criterion.list_item for criterion in CRITERIA}
FIELDS: Words = {
    "name": _("Nome"),
    "format": _("Formula"),
    "pairings": _("Accoppiamenti"),
    "seeding": _("Numeri e teste di serie secondo"),
    "withdrawals": _("Se si ritira chi era passato, nell'eliminazione diretta"),
    "rounds": _("Turni per tutti"),
    "table_sizes": _("Giocatori a un tavolo"),
    "final_sizes": _("Giocatori al tavolo finale"),
    "advance": _("Quanti passano da ogni tavolo"),
    "minutes": _("Minuti di una partita"),
    "pre_alarm": _("Preallarme, minuti prima della fine"),
    "order": _("Ordine della classifica"),
    "runners_up_order": _("Ordine dei migliori esclusi"),
    "tiebreaks_across": _("Spareggi che valgono fra tavoli diversi"),
    "draw_criteria": _("Criteri del sorteggio"),
    "draw_criteria_by_round": _("Criteri dei primi turni"),
    "seats_drawn": _("I posti al tavolo escono dal sorteggio"),
    "scoring.method": _("Una partita vale"),
    "scoring.by_size": _("Fattore per numero di giocatori"),
    "scoring.divisor": _("Punti divisi per"),
    "scoring.decimals": _("Decimali"),
    "scoring.rounding": _("Arrotondamento"),
    "scoring.most": _("Massimo dai punti"),
    "scoring.places": _("Punti per piazzamento"),
    "scoring.eliminated": _("Punti degli eliminati, dall'ultimo uscito"),
    "scoring.first": _("In più al primo"),
    "scoring.first_shared": _("In più a ciascuno di più primi"),
    "scoring.sole_winner": _("Vincitore unico: la parità al primo posto si scioglie con gli spareggi"),
    "scoring.objective_at": _("Obiettivo raggiunto da"),
    "scoring.objective": _("Punti in tutto con l'obiettivo"),
    "scoring.objective_place": _("Primo posto con l'obiettivo"),
    "scoring.objective_points": _("Punti propri con l'obiettivo"),
    "counting.best": _("Contano i migliori risultati"),
    "counting.discards": _("Scarti"),
    "counting.absences_are_discards": _("Le assenze sono scarti"),
    "counting.needed": _("Partite necessarie"),
    "counting.entry": _("Punti di partenza"),
    "bands": _("Semifinali e finali per numero di iscritti"),
    "teams.least": _("Giocatori di una squadra, almeno"),
    "teams.most": _("Giocatori di una squadra, al più"),
    "teams.line_up": _("In formazione a ogni turno"),
    "teams.best": _("Risultati che contano"),
    "teams.of": _("Risultati in tutto"),
    "game_options": _("Opzioni del gioco"),
    "round_options": _("Opzioni di alcuni turni"),
    "edition": _("Edizione"),
}
BAND_FIELDS: Words = {
    "up_to": _("Fino a"),
    "finalists": _("In finale subito"),
    "semifinals": _("Semifinali"),
    "semifinalists": _("Semifinalisti"),
    "wildcards": _("Wild card"),
    "finals": _("Finali"),
}
SECTIONS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (
        _("Formula"),
        (
            "format", "pairings", "seeding", "withdrawals", "rounds", "table_sizes", "final_sizes", "advance", "minutes",
            "pre_alarm",
        ),
    ),
    (_("Punteggio"), tuple(name for name in FIELDS if name.startswith("scoring."))),
    (_("Che cosa conta"), tuple(name for name in FIELDS if name.startswith("counting."))),
    (_("Classifica"), ("order", "runners_up_order", "tiebreaks_across")),
    (_("Semifinali e finali"), ("bands",)),
    (_("Squadre"), tuple(name for name in FIELDS if name.startswith("teams."))),
    (_("Sorteggio"), ("draw_criteria", "draw_criteria_by_round", "seats_drawn")),
    (_("Gioco"), ("edition", "game_options", "round_options")),
)  # fmt: skip
"""The parts of a rule sheet and of the editor, in their order."""
