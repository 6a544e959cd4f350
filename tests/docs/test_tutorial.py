"""The tutorial names buttons and pages as the interface does, in both languages."""

import re
from pathlib import Path

from django.utils.translation import gettext, override

TEXT = " ".join((Path(__file__).parents[2] / "docs" / "tutorial.md").read_text().split())
NAMED = re.findall(r"\*{1,2}([^*]+)\*{1,2} \(\*([^*]+)\*\)", TEXT)


def test_every_italian_name_has_the_interface_s_english_one_beside_it():
    pairs = [pair for names in NAMED for pair in zip(*(name.split(" → ") for name in names), strict=True)]
    assert len(pairs) >= 20
    with override("en"):
        assert [(it, gettext(it)) for it, _en in pairs] == pairs
