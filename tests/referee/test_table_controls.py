"""Calls, flags, rulings, pauses, handover, late entries, a table begun by mistake, a judge who plays: over HTTP, as the page does it."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.kernel.lines import read_act
from referee.actions import calls, counts, flags, leases, openings
from referee.judge_page import questions
from referee.judge_page.board_view import names_at_table
from referee.models import Entry, GameRecord, Quarantined, SealedVault
from referee.records import cache as record_cache
from referee.records import clocks
from tests.games.seeded_games import read_tag
from tests.referee.conftest import Recorder, current, open_table
from tests.referee.test_every_game import open_a_table_of
from tests.referee.test_judge_page import address, answer_with, free, seated
from tests.referee.test_records import a_move_that_bares_a_border, can_bare_a_border
from tournament.actions import clocks as hall
from tournament.actions import login_limits, screen_links, staff
from tournament.models import ClockEvent, TableStatus
from tournament.queries.clocks import clock_of_table

HX = {"HX-Request": "true"}


def post(client, table, name, **fields):
    """A form of the page, as it stands now."""
    row = GameRecord.objects.get(table=table)
    data = {"seq": row.seq, "lease": row.lease, "key": f"chiave-{name}-{Entry.objects.count()}", **fields}
    return client.post(address(table, name), data, headers=HX)


# -- flags


def an_infraction(tablet, table, recorder):
    recorder.record_until(can_bare_a_border)
    move = a_move_that_bares_a_border(recorder.ahead)
    refused = free(
        tablet, table, "move", by=recorder.ahead.state.seat, src=move["src"], dst=move["dst"], armies=move["armies"]
    )
    return tablet.post(
        address(table, "register"),
        {"act": refused.context["refusal"].token, "key": "infrazione-1", "lease": table.record.lease},
        headers=HX,
    )


def test_an_infraction_comes_back_when_its_giro_is_over(tablet, row, table, judge, recorder):
    page = an_infraction(tablet, table, recorder)
    giro = recorder.ahead.state.giro
    assert (page.context["flags_due"], len(page.context["flags_ahead"])) == ([], 1)
    flag = row.flags.get()
    assert (flag.giro, flag.articles) == (giro, "10")

    flag.giro = giro - 1  # a giro later
    flag.save()
    page = tablet.get(address(table))
    assert [one.words for one in page.context["flags_due"]] == [flag.words]
    assert "Da rivedere, ora che il giro è finito" in page.content.decode()
    assert "· art. 10<" in page.content.decode()

    url = reverse("referee:settle", args=[table.round.tournament.slug, 1, table.number, flag.pk])
    page = tablet.post(url, {"outcome": "resta come registrato"}, headers=HX)
    flag.refresh_from_db()
    assert (flag.outcome, flag.settled_by, page.context["flags_due"]) == ("resta come registrato", judge, [])
    assert "resta come registrato" in Entry.objects.last().line


def test_an_infraction_that_is_taken_back_is_not_proposed_again(tablet, row, table, recorder):
    an_infraction(tablet, table, recorder)
    page = post(tablet, table, "undo")
    assert (page.context["flags_ahead"], row.flags.get().outcome) == ([], "annullato")


def test_what_cannot_be_registered_can_be_flagged(tablet, row, table, recorder):
    recorder.record_many(1)
    refused = free(tablet, table, "move", by=0, src="alaska", dst="brasile", armies=3)
    assert "Segna da rivedere" in refused.content.decode()
    post(tablet, table, "flag", words=refused.context["refusal"].words, article="10")
    assert row.flags.get().articles == "10"
    assert Entry.objects.count() == 1


def test_a_table_has_so_many_flags_and_no_more(tablet, row, table, recorder):
    statuses = [post(tablet, table, "flag", words=f"numero {time}").status_code for time in range(flags.MOST_OPEN + 3)]
    assert statuses == [200] * flags.MOST_OPEN + [422] * 3
    assert row.flags.count() == flags.MOST_OPEN
    flags.settle(row.flags.first(), outcome="visto", by=row.table.judge)
    row.refresh_from_db()
    assert post(tablet, table, "flag", words="dopo").status_code == 200


# -- calls and rulings


def test_a_table_calls_so_often_and_no_more(tablet, row, table, monkeypatch):
    tournament = table.round.tournament
    called = tournament.log.filter(verb="table.call")
    for _time in range(5):
        assert post(tablet, table, "call", reason="Dadi contestati").status_code == 200
    assert called.count() == 1  # the same call
    statuses = [post(tablet, table, "call", reason=f"motivo {time}").status_code for time in range(30)]
    assert statuses == [200] * (calls.MOST_CALLS - 1) + [422] * (31 - calls.MOST_CALLS)
    assert called.count() == calls.MOST_CALLS
    assert TableStatus.objects.get(table=table).called_at is not None
    post(tablet, table, "resolve_call")
    assert post(tablet, table, "call", reason="ancora").status_code == 422
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + calls.SPAN + timedelta(seconds=1))
    assert post(tablet, table, "call", reason="ancora").status_code == 200


def test_a_table_calls_and_waits_in_the_queue(tablet, row, table, head_judge, other_tablet):
    page = post(tablet, table, "call", reason="Dadi contestati")
    assert "Capo arbitro chiamato" in page.content.decode()
    TableStatus.objects.filter(table=table).update(called_at=timezone.now() - timedelta(minutes=7))
    post(tablet, table, "call", reason="Dadi contestati", more="il dado è sul bordo")  # keeps its place

    other_tablet.force_login(head_judge)
    floor = other_tablet.get(reverse("referee:floor", args=[table.round.tournament.slug]))
    assert [(one.table.number, one.waited) for one in floor.context["calls"]] == [(table.number, 7)]
    assert "il dado è sul bordo" in floor.content.decode()
    desk = other_tablet.get(reverse("tournament:desk", args=[table.round.tournament.slug]))
    assert "aspetta da 7 minuti" in desk.content.decode()

    assert post(other_tablet, table, "resolve_call").status_code == 200
    log = table.round.tournament.log.get(verb="table.call_answered")
    assert (TableStatus.objects.get(table=table).called_at, log.data["waited_seconds"] // 60) == (None, 7)


def test_a_ruling_of_the_head_judge_leaves_the_judges_question_as_it_is(
    tablet, row, table, head_judge, other_tablet, judge
):
    page = tablet.get(address(table))
    other_tablet.force_login(head_judge)
    post(other_tablet, table, "rule", text="si rilancia senza sanzione", article="7")
    assert current(row).seq == 1
    result = answer_with(tablet, table, page, **{"die-1": 6, "die-2": 5, "die-3": 4, "die-4": 3})
    assert (result.status_code, current(row).seq) == (200, 2)


def test_a_decision_and_a_flag_whose_answer_was_lost_count_once(tablet, row, table, head_judge, other_tablet):
    other_tablet.force_login(head_judge)
    for _ in range(2):
        assert post(other_tablet, table, "rule", text="si rilancia", key="decisione-1").status_code == 200
        assert post(tablet, table, "flag", words="carta presa senza diritto", article="10").status_code == 200
    assert (Entry.objects.count(), row.flags.count()) == (1, 1)


def test_the_judge_of_a_table_does_not_rule(tablet, row, table):
    assert post(tablet, table, "rule", text="decido io").status_code == 403


# -- pauses


@pytest.fixture
def a_running_clock(running):
    ClockEvent.objects.filter(round=running, kind="start").update(at=timezone.now() - timedelta(minutes=10))


def test_a_pause_by_agreement_gives_the_minutes_back(tablet, row, table, a_running_clock):
    page = post(tablet, table, "pause")
    assert (page.context["clock_word"], page.context["is_paused"]) == ("In pausa", True)
    started = ClockEvent.objects.filter(kind="start")
    started.update(at=timezone.now() - timedelta(minutes=16, seconds=30))  # six minutes and a half later
    paused = clocks.clock_of(_with_table(row, table), now=timezone.now())
    assert (paused.state, int(paused.elapsed.total_seconds()) // 60) == ("paused", 10)

    page = post(tablet, table, "resume")
    extra = ClockEvent.objects.get(kind="extend")
    assert (extra.table, extra.seconds) == (table, 7 * 60)
    assert page.context["reading"].state == "running"
    other = table.round.tables.exclude(pk=table.pk).first()
    other.round = table.round
    limits = [clock_of_table(one, now=timezone.now()).limit for one in (other, table)]
    assert limits[1] - limits[0] == timedelta(minutes=7)


def test_desk_projector_and_table_show_the_pause_and_then_the_extra_minutes(
    tablet, row, table, running, organizer, a_running_clock
):
    desk = Client()
    desk.force_login(organizer)
    screen, token = screen_links.issue(running.tournament, by=organizer, label="Sala")
    screen_links.arrange(screen, parts=["tables"], by=organizer)

    def pages() -> list[str]:
        addresses = (
            f"{table.round.get_absolute_url()}?vista=elenco",
            table.get_absolute_url(),
            reverse("tournament:projector", args=[token]),
        )
        return [desk.get(one).content.decode() for one in addresses]

    assert not any("In pausa" in page for page in pages())
    post(tablet, table, "pause")
    at = timezone.localtime(TableStatus.objects.get(table=table).paused_at)
    at_the_desk, at_the_table, on_the_screen = pages()
    assert f"in pausa dalle {at:%H:%M}" in at_the_desk
    assert all(page.count("</span>In pausa</span>") == 1 for page in (at_the_desk, at_the_table))
    assert on_the_screen.count("In pausa") == 1
    reading = clock_of_table(table.round.tables.select_related("status").get(pk=table.pk), now=timezone.now())
    assert (reading.state, int(reading.elapsed.total_seconds()) // 60) == ("paused", 10)

    started = ClockEvent.objects.filter(kind="start")
    started.update(at=timezone.now() - timedelta(minutes=16, seconds=30))
    post(tablet, table, "resume")
    at_the_desk, at_the_table, on_the_screen = pages()
    assert "recupero di 7 min" in at_the_desk
    assert "+7 min" in on_the_screen
    assert not any("In pausa" in page for page in (at_the_desk, at_the_table, on_the_screen))


def test_a_record_opened_anew_does_not_begin_in_a_pause(tablet, row, table, judge, a_running_clock):
    post(tablet, table, "pause")
    openings.archive(current(row), by=judge, reason="posti sbagliati")
    open_table(table, judge)
    assert TableStatus.objects.get(table=table).paused_at is None


def test_time_is_not_called_at_a_table_that_pauses(tablet, row, table, a_running_clock):
    post(tablet, table, "pause")
    ClockEvent.objects.filter(kind="start").update(at=timezone.now() - timedelta(hours=5))
    answer = post(tablet, table, "time_over")
    assert (answer.status_code, Entry.objects.count()) == (422, 0)


def test_a_clock_that_stands_still_cannot_be_paused(tablet, row, table, a_running_clock, organizer):
    hall.pause(table.round, by=organizer, now=timezone.now())
    assert post(tablet, table, "pause").status_code == 422


def test_the_overtime_of_a_table_goes_on_from_page_to_page(tablet, row, table, running):
    started = ClockEvent.objects.filter(round=running, kind="start")
    started.update(at=timezone.now() - timedelta(hours=5))
    drawn = re.compile(r'data-remaining="([-.\d]+)" data-now="(\d+)" data-running="true"')
    ends = []
    for _ in range(3):
        page = tablet.get(reverse("referee:strip", args=[running.tournament.slug, running.number, table.number]))
        remaining, now = drawn.search(page.content.decode()).groups()
        assert float(remaining) < 0
        ends.append(float(remaining) * 1000 + int(now))
    assert max(ends) - min(ends) <= 2


def _with_table(row, table):
    row = current(row)
    row.table = table
    return row


def test_the_warning_is_told_once_and_disturbs_no_question(tablet, row, table, running):
    minutes = running.minutes - running.tournament.rules.pre_alarm + 1
    ClockEvent.objects.filter(kind="start").update(at=timezone.now() - timedelta(minutes=minutes))
    page = tablet.get(address(table))
    assert page.context["warns"] is True
    for _ in range(2):
        assert post(tablet, table, "pre_alarm").status_code == 200
    assert [entry.client_key for entry in Entry.objects.all()] == [f"pre-alarm-{running.minutes * 60}"]
    result = answer_with(tablet, table, page, **{"die-1": 6, "die-2": 5, "die-3": 4, "die-4": 3})
    assert (result.status_code, result.context["warns"], current(row).seq) == (200, False, 2)


# -- handover


def the_digits(tablet, table) -> str:
    tablet.post(address(table, "hand_over"))
    return tablet.get(address(table, "hand_over")).context["offer"].code


def test_six_digits_bring_the_table_to_another_judge(tablet, row, table, other_judge, other_tablet):
    code = the_digits(tablet, table)
    assert "<svg" in tablet.get(address(table, "hand_over")).content.decode() or len(code) == 6
    other_tablet.force_login(other_judge)
    url = reverse("referee:redeem", args=[table.round.tournament.slug])
    assert other_tablet.get(f"{url}?codice={code}").context["code"] == code
    answer = other_tablet.post(url, {"code": f"{code[:3]} {code[3:]}"})
    table.refresh_from_db()
    assert (answer.url, table.judge) == (address(table), other_judge)
    assert other_tablet.get(address(table)).context["may_write"] is True
    assert tablet.get(address(table)).context["may_write"] is False
    assert other_tablet.post(url, {"code": code}).status_code == 422  # once only


def test_digits_grow_old(tablet, row, table, other_judge, other_tablet):
    other_tablet.force_login(other_judge)
    code = the_digits(tablet, table)
    row.handovers.update(offered_at=timezone.now() - leases.VALID_FOR)
    url = reverse("referee:redeem", args=[table.round.tournament.slug])
    assert other_tablet.post(url, {"code": code}).status_code == 422


def test_who_guesses_digits_is_shut_out_and_voids_nobody_elses(
    tablet, row, table, other_judge, head_judge, other_tablet
):
    """A try that is right gives its place back; wrong ones of one judge bind that judge at this event alone."""
    url = reverse("referee:redeem", args=[table.round.tournament.slug])
    other_tablet.force_login(other_judge)
    assert other_tablet.post(url, {"code": the_digits(tablet, table)}).status_code == 302
    assert tablet.post(url, {"code": the_digits(other_tablet, table)}).status_code == 302
    code = the_digits(tablet, table)
    wrong = "000000" if code != "000000" else "111111"
    guesses = [other_tablet.post(url, {"code": wrong}) for _try in range(login_limits.HANDOVERS_OF_AN_ACCOUNT)]
    assert {answer.status_code for answer in guesses} == {422}
    lease = current(row).lease
    refused = other_tablet.post(url, {"code": code})
    assert (refused.status_code, current(row).lease) == (422, lease)
    assert "Troppe cifre sbagliate" in refused.content.decode()
    assert tablet.get(address(table, "hand_over")).context["offer"].code == code
    third = Client()
    third.force_login(head_judge)
    assert third.post(url, {"code": code}).status_code == 302
    assert current(row).holder == head_judge


def test_only_the_device_that_writes_shows_the_digits(tablet, row, table, other_tablet, judge):
    the_digits(tablet, table)
    other_tablet.force_login(judge)
    assert other_tablet.get(address(table, "hand_over")).context["offer"] is None


# -- entries of a device that lost its lease


@pytest.fixture
def a_late_entry(tablet, row, table, other_judge, other_tablet, recorder):
    """The old tablet was asked for the first dice; meanwhile the table went on elsewhere."""
    page = tablet.get(address(table))
    other_tablet.force_login(other_judge)
    code = the_digits(tablet, table)
    other_tablet.post(reverse("referee:redeem", args=[table.round.tournament.slug]), {"code": code})
    return answer_with(tablet, table, page, key="tardiva-1", **{"die-1": 6, "die-2": 5, "die-3": 4, "die-4": 3})


def test_an_entry_of_the_old_tablet_is_kept_for_the_head_judge(
    a_late_entry, tablet, row, table, other_tablet, head_judge
):
    stored = Quarantined.objects.get()
    # Somebody else judges the table now: the old judge still reads, and what came late is not lost.
    assert (a_late_entry.status_code, stored.client_key, stored.expected_seq) == (409, "tardiva-1", 0)
    assert "è conservato" in a_late_entry.content.decode()
    assert stored.words == "Dadi per il primo di mano: 6-5-4-3"
    assert Entry.objects.count() == 0

    other_tablet.force_login(head_judge)
    url = reverse("referee:late_register", args=[table.round.tournament.slug, 1, table.number, stored.pk])
    page = other_tablet.post(url, headers=HX)
    assert (page.status_code, page.context["late"]) == (200, [])
    assert Entry.objects.get().client_key == "tardiva-1"
    assert other_tablet.post(url, headers=HX).status_code == 422  # decided already


def test_a_late_entry_that_no_longer_fits_goes_on_waiting_or_is_dropped(
    a_late_entry, row, table, other_tablet, head_judge, recorder
):
    recorder.record_many(2)
    stored = Quarantined.objects.get()
    other_tablet.force_login(head_judge)
    place = [table.round.tournament.slug, 1, table.number, stored.pk]
    assert other_tablet.post(reverse("referee:late_register", args=place), headers=HX).status_code == 422
    stored.refresh_from_db()
    assert (stored.settled_at, current(row).seq) == (None, 2)
    other_tablet.post(reverse("referee:late_drop", args=place), {"why": "rilanciati"}, headers=HX)
    stored.refresh_from_db()
    assert stored.outcome == "rilanciati"


def test_the_tables_judge_cannot_decide_about_late_entries(a_late_entry, table, other_tablet):
    place = [table.round.tournament.slug, 1, table.number, Quarantined.objects.get().pk]
    assert other_tablet.post(reverse("referee:late_register", args=place), headers=HX).status_code == 403


# -- begun by mistake


def test_a_table_begun_by_mistake_waits_again_and_its_record_is_kept(tablet, row, table, judge, recorder):
    recorder.record_many(5)
    assert post(tablet, table, "archive_record").status_code == 422  # a reason is needed
    answer = tablet.post(address(table, "archive_record"), {"why": "posti sbagliati"})
    table.refresh_from_db()
    stored = current(row)
    assert (answer.status_code, table.state) == (302, "waiting")
    assert (stored.table, stored.archived_from, stored.entries.count()) == (None, table, 5)
    seats = list(table.seats.order_by("position").values_list("entrant__public_id", flat=True))
    again = openings.open_record(table, seats=seats, judge=1, by=judge)
    assert (again.seq, table.archived_records.get()) == (0, stored)


# -- a judge who plays


def test_who_plays_at_a_table_neither_writes_nor_sees_its_record(
    tablet, row, table, other_judge, organizer, other_tablet, head_judge
):
    seat = table.seats.select_related("entrant").first()
    for who in (other_judge, organizer):
        other_tablet.force_login(who)
        assert other_tablet.get(address(table)).status_code == 200
        staff.plays(seat.entrant, user=who, by=organizer)
        for page in ("judge", "lines", "strip", "stream"):
            assert other_tablet.get(address(table, page)).status_code == 403
        for act in ("submit_act", "undo", "acquire", "sign"):
            assert post(other_tablet, table, act).status_code == 403
        by_hand = reverse("tournament:enter", args=[table.round.tournament.slug, 1, table.number])
        assert other_tablet.post(by_hand).status_code == 403
        staff.plays_no_more(table.round.tournament, user=who, by=head_judge)


def test_a_player_of_the_table_cannot_take_it_with_digits(tablet, row, table, other_judge, organizer, other_tablet):
    staff.plays(table.seats.select_related("entrant").last().entrant, user=other_judge, by=organizer)
    code = the_digits(tablet, table)
    other_tablet.force_login(other_judge)
    answer = other_tablet.post(reverse("referee:redeem", args=[table.round.tournament.slug]), {"code": code})
    assert (answer.status_code, current(row).lease) == (422, row.lease)


# -- dice that differ


def test_dice_that_differ_can_be_told_with_a_reason_from_the_refusal(tablet, row, table, judge, recorder):
    recorder.record_until(lambda record: type(record.state.awaits).__name__ == "DefenceThrow")
    thrown = recorder.ahead.standing[-1].act.dice
    page = post(tablet, table, "undo")
    others = {f"die-{number}": die % 6 + 1 for number, die in enumerate(thrown, 1)}
    refused = answer_with(tablet, table, page, key="altri-dadi-1", **others)
    assert "Registra con il motivo" in refused.content.decode()
    result = post(tablet, table, "confirm_act", act=refused.context["refusal"].with_reason, why="letti male")
    assert result.status_code == 200
    assert Entry.objects.last().line.count('"why":"letti male"') == 1


def test_what_was_taken_back_and_is_told_otherwise_wants_one_tap_of_a_reason(tablet, row, table, judge, recorder):
    """An objective by the wrong name among sixteen: nothing is typed."""
    move = recorder.record_up_to(lambda move: read_tag(move.act) == "reveal")
    recorder.record_move(move)
    post(tablet, table, "undo")
    other = next(one for one in (1, 2) if one != move.act.objective)
    refused = post(tablet, table, "submit_act", type="reveal", by=move.by, objective=other)
    reasons = re.findall(r'name="why" value="([^"]+)" formnovalidate', refused.content.decode())
    assert len(reasons) == 3
    token = refused.context["refusal"].with_reason
    result = post(tablet, table, "confirm_act", act=token, why=["", reasons[0]])  # the field beside the key stays empty
    assert result.status_code == 200
    assert f'"why":"{reasons[0]}"' in Entry.objects.last().line


def may_repeat(record) -> bool:
    return questions.opening(record).kind != "dice" and questions.repeat(record) is not None


def test_the_last_attack_is_offered_once_more(client, table, judge):
    """Where each attack is declared anew, the last one of the turn comes back in one tap as long as it may be declared."""
    row, tablet = open_a_table_of("iperisiko", table, judge), seated(client, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(may_repeat)
    _by, attack = questions.repeat(recorder.ahead)
    again = tablet.get(address(table)).context["repeat"]
    assert again["words"].startswith("Attacca")
    answer = post(tablet, table, "confirm_act", act=again["token"])
    assert (answer.status_code, answer.context["question"].kind) == (200, "dice")
    assert read_act(row.game_definition, json.loads(Entry.objects.last().line)["act"]) == attack


def test_a_lost_repeat_counts_once(client, table, judge):
    row, tablet = open_a_table_of("iperisiko", table, judge), seated(client, judge)
    recorder = Recorder(row, judge, seed=3)
    recorder.record_until(may_repeat)
    token = tablet.get(address(table)).context["repeat"]["token"]
    for _ in range(2):
        assert post(tablet, table, "confirm_act", act=token, key="una-volta-sola").status_code == 200
    assert current(row).seq == recorder.ahead.seq + 1


# -- sealed


def test_the_judge_may_let_the_system_deal(client, table, judge):
    client.force_login(judge)
    seats = table.seats.order_by("position").values_list("entrant__public_id", flat=True)
    chairs = {f"seat-{chair}": who for chair, who in enumerate(seats, 1)}
    assert client.get(address(table)).context["may_seal"] is True
    client.post(address(table, "open"), {**chairs, "judge": "1", "level": "move", "seal": "1"})
    assert len(json.loads(table.record.header)["sealed"]["objective"]) == 4
    assert SealedVault.objects.filter(record=table.record).exists()


# -- somebody at the wrong table while the record is open


def test_a_record_goes_on_when_somebody_else_is_found_in_a_chair(
    row, table, judge, organizer, recorder, tablet, other_tablet
):
    recorder.record_all()
    other_tablet.force_login(organizer)
    stray = table.round.seats.exclude(table=table).select_related("entrant", "table").first()
    first = table.seats.select_related("entrant").get(position=1)
    before = current(row)
    lines = list(row.entries.values_list("line", flat=True))
    url = reverse("tournament:put_right", args=[table.round.tournament.slug, 1])
    visible = other_tablet.get(url, {"one": first.pk, "other": stray.pk}).content.decode()
    assert "la registrazione è aperta e va avanti" in visible
    assert current(row).head == before.head
    answer = other_tablet.post(url, {"one": first.pk, "other": stray.pk, "reason": "si erano seduti al contrario"})
    assert answer.status_code == 302

    now = table.seats.select_related("entrant").get(position=1)
    assert (now.entrant, now.record_id) == (stray.entrant, first.entrant.public_id)
    after = current(row)
    assert (after.header, list(after.entries.values_list("line", flat=True))[:-1]) == (before.header, lines)
    note = after.entries.last().line
    assert f"siede il n. {stray.entrant.number} e non il n. {first.entrant.number}" in note
    assert str(stray.entrant) not in note
    assert record_cache.is_sound(after)
    at_table = [seat.entrant for seat in table.seats.select_related("entrant").order_by("position")]
    assert names_at_table(at_table)[0] in tablet.get(address(table)).content.decode()

    counts.sign(current(row), by=judge)
    assert {seat.entrant for seat in table.seats.filter(result__isnull=False)} >= {stray.entrant}
    assert not first.entrant.seats.filter(result__isnull=False).exists()


@pytest.mark.parametrize("text", ["", "   ", "\u2800"])
def test_a_note_that_says_nothing_leaves_its_form_open_with_the_field_that_lacks_it(tablet, row, table, text):
    page = post(tablet, table, "submit_act", type="note", by="judge", text=text, article="7", seq=0)
    assert page.status_code == 400
    assert page.context["act_tag"] == "note"
    assert 'name="text"' in page.content.decode()
    assert page.context["form_values"].get("article") == "7"
    (cause,) = json.loads(page.context["causes"])
    assert (cause["field"], cause["words"]) == ("text", "Testo: manca.")
    assert Entry.objects.count() == 0


@pytest.mark.parametrize("text", ["", "\u2800"])
def test_a_decision_that_says_nothing_is_refused_without_the_name_of_a_field(
    tablet, row, table, head_judge, other_tablet, text
):
    other_tablet.force_login(head_judge)
    page = post(other_tablet, table, "rule", text=text)
    assert page.status_code == 422
    assert "text:" not in page.context["notice"]
    form = other_tablet.get(address(table)).content.decode()
    assert re.search(r'<input [^>]*name="text"[^>]* required pattern=', form)  # the drawer that holds it stays open
    assert Entry.objects.count() == 0


def test_a_board_on_which_nothing_differs_is_nothing_to_review(tablet, row, table, recorder):
    recorder.record_until(lambda record: record.state.giro > 1)
    page = post(tablet, table, "submit_act", type="plancia")
    assert page.status_code == 422
    assert not page.context["refusal"].may_be_flagged
    assert "non dice che cosa mostra il tavolo" in page.content.decode().lower()
    assert f'action="{address(table, "flag")}"' not in page.content.decode()
