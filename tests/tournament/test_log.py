"""The log says every act in words: a verb that somebody adds without any would show as itself."""

import re
from pathlib import Path

from tournament.templatetags.day import _log_words

ROOT = Path(__file__).parents[2]
RECORDED = re.compile(
    r'(?:record|log)\(\s*[^"()]*(?:\([^()]*\))?[^"()]*?,\s*"([a-z_]+\.[a-z_]+)"|verb(?:: str)? ?= ?"([a-z_]+\.[a-z_]+)"'
)


def test_every_act_that_is_recorded_has_words_in_the_log():
    sources = [path.read_text() for app in ("tournament", "referee") for path in (ROOT / app).rglob("*.py")]
    verbs = {one or other for source in sources for one, other in RECORDED.findall(source)}
    assert len(verbs) > 90
    assert verbs - set(_log_words()) == set()
