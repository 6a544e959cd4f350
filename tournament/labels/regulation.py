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
