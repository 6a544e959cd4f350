"""The drills' part of `bench/results.md`: each section written anew, the bench's part and the other sections left alone."""

from tests.drills import results


def test_a_section_is_written_anew_and_the_rest_stays(tmp_path):
    path = tmp_path / "results.md"
    path.write_text("# How fast it is\n\n## Rules\n\n- a note\n")
    results.keep("Chain", "python -m one", {"mutations": 1000, "faults": []}, path=path)
    results.keep("Load", "python -m two", {"p95 ms": "12"}, path=path)
    results.keep("Chain", "python -m one", {"mutations": 40, "is whole": True}, path=path)
    text = path.read_text()
    assert text.startswith("# How fast it is\n\n## Rules\n\n- a note\n")
    above, sections = results.split(text)
    assert list(sections) == ["Chain", "Load"]
    assert "| mutations | 40 |" in sections["Chain"]
    assert "| is whole | yes |" in sections["Chain"]
    assert "1,000" not in text
    assert results.drills_of(text) == text[len(above) :]
