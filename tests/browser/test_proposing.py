"""In Chromium: a table is proposed without JavaScript, accepted by a link, and begins; axe-core on the pages."""

import pytest
from playwright.sync_api import Browser as Chromium

from pbem import play
from tests.browser.conftest import OPEN, open_table, violations
from tests.conftest import new_game
from tests.web.conftest import Site, position_for, set_position

pytestmark = pytest.mark.slow
TWO = ("Anna <anna@example.org>;lang=en;tz=Europe/Amsterdam", "Bea <bea@example.org>;lang=en")


def test_proposed_accepted_by_letter_and_begun_without_script(chromium: Chromium, served: Site) -> None:
    page = open_table(chromium, served, new_game(served.house, *TWO).slug, java_script_enabled=False)
    page.get_by_role("link", name="Propose a new table").click()
    page.get_by_label("Name of the table").fill("Winter table")
    page.get_by_label("Seat 2").select_option(label="Bea")
    page.get_by_label("Seat 3").select_option(value="person")
    page.locator("#name-2").fill("Zoe")
    page.locator("#address-2").fill("zoe@example.net")
    page.get_by_role("button", name="Propose the table").click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Your table waits for")
    slug = next(game.slug for game in play.list_games(served.house) if game.name == "Winter table")
    for name in ("Bea", "Zoe"):
        seat = next(seat for seat in play.table(served.house, slug, None).seats if seat.name == name)
        context = chromium.new_context(java_script_enabled=False, locale="en")
        OPEN.append(context)
        guest = context.new_page()
        guest.goto(served.house.settings.base_url + served.link(slug, seat.number) + "?answer=accept")
        assert "Anna" in guest.get_by_role("heading", level=1).inner_text()
        guest.locator("button[value=accept]").click()
    assert play.table(served.house, slug, None).game.state == "running"
    page.reload()
    assert page.locator("#turn").is_visible()


def test_axe_finds_nothing_on_the_pages_of_proposals(chromium: Chromium, served: Site) -> None:
    house = served.house
    slug = new_game(house, *TWO).slug
    over = new_game(house, *TWO, "bot:steady", "bot:steady").slug
    set_position(house, over, position_for("game_over"))
    for seat in play.table(house, over, None).seats[:2]:
        play.set_public(house, seat.id, True)
    who = play.proposer_at(house, play.table(house, slug, None).seats[0].id)
    wanted = play.Wanted("Quiet table", (play.Guest("Zoe", "zoe@example.net"),), "72h", {}, word="No hurry.")
    made = play.propose_table(house, who, wanted)
    seats = {seat.name: seat for seat in play.table(house, made.slug, None).seats}
    play.decline(house, seats["Zoe"].id)
    page = open_table(chromium, served, slug, bypass_csp=True, viewport={"width": 390, "height": 844})
    no_more = play.uninvite_url(house, who.person_id).removeprefix(house.settings.base_url)
    for path in ("/propose", f"/games/{made.slug}", f"/games/{over}", "/finished", no_more):
        page.goto(house.settings.base_url + path)
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
