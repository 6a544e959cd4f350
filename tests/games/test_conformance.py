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

from games.kernel.acts import CLOCK, JUDGE, Note, TimeUp
from games.kernel.breaches import IMPOSSIBLE, INFRACTION, UNREADABLE, Refused, Unreadable
from games.kernel.choices import any_answer
from games.kernel.game import KERNEL_ACTS, breaches
from games.kernel.lines import line_type, read_act, read_header
from games.kernel.record import OutOfReach, Record, resume, retell, snapshot
from games.kernel.retrace import retrace
from games.kernel.vault import Vault, commitments
from games.registry import game
from tests.games.told import SLUGS, TABLES, acts_of, fresh, seated, told_up_to, whole_game

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


def every_table(*names: str):
    return pytest.mark.parametrize(("slug", "seats"), TABLES)


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
    assert [line for line in retrace(again, lines) if line.refusal] == []
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
    told, bases = fresh(record), []
    for number, (by, act) in enumerate(acts_of(record, lines)):
        was = told.state.turn
        told.play(by, act)
        if told.state.turn != was:
            bases.append((number + 1, snapshot(told)))
    for number, base in bases[:: max(1, len(bases) // 12)]:
        again = resume(record.game, record.header, base, lines[number:])
        assert (again.state, again.head, again.seq) == (record.state, record.head, record.seq)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_order_of_hashing_changes_nothing(slug: str) -> None:
    told = [
        _command(["play", slug, "--players", str(game(slug).seats[-1]), "--seed", "5"], PYTHONHASHSEED=seed)
        for seed in ("0", "4242")
    ]
    assert told[0] == told[1]
    assert told[0].count(b"\n") > 20


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
    told, states = fresh(record), []
    for by, act in acts_of(record, lines):
        if by != CLOCK and not isinstance(act, TimeUp):
            states.append((told.state, told.digest()))
        told.play(by, act)
    clocked = any(by == CLOCK for by, _ in acts_of(record, lines))
    for state, digest in reversed(states):
        told.undo(why="test")
        if not clocked:
            assert (told.state, told.digest()) == (state, digest)
    assert told.last_undoable is None
    with pytest.raises(Refused):
        told.undo()


@every_table()
def test_an_undo_inside_the_turn_leads_back_and_the_same_act_forward_again(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    told = fresh(record)
    for by, act in acts_of(record, lines):
        before = told.state
        told.play(by, act)
        if by != CLOCK and not isinstance(act, TimeUp):
            after = told.state
            told.undo()
            assert told.state == before
            told.play(by, act)
            assert told.state == after


@every_table()
def test_a_record_resumed_behind_an_undo_says_that_it_cannot_reach_it(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    told = fresh(record)
    acts = iter(acts_of(record, lines))
    while told.state.turn < 2:
        told.play(*next(acts))
    base = snapshot(told)
    line = told.undo()
    with pytest.raises(OutOfReach):
        resume(record.game, record.header, base, [line])


# -- states are values; refused acts change nothing


@every_table()
def test_an_old_state_never_changes(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 2)
    told, seen = fresh(record), []
    for by, act in acts_of(record, lines):
        seen.append((told.state, msgspec.json.encode(told.state)))
        told.play(by, act)
    assert all(msgspec.json.encode(state) == bytes_then for state, bytes_then in seen)


@every_table()
def test_a_refused_act_changes_nothing(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    acts = acts_of(record, lines)
    told, rng, refused = fresh(record), Random(7), 0
    for by, act in acts:
        stray_by, stray = rng.choice(acts)
        was = (told.state, told.digest(), told.head, told.seq)
        try:
            told.play(stray_by, stray)
        except (Refused, Unreadable):
            refused += 1
            assert (told.state, told.digest(), told.head, told.seq) == was
        else:
            told = _back(record, acts, told)
        told = told if told.head == was[2] else _retold(record, acts, was[3])
        told.play(by, act)
    assert refused > len(acts) // 2


def _back(record: Record, acts: list, told: Record) -> Record:
    return _retold(record, acts, told.seq - 1)


def _retold(record: Record, acts: list, count: int) -> Record:
    again = fresh(record)
    for by, act in acts[:count]:
        again.retell(by, act)
    return again


@every_table()
def test_an_infraction_always_names_an_article_of_the_rulebook(slug: str, seats: int) -> None:
    record, lines, _ = whole_game(slug, seats, 1)
    acts, rng, found = acts_of(record, lines), Random(3), set()
    told = fresh(record)
    for by, act in acts:
        for stray_by, stray in rng.sample(acts, 8):
            for breach in _breaches(told, stray_by, stray):
                assert breach.kind in (INFRACTION, IMPOSSIBLE)
                assert breach.reason.it
                assert breach.reason.en
                assert breach.article in told.game.rulebook or (breach.article == "" and breach.kind == IMPOSSIBLE)
                found.add(breach.article)
        told.play(by, act)
    assert len(found) > 3


def _breaches(told: Record, by: int | str, act: msgspec.Struct) -> tuple:
    try:
        return told.breaches(by, act)
    except Unreadable:
        return ()


# -- choices


@every_table()
def test_a_walk_over_choices_is_a_legal_game(slug: str, seats: int) -> None:
    seen: set[str] = set()
    for seed in range(4):
        header, _ = seated(game(slug), seats, seed)
        told, rng = Record(game(slug), header), Random(f"walk {seed}")
        for _ in range(900):
            if told.game.is_done(told.rules, told.state):
                break
            ask = walk(told, rng)
            act = read_act(told.game, ask.act)
            assert told.breaches(ask.by, act, why="test") == ()
            seen.add(ask.act["type"])
            told.play(ask.by, act, why="test")
    assert len(seen) > len(told.game.acts) // 3


def walk(told: Record, rng: Random):
    """One whole act, chosen at random: nearly always of the players, now and then the table's or the judge's."""
    ask = told.choices({})
    main = tuple(choice for choice in ask.choices if not choice.group)
    if main and rng.random() < 0.98:
        ask = msgspec.structs.replace(ask, choices=main)
    for _ in range(60):
        if ask.kind == "ready":
            return ask
        assert ask.kind == "dice" or ask.kind == "number" or ask.choices, ask
        ask = told.choices(ask.answered(any_answer(ask, rng)))
    raise AssertionError(f"no end of questions: {ask}")


@every_table()
def test_every_group_of_answers_has_words(slug: str, seats: int) -> None:
    """A group is called by a group of the picture, by a place of it, or by a heading of its own."""
    header, _ = seated(game(slug), seats, 1)
    told, rng = Record(game(slug), header), Random("groups")
    for _ in range(250):
        if told.game.is_done(told.rules, told.state):
            break
        scene = told.game.scene(told.rules, told.state, frozenset())
        known = {"", *dict(scene.groups), *dict(scene.headings), *(shape.key for shape in scene.shapes)}
        ask = told.choices({})
        while ask.kind != "ready":
            assert ask.kind == "act" or {choice.group for choice in ask.choices} <= known
            ask = told.choices(ask.answered(any_answer(ask, rng)))
        told.play(ask.by, read_act(told.game, ask.act), why="test")


@every_table()
def test_a_partial_act_that_makes_no_sense_is_unreadable_and_never_a_crash(slug: str, seats: int) -> None:
    told = told_up_to(slug, seats, 1, 150)
    rng = Random(11)
    values = ["alaska", -1, 99, "", None, [], {}, "jolly", 3.5, True]
    kinds = [*told.game.act_words, "nonsense", 7, None]
    for _ in range(600):
        partial = {
            key: rng.choice(values)
            for key in rng.sample(["src", "dst", "armies", "dice", "card", "cards", "seat", "by"], 3)
        }
        with suppress(Unreadable):
            told.choices({"type": rng.choice(kinds), **partial})


# -- waived infractions leave states that may break every invariant; the engine still goes on


@every_table()
def test_the_game_goes_on_after_any_registered_infraction(slug: str, seats: int) -> None:
    registered = 0
    for seed in range(16):
        if seed >= 4 and registered > 5:
            break
        record, lines, _ = whole_game(slug, seats, 1)
        acts = acts_of(record, lines)
        header, _ = seated(record.game, seats, seed)
        told, rng = Record(record.game, header), Random(f"waived {seed}")
        for _ in range(500):
            if told.game.is_done(told.rules, told.state):
                break
            for by, act in rng.sample(acts, 3):
                registered += _register(told, by, act)
            if not told.game.is_done(told.rules, told.state):
                ask = walk(told, rng)
                told.play(ask.by, read_act(told.game, ask.act), why="test")
            told.view("judge")
            told.game.scene(told.rules, told.state, frozenset())
            told.score()
    assert registered > 5


def _register(told: Record, by: int | str, act: msgspec.Struct) -> int:
    try:
        found = breaches(told.game, told.rules, told.state, by, act)
    except Unreadable:
        return 0
    if not found or not all(breach.may_be_registered for breach in found):
        return 0
    was = told.state
    told.rule(by, act, why="test")
    told.undo(why="test")
    assert told.state == was
    told.rule(by, act, why="test")
    return 1


# -- secrets


@every_table()
def test_two_games_that_differ_only_in_a_secret_look_the_same_to_everybody_else(slug: str, seats: int) -> None:
    one = game(slug)
    if not one.secret_kinds:
        pytest.skip("this game deals no secret")
    for owner in range(seats):
        ours, theirs, acts, insiders = _twins(slug, seats, owner)
        for number, (by, act) in enumerate(acts):
            if number % 25 == 0:
                assert _looks(*ours, insiders) == _looks(*theirs, insiders)
            ours[0].retell(by, act)
            theirs[0].retell(by, act)
        assert ours[0].digest() == theirs[0].digest()


def _twins(slug: str, seats: int, owner: int):
    """Two sealed tables at which only what `owner` was dealt differs, acts that can happen at both, and the seats that know.

    Where every secret of the game is dealt to somebody, the owner's differs by an exchange with the next seat.
    """
    record, lines, vault = whole_game(slug, seats, 1, True)
    others = [seated(record.game, seats, seed)[1] for seed in range(50, 90)]
    swapped = next((other for other in others if not _shared(vault, other, owner)), None)
    insiders = {owner} if swapped else {owner, (owner + 1) % seats}
    dealt = swapped.secrets if swapped else _exchanged(vault, *sorted(insiders))
    pairs = zip(vault.secrets, dealt, strict=True)
    mixed = Vault(tuple(other if other.seat in insiders else ours for ours, other in pairs))
    sealed = {kind: commitments(mixed, kind) for kind in record.game.secret_kinds}
    other = Record(record.game, msgspec.structs.replace(record.header, sealed=sealed))
    acts = [one for one in acts_of(record, lines) if read_tag(one[1]) not in _secret_tags(record)]
    stop = next(
        (n for n, one in enumerate(acts_of(record, lines)) if read_tag(one[1]) in _secret_tags(record)), len(acts)
    )
    return (fresh(record), vault), (other, mixed), acts[:stop], insiders


def _exchanged(vault: Vault, one: int, other: int) -> tuple:
    there = {one: other, other: one}
    return tuple(
        msgspec.structs.replace(secret, value=vault.of(there.get(secret.seat, secret.seat), secret.kind)[0].value)
        for secret in vault.secrets
    )


def _shared(one, other, owner: int) -> bool:
    """Whether the swap would deal something twice."""
    kept = {secret.value for secret in one.secrets if secret.seat != owner}
    return any(secret.value in kept for secret in other.secrets if secret.seat == owner) or [
        secret.value for secret in one.secrets if secret.seat == owner
    ] == [secret.value for secret in other.secrets if secret.seat == owner]


def _secret_tags(record: Record) -> set[str]:
    return {read_tag(kind) for kind in record.game.acts if _opens_a_secret(kind)}


def _opens_a_secret(kind: type) -> bool:
    """An act that carries an opened secret has its salt, or several."""
    return not {"salt", "salts"}.isdisjoint(kind.__struct_fields__)


def read_tag(act) -> str:
    kind = act if isinstance(act, type) else type(act)
    return str(kind.__struct_config__.tag)


def _looks(told: Record, vault, insiders: set[int]) -> list[bytes]:
    """Everything that anybody but those who know the secret can be shown at this moment."""
    seats = range(len(told.header.seats))
    views = [
        told.view(viewer, vault) for viewer in ("public", "judge", *(seat for seat in seats if seat not in insiders))
    ]
    guess = [kind for kind in told.game.acts if _opens_a_secret(kind)]
    return [
        *(msgspec.json.encode(view) for view in views),
        msgspec.json.encode(told.choices({})),
        msgspec.json.encode(told.game.scene(told.rules, told.state, frozenset())),
        msgspec.json.encode(told.game.status(told.rules, told.state)),
        *(
            msgspec.json.encode([breach.reason for breach in _breaches(told, min(insiders), _guess(told, kind))])
            for kind in guess
        ),
    ]


def _guess(told: Record, kind: type) -> msgspec.Struct:
    """A claim without the salt, as somebody might try it."""
    whole = msgspec.json.encode(
        {"type": read_tag(kind), **{field.name: _blank(field.type) for field in msgspec.structs.fields(kind)}}
    )
    return read_act(told.game, whole)


def _blank(kind: object) -> object:
    return {int: 1, str: "00", tuple[int, ...]: [1, 2]}.get(kind, ["1", "2"])


def test_a_seat_sees_its_own_sealed_secret_and_nobody_elses() -> None:
    for slug, seats in TABLES:
        record, _, vault = whole_game(slug, seats, 1, True)
        early = fresh(record)
        mine = msgspec.json.encode(early.view(0, vault))
        assert mine != msgspec.json.encode(early.view(0, None)) or not record.game.secret_kinds
        for secret in vault.secrets:
            assert secret.salt.encode() not in msgspec.json.encode(early.view("judge", vault))


# -- lines from anywhere


@pytest.mark.parametrize("slug", SLUGS)
def test_ten_thousand_broken_lines_are_each_a_typed_failure(slug: str) -> None:
    seats = game(slug).seats[0]
    _, lines, _ = whole_game(slug, seats, 1)
    rng = Random(f"broken {slug}")
    told = told_up_to(slug, seats, 1, len(lines) // 2)
    kinds = set()
    for line in retrace(told, (_broken(rng, lines, told.seq + 1) for _ in range(10_000)), at_once=1):
        if line.refusal:
            kinds.add(line.refusal.kind)
            assert all(reason.it and reason.en for reason in line.refusal.reasons)
    assert kinds == {UNREADABLE, IMPOSSIBLE, INFRACTION}


def _broken(rng: Random, lines: tuple[bytes, ...], seq: int) -> bytes:
    line = rng.choice(lines)
    way = rng.randrange(7)
    if way == 0:
        return rng.randbytes(rng.randrange(1, 60)).replace(b"\n", b"?") or b"?"
    if way == 1:
        return line[: rng.randrange(len(line))] or b"{"
    if way == 2:
        position = rng.randrange(len(line))
        return line[:position] + bytes([rng.randrange(32, 255)]) + line[position + 1 :]
    told = msgspec.json.decode(line)
    told = {**told, "seq": seq}
    told.pop("head")
    told.pop("digest", None)
    if way == 3:
        told[rng.choice(list(told))] = rng.choice([None, -1, "x", [], {}, 10**30, 1.5, "judge"])
    elif way == 4:
        fields = list(told["act"])
        told["act"][rng.choice(fields)] = rng.choice([None, -1, "x", [], {}, 7, [9], {"alaska": 0}, "jolly", 10**12])
    elif way == 5:
        told["by"] = rng.choice([0, 1, 2, 9, -1, "judge", "clock"])
    else:
        told["act"] = msgspec.json.decode(rng.choice(lines))["act"]
    return msgspec.json.encode(told)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_chain_names_the_first_line_that_was_changed(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    rng = Random(f"chain {slug}")
    for _ in range(40):
        number = rng.randrange(len(lines))
        changed = list(lines)
        position = rng.randrange(len(changed[number]))
        byte = changed[number][position]
        changed[number] = (
            changed[number][:position]
            + bytes([byte ^ 1 if byte ^ 1 > 31 else byte ^ 2])
            + changed[number][position + 1 :]
        )
        bad = [line.number for line in retrace(fresh(record), changed) if line.refusal]
        assert bad[0] in (number + 2, number + 3), (number, changed[number])
        assert bad[0] == number + 2 or b'"head"' in changed[number]


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
        assert one.tell(record.rules, by, act).it


@pytest.mark.parametrize("slug", SLUGS)
def test_the_golden_record_of_each_revision_replays(slug: str) -> None:
    for revision in range(1, game(slug).revision + 1):
        head, *lines = (Path(__file__).parent / "golden" / f"{slug}-r{revision}.jsonl").read_bytes().splitlines()
        told = Record(game(slug), read_header(head))
        told.adopt_header_line(head)
        assert [line for line in retrace(told, lines) if line.refusal] == []
        assert told.ended_by


def test_no_file_of_the_product_outside_games_and_fixtures_names_a_game() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    product = ("config/", "tournament/", "referee/", "templates/", "static/js/", "css/", "manage.py", "locale/")
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
    told = told_up_to(slug, seats, 1, 120)
    was = told.state
    told.play(JUDGE, Note("warned", seat=0))
    assert told.state == was
    before = told.last_undoable
    told.undo()
    assert told.last_undoable != before


def test_retelling_trusted_lines_gives_the_same_record() -> None:
    for slug, seats in TABLES:
        record, lines, _ = whole_game(slug, seats, 1)
        again = fresh(record)
        retell(again, lines)
        assert (again.state, again.head) == (record.state, record.head)
