"""The criteria as an organizer calls them: a name, what it asks, and what is said of those who break it."""

from tournament.core.draw.values import CriterionResult
from tournament.core.translation import translated as _

PAIRWISE = ("rematch", "apart", "club", "region", "winners", "bands", "neighbours")
"""Criteria whose cost counts pairs: the others weigh single people, and their cost is a weight."""


def title(name: str) -> str:
    return {
        "rematch": _("Nessuno ritrova un avversario"),
        "apart": _("Coppie da tenere separate"),
        "club": _("Compagni di club a tavoli diversi"),
        "region": _("Regioni a tavoli diversi"),
        "winners": _("Vincitori a tavoli diversi"),
        "fives": _("Tavoli grandi divisi fra tutti"),
        "threes": _("Tavoli piccoli divisi fra tutti"),
        "seats": _("Nessuno due volte allo stesso posto"),
        "neighbours": _("Nessuno due volte dopo lo stesso vicino"),
        "swiss": _("Svizzero: insieme chi ha punti simili"),
        "greca": _("Alla greca"),
        "pattern": _("Schema fisso 1-5-9-13"),
        "snake": _("Serpentina 1-8-9-16"),
        "bands": _("Uno per fascia a ogni tavolo"),
    }[name]


def explanation(name: str) -> str:
    return {
        "rematch": _("Chi ha già giocato insieme non si ritrova."),
        "apart": _("Le coppie della pagina «Coppie separate» non si incontrano."),
        "club": _("Chi è dello stesso club non si incontra, o il meno possibile."),
        "region": _("Chi viene dalla stessa regione non si incontra, o il meno possibile."),
        "winners": _("Chi ha già vinto una partita non ne incontra altri."),
        "fives": _("Chi ha già giocato a un tavolo più grande del solito ci torna dopo gli altri."),
        "threes": _("Chi ha già giocato a un tavolo più piccolo del solito ci torna dopo gli altri."),
        "seats": _("Il posto al tavolo cambia a ogni turno."),
        "neighbours": _("Nessuno gioca due volte subito dopo la stessa persona."),
        "swiss": _("Ai primi tavoli chi è davanti in classifica, agli ultimi chi è dietro."),
        "greca": _("Chi vince resta al suo tavolo, il secondo avanza di uno, il terzo di due, e così via."),
        "pattern": _(
            "Secondo la classifica, come nelle finali: al primo tavolo il 1º, il 5º, il 9º e il 13º di sedici."
        ),
        "snake": _("Secondo la classifica, andando e tornando fra i tavoli."),
        "bands": _("La classifica si divide in fasce, e di ogni fascia uno solo siede a ogni tavolo."),
    }[name]


def fault(name: str) -> str:
    """What people at one table did wrong, after their names."""
    return {
        "rematch": _("si sono già incontrati"),
        "apart": _("sono da tenere separati"),
        "club": _("sono dello stesso club"),
        "region": _("sono della stessa regione"),
        "winners": _("hanno già vinto"),
        "fives": _("torna a un tavolo grande prima di altri"),
        "threes": _("torna a un tavolo piccolo prima di altri"),
        "seats": _("ha già avuto questo posto"),
        "neighbours": _("hanno già giocato uno dopo l'altro"),
        "swiss": _("è lontano dai suoi punti"),
        "greca": _("non è al tavolo che gli toccava"),
        "pattern": _("non è al tavolo dello schema"),
        "snake": _("non è al tavolo della serpentina"),
        "bands": _("sono della stessa fascia"),
    }[name]


def verdict(result: CriterionResult) -> str:
    """The cost beside the least that no draw can avoid: a bound where other wishes, or the search, cost more."""
    if result.cost == 0:
        return _("rispettato")
    figures = {"cost": result.cost, "least": result.least}
    if result.criterion in PAIRWISE:
        return (
            _("%(cost)d: meno non si può") % figures if result.is_least else _("%(cost)d, limite %(least)d") % figures
        )
    if result.is_least:
        return _("squilibrio %(cost)d: meno non si può") % figures
    return _("squilibrio %(cost)d, limite %(least)d") % figures
