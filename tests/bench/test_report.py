"""The report: a section that is measured alone takes its own place and leaves the others to the letter."""

import pytest

from bench import report
from bench.measure import Section

DRILLS = "# Drills\n\nEach section is from the last long run of its drill; `make drills` runs them all.\n\n## Kills\n\nnone\n"
WHOLE = report.written([Section(title, [], [f"of {title}"]) for title in ("Rules", "Odds")]) + "\n" + DRILLS


@pytest.mark.parametrize("title", ["Rules", "Odds", "Rating"])
def test_a_section_measured_alone_replaces_itself_and_nothing_else(tmp_path, monkeypatch, title):
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results.md")
    report.RESULTS.write_text(WHOLE)
    for note in ("first", "one\n\n| a |\n|---|\n| b |"):
        report.replace([Section(title, [], [note])])
    text = report.RESULTS.read_text()
    head, *others = (part for part in text.removesuffix(DRILLS).split("## ") if not part.startswith(title))
    assert text.endswith(DRILLS)
    assert [head, *others] == [part for part in WHOLE.removesuffix(DRILLS).split("## ") if not part.startswith(title)]
    assert text.count(f"## {title}\n") == 1
    assert "- one\n\n  | a |\n  |---|\n  | b |\n- Measured by itself" in text
