"""Nonsense in every field of every form that wants a number, as the organizer's pages have them: none is taken in silence."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

from tests.role_table import ROUTES
from tests.test_roles import World, address, world  # noqa: F401
from tournament.models import HouseEvent, LogEvent

EVERYWHERE = ("1_0", "5.000")
IN_TURN = ("1e3", "٣", "４７", "½", "NaN", "--4", "0x10", "4 7", "9" * 30)
WORDS = ("reason", "words", "title", "name", "text", "confirmed", "surname", "label")
"""Fields of words that a form may want beside the number."""


@dataclass
class PageForm:
    action: str
    values: dict[str, str] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """Of every field, the boxes included that are not ticked."""

    def filled(self) -> dict[str, str]:
        return {name: value or ("prova" if name in WORDS else "") for name, value in self.values.items()}


class FormsOfPage(HTMLParser):
    """The forms that post, with what stands in them and which of their fields want a number."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[PageForm] = []
        self._form: PageForm | None = None
        self._select = ""

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "form":
            self._form = PageForm(has.get("action") or "") if has.get("method", "").lower() == "post" else None
            self.found += [self._form] if self._form else []
        if self._form is None:
            return
        self._form.names |= {has["name"]} if has.get("name") else set()
        if tag == "input" and has.get("name") and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self._form.values.setdefault(has["name"], has.get("value") or "")
            if has.get("type") == "number" or has.get("inputmode") in ("numeric", "decimal"):
                self._form.numbers.append(has["name"])
        if tag == "select":
            self._select = has.get("name") or ""
            self._form.values.setdefault(self._select, "")
        if tag == "option" and self._select and ("selected" in has or not self._form.values[self._select]):
            self._form.values[self._select] = has.get("value") or ""

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        if tag == "select":
            self._select = ""


def forms_of(world: World) -> Iterator[PageForm]:  # noqa: F811
    seen = set()
    for route, methods in ROUTES.items():
        if methods["GET"].get("organizer") != "may":
            continue
        url = address(route, world)
        answer = world.clients["organizer"].get(url)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        page = FormsOfPage()
        page.feed(answer.content.decode())
        for form in page.found:
            form.action = form.action or url
            form.numbers = [name for name in form.numbers if (form.action, name) not in seen]
            seen |= {(form.action, name) for name in form.numbers}
            yield form


def acts_so_far() -> tuple[int, int]:
    """Every write has a line in a log."""
    return LogEvent.objects.count(), HouseEvent.objects.count()


@pytest.mark.django_db
def test_no_field_for_a_number_takes_nonsense_in_silence(world):  # noqa: F811
    client, fields, taken, silent = world.clients["organizer"], 0, [], []
    for form in forms_of(world):
        for name in form.numbers:
            fields += 1
            for text in (*EVERYWHERE, *(IN_TURN[(2 * fields + more) % len(IN_TURN)] for more in (0, 1))):
                before = acts_so_far()
                answer = client.post(form.action, form.filled() | {name: text})
                taken += [(form.action, name, text)] if acts_so_far() != before else []
                if answer.status_code == 302:
                    page = client.get(answer.url)
                    has_words = any(one.level_tag.endswith("error") for one in page.context["messages"])
                    silent += [] if has_words else [(form.action, name, text)]
    assert taken == []
    assert silent == []
    assert fields > 40
