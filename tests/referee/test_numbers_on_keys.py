"""No number of an act is typed alone: in every form of every game, and in every correction, it has a key for one less and one for more."""

import re

import pytest

from games.registry import games
from referee.judge_page.act_forms import acts as act_forms
from tests.browser.test_whole_games import open_table_of
from tests.games.seeded_games import read_tag
from tests.referee.conftest import DEVICE, SESSION_KEY, Recorder
from tests.referee.test_judge_page import address
from tests.tools import many

KEYED = re.compile(
    r"<span class=\"j-number-set\" data-stepper>.*?</span>|<div class=\"j-chip\" data-chip>.*?</div>", re.DOTALL
)
NUMBER = re.compile(r"<input[^>]*type=\"number\"(?![^>]*data-thrown)[^>]*>")


@pytest.fixture
def page_of(client, table, judge):
    """The judge's page of a game with this at its address."""
    client.force_login(judge)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()

    def fetch(asked: str) -> str:
        answer = client.get(address(table) + asked)
        assert answer.status_code == 200, asked
        return answer.content.decode()

    return fetch


@pytest.mark.parametrize("slug", list(games()))
def test_every_number_has_keys(page_of, table, judge, slug):
    recorder = Recorder(open_table_of(slug, max(games()[slug].seats), table, judge), judge, seed=3)
    seen: set[str] = set()
    typed = {}
    while not recorder.is_over:
        move = recorder.record_up_to(lambda move: read_tag(move.act) not in seen)
        if move is None:
            break
        seen.add(read_tag(move.act))
        typed |= {f"question of {read_tag(move.act)}": NUMBER.findall(KEYED.sub("", page_of("")))}
        recorder.record_move(move)
        typed |= {
            f"correction of {read_tag(move.act)}": NUMBER.findall(
                KEYED.sub("", page_of(f"?correggi={recorder.ahead.seq}"))
            )
        }
    forms = [tag for tag, _words in act_forms.act_names(recorder.ahead.game)]
    for tag in forms[:: many(3, 1)]:
        typed[tag] = NUMBER.findall(KEYED.sub("", page_of(f"?atto={tag}")))
    assert {where: fields for where, fields in typed.items() if fields} == {}
