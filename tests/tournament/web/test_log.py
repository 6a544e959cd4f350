"""The log says every act in words: each verb is declared beside its action, once."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils.functional import Promise
from django.utils.translation import override

from tests.tournament.conftest import enter
from tournament.actions import base, tournaments
from tournament.core.log_verbs import LogVerb, log_verb, log_verbs, public_keys
from tournament.models import LogEvent
from tournament.templatetags.display import by_hand, log_line
from tournament.web.views.desk import next_step

ROOT = Path(__file__).parents[3]
VERBS = log_verbs()


def recorded_verbs() -> list[tuple[str, ast.expr]]:
    """The verb of every call that writes a line of the log, with the file: `record(tournament, VERB, …)`, in the referee `log(…)`."""
    found = []
    for path in [path for app in ("tournament", "referee") for path in (ROOT / app).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _is_recording(node):
                found.append((str(path.relative_to(ROOT)), node.args[1]))
    return found


def _is_recording(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in ("record", "log", "_log") and len(node.args) >= 2


def test_no_line_of_the_log_is_written_with_a_bare_text():
    verbs = recorded_verbs()
    assert len(verbs) > 100
    assert [(file, ast.unparse(verb)) for file, verb in verbs if isinstance(verb, ast.Constant | ast.JoinedStr)] == []


def test_a_verb_that_is_a_bare_text_is_refused(tournament, organizer):
    with pytest.raises(AttributeError):
        base.record(tournament, "tournament.edit", by=organizer)
    assert base.record(tournament, tournaments.EDIT, by=organizer).verb == "tournament.edit"


def test_every_declared_verb_is_used_where_it_is_declared():
    unused = []
    for path in [path for app in ("tournament", "referee") for path in (ROOT / app).rglob("*.py")]:
        source = path.read_text()
        names = re.findall(r"^([A-Z_]+) = log_verb\(", source, re.MULTILINE)
        unused += [f"{path.name} {name}" for name in names if len(re.findall(rf"\b{name}\b", source)) < 2]
    assert unused == []


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.key)
def test_a_verb_reads_in_both_languages(verb: LogVerb):
    subject = "swiss-5" if verb.key == "plan.choose" else "2"
    lines = {}
    for language in ("it", "en"):
        with override(language):
            lines[language] = log_line(LogEvent(verb=verb.key, subject=subject))
    assert lines["it"] != lines["en"]
    assert all(line and "%" not in line and verb.key not in line for line in lines.values())
    assert isinstance(verb.words, Promise) or verb.is_counted


def test_a_key_stands_for_one_act():
    with pytest.raises(ValueError, match=r"rounds\.draw"):
        log_verb("rounds.draw", "ha fatto altro")


def test_a_verb_of_another_version_shows_its_key():
    assert log_line(LogEvent(verb="rounds.invented", subject="3")) == "rounds.invented 3"


def test_a_change_after_the_draw_has_public_words():
    assert {key.partition(".")[0] for key in public_keys()} == {"rounds", "chairs"}
    with override("it"):
        assert by_hand(LogEvent(verb="rounds.swap", subject="1")) == "due giocatori scambiati"


def test_a_process_that_renders_no_page_has_every_verb():
    """A command starts without the addresses: the actions are imported with the app."""
    program = "import django; django.setup(); from tournament.core.log_verbs import log_verbs; print(len(log_verbs()))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(run.stdout) == len(VERBS)


ROUND_VERBS = [verb for verb in VERBS if verb.round_case]


@pytest.mark.parametrize("verb", ROUND_VERBS, ids=lambda verb: verb.key)
def test_a_round_is_called_by_its_name(verb: LogVerb, ready):
    """The final of the format of `ready` is its second round."""
    assert ready.round_title(2) == "Finale"
    with override("it"):
        assert "finale" in log_line(LogEvent(tournament=ready, verb=verb.key, subject="2"))
        assert "turno 1" in log_line(LogEvent(tournament=ready, verb=verb.key, subject="1"))


def test_every_verb_that_speaks_of_a_round_knows_that_it_does():
    with override("it"):
        assert [verb.key for verb in VERBS if not verb.is_counted and re.search(r"\bturno$", str(verb.words))] == []
    assert len(ROUND_VERBS) > 20


def test_a_line_about_a_table_says_the_round(ready):
    line = LogEvent(tournament=ready, verb="results.sign", subject="3", data={"round": 2})
    with override("it"):
        assert log_line(line) == "ha fatto firmare il tavolo 3 · Finale"


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
        assert log_line(LogEvent(verb=verb, subject=subject)) == words


def test_the_desk_counts_the_first_who_is_here_as_one(tournament, organizer):
    enter(tournament, 1)
    tournaments.open_checkin(tournament, by=organizer)
    assert next_step(tournament, []).advice == "1 presente: quanti turni, quali tavoli."
