"""What the site says at log-in leaves the judge's page its room."""

from playwright.sync_api import expect

from tests.browser.test_judges_page import awaits
from tests.referee.test_judge_page import address


def test_the_invitation_to_the_second_step_covers_nothing_and_goes(open_page, recorder, row, table, judge):
    recorder.record_until(awaits("DefenceThrow"))
    judge.is_superuser = True
    judge.set_password("una parola lunga")
    judge.save()
    page = open_page(1280, 800)
    page.goto("/accedi/?next=" + address(table))
    page.get_by_label("Nome utente").fill(judge.username)
    page.get_by_label("Password").fill("una parola lunga")
    page.get_by_role("button", name="Entra").click()
    notice = page.locator("#messages .alert")
    expect(notice).to_contain_text("secondo passo")
    said, strip, bar = (
        notice.bounding_box(),
        page.locator(".j-strip").bounding_box(),
        page.locator(".j-bar").bounding_box(),
    )
    assert said["height"] <= 44
    assert said["y"] + said["height"] <= strip["y"] + 1
    assert bar["y"] + bar["height"] <= 800
    expect(notice).to_have_count(0)
