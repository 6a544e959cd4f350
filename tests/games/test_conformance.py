"""The laws that every game obeys, whatever its rules. One suite over all registered games."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from games.kernel.acts import CLOCK, JUDGE, Note, Ruling, TimeUp, Undo
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, Refused, Unreadable
from games.kernel.choices import any_answer
from games.kernel.game import KERNEL_ACTS
from games.kernel.lines import encoder, line_type, read_act, read_header
from games.kernel.record import OutOfReach, Record, replay_trusted, resume, snapshot
from games.kernel.verify import verify_lines
from games.registry import game
from tests.games.seeded_games import (
    SLUGS,
    TABLES,
    acts_of,
    breaches_of,
    every_table,
    fresh,
    read_tag,
    record_up_to_move,
    seated,
    whole_game,
)
from tests.tools import many

ROOT = Path(__file__).parents[2]
SEEDS = (1, 2, 3)
ENDINGS = {
    "objective",
    "dice",
    "time",
    "base",
    "elimination",
    "abandoned",
    "queen",
    "rival",
    "territories",
    "draw",
    "limit",
}


# -- random games end by a rule, and are told the same way twice


@every_table()
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_ends_by_a_rule_of_the_game(slug: str, seats: int, seed: int) -> None:
    record, _, dealt = whole_game(slug, seats, seed)
    assert record.ended_by in record.game.endings
    assert set(record.game.endings) <= ENDINGS
    sheet = record.score(dealt)
    assert sheet.awaits == ()
    assert sorted(row.seat for row in sheet.rows) == list(range(seats))
    assert min(row.rank for row in sheet.rows) == 1


@every_table()
@pytest.mark.parametrize("seed", SEEDS)
def test_a_checked_replay_leads_to_the_same_state_digest_and_head(slug: str, seats: int, seed: int) -> None:
    record, lines, _ = whole_game(slug, seats, seed)
    again = fresh(record)
    assert [line for line in verify_lines(again, lines) if line.refusal] == []
    assert (again.state, again.digest(), again.head, again.seq) == (
        record.state,
        record.digest(),
        record.head,
        record.seq,
    )


@every_table()
def test_a_record_round_trips_to_the_same_bytes(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    again = Record(record.game, read_header(record.header_line))
    assert again.header_line == record.header_line
    assert tuple(again.play(by, act) for by, act in acts_of(record, lines)) == lines


@every_table()
def test_a_record_resumed_from_any_turn_goes_on_as_if_it_had_never_stopped(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 2)
    game_record, bases = fresh(record), []
    for number, (by, act) in enumerate(acts_of(record, lines)):
        was = game_record.state.turn
        game_record.play(by, act)
        if game_record.state.turn != was:
            bases.append((number + 1, snapshot(game_record)))
    for number, base in bases[:: max(1, len(bases) // 12)]:
        again = resume(record.game, record.header, base, lines[number:])
        assert (again.state, again.head, again.seq) == (record.state, record.head, record.seq)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_order_of_hashing_changes_nothing(slug: str) -> None:
    result = [
        _command(["play", slug, "--players", str(game(slug).seats[-1]), "--seed", "5"], PYTHONHASHSEED=seed)
        for seed in ("0", "4242")
    ]
    assert result[0] == result[1]
    assert result[0].count(b"\n") > 20


def _command(arguments: list[str], **environment: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "games", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    ).stdout


# -- undo


@every_table()
def test_undo_returns_every_earlier_digest_and_state(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 3)
    game_record, states = fresh(record), []
    for by, act in acts_of(record, lines):
        if by != CLOCK and not isinstance(act, TimeUp):
            states.append((game_record.state, game_record.digest()))
        game_record.play(by, act)
    clocked = any(by == CLOCK for by, _ in acts_of(record, lines))
    for state, digest in reversed(states):
        game_record.undo(why="test")
        if not clocked:
            assert (game_record.state, game_record.digest()) == (state, digest)
    assert game_record.last_undoable is None
    with pytest.raises(Refused):
        game_record.undo()


@every_table()
def test_an_undo_inside_the_turn_leads_back_and_the_same_act_forward_again(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    game_record = fresh(record)
    for by, act in acts_of(record, lines):
        before = game_record.state
        game_record.play(by, act)
        if by != CLOCK and not isinstance(act, TimeUp):
            after = game_record.state
            game_record.undo()
            assert game_record.state == before
            game_record.play(by, act)
            assert game_record.state == after


@every_table()
def test_a_record_resumed_behind_an_undo_says_that_it_cannot_reach_it(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    game_record = fresh(record)
    acts = iter(acts_of(record, lines))
    while game_record.state.turn < 2:
        game_record.play(*next(acts))
    base = snapshot(game_record)
    line = game_record.undo()
    with pytest.raises(OutOfReach):
        resume(record.game, record.header, base, [line])


# -- states are values; refused acts change nothing


@every_table()
def test_an_old_state_never_changes(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 2)
    game_record, seen = fresh(record), []
    for by, act in acts_of(record, lines):
        seen.append((game_record.state, msgspec.json.encode(game_record.state)))
        game_record.play(by, act)
    assert all(msgspec.json.encode(state) == bytes_then for state, bytes_then in seen)


@every_table()
def test_a_refused_act_changes_nothing(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    acts = acts_of(record, lines)
    game_record, rng, refused = fresh(record), Random(7), 0
    for by, act in acts:
        stray_by, stray = rng.choice(acts)
        was = (game_record.state, game_record.digest(), game_record.head, game_record.seq)
        try:
            game_record.play(stray_by, stray)
        except (Refused, Unreadable):
            refused += 1
            assert (game_record.state, game_record.digest(), game_record.head, game_record.seq) == was
        else:
            game_record = _back(record, acts, game_record)
        game_record = game_record if game_record.head == was[2] else _retold(record, acts, was[3])
        game_record.play(by, act)
    assert refused > len(acts) // 2


def _back(record: Record, acts: list, game_record: Record) -> Record:
    return _retold(record, acts, game_record.seq - 1)


def _retold(record: Record, acts: list, count: int) -> Record:
    again = fresh(record)
    for by, act in acts[:count]:
        again.append_trusted(by, act)
    return again


@every_table()
def test_an_infraction_always_names_an_article_of_the_rulebook(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    acts, rng, found = acts_of(record, lines), Random(3), set()
    game_record = fresh(record)
    for by, act in acts:
        for stray_by, stray in rng.sample(acts, 8):
            for breach in breaches_of(game_record, stray_by, stray):
                assert breach.kind in (INFRACTION, IMPOSSIBLE)
                assert breach.reason.it
                assert breach.reason.en
                assert breach.article in game_record.game.rulebook or (
                    breach.article == "" and breach.kind == IMPOSSIBLE
                )
                found.add(breach.article)
        game_record.play(by, act)
    assert len(found) > 3


# -- choices


@every_table()
def test_a_walk_over_choices_is_a_legal_game(slug: str, seats: int) -> None:
    seen: set[str] = set()
    for seed in range(many(2, 8)):
        header, _ = seated(game(slug), seats, seed)
        record, rng = Record(game(slug), header), Random(f"walk {seed}")
        for _ in range(900):
            if record.game.is_done(record.rules, record.state):
                break
            ask = walk(record, rng)
            act = read_act(record.game, ask.act)
            assert record.breaches(ask.by, act, why="test") == ()
            seen.add(ask.act["type"])
            record.play(ask.by, act, why="test")
    assert len(seen) > len(record.game.acts) // 3


def walk(record: Record, rng: Random):
    """One whole act, chosen at random: nearly always of the players, now and then the table's or the judge's."""
    ask = record.choices({})
    main = tuple(choice for choice in ask.choices if not choice.group)
    if main and rng.random() < 0.98:
        ask = msgspec.structs.replace(ask, choices=main)
    for _ in range(60):
        if ask.kind == "ready":
            return ask
        assert ask.kind == "dice" or ask.kind == "number" or ask.choices, ask
        ask = record.choices(ask.answered(any_answer(ask, rng)))
    raise AssertionError(f"no end of questions: {ask}")


@every_table()
def test_every_group_of_answers_has_words(slug: str, seats: int) -> None:
    """A group is called by a group of the picture, by a place of it, or by a heading of its own."""
    header, _ = seated(game(slug), seats, 1)
    record, rng = Record(game(slug), header), Random("groups")
    for _ in range(250):
        if record.game.is_done(record.rules, record.state):
            break
        scene = record.game.scene(record.rules, record.state, frozenset())
        known = {"", *dict(scene.groups), *dict(scene.headings), *(shape.key for shape in scene.shapes)}
        ask = record.choices({})
        while ask.kind != "ready":
            assert ask.kind == "act" or {choice.group for choice in ask.choices} <= known
            ask = record.choices(ask.answered(any_answer(ask, rng)))
        record.play(ask.by, read_act(record.game, ask.act), why="test")


@every_table()
def test_a_partial_act_that_makes_no_sense_is_unreadable_and_never_a_crash(slug: str, seats: int) -> None:
    record = record_up_to_move(slug, seats, 1, 150)
    rng = Random(11)
    values = ["alaska", -1, 99, "", None, [], {}, "jolly", 3.5, True]
    kinds = [*record.game.act_words, "nonsense", 7, None]
    for _ in range(600):
        partial = {
            key: rng.choice(values)
            for key in rng.sample(["src", "dst", "armies", "dice", "card", "cards", "seat", "by"], 3)
        }
        with suppress(Unreadable):
            record.choices({"type": rng.choice(kinds), **partial})


# -- waived infractions leave states that may break every invariant; the engine still goes on


@every_table()
def test_the_game_goes_on_after_any_registered_infraction(slug: str, seats: int) -> None:
    registered = 0
    for seed in range(16):
        if seed >= many(2, 8) and registered > 5:
            break
        record, lines, _ = whole_game(slug, seats, 1)
        acts = acts_of(record, lines)
        header, _ = seated(record.game, seats, seed)
        game_record, rng = Record(record.game, header), Random(f"waived {seed}")
        for _ in range(500):
            if game_record.game.is_done(game_record.rules, game_record.state):
                break
            for by, act in rng.sample(acts, 3):
                registered += _register(game_record, by, act)
            if not game_record.game.is_done(game_record.rules, game_record.state):
                ask = walk(game_record, rng)
                game_record.play(ask.by, read_act(game_record.game, ask.act), why="test")
            game_record.view("judge")
            game_record.game.scene(game_record.rules, game_record.state, frozenset())
            game_record.score()
    assert registered > 5


def _register(record: Record, by: int | str, act: msgspec.Struct) -> int:
    try:
        found = record.breaches(by, act)
    except Unreadable:
        return 0
    if not found or not all(breach.may_be_registered for breach in found):
        return 0
    was = record.state
    record.rule(by, act, why="test")
    record.undo(why="test")
    assert record.state == was
    record.rule(by, act, why="test")
    return 1


@pytest.mark.parametrize("slug", SLUGS)
def test_a_ruling_registers_no_act_about_the_record_and_nobody_unknown(slug: str) -> None:
    seats = min(game(slug).seats)
    record = record_up_to_move(slug, seats, 3, 12)
    inner = msgspec.Raw(encoder.encode(Note("x")))
    about = [Undo(1), Note("una nota"), Ruling((), JUDGE, inner)]
    told = dict.fromkeys(type(act) for _by, act in acts_of(record, whole_game(slug, seats, 3)[1]))
    of_the_table = [
        next(act for _by, act in acts_of(record, whole_game(slug, seats, 3)[1]) if type(act) is kind) for kind in told
    ]
    stood = record.seq, record.head, record.state
    cases = [(by, act) for act in about for by in (0, JUDGE, CLOCK, 99, -1)]
    cases += [(by, act) for act in of_the_table for by in (seats, 99, -1)]
    for by, act in cases:
        with pytest.raises(Unreadable):
            record.rule(by, act, why="test")
        assert (record.seq, record.head, record.state) == stood


# -- the schema, the golden records, the law of the house


@pytest.mark.parametrize("slug", SLUGS)
def test_the_schema_names_every_act(slug: str) -> None:
    shape = msgspec.json.decode(_command(["schema", slug]))
    tags = {
        part["properties"]["type"]["enum"][0]
        for part in shape["$defs"].values()
        if "type" in part.get("properties", {})
    }
    assert tags >= {read_tag(act) for act in game(slug).act_types}
    line_type(game(slug).act_types)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_act_has_words_in_both_languages(slug: str) -> None:
    one = game(slug)
    for kind in (*one.acts, *KERNEL_ACTS):
        assert one.act_words[read_tag(kind)].en
    record, lines, _ = whole_game(slug, one.seats[0], 1)
    for by, act in acts_of(record, lines):
        assert one.describe(record.rules, by, act).it


@pytest.mark.parametrize("slug", SLUGS)
def test_the_golden_record_of_each_revision_replays(slug: str) -> None:
    for revision in range(1, game(slug).revision + 1):
        head, *lines = (Path(__file__).parent / "golden" / f"{slug}-r{revision}.jsonl").read_bytes().splitlines()
        record = Record(game(slug), read_header(head))
        record.adopt_header_line(head)
        assert [line for line in verify_lines(record, lines) if line.refusal] == []
        assert record.ended_by


def test_no_file_of_the_product_outside_games_and_fixtures_names_a_game() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    product = (
        "config/",
        "operations/",
        "tournament/",
        "referee/",
        "templates/",
        "static/js/",
        "css/",
        "manage.py",
        "locale/",
    )
    guilty = []
    for name in tracked:
        if name.startswith(product) and not name.endswith((".woff2", ".mo", ".png")):
            text = (ROOT / name).read_text(encoding="utf-8", errors="replace").lower()
            guilty += [f"{name}: {slug}" for slug in SLUGS if _names(text, slug)]
    assert guilty == []


def _names(text: str, slug: str) -> bool:
    return re.search(rf"(?<![a-z]){slug}(?![a-z])", text) is not None


# -- rulings, notes, clock


@every_table()
def test_a_note_changes_nothing_and_stays_through_an_undo(slug: str, seats: int) -> None:
    record = record_up_to_move(slug, seats, 1, 120)
    was = record.state
    record.play(JUDGE, Note("warned", seat=0))
    assert record.state == was
    before = record.last_undoable
    record.undo()
    assert record.last_undoable != before


def test_retelling_trusted_lines_gives_the_same_record() -> None:
    for slug, seats in TABLES:
        record, lines, _ = whole_game(slug, seats, 1)
        again = fresh(record)
        replay_trusted(again, lines)
        assert (again.state, again.head) == (record.state, record.head)
