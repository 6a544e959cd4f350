"""An event so far, as values: who is ranked where and who plays on, from rounds, penalties and people who left.

Everything that a page says about standings and qualifiers goes through these functions; `tournament/queries/results.py`
reads the event from the database.
"""

from collections.abc import Collection, Mapping
from decimal import Decimal

import msgspec

from tournament.core.formats import Format, Stage
from tournament.core.formats.pairings import bye_results
from tournament.core.ranking import qualification, standings
from tournament.core.ranking.qualification import Qualification, Tie
from tournament.core.regulation.schema import Regulation
from tournament.core.results import MissingResults, PenaltyPoints, Standing, TableResult


class RoundSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """A drawn round. `seated` have a chair, `byes` none; of these, `walkovers` are those whose opponent left.

    `results` are the counted tables: at one whose other player left, who is `absent`, there is one row. `open_tables` are
    the people of the others. `decided` is the order that dice or
    the organizer gave to level people.
    """

    number: int
    stage: Stage
    seated: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    results: tuple[TableResult, ...] = ()
    open_tables: tuple[tuple[str, ...], ...] = ()
    byes: tuple[str, ...] = ()
    walkovers: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    is_public: bool = True
    is_closed: bool = True


class EventSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """`gone` are the entrants who are not present now."""

    regulation: Regulation
    format: Format | None = None
    rounds: tuple[RoundSoFar, ...] = ()
    penalties: tuple[PenaltyPoints, ...] = ()
    gone: frozenset[str] = frozenset()

    def round(self, number: int) -> RoundSoFar:
        return next(one for one in self.rounds if one.number == number)


def scored(event: EventSoFar, before: int | None = None) -> list[TableResult]:
    """Every sheet that gives points, of the rounds before this one or of all: byes and walkovers by the regulation."""
    readings = event.regulation.readings
    rounds = [one for one in event.rounds if before is None or one.number < before]
    found: list[TableResult] = []
    for one in rounds:
        results = [result for result in one.results if result.is_played or readings.absent_opponent == "win"]
        found += [_with_dice(event, one, result) for result in results]
        if one.is_public:
            found += bye_results(one.stage, one.number, one.byes, walkovers=one.walkovers, readings=readings)
    return found


def _with_dice(event: EventSoFar, one: RoundSoFar, result: TableResult) -> TableResult:
    """The final with the order that dice gave to those who share its first place, where the regulation lets dice decide."""
    by_dice = event.regulation.readings.level_final == "dice" and one.decided
    if not by_dice or not standings.is_title(event.format, result):
        return result
    return msgspec.structs.replace(result, decided=one.decided)


def title_tie(event: EventSoFar) -> Tie | None:
    """Those between whom dice must still say who has won the event; None where nobody is level at the top of the only final."""
    if event.regulation.readings.level_final != "dice":
        return None
    level = standings.level_at_the_top(event.regulation, event.format, scored(event))
    first = [line.entrant for line in ranked(event) if line.rank == 1 and line.entrant in level] if level else []
    return Tie(entrants=tuple(first), places=1, table=None, by="title") if len(first) > 1 else None


def reached(event: EventSoFar) -> dict[str, int]:
    """The last round in which somebody had a seat or a bye. Until it is drawn, those who go on from a closed round in which
    others go out have reached the next one, and direct finalists the final."""
    last: dict[str, int] = {}
    for one in event.rounds:
        if one.is_public:
            last |= dict.fromkeys([*one.seated, *(one.byes if one.stage.pairing else ())], one.number)
    stages = event.format.stages if event.format else ()
    public = {one.number for one in event.rounds if one.is_public}
    for one in event.rounds:
        if not one.is_closed or one.number >= len(stages):
            continue
        if one.number + 1 not in public and one.stage.advancement != "everybody":
            last |= dict.fromkeys(players_after(event, one.number)[0], one.number + 1)
        if one.number + 2 not in public and stages[one.number - 1].direct:
            waiting = _qualified(event, one.number).waiting
            last |= {who.entrant: one.number + 2 for who in waiting if who.entrant not in event.gone}
    return last


def ranked(event: EventSoFar) -> tuple[Standing, ...]:
    """The standings of everybody with a seat. Drafts are not public and do not count."""
    last = reached(event)
    return standings.standings(
        event.regulation, list(last), scored(event), event.penalties, event.format, reached=last
    )  # fmt: skip


def qualified(event: EventSoFar, number: int) -> Qualification:
    """Who goes on from this round and why; from the final nobody, and a tie says that dice must name the winner. A tie of those
    who would come in for somebody who left is one too, until the next round is drawn.

    Raises MissingResults while a table is not counted.
    """
    found = _qualified(event, number)
    if event.format and number == len(event.format.stages):
        tie = title_tie(event)
    elif event.round(number).is_closed and all(one.number <= number for one in event.rounds):
        tie = _reserve_tie(event, number, found)
    else:
        tie = None
    return msgspec.structs.replace(found, tied=(*found.tied, tie)) if tie else found


def _qualified(event: EventSoFar, number: int) -> Qualification:
    """The same without the winner's dice and substitutes."""
    one = event.round(number)
    return qualification.qualified(
        one.stage,
        one.results,
        event.regulation,
        penalties=event.penalties,
        decided=one.decided,
        so_far=_so_far(event, one),
        waiting=waiting(event, number),
        byes=one.byes if one.stage.pairing else (),
    )


def _reserve_tie(event: EventSoFar, number: int, found: Qualification) -> Tie | None:
    if found.tied or event.round(number).stage.advancement == "everybody":
        return None
    level = next((one.level for one in players_after(event, number)[1] if one.level), ())
    return Tie(entrants=level, places=1, table=None, by="reserve") if level else None


def qualified_so_far(event: EventSoFar, number: int) -> Qualification:
    """The same, while tables are open: what would be if those that are counted were all.

    Where each table decides for itself, those named are through whatever the others do; the best runners-up are known
    only with the last table.
    """
    try:
        return qualified(event, number)
    except MissingResults:
        pass
    one = event.round(number)
    counted = sorted(one.results, key=lambda result: result.table)
    if one.stage.advancement == "everybody" or not counted:
        return Qualification(through=(), runners_up=(), tied=())
    numbered = tuple(msgspec.structs.replace(result, table=number) for number, result in enumerate(counted, 1))
    stage = msgspec.structs.replace(one.stage, tables=tuple(len(result.rows) for result in counted), runners_up=0)
    found = qualification.qualified(
        stage, numbered, event.regulation, penalties=event.penalties, decided=one.decided, so_far=_so_far(event, one),
        waiting=waiting(event, number), byes=one.byes if one.stage.pairing else (),
    )  # fmt: skip
    tables = {number: result.table for number, result in enumerate(counted, 1)}
    return msgspec.structs.replace(
        found, through=tuple(msgspec.structs.replace(who, table=tables.get(who.table, 0)) for who in found.through)
    )


def _so_far(event: EventSoFar, one: RoundSoFar) -> list[TableResult]:
    """The earlier rounds, where the standings and not the tables decide who qualifies."""
    return scored(event, before=one.number) if one.stage.advancement == "by-standings" else []


def waiting(event: EventSoFar, number: int) -> tuple[str, ...]:
    """The direct finalists of the round before, who skip this one."""
    stages = event.format.stages if event.format else ()
    if not 1 < number <= len(stages) or not stages[number - 2].direct:
        return ()
    return tuple(who.entrant for who in _qualified(event, number - 1).waiting)


def team_results(event: EventSoFar, clubs: Mapping[str, str]) -> dict[str, list[Decimal]]:
    """By team, the results of all its members, given the team of each; before penalties where these come off the total."""
    by_total = event.regulation.readings.penalties == "total"
    found: dict[str, list[Decimal]] = {club: [] for club in set(clubs.values())}
    for line in ranked(event):
        if line.entrant in clubs:
            found[clubs[line.entrant]] += [
                score.gross if by_total else score.points for score in line.per_round if score
            ]
    return found


def team_penalties(event: EventSoFar, clubs: Mapping[str, str]) -> dict[str, Decimal]:
    """By team, the penalties that are off no result: of the total, of rounds that were not played, or all of them."""
    by_total = event.regulation.readings.penalties == "total"
    played = {line.entrant: {score.round for score in line.per_round if score} for line in ranked(event)}
    taken: dict[str, Decimal] = {}
    for penalty in event.penalties:
        if penalty.entrant in clubs and (by_total or penalty.round not in played.get(penalty.entrant, ())):
            team = clubs[penalty.entrant]
            taken[team] = taken.get(team, Decimal(0)) + penalty.points
    return taken


class Substitution(msgspec.Struct, frozen=True):
    """Somebody who qualified and left, and who plays instead; None where nobody does, or where dice must first say who of
    `level` does."""

    gone: str
    instead: str | None
    level: tuple[str, ...] = ()


def players_after(event: EventSoFar, number: int) -> tuple[list[str], tuple[Substitution, ...]]:
    """The players of the next round, and who of them came in for whom.

    Those who played at a table are replaced first: the others of that table are asked before anybody else's. In a bracket
    the opponent of who left goes on without playing, unless the regulation says otherwise.
    """
    decided = _qualified(event, number)
    players = [who.entrant for who in decided.everybody]
    leaving = [who for who in decided.everybody if who.entrant in event.gone]
    found: list[Substitution] = []
    for who in sorted(leaving, key=lambda who: (not who.table, who.table, who.place, who.entrant)):
        first = _reserves(event, number, decided, players, who.entrant)
        players = [one for one in players if one != who.entrant]
        if len(first) == 1:
            players.append(first[0])
            found.append(Substitution(who.entrant, first[0]))
        else:
            found.append(Substitution(who.entrant, None, first))
    return players, tuple(found)


def substitutions(event: EventSoFar, number: int) -> tuple[Substitution, ...]:
    """Who qualified from this round and does not play the next, and who plays instead.

    Once the next round is drawn its chairs say who plays; whoever leaves after playing it was not replaced.
    """
    following = next((one for one in event.rounds if one.number == number + 1), None)
    if following is None:
        return players_after(event, number)[1]
    found = _qualified(event, number)
    plays = {*following.seated, *following.byes, *following.absent}
    left = [who.entrant for who in found.everybody if who.entrant not in plays]
    others = plays - {who.entrant for who in (*found.everybody, *found.waiting)}
    expected = players_after(msgspec.structs.replace(event, gone=frozenset(left)), number)[1]
    instead = {one.gone: one.instead for one in expected if one.instead in others}
    spare = sorted(others - {*instead.values()})
    for gone in left:
        if gone not in instead and spare:
            instead[gone] = spare.pop(0)
    return tuple(Substitution(gone, instead.get(gone)) for gone in left)


def _reserves(
    event: EventSoFar, number: int, decided: Qualification, players: Collection[str], gone: str
) -> tuple[str, ...]:
    """Who steps in: one, nobody, or several level ones between whom nothing has decided yet.

    Direct finalists have their place already, and are not reserves. One whom a correction made a finalist after he was
    seated in this round is replaced like anybody who played it.
    """
    one = event.round(number)
    if one.stage.pairing == "bracket" and event.regulation.withdrawals == "walkover":
        return ()
    waits = [who for who in waiting(event, number) if who not in one.seated]
    if gone in waits and event.regulation.readings.finalist_leaves == "nobody":
        return ()
    reserves = qualification.reserve_order(
        one.stage,
        one.results,
        event.regulation,
        giving_up=gone,
        through_ids={*players, *event.gone, *(who.entrant for who in decided.waiting)},
        penalties=event.penalties,
        decided=one.decided,
        so_far=_so_far(event, one),
        joining=[*waits, *one.byes],
    )
    return tuple(who.entrant for who in reserves[0]) if reserves else ()
