"""axe-core finds nothing wrong on any page, light or dark: those of players, of strangers, and of the admin."""

import pytest
from playwright.sync_api import Browser as Chromium

from pbem import play
from pbem.store import Game
from tests.browser.conftest import COMPLAINTS, open_table, violations
from tests.conftest import new_game, play_on
from tests.web.admin_browser import ADDRESS
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

pytestmark = pytest.mark.slow


def in_public(site: Site) -> str:
    """A finished game whose table agreed to the public list."""
    slug = new_game(site.house, *FOUR, name="Over and out").slug
    set_position(site.house, slug, position_for("game_over"))
    with site.house.store.write() as session:
        session.query(Game).filter(Game.slug == slug).one().finished_at = site.house.clock()
    for seat in play.table(site.house, slug, 0).seats:
        play.set_public(site.house, seat.id, True)
    return slug


def players_pages(site: Site, slug: str) -> list[str]:
    """Every page that a player or somebody without a seat can open."""
    inviting = new_game(site.house, *FOUR, name="Not begun", start=False).slug
    over = in_public(site)
    play.open_watch(site.house, play.table(site.house, slug, 0).seats[0].id)
    watch = (play.watch_url(site.house, slug) or "").removeprefix(site.house.settings.base_url)
    own = [f"/games/{slug}{part}" for part in ("", "?move=role+captain", "/replay?at=20", "/story", "/talk")]
    own += [f"/games/{inviting}", f"/games/{over}", "/my-games", "/preferences", f"/propose?at={slug}"]
    open_to_all = ["/", "/rules", "/lost-link", "/lost-link/sent", "/nothing", watch, f"{watch}/replay?at=20"]
    lists = ["/finished", f"/finished/{over}", f"/finished/{over}/replay", f"/finished/{over}/story", "/mailbox"]
    return [*own, *open_to_all, *lists, site.stop_link(slug, ANNA)]


def test_axe_finds_nothing_on_any_page(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR).slug
    play_on(served.house, slug, 40)
    set_position(served.house, slug, position_for("choose_role"))
    page = open_table(chromium, served, slug, ANNA, bypass_csp=True, viewport={"width": 390, "height": 844})
    found = {}
    for number, path in enumerate(players_pages(served, slug)):
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        answer = page.goto(served.house.settings.base_url + path)
        assert answer is not None and answer.status == (404 if path == "/nothing" else 200), path
        found[path] = violations(page)
    COMPLAINTS.clear()  # Chromium logs the answer 404
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_axe_finds_nothing_on_the_admins_pages(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR).slug
    play_on(served.house, slug, 40)
    base, house = served.house.settings.base_url, served.house
    admin = play.set_password(
        house, play.create_admin(house, ADDRESS, "test").rpartition("/")[2], "three words or four"
    )
    context = chromium.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults = {}
    page.goto(base + "/admin/sign-in")
    faults["sign-in"] = violations(page)
    context.add_cookies([{"name": "admin", "value": play.seal_session(house, admin), "url": f"{base}/admin"}])
    for number, path in enumerate(("", "audit", "mail", "games/new", f"games/{slug}", "letters")):
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        page.goto(f"{base}/admin/{path}")
        assert page.url == f"{base}/admin/{path}"
        faults[path] = violations(page)
    context.close()
    assert {path: found for path, found in faults.items() if found} == {}
