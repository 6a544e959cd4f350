"""The final at home: every byte that its addresses send is that of the record at its delay, whatever was dealt or happened since."""

import json
import re
from datetime import timedelta
from random import Random

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.kernel.lines import header_for
from games.kernel.playing import play_game
from games.kernel.record import Record
from games.registry import games
from referee.actions import records
from referee.hooks.broadcasts import topic_of
from referee.models import Entry
from referee.records import broadcast as broadcast_records
from referee.records import cache as record_cache
from referee.records import stings
from referee.records.broadcast import live_table
from referee.records.moves import whole_game
from referee.records.throws import throw_of
from tests.referee.conftest import Recorder, cached_record, current
from tests.referee.test_every_game import open_a_table_of
from tests.tools import many
from tests.tournament.conftest import NOW
from tournament import live
from tournament.actions import broadcasts, clocks, screen_links
from tournament.models import Broadcast, LogEvent
from tournament.states import TableState
from tournament.web.support import page_cache

TOKEN = re.compile(rb"[A-Za-z0-9]{64}")
COUNTDOWN = re.compile(rb'data-remaining="(\d+)" data-now="(\d+)"([^>]*)>[\d:]+')
STING = re.compile(r'class="s-sting s-(\w+)[^>]* data-sting="(\d+)"')
PART = {"HX-Request": "true"}
OTHERS = ("live_state", "live_frame", "live_band", "live_board", "live_outlines", "live_sting")


@pytest.fixture(autouse=True)
def empty_cache():
    page_cache.clear()
    yield
    page_cache.clear()


@pytest.fixture
def moment(monkeypatch):
    """The time of day, which a test sets: `moment[0]`."""
    holding = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: holding[0])
    return holding


def address(table, name="live") -> str:
    round_ = table.round
    return reverse(f"referee:{name}", args=[round_.tournament.slug, round_.number, table.number])


def entered(row, at, *, after=0) -> None:
    """The lines behind `after` as entered at that moment."""
    Entry.objects.filter(record=row, seq__gt=after).update(at=at)


def topic(table) -> str:
    return topic_of(table.round.tournament.slug, table.round.number, table.number)


def without_time(content: bytes) -> bytes:
    """What was sent, a running clock by the moment at which it runs out and not by that of the answer."""

    def ending(found: re.Match[bytes]) -> bytes:
        return b"%d%s" % (round(int(found[1]) + int(found[2]) / 1000), found[3])

    return COUNTDOWN.sub(ending, TOKEN.sub(b"", content))


def sent(table) -> dict[str, object]:
    """What a stranger gets from each address, drawn anew: the page, its live part, and the version that its stream announces."""
    page_cache.clear()
    reader = Client()
    grant = live.read_token(
        reader.get(address(table, "live_stream")).json()["stream"].partition("token=")[2].replace("%3A", ":")
    )
    assert grant.topics == {topic(table)}
    return {
        "page": without_time(reader.get(address(table)).content),
        "part": without_time(reader.get(address(table), headers=PART).content),
        **{name: without_time(reader.get(address(table, name)).content) for name in OTHERS},
        "version": live.versions([topic(table)]),
    }


def opened(table, organizer, delay=0, delay_in="minutes") -> Broadcast:
    return broadcasts.open_to_all(table, delay=delay, delay_in=delay_in, by=organizer)


@pytest.mark.parametrize("slug", list(games()))
def test_no_byte_depends_on_a_secret_or_on_anything_newer_than_the_delay(table, judge, organizer, moment, slug):
    seal = {"seal": True, "rng": Random(1)} if games()[slug].secret_kinds else {}
    row = open_a_table_of(slug, table, judge, **seal)
    opened(table, organizer, 10)
    recorder = Recorder(row, judge, seed=9)
    recorder.record_more(90)
    last = current(row).seq
    entered(row, moment[0])
    moment[0] += timedelta(minutes=10)
    before = sent(table)
    assert b"<svg" in before["part"]

    moment[0] += timedelta(seconds=1)
    recorder.record_more(30)
    records.undo(row, client_key=records.new_client_key(), expected_seq=current(row).seq, by=judge)
    records.note(current(row), text="canarino-nota", by=judge)
    assert current(row).seq > last
    entered(row, moment[0], after=last)
    if seal:
        other = games()[slug].deal(record_cache.header_of(row), Random(77))
        row.sealed_vault.vault = other.to_bytes().decode()
        row.sealed_vault.save()
    record_cache.clear()
    moment[0] += timedelta(minutes=9, seconds=58)

    assert sent(table) == before
    moment[0] += timedelta(seconds=2)
    after = sent(table)
    assert after["part"] != before["part"]
    assert after["version"] != before["version"]
    assert not any(b"canarino" in after[name] for name in ("page", "part", *OTHERS))


def test_a_delay_in_turns_holds_until_the_game_is_counted(table, judge, organizer, moment):
    row = open_a_table_of("risiko", table, judge)
    about = opened(table, organizer, 2, "turns")
    recorder = Recorder(row, judge)
    recorder.record_until(lambda record: record.state.turn == 6)
    before, early = sent(table), live_table(table, current(row), about, now=timezone.now())
    recorder.record_until(lambda record: record.state.turn == 6 and type(record.state.awaits).__name__ == "Fight")

    assert early.board is not None
    assert 0 < early.line < current(row).seq
    assert max(move.seq for move in early.moves) <= early.line
    recorder.record_until(lambda record: record.state.turn == 8)
    assert sent(table)["version"] != before["version"]
    table.state = TableState.COUNTED
    table.save(update_fields=["state"])
    assert live_table(table, current(row), about, now=timezone.now()).line == current(row).seq


def test_the_page_says_what_the_record_says(table, judge, organizer):
    row = open_a_table_of("risiko", table, judge)
    about = opened(table, organizer)
    Recorder(row, judge).record_until(lambda record: type(record.state.awaits).__name__ == "CloseThrow")
    found, record = live_table(table, current(row), about, now=timezone.now()), cached_record(row)

    assert found.line == record.seq
    assert found.board.scene == record.game.scene(record.rules, record.state, frozenset())
    assert found.closing == record.state.awaits.threshold
    assert found.chance == broadcast_records.chance_of(record)
    assert found.moves[0].seq == record.standing[-1].seq
    assert any("perde" in move.words for move in found.moves)
    assert any(move.throw and move.throw.has_pips for move in found.moves)
    assert [len(series.values) for chart in found.charts for series in chart.series] == [record.state.giro] * 12
    territories = found.charts[1].series
    assert [series.values[-1] for series in territories] == [mark.count for mark in found.board.scene.seats]


def test_who_is_ahead_is_counted_from_the_open_table_until_the_game_is_over(table, judge, organizer):
    row = open_a_table_of("risiko", table, judge)
    about = opened(table, organizer)
    recorder = Recorder(row, judge)
    recorder.record_until(lambda record: record.state.giro == 3)
    ranking = live_table(table, current(row), about, now=timezone.now()).ranking
    keys = [tuple(map(int, one.figures)) for one in ranking.rows]

    assert not ranking.is_final
    assert keys == sorted(keys, reverse=True)
    assert "obiettivi coperti" in Client().get(address(table)).content.decode()
    recorder.record_all()
    ranking = live_table(table, current(row), about, now=timezone.now()).ranking
    assert ranking.is_final
    assert [one.rank for one in ranking.rows] == [1, 2, 3, 4]


def test_other_sites_and_programs_get_the_open_table_and_no_other(table, judge, organizer):
    row = open_a_table_of("risiko", table, judge)
    recorder = Recorder(row, judge)
    recorder.record_more(60)
    assert {Client().get(address(table, name)).status_code for name in OTHERS} == {404}
    opened(table, organizer)
    answers = {name: Client().get(address(table, name)) for name in OTHERS}
    found, scene = answers["live_state"].json(), cached_record(row)

    assert found["line"] == scene.seq
    assert sum(one["count"] for one in found["places"].values()) == sum(scene.state.armies)
    for name in ("live_frame", "live_band", "live_board"):
        assert "frame-ancestors *" in answers[name]["Content-Security-Policy"]
        assert "X-Frame-Options" not in answers[name]
        assert b"<form" not in answers[name].content
    assert "frame-ancestors 'none'" in Client().get(address(table))["Content-Security-Policy"]


def test_the_state_is_what_the_description_of_the_api_allows(client, table, judge, organizer):
    row = open_a_table_of("risiko", table, judge)
    opened(table, organizer)
    described = json.loads(client.get("/api/v1/openapi.json").content)
    [state] = [path["get"] for address, path in described["paths"].items() if address.endswith("stato.json")]
    [stream] = [path["get"] for address, path in described["paths"].items() if address.endswith("diretta/")]
    schema = described["components"]["schemas"]["LiveTable"]

    assert state["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/LiveTable")
    jsonschema_rs.validate(schema, client.get(address(table, "live_state")).json())
    Recorder(row, judge).record_more(90)
    found = client.get(address(table, "live_state")).json()
    jsonschema_rs.validate(schema, found)
    assert set(found) == set(schema["properties"])
    answer = client.get(address(table, "live_stream")).json()
    jsonschema_rs.validate(stream["responses"]["200"]["content"]["application/json"]["schema"], answer)


def test_stings_announce_what_happened_up_to_the_visible_line_and_no_other(table, judge, organizer, monkeypatch):
    """With a longer window than a site's, so that fewer pages read the whole record; in the long form with the site's own."""
    monkeypatch.setattr(stings, "MOST_LINES", many(60, stings.MOST_LINES))
    row = open_a_table_of("risiko", table, judge)
    opened(table, organizer)
    recorder = Recorder(row, judge, seed=3)
    seen = {}
    while not recorder.is_over:
        recorder.record_more(stings.MOST_LINES * 5 // 6)
        page_cache.clear()
        page = Client().get(address(table, "live_sting")).content.decode()
        seen |= {int(line): kind for kind, line in STING.findall(page)}
    moves = whole_game(current(row)).moves
    continents = [move.seq for move in moves if move.groups]
    throws = [move.seq for move in moves if "closing" in move.marks]

    assert continents
    assert throws
    assert seen == dict.fromkeys(continents, "continente") | dict.fromkeys(throws, "sdadata")
    for kind in ("sdadata", "continente"):
        assert f"s-{kind} is-on" in Client().get(address(table, "live_sting") + f"?prova={kind}").content.decode()


def test_one_drawing_serves_all_readers_until_the_line_they_may_see_moves(table, judge, organizer, monkeypatch):
    row = open_a_table_of("risiko", table, judge)
    opened(table, organizer)
    recorder = Recorder(row, judge)
    recorder.record_more(60)
    drawn = []
    real = live_table
    monkeypatch.setattr("referee.views.broadcasts.live_table", lambda *a, **k: drawn.append(1) or real(*a, **k))
    for _reader in range(20):
        assert Client().get(address(table), headers=PART).status_code == 200
    assert len(drawn) == 1
    recorder.record_next()
    for _reader in range(20):
        Client().get(address(table), headers=PART)
    assert len(drawn) == 2


def test_a_reader_costs_few_queries_whatever_the_game_is_long(table, judge, organizer, django_assert_max_num_queries):
    row = open_a_table_of("risiko", table, judge)
    opened(table, organizer, 10)
    Recorder(row, judge).record_more(60)
    Client().get(address(table), headers=PART)
    with django_assert_max_num_queries(5):
        Client().get(address(table), headers=PART)


def test_only_an_open_table_is_public_and_only_the_organizer_opens_it(client, table, row, recorder, organizer, judge):
    recorder.record_more(60)
    assert Client().get(address(table)).status_code == 404
    assert Client().get(address(table, "live_stream")).status_code == 404
    client.force_login(judge)
    assert client.post(address(table, "live_open"), {"delay": 3, "delay_in": "turns"}).status_code == 403
    client.force_login(organizer)
    assert address(table) in client.get(table.get_absolute_url()).content.decode()
    client.post(address(table, "live_open"), {"delay": 3, "delay_in": "turns"})
    public = reverse("tournament:public", args=[table.round.tournament.slug])

    assert "in differita di 3 turni" in Client().get(address(table)).content.decode()
    assert address(table) in Client().get(public).content.decode()
    client.post(address(table, "live_open"), {"delay": 61, "delay_in": "turns"})
    assert Broadcast.objects.get(table=table).delay == 3
    client.post(address(table, "live_close"))
    assert Client().get(address(table)).status_code == 404
    assert address(table) not in Client().get(public).content.decode()
    client.post(address(table, "live_close"))
    assert [*LogEvent.objects.filter(verb__startswith="broadcasts").values_list("verb", flat=True)] in (
        ["broadcasts.open", "broadcasts.close"],
        ["broadcasts.close", "broadcasts.open"],
    )


def test_where_a_delay_is_set_the_form_says_that_it_ends_with_the_game(client, table, organizer):
    words = "contato il tavolo, i punti e la partita intera sono pubblici subito"
    client.force_login(organizer)
    assert words in client.get(address(table)).content.decode()
    tournament = table.round.tournament
    screen, _token = screen_links.issue(tournament, by=organizer)
    page = client.get(reverse("tournament:screen_link_arrange", args=[tournament.slug, screen.pk])).content.decode()
    assert words in page


@pytest.mark.parametrize("slug", list(games()))
def test_every_game_can_be_followed_from_its_first_line_to_its_last(table, judge, organizer, slug):
    row = open_a_table_of(slug, table, judge)
    opened(table, organizer)
    assert "comincia tra poco" in Client().get(address(table)).content.decode()
    recorder = Recorder(row, judge, seed=4)
    for _step in range(6):
        recorder.record_more(70)
        page_cache.clear()
        assert Client().get(address(table), headers=PART).status_code == 200


def test_the_clock_is_as_late_as_the_board_beside_it(table, judge, organizer, moment):
    row = open_a_table_of("risiko", table, judge)
    about = opened(table, organizer, 10)
    Recorder(row, judge).record_more(60)
    entered(row, moment[0])
    moment[0] += timedelta(minutes=12)
    at_ten = live_table(table, current(row), about, now=moment[0]).clock
    clocks.pause(table.round, by=organizer, now=moment[0])
    before, moment[0] = sent(table), moment[0] + timedelta(minutes=9)
    unaware = live_table(table, current(row), about, now=moment[0]).clock

    assert at_ten.flows
    assert at_ten.reading.elapsed == timedelta(minutes=2)
    assert unaware.flows
    assert sent(table) == before
    moment[0] += timedelta(minutes=2)
    aware = live_table(table, current(row), about, now=moment[0]).clock
    assert not aware.flows
    assert aware.reading.elapsed == timedelta(minutes=12)
    assert sent(table)["version"] != before["version"]
    assert "In pausa" in Client().get(address(table, "live_band")).content.decode()
    assert Client().get(address(table, "live_state")).json()["clock"] == {
        "state": "paused",
        "ends_at": None,
        "remaining": int(aware.reading.remaining.total_seconds()),
    }


def test_with_a_delay_in_turns_the_clock_is_that_of_the_turns_end(table, judge, organizer, moment):
    row = open_a_table_of("risiko", table, judge)
    about = opened(table, organizer, 1, "turns")
    Recorder(row, judge).record_until(lambda record: record.state.turn == 4)
    entered(row, moment[0] + timedelta(minutes=7))
    moment[0] += timedelta(minutes=30)
    clock = live_table(table, current(row), about, now=moment[0]).clock

    assert not clock.flows
    assert clock.reading.elapsed == timedelta(minutes=7)


@pytest.mark.parametrize("slug", list(games()))
def test_dice_are_drawn_of_throws_alone(db, slug):
    """A number of dice that is declared is no throw."""
    game = games()[slug]
    record = Record(game, header_for(game, [f"p{seat}" for seat in range(min(game.seats))]))
    for _line in play_game(record, Random(5), game.deal(record.header, Random(5))):
        pass
    found = [(one.act, throw_of(one.act)) for one in record.standing]

    assert [act for act, throw in found if throw and not all(1 <= die <= throw.faces for die in throw.dice)] == []
    assert any(throw for _act, throw in found) == any(
        hasattr(act, "dice") or hasattr(act, "die") for act, _throw in found
    )
