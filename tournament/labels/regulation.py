"""Labels of what a field of a regulation can be, the same on the rule sheet, on its page and in the editor."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core import tie_breaks
from tournament.core.draw.criteria import CRITERIA
from tournament.core.tie_breaks import TIE_BREAKS

Labels = dict[str, Promise | str]

FORMATS: Labels = {
    "knockout": _("a eliminazione, per tavolo"),
    "rounds": _("tutti giocano tutti i turni, conta il totale"),
    "qualifying": _("turni di qualificazione, poi semifinali e finali"),
    "league": _("campionato a serate, poi semifinali e finali"),
    "pairs": _("a coppie"),
}
PAIRINGS: Labels = {
    "swiss": _("svizzera"),
    "round-robin": _("girone all'italiana"),
    "bracket": _("eliminazione diretta"),
}
SEEDINGS: Labels = {"roster": _("l'ordine degli iscritti"), "lot": _("un sorteggio")}
WITHDRAWALS: Labels = {
    "walkover": _("l'avversario passa senza giocare"),
    "next": _("rientra chi ha perso contro di lui"),
}
METHODS: Labels = {
    "points": _("i punti del referto"),
    "against-winner": _("la distanza dal vincitore del tavolo"),
    "percent": _("la percentuale dei punti del tavolo"),
    "place": _("soltanto il piazzamento"),
}
ROUNDINGS: Labels = {"up": _("per eccesso"), "half-up": _("al più vicino"), "down": _("per difetto")}
FIRST_BY: Labels = {
    "place": _("chi è primo sul referto"),
    "points": _("chi è pari di punti al primo, anche se spareggi o dadi li hanno messi in ordine"),
}
PENALTIES: Labels = {
    "total": _("toglie sempre punti al totale"),
    "round": _("toglie punti a quel turno, e si scarta con lui"),
}
PLAYOFF_POINTS: Labels = {
    "added": _("si sommano al totale di chi le gioca"),
    "apart": _("non si sommano al totale"),
}
PARALLEL_FINALS: Labels = {
    "by-total": _("si ordina col criterio che segue nella classifica"),
    "level": _("è a pari merito"),
}
FINALIST_LEAVES: Labels = {
    "runner-up": _("gioca il miglior escluso delle semifinali, per punti di quella partita"),
    "nobody": _("non gioca nessuno"),
}
BRACKET_BYE: Labels = {"nothing": _("non vale niente"), "win": _("vale una vittoria")}
ABSENT_OPPONENT: Labels = {"win": _("si ha una vittoria"), "nothing": _("non si ha niente")}
SECOND_BYE: Labels = {
    "after-all": _("solo quando tutti gli altri hanno riposato"),
    "no-rematch": _("anche prima, se ogni altro riposo fa rincontrare qualcuno"),
}
UNPLAYED_OPPONENTS: Labels = {
    "nothing": _("niente"),
    "own-total": _("quanto un avversario con gli stessi punti"),
}
DRAWN_OPPONENTS: Labels = {"half": _("per metà"), "nothing": _("non si contano")}
SHARED_FIRST: Labels = {"nobody": _("non è una vittoria per nessuno"), "each": _("è una vittoria per ciascuno")}
LEVEL_FINAL: Labels = {
    "dice": _("la decidono i dadi, e la segreteria li chiede"),
    "order": _("la decide ciò che segue nell'ordine della classifica"),
    "shared": _("dà il primo posto a tutti i pari"),
}
BAND: Labels = {
    "first-round": _("chi gioca il primo turno"),
    "last-round": _("tutti quelli che hanno giocato fino all'ultimo turno di qualificazione"),
}
STANDINGS_KEYS: Labels = {key: tie_break.label for key, tie_break in TIE_BREAKS.items()}
RUNNER_UP_KEYS: Labels = {key: one.label for key, one in tie_breaks.RUNNER_UP_KEYS.items()}
DRAW_CRITERIA: Labels = {criterion.key: criterion.list_item for criterion in CRITERIA}
BAND_FIELDS: Labels = {
    "up_to": _("Fino a"),
    "finalists": _("In finale subito"),
    "semifinals": _("Semifinali"),
    "semifinalists": _("Semifinalisti"),
    "wildcards": _("Wild card"),
    "finals": _("Finali"),
}
