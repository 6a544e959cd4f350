"""A board or cards of an organizer go with the record: onto the tablet without a network, and into the archive of the event."""

import pytest

from games.kernel import boards
from games.registry import games
from referee.archive import archive_of, faults_of, open_parcel, restore
from referee.archive.parcel import pack
from referee.records import cache as record_cache
from tests.games.test_replaceable import confirmed
from tests.referee.conftest import Recorder
from tests.referee.test_archive import forget_everything
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address
from tests.referee.test_offline_engine import PAGE, archive, device, html_of, of  # noqa: F401
from tournament.actions.brought_files import DatabaseShelf
from tournament.models import BroughtFile

SLUGS = [slug for slug, game in games().items() if game.replaceable]


@pytest.fixture(params=SLUGS)
def brought(request, table, judge, tmp_path, monkeypatch):
    """A record on a file of an organizer, and an empty place to go to."""
    monkeypatch.setenv("SDADATA_VAR", str(tmp_path / "here"))
    digest = boards.use(request.param, confirmed(games()[request.param]))
    row = open_a_table_of(request.param, table, judge)
    assert digest in row.header
    Recorder(row, judge, seed=3).record_many(20)
    row.refresh_from_db()
    return row, lambda: monkeypatch.setenv("SDADATA_VAR", str(tmp_path / "there"))


def test_the_tablet_goes_on_with_it(device, brought):  # noqa: F811
    row, _leave = brought
    opened, page = device(("open", {"bundle": of(row), "waiting": []}), ("fetch", {"address": "", "page": PAGE}))
    assert opened == {"seq": row.seq, "head": row.head, "fits": 0}
    assert str(games()[row.game].stand_in(games()[row.game].replaceable.standard().digest))[:30] not in html_of(page)


def test_its_picture_is_tiles(client, judge, brought):
    row, _leave = brought
    client.force_login(judge)
    record = record_cache.rebuild(row)
    assert record.game.board_map(record.rules) is None
    assert "Questa plancia non ha una mappa" in client.get(address(row.table)).content.decode()
    assert client.get(f"{address(row.table)}mappa.svg").status_code == 404


def test_the_archive_is_checked_where_the_board_never_was(brought):
    row, leave = brought
    data = archive_of(row.table.round.tournament)
    leave()
    assert list(faults_of(data)) == []
    (name,) = (name for name in open_parcel(data) if name.startswith("boards/"))
    files = open_parcel(data)
    files.pop(name)
    assert any("non si apre" in fault for fault in faults_of(pack(files)))


def test_an_event_put_back_brings_it_into_the_database(brought, judge, monkeypatch):
    row, leave = brought
    data = archive_of(row.table.round.tournament)
    forget_everything()
    leave()
    monkeypatch.setattr(boards, "_shelf", DatabaseShelf())
    restore(data, by=judge)
    stored = BroughtFile.objects.get(game=row.game)
    assert stored.digest in row.header
    assert not stored.is_in_use
