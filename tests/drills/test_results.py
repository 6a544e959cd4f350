"""A drill replaces its own section of `bench/results.md` and leaves the rest unchanged."""

from tests.drills import results


def test_a_section_is_replaced_and_the_rest_stays(tmp_path):
    path = tmp_path / "results.md"
    path.write_text("# Benchmarks\n\n## Rules\n\n- a note\n")
    results.write_section("Chain", "python -m one", {"mutations": 1000, "faults": []}, path=path)
    results.write_section("Load", "python -m two", {"p95 ms": "12"}, path=path)
    results.write_section("Chain", "python -m one", {"mutations": 40, "is whole": True}, path=path)
    text = path.read_text()
    assert text.startswith("# Benchmarks\n\n## Rules\n\n- a note\n")
    above, sections = results.split(text)
    assert list(sections) == ["Chain", "Load"]
    assert "| mutations | 40 |" in sections["Chain"]
    assert "| is whole | yes |" in sections["Chain"]
    assert "1,000" not in text
    assert results.drills_part(text) == text[len(above) :]
