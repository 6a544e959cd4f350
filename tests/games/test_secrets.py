"""What is dealt in secret stays one: nobody who may not know it sees, hears or is asked anything else for it."""

from __future__ import annotations

import msgspec
import pytest

from games.kernel.acts import Index
from games.kernel.lines import read_act
from games.kernel.record import Record
from games.kernel.vault import Vault, commitments
from games.registry import game
from tests.games.seeded_games import TABLES, acts_of, breaches_of, every_table, fresh, read_tag, seated, whole_game


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
            ours[0].append_trusted(by, act)
            theirs[0].append_trusted(by, act)
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
    dealt = {secret.value for secret in one.secrets if secret.seat != owner}
    return any(secret.value in dealt for secret in other.secrets if secret.seat == owner) or [
        secret.value for secret in one.secrets if secret.seat == owner
    ] == [secret.value for secret in other.secrets if secret.seat == owner]


def _secret_tags(record: Record) -> set[str]:
    return {read_tag(kind) for kind in record.game.acts if _opens_a_secret(kind)}


def _opens_a_secret(kind: type) -> bool:
    """An act that carries an opened secret has its salt, or several."""
    return not {"salt", "salts"}.isdisjoint(kind.__struct_fields__)


def _looks(record: Record, vault, insiders: set[int]) -> list[bytes]:
    """Everything that anybody but those who know the secret can be shown at this moment."""
    seats = range(len(record.header.seats))
    views = [
        record.view(viewer, vault) for viewer in ("public", "judge", *(seat for seat in seats if seat not in insiders))
    ]
    guess = [kind for kind in record.game.acts if _opens_a_secret(kind)]
    return [
        *(msgspec.json.encode(view) for view in views),
        msgspec.json.encode(record.choices({})),
        msgspec.json.encode(record.game.scene(record.rules, record.state, frozenset())),
        msgspec.json.encode(record.game.status(record.rules, record.state)),
        *(
            msgspec.json.encode([breach.reason for breach in breaches_of(record, min(insiders), _guess(record, kind))])
            for kind in guess
        ),
    ]


def _guess(record: Record, kind: type) -> msgspec.Struct:
    """A claim without the salt, as somebody might try it."""
    whole = msgspec.json.encode(
        {"type": read_tag(kind), **{field.name: _blank(field.type) for field in msgspec.structs.fields(kind)}}
    )
    return read_act(record.game, whole)


def _blank(kind: object) -> object:
    return {int: 1, Index: 1, str: "00", tuple[Index, ...]: [1, 2]}.get(kind, ["1", "2"])


def test_a_seat_sees_its_own_sealed_secret_and_nobody_elses() -> None:
    for slug, seats in TABLES:
        record, _, vault = whole_game(slug, seats, 1, True)
        early = fresh(record)
        mine = msgspec.json.encode(early.view(0, vault))
        assert mine != msgspec.json.encode(early.view(0, None)) or not record.game.secret_kinds
        for secret in vault.secrets:
            assert secret.salt.encode() not in msgspec.json.encode(early.view("judge", vault))
