"""Regulations in the browser: what is shown, what a change is, and the way back."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO

import msgspec
import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from tests.tournament.conftest import a_tournament, give_rights, play, ready_to_draw, user
from tournament.actions import regulations, rounds
from tournament.core.regulation.schema import Scoring, presets
from tournament.core.trial_event import small_event
from tournament.errors import BadRules, NotNow, ReasonMissing, SomeoneElseMovedIt
from tournament.exports.rule_sheet import rule_sheet_pdf
from tournament.labels.rule_sheet import sheet_of
from tournament.models import RegulationVersion, Tournament
from tournament.queries.regulations import catalogue
from tournament.queries.results import standings_of
from tournament.web.forms.regulation import RegulationForm, initial_of


@pytest.fixture(autouse=True)
def keeps_the_house(organizer):
    give_rights(organizer)


@pytest.fixture
def olga(organizer):
    client = Client()
    client.force_login(organizer)
    return client


def posted(regulation, **changes) -> dict:
    """What a browser sends back from the editor, with some fields written anew."""
    filled = {name: value for name, value in initial_of(regulation).items() if value is not None and value is not False}
    data = {name: "on" if value is True else value for name, value in filled.items()}
    for name in [name for name, value in data.items() if isinstance(value, list)]:
        data |= columns(name, data.pop(name))
    for name in [name for name, value in changes.items() if isinstance(value, list)]:
        data = {key: value for key, value in data.items() if key.rpartition("-")[0] != name}
        changes |= columns(name, changes.pop(name))
    return {**data, "reason": "prova", **changes}


def columns(name: str, rows: list[tuple]) -> dict[str, list[str]]:
    """The inputs of a list: those of one column have one name."""
    return {f"{name}-{column}": list(cells) for column, cells in enumerate(zip(*rows, strict=True))}


def twenty_minutes_less(regulation):
    return msgspec.structs.replace(regulation, minutes=70)


# The form


@pytest.mark.parametrize("slug", sorted(presets()))
def test_the_editor_gives_back_what_it_was_given(slug):
    form = RegulationForm(presets()[slug], posted(presets()[slug]))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["regulation"] == presets()[slug]


@pytest.mark.parametrize(
    ("field", "typed", "fault"),
    [
        ("order", [("total",), ("simpatia",)], "simpatia"),
        ("table_sizes", [("quattro",)], "non è un numero intero"),
        ("table_sizes", [("1",)], "da 2 a 12"),
        ("scoring.first", "molto", "«molto» non è un numero"),
        ("scoring.by_size", [("cinque", "1,25")], "non è un numero intero"),
        ("scoring.by_size", [("5", "tanto")], "non è un numero"),
        ("draw_criteria_by_round", [("2", "club")], "turno 1"),
        ("game_options", [("", "3")], "l&#x27;opzione di ogni riga"),
        ("round_options", [("last", "presto", "order=chosen", "")], "non è un numero intero"),
        ("round_options", [("last", "2 3", "order=chosen", "")], "un numero solo"),
        ("advance", [("9",), ("9",)], "mai tutti"),
        ("scoring.divisor", "0", "maggiore di zero"),
    ],
)
def test_a_field_that_makes_no_sense_is_named(field, typed, fault):
    form = RegulationForm(presets()["risiko-torneo"], posted(presets()["risiko-torneo"], **{field: typed}))
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert fault in str(form.errors[field])


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("add:order", ["total", "wins", "best", ""]),
        ("remove:order:0", ["wins", "best"]),
        ("up:order:2", ["total", "best", "wins"]),
        ("down:order:0", ["wins", "total", "best"]),
        ("up:order:0", ["total", "wins", "best"]),
        ("down:order:2", ["total", "wins", "best"]),
        ("remove:order:9", ["total", "wins", "best"]),
        ("remove:order:x", ["total", "wins", "best"]),
        ("remove:reason:0", ["total", "wins", "best"]),
        ("", ["total", "wins", "best"]),
    ],
)
def test_rows_are_added_removed_and_moved_and_the_rest_stays_as_typed(olga, tournament, order, expected):
    url = reverse("tournament:regulation_edit", args=["open"])
    data = posted(presets()["open"], order=[("total",), ("wins",), ("best",)], minutes="75", rounds="mille")
    answer = olga.post(url, {**data, "rows": order})
    form = answer.context["form"]
    assert answer.status_code == 200
    assert [row[0] for row in form["order"].value()] == expected
    assert (form["minutes"].value(), form["rounds"].value()) == ("75", "mille")
    assert not RegulationVersion.objects.exists()


def test_every_list_is_in_words_without_a_raw_key(olga, tournament):
    page = olga.get(reverse("tournament:regulation_edit", args=["iperisiko"])).content.decode()
    selects = re.findall(r'<select name="(?:order|draw_criteria|round_options)-\d.*?</select>', page, re.DOTALL)
    texts = [text for one in selects for text in re.findall(r"<option[^>]*>([^<]+)</option>", one)]
    assert len(selects) > 5
    assert not [text for text in texts if "=" in text or "_" in text]


def test_the_preview_shows_a_small_event_and_saves_nothing(olga, tournament):
    url = reverse("tournament:regulation_edit", args=["open"])
    page = olga.post(url, {**posted(presets()["open"], **{"scoring.first": "500"}), "preview": "1", "reason": ""})
    assert page.status_code == 200
    trial = page.context["trial"]
    assert trial.worth[0] - trial.sheet[0].points == 500
    assert "Classifica alla fine" in page.content.decode()
    assert not RegulationVersion.objects.exists()


@pytest.mark.parametrize("slug", sorted(presets()))
def test_every_preset_plays_a_small_event_and_says_what_it_is_for(slug):
    trial = small_event(presets()[slug])
    assert trial is not None
    assert len(trial.standings) == trial.players
    assert presets()[slug].purpose.it
    assert presets()[slug].purpose.en


def test_a_copy_opens_the_copy(olga, tournament):
    data = {"name": "Open sociale", "new_slug": "open-sociale"}
    answer = olga.post(reverse("tournament:regulation_copy", args=["open"]), data)
    assert answer.url == reverse("tournament:regulation_edit", args=["open-sociale"])


@pytest.mark.parametrize(
    ("name", "slugs"),
    [("Open del giovedì", ["open-del-giovedi", "open-del-giovedi-2"]), ("!", ["regolamento"]), ("Open", ["open-2"])],
)
def test_a_copy_needs_a_name_alone(olga, tournament, name, slugs):
    for slug in slugs:
        answer = olga.post(reverse("tournament:regulation_copy", args=["open"]), {"name": name, "new_slug": ""})
        assert answer.url == reverse("tournament:regulation_edit", args=[slug])


def test_bands_are_rows_that_are_added_moved_and_taken_away():
    base = presets()["scaligero"]
    rows = [("20", "2", "", "", "", ""), ("", "", "2", "8", "1", ""), ("", "", "", "", "", "")]
    form = RegulationForm(base, posted(base, bands=rows))
    assert form.is_valid(), form.errors
    first, last = form.cleaned_data["regulation"].bands
    assert (first.up_to, first.finalists, first.finals) == (20, 2, 1)
    assert (last.up_to, last.semifinals, last.semifinalists, last.wildcards) == (None, 2, 8, 1)
    many = len(presets()["raduno"].bands)
    typed = QueryDict(mutable=True)
    for name, value in posted(presets()["raduno"]).items():
        typed.setlist(name, value if isinstance(value, list) else [value])

    def limits(order: str) -> list[str]:
        return [row[0] for row in RegulationForm.rearranged(presets()["raduno"], typed, order)["bands"].value()]

    assert len(limits("add:bands")) == many + 1
    assert limits("down:bands:0")[:2] == ["76", "36"]
    assert limits("remove:bands:0")[0] == "76"


@pytest.mark.parametrize("typed", ["47.5", "-5", "1e3", "molti"])
def test_a_band_that_is_no_number_is_named_at_the_bands(typed):
    base = presets()["scaligero"]
    form = RegulationForm(base, posted(base, bands=[(typed, "2", "", "", "", "")]))
    assert form.errors["bands"] == [f"«{typed}» non è un numero intero."]


# The house


def test_a_change_is_a_new_version_and_the_old_one_can_be_taken_up_again(organizer):
    base = presets()["risiko-torneo"]
    changed = regulations.change(twenty_minutes_less(base), reason="sala fino alle 18", by=organizer)
    assert (changed.number, catalogue()["risiko-torneo"].minutes) == (2, 70)
    regulations.restore("risiko-torneo", number=1, reason="tornati all'usuale", by=organizer)
    now = catalogue()["risiko-torneo"]
    assert (now.version, now.minutes, RegulationVersion.objects.count()) == (3, 90, 2)
    assert msgspec.structs.replace(now, version=1) == base


def test_two_people_cannot_both_change_the_same_version(organizer):
    base = presets()["risiko-torneo"]
    regulations.change(twenty_minutes_less(base), reason="uno", by=organizer)
    with pytest.raises(SomeoneElseMovedIt):
        regulations.change(msgspec.structs.replace(base, minutes=100), reason="due", by=organizer)


def test_a_change_needs_a_reason(organizer):
    with pytest.raises(ReasonMissing):
        regulations.change(twenty_minutes_less(presets()["open"]), reason=" ", by=organizer)
    assert RegulationVersion.objects.count() == 0


def test_options_that_the_game_does_not_know_are_refused(organizer):
    with pytest.raises(BadRules, match="opzione order"):
        regulations.change(
            msgspec.structs.replace(presets()["iperisiko"], game_options={"order": "caso"}), reason="x", by=organizer
        )


def test_a_copy_is_the_houses_own(organizer):
    regulations.copy("open", new_slug="open-sociale", name="Open sociale", by=organizer)
    own = catalogue()["open-sociale"]
    assert (own.name.it, own.version, own.scoring) == ("Open sociale", 1, presets()["open"].scoring)
    with pytest.raises(NotNow, match="C'è già"):
        regulations.copy("open", new_slug="open-sociale", name="Altro", by=organizer)


def test_a_house_regulation_can_be_chosen_for_a_new_tournament(olga, organizer, tournament):
    regulations.copy("open", new_slug="open-sociale", name="Open sociale", by=organizer)
    answer = olga.post(
        reverse("tournament:new_tournament"), {"name": "Sociale", "day": "2026-04-01", "preset": "open-sociale"}
    )
    assert answer.status_code == 302
    assert Tournament.objects.get(name="Sociale").rules.slug == "open-sociale"


# A tournament's copy


def test_a_tournament_keeps_its_copy_whatever_the_house_does(tournament, organizer):
    regulations.change(twenty_minutes_less(presets()["risiko-torneo"]), reason="x", by=organizer)
    tournament.refresh_from_db()
    assert tournament.rules.minutes == 90


def test_changing_a_copy_changes_what_counted_results_are_worth_and_back(ready, organizer):
    round_ = rounds.draw(ready, seed="seme", by=organizer)
    play(round_, organizer)
    before = [line.total for line in standings_of(ready)]
    doubled = msgspec.structs.replace(ready.rules, scoring=Scoring(first=Decimal(50)))
    regulations.change_of(ready, regulation=doubled, reason="cinquanta al primo", by=organizer)
    assert sum(line.total for line in standings_of(ready)) == sum(before) + 50 * round_.tables.count()
    assert [version.number for version in ready.regulation_versions.all()] == [2, 1]
    regulations.restore_of(ready, number=1, reason="no", by=organizer)
    assert [line.total for line in standings_of(ready)] == before
    assert ready.log.filter(verb="regulation.change").count() == 2


@pytest.mark.parametrize("changes", [{"table_sizes": (5, 4)}, {"rounds": 2, "advance": (1,)}])
def test_what_the_plan_was_made_from_stays_once_a_round_is_drawn(ready, organizer, changes):
    changed = msgspec.structs.replace(ready.rules, **changes)
    rounds.draw(ready, seed="seme", by=organizer)
    with pytest.raises(BadRules, match="non si cambia più"):
        regulations.change_of(ready, regulation=changed, reason="x", by=organizer)
    assert not ready.regulation_versions.exists()


def test_before_the_draw_a_plan_that_no_longer_fits_is_dropped(ready, organizer):
    regulations.change_of(
        ready, regulation=msgspec.structs.replace(ready.rules, table_sizes=(5,)), reason="solo cinque", by=organizer
    )
    ready.refresh_from_db()
    assert ready.format is None


def test_the_game_of_a_tournament_is_not_changed(tournament, organizer):
    with pytest.raises(NotNow, match="gioco"):
        regulations.change_of(tournament, regulation=presets()["fatal"], reason="x", by=organizer)


# The pages


def test_the_editor_saves_and_says_who_when_and_why(olga, tournament):
    rules = tournament.rules
    url = reverse("tournament:rules_edit", args=[tournament.slug])
    answer = olga.post(url, posted(rules, minutes="75", reason="sala fino alle 18"), follow=True)
    page = answer.content.decode()
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert (tournament.rules.minutes, tournament.rules.version) == (75, 2)
    assert "sala fino alle 18" in page
    assert "olga" in page


def test_a_refusal_stands_at_its_field_with_what_was_typed(olga, tournament):
    answer = olga.post(
        reverse("tournament:rules_edit", args=[tournament.slug]), posted(tournament.rules, advance=[("9",), ("9",)])
    )
    assert answer.status_code == 422
    assert "mai tutti" in answer.content.decode()
    assert answer.content.decode().count('value="9"') == 2


def test_the_doubts_stand_beside_their_field(olga, tournament):
    page = olga.get(reverse("tournament:regulation", args=["cns"])).content.decode()
    assert "il manuale dà 3/2/1/0, il forum 1/2/3" in page
    page = olga.get(reverse("tournament:regulation_edit", args=["cns"])).content.decode()
    assert "Words(" not in page
    assert "il manuale dà 3/2/1/0, il forum 1/2/3" in page


def test_everybody_reads_the_rules_of_a_public_tournament(client, tournament):
    page = client.get(reverse("tournament:rules", args=[tournament.slug])).content.decode()
    assert "Quanti passano da ogni tavolo" in page
    assert "i primi 2, poi il primo" in page
    assert "Modifica" not in page


def test_an_unknown_regulation_or_version_is_not_there(olga, tournament):
    assert olga.get(reverse("tournament:regulation", args=["boh"])).status_code == 404
    for version in ("9", "x", "1" * 30):
        address = reverse("tournament:regulation", args=["open"]) + f"?versione={version}"
        assert olga.get(address).status_code == 404


def test_whoever_organizes_nothing_only_reads(db):
    client = Client()
    client.force_login(user("gino"))
    assert client.get(reverse("tournament:regulation", args=["open"])).status_code == 200
    assert client.get(reverse("tournament:regulation_edit", args=["open"])).status_code == 403


# The rule sheet


@pytest.mark.parametrize("slug", sorted(presets()))
def test_a_rule_sheet_says_its_points_its_tables_and_its_doubts(slug, db):
    regulation = presets()[slug]
    sheet = sheet_of(regulation, "it")
    page_words = [line for section in sheet.sections for line in section.lines]
    assert {note.it for note in regulation.source_notes} == {note for line in page_words for note in line.source_notes}
    data = rule_sheet_pdf(sheet, datetime(2026, 3, 1, tzinfo=UTC))
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    assert regulation.name.it in text
    assert f"{regulation.minutes}" in text
    assert data == rule_sheet_pdf(sheet, datetime(2026, 3, 1, tzinfo=UTC))


def test_a_tournaments_sheet_carries_its_name(client, organizer):
    tournament = ready_to_draw(a_tournament(organizer, name="Coppa di maggio"), 8, organizer)
    answer = client.get(reverse("tournament:rules_sheet", args=[tournament.slug]))
    assert answer["Content-Type"] == "application/pdf"
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert "Coppa di maggio" in text


@pytest.mark.parametrize("slug", ["raduno", "arba", "risiko-torneo"])
def test_the_editor_gives_back_what_it_was_given_in_english_too(slug):
    with override("en"):
        form = RegulationForm(presets()[slug], posted(presets()[slug]))
        assert form.is_valid(), form.errors
    assert form.cleaned_data["regulation"] == presets()[slug]
