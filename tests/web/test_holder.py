"""A form does for its own reader alone what it was opened for, and no page of another site can post one."""

import pytest

from pbem import logs, play
from pbem.web.app import harmless
from pbem.web.guards import csrf
from tests.conftest import new_game
from tests.play.test_beginning import seat_ids
from tests.web.conftest import Page, Site

TWO = ("Anna <anna@example.org>;lang=en", "Bea <bea@example.org>;lang=en")
NOTES = 'form[action$="/note"]'
FORMS = {
    "talk": {"text": "From Anna", "key": "k"},
    "note": {"text": "Mine", "version": ""},
    "orders": {"phase": "choose_role", "text": "mayor"},
    "answer": {"answer": "decline"},
    "again": {},
    "public": {"public": "yes"},
    "watch": {"link": "open"},
    "guide": {"hide": "all"},
    "preferences": {"name": "Eva"},
    "address": {"address": "x@example.org"},
}


@pytest.mark.slow
def test_a_form_of_who_sat_here_before_is_refused(site: Site) -> None:
    """Somebody sends a victim his own link; what the victim sends from a page that was open is not taken as his."""
    slug = new_game(site.house, *TWO).slug
    anna = site.browser(slug, 0)
    sent = {"holder": anna.fields(NOTES)["holder"]}
    anna.get(site.link(slug, 1))
    sent["csrf_token"] = anna.fields(NOTES)["csrf_token"]
    for form, fields in FORMS.items():
        page = Page(anna.client.post(f"/games/{slug}/{form}", data={**sent, **fields}))
        assert page.status == 409 and "opened for somebody else" in page.words, form
        assert "you are Bea here" in page.words
        if form in ("talk", "note", "orders"):
            typed = page.soup.select_one("textarea")
            assert typed and typed.get_text().strip() == fields["text"]
    ids = seat_ids(site.house, slug)
    assert not play.talk(site.house, slug) and not any(play.read_note(site.house, each).text for each in ids)
    assert not any(play.standing_orders(site.house, each) for each in ids)


@pytest.mark.slow
def test_every_form_at_a_table_says_for_whom_it_is(site: Site) -> None:
    slug = new_game(site.house, *TWO).slug
    anna = site.browser(slug, 0)
    for path in (f"/games/{slug}", f"/games/{slug}/preferences", "/preferences", "/my-games", f"/propose?at={slug}"):
        forms = anna.get(path).soup.select("form[method=post]")
        assert forms and all(form.select_one("[name=holder]") for form in forms), path


def test_what_was_typed_is_shown_when_the_session_is_lost(site: Site) -> None:
    slug = new_game(site.house, *TWO).slug
    anna = site.browser(slug, 0)
    page = Page(anna.client.post(f"/games/{slug}/note", data={"text": "<i>Build</i> the wharf"}))
    assert page.status == 400 and page.soup.select_one("textarea").get_text().strip() == "<i>Build</i> the wharf"  # type: ignore[union-attr]


def test_a_browser_keeps_no_more_tables_than_a_header_holds(site: Site) -> None:
    slug = new_game(site.house, *TWO).slug
    browser = site.browser()
    for number in range(60):
        browser.client.set_cookie(f"seat-table-{number:02}", "x" * 70)
    browser.get(site.link(slug, 0))
    kept = browser.client.get(f"/games/{slug}").request.headers["Cookie"]
    assert kept.count("seat-") == 40 and f"seat-{slug}" in kept and "seat-table-59" in kept
    assert "seat-table-00" not in kept


def test_no_post_is_taken_without_its_token_but_signed_ones(site: Site) -> None:
    """RFC 8058 posts without one, programs post JSON, which a page of another site cannot."""
    assert csrf._exempt_views == {"pbem.web.links.stop"}
    assert {blueprint.name for blueprint in csrf._exempt_blueprints if not isinstance(blueprint, str)} <= {"api"}
    assert {blueprint for blueprint in csrf._exempt_blueprints if isinstance(blueprint, str)} <= {"api"}
    reads = {"GET", "HEAD", "OPTIONS"}
    for rule in site.app.url_map.iter_rules():
        assert (rule.methods or set()) <= reads or (rule.methods or set()) <= {"POST", "OPTIONS"}, rule.endpoint


def test_no_log_holds_a_token_of_any_address(site: Site) -> None:
    """However short what it carries is: the number of a person is one letter."""
    token = f"Nw.aw0bjA.{'x' * 43}"
    paths = [str(rule).replace("<token>", token) for rule in site.app.url_map.iter_rules() if "token" in rule.arguments]
    assert len(paths) > 8
    for path in paths:
        assert "aw0bjA" not in logs.harmless(f'"GET {path}?at=3 HTTP/1.1" 200') and "aw0bjA" not in harmless(path), path
