"""The example game goes through a whole event (draw, tablet, projector, paper, archive), and nothing outside its folder knows it."""

import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from games.registry import game, games
from referee.actions import counts
from referee.archive import archive_of, faults_of, restore
from referee.hooks.projector import projector_table
from tests.referee.conftest import Recorder, cached_record, current, open_table
from tests.referee.test_archive import forget_everything
from tests.referee.test_judge_page import address, seated
from tests.tools import need
from tests.tournament.conftest import NOW, give_rights, lines_for
from tests.tournament.test_formats import begin
from tournament.actions import results, rounds, screen_links
from tournament.core.regulation.schema import presets
from tournament.documents.event_report import report_text
from tournament.jobs.prints import PRINTS
from tournament.models import Table, Tournament
from tournament.queries.report import event_report
from tournament.states import TableState

SLUG = "porcello"
KNOWS_IT = (f"games/{SLUG}/", "tests/", "docs/", "README.md", "CHANGELOG.md")


def played_and_signed(table: Table, by, seed: int) -> Recorder:
    row = open_table(table, by)
    recorder = Recorder(row, by, seed=seed)
    recorder.record_all()
    counts.count(current(row), by=by)
    table.refresh_from_db()
    return recorder


@pytest.fixture
def event(organizer) -> Tournament:
    """Sixteen people, whose first round is under way."""
    tournament = begin(SLUG, 16, organizer)
    first = rounds.draw(tournament, seed="uno", by=organizer)
    rounds.publish(first, by=organizer)
    rounds.start(first, by=organizer, now=NOW)
    return tournament


def test_the_draw_seats_the_sizes_of_its_own_preset(event):
    sizes = [table.seats.count() for table in event.rounds.get().tables.all()]
    # Two of each go on, ten people at three tables, whose winners play the final: nobody beyond the rule at any step.
    assert sorted(sizes) == [3, 3, 3, 3, 4]
    assert set(sizes) <= set(game(SLUG).seats)


def test_the_tablet_asks_its_first_question_and_a_whole_game_is_counted(event, organizer, client):
    table = event.rounds.get().tables.first()
    row = open_table(table, organizer)
    seated(client, organizer)
    assert "Chi comincia" in client.get(address(table)).content.decode()
    Recorder(row, organizer, seed=4).record_all()
    page = client.get(address(table))
    ended = game(SLUG).endings[cached_record(row).ended_by]
    assert str(ended) in page.content.decode()


def test_the_projector_shows_its_board(event, organizer, client):
    round_ = event.rounds.get()
    table = round_.tables.first()
    Table.objects.filter(round=round_).exclude(pk=table.pk).delete()
    row = open_table(table, organizer)
    Recorder(row, organizer, seed=4).record_many(12)
    _screen, token = screen_links.issue(event, by=organizer)
    page = client.get(reverse("tournament:projector", args=[token])).content.decode()
    assert f"live-{table.pk}" in page
    assert projector_table(table, current(row), now=NOW).board.scene.kinds[0].kind == "point"


def test_paper_and_archive_tell_the_game_and_the_event_comes_back(event, organizer):
    round_ = event.rounds.get()
    table = round_.tables.first()
    recorder = played_and_signed(table, organizer, seed=4)
    assert table.state == TableState.COUNTED
    for other in round_.tables.exclude(pk=table.pk):
        results.enter_by_hand(other, lines=lines_for(other), ended_by="time", by=organizer)
    sheets = PRINTS["referti-contati"].draw(round_, lambda path: f"http://hall{path}", None)
    text = subprocess.run(
        [need("pdftotext"), "-layout", "-", "-"], input=sheets, capture_output=True, check=True
    ).stdout
    assert max(recorder.ahead.state.banked) in [int(word) for word in text.decode().split() if word.isdigit()]

    before, packed = report_text(event_report(event)), archive_of(event)
    assert list(faults_of(packed)) == []
    forget_everything()
    again = restore(packed, by=organizer)
    assert report_text(event_report(again)) == before


def test_it_is_on_offer_only_where_it_is_asked_for(monkeypatch, client, organizer):
    assert SLUG in games()
    assert list(presets())[-1] == SLUG
    monkeypatch.setenv("SDADATA_EXAMPLE_GAMES", "0")
    assert SLUG not in games()
    assert SLUG not in presets()
    assert game(SLUG).is_example
    give_rights(organizer)
    client.force_login(organizer)
    page = client.get(reverse("tournament:new_tournament")).content.decode()
    assert str(game(SLUG).name) not in page


def test_nothing_outside_its_folder_and_its_tests_names_it():
    root = Path(settings.BASE_DIR)
    tracked = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    others = [root / name for name in tracked if name and not name.startswith(KNOWS_IT)]
    assert len(others) > 500
    assert [path for path in others if path.is_file() and SLUG.encode() in path.read_bytes().lower()] == []
