"""A league of venues: the hub takes what is signed and fits, in any order and twice, and says what it refused and what it misses."""

import base64
import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.conftest import a_tournament, choose_first_plan, enter, give_rights, play, set_rules
from tournament.actions import league, penalties, rounds, seasons, tournaments, uplinks
from tournament.core.league import envelope, sheet
from tournament.core.league.envelope import BadSegment, Envelope, canonical
from tournament.core.regulation.schema import presets, to_json
from tournament.errors import NotNow
from tournament.jobs import league as league_job
from tournament.models import LeagueSite, Person, Result, Season, SentSegment, Uplink
from tournament.queries.league import site_rows, venue_tournaments
from tournament.queries.season import ranking_of
from tournament.tasks import webhooks as webhook_tasks
from tournament.web.support import lanes

KEY = envelope.private_key("il segreto della sede")
AT = datetime(2026, 3, 14, 21, 0, tzinfo=UTC)
NOBODY = envelope.private_key("il segreto di nessuno")
HOST = "testserver"


@pytest.fixture(autouse=True)
def keeps_the_house(organizer):
    give_rights(organizer)


def address_of(site: LeagueSite) -> str:
    return reverse("tournament:league_receive", args=[site.season.code, site.code])


def receive(site: LeagueSite, parcels: list[league.Parcel], *, host: str = HOST) -> list[league.Refused]:
    return league.receive(site, parcels, host=host)


@pytest.fixture
def hub(organizer) -> LeagueSite:
    season = Season.objects.create(name="Lega")
    public = envelope.public_text(envelope.private_key(settings.SECRET_KEY))
    return league.register(season, name="Cremona", public_key=public, by=organizer)


@pytest.fixture
def evening(organizer):
    tournament = a_tournament(organizer, name="Serata")
    set_rules(tournament, rounds=2)
    enter(tournament, 8)
    tournaments.open_checkin(tournament, by=organizer)
    choose_first_plan(tournament, organizer)
    play(rounds.draw(tournament, seed="uno", by=organizer), organizer)
    return tournament


@pytest.fixture
def uplink(hub, evening, organizer, settings) -> Uplink:
    """The venue's own season, with one evening in it, tied to the hub, which is in the same network."""
    settings.WEBHOOKS_MAY_GO_INSIDE = True
    season = Season.objects.create(name="Di Cremona")
    seasons.count(season, tournament=evening, grade="open", by=organizer)
    return uplinks.tie(season, url=f"http://{HOST}{address_of(hub)}", by=organizer)


@pytest.fixture
def net(monkeypatch) -> list[bytes]:
    """Posts reach the hub's own view; each body that went is kept."""
    posted: list[bytes] = []

    def exchange(url: str, body: bytes, *, headers: dict) -> tuple[int, bytes]:
        posted.append(body)
        answer = Client().post(url.removeprefix(f"http://{HOST}"), body, content_type="application/json")
        return answer.status_code, answer.content

    monkeypatch.setattr(webhook_tasks, "exchange", exchange)
    return posted


def change(evening, by, points: int = 3) -> None:
    penalties.add(evening.entrants.first(), points=Decimal(points), reason="ritardo", by=by)


def cut_parcels(uplink: Uplink, evening, by, many: int) -> list[league.Parcel]:
    """So many segments with one change between two, none of them sent."""
    for number in range(many):
        if number:
            change(evening, by, number)
        uplinks.cut(uplink)
    uplink.refresh_from_db()
    return [league.Parcel(**one) for one in uplinks.parcels_of(uplink, most=100)]


def signed(
    venue: LeagueSite, seq: int, before: str, *, key=KEY, content: str = "", tournament: str = "serata", **other: str
) -> league.Parcel:
    names = {"hub": HOST, "season": venue.season.code, "site": venue.code, **other}
    what = Envelope(
        form=envelope.FORM, **names, seq=seq, before=before, tournament=tournament,
        content=envelope.digest(content.encode()), at=AT,
    )  # fmt: skip
    data = canonical(what)
    return league.Parcel(data.decode(), envelope.signature(data, key), content)


def whys(refused: list[league.Refused]) -> list[str]:
    return [one.why for one in refused]


# What arrives


def test_what_a_venue_sends_counts_at_the_hub(uplink, hub, net):
    assert league_job.deliver(uplink) == ""
    Person.objects.all().delete()
    mine, theirs = ranking_of(uplink.season), ranking_of(hub.season)
    assert mine == []
    assert theirs[0].rank == 1
    assert len(theirs) == 8
    hub.refresh_from_db()
    assert (hub.seq, league.state_of(hub).missing) == (1, ())


def test_the_hub_s_ranking_is_the_venue_s(uplink, hub, net):
    league_job.deliver(uplink)
    result = [(row.rank, str(row.name), row.person.club, row.total) for row in ranking_of(uplink.season)]
    assert [(row.rank, str(row.name), row.person.club, row.total) for row in ranking_of(hub.season)] == result


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 0, 1, 1, 2, 2), (2, 0, 2, 1, 0)])
def test_any_order_and_twice_end_alike(uplink, hub, evening, organizer, order):
    parcels = cut_parcels(uplink, evening, organizer, 3)
    for number in order:
        assert receive(hub, [parcels[number]]) == []
    hub.refresh_from_db()
    assert (hub.seq, hub.head) == (3, uplink.head)
    assert venue_tournaments(hub.season)[0].sheet.penalties[-1].points == 2
    assert hub.segments.exclude(content="").count() == 1


def test_a_gap_is_said_and_what_is_behind_it_waits(uplink, hub, evening, organizer):
    parcels = cut_parcels(uplink, evening, organizer, 4)
    receive(hub, [parcels[0], parcels[3]])
    stands = league.state_of(hub)
    assert (stands.seq, stands.pending, stands.missing) == (1, (4,), (2, 3))
    row = site_rows(hub.season)[0]
    assert (row.pending, row.missing, row.tournaments) == ((4,), (2, 3), 1)
    assert venue_tournaments(hub.season) == []  # its only content is in the segment that waits
    receive(hub, parcels)
    assert league.state_of(hub).seq == 4
    assert len(venue_tournaments(hub.season)) == 1


# What is refused


def test_a_forged_segment_is_refused_and_said(hub):
    hub.public_key = envelope.public_text(KEY)
    hub.save()
    forged = signed(hub, 1, hub.head, key=NOBODY)
    assert whys(receive(hub, [forged])) == ["signature"]
    assert whys(receive(hub, [forged])) == ["signature"]
    assert [(one.why, one.times, one.seq) for one in hub.refused.all()] == [("signature", 2, 1)]
    assert not hub.segments.exists()
    assert receive(hub, [signed(hub, 1, hub.head)]) == []


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (
            lambda one: league.Parcel(one.envelope.replace('"seq":1', '"seq":2'), one.signature, one.content),
            "signature",
        ),
        (lambda one: league.Parcel(one.envelope + " ", one.signature, one.content), "form"),
        (lambda one: league.Parcel("{}", one.signature, one.content), "form"),
        (lambda one: league.Parcel(one.envelope + "\ud800", one.signature, one.content), "form"),
        (lambda one: league.Parcel(one.envelope, one.signature, one.content + "\ud800"), "content"),
        (lambda one: league.Parcel(one.envelope, "", one.content), "signature"),
        (
            lambda one: league.Parcel(one.envelope, one.signature, one.content.replace("Cognome01", "Cognome99")),
            "content",
        ),
    ],
)
def test_whatever_was_changed_is_refused_and_changes_nothing(uplink, hub, evening, organizer, harm, why):
    parcel = cut_parcels(uplink, evening, organizer, 1)[0]
    assert whys(receive(hub, [harm(parcel)])) == [why]
    assert not hub.segments.exists()
    assert receive(hub, [parcel]) == []


def test_another_venue_s_segment_a_fork_and_another_past_are_refused(hub):
    hub.public_key = envelope.public_text(KEY)
    hub.save()
    assert whys(receive(hub, [signed(hub, 1, hub.head, site="un-altra")])) == ["site"]
    assert receive(hub, [signed(hub, 1, hub.head)]) == []
    assert whys(receive(hub, [signed(hub, 1, hub.head, tournament="altro")])) == ["fork"]
    assert whys(receive(hub, [signed(hub, 2, "0" * 64)])) == ["link"]
    assert whys(receive(hub, [signed(hub, 9_999, "0" * 64)])) == ["link"]
    assert league.state_of(hub).seq == 1


def test_many_forged_segments_cost_the_hub_no_more_than_a_few(client, hub):
    """Whoever knows the address may post them, while judges enter."""
    costs = []
    for many in (league.MOST_REFUSALS, league.MOST_AT_ONCE):
        forged = [{"envelope": f"{many} {number}", "signature": ""} for number in range(many)]
        with CaptureQueriesContext(connection) as seen:
            answer = client.post(address_of(hub), {"segments": forged}, content_type="application/json")
        assert len(answer.json()["refused"]) == league.MOST_REFUSALS
        costs.append(len(seen))
    assert costs[1] <= costs[0] + 2
    assert lanes.lane_of(lanes.view_at(address_of(hub))) == lanes.FILES


@pytest.mark.parametrize(
    "content", ["{}", "[]", "no", '{"code":"serata","name":"x","day":"2026-01-01","grade":"open","rules":"{"}']
)
def test_signed_nonsense_never_reaches_the_ranking(hub, content):
    hub.public_key = envelope.public_text(KEY)
    hub.save()
    assert whys(receive(hub, [signed(hub, 1, hub.head, content=content)])) == ["content"]
    assert ranking_of(hub.season) == []


def a_sheet(people: int = 4, rounds: int = 1, seats: int = 4, **row: object) -> dict:
    """Everybody's results, every table shared by all who sit at it; `row` changes the lines."""
    ids = [f"p{number}" for number in range(people)]
    results = [
        {
            "round": number,
            "table": first // seats + 1,
            "rows": [{"entrant": one, "points": "1", "rank": 1, **row} for one in ids[first : first + seats]],
            "decided": ids[first : first + seats],
        }
        for number in range(1, rounds + 1)
        for first in range(0, people, seats)
    ]
    return {
        "code": "serata", "name": "x", "day": "2026-01-01", "grade": "open", "rules": to_json(presets()["open"]),
        "people": [{"id": one, "surname": one.title()} for one in ids], "reached": dict.fromkeys(ids, rounds), "results": results,
    }  # fmt: skip


def content_of(what: dict) -> str:
    return canonical(what).decode()


@pytest.mark.parametrize(
    ("what", "names"),
    [
        (a_sheet(2_100), "people"),
        (a_sheet(33, seats=33), "round 1, table 1"),
        (a_sheet(4, rounds=101), "round 101, table 1"),
        (a_sheet(4, tiebreaks=["1"] * 33), "round 1, table 1"),
        (a_sheet(4, points="0." + "1" * 5_000), "points"),
        (a_sheet(4, points="1e-999999"), "points"),
        (a_sheet(4, tiebreaks=["0." + "1" * 13]), "points"),
        (a_sheet(1_000) | {"grade": "x" * 1_000_000}, "bytes"),
        (a_sheet(4, rank=10**18), "round 1, table 1: rank"),
        (a_sheet(4, rank=-1), "round 1, table 1: rank"),
        (a_sheet(4) | {"reached": {"p0": 10**18}}, "reached"),
        (a_sheet(4) | {"penalties": [{"entrant": "p0", "points": "1", "round": 10**18}]}, "penalties: round"),
        (a_sheet(4) | {"name": "serata \u202egpj"}, "name"),
        *[
            (
                a_sheet(4) | {"people": [{"id": "p0", "surname": "Rossi", key: f"a{mark}b"}]} | {"reached": {"p0": 1}},
                key,
            )
            for key in ("surname", "name", "nick", "club")
            for mark in ("\u202e", "\u2066", "\x07", "\u200b")
        ],
    ],
)
def test_a_sheet_that_would_take_the_hub_s_time_is_refused_before_it_is_ranked(hub, monkeypatch, what, names):
    """Places are told apart among all at a table: three hundred of them took four seconds, and the work grows by the cube."""
    hub.public_key = envelope.public_text(KEY)
    hub.save()
    monkeypatch.setattr(sheet.Sheet, "standings", lambda _sheet: pytest.fail("it was ranked"))
    assert whys(receive(hub, [signed(hub, 1, hub.head, content=content_of(what))])) == ["content"]
    assert names in hub.refused.get().detail


def test_the_largest_day_of_a_club_is_taken(hub):
    hub.public_key = envelope.public_text(KEY)
    hub.save()
    assert receive(hub, [signed(hub, 1, hub.head, content=content_of(a_sheet(400, 8)))]) == []
    assert len(ranking_of(hub.season)) == 400


def test_a_closed_venue_is_refused_and_what_it_sent_counts(uplink, hub, evening, organizer):
    parcels = cut_parcels(uplink, evening, organizer, 1)
    receive(hub, parcels)
    league.close(hub, by=organizer)
    change(evening, organizer)
    assert whys(receive(hub, cut_parcels(uplink, evening, organizer, 1))) == ["closed"] * 2
    assert len(venue_tournaments(hub.season)) == 1
    league.open_again(hub, by=organizer)
    assert receive(hub, [league.Parcel(**one) for one in uplinks.parcels_of(uplink, most=9)]) == []


def test_a_new_key_goes_on_with_the_old_chain(uplink, hub, evening, organizer, net, settings):
    league_job.deliver(uplink)
    settings.SECRET_KEY = "un altro computer"
    change(evening, organizer)
    assert league_job.deliver(uplink) == "signature"
    league.change_key(hub, public_key=envelope.public_text(envelope.private_key("un altro computer")), by=organizer)
    uplinks.cut(uplink)
    assert league_job.deliver(uplink) == ""
    hub.refresh_from_db()
    assert hub.seq == 2


# The venue


def test_a_hub_that_is_away_gets_everything_later(uplink, hub, evening, organizer, monkeypatch, net):
    reached = webhook_tasks.exchange

    def away(url, body, *, headers):
        raise OSError("no network")

    monkeypatch.setattr(webhook_tasks, "exchange", away)
    assert "no network" in league_job.deliver(uplink)
    change(evening, organizer)
    assert "no network" in league_job.deliver(uplink)
    uplink.refresh_from_db()
    assert (uplink.seq, uplink.acknowledged, uplink.tries) == (2, 0, 1)
    assert uplink.next_try_at is not None
    monkeypatch.setattr(webhook_tasks, "exchange", reached)
    assert league_job.deliver(uplink) == ""
    uplink.refresh_from_db()
    assert (uplink.acknowledged, uplink.next_try_at, league.state_of(hub).seq) == (2, None, 2)


def test_a_post_carries_no_more_than_a_hub_takes(uplink, evening, organizer):
    other = a_tournament(organizer, name="Altra serata")
    seasons.count(uplink.season, tournament=other, grade="open", by=organizer)
    uplinks.cut(uplink)
    assert len(uplinks.parcels_of(uplink, most=9)) == 2
    assert len(uplinks.parcels_of(uplink, most=9, most_bytes=10)) == 1


def test_the_same_state_is_told_once(uplink, net):
    league_job.deliver(uplink)
    league_job.deliver(uplink)
    assert uplink.segments.count() == 1


def test_older_content_goes_at_both_ends_so_that_an_erased_name_is_gone(uplink, hub, evening, organizer, net):
    league_job.deliver(uplink)
    who = evening.entrants.first()
    type(who).objects.filter(pk=who.pk).update(surname="Cancellato", name="")
    league_job.deliver(uplink)
    for stored in (hub.segments, uplink.segments):
        assert [bool(one.content) for one in stored.order_by("seq")] == [False, True]
        assert not any(who.surname in one.content for one in stored.all())
    assert league.state_of(hub).seq == 2


def test_an_evening_that_no_longer_counts_leaves_the_hub(uplink, hub, organizer, net):
    league_job.deliver(uplink)
    seasons.leave_out(uplink.season.events.get(), by=organizer)
    league_job.deliver(uplink)
    assert venue_tournaments(hub.season) == []
    league_job.deliver(uplink)
    assert league.state_of(hub).seq == 2
    assert ranking_of(hub.season) == []


def test_a_minor_is_told_by_nickname_and_two_without_one_are_two(uplink, hub, evening, organizer, net):
    one, other = evening.entrants.all()[:2]
    type(one).objects.filter(pk=one.pk).update(is_minor=True, nick="Volpe")
    type(other).objects.filter(pk=other.pk).update(is_minor=True)
    league_job.deliver(uplink)
    content = hub.segments.get().content
    assert one.surname not in content
    assert other.surname not in content
    people = {who.id: who for who in sheet.read(content.encode()).people}
    assert (people[one.public_id].surname, people[other.public_id].has_no_name) == ("Volpe", True)


def test_a_venue_back_from_an_older_copy_goes_on_from_the_hub(uplink, hub, evening, organizer, net):
    for _time in range(3):
        league_job.deliver(uplink)
        change(evening, organizer)
    head = league.state_of(hub).head
    Uplink.objects.filter(pk=uplink.pk).update(seq=1, acknowledged=1, head=uplink.segments.get(seq=1).envelope[:64])
    SentSegment.objects.filter(seq__gt=1).delete()
    league_job.deliver(uplink)
    stands = league.state_of(hub)
    assert (stands.seq, stands.missing) == (4, ())
    assert json.loads(hub.segments.get(seq=4).envelope)["before"] == head
    assert league_job.deliver(uplink) == ""


def test_the_command_sends_and_says_what_is_lacking(uplink, hub, net, capsys, monkeypatch):
    call_command("send_league")
    assert capsys.readouterr().out == "Di Cremona: 1/1, il centro ha tutto\n"

    def away(url, body, *, headers):
        raise OSError("no network")

    monkeypatch.setattr(webhook_tasks, "exchange", away)
    with pytest.raises(SystemExit):
        call_command("send_league", uplink.season.code)


def test_a_change_puts_the_sending_into_the_queue(uplink, evening, organizer, monkeypatch):
    woken = []
    monkeypatch.setattr(league_job, "wake", woken.append)
    change(evening, organizer)
    assert woken == [uplink]


# Addresses and pages


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"segments": 3}',
        b'{"segments": [3]}',
        b'{"segments": [{"envelope": 3, "signature": ""}]}',
        b"\xff",
        b'{"segments": [{"envelope": "\\u0000", "signature": ""}]}',
    ],
)
def test_a_body_that_is_no_list_of_segments_is_refused_in_words(client, hub, body):
    answer = client.post(address_of(hub), body, content_type="application/json")
    assert answer.status_code == 400
    assert "segments" in answer.json()["error"]
    assert not hub.refused.exists()


def test_the_address_says_what_the_hub_has(client, hub):
    text = client.get(address_of(hub)).json()
    assert text == {"has": {"seq": 0, "head": hub.head}, "waiting": [], "missing": [], "refused": []}


def test_the_page_says_gaps_refusals_and_the_address(client, uplink, hub, evening, organizer):
    parcels = cut_parcels(uplink, evening, organizer, 3)
    receive(hub, [parcels[0], parcels[2], signed(hub, 7, hub.head, key=NOBODY)])
    client.force_login(organizer)
    page = client.get(reverse("tournament:league", args=[hub.season.code])).content.decode()
    for words in (
        "Arrivati fino al n. 1",
        "Mancano i n. 2; aspettano i n. 3",
        "la firma non è di questa sede",
        address_of(hub),
    ):
        assert words in page
    assert (
        "Invii arrivati al centro: 0 su 3"
        in client.get(reverse("tournament:league", args=[uplink.season.code])).content.decode()
    )


def test_the_hub_names_points_that_the_game_cannot_give(client, uplink, hub, evening, organizer):
    """A venue sends points, and no word of who confirmed them: the hub shows them, and counts them all the same."""
    seat = evening.rounds.get().tables.get(number=2).seats.get(position=3)
    Result.objects.filter(seat=seat).update(points=Decimal(5000))
    receive(hub, cut_parcels(uplink, evening, organizer, 1))
    doubtful = [table for row in site_rows(hub.season) for _name, table in row.doubtful]
    assert [(one.round, one.table) for one in doubtful] == [(1, 2)]
    assert 3 in {doubt.position for doubt in doubtful[0].doubts}
    client.force_login(organizer)
    page = client.get(reverse("tournament:league", args=[hub.season.code])).content.decode()
    assert "1 tavolo da guardare" in page
    assert "Serata, Turno 1, tavolo 2: sedia" in page


def test_the_buttons_of_the_hub_and_of_the_venue(client, organizer):
    a_tournament(organizer)
    season = Season.objects.create(name="Lega")
    client.force_login(organizer)
    key = envelope.public_text(KEY)
    client.post(reverse("tournament:league_register", args=[season.code]), {"name": "Lodi", "public_key": key})
    site = season.sites.get()
    for what, closed in (("chiudi", True), ("riapri", False)):
        client.post(reverse("tournament:league_site", args=[season.code, site.pk, what]))
        site.refresh_from_db()
        assert (site.closed_at is not None) == closed
    client.post(reverse("tournament:league_site", args=[season.code, site.pk, "chiave"]), {"public_key": "storta"})
    site.refresh_from_db()
    assert site.public_key == key
    client.post(reverse("tournament:league_register", args=[season.code]), {"name": "Altra", "public_key": key})
    assert season.sites.count() == 1
    client.post(reverse("tournament:league_tie", args=[season.code]), {"url": "hub"})
    assert not Uplink.objects.exists()
    client.post(
        reverse("tournament:league_tie", args=[season.code]), {"url": "https://hub.example/lega/zxwvtsrqpn/bcdfghjkmn/"}
    )
    assert Uplink.objects.get().site == "bcdfghjkmn"
    client.post(reverse("tournament:league_untie", args=[season.code]))
    assert not Uplink.objects.exists()


def test_a_venue_costs_the_page_no_query(client, organizer):
    a_tournament(organizer)
    season = Season.objects.create(name="Lega")
    client.force_login(organizer)
    url = reverse("tournament:league", args=[season.code])
    counts = []
    for number in range(1, 4):
        secret = envelope.private_key(f"sede {number}")
        league.register(season, name=f"Sede {number}", public_key=envelope.public_text(secret), by=organizer)
        if number in (1, 3):
            with CaptureQueriesContext(connection) as seen:
                client.get(url)
            counts.append(len(seen))
    assert counts[0] == counts[1]


# The envelope


def test_only_the_canonical_bytes_are_read():
    data = canonical(
        Envelope(form=2, hub="h", season="s", site="x", seq=1, before="0" * 64, tournament="t", content="0" * 64, at=AT)
    )
    assert canonical(envelope.read(data)) == data
    for other in (data.replace(b'"seq":1', b'"seq": 1'), data.replace(b"Z", b""), data[:-1], b"null"):
        with pytest.raises(BadSegment):
            envelope.read(other)


def test_the_key_is_the_site_s_secret_s():
    assert envelope.public_text(KEY) == envelope.public_text(envelope.private_key("il segreto della sede"))
    assert envelope.public_text(KEY) != envelope.public_text(NOBODY)


@pytest.mark.parametrize(
    ("other", "host"),
    [
        ({"hub": "un-altro.example"}, HOST),
        ({}, "un-altro.example"),
        ({"season": "unaltra"}, HOST),
        ({"hub": f"{HOST}:8000"}, HOST),
    ],
)
def test_a_segment_for_another_hub_or_season_is_refused(hub, other, host):
    hub.public_key = envelope.public_text(KEY)
    hub.save()
    assert whys(receive(hub, [signed(hub, 1, hub.head, **other)], host=host)) == ["hub"]
    assert not hub.segments.exists()
    assert receive(hub, [signed(hub, 1, hub.head)]) == []


def test_a_hub_cannot_pass_on_what_it_received(uplink, hub, evening, organizer, client):
    """Even where both gave the venue the same codes, and know it under the same key."""
    parcels = cut_parcels(uplink, evening, organizer, 1)
    body = json.dumps({"segments": [{"envelope": one.envelope, "signature": one.signature} for one in parcels]})
    answer = client.post(address_of(hub), body, content_type="application/json", headers={"host": "localhost"})
    assert [one["why"] for one in answer.json()["refused"]] == ["hub"]
    answer = client.post(address_of(hub), body, content_type="application/json")
    assert answer.json()["has"]["seq"] == 1


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("Hub.Example", "hub.example"),
        ("hub.example:443", "hub.example"),
        ("hub.example:8000", "hub.example:8000"),
        ("[::1]:80", "::1"),
        ("hub:99999", ""),
        ("hub:x", ""),
        ("[", ""),
    ],
)
def test_a_hub_has_one_name_at_both_ends(host, name):
    assert envelope.hub_name(host) == name


WEAK_ENCODINGS = [
    *(y.to_bytes(32, "little") for y in sorted(envelope.LOW_ORDER)),
    *((y | envelope.SIGN_OF_X).to_bytes(32, "little") for y in sorted(envelope.LOW_ORDER)),
    *(y.to_bytes(32, "little") for y in (envelope.FIELD_PRIME, envelope.FIELD_PRIME + 1, 2**255 - 1)),
]
FOR_EVERY_MESSAGE = base64.b64encode((1).to_bytes(32, "little") + bytes(32)).decode()
"""Under the identity as a key: R is the identity, S is zero."""


def test_under_the_identity_one_signature_fits_every_message():
    identity = Ed25519PublicKey.from_public_bytes((1).to_bytes(32, "little"))
    for number in range(40):
        identity.verify(base64.b64decode(FOR_EVERY_MESSAGE), str(number).encode())
    text = base64.b64encode((1).to_bytes(32, "little")).decode()
    assert not any(envelope.is_signed(str(number).encode(), FOR_EVERY_MESSAGE, by=text) for number in range(40))


def test_the_weak_points_are_those_that_eight_times_are_the_identity():
    d = -121665 * pow(121666, -1, envelope.FIELD_PRIME)
    found = set()
    for y in envelope.LOW_ORDER:
        square = (y * y - 1) * pow(d * y * y + 1, -1, envelope.FIELD_PRIME) % envelope.FIELD_PRIME
        doubled = y
        for _time in range(3):  # y(2P) = (y² + x²) / (2 + x² − y²), on the curve −x² + y² = 1 + d x² y²
            doubled = (doubled**2 + square) * pow(2 + square - doubled**2, -1, envelope.FIELD_PRIME)
            doubled %= envelope.FIELD_PRIME
            square = (doubled**2 - 1) * pow(d * doubled**2 + 1, -1, envelope.FIELD_PRIME) % envelope.FIELD_PRIME
        assert doubled == 1
        found.add(y)
    assert len(found) == 5  # of eight points: two pairs differ in x alone, and so do the two of order four


@pytest.mark.parametrize("data", WEAK_ENCODINGS)
def test_a_weak_key_is_refused_wherever_it_comes(hub, organizer, data):
    text = base64.b64encode(data).decode()
    with pytest.raises(BadSegment):
        envelope.public_key(text)
    with pytest.raises(NotNow):
        league.change_key(hub, public_key=text, by=organizer)
    LeagueSite.objects.filter(pk=hub.pk).update(public_key=text)
    forged = signed(hub, 1, hub.head)
    assert whys(receive(hub, [league.Parcel(forged.envelope, FOR_EVERY_MESSAGE)])) == ["signature"]


@pytest.mark.parametrize("seq", [0, -1, envelope.MOST_SEGMENTS + 1, 2**63 - 1, 2**63, 10**30])
def test_a_number_beyond_all_bounds_is_refused(hub, uplink, seq):
    data = signed(hub, 1, hub.head).envelope.replace('"seq":1', f'"seq":{seq}')
    parcel = league.Parcel(data, envelope.signature(data.encode(), KEY))
    assert whys(receive(hub, [parcel])) == ["form"]
    if seq:
        reply = {"has": {"seq": seq, "head": "0" * 64}, "refused": []}
        with pytest.raises(ValueError, match="seq"):
            uplinks.accept_reply(uplink, json.dumps(reply).encode())
