"""Labels of the fields of acts that games share, for the plain forms. A game has labels of its own in `field_words`.
A test fails for a field without a label.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kernel.game import Game
from referee.wording import localized

FIELDS: Mapping[str, Promise] = {
    "against": _("Contro chi"),
    "alpini": _("Alpini"),
    "alpini_of": _("Di chi sono gli alpini"),
    "armies": _("Armate"),
    "article": _("Articolo"),
    "at": _("Dove"),
    "barricade": _("Barricata (livello)"),
    "bid": _("Offerta"),
    "bids": _("Offerte"),
    "bought": _("Pezzi acquistati da collocare"),
    "bridge": _("Ponte (luogo+luogo)"),
    "broken": _("Ponti distrutti"),
    "by": _("Di chi"),
    "cannons": _("Cannoni"),
    "card": _("Carta"),
    "cards": _("Carte"),
    "cause": _("Motivo"),
    "character": _("Stirpe"),
    "characters": _("Stirpi rivelate, per posto (- per chi non rivela)"),
    "claims": _("Luoghi contesi reclamati"),
    "colour": _("Colore"),
    "conquests": _("Conquiste di questo turno"),
    "count": _("Quanti"),
    "dice": _("Dadi"),
    "die": _("Dado"),
    "discarded": _("Carte scartate"),
    "display": _("Tesori a disposizione"),
    "dst": _("Verso"),
    "face_up": _("Tesori scoperti"),
    "faced": _("Tesori messi scoperti"),
    "faction": _("Fazione"),
    "factories": _("Fabbriche sulla plancia"),
    "first": _("Chi siede per primo"),
    "forgot": _("Non ha ripescato"),
    "giro": _("Giro"),
    "hands": _("Carte in mano, per posto"),
    "hidden": _("Armate nascoste"),
    "hits": _("Pezzi tolti"),
    "holding": _("Carte in mano"),
    "how": _("Come è finita"),
    "infantry": _("Fanterie"),
    "left": _("Armate ancora da collocare"),
    "levels": _("Barricate, livello"),
    "lies": _("Come è stata posata"),
    "lose": _("Strutture perse"),
    "missiles": _("Missili, per posto"),
    "money": _("Soldi, per posto"),
    "objective": _("Obiettivo (numero)"),
    "objectives": _("Obiettivi (numeri)"),
    "origin": _("Partite da"),
    "owners": _("Di chi sono i territori"),
    "paras": _("Paracadutisti"),
    "path": _("Percorso, fino alla meta"),
    "piece": _("Pezzo"),
    "place": _("Luogo"),
    "places": _("Luoghi come stanno"),
    "points": _("Punti"),
    "resources": _("Risorse, per posto"),
    "revealed": _("Stirpi rivelate"),
    "row": _("Fila"),
    "rows": _("File di visioni"),
    "salt": _("Sigillo"),
    "salts": _("Sigilli"),
    "seat": _("Posto"),
    "seats": _("Posti in ordine"),
    "side": _("Chi ha lanciato"),
    "smazzata": _("Smazzata"),
    "spent": _("Carte speciali giocate nel turno"),
    "src": _("Da"),
    "structures": _("Strutture"),
    "target": _("Bersaglio"),
    "text": _("Testo"),
    "to": _("A chi"),
    "tractors": _("Trattori"),
    "treasure": _("Tesoro"),
    "treasures": _("Tesori"),
    "troops": _("Truppe"),
    "turn": _("Di chi è il turno"),
    "turn_over": _("Il turno è finito"),
    "unit": _("Unità"),
    "units": _("Unità"),
    "value": _("Nuovo dado"),
    "via": _("Passando per"),
    "weapon": _("Arma"),
    "winner": _("Chi l'ha vinta"),
}

VALUES: Mapping[str, Promise] = {
    "alpino": _("alpino"),
    "attack": _("attacco"),
    "base": _("base conquistata"),
    "cannon": _("cannone"),
    "cocked": _("dado in bilico o fuori"),
    "defence": _("difesa"),
    "limit": _("ultimo giro dell'evento"),
    "missile": _("missile"),
    "order": _("fuori ordine"),
    "para": _("paracadutista"),
    "plane": _("aereo degli alpini"),
    "queen": _("la Regina"),
    "sideways": _("sul fianco"),
    "territories": _("territori"),
    "time": _("fine dei giri"),
    "tractor": _("trattore"),
    "troop": _("truppa"),
    "undeclared": _("attacco non dichiarato"),
    "upright": _("dritta"),
    "upside_down": _("capovolta"),
}
"""The choices of a field."""

WORDS = {**FIELDS, **VALUES}


def label(name: str, game: Game) -> str:
    """The label of a field or value; an id without one is shown with spaces for underscores."""
    if name in game.field_words:
        return localized(game.field_words[name])
    return str(WORDS[name]) if name in WORDS else name.replace("_", " ").replace("@", " · ")
