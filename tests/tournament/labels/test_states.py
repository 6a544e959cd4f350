"""The words of states, and that nothing which is read on a screen is written in capitals."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from tournament.core.clock import ClockReading
from tournament.labels import states
from tournament.models import Round, Table
from tournament.states import RoundState, TableState

ON_PAPER = {"PREMI PROVVISORI", "CLASSIFICA PROVVISORIA", "BOZZA: %s"}
"""What a print-out says of itself across its head."""
FIELD = re.compile(r"%\(\w+\)\w|%\w")
MESSAGE = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


def test_no_words_of_a_screen_are_in_capitals():
    """Initials of up to four letters are."""
    po = Path(settings.BASE_DIR, "locale/en/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    words = [(one, FIELD.sub("", one)) for one in MESSAGE.findall(po)]
    assert len(words) > 1000
    assert {one for one, bare in words if bare.isupper() and sum(map(str.isalpha, bare)) > 4} == ON_PAPER


def test_every_state_of_a_clock_begins_with_its_only_capital():
    nought = timedelta()
    readings = [
        ClockReading(state=state, elapsed=nought, remaining=nought, ends_at=None, pre_alarm=False, limit=nought)
        for state in ("waiting", "running", "paused", "over", "stopped")
    ]
    for language in ("it", "en"):
        with translation.override(language):
            words = [states.clock_in_words(reading) for reading in readings]
            assert words == [word.capitalize() for word in words]
            assert len(set(words)) == len(words)


@pytest.mark.parametrize("state", RoundState)
def test_a_table_says_what_it_waits_for(state):
    """Before the start for the start; once the round runs it plays, and the staff reads that nothing of it is written."""
    table = Table(state=TableState.WAITING, round=Round(state=state))
    outside, staff = states.table_in_words(table, None), states.table_in_words(table, None, is_for_staff=True)
    if state == RoundState.RUNNING:
        assert (outside, staff) == ("In gioco", "Senza referto")
    else:
        assert (outside, staff) == ("Aspetta il via", "Aspetta il via")
