"""The fields of a regulation, one value each, by section: the rule sheet, the page and the editor read this table.

A field of a new kind also needs a line in `labels/rule_sheet.py` and in `web/forms/regulation_kinds.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.regulation.schema import Regulation
from tournament.labels import regulation as labels

Label = Promise | str


class Kind(Enum):
    """How a value is written, read and described."""

    FLAG = auto()
    CHOICE = auto()  # one key of `choices`
    KEYS = auto()  # keys of `choices`, in order
    KEYS_BY_ROUND = auto()
    NUMBER = auto()
    OPTIONAL_NUMBER = auto()
    NUMBERS = auto()
    PLACES = auto()  # so many of the first, a number a round
    DECIMAL = auto()
    OPTIONAL_DECIMAL = auto()
    DECIMALS = auto()
    FACTORS = auto()  # a decimal for each size of table
    BANDS = auto()
    EDITION = auto()
    OPTIONS = auto()
    ROUND_OPTIONS = auto()


@dataclass(frozen=True)
class RegulationField:
    """`key` is the path in the regulation, of two parts in a group of fields. Where it `is_used` says no, the rule sheet omits it."""

    key: str
    label: Label
    kind: Kind
    choices: Mapping[str, Label] = field(default_factory=dict)
    help: Label = ""
    is_required: bool = False
    is_used: Callable[[Regulation], bool] = lambda _regulation: True

    @property
    def group(self) -> str:
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        """The key within its group."""
        return self.key.rpartition(".")[2]

    def value_in(self, regulation: Regulation) -> object:
        """None where the regulation has no such group."""
        owner = getattr(regulation, self.group) if self.group else regulation
        return None if owner is None else getattr(owner, self.name)


@dataclass(frozen=True)
class Section:
    title: Label
    fields: tuple[RegulationField, ...]


def _is_knockout(regulation: Regulation) -> bool:
    return regulation.format == "knockout"


def _has_bands(regulation: Regulation) -> bool:
    return bool(regulation.bands)


def _has_final(regulation: Regulation) -> bool:
    """Whether somebody wins a final, and the standings look at it."""
    return "bracket" in regulation.pairings or not {"place", "final"}.isdisjoint(regulation.order)


def _is_in_pairs(regulation: Regulation) -> bool:
    return bool(regulation.pairings)


def _has_objective(regulation: Regulation) -> bool:
    scoring = regulation.scoring
    return any(one is not None for one in (scoring.objective, scoring.objective_place, scoring.objective_points))


SECTIONS = (
    Section(
        _("Formula"),
        (
            RegulationField("format", _("Formula"), Kind.CHOICE, labels.FORMATS),
            RegulationField("pairings", _("Accoppiamenti"), Kind.KEYS, labels.PAIRINGS),
            RegulationField(
                "seeding",
                _("Numeri e teste di serie secondo"),
                Kind.CHOICE,
                labels.SEEDINGS,
                is_used=lambda regulation: bool(regulation.pairings),
            ),
            RegulationField(
                "withdrawals",
                _("Se si ritira chi era passato, nell'eliminazione diretta"),
                Kind.CHOICE,
                labels.WITHDRAWALS,
                is_used=lambda regulation: "bracket" in regulation.pairings,
            ),
            RegulationField("rounds", _("Turni per tutti"), Kind.NUMBER),
            RegulationField(
                "table_sizes",
                _("Giocatori a un tavolo"),
                Kind.NUMBERS,
                help=_("I numeri ammessi, il preferito per primo."),
                is_required=True,
            ),
            RegulationField(
                "second_size_tables",
                _("Tavoli della seconda misura, al più"),
                Kind.OPTIONAL_NUMBER,
            ),
            RegulationField(
                "final_sizes",
                _("Giocatori al tavolo finale"),
                Kind.NUMBERS,
                is_required=True,
                is_used=_is_knockout,
            ),
            RegulationField(
                "advance",
                _("Quanti passano da ogni tavolo"),
                Kind.PLACES,
                help=_("Una riga per ogni turno prima della finale."),
            ),
            RegulationField("minutes", _("Minuti di una partita"), Kind.NUMBER),
            RegulationField("pre_alarm", _("Preallarme, minuti prima della fine"), Kind.NUMBER),
        ),
    ),
    Section(
        _("Punteggio"),
        (
            RegulationField("scoring.method", _("Una partita vale"), Kind.CHOICE, labels.METHODS),
            RegulationField(
                "scoring.by_size",
                _("Fattore per numero di giocatori"),
                Kind.FACTORS,
                help=_("Per esempio a 5 giocatori, moltiplicato per 1,25."),
            ),
            RegulationField(
                "scoring.divisor",
                _("Punti divisi per"),
                Kind.DECIMAL,
                is_required=True,
                is_used=lambda regulation: regulation.scoring.divisor != 1,
            ),
            RegulationField("scoring.decimals", _("Decimali"), Kind.OPTIONAL_NUMBER),
            RegulationField(
                "scoring.rounding",
                _("Arrotondamento"),
                Kind.CHOICE,
                labels.ROUNDINGS,
                is_used=lambda regulation: regulation.scoring.decimals is not None,
            ),
            RegulationField("scoring.most", _("Massimo dai punti"), Kind.OPTIONAL_DECIMAL),
            RegulationField("scoring.places", _("Punti per piazzamento"), Kind.DECIMALS, help=_("Dal primo in giù.")),
            RegulationField(
                "scoring.eliminated",
                _("Punti degli eliminati, dall'ultimo uscito"),
                Kind.DECIMALS,
                help=_("Dall'ultimo uscito al primo."),
            ),
            RegulationField("scoring.first", _("In più al primo"), Kind.DECIMAL, is_required=True),
            RegulationField("scoring.first_shared", _("In più a ciascuno di più primi"), Kind.OPTIONAL_DECIMAL),
            RegulationField(
                "scoring.first_by",
                _("Divide il primo posto"),
                Kind.CHOICE,
                labels.FIRST_BY,
                is_used=lambda regulation: bool(regulation.scoring.first) and not regulation.scoring.sole_winner,
            ),
            RegulationField(
                "scoring.sole_winner",
                _("Vincitore unico: la parità al primo posto si scioglie con gli spareggi"),
                Kind.FLAG,
            ),
            RegulationField(
                "scoring.objective_at",
                _("Obiettivo raggiunto da"),
                Kind.DECIMAL,
                is_required=True,
                is_used=_has_objective,
            ),
            RegulationField("scoring.objective", _("Punti in tutto con l'obiettivo"), Kind.OPTIONAL_DECIMAL),
            RegulationField("scoring.objective_place", _("Primo posto con l'obiettivo"), Kind.OPTIONAL_DECIMAL),
            RegulationField("scoring.objective_points", _("Punti propri con l'obiettivo"), Kind.OPTIONAL_DECIMAL),
        ),
    ),
    Section(
        _("Che cosa conta"),
        (
            RegulationField("counting.best", _("Contano i migliori risultati"), Kind.OPTIONAL_NUMBER),
            RegulationField("counting.discards", _("Scarti"), Kind.NUMBER),
            RegulationField("counting.absences_are_discards", _("Le assenze sono scarti"), Kind.FLAG),
            RegulationField("counting.needed", _("Partite necessarie"), Kind.NUMBER),
            RegulationField("counting.entry", _("Punti di partenza"), Kind.DECIMAL, is_required=True),
        ),
    ),
    Section(
        _("Classifica"),
        (
            RegulationField("order", _("Ordine della classifica"), Kind.KEYS, labels.STANDINGS_KEYS),
            RegulationField(
                "runners_up_order",
                _("Ordine dei migliori esclusi"),
                Kind.KEYS,
                labels.RUNNER_UP_KEYS,
                is_used=_is_knockout,
            ),
            RegulationField(
                "tiebreaks_across",
                _("Spareggi che valgono fra tavoli diversi"),
                Kind.OPTIONAL_NUMBER,
                is_used=_is_knockout,
            ),
        ),
    ),
    Section(
        _("Semifinali e finali"),
        (
            RegulationField(
                "bands",
                _("Semifinali e finali per numero di iscritti"),
                Kind.BANDS,
                help=_("Una riga per fascia, dalla più piccola alla più grande; l'ultima non ha limite."),
            ),
        ),
    ),
    Section(
        _("Dove i regolamenti tacciono"),
        (
            RegulationField("readings.penalties", _("Una penalità di un turno"), Kind.CHOICE, labels.PENALTIES),
            RegulationField(
                "readings.playoff_points",
                _("I punti di semifinali e finali"),
                Kind.CHOICE,
                labels.PLAYOFF_POINTS,
                is_used=_has_bands,
            ),
            RegulationField(
                "readings.finals",
                _("Chi arriva allo stesso piazzamento in finali diverse"),
                Kind.CHOICE,
                labels.PARALLEL_FINALS,
                is_used=lambda regulation: any(band.finals > 1 for band in regulation.bands),
            ),
            RegulationField(
                "readings.finalist_leaves",
                _("Al posto di un finalista diretto che se ne va"),
                Kind.CHOICE,
                labels.FINALIST_LEAVES,
                is_used=lambda regulation: any(band.semifinalists and band.finalists for band in regulation.bands),
            ),
            RegulationField(
                "readings.band",
                _("La fascia è quella di"),
                Kind.CHOICE,
                labels.BAND,
                is_used=lambda regulation: len(regulation.bands) > 1,
            ),
            RegulationField(
                "readings.absent_opponent",
                _("Quando l'avversario se n'è andato"),
                Kind.CHOICE,
                labels.ABSENT_OPPONENT,
                is_used=_is_in_pairs,
            ),
            RegulationField(
                "readings.bracket_bye",
                _("Il primo turno passato senza giocare, nell'eliminazione diretta"),
                Kind.CHOICE,
                labels.BRACKET_BYE,
                is_used=lambda regulation: "bracket" in regulation.pairings,
            ),
            RegulationField(
                "readings.second_bye",
                _("Alla svizzera, chi ha già riposato riposa di nuovo"),
                Kind.CHOICE,
                labels.SECOND_BYE,
                is_used=lambda regulation: "swiss" in regulation.pairings,
            ),
            RegulationField(
                "readings.unplayed_opponents",
                _("Una partita non giocata aggiunge ai punti degli avversari"),
                Kind.CHOICE,
                labels.UNPLAYED_OPPONENTS,
                is_used=_is_in_pairs,
            ),
            RegulationField(
                "readings.drawn_opponents",
                _("I punti di un avversario con cui si è pareggiato, fra quelli battuti"),
                Kind.CHOICE,
                labels.DRAWN_OPPONENTS,
                is_used=lambda regulation: "beaten" in regulation.order,
            ),
            RegulationField(
                "readings.shared_first",
                _("Un primo posto diviso fra più giocatori"),
                Kind.CHOICE,
                labels.SHARED_FIRST,
                is_used=lambda regulation: "wins" in regulation.order,
            ),
            RegulationField(
                "readings.level_final",
                _("Una finale finita in parità"),
                Kind.CHOICE,
                labels.LEVEL_FINAL,
                is_used=_has_final,
            ),
        ),
    ),
    Section(
        _("Squadre"),
        (
            RegulationField("teams.least", _("Giocatori di una squadra, almeno"), Kind.OPTIONAL_NUMBER),
            RegulationField("teams.most", _("Giocatori di una squadra, al più"), Kind.OPTIONAL_NUMBER),
            RegulationField("teams.line_up", _("In formazione a ogni turno"), Kind.OPTIONAL_NUMBER),
            RegulationField("teams.best", _("Risultati che contano"), Kind.OPTIONAL_NUMBER),
            RegulationField("teams.of", _("Risultati in tutto"), Kind.OPTIONAL_NUMBER),
        ),
    ),
    Section(
        _("Sorteggio"),
        (
            RegulationField("draw_criteria", _("Criteri del sorteggio"), Kind.KEYS, labels.DRAW_CRITERIA),
            RegulationField(
                "draw_criteria_by_round",
                _("Criteri dei primi turni"),
                Kind.KEYS_BY_ROUND,
                labels.DRAW_CRITERIA,
                help=_("A ogni riga un turno e un criterio, il più importante per primo."),
            ),
            RegulationField("seats_drawn", _("Le sedie al tavolo escono dal sorteggio"), Kind.FLAG),
        ),
    ),
    Section(
        _("Gioco"),
        (
            RegulationField("edition", _("Edizione"), Kind.EDITION),
            RegulationField("game_options", _("Opzioni del gioco"), Kind.OPTIONS),
            RegulationField("round_options", _("Opzioni di alcuni turni"), Kind.ROUND_OPTIONS),
        ),
    ),
)
"""The parts of a rule sheet and of the editor, in their order."""
FIELDS = {one.key: one for section in SECTIONS for one in section.fields}
EDITED_APART = {"slug", "version", "name", "purpose", "game", "notes", "source_notes"}
"""What a regulation has besides: what names it, and what the house writes about it."""
