"""Growth: the cost of more entries, players and tables, each as an exponent; 1.0 is linear."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import msgspec

from bench import hall
from bench.measure import Figure, Section, cost, exponent, of_many, span

ENTRIES = (50, 500, 2_000, 10_000)
WINDOW = 100
PLAYERS = (100, 1_000, 10_000)
TABLES = (10, 100, 1_000)
ROUNDS = 3
MOST = 1.0


def section() -> Section:
    with hall.site():
        figures = [*_entries(), *_standings(), *_pages()]
    return Section(
        "Growth",
        figures,
        [
            f"An exponent of {MOST} is what is allowed. Of the entries it is fitted to the cost of the n-th one (so 0 is "
            "constant), of standings and pages to the whole cost, in CPU time.",
            "The hundred entries that are measured at each place go through the referee's action (claim, check, chain, kept "
            "state, status, live version) on SQLite, in a game that never ends; those between are written at once.",
            "Standings beside the least that any standings do: what a sort and a full processor's cache add, they add there as well.",
        ],
    )


def _line(what: str, sizes, costs) -> Figure:
    power = exponent(sizes, costs)
    bare = _unbound(what, sizes, costs)
    return replace(bare, ratio=MOST / power if power > 0 else None, needs=1.0 if power > 0 else None)


def _unbound(what: str, sizes, costs) -> Figure:
    """Printed for comparison, without a limit."""
    result = ", ".join(f"{size:,}: {span(seconds)}" for size, seconds in zip(sizes, costs, strict=True))
    return Figure(what, result, f"exponent {exponent(sizes, costs):.2f}")


# -- entries of one record


def _entries() -> Iterator[Figure]:
    """The mean of a hundred entries around the first, the thousandth and the ten thousandth of play, after the set-up."""
    organizer, judge = hall.person("olga"), hall.person("gino")
    _table, row = hall.judged_table(hall.hall(1, "Una sala", organizer), judge, organizer)
    result, found = _Endless(row, judge), []
    for middle in ENTRIES:
        result.go_on_to(middle - WINDOW // 2)
        found.append(cost(lambda: sum(result.record_many() for _entry in range(WINDOW))))
    yield _line("an entry of a record, the n-th", ENTRIES, found)
    yield Figure("the 10,000th entry against one of the first", f"{found[-1] / found[0]:.2f} times")


class _Endless:
    """Entries of a game in which nobody ever wins, from the set-up's end on: reinforcements, a declared attack, the next turn."""

    def __init__(self, row, judge) -> None:
        from random import Random

        from games.kernel.record import Record
        from referee.records import cache as record_cache

        self.row, self.judge = row, judge
        ahead = self.ahead = Record(row.game_definition, record_cache.header_of(row))
        ahead.adopt_header_line(row.header.encode())
        chance = Random(1)
        vault = ahead.game.deal(ahead.header, chance)
        while ahead.state.giro == 0:
            self._submit(ahead.game.policy(ahead, chance, vault))
        self.set_up = ahead.seq

    def record_many(self) -> int:
        return self._submit(_next_move(self.ahead))

    def _submit(self, move) -> int:
        from referee.actions import records

        key, seq = records.new_client_key(), self.ahead.seq
        records.append(self.row, client_key=key, expected_seq=seq, by_seat=move.by, act=move.act, by=self.judge)
        self.ahead.play(move.by, move.act)
        return 1

    def go_on_to(self, entries: int) -> None:
        """A record with this many entries of play; the missing ones are written in bulk."""
        from referee.actions.bulk import append_moves
        from referee.records import cache as record_cache

        most = self.set_up + entries
        append_moves(self.row, self.ahead, lambda ahead: _next_move(ahead) if ahead.seq < most else None, by=self.judge)
        self.row.refresh_from_db()
        record_cache.store(self.row.pk, record_cache.rebuild(self.row))


def _next_move(ahead):
    from games.kernel.game import Move
    from games.risiko import acts
    from games.risiko.choices import legal_targets
    from games.risiko.state import AttackThrow, Reinforce
    from games.risiko.turns import room

    state, rules = ahead.state, ahead.rules
    waiting = state.awaits
    own = state.territories_of(state.seat)
    if isinstance(waiting, Reinforce) and (count := min(waiting.left, room(rules, state, state.seat))):
        return Move(state.seat, acts.Place({rules.board.ids[own[state.giro % len(own)]]: count}))
    pairs = ((src, dst) for src in own if state.armies[src] > 3 for dst in legal_targets(rules, state, src))
    pair = next(pairs, None) if not isinstance(waiting, AttackThrow) else None
    return Move(state.seat, acts.Attack(*(rules.board.ids[place] for place in pair)) if pair else acts.EndTurn())


# -- standings


def _standings() -> Iterator[Figure]:
    from tournament.core.ranking.standings import standings
    from tournament.core.regulation.schema import presets

    regulation, ours, bare = presets()["risiko-torneo"], [], []
    for many in PLAYERS:
        players = [f"p{number:05}" for number in range(many)]
        results = list(_results(players))

        def run(players=players, results=results) -> int:
            assert len(standings(regulation, players, results)) == len(players)
            return 1

        def run_bare(players=players, results=results) -> int:
            assert len(_bare_standings(players, results)) == len(players)
            return 1

        ours.append(of_many(run, 3))
        bare.append(of_many(run_bare, 3))
    yield _line(f"standings after {ROUNDS} rounds, by players", PLAYERS, ours)
    yield _unbound("as many scores made, added up by player and sorted, with nothing around", PLAYERS, bare)


class _Score(msgspec.Struct, frozen=True, gc=False):
    round: int
    table: int
    points: Decimal
    tiebreaks: tuple[Decimal, ...]


class _Sum(msgspec.Struct, frozen=True, gc=False):
    entrant: str
    total: Decimal
    per_round: tuple[_Score, ...]


def _bare_standings(players, results) -> list[_Sum]:
    """The least that any standings must do."""
    of_each: dict[str, list[_Score]] = {player: [] for player in players}
    for result in results:
        for row in result.rows:
            of_each[row.entrant].append(_Score(result.round, result.table, row.points, row.tiebreaks))
    sums = [
        _Sum(who, sum((score.points for score in scores), Decimal(0)), tuple(scores)) for who, scores in of_each.items()
    ]
    return sorted(sums, key=lambda line: (line.total, line.per_round[-1].tiebreaks), reverse=True)


def _results(players: list[str]):
    from tournament.core.results import ResultRow, TableResult

    for round_ in range(1, ROUNDS + 1):
        moved = players[round_:] + players[:round_]
        for table in range(len(players) // 4):
            rows = tuple(
                ResultRow(who, Decimal((table * 7 + place * 31) % 97) + Decimal("0.25"), (Decimal(place),), place)
                for place, who in enumerate(moved[4 * table : 4 * table + 4], 1)
            )
            yield TableResult(round_, table + 1, rows)


# -- pages


PAGES = ("round", "public", "standings", "desk", "floor")


def _pages() -> Iterator[Figure]:
    from django.urls import reverse

    organizer = hall.person("carla")
    session = hall.session_of(organizer)
    costs: dict[str, list[float]] = {name: [] for name in PAGES}
    for tables in TABLES:
        round_ = hall.hall(tables, f"Sala di {tables}", organizer)
        slug = round_.tournament.slug
        addresses = {
            "round": reverse("tournament:round", args=[slug, round_.number]),
            "public": reverse("tournament:public", args=[slug]),
            "standings": reverse("tournament:standings", args=[slug]),
            "desk": reverse("tournament:desk", args=[slug]),
            "floor": reverse("referee:floor", args=[slug]),
        }
        for name in PAGES:
            costs[name].append(of_many(_got(addresses[name], session), 3))
    titles = {
        "round": "the round's page",
        "public": "the public page",
        "standings": "the standings' page",
        "desk": "the desk",
        "floor": "the head judge's hall",
    }
    yield from (_line(f"{titles[name]}, by tables", TABLES, costs[name]) for name in PAGES)


def _got(address: str, session: str):
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session

    def run() -> int:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return 1

    return run
