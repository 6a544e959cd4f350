"""Rules: the engines' checked replay beside python-chess and OpenSpiel, and what a record costs in time and memory."""

import random
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import msgspec

from bench.measure import Figure, Section, Work, in_turns, of_many, rate, span
from games.kernel.lines import Entry, encoder, header_for, line_decoder, read_header
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.kernel.verify import verify_lines
from games.registry import game, games

ACTS = 2_000
PLIES = 2_000
LONG_GAME = 150
LONGEST_GAME = 200
FLOOR = {"risiko": 1.6, "fabrisiko": 1.1}
PlayedGame = tuple[bytes, list[bytes]]
"""A record: its header line and the lines that follow."""


# -- the records


def played_games(slug: str, acts: int = ACTS) -> list[PlayedGame]:
    """Seeded whole games of the engine's own policy, as lines with their chain and digests."""
    found: list[PlayedGame] = []
    while sum(len(lines) for _header, lines in found) < acts:
        found.append(played_game(slug, len(found)))
    return found


def played_game(slug: str, seed: int) -> PlayedGame:
    one = game(slug)
    seats = one.seats[seed % len(one.seats)]
    header = header_for(one, [f"s{number}" for number in range(1, seats + 1)])
    chance = Random(f"bench {slug} {seed}")
    record = Record(one, header)
    return record.header_line, list(play_game(record, chance, one.deal(header, chance)))


def replay(slug: str, result: list[PlayedGame]) -> Work:
    """Every line verified: chain, decoding, every breach, effect, public digest at each turn's end."""

    def run() -> int:
        for header, lines in result:
            record = Record(game(slug), read_header(header))
            refused = [line for line in verify_lines(record, lines) if line.refusal]
            assert not refused, refused
        return sum(len(lines) for _header, lines in result)

    return run


def engine(slug: str, result: list[PlayedGame]) -> Work:
    """What `push_uci` does for a move, and no more: each act read from its text, every breach, effect. Without chain and digests."""
    decode = line_decoder(game(slug).act_types).decode
    acts = [(header, [*map(_without_chain, lines)]) for header, lines in result]

    def run() -> int:
        for header, lines in acts:
            record, entries, at = Record(game(slug), read_header(header)), [*map(decode, lines)], 0
            while at < len(entries):
                followed = record.follow(entries[at:], at, [])
                if not followed:
                    record.seq, followed = entries[at].seq, 1
                    assert not record.admit(entries[at].by, entries[at].act), entries[at]
                at += followed
        return sum(len(lines) for _header, lines in acts)

    return run


def _without_chain(line: bytes) -> bytes:
    entry = msgspec.json.decode(line, type=Entry)
    return encoder.encode(Entry(entry.seq, entry.by, entry.act, entry.why))


def chess_moves() -> Work:
    """Long seeded random games, each move as text: parsed, checked for legality, pushed (`Board.push_uci`)."""
    import chess

    chance, result = random.Random(1), []
    while sum(map(len, result)) < PLIES:
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < LONGEST_GAME:
            moves.append(chance.choice(list(board.legal_moves)).uci())
            board.push_uci(moves[-1])
        if len(moves) >= LONG_GAME:
            result.append(moves)

    def run() -> int:
        for moves in result:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)
        return sum(map(len, result))

    return run


def backgammon_moves() -> Work:
    """Seeded random games of OpenSpiel's backgammon: each action looked up among the legal ones, then applied; dice are actions too."""
    import pyspiel

    played, chance, result = pyspiel.load_game("backgammon"), random.Random(1), []
    while sum(map(len, result)) < PLIES:
        state, actions = played.new_initial_state(), []
        while not state.is_terminal():
            actions.append(chance.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        result.append(actions)

    def run() -> int:
        for actions in result:
            state = played.new_initial_state()
            for action in actions:
                assert action in state.legal_actions()
                state.apply_action(action)
        return sum(map(len, result))

    return run


# -- the section


def ratios() -> Iterator[Figure]:
    """The engines beside the two others: the figures that `bench-check` watches."""
    others: tuple[tuple[str, str, Callable[[], Work]], ...] = (
        ("push_uci", "python-chess push_uci", chess_moves),
        ("backgammon", "OpenSpiel backgammon", backgammon_moves),
    )
    made = [(short, name, make()) for short, name, make in others]
    for slug in games():
        played = played_games(slug)
        for part, mine in (("engine", engine(slug, played)), ("record", replay(slug, played))):
            for short, name, theirs in made:
                ours, other, ratio = in_turns(mine, theirs)
                needs = FLOOR.get(slug, 1.0) if (part, short) == ("engine", "push_uci") else None
                what = f"{game(slug).name}, {part}, beside {name}"
                yield Figure(what, rate(ours, "acts"), rate(other, "moves"), ratio, _key(slug, part, short), needs)


def _key(slug: str, part: str, other: str) -> str:
    return f"rules/{slug}/{other}" if part == "record" else f"rules/{slug}/{part}/{other}"


def section() -> Section:
    return Section(
        "Rules",
        [*ratios(), *_one_record()],
        [
            "Engine: decoding, every breach, effect. Record: chain and the digest of the public view at each turn's end as well, which the "
            "others do not have. push_uci: parsing, legality, push, on random games of 150 to 200 moves. OpenSpiel: the action looked up "
            "among the legal ones, then applied (a C++ engine).",
            "The floor of the engine beside push_uci is 1.6 for RisiKo!, 1.1 for FabRisiko! and 1 for every other game.",
        ],
    )


def _one_record() -> Iterator[Figure]:
    header, lines = max((played_game("risiko", seed) for seed in range(12)), key=lambda result: len(result[1]))
    yield Figure(
        "a RisiKo! game of 600 acts, read and checked", span(600 * of_many(replay("risiko", [(header, lines[:600])])))
    )
    yield Figure("one check of an act (its breaches)", span(of_many(_checks(header, lines))))
    yield from (
        Figure(f"memory of a snapshot, {game(slug).name}", f"{_memory_bytes(slug):,.0f} bytes") for slug in games()
    )
    yield from (
        Figure(f"complete games played by the policy, {game(slug).name}", rate(of_many(_plays(slug), 1), "games"))
        for slug in games()
    )


def _checks(header: bytes, lines: list[bytes]) -> Work:
    """The breaches of each act of a game in its own position."""
    record = Record(game("risiko"), read_header(header))
    reached = list(_question_seconds(record, lines))

    def run() -> int:
        for state, by, act in reached:
            record.state = state
            record.breaches(by, act)
        return len(reached)

    return run


def _question_seconds(record: Record, lines: list[bytes]) -> Iterator[tuple]:
    was = record.state
    for _line in verify_lines(record, lines, at_once=1):
        yield was, record.standing[-1].by, record.standing[-1].act
        was = record.state


def _memory_bytes(slug: str) -> float:
    """The memory of a replayed record, divided by its snapshots for undoing."""
    header, lines = played_game(slug, 1)
    tracemalloc.start()
    record = Record(game(slug), read_header(header))
    before, _peak = tracemalloc.get_traced_memory()
    for _line in verify_lines(record, lines):
        pass
    checkpoints, standing = len(record.checkpoints), record.standing
    record.standing = standing[:0]
    del standing
    after, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / checkpoints


def _plays(slug: str, many: int = 5) -> Work:
    def run() -> int:
        for seed in range(many):
            played_game(slug, 100 + seed)
        return many

    return run
