"""Templates name only static files that exist."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

ROOT = Path(settings.BASE_DIR)


def test_a_file_that_a_template_names_exists():
    """The collected files would refuse an unknown name with an error page; the plain ones of the tests do not."""
    templates = [
        file.read_text() for folder in (ROOT / "templates", ROOT / "referee") for file in folder.rglob("*.html")
    ]
    named = {name for text in templates for name in re.findall(r"""\{% static ["']([^"']+)["']""", text)}
    assert "css/site.css" in named
    assert {name for name in named if finders.find(name) is None} == set()
