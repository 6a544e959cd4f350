"""The judge's page over HTTP: it renders in every state of a game, and answers lead to entries."""

import json
from random import Random

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.actions import records
from referee.models import Entry
from referee.records import cache as record_cache
from referee.views.access import DEVICE as SESSION_KEY
from tests.referee.conftest import DEVICE, cached_record, current, open_table
from tests.referee.test_records import a_move_that_bares_a_border, can_bare_a_border
from tests.tools import many
from tests.tournament.conftest import user
from tournament.actions import staff
from tournament.states import Role


def address(table, name: str = "judge") -> str:
    return reverse(f"referee:{name}", args=[table.round.tournament.slug, table.round.number, table.number])


def seated(client, who):
    """The judge's own tablet."""
    client.force_login(who)
    session = client.session
    session[SESSION_KEY] = DEVICE
    session.save()
    return client


def test_the_page_renders_at_every_entry_of_the_set_up(client, row, table, judge, recorder):
    seated(client, judge)
    for _ in range(12):
        recorder.record_many(10)
        answer = client.get(address(table))
        assert answer.status_code == 200
        assert answer.context["may_write"] is True


def test_the_judge_opens_the_table(client, table, judge):
    client.force_login(judge)
    seats = table.seats.order_by("position").values_list("entrant__public_id", flat=True)
    chairs = {f"seat-{chair}": who for chair, who in enumerate(seats, 1)}
    assert client.get(address(table)).status_code == 200
    answer = client.post(address(table, "open"), {**chairs, "judge": "2", "level": "move"})
    assert answer.url == address(table)
    table.refresh_from_db()
    assert table.record.seq == 0
    assert '"judge":1' in table.record.header
    page = client.get(address(table))
    assert page.context["question"].kind == "dice"


def test_dice_answered_on_the_page_become_an_entry(client, row, table, judge):
    seated(client, judge)
    page = client.get(address(table))
    data = {"ask": page.context["question"].token, "seq": 0, "lease": row.lease, "key": "una-chiave-1"}
    dice = {"die-1": 6, "die-2": 5, "die-3": 4, "die-4": 3}
    answer = client.post(address(table, "answer"), data | dice, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert Entry.objects.get().client_key == "una-chiave-1"
    assert answer.context["question"].kind == "pick"


# -- answers, step by step


def answer_with(client, table, page, key="chiave-numero-1", **fields):
    row = page.context["row"]
    data = {"ask": page.context["question"].token, "seq": row.seq, "lease": row.lease, "key": key}
    return client.post(address(table, "answer"), data | fields, headers={"HX-Request": "true"})


def at(recorder, kind):
    return recorder.record_until(lambda record: type(record.state.awaits).__name__ == kind and record.state.giro)


def test_an_attack_takes_two_answers_and_then_asks_for_the_dice(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_until(lambda r: type(r.state.awaits).__name__ == "Fight" and r.state.awaits.src < 0)
    page = client.get(address(table))
    assert (page.context["question"].kind, page.context["question"].title) == ("pick", "Attacca")
    src = page.context["question"].groups[-1].options[0].value
    page = answer_with(client, table, page, answer=src)
    assert page.context["question"].trail[0] == page.context["board"].places[src].label
    dst = page.context["question"].groups[-1].options[0].value
    page = answer_with(client, table, page, answer=dst)
    assert (page.context["question"].kind, page.context["question"].title) == ("dice", "Dadi dell'attacco")
    assert Entry.objects.order_by("-seq").first().line.count(f'"src":"{src}","dst":"{dst}"') == 1


def test_a_repeated_post_shows_the_table_and_writes_nothing(client, row, table, judge):
    seated(client, judge)
    page = client.get(address(table))
    dice = {"die-1": 6, "die-2": 5, "die-3": 4, "die-4": 3}
    first = answer_with(client, table, page, **dice)
    again = answer_with(client, table, page, **dice)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.context["row"].seq == 1
    assert Entry.objects.count() == 1


def test_an_old_page_gets_a_conflict_and_the_table_as_it_is(client, row, table, judge, recorder):
    seated(client, judge)
    page = client.get(address(table))
    recorder.record_many(3)
    answer = answer_with(client, table, page, **{"die-1": 6, "die-2": 5, "die-3": 4, "die-4": 3})
    assert answer.status_code == 409
    assert answer.context["row"].seq == 3
    assert "riga 3" in answer.content.decode()


def test_the_other_tablet_may_only_read(client, row, table, judge, recorder):
    client.force_login(judge)
    page = client.get(address(table))
    assert (page.context["may_write"], page.context["may_acquire"]) == (False, True)
    assert "question" not in page.context
    data = {"type": "note", "by": "judge", "text": "x", "seq": 0, "lease": 1, "key": "chiave-numero-1"}
    assert client.post(address(table, "submit_act"), data, headers={"HX-Request": "true"}).status_code == 409
    assert not Entry.objects.exists()
    assert client.post(address(table, "acquire")).status_code == 302
    assert client.get(address(table)).context["may_write"] is True
    answer = client.post(address(table, "submit_act"), data | {"lease": 2}, headers={"HX-Request": "true"})
    assert (answer.status_code, Entry.objects.count()) == (200, 1)


def test_the_fragment_stands_in_the_page_as_it_is(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_many(30)
    page = client.get(address(table)).content.decode()
    fragment = client.get(address(table), headers={"HX-Request": "true"}).content.decode()
    for part in ("j-board", "j-players", "j-log"):
        start = fragment.index(f'class="{part}"') if f'class="{part}"' in fragment else fragment.index(part)
        assert fragment[start : start + 300] in page


# -- irregular acts


def free(client, table, tag, *, key="chiave-libera", **fields):
    row = table.record
    row.refresh_from_db()
    data = {"type": tag, "seq": row.seq, "lease": row.lease, "key": key, **fields}
    return client.post(address(table, "submit_act"), data, headers={"HX-Request": "true"})


def test_a_refusal_names_its_article_and_may_be_registered(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_until(can_bare_a_border)
    move = a_move_that_bares_a_border(recorder.ahead)
    answer = free(
        client, table, "move", by=recorder.ahead.state.seat, src=move["src"], dst=move["dst"], armies=move["armies"]
    )
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Art. 10" in text
    assert "Registra come infrazione" in text
    assert Entry.objects.count() == recorder.ahead.seq
    data = {"act": answer.context["refusal"].token, "key": "infrazione-1", "lease": row.lease}
    done = client.post(address(table, "register"), data, headers={"HX-Request": "true"})
    assert done.status_code == 200
    assert Entry.objects.order_by("-seq").first().line.count('"type":"ruling"') == 1
    assert "Infrazione registrata: art. 10" in done.content.decode()


def test_an_impossible_act_is_explained_and_offers_no_infraction(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_many(1)
    answer = free(client, table, "move", by=0, src="alaska", dst="brasile", armies=3)
    assert answer.status_code == 422
    assert "Non registrato" in answer.content.decode()
    assert "Registra come infrazione" not in answer.content.decode()


def test_every_act_of_the_game_has_a_plain_form(client, row, table, judge, recorder):
    seated(client, judge)
    at(recorder, "Fight")
    acts = [tag for tag, _words in client.get(address(table) + "?atto=*").context["act_names"]]
    assert {"attack", "shown", "note", "tris", "time_up"} <= set(acts)
    for tag in acts:
        page = client.get(address(table) + f"?atto={tag}")
        assert (page.status_code, page.context["act_tag"]) == (200, tag)


ARMIES = 30
"""Of each of four players when the game begins (art. 4)."""


def set_up_of_four(places: list[str]) -> dict[str, int]:
    """Territories by turns, an army on each and the others of a player on the first one."""
    owners = {f"owner-{key}": number % 4 for number, key in enumerate(places)}
    counts = {f"count-{key}": ARMIES - len(places[seat + 4 :: 4]) for seat, key in enumerate(places[:4])}
    return dict.fromkeys([f"count-{key}" for key in places], 1) | owners | counts


def test_the_table_is_set_up_by_what_it_shows(client, row, table, judge):
    seated(client, judge)
    page = client.get(address(table) + "?atto=shown")
    shapes = list(page.context["board"].places)
    laid = set_up_of_four(shapes)
    answer = free(client, table, "shown", by="judge", why="come si vede", turn=2, **laid)
    assert answer.status_code == 200
    board = answer.context["board"]
    assert [board.places[key].player.seat for key in shapes] == [number % 4 for number in range(len(shapes))]
    assert {key: place.count for key, place in board.places.items()} == {key: laid[f"count-{key}"] for key in shapes}
    assert (board.in_turn.seat, board.headline) == (2, "Giro 1 · Rinforzi")


def test_a_set_up_with_unequal_armies_is_refused_and_goes_on_once_it_is_registered(client, row, table, judge):
    seated(client, judge)
    shapes = list(client.get(address(table) + "?atto=shown").context["board"].places)
    laid = set_up_of_four(shapes) | {f"count-{shapes[1]}": 9}
    answer = free(client, table, "shown", by="judge", why="come si vede", turn=2, **laid)
    (breach,) = answer.context["refusal"].breaches

    assert (answer.status_code, answer.context["refusal"].is_impossible) == (422, False)
    assert "ha 19 armate sul tabellone: si comincia con 30" in breach.reason
    assert breach.article == "4"
    row.refresh_from_db()
    assert row.seq == 0

    data = {"act": answer.context["refusal"].token, "key": "come-sta", "lease": row.lease, "why": "come si vede"}
    answer = client.post(address(table, "register"), data, headers={"HX-Request": "true"})
    assert "Infrazione registrata: art. 4" in answer.content.decode()
    assert answer.context["board"].headline == "Giro 1 · Rinforzi"


def test_a_set_up_that_lacks_something_keeps_what_was_typed(client, row, table, judge):
    seated(client, judge)
    shapes = list(client.get(address(table) + "?atto=shown").context["board"].places)
    typed = {f"owner-{key}": number % 4 for number, key in enumerate(shapes)} | {f"count-{key}": 7 for key in shapes}
    answer = free(client, table, "shown", by="judge", why="come si vede", **typed)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Manca chi è di mano." in text
    assert text.count(' checked><span><span class="army') == len(shapes)
    assert text.count('value="7"') == len(shapes)


def test_a_form_with_a_bad_number_keeps_what_was_typed(client, row, table, judge, recorder):
    seated(client, judge)
    at(recorder, "Fight")
    answer = free(client, table, "move", by=0, src="alaska", dst="brasile", armies="tanti")
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "Armate: «tanti» non è un numero" in text
    assert 'value="alaska" selected' in text
    assert 'value="brasile" selected' in text


def test_a_turn_is_told_as_a_whole(client, row, table, judge, recorder):
    seated(client, judge)
    at(recorder, "Fight")
    before = recorder.ahead.state
    board = client.get(address(table)).context["board"]
    loser = next(place for place in board.places.values() if place.player.seat != before.seat)
    answer = free(
        client, table, "shown", by="judge", why="come si vede", conquests=1, card=1, turn_over=1,
        **{f"owner-{loser.key}": before.seat, f"count-{loser.key}": 4},
    )  # fmt: skip
    after = answer.context["board"]
    assert answer.status_code == 200
    assert (after.places[loser.key].player.seat, after.places[loser.key].count) == (before.seat, 4)
    assert after.in_turn.seat != before.seat


def test_undo_is_one_post_and_names_what_it_took_back(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_many(5)
    page = client.get(address(table))
    assert page.context["undoable"].startswith("5. Scelta del colore")
    data = {"seq": 5, "lease": row.lease, "key": "annulla-qui"}
    answer = client.post(address(table, "undo"), data, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.context["row"].seq) == (200, 6)
    assert [line.is_standing for line in answer.context["log"][:2]] == [True, False]


def test_the_judge_signs_the_sheet_on_the_page(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_all()
    page = client.get(address(table))
    assert page.context["sheet"]["is_whole"] is True
    for seat in range(4):
        assert page.context["to_accept"].seat == seat
        data = {"lease": row.lease, "head": page.context["row"].head, "seat": seat}
        page = client.post(address(table, "accept"), data, headers={"HX-Request": "true"})
    answer = client.post(
        address(table, "sign"),
        {"seq": recorder.ahead.seq, "lease": row.lease, "key": "firma-qui"},
        headers={"HX-Request": "true"},
    )
    table.refresh_from_db()
    assert (answer.status_code, table.state) == (200, "signed")
    assert table.record.head in answer.content.decode()


# -- levels of recording


def test_a_table_recorded_by_turns_offers_the_turn_as_a_whole(client, row, table, judge, recorder):
    seated(client, judge)
    at(recorder, "Fight")
    text = "Registra il turno</button>"
    assert text not in client.get(address(table)).content.decode()
    data = {"level": "turn", "lease": 1, "key": "livello-turno"}
    answer = client.post(address(table, "level"), data, headers={"HX-Request": "true"})
    assert text in answer.content.decode()
    assert client.get(address(table) + "?atto=shown").context["form_values"] == {
        "turn_over": "1",
        "why": "turno registrato per intero",
    }
    page = client.get(address(table) + "?atto=turno")
    assert page.context["turn"].player.seat == recorder.ahead.state.seat


def test_a_whole_turn_is_told_by_its_form_and_a_fault_brings_it_back_as_it_was_filled_in(
    client, row, table, judge, recorder
):
    seated(client, judge)
    at(recorder, "Fight")
    state, board = recorder.ahead.state, recorder.ahead.rules.board
    place = next(board.ids[at] for at, owner in enumerate(state.owners) if owner != state.seat)
    sent = {"type": "turno", "seq": recorder.ahead.seq, "lease": 1, "card": "1"}
    sent |= {f"owners.{place}": str(state.seat), "why": "turno registrato per intero"}
    wrong = client.post(
        address(table, "submit_act"),
        {**sent, "armies.alaska": "mille", "key": "turno-uno"},
        headers={"HX-Request": "true"},
    )
    assert wrong.status_code == 400
    assert 'value="mille"' in wrong.content.decode()
    assert "mille" in wrong.context["notice"]
    result = client.post(address(table, "submit_act"), {**sent, "key": "turno-due"}, headers={"HX-Request": "true"})
    assert result.status_code == 200
    line = row.entries.last().line
    assert f'"owners":{{"{place}":{state.seat}}}' in line
    assert '"conquests":' in line
    assert record_cache.rebuild(current(row)).state.turn == state.turn + 1


def test_dice_that_were_taken_back_are_offered_as_they_were(client, row, table, judge, recorder):
    seated(client, judge)
    recorder.record_until(lambda record: type(record.state.awaits).__name__ == "DefenceThrow")
    thrown = recorder.ahead.standing[-1].act.dice
    data = {"seq": recorder.ahead.seq, "lease": row.lease, "key": "annulla-dadi"}
    page = client.post(address(table, "undo"), data, headers={"HX-Request": "true"})
    question = page.context["question"]
    assert [offered for _number, offered, _thrower in question.dice][: len(thrown)] == list(thrown)
    others = {f"die-{number}": die % 6 + 1 for number, die in enumerate(thrown, 1)}
    refused = answer_with(client, table, page, key="altri-dadi-1", **others)
    assert refused.status_code == 422
    assert answer_with(client, table, page, key="altri-dadi-2", why="letti male", **others).status_code == 200


def queries_of(client, url) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def test_the_page_costs_the_same_late_in_the_game(client, row, table, judge, recorder):
    seated(client, judge)
    at(recorder, "Fight")
    early = queries_of(client, address(table))
    recorder.record_more(500)
    at(recorder, "Fight")
    assert queries_of(client, address(table)) == early
    assert early <= 15


def test_an_entry_asks_the_database_ten_things_at_most(client, row, table, judge, recorder):
    """Without the page that follows it; what only opens and closes transactions is no question."""
    at(recorder, "Fight")
    move = recorder.propose()
    with CaptureQueriesContext(connection) as queries:
        records.append(
            row, client_key="una-chiave-1", expected_seq=recorder.ahead.seq, by_seat=move.by, act=move.act, by=judge
        )
    requested = [one["sql"] for one in queries if "SAVEPOINT" not in one["sql"]]
    assert len(requested) <= 10


# -- who may


def test_only_the_tables_judge_and_the_direction_write(client, row, table, judge, organizer):
    stranger, other = user("estraneo"), user("altro")
    staff.grant(table.round.tournament, user=other, role=Role.JUDGE, by=organizer)
    posts = ("answer", "submit_act", "register", "undo", "time_over", "level", "acquire", "sign", "show_sealed")
    found = {}
    for who in (None, stranger, other, judge, organizer):
        client.logout()
        if who:
            client.force_login(who)
        reads = client.get(address(table)).status_code
        writes = {client.post(address(table, url)).status_code for url in posts}
        found[str(who)] = (reads, writes <= {200, 302, 400, 409, 422}, writes)
    assert found["None"] == (302, True, {302})
    assert found["estraneo"] == (404, False, {404})
    assert found["altro"] == (200, False, {403})
    assert found["gino"][:2] == found["olga"][:2] == (200, True)
    assert not Entry.objects.exists()


def test_a_reader_of_the_staff_sees_no_forms(client, row, table, organizer, recorder):
    recorder.record_many(10)
    client.force_login(organizer)
    page = client.get(address(table)).content.decode()
    assert "j-undo" not in page
    assert "Prendi il tavolo" in page


def test_sealed_secrets_are_in_no_page(client, table, judge):
    row = open_table(table, judge, seal=True, rng=Random(3))
    salts = {secret["salt"] for secret in json.loads(row.sealed_vault.vault)["secrets"]}
    seated(client, judge)
    for url in (address(table), address(table, "lines"), address(table, "strip"), address(table) + "?atto=claim"):
        text = client.get(url).content.decode()
        assert not [salt for salt in salts if salt in text]


def test_a_sealed_objective_is_turned_up_by_the_system(client, table, judge):
    row = open_table(table, judge, seal=True, rng=Random(3))
    seated(client, judge)
    places = list(client.get(address(table)).context["board"].places)
    free(client, table, "shown", key="disposizione", by="judge", why="dal tavolo", turn=0, **set_up_of_four(places))
    free(client, table, "finish", key="finita-cosi", by="judge", how="time")
    for seat in range(4):
        row.refresh_from_db()
        data = {"seq": row.seq, "lease": row.lease, "key": f"scopri-{seat}", "seat": seat}
        answer = client.post(address(table, "show_sealed"), data, headers={"HX-Request": "true"})
        assert answer.status_code == 200
    assert all(line.points is not None for _player, line in answer.context["sheet"]["rows"])


# -- bad input


GARBAGE = [
    "",
    "-1",
    "0",
    "1",
    "7",
    "999999999999",
    "1.5",
    "é",
    "x" * 500,
    "[]",
    "{}",
    "null",
    "alaska",
    "judge",
    "clock",
    "🎲",
    "\x00",
    "1e9",
    "２",
]


def test_garbage_posts_are_refused_in_words(client, row, table, judge, recorder):
    seated(client, judge)
    at(recorder, "Fight")
    page = client.get(address(table))
    token, seq = page.context["question"].token, page.context["row"].seq
    rng = Random(7)
    acts = [tag for tag, _words in client.get(address(table) + "?atto=*").context["act_names"]]
    names = ["answer", "die-1", "die-2", "n-alaska", "src", "dst", "armies", "dice-1", "card", "cards-1", "to", "seat",
             "by", "owner-alaska", "count-alaska", "hands-0", "turn", "giro", "text", "article", "objective", "how",
             "level", "act", "why", "armies-alaska"]  # fmt: skip
    seen = set()
    for number in range(many(100, 1000)):
        url = rng.choice(
            [
                "answer",
                "answer",
                "submit_act",
                "submit_act",
                "submit_act",
                "register",
                "undo",
                "level",
                "sign",
                "show_sealed",
            ]
        )
        data = {"key": rng.choice([f"chiave-{number:05}", *GARBAGE]), "seq": rng.choice([seq, seq, *GARBAGE]),
                "lease": rng.choice([1, 1, *GARBAGE]), "ask": rng.choice([token, token[:-3], *GARBAGE]),
                "type": rng.choice([*acts, *GARBAGE])}  # fmt: skip
        data |= {name: rng.choice(GARBAGE) for name in rng.sample(names, 9)}
        answer = client.post(address(table, url), data, headers={"HX-Request": "true"})
        seen.add(answer.status_code)
        assert answer.status_code in {200, 400, 409, 422}
        if answer.status_code != 200 and "\x00" not in data.values():
            assert answer.context["notice"] or answer.context["refusal"]
    assert 400 in seen
    cached_head = cached_record(row).head
    assert record_cache.rebuild(current(row)).head == cached_head


def test_garbage_in_the_address_is_no_fault_of_the_server(client, row, table, judge):
    seated(client, judge)
    for atto in ("", "pippo", "undo", "ruling", "%00", "é", "*" * 300):
        assert client.get(address(table) + f"?atto={atto}").status_code == (400 if atto == "%00" else 200)


def test_reinforcements_are_explained_while_they_are_laid(tablet, table, row, recorder):
    recorder.record_until(lambda record: record.state.giro and type(record.state.awaits).__name__ == "Reinforce")
    state = recorder.ahead.state
    page = tablet.get(address(table)).content.decode()
    words = page.split("data-income>")[1].split("</p>")[0]
    assert f"{state.owners.count(state.seat)} territori <strong>{state.owners.count(state.seat) // 3}</strong>" in words
    assert words.endswith(f"= <strong>{state.awaits.left}</strong>")
