"""The front page says of each event what it is: played now, to come, or over with its winner; and it finds one by part of its name."""

import re
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from tests.tournament.conftest import CONFIRMED, NOW, a_tournament, lines_for, play
from tests.tournament.pages import page_text
from tournament.actions import results, rounds, tables
from tournament.models import Tournament
from tournament.states import TournamentState


def sections(page: str) -> dict[str, str]:
    """What stands under each heading."""
    parts = re.split(r"<h2[^>]*>(.*?)</h2>", page, flags=re.DOTALL)
    return {re.sub(r"\s+", " ", head).strip(): below for head, below in zip(parts[1::2], parts[2::2], strict=True)}


def on_day(tournament, days: int, **more) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(day=timezone.localdate() + timedelta(days), **more)


def test_an_event_of_a_past_day_whose_rounds_are_closed_is_not_played_now(client, draft, organizer):
    play(draft, organizer)
    on_day(draft.tournament, -1)
    name = draft.tournament.name
    assert name in sections(page_text(client.get("/")))["Si gioca adesso"]
    draft.refresh_from_db()
    rounds.close(draft, by=organizer, now=NOW)
    found = sections(page_text(client.get("/")))
    assert "Si gioca adesso" not in found
    assert name in found["Tornei conclusi"]
    on_day(draft.tournament, 0)
    assert name in sections(page_text(client.get("/")))["Si gioca adesso"]


def test_a_round_in_play_is_one_tap_from_the_front_page_before_any_table_is_counted(client, draft, organizer):
    tournament = draft.tournament
    way = f'href="{reverse("tournament:public", args=[tournament.slug])}#tables"'
    assert way not in page_text(client.get("/"))
    rounds.publish(draft, by=organizer)
    assert way in page_text(client.get("/"))
    rounds.start(draft, by=organizer, now=NOW)
    page = page_text(client.get("/"))
    assert way in page
    assert "5 tavoli · 5 in gioco" in page
    tables.begin(draft.tables.first(), by=organizer)
    tables.record_status(draft.tables.first(), giro="Giro 3", last_entry=1)
    event = page_text(client.get(reverse("tournament:public", args=[tournament.slug])))
    assert 'id="tables"' in event
    assert "Giro 3" in event
    table = draft.tables.last()
    results.enter_by_hand(table, lines=lines_for(table), ended_by="time", by=organizer, confirmed=CONFIRMED)
    assert "5 tavoli · 4 in gioco · 1 contato" in page_text(client.get("/"))


def test_an_event_that_is_over_stands_apart_from_those_to_come(client, organizer):
    for name, state in (("Vecchia coppa", TournamentState.FINISHED), ("Coppa che viene", TournamentState.DRAFT)):
        on_day(a_tournament(organizer, name), 0, state=state, is_public=True)
    found = sections(page_text(client.get("/")))
    assert "Vecchia coppa" in found["Tornei conclusi"]
    assert "Coppa che viene" in found["In programma"]


def test_an_event_is_found_by_part_of_its_name_or_its_place_and_a_private_one_by_nobody(client, organizer):
    on_day(a_tournament(organizer, "Trofeo Niccolò", place="Forlì"), 0, is_public=True)
    on_day(a_tournament(organizer, "Niccolò segreto"), 0, is_public=False)
    for sought in ("nicco", "FORLI"):
        found = sections(page_text(client.get("/", {"cerca": sought})))["Tornei trovati"]
        assert "Trofeo Niccolò" in found
        assert "segreto" not in found
    assert "Nessun torneo con questo nome" in page_text(client.get("/", {"cerca": "x"}))
