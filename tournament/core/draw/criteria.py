"""The criteria of a draw, one value each: the key of regulations, words for people, and the cost made from the field.

A criterion is added to `CRITERIA`: the draw, the planner of all rounds, pages, forms and rule sheets read it.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

from tournament.core.draw.costs import Cost, GroupsApart, Load, Neighbours, PairsApart, Seats, Swiss, Targets
from tournament.core.draw.indexed_field import IndexedField
from tournament.core.draw.lower_bounds import least_rematches
from tournament.core.draw.values import DrawEntrant
from tournament.core.translation import translated_lazy as _


@dataclass(frozen=True)
class Criterion:
    """`list_item` names it among others in a regulation, `violation` follows the names of those who violate it.

    Where it `counts_pairs` its cost is a number of pairs; elsewhere it weighs single people.
    """

    key: str
    __: KW_ONLY
    title: str
    list_item: str
    explanation: str
    violation: str
    cost: Callable[[IndexedField], Cost]
    counts_pairs: bool = False
    group_of: Callable[[DrawEntrant], str] | None = None
    """Where it parts groups that no round changes: the group of a person, empty for none. All rounds can be planned by it."""
    is_heavy: Callable[[int, int], bool] | None = None
    """Where it shares out tables of some sizes: whether a size counts, beside the preferred one. Can be planned, too."""
    needs_drawn_seats: bool = False
    """Only the draw can meet it: not where a table throws dice for its seats."""


def _rematch(field: IndexedField) -> PairsApart:
    return PairsApart(field.met(), least_rematches(field.past, field.sizes))


def _apart(field: IndexedField) -> PairsApart:
    return PairsApart(field.pairs((*pair, 1) for pair in field.request.apart))


def _club(entrant: DrawEntrant) -> str:
    return entrant.club


def _region(entrant: DrawEntrant) -> str:
    return entrant.region


def _groups_apart(group_of: Callable[[DrawEntrant], str]) -> Callable[[IndexedField], GroupsApart]:
    return lambda field: GroupsApart(field.groups([group_of(entrant) for entrant in field.people]), field.sizes)


def _winners(field: IndexedField) -> GroupsApart:
    return GroupsApart([int(entrant.wins > 0) for entrant in field.people], field.sizes)


def _is_larger(size: int, preferred: int) -> bool:
    return size > preferred


def _is_smaller(size: int, preferred: int) -> bool:
    return size < preferred


def _shared_out(is_heavy: Callable[[int, int], bool]) -> Callable[[IndexedField], Load]:
    return lambda field: _load(field, lambda size: is_heavy(size, field.request.preferred))


def _load(field: IndexedField, is_heavy: Callable[[int], bool]) -> Load:
    times = [0] * len(field.people)
    for tables in field.request.past:
        for table in tables:
            for id_ in table if is_heavy(len(table)) else ():
                if id_ in field.number:
                    times[field.number[id_]] += 1
    heavy = [is_heavy(size) for size in field.sizes]
    return Load(times, heavy, sum(size for size in field.sizes if is_heavy(size)))


def _seats(field: IndexedField) -> Seats:
    had: list[Counter[int]] = [Counter() for _person in field.people]
    for table in (table for tables in field.request.past for table in tables):
        for seat, id_ in enumerate(table):
            if id_ in field.number:
                had[field.number[id_]][seat] += 1
    return Seats(had)


def _neighbours(field: IndexedField) -> Neighbours:
    after: list[dict[int, int]] = [{} for _person in field.people]
    for table in (table for tables in field.request.past for table in tables):
        for seat, id_ in enumerate(table):
            before = table[seat - 1]
            if id_ in field.number and before in field.number:
                x, y = field.number[id_], field.number[before]
                after[x][y] = after[x].get(y, 0) + 1
    return Neighbours(after)


def _swiss(field: IndexedField) -> Swiss:
    tables = [table for table, size in enumerate(field.sizes) for _seat in range(size)]
    order, stretches = field.ranked(), [(0, 0)] * len(field.people)
    level: dict[int, list[int]] = {}
    for place, x in enumerate(order):
        level.setdefault(field.people[x].rank, []).append(place)
    for x in order:
        places = level[field.people[x].rank]
        stretches[x] = (tables[places[0]], tables[places[-1]])
    return Swiss(stretches)


def _greca(field: IndexedField) -> Targets:
    """The winner stays, the second moves on by one table, the third by two, and so on round the hall."""
    many = len(field.sizes)
    moved = [(one.table - 1 + one.place - 1) % many if one.table and one.place else -1 for one in field.people]
    return Targets(moved, field.sizes)


def _pattern(field: IndexedField) -> Targets:
    """Of sixteen at four tables: 1-5-9-13, 2-6-10-14, 3-7-11-15, 4-8-12-16."""
    return _dealt(field, field.rows())


def _snake(field: IndexedField) -> Targets:
    """Of sixteen at four tables: 1-8-9-16, 2-7-10-15, 3-6-11-14, 4-5-12-13."""
    return _dealt(field, [row[::-1] if number % 2 else row for number, row in enumerate(field.rows())])


def _dealt(field: IndexedField, rows: list[list[int]]) -> Targets:
    targets = [-1] * len(field.people)
    for x, table in zip(field.ranked(), (table for row in rows for table in row), strict=True):
        targets[x] = table
    return Targets(targets, field.sizes)


def _bands(field: IndexedField) -> GroupsApart:
    """One of each band of the standings at every table: the first of as many as there are tables, then the next."""
    bands = [0] * len(field.people)
    chairs = (number for number, row in enumerate(field.rows(), start=1) for _table in row)
    for x, band in zip(field.ranked(), chairs, strict=True):
        bands[x] = band
    return GroupsApart(bands, field.sizes)


CRITERIA = (
    Criterion(
        "rematch",
        title=_("Nessuno ritrova un avversario"),
        list_item=_("nessun avversario già incontrato"),
        explanation=_("Chi ha già giocato insieme non si ritrova."),
        violation=_("si sono già incontrati"),
        cost=_rematch,
        counts_pairs=True,
    ),
    Criterion(
        "apart",
        title=_("Coppie da tenere separate"),
        list_item=_("coppie tenute separate"),
        explanation=_("Le coppie della pagina «Coppie separate» non si incontrano."),
        violation=_("sono da tenere separati"),
        cost=_apart,
        counts_pairs=True,
    ),
    Criterion(
        "club",
        title=_("Compagni di club a tavoli diversi"),
        list_item=_("soci dello stesso club separati"),
        explanation=_("Chi è dello stesso club non si incontra, o il meno possibile."),
        violation=_("sono dello stesso club"),
        cost=_groups_apart(_club),
        group_of=_club,
        counts_pairs=True,
    ),
    Criterion(
        "region",
        title=_("Regioni a tavoli diversi"),
        list_item=_("stessa regione separata"),
        explanation=_("Chi viene dalla stessa regione non si incontra, o il meno possibile."),
        violation=_("sono della stessa regione"),
        cost=_groups_apart(_region),
        group_of=_region,
        counts_pairs=True,
    ),
    Criterion(
        "winners",
        title=_("Vincitori a tavoli diversi"),
        list_item=_("vincitori separati"),
        explanation=_("Chi ha già vinto una partita non ne incontra altri."),
        violation=_("hanno già vinto"),
        cost=_winners,
        counts_pairs=True,
    ),
    Criterion(
        "fives",
        title=_("Tavoli grandi divisi fra tutti"),
        list_item=_("tavoli grandi divisi fra tutti"),
        explanation=_("Chi ha già giocato a un tavolo più grande del solito ci torna dopo gli altri."),
        violation=_("torna a un tavolo grande prima di altri"),
        cost=_shared_out(_is_larger),
        is_heavy=_is_larger,
    ),
    Criterion(
        "threes",
        title=_("Tavoli piccoli divisi fra tutti"),
        list_item=_("tavoli piccoli divisi fra tutti"),
        explanation=_("Chi ha già giocato a un tavolo più piccolo del solito ci torna dopo gli altri."),
        violation=_("torna a un tavolo piccolo prima di altri"),
        cost=_shared_out(_is_smaller),
        is_heavy=_is_smaller,
    ),
    Criterion(
        "seats",
        title=_("Nessuno due volte sulla stessa sedia"),
        list_item=_("nessuno due volte sulla stessa sedia"),
        explanation=_("La sedia al tavolo cambia a ogni turno."),
        violation=_("ha già avuto questa sedia"),
        cost=_seats,
        needs_drawn_seats=True,
    ),
    Criterion(
        "neighbours",
        title=_("Nessuno due volte dopo lo stesso vicino"),
        list_item=_("nessuno due volte dopo lo stesso vicino"),
        explanation=_("Nessuno gioca due volte subito dopo la stessa persona."),
        violation=_("hanno già giocato uno dopo l'altro"),
        cost=_neighbours,
        counts_pairs=True,
        needs_drawn_seats=True,
    ),
    Criterion(
        "swiss",
        title=_("Svizzera: insieme chi ha punti simili"),
        list_item=_("svizzera per classifica"),
        explanation=_("Ai primi tavoli chi è davanti in classifica, agli ultimi chi è dietro."),
        violation=_("è lontano dai suoi punti"),
        cost=_swiss,
    ),
    Criterion(
        "greca",
        title=_("Alla greca"),
        list_item=_("alla greca"),
        explanation=_("Chi vince resta al suo tavolo, il secondo avanza di uno, il terzo di due, e così via."),
        violation=_("non è al tavolo che gli toccava"),
        cost=_greca,
    ),
    Criterion(
        "pattern",
        title=_("Schema fisso 1-5-9-13"),
        list_item=_("tavoli fissi 1-5-9-13"),
        explanation=_(
            "Secondo la classifica, come nelle finali: al primo tavolo il 1º, il 5º, il 9º e il 13º di sedici."
        ),
        violation=_("non è al tavolo dello schema"),
        cost=_pattern,
    ),
    Criterion(
        "snake",
        title=_("Serpentina 1-8-9-16"),
        list_item=_("a serpentina 1-8-9-16"),
        explanation=_("Secondo la classifica, andando e tornando fra i tavoli."),
        violation=_("non è al tavolo della serpentina"),
        cost=_snake,
    ),
    Criterion(
        "bands",
        title=_("Uno per fascia a ogni tavolo"),
        list_item=_("uno per fascia di classifica"),
        explanation=_("La classifica si divide in fasce, e di ogni fascia uno solo siede a ogni tavolo."),
        violation=_("sono della stessa fascia"),
        cost=_bands,
        counts_pairs=True,
    ),
)
CRITERIA_BY_KEY = {criterion.key: criterion for criterion in CRITERIA}
CRITERION_KEYS = tuple(CRITERIA_BY_KEY)


def costs_of(field: IndexedField) -> list[Cost]:
    """The cost of each criterion of the request, in its order."""
    return [CRITERIA_BY_KEY[key].cost(field) for key in field.request.criteria]
