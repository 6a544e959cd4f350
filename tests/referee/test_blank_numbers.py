"""A number that a free form leaves empty changes nothing; a step from it begins at what the table has, in every game."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from games.fatal.acts import Effect
from games.kernel.acts import JUDGE
from games.registry import games
from referee.judge_page import board_view
from referee.judge_page.act_forms import acts as act_forms
from referee.judge_page.act_forms import turn
from tests.games.seeded_games import SLUGS, acts_of, fresh, whole_game


def in_play(slug: str, seats: int):
    played, lines, _ = whole_game(slug, seats, 3)
    record = fresh(played)
    for by, act in acts_of(played, lines[: len(lines) // 2]):
        record.append_trusted(by, act)
    return record


@pytest.mark.parametrize("slug", SLUGS)
def test_the_counts_are_those_of_the_seats_that_play(slug):
    record = in_play(slug, games()[slug].seats[0])
    seats = {player.seat for player in board_view.board_of(record, ()).players}
    assert {int(name.rpartition("-")[2]) for name in turn.counts_by_seat(record)} <= seats


def test_the_cards_in_hand_are_those_of_the_table():
    record = in_play("fatal", 3)
    counts = turn.counts_by_seat(record)
    hands = [record.state.hand_size(seat) for seat in range(3)]
    assert [int(counts[f"hands-{seat}"]) for seat in range(3)] == pytest.approx(hands, abs=2)


@pytest.mark.parametrize("language", ["it", "en"])
def test_an_effect_says_all_that_it_changed(language):
    record = in_play("fatal", 3)
    act = Effect(hands={2: 2}, treasures={1: 1}, discarded=("v03",), forgot=True)
    words = getattr(record.game.describe(record.rules, JUDGE, act), language)
    wanted = {
        "it": ("2 carte in mano", "1 tesoro", "scarta", "non ripesca"),
        "en": ("2 cards in hand", "1 treasure", "discarded", "no redraw"),
    }
    assert all(one in words for one in wanted[language])
    nothing = getattr(record.game.describe(record.rules, JUDGE, Effect()), language)
    assert {"it": "nulla cambia", "en": "nothing changes"}[language] in nothing


def test_the_form_of_an_effect_has_the_counts_beside_its_empty_numbers():
    record = in_play("fatal", 3)
    board, counts = board_view.board_of(record, ()), turn.counts_by_seat(record)
    (hands,) = (one for one in act_forms.fields_of(record.game, "effect", board) if one.name == "hands")
    form = render_to_string(
        "referee/judge/_act_field.html", {"field": hands, "form_values": {}, "counts": counts, "board": board}
    )
    found = re.findall(r'name="(hands-\d)-" value="" data-from="(\d+)"', form)
    assert dict(found) == {name: count for name, count in counts.items() if name.startswith("hands-")}
    assert len(found) == 3
