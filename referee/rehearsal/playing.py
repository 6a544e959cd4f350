"""The rounds of the format, one after another: the draw, random legal games, the qualifiers."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import msgspec

from games.kernel.acts import JUDGE
from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.vault import Vault, commitments
from referee.rehearsal.values import Event, Lot, PlayedRound, PlayedTable, table_name
from tournament.core.draw import Draw, DrawEntrant, draw
from tournament.core.formats import Stage
from tournament.core.formats.pairings import RoundPairings, bye_results, make_pairings, seeds_of
from tournament.core.ranking.qualification import Qualification, Tie, qualified
from tournament.core.ranking.standings import standings
from tournament.core.results import Standing, TableResult


def rehearse(event: Event) -> Iterator[PlayedRound]:
    """Plays the rounds of the format, each with the qualifiers of the one before."""
    field: tuple[str, ...] = tuple(event.people)
    rounds: list[PlayedRound] = []
    for number, stage in enumerate(event.format.stages, 1):
        rounds.append(_round(event, number, stage, field, rounds))
        yield rounds[-1]
        if rounds[-1].goes_on:
            field = tuple(who.entrant for who in rounds[-1].goes_on.everybody)


def _round(event: Event, number: int, stage: Stage, field: Sequence[str], before: Sequence[PlayedRound]) -> PlayedRound:
    pairing = _pairing(event, number, stage, field, before)
    drawn = _draw(event, number, stage, [who for who in field if who not in pairing.byes], before, pairing)
    tables = tuple(_table(event, number, place, seats, before) for place, seats in enumerate(drawn.tables, 1))
    of_byes = bye_results(stage, number, pairing.byes, walkovers=pairing.walkovers, readings=event.regulation.readings)
    results = [*(table.result(number) for table in tables), *of_byes]
    is_last = number == len(event.format.stages)
    goes_on, lots = (None, ()) if is_last else _cut(event, number, stage, results, before, pairing.byes)
    table, lots = (_final_standings if is_last else _standings)(event, number, results, before, goes_on, lots)
    return PlayedRound(
        number=number,
        stage=stage,
        drawn=drawn,
        tables=tables,
        goes_on=goes_on,
        lots=lots,
        table=table,
        byes=pairing.byes,
        bye_results=of_byes,
    )


# The draw


def _pairing(
    event: Event, number: int, stage: Stage, field: Sequence[str], before: Sequence[PlayedRound]
) -> RoundPairings:
    if not stage.pairing:
        return RoundPairings()
    return make_pairings(
        stage,
        number,
        field,
        seeds_of(tuple(event.people), event.regulation.seeding, str(event.seed)),
        ranks=_ranks(before),
        had_bye=[who for round_ in before for who in round_.byes],
        through=[[who.entrant for who in round_.goes_on.everybody] for round_ in before if round_.goes_on],
    )


def _ranks(before: Sequence[PlayedRound]) -> dict[str, int]:
    return {line.entrant: line.rank for line in before[-1].table} if before else {}


def _draw(
    event: Event, number: int, stage: Stage, field: Sequence[str], before: Sequence[PlayedRound], pairing: RoundPairings
) -> Draw:
    return draw(
        [_entrant(event, who, before) for who in field],
        stage.tables,
        seed=f"{event.seed}-R{number}",
        criteria=event.regulation.criteria_for(number),
        past=[round_.drawn.tables for round_ in before],
        fixed=pairing.fixed,
        preferred=event.regulation.table_sizes[0],
    )


def _entrant(event: Event, who: str, before: Sequence[PlayedRound]) -> DrawEntrant:
    person = event.people[who]
    line = next((line for line in before[-1].table if line.entrant == who), None) if before else None
    last = line.last if line else None
    return DrawEntrant(
        id=who,
        club=person.club,
        region=person.region,
        rank=line.rank if line else 0,
        wins=line.wins if line else 0,
        table=last.table if last else 0,
        place=last.place if last else 0,
    )


# The games


def _table(event: Event, round_: int, number: int, seats: Sequence[str], before: Sequence[PlayedRound]) -> PlayedTable:
    rng = Random(f"rehearsal:{event.seed}:{table_name(round_, number)}")
    record, vault = _begin_record(event, round_, number, seats, rng)
    lines = (*_standings_line(record, seats, before), *play_game(record, rng, vault))
    return PlayedTable(number=number, record=record, lines=lines, vault=vault, sheet=record.score(vault))


def _standings_line(record: Record, seats: Sequence[str], before: Sequence[PlayedRound]) -> Iterator[bytes]:
    """Where a game depends on the standings the judge's first line contains them, the last one first."""
    ranks = _ranks(before)
    from_last = sorted(range(len(seats)), key=lambda seat: (-ranks.get(seats[seat], 0), seat))
    act = record.game.standings(record.rules, record.state, tuple(from_last))
    if act is not None:
        yield record.play(JUDGE, act)


def _begin_record(event: Event, round_: int, number: int, seats: Sequence[str], rng: Random) -> tuple[Record, Vault]:
    """A record whose secrets were dealt and sealed. Raises `Unreadable` where the regulation does not fit the game."""
    regulation = event.regulation
    arranged = {
        "edition": regulation.edition,
        "options": regulation.options_in(round_, len(event.format.stages)),
        "judge": rng.randrange(len(seats)),
        "id": table_name(round_, number),
    }
    header = header_for(event.game, seats, **arranged)
    vault = event.game.deal(header, rng)
    sealed = {kind: commitments(vault, kind) for kind in event.game.secret_kinds}
    return Record(event.game, msgspec.structs.replace(header, sealed=sealed)), vault


# Qualifiers


def _cut(
    event: Event,
    number: int,
    stage: Stage,
    results: Sequence[TableResult],
    before: Sequence[PlayedRound] = (),
    byes: Sequence[str] = (),
) -> tuple[Qualification, tuple[Lot, ...]]:
    """The qualifiers; ties across the cut are ordered by a lot of the seed."""
    rng = Random(f"rehearsal:{event.seed}:lots:{number}")
    waiting = before[-1].goes_on.waiting if before and before[-1].goes_on else ()
    lots: list[Lot] = []
    while True:
        found = qualified(
            stage,
            results,
            event.regulation,
            decided=[who for lot in lots for who in lot.order],
            so_far=_results(before) if stage.advancement == "by-standings" else (),
            waiting=[who.entrant for who in waiting],
            byes=byes,
        )
        if found.is_settled:
            return found, tuple(lots)
        lots += [_lot(tie, rng) for tie in found.tied]


def _lot(tie: Tie, rng: Random) -> Lot:
    return Lot(tie=tie, order=tuple(rng.sample(sorted(tie.entrants), len(tie.entrants))))


def _results(rounds: Iterable[PlayedRound]) -> list[TableResult]:
    return [result for round_ in rounds for result in round_.results]


# Standings


def _standings(
    event: Event,
    number: int,
    results: Sequence[TableResult],
    before: Sequence[PlayedRound],
    goes_on: Qualification | None,
    lots: tuple[Lot, ...],
) -> tuple[tuple[Standing, ...], tuple[Lot, ...]]:
    """Qualifiers have reached the next round, direct finalists the final."""
    reached = {who.entrant: number + 1 for who in goes_on.everybody} if goes_on else {}
    earlier = before[-1].goes_on.waiting if before and before[-1].goes_on else ()
    waiting = goes_on.waiting if goes_on else ()
    reached |= {who.entrant: number + 2 for who in waiting} | {who.entrant: number + 1 for who in earlier}
    every = [*_results(before), *results]
    return standings(event.regulation, tuple(event.people), every, format_=event.format, reached=reached), lots


def _final_standings(
    event: Event,
    number: int,
    results: Sequence[TableResult],
    before: Sequence[PlayedRound],
    goes_on: Qualification | None,
    _lots: tuple[Lot, ...],
) -> tuple[tuple[Standing, ...], tuple[Lot, ...]]:
    """Every final table, and every event without a final, has one champion: ties are decided by lot."""
    rng = Random(f"rehearsal:{event.seed}:champion")
    if event.format.stages[-1].name == "final":
        lots = tuple(_lot(tie, rng) for tie in _shared_firsts(results))
        settled = [_with_one_first(result, lots) for result in results]
        return _standings(event, number, settled, before, goes_on, lots)
    table, _none = _standings(event, number, results, before, goes_on, ())
    level = tuple(line.entrant for line in table if line.rank == 1)
    if len(level) == 1:
        return table, ()
    lot = _lot(Tie(entrants=level, places=1, table=None), rng)
    return _with_champion(table, lot.order[0]), (lot,)


def _shared_firsts(results: Sequence[TableResult]) -> Iterator[Tie]:
    for result in results:
        winners = tuple(row.entrant for row in result.rows if row.rank == 1)
        if len(winners) > 1:
            yield Tie(entrants=winners, places=1, table=result.table)


def _with_one_first(result: TableResult, lots: Sequence[Lot]) -> TableResult:
    champions = [lot.order[0] for lot in lots if lot.tie.table == result.table]
    rows = (
        msgspec.structs.replace(row, rank=2) if row.rank == 1 and champions and row.entrant not in champions else row
        for row in result.rows
    )
    return msgspec.structs.replace(result, rows=tuple(rows))


def _with_champion(table: tuple[Standing, ...], champion: str) -> tuple[Standing, ...]:
    first = next(line for line in table if line.entrant == champion)
    rest = [
        msgspec.structs.replace(line, rank=2) if line.rank == 1 else line for line in table if line.entrant != champion
    ]
    return (first, *rest)
