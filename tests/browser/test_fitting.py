"""Every kind of page fits from 320 to 2560 pixels, and at 200 % zoom (a window of 1280 has 640 then)."""

import os

import pytest
from playwright.sync_api import Browser as Chromium

from pbem import play
from tests.browser.conftest import COMPLAINTS, open_table
from tests.conftest import new_game
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

pytestmark = pytest.mark.slow
WIDE = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
  .map(e => e.outerHTML.slice(0, 100)).slice(0, 4)"""
WIDTHS = (320, 640, 2560)


def test_every_page_fits(served: Site, chromium: Chromium) -> None:
    seats = [seat.replace("lang=en", "lang=de") for seat in FOUR]
    slug = new_game(served.house, *seats, name="Tisch mit recht langem Namen: Donaudampfschifffahrt").slug
    set_position(served.house, slug, position_for("choose_role"))
    inviting = new_game(served.house, *seats, name="Noch nicht begonnen", start=False).slug
    play.open_watch(served.house, play.table(served.house, slug, 0).seats[0].id)
    watch = (play.watch_url(served.house, slug) or "").removeprefix(served.house.settings.base_url)
    page = open_table(chromium, served, slug, ANNA)
    paths = (
        f"/games/{slug}", f"/games/{slug}/preferences", f"/games/{slug}/replay", f"/games/{slug}/story",
        f"/games/{slug}/talk", f"/games/{inviting}", watch, "/", "/my-games", "/preferences", "/propose", "/rules",
        "/finished", "/lost-link", "/lost-link/sent", "/nothing", served.stop_link(slug, ANNA),
    )  # fmt: skip
    for path in paths:
        page.goto(served.house.settings.base_url + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate(WIDE)
            assert wide == [], (path, width)
            if folder := os.environ.get("PBEM_SHOTS"):
                name = path.split("?")[0].strip("/").replace("/", "-")[:40] or "front"
                page.screenshot(path=f"{folder}/fit-{name}-{width}.png", full_page=True)
    COMPLAINTS.clear()  # Chromium logs the answer 404
