"""The API: the same as the pages say, in pages with cursors, never more than a stranger may see."""

import json
import re
from pathlib import Path

import pytest

from tests.tournament.conftest import a_tournament, enter, play, user
from tournament.models import Tournament

BASE = "/api/v1"


def get(client, path: str, **query):
    return client.get(f"{BASE}{path}", query)


@pytest.fixture
def played(draft, organizer):
    play(draft, organizer)
    return draft


def test_a_tournament_by_its_code(client, played):
    holding = played.tournament
    assert get(client, f"/tournaments/{holding.slug}").json() == {
        "code": holding.slug, "name": "Open di primavera", "place": "", "day": "2026-03-14", "game": holding.game,
        "state": "running", "entrants": 20,
    }  # fmt: skip


def test_a_round_has_its_tables_seats_and_results_as_exact_decimals(client, played):
    found = get(client, f"/tournaments/{played.tournament.slug}/rounds/1").json()
    assert [table["number"] for table in found["tables"]] == [table.number for table in played.tables.all()]
    first = found["tables"][0]["seats"][0]
    assert (first["position"], first["points"], first["place"]) == (1, "49", 1)


def test_the_standings_are_those_of_the_page(client, played):
    found = get(client, f"/tournaments/{played.tournament.slug}/standings").json()
    assert len(found["rows"]) == 20
    assert (found["rows"][0]["rank"], found["rows"][0]["total"]) == (1, "49")
    assert found["tables_closed"] == found["tables"]


def test_entrants_come_in_pages_that_cover_everybody_once(client, played):
    seen, after = [], ""
    while after is not None:
        page = get(client, f"/tournaments/{played.tournament.slug}/entrants", limit=7, after=after).json()
        seen += [one["number"] for one in page["items"]]
        after = page["next"]
    assert seen == list(range(1, 21))


def test_tournaments_come_in_pages_the_newest_first(client, organizer):
    made = [a_tournament(organizer, name=f"Torneo {number}").slug for number in range(3)]
    first = get(client, "/tournaments", limit=2).json()
    rest = get(client, "/tournaments", limit=2, after=first["next"]).json()
    assert [one["code"] for one in first["items"] + rest["items"]] == made[::-1]
    assert rest["next"] is None


@pytest.mark.parametrize("cursor", ["nonsense", "LTE", "____", "OTk5OTk5OTk5OTk5OTk5OTk5"])
def test_a_cursor_that_was_not_given_here_is_refused_in_words(client, db, cursor):
    answer = get(client, "/tournaments", after=cursor)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("after:")


def test_an_answer_that_did_not_change_is_not_sent_again(client, played):
    path = f"/tournaments/{played.tournament.slug}/standings"
    tag = get(client, path)["ETag"]
    assert client.get(f"{BASE}{path}", headers={"If-None-Match": tag}).status_code == 304


def test_drafts_and_private_tournaments_do_not_exist_for_strangers(client, draft, organizer):
    slug = draft.tournament.slug
    assert get(client, f"/tournaments/{slug}/rounds").json() == []
    assert get(client, f"/tournaments/{slug}/rounds/1").status_code == 404
    Tournament.objects.filter(pk=draft.tournament.pk).update(is_public=False)
    assert get(client, f"/tournaments/{slug}").status_code == 404
    assert get(client, "/tournaments").json()["items"] == []
    client.force_login(organizer)
    assert get(client, f"/tournaments/{slug}").status_code == 200


def test_the_clock_counts_from_the_first_public_round(client, ready, organizer):
    assert get(client, f"/tournaments/{ready.slug}/clock").status_code == 404


def test_the_clock_says_what_the_hall_sees(client, running):
    found = get(client, f"/tournaments/{running.tournament.slug}/clock").json()
    assert (found["round"], found["state"]) == (1, "over")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(client, played, method):
    answer = getattr(client, method)(f"{BASE}/tournaments/{played.tournament.slug}")
    assert answer.status_code == 405


def test_a_list_asks_the_database_no_more_for_a_larger_field(client, played, django_assert_max_num_queries):
    enter(played.tournament, 40)
    with django_assert_max_num_queries(6):
        get(client, f"/tournaments/{played.tournament.slug}/entrants", limit=200)


def test_the_description_names_every_address_and_answers_without_login(client, db):
    described = json.loads(client.get(f"{BASE}/openapi.json").content)
    assert "/api/v1/tournaments/{code}/standings" in described["paths"]
    assert all(set(path) == {"get"} for path in described["paths"].values())


def test_a_judge_of_another_day_is_a_stranger(client, played):
    Tournament.objects.filter(pk=played.tournament.pk).update(is_public=False)
    client.force_login(user("estraneo"))
    assert get(client, f"/tournaments/{played.tournament.slug}").status_code == 404


# Programs of other people


PROBLEMS = {
    "no such address": ("get", f"{BASE}/nothing/of/this/name", 404),
    "an address with a slash behind": ("get", f"{BASE}/tournaments/", 404),
    "the folder of all versions": ("get", "/api", 404),
    "no such tournament": ("get", f"{BASE}/tournaments/nothing0", 404),
    "a method that writes": ("post", f"{BASE}/tournaments", 405),
    "a method that the site refuses everywhere": ("delete", f"{BASE}/tournaments", 405),
    "a parameter that is none": ("get", f"{BASE}/tournaments?limit=many", 422),
}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_every_refusal_is_a_problem(client, db, problem):
    method, path, status = PROBLEMS[problem]
    answer = getattr(client, method)(path)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    found = json.loads(answer.content)
    assert (found["status"], found["type"]) == (status, "about:blank")
    assert found["title"]
    assert found["detail"]


METHODS = ("get", "head", "options", "post", "put", "patch", "delete", "trace")


def addresses(client, slug: str) -> list[str]:
    """Every address that the description names, of this tournament and its first round."""
    described = json.loads(client.get(f"{BASE}/openapi.json").content)["paths"]
    found = [path.replace("{code}", slug).replace("{number}", "1") for path in described]
    return [path for path in found if "{" not in path]


def test_head_answers_like_get_and_every_other_method_names_what_may_be_asked(client, played):
    found = addresses(client, played.tournament.slug)
    assert len(found) > 5
    for path in found:
        answers = {method: getattr(client, method)(path) for method in METHODS}
        read = answers.pop("get")
        head = answers.pop("head")
        names = ("Content-Type", "ETag")
        assert [head.status_code, *(head.headers.get(name) for name in names)] == [
            read.status_code, *(read.headers.get(name) for name in names)
        ], path  # fmt: skip
        assert answers.pop("options").status_code == 204
        assert {(one.status_code, one["Allow"]) for one in answers.values()} == {(405, "GET, HEAD, OPTIONS")}, path


def test_who_asks_for_what_is_not_there_learns_where_all_is_described(client, db):
    detail = client.get(f"{BASE}/torneos").json()["detail"]
    (described,) = re.findall(r"/\S+", detail)
    assert client.get(described).status_code == 200


def test_a_token_that_opens_nothing_is_answered_with_the_scheme_that_would(client, db):
    answer = client.get(f"{BASE}/tournaments", headers={"authorization": "Bearer nonsense"})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_script_of_another_site_may_read_and_send_a_token_but_no_cookies(client, played):
    path = f"{BASE}/tournaments/{played.tournament.slug}/standings"
    origin = {"origin": "https://club.example"}
    answer = client.get(path, headers=origin)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = client.options(
        path,
        headers=origin | {"access-control-request-method": "GET", "access-control-request-headers": "authorization"},
    )
    assert asked.status_code == 200
    assert "authorization" in asked["Access-Control-Allow-Headers"]
    assert "POST" not in asked["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Origin" not in client.get("/", headers=origin)


def test_the_description_says_how_to_show_a_token(client, db):
    described = json.loads(client.get(f"{BASE}/openapi.json").content)
    assert described["components"]["securitySchemes"]["token"] == {
        "type": "http", "scheme": "bearer", "description": described["components"]["securitySchemes"]["token"]["description"],
    }  # fmt: skip
    assert {"token": []} in described["security"]
    assert "EntrantOut" in described["components"]["schemas"]


def test_the_description_names_the_cookie_that_a_log_in_sets(client, played):
    client.force_login(played.tournament.memberships.first().user)
    described = json.loads(client.get(f"{BASE}/openapi.json").content)
    assert described["components"]["securitySchemes"]["session"]["name"] in client.cookies


def test_every_figure_is_written_in_one_form(client, played):
    slug = played.tournament.slug
    text = (
        client.get(f"{BASE}/tournaments/{slug}/standings").content
        + client.get(f"{BASE}/tournaments/{slug}/rounds/1").content
    )
    figures = re.findall(rb'"(?:points|total|penalty)": ?"([^"]*)"', text)
    assert len(figures) > 40
    assert [one for one in figures if re.search(rb"\.\d*0$|^-0$|[eE]", one)] == []


def test_the_client_of_the_documents_reads_a_tournament(live_server, played, organizer):
    text = (Path(__file__).parents[3] / "docs" / "hall.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"## A client of the API\n\n```python\n(.*?)```", text, re.DOTALL)
    names: dict = {}
    exec(compile(code, "docs/hall.md", "exec"), names)
    slug = played.tournament.slug
    assert len(names["pages"](live_server.url, f"/tournaments/{slug}/entrants")) == 20
    assert names["champion"](live_server.url, slug).endswith(", 49") or "provisional" in names["champion"](
        live_server.url, slug
    )
    assert names["champion"](live_server.url, a_tournament(organizer, name="Vuoto").slug) == "nobody yet"
