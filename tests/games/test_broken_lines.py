"""Lines from anywhere: a broken one is a typed failure, and a chain names the first that was changed."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.kernel.breaches import IMPOSSIBLE, INFRACTION, UNREADABLE
from games.kernel.lines import split_head
from games.kernel.verify import verify_lines
from games.registry import game
from tests.games.seeded_games import SLUGS, fresh, record_up_to_move, whole_game


@pytest.mark.parametrize("slug", SLUGS)
def test_ten_thousand_broken_lines_are_each_a_typed_failure(slug: str) -> None:
    seats = game(slug).seats[0]
    _, lines, _ = whole_game(slug, seats, 1)
    rng = Random(f"broken {slug}")
    record = record_up_to_move(slug, seats, 1, len(lines) // 2)
    kinds = set()
    for line in verify_lines(record, (_broken(rng, lines, record.seq + 1) for _ in range(10_000)), at_once=1):
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
    data = msgspec.json.decode(line)
    data = {**data, "seq": seq}
    data.pop("head")
    data.pop("digest", None)
    if way == 3:
        data[rng.choice(list(data))] = rng.choice([None, -1, "x", [], {}, 10**30, 1.5, "judge"])
    elif way == 4:
        fields = list(data["act"])
        data["act"][rng.choice(fields)] = rng.choice([None, -1, "x", [], {}, 7, [9], {"alaska": 0}, "jolly", 10**12])
    elif way == 5:
        data["by"] = rng.choice([0, 1, 2, 9, -1, "judge", "clock"])
    else:
        data["act"] = msgspec.json.decode(rng.choice(lines))["act"]
    return msgspec.json.encode(data)


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
        bad = [line.number for line in verify_lines(fresh(record), changed) if line.refusal]
        assert bad[0] in (number + 2, number + 3), (number, changed[number])
        assert bad[0] == number + 2 or b'"head"' in changed[number]


@pytest.mark.parametrize("slug", SLUGS)
def test_each_digest_that_does_not_fit_is_named_at_its_line_and_the_line_stands(slug: str) -> None:
    record, lines, _ = whole_game(slug, game(slug).seats[0], 1)
    bare = [msgspec.json.decode(split_head(line)[0]) for line in lines]
    ends = [place for place, line in enumerate(bare) if "digest" in line]
    forged = ends[1:4]
    for place in forged:
        bare[place]["digest"] = "0" * 64
    again = fresh(record)
    read = list(verify_lines(again, map(msgspec.json.encode, bare)))
    assert [line.number - 2 for line in read if line.refusal] == forged
    assert {line.refusal.kind for line in read if line.refusal} == {UNREADABLE}
    assert (again.state, again.digest()) == (record.state, record.digest())
