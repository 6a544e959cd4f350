"""What the judge says beside the game's course (time, the end, who leaves) has its place on the page, in every game, edition and level."""

from random import Random
from types import SimpleNamespace

import pytest

from games.kernel.game import Game
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import games
from referee.judge_page import board_view
from referee.judge_page.context import PageOverlay, page_context
from tests.games.seeded_games import acts_of, seated
from tests.tools import many

EDITIONS = [(slug, one.slug) for slug, game in games().items() for one in game.editions]
MOMENTS = many(14, 60)


def moments(game: Game, edition: str):
    """Moments spread over a random game of that edition."""
    header, dealt = seated(game, max(game.seats), 7, edition=edition)
    lines = tuple(play_game(Record(game, header), Random(f"rare {edition}"), dealt))
    chosen = {*range(0, len(lines), max(1, len(lines) // MOMENTS))}
    record = Record(game, header)
    for number, (by, act) in enumerate(acts_of(record, lines)):
        if number in chosen and record.state.giro and not record.ended_by:
            yield record
        record.append_trusted(by, act)


def offered(question, *, is_labelled: bool) -> set[str]:
    groups = question.groups if question else ()
    return {str(one.value) for group in groups if bool(group.label) == is_labelled for one in group.options}


@pytest.mark.parametrize(("slug", "edition"), EDITIONS)
def test_no_act_of_the_judge_is_folded_away_or_only_in_the_list_of_all_acts(slug, edition):
    game, seen = games()[slug], set()
    for record in moments(game, edition):
        rare = {str(one.value) for one in record.choices({}).choices if one.group}
        board = board_view.board_of(record, ())
        for level in ("move", "turn", "result"):
            row = SimpleNamespace(pk=1, level=level, seq=record.seq)
            page = page_context(row, record, board, PageOverlay(), (), may_write=True)
            question, is_folded = page.get("question"), bool(page.get("turn"))
            in_drawer = offered(page["others"], is_labelled=True)
            in_sight = set() if is_folded else offered(question, is_labelled=True)
            assert rare <= in_drawer | in_sight, (level, record.seq, rare - in_drawer - in_sight)
            if is_folded and question and question.kind == "act":
                assert not offered(question, is_labelled=True), (level, record.seq)
        seen |= rare
    assert "abandon" in seen or "resign" in seen or "time_up" in seen or slug == "porcello"


@pytest.mark.parametrize(("slug", "edition"), EDITIONS)
def test_no_move_stands_beside_how_the_game_ended(slug, edition):
    game = games()[slug]
    for record in moments(game, edition):
        acts = record.choices({}).choices
        if not any(one.value == "finish" for one in acts):
            continue
        row, board = SimpleNamespace(pk=1, level="move", seq=record.seq), board_view.board_of(record, ())
        overlay = PageOverlay(ask=record.choices({"type": "finish"}))
        page = page_context(row, record, board, overlay, (), may_write=True)
        assert not offered(page["others"], is_labelled=False), record.seq
