"""A new link by mail: the same answer, after the same time, for any address; limits; what is wrong is said."""

import pytest

from pbem import play
from pbem.web import lost
from tests.conftest import new_game
from tests.web.conftest import Browser, Site
from tests.web.test_links import letters


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost, "ANSWER_AFTER", 0.0)


def ask(site: Site, address: str, browser: Browser | None = None) -> Browser:
    browser = browser or site.browser()
    browser.get("/lost-link")
    browser.send("form.lost", address=address)
    return browser


def test_known_and_unknown_are_answered_alike_and_one_letter_goes(site: Site, slug: str) -> None:
    answers = {ask(site, address).page.answer.text for address in ("anna@example.org", "stranger@example.org")}  # type: ignore[union-attr]
    assert len(answers) == 1 and "We say the same of every address" in answers.pop()
    assert letters(site, "my_games") == 1


def test_the_time_is_the_same(site: Site, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    now = iter((100.0, 100.2, 200.0, 200.05))
    monkeypatch.setattr(lost, "ANSWER_AFTER", 0.5)
    monkeypatch.setattr(lost, "sleep", slept.append)
    monkeypatch.setattr(lost, "monotonic", lambda: next(now))
    for address in ("anna@example.org", "stranger@example.org"):
        ask(site, address)
    assert [round(each, 2) for each in slept] == [0.3, 0.45]


def test_what_is_no_address_is_said_and_kept(site: Site) -> None:
    page = ask(site, "anna@<b>").page
    assert page and page.status == 422 and letters(site, "my_games") == 0
    assert "anna@<b> is no mail address" in page.soup.select_one("#address-fault").text  # type: ignore[union-attr]
    assert page.soup.select_one("#address")["value"] == "anna@<b>"  # type: ignore[index]


def test_asking_often_is_answered_with_wait_for_any_address(site: Site, slug: str) -> None:
    for address in ("anna@example.org", "stranger@example.org"):
        statuses = [ask(site, address).page.status for _ in range(4)]  # type: ignore[union-attr]
        assert statuses == [200, 200, 200, 429]
    statuses = [ask(site, f"stranger{n}@example.org").page.status for n in range(20)]  # type: ignore[union-attr]
    assert statuses[-1] == 429, "one caller may not try addresses through"


def test_a_form_without_its_token_sends_nothing(site: Site, slug: str) -> None:
    assert site.app.test_client().post("/lost-link", data={"address": "anna@example.org"}).status_code == 400
    assert letters(site, "my_games") == 0


def test_the_letter_opens_all_games_also_when_they_are_over(site: Site, slug: str) -> None:
    play.call_off_game(site.house, slug, "test")
    ask(site, "anna@example.org")
    page = site.browser().get(site.link(slug, 0) + "?open=games")
    assert page.status == 200 and "Friday table" in page.words


def test_every_page_about_a_bad_link_leads_there(site: Site, slug: str) -> None:
    other = new_game(site.house, "Dirk <dirk@example.org>", "bot:steady", name="Other").slug
    browser = site.browser(slug, 0)
    for path in ("/t/nonsense", f"/games/{other}", "/games/nothing-here"):
        page = browser.get(path)
        assert page.status in (403, 404) and page.soup.select_one("a[href='/lost-link']"), path
    assert site.browser().get("/").soup.select_one("a[href='/lost-link']")
