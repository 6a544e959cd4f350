"""The log says every act in words: a verb that somebody adds without any would show as itself."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from tests.tournament.conftest import enter
from tournament.actions import tournaments
from tournament.models import LogEvent
from tournament.templatetags.day import _log_words, said
from tournament.web.views.desk import next_step

ROOT = Path(__file__).parents[2]
RECORDED = re.compile(
    r'(?:record|log)\(\s*[^"()]*(?:\([^()]*\))?[^"()]*?,\s*"([a-z_]+\.[a-z_]+)"|verb(?:: str)? ?= ?"([a-z_]+\.[a-z_]+)"'
)


def test_every_act_that_is_recorded_has_words_in_the_log():
    sources = [path.read_text() for app in ("tournament", "referee") for path in (ROOT / app).rglob("*.py")]
    verbs = {one or other for source in sources for one, other in RECORDED.findall(source)}
    assert len(verbs) > 90
    assert verbs - set(_log_words()) == set()


@pytest.mark.parametrize(
    ("verb", "subject", "words"),
    [
        ("plan.choose", "5x4.2_2x5.2_1x4", "ha scelto la formula 5×4, 2×5, 1×4"),
        ("plan.choose", "2x4-1x5.all_1x4", "ha scelto la formula 2×4+1×5, 1×4"),
        ("plan.choose", "round-robin-7", "ha scelto la formula girone all'italiana, 7 turni"),
        ("roster.import", "1", "ha importato 1 iscritto"),
        ("roster.import", "20", "ha importato 20 iscritti"),
        ("checkin.mark_all", "1", "ha segnato insieme 1 iscritto"),
        ("checkin.close", "1", "ha chiuso l'accettazione con 1 presente"),
        ("rounds.close", "1", "ha chiuso il turno 1"),
    ],
)
def test_a_line_says_what_was_done_as_a_person_would(verb, subject, words):
    with override("it"):
        assert said(LogEvent(verb=verb, subject=subject)) == words


def test_the_desk_counts_the_first_who_is_here_as_one(tournament, organizer):
    enter(tournament, 1)
    tournaments.open_checkin(tournament, by=organizer)
    assert next_step(tournament, []).advice == "1 presente: quanti turni, quali tavoli."
