"""Every file of the site is saved under a name of one rule: the event, then what it holds in the reader's language, in ASCII."""

import re
import subprocess

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from tests.role_table import ROUTES
from tests.test_roles import World, address, routes, undone, world
from tournament.web.support.file_names import event_name, file_name

__all__ = ["world"]

NAME = re.compile(r'(?:inline|attachment); filename="([a-z0-9]+(?:-[a-z0-9]+)*\.[a-z]+)"')
KINDS = (
    "application/pdf",
    "text/csv",
    "application/vnd.openxmlformats",
    "application/zip",
    "text/calendar",
    "application/x-ndjson",
)
OTHERS = {"download_copy", "referee:sources"}
"""A backup is saved under the name that it has in its folder, by which a restore finds it; the engine is fetched by a script."""
ALIKE = {"tournament:gestione_file"}
"""Named after another program."""
KINDS_OF = {
    "tournament:standings_file": ("pdf", "xlsx"),
    "tournament:seatings_file": ("pdf", "xlsx"),
    "tournament:season_file": ("pdf", "xlsx", "csv"),
    "tournament:spreadsheet": ("xlsx", "csv"),
}


def answers(world: World, route: str, url: str, client: Client, language: str) -> list:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    kinds = KINDS_OF.get(route)
    urls = [re.sub(r"\.\w+$", f".{kind}", url) for kind in kinds] if kinds else [url]
    found = [client.get(one) for one in urls]
    for answer in found:
        if answer.streaming:  # read to its end it closes its file
            b"".join(answer.streaming_content)
    return found


def is_file(answer) -> bool:
    return answer.status_code == 200 and (
        "Content-Disposition" in answer or answer.get("Content-Type", "").startswith(KINDS)
    )


def test_every_file_is_named_by_one_rule_in_the_language_of_the_page(world):
    root = Client()
    root.force_login(get_user_model().objects.create_superuser("radice"))
    found, wrong = {}, {}
    for route in sorted(set(ROUTES) - OTHERS):
        if routes()[route][0].name is None:
            continue
        with undone(root, organizer := world.clients["organizer"]):
            url = address(route, world)
            for client in (organizer, root):
                italian = answers(world, route, url, client, "it")
                english = answers(world, route, url, client, "en")
                if any(map(is_file, italian)):
                    break
            for one, other in zip(italian, english, strict=True):
                if not is_file(one):
                    continue
                names = [NAME.fullmatch(answer.get("Content-Disposition", "")) for answer in (one, other)]
                if not all(names):
                    wrong[route] = [answer.get("Content-Disposition") for answer in (one, other)]
                    continue
                first, second = (name.group(1) for name in names)
                found[route, first] = second
                if "slug" in routes()[route][1] and not first.startswith(f"{event_name(world.tournament)}-"):
                    wrong[route] = first
                if (first == second) != (route in ALIKE):
                    wrong[route] = first, second
    assert wrong == {}
    assert len(found) > 20


def test_a_name_is_ascii_whatever_the_words_are():
    assert file_name("Coppa d'Autunno – Forlì", "Penalità", 3, kind="csv") == "coppa-dautunno-forli-penalita-3.csv"


def test_no_view_writes_a_name_of_its_own():
    found = subprocess.run(
        ["git", "grep", "-l", "Content-Disposition", "--", "*.py", ":!tests", ":!bench"],
        cwd=settings.BASE_DIR, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.split() == ["tournament/web/support/file_names.py"]


@pytest.mark.parametrize("name", ["東京", "!!!"])
def test_an_event_without_a_letter_is_named_by_its_code(name, world):
    world.tournament.name = name
    assert event_name(world.tournament) == world.tournament.slug
