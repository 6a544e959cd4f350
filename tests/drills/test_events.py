"""The drill of random events counts what it looked at, and names the event of every difference."""

from tests.drills import events


def test_an_event_is_counted():
    found = events._figures(1)
    assert found["faults"] == []
    assert found["counts"]["events"] == 1
    assert min(found["counts"][name] for name in ("rounds", "seatings", "pair rounds", "standings")) > 0


def test_a_difference_is_told_with_its_event(monkeypatch):
    def differs(number):
        raise AssertionError("12 points, and the checker says 13")

    monkeypatch.setattr(events, "checked", differs)
    found = events._figures(7)
    (fault,) = found["faults"]
    assert fault.startswith("event 7, standings\n")
    assert set(found["presets"].values()) == {0, 1}
    assert "12 points, and the checker says 13" in fault
