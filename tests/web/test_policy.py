"""No page holds script or style of its own, nothing comes from elsewhere, and the script stays one small file."""

import gzip
import re

import pytest

from pbem import play
from pbem.web.assets import assets
from tests.conftest import new_game
from tests.web.admin_browser import AdminBrowser
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

OUR_OWN = re.compile(r"^(/(?!/)|#|\?|mailto:|data:image/svg\+xml|$)")
SCRIPT = 12_000  # bytes of table.js, compressed


def faults(html: str, site: Site) -> list[str]:
    """What the policy of `headers.py` would keep from working, or what leads elsewhere without being a link."""
    found = re.findall(r"<style[\s>]|<script(?![^>]* src=)|<[^>]*\s(?:style|on[a-z]+)=\"|javascript:", html)
    loaded = re.findall(r"<(?:script|img|link|iframe|use|image|source)\b[^>]*?\s(?:src|href)=\"([^\"]*)\"", html)
    posted = re.findall(r"<form[^>]*\saction=\"([^\"]*)\"", html)
    ours = site.house.settings.base_url
    return found + [each for each in (*loaded, *posted) if not OUR_OWN.match(each.removeprefix(ours))]


def pages_of_a_player(slug: str, watch: str) -> list[str]:
    return [
        f"/games/{slug}", f"/games/{slug}/preferences", f"/games/{slug}/replay?at=1", f"/games/{slug}/story",
        f"/games/{slug}/talk", watch, f"{watch}/replay", f"{watch}/story", "/", "/my-games", "/preferences", "/propose",
        "/rules", "/finished", "/lost-link", "/lost-link/sent", "/mailbox", "/mailbox/1", "/nothing", "/t/x",
    ]  # fmt: skip


def test_no_page_of_a_player_needs_more_than_the_policy_allows(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    play.open_watch(site.house, play.table(site.house, slug, 0).seats[0].id)
    watch = (play.watch_url(site.house, slug) or "").removeprefix(site.house.settings.base_url)
    inviting = new_game(site.house, name="Inviting", start=False).slug
    for path in (*pages_of_a_player(slug, watch), site.link(inviting, 0), site.stop_link(slug, 0)):
        page = browser.get(path)
        assert page.answer.mimetype == "text/html" and page.status < 500, path
        assert faults(page.answer.text, site) == [], path


@pytest.mark.parametrize("kind", ["choose_role", "mayor", "trader", "captain", "game_over"])
def test_no_decision_does(site: Site, kind: str) -> None:
    slug = new_game(site.house, *FOUR).slug
    set_position(site.house, slug, position_for(kind))
    assert faults(site.browser(slug, ANNA).get(f"/games/{slug}").answer.text, site) == []


def test_no_page_of_an_admin_does(site: Site, slug: str) -> None:
    admin = AdminBrowser(site).enter()
    for path in (
        "/admin/",
        f"/admin/games/{slug}",
        "/admin/games/new",
        "/admin/letters",
        "/admin/audit",
        "/admin/mail",
    ):
        page = admin.get(path)
        assert page.status == 200 and faults(page.answer.text, site) == [], path


def test_the_script_is_one_small_file() -> None:
    assert len(gzip.compress(assets()["table.js"].body, 9)) <= SCRIPT
    assert not re.search(
        rb"\beval\(|new Function|\.setAttribute\(\"style\"|https?://(?!www\.w3\.org)", assets()["table.js"].body
    )
    assert not re.search(rb"@import|url\((?!\"?data:)", assets()["paper.css"].body)
