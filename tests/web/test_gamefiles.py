"""The game as a file: for who has a seat, without the seed while the game is running."""

import pytest

from pbem import play
from pbem.rules import gamefile
from tests.conftest import new_game, play_on
from tests.play.test_verifying import play_out
from tests.web.conftest import Site


def test_who_has_a_seat_gets_the_file(site: Site, slug: str) -> None:
    play_on(site.house, slug, moves=5)
    browser = site.browser(slug, 0)
    assert browser.page and browser.page.soup.select_one(f"a[href='/games/{slug}.prn']")
    answer = browser.client.get(f"/games/{slug}.prn")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{slug}.prn"'
    assert answer.text == play.export_game(site.house, slug)
    assert "Seed" not in gamefile.read(answer.text).tags


@pytest.mark.slow
def test_after_the_end_the_seed_is_in_it(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    play_out(site.house, slug)
    assert gamefile.read(browser.client.get(f"/games/{slug}.prn").text).tags["Seed"] == "tests"


def test_others_do_not_get_it(site: Site, slug: str) -> None:
    other = new_game(site.house, "Dirk <dirk@example.org>", "bot:steady", name="Other").slug
    assert site.browser().client.get(f"/games/{slug}.prn").status_code == 403
    assert site.browser(other, 0).client.get(f"/games/{slug}.prn").status_code == 403
    assert site.browser().client.get("/games/nothing.prn").status_code == 403


def test_before_the_start_there_is_none(site: Site) -> None:
    slug = new_game(site.house, start=False, name="Waiting").slug
    answer = site.browser(slug, 0).client.get(f"/games/{slug}.prn")
    assert answer.status_code == 409
