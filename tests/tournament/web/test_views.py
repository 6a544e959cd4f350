"""The pages as a person meets them: forms, previews, fragments, and what comes back when something is wrong."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook

from tests.tournament.conftest import (
    NOW,
    a_tie_for_the_last_place,
    a_tournament,
    enter,
    give_rights,
    lines_for,
    play,
    url,
)
from tournament.actions import rounds, screen_links, staff, tables
from tournament.hooks import tables as table_hooks
from tournament.models import Result, Round, Seat, Tournament
from tournament.states import EntrantState, Role, RoundState, TableState

CSV = "cognome,nome,club\nRossi,Anna,Il Dado\nBianchi,Ugo,La Torre\n"
BAD_CSV = "cognome,nome,club\nRossi,Anna,Il Dado\n,Senzacognome,La Torre\nVerdi,Ada,\n"


@pytest.fixture(autouse=True)
def keeps_the_house(organizer):
    give_rights(organizer)


def page_text(response) -> str:
    """The page that a person ends on, with its messages."""
    return response.content.decode()


def followed(client, address: str, **data: object) -> str:
    response = client.post(address, data, follow=True)
    assert response.status_code == 200
    return page_text(response)


def upload(client, tournament, content: bytes, name: str = "iscritti.csv"):
    return client.post(url("roster_import", tournament.slug), {"file": SimpleUploadedFile(name, content)})


def sealed(page: str) -> str:
    return re.search(r'name="sheet" value="([^"]+)"', page).group(1)


# A new tournament


def new_data(**changes: object) -> dict:
    preset = "risiko-torneo"
    return {"name": "Open", "day": "2026-03-14", "place": "Bologna", "preset": preset, "is_public": "on", **changes}


def test_a_tournament_is_made_from_a_preset(olga):
    response = olga.post(url("new_tournament"), new_data(minutes="105"))
    tournament = Tournament.objects.get()
    assert response.url == tournament.get_absolute_url()
    assert (tournament.name, tournament.rules.minutes) == ("Open", 105)


@pytest.mark.parametrize(
    "changes", [{"day": "ieri"}, {"day": "2026-02-31"}, {"preset": "inventato"}, {"minutes": "-1"}, {"name": ""}]
)
def test_a_faulty_tournament_comes_back_with_its_fault(olga, changes):
    response = olga.post(url("new_tournament"), new_data(**changes))
    assert response.status_code == 422
    assert "text-error" in page_text(response)
    assert Tournament.objects.count() == 0


# The roster


def test_a_roster_is_previewed_and_then_imported(olga, tournament):
    page = page_text(upload(olga, tournament, CSV.encode()))
    assert tournament.entrants.count() == 0
    assert "Importa 2 iscritti" in page
    followed(olga, url("roster_import", tournament.slug), sheet=sealed(page), mode="all")
    assert [str(one) for one in tournament.entrants.all()] == ["Rossi Anna", "Bianchi Ugo"]


def test_a_bad_row_is_named_and_nothing_is_imported_until_it_is_left_out(olga, tournament):
    page = page_text(upload(olga, tournament, BAD_CSV.encode()))
    assert "1 riga da correggere" in page
    assert '<td class="num">3</td>' in page
    followed_page = followed(olga, url("roster_import", tournament.slug), sheet=sealed(page), mode="all")
    assert "non ho importato niente" in followed_page
    assert tournament.entrants.count() == 0
    followed(olga, url("roster_import", tournament.slug), sheet=sealed(page), mode="skip_bad")
    assert [one.surname for one in tournament.entrants.all()] == ["Rossi", "Verdi"]


def test_a_spreadsheet_is_read_as_well(olga, tournament):
    book = Workbook()
    for row in (["Nome", "Cognome"], ["Anna", "Rossi"]):
        book.active.append(row)
    data = BytesIO()
    book.save(data)
    page = page_text(upload(olga, tournament, data.getvalue(), "iscritti.xlsx"))
    followed(olga, url("roster_import", tournament.slug), sheet=sealed(page), mode="all")
    assert str(tournament.entrants.get()) == "Rossi Anna"


def test_rows_can_be_pasted(olga, tournament):
    page = page_text(olga.post(url("roster_import", tournament.slug), {"pasted": CSV}))
    assert "Importa 2 iscritti" in page


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe garbage", b"PK\x03\x04 not a zip", b"solo testo", b"\n\n\n"])
@pytest.mark.parametrize("name", ["iscritti.csv", "iscritti.xlsx", "iscritti"])
def test_a_file_that_is_no_roster_is_explained(olga, tournament, content, name):
    response = upload(olga, tournament, content, name)
    assert response.status_code == 422
    assert "alert-error" in page_text(response) or "text-error" in page_text(response)


def test_nothing_chosen_is_explained(olga, tournament):
    assert "Scegli un file o incolla le righe." in page_text(olga.post(url("roster_import", tournament.slug), {}))


def test_a_preview_is_good_for_its_own_tournament_and_untouched(olga, tournament, organizer):
    page = page_text(upload(olga, tournament, CSV.encode()))
    other = a_tournament(organizer, name="Altro")
    for target, sheet in ((other, sealed(page)), (tournament, sealed(page)[:-3] + "abc"), (tournament, "")):
        assert "scaduta" in followed(olga, url("roster_import", target.slug), sheet=sheet, mode="all")
        assert target.entrants.count() == 0


def test_a_person_is_added_and_corrected_by_hand(olga, tournament):
    followed(olga, url("entrant_add", tournament.slug), surname="Rossi", name="Anna", is_present="on")
    entrant = tournament.entrants.get()
    assert entrant.state == EntrantState.PRESENT
    followed(olga, url("entrant", tournament.slug, entrant.public_id), surname="Rossi", name="Anna", club="Il Dado")
    entrant.refresh_from_db()
    assert entrant.club == "Il Dado"
    same = {"surname": "Rossi", "name": "Anna", "club": "Il Dado", "is_namesake": "on"}
    again = olga.post(url("entrant_add", tournament.slug), same)
    assert again.status_code == 422
    assert "già iscritta" in page_text(again)


# Check-in


def test_one_tap_marks_and_the_answer_is_the_list(olga, tournament):
    first, _second = enter(tournament, 2, EntrantState.EXPECTED)
    response = olga.post(
        url("checkin_mark", tournament.slug, first.public_id), {"state": "present"}, headers={"HX-Request": "true"}
    )
    assert page_text(response).lstrip().startswith('<div class="flex flex-col gap-5" id="checkin"')
    first.refresh_from_db()
    assert first.state == EntrantState.PRESENT


def test_check_in_searches_by_surname_and_says_the_splits(olga, tournament):
    enter(tournament, 23)
    page = page_text(olga.get(url("checkin", tournament.slug), {"cerca": "cognome07"}))
    assert page.count('id="person-') == 1
    assert "2 tavoli da 4 e 3 da 5" in page


def test_odd_searches_find_nobody(olga, tournament):
    enter(tournament, 2)
    for sought in ("%", "' OR 1=1", "x" * 500):
        response = olga.get(url("checkin", tournament.slug), {"cerca": sought})
        assert response.status_code == 200
    assert olga.get(url("checkin", tournament.slug), {"cerca": "\0"}).status_code == 400
    assert page_text(olga.get(url("checkin", tournament.slug), {"cerca": "%"})).count('id="person-') == 0


def test_a_file_too_large_is_not_read(olga, tournament):
    response = upload(olga, tournament, b"cognome\n" + b"x" * (5 * 1024 * 1024 + 1))
    assert (response.status_code, "troppo grande" in page_text(response)) == (422, True)


def test_a_mark_that_is_no_state_is_refused_in_words(olga, tournament):
    (entrant,) = enter(tournament, 1, EntrantState.EXPECTED)
    page = followed(olga, url("checkin_mark", tournament.slug, entrant.public_id), state="withdrawn")
    assert "alert-error" in page
    entrant.refresh_from_db()
    assert entrant.state == EntrantState.EXPECTED


# The draw and the round


def test_the_day_goes_from_plan_to_published_in_the_browser(olga, ready):
    slug = ready.slug
    page = followed(olga, url("draw", slug), seed="pubblico")
    assert "Seme «pubblico»" in page
    round_ = ready.rounds.get()
    one, other = Seat.objects.filter(round=round_).order_by("pk")[:2]
    assert "Scambiati." in followed(olga, url("swap", slug, 1), one=one.pk, other=other.pk, reason="parenti")
    assert "Sorteggiato di nuovo." in followed(olga, url("redraw", slug, 1), seed="", reason="errore")
    followed(olga, url("publish", slug, 1))
    followed(olga, url("start", slug, 1), clock="now")
    round_.refresh_from_db()
    assert (round_.state, round_.clock_events.count()) == (RoundState.RUNNING, 1)


def test_clashes_are_listed_by_name(olga, draft):
    first, second = draft.tables.get(number=1).seats.all()[:2]
    for seat in (first, second):
        type(seat.entrant).objects.filter(pk=seat.entrant_id).update(club="Gemelli")
    page = page_text(olga.get(draft.get_absolute_url()))
    names = {f"{first.entrant}, {second.entrant}", f"{second.entrant}, {first.entrant}"}
    assert any(f"Tavolo 1: {pair} sono dello stesso club" in page for pair in names)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("swap", {"one": "x", "other": "999999999999", "reason": "y"}),
        ("swap", {}),
        ("swap", {"one": "9" * 40, "other": "1e5", "reason": "y"}),
        ("redraw", {"seed": "<script>", "reason": "z"}),
        ("redraw", {"seed": "s"}),
        ("discard", {}),
        ("replace", {"seat": "-1", "entrant": "2", "reason": "y"}),
        ("clock", {"act": "extend", "minutes": "molti"}),
        ("clock", {"act": "esplodi"}),
        ("decide_tie", {"reason": "x"}),
        ("start", {}),
        ("close", {}),
    ],
)
def test_a_wrong_request_comes_back_with_words_and_changes_nothing(olga, draft, name, data):
    before = list(Seat.objects.filter(round=draft).values_list("pk", "table", "position", "entrant"))
    page = followed(olga, url(name, draft.tournament.slug, 1), **data)
    assert "alert-error" in page
    assert list(Seat.objects.filter(round=draft).values_list("pk", "table", "position", "entrant")) == before
    assert Round.objects.get().state == RoundState.DRAFT


@pytest.mark.parametrize(
    "path", ["turni/0/", "turni/999999999/", "turni/1/tavoli/77/", "turni/99999999999999999999/", "iscritti/n/zzzz/"]
)
def test_an_address_that_leads_nowhere_is_not_found(olga, running, path):
    assert olga.get(f"/t/{running.tournament.slug}/{path}").status_code == 404
    assert olga.get(f"/t/{running.tournament.slug}/turni/1/").status_code == 200


@pytest.mark.parametrize("path", ["/t/zzzz/", "/t/ZZ/", "/schermo/falso/", "/schermo/%ff/"])
def test_a_false_code_or_token_is_not_found(olga, path):
    assert olga.get(path).status_code == 404


def test_an_address_with_a_nul_is_refused(olga):
    assert olga.get("/t/x%00y/segreteria/").status_code == 400


def test_judges_are_given_to_tables(olga, running, judge, organizer):
    staff.grant(running.tournament, user=judge, role=Role.JUDGE, by=organizer)
    followed(olga, url("judges", running.tournament.slug, 1), judge_1=str(judge.pk), judge_2="")
    assert [table.judge for table in running.tables.all()] == [judge, None, None, None, None]
    assert "alert-error" in followed(olga, url("judges", running.tournament.slug, 1), judge_1="987654")


def test_the_clock_is_driven_from_the_page(olga, running):
    for act in ("pause", "resume", "take_back"):
        followed(olga, url("clock", running.tournament.slug, 1), act=act)
    followed(olga, url("clock", running.tournament.slug, 1), act="extend", minutes="10")
    assert [event.kind for event in running.clock_events.all()] == ["start", "pause", "extend"]


def test_a_round_is_played_closed_and_followed_in_the_browser(olga, running, organizer):
    slug = running.tournament.slug
    for table in running.tables.all():
        data = {f"points_{seat.position}": str(60 - 10 * seat.position) for seat in table.seats.all()}
        followed(olga, url("enter", slug, 1, table.number), ended_by="dice", **data)
        followed(olga, url("sign", slug, 1, table.number))
    page = followed(olga, url("close", slug, 1))
    assert "Chi passa il turno" in page
    followed(olga, url("draw", slug), seed="due")
    assert running.tournament.rounds.get(number=2).state == RoundState.DRAFT


# Results by hand


def result_data(table, **changes: str) -> dict[str, str]:
    data = {f"points_{seat.position}": str(60 - 10 * seat.position) for seat in table.seats.all()}
    return {"ended_by": "time", **data, **changes}


def test_places_follow_from_points_and_tie_breaks(olga, running):
    table = running.tables.first()
    data = result_data(
        table,
        points_1="45,0",
        points_2="45",
        outside_1="12",
        outside_2="12,0",
        inside_armies_1="30",
        inside_armies_2="31",
    )
    followed(olga, url("enter", running.tournament.slug, 1, 1), **data)
    found = Result.objects.filter(seat__table=table).order_by("seat__position")
    assert [(one.rank, str(one.points), one.tiebreaks) for one in found][:2] == [
        (2, "45.0000", ["12", "30"]),
        (1, "45.0000", ["12", "31"]),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"points_1": "cento"},
        {"points_1": ""},
        {"points_1": "NaN"},
        {"points_1": "1e999"},
        {"points_1": "12345678901234567890"},
        {"outside_1": "tre"},
        {"points_1": "40", "points_2": "40"},
        {"rank_1": "1"},
        {"rank_1": "primo"},
        {"ended_by": "noia"},
    ],
)
def test_a_faulty_sheet_comes_back_with_its_fault(olga, running, changes):
    table = running.tables.first()
    response = olga.post(url("enter", running.tournament.slug, 1, 1), result_data(table, **changes))
    assert response.status_code == 422
    assert "text-error" in page_text(response) or "alert-error" in page_text(response)
    table.refresh_from_db()
    assert (table.state, Result.objects.count()) == (TableState.WAITING, 0)


def test_a_correction_says_what_it_changes(olga, draft, organizer):
    play(draft, organizer)
    rounds.close(draft, by=organizer, now=NOW)
    table = draft.tables.first()
    last = table.seats.get(result__rank=table.seats.count())
    data = {f"points_{line.position}": str(line.points - 9) for line in lines_for(table)}
    data[f"points_{last.position}"] = "50"
    said_so = {"ended_by": "time", "reason": "letto male"}
    page = followed(olga, url("correct", draft.tournament.slug, 1, 1), **said_so, **data)
    assert f"Ora passa: {last.entrant}." in page
    assert "Versioni precedenti" in page


def test_a_judge_enters_and_signs_his_own_table(client, playing_table, judge):
    client.force_login(judge)
    slug = playing_table.round.tournament.slug
    followed(client, url("enter", slug, 1, 1), **result_data(playing_table))
    followed(client, url("sign", slug, 1, 1))
    playing_table.refresh_from_db()
    assert playing_table.state == TableState.SIGNED


def test_a_figure_out_of_the_board_is_named_at_its_field_and_stands_with_a_reason(olga, running):
    slug = running.tournament.slug
    address, table = url("enter", slug, 1, 1), running.tables.first()
    page = olga.post(address, result_data(table, points_1="90", points_2="10", points_3="9", points_4="8"))
    assert page.status_code == 422
    assert page.context["form"].errors["points_1"] == ["84 è il massimo senza l'obiettivo"]
    assert 'name="confirmed"' in page_text(page)
    why = "lo ha deciso il capo arbitro"
    sure = result_data(table, points_1="90", points_2="10", points_3="9", points_4="8", confirmed=why)
    assert why in followed(olga, address, **sure)
    assert why in page_text(olga.get(url("log", slug)))


def test_an_ordinary_sheet_asks_for_no_confirmation(olga, running):
    page = page_text(olga.get(url("table", running.tournament.slug, 1, 1)))
    assert 'name="confirmed"' not in page


def test_a_correction_works_the_places_out_anew(olga, running):
    """The form comes back with the places that stand; changing the points alone is enough."""
    table = running.tables.first()
    followed(olga, url("enter", running.tournament.slug, 1, 1), **result_data(table))
    form = olga.get(url("table", running.tournament.slug, 1, 1)).context["form"]
    stands = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False, "")}
    changed = {**stands, "points_1": "5", "points_4": "53", "reason": "righe scambiate"}
    followed(olga, url("correct", running.tournament.slug, 1, 1), **changed)
    found = Result.objects.filter(seat__table=table).order_by("seat__position")
    assert [(int(one.points), one.rank) for one in found] == [(5, 4), (40, 2), (30, 3), (53, 1)]


def test_a_tie_asks_for_the_tie_breaks_of_the_rulebook_in_their_order_then_for_dice(olga, running):
    table, address = running.tables.first(), url("enter", running.tournament.slug, 1, 1)
    level = result_data(table, points_1="40", points_2="40")
    for name in ("outside", "inside_armies", "armies", "dice"):
        page = olga.post(address, level)
        asked = {field for field in page.context["form"].errors if field != "__all__"}
        assert asked == {f"{name}_1", f"{name}_2"}
        level |= {f"{name}_1": "9", f"{name}_2": "9"} if name != "dice" else {f"{name}_1": "3", f"{name}_2": "5"}
        level |= {f"armies_{seat}": "21" for seat in (1, 2)} if name == "armies" else {}
    followed(olga, address, **level)
    found = Result.objects.filter(seat__table=table).order_by("seat__position")
    assert [(one.rank, one.tiebreaks) for one in found][:2] == [
        (2, ["9", "9", "21", "3"]),
        (1, ["9", "9", "21", "5"]),
    ]


# Fragments, files, live


@pytest.mark.parametrize(
    ("name", "part"), [("public", "now"), ("standings", "standings"), ("round", "round-live"), ("checkin", "checkin")]
)
def test_the_fragment_is_found_verbatim_inside_the_full_page(olga, running, name, part):
    args = [running.tournament.slug, 1] if name == "round" else [running.tournament.slug]

    def steady(response) -> str:
        """Without what changes with each answer: the form token and the time of day."""
        text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page_text(response))
        return re.sub(r'data-now="\d+"|data-remaining="\d+"', "", text).strip()

    fragment = olga.get(url(name, *args), headers={"HX-Request": "true"})
    page = olga.get(url(name, *args))
    assert f'id="{part}"' in steady(fragment)
    assert "<html" not in steady(fragment)
    assert steady(fragment) in steady(page)
    assert "HX-Request" in page["Vary"]


def test_the_projector_is_one_page_and_one_fragment(client, running, organizer):
    _screen, token = screen_links.issue(running.tournament, by=organizer)
    page, part = (
        client.get(url("projector", token)),
        client.get(url("projector", token), headers={"HX-Request": "true"}),
    )
    assert page.status_code == part.status_code == 200
    assert "<html" in page_text(page)
    assert "<html" not in page_text(part)
    assert "csrfmiddlewaretoken" not in page_text(page)


def test_the_projector_says_the_closing_in_words(client, running, organizer):
    _screen, token = screen_links.issue(running.tournament, by=organizer)
    first, second, third = running.tables.all()[:3]
    for table in (first, second, third):
        tables.begin(table, by=organizer)
    tables.record_status(first, is_last_giro=True)
    tables.record_status(second, closing_threshold=6)
    tables.record_status(third, is_over=True)
    page = page_text(client.get(url("projector", token)))
    assert [page.count(word) for word in ("Ultimo giro", "Sdadata 6", "Da contare")] == [1, 1, 1]


def test_the_files_hold_everybody(client, draft, organizer):
    play(draft, organizer)
    slug = draft.tournament.slug
    for name, args in (("standings_file", [slug]), ("seatings_file", [slug, 1])):
        assert client.get(url(name, *args, "pdf")).content.startswith(b"%PDF-")
        book = load_workbook(BytesIO(client.get(url(name, *args, "xlsx")).content))
        names = {str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row}
        assert sum(name.startswith("Cognome07") for name in names) == 1
    assert client.get(f"/t/{slug}/classifica.csv").status_code == 404


def test_the_score_sheet_is_a_pdf(olga, running):
    response = olga.get(url("sheet_file", running.tournament.slug, 1, 1))
    assert (response["Content-Type"], response.content[:5]) == ("application/pdf", b"%PDF-")


def test_a_public_page_that_did_not_change_is_not_sent_again(client, draft, organizer):
    address = url("standings", draft.tournament.slug)
    first = client.get(address, headers={"HX-Request": "true"})
    again = client.get(address, headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
    assert again.status_code == 304
    play(draft, organizer)
    changed = client.get(address, headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
    assert changed.status_code == 200


def test_another_app_hangs_its_link_on_a_table(olga, running, monkeypatch):
    monkeypatch.setattr(table_hooks, "_link_makers", [])
    table_hooks.table_link(lambda table, user, roles: table_hooks.TableLink("Arbitra", f"/prova/{table.number}/"))
    page = page_text(olga.get(running.get_absolute_url(), {"vista": "elenco"}))
    assert [f'href="/prova/{number}/"' in page for number in (1, 5, 6)] == [True, True, False]


def test_a_new_accounts_password_is_shown_once(olga, tournament):
    page = page_text(olga.post(url("staff", tournament.slug), {"username": "nina", "role": "judge"}))
    password = re.search(r"select-all\">([^<]+)</code>", page).group(1)
    assert tournament.memberships.get(role=Role.JUDGE).user.check_password(password)
    assert password not in page_text(olga.get(url("staff", tournament.slug)))


def test_a_screen_address_is_shown_once_and_opens(olga, client, tournament):
    page = page_text(olga.post(url("screen_links", tournament.slug), {"label": "Sala"}))
    address = re.search(r'href="http://[^/]+(/schermo/[^"]+)"', page).group(1)
    assert client.get(address).status_code == 200
    assert address not in page_text(olga.get(url("screen_links", tournament.slug)))


def test_pages_hold_no_inline_script_or_style(olga, running, organizer):
    _screen, token = screen_links.issue(running.tournament, by=organizer)
    slug = running.tournament.slug
    pages = [
        running.get_absolute_url(),
        url("projector", token),
        url("format", slug),
        url("checkin", slug),
        url("table", slug, 1, 1),
    ]
    for address in pages:
        page = page_text(olga.get(address))
        assert re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page) == []


def test_the_home_page_lists_a_judges_tables(client, playing_table, judge):
    client.force_login(judge)
    assert playing_table.get_absolute_url() in page_text(client.get("/")) or "Tavolo 1" in page_text(client.get("/"))


def test_closing_a_round_says_that_a_tie_decides_who_goes_on(olga, draft, organizer):
    a_tie_for_the_last_place(draft, organizer)
    rounds.reopen(draft, reason="prova", by=organizer)
    page = followed(olga, url("close", draft.tournament.slug, 1))
    assert "Turno chiuso." in page
    assert "Una parità decide chi passa: scrivi qui sotto" in page


def test_a_tie_is_decided_in_the_browser(olga, draft, organizer):
    tied = a_tie_for_the_last_place(draft, organizer)
    slug = draft.tournament.slug
    assert "Una parità decide chi passa" in page_text(olga.get(draft.get_absolute_url()))
    assert f"{draft.name}: Una parità decide chi passa" in page_text(olga.get(url("desk", slug)))
    refused = followed(olga, url("draw", slug))
    assert "alert-error" in refused
    assert "parità che decide chi passa" in refused
    again = olga.post(url("decide_tie", slug, 1), {"reason": "dadi 6 a 4", **dict.fromkeys(tied, "1")})
    assert again.status_code == 422
    assert "alert-error" in page_text(again)
    assert 'value="dadi 6 a 4"' in page_text(again), "what was typed is not to be typed again"
    page = followed(olga, url("decide_tie", slug, 1), reason="dadi", **{tied[0]: "2", tied[1]: "1"})
    assert "Parità decisa." in page
    assert "per sorteggio" in page
