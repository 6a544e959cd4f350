"""Every entry once: judges who repeat themselves and do not hear every answer, over HTTP and at the same time."""

from threading import Event

import pytest

from tests.browser.server import running_site
from tests.drills import hall


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_and_nothing_is_doubled():
    chairs = hall.prepared(4)
    with running_site() as site:
        judges = hall.seated(chairs, site, entries=25, give_up=Event())
        for judge in judges:
            judge.start()
        for judge in judges:
            judge.join(60)
    assert hall.faults(judges) == []
    assert [len(judge.heard) for judge in judges] == [25] * 4
    assert sum(judge.sent for judge in judges) > 150
