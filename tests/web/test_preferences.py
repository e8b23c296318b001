"""The page of preferences: who may see it, what it saves for all games, what it says is wrong; and presence."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from pbem import play
from pbem.store import Person
from tests.conftest import SEATS, StandingClock, new_game
from tests.web.conftest import Browser, Site

pytestmark = pytest.mark.slow

GOOD = {
    "name": "Anna",
    "talk": "each",
    "quiet_from": "",
    "quiet_to": "",
    "language": "en",
    "zone": "Europe/Amsterdam",
    "mode": "once",
    "hour": "7",
    "away": "",
}


def anna(site: Site) -> Person:
    with site.house.store.read() as session:
        return session.scalars(select(Person).where(Person.name == "Anna")).one()


def opened(site: Site, slug: str) -> Browser:
    """Anna's browser on the page, as the link in a letter leads there."""
    browser = site.browser()
    page = browser.get(site.link(slug, 0) + "?open=preferences")
    assert page.status == 200 and page.ask == "Brieven en voorkeuren"
    return browser


def send(browser: Browser, **changes: str) -> None:
    browser.send("form.sheetform", **{**GOOD, **changes})


def test_it_is_for_who_holds_the_seat_alone(site: Site, slug: str) -> None:
    assert site.browser().get(f"/games/{slug}/preferences").status == 403
    other = new_game(site.house, SEATS[1], SEATS[2], name="Other").slug
    assert site.browser(slug, 0).get(f"/games/{other}/preferences").status == 403


def test_what_is_saved_counts_in_all_games_and_is_said_in_the_new_language(site: Site, slug: str) -> None:
    new_game(site.house, SEATS[1], SEATS[0], name="Other")
    browser = opened(site, slug)
    assert browser.page and "nu 2 tafels" in browser.page.words
    send(browser)
    assert browser.page.status == 200 and "Saved." in browser.page.words
    found = anna(site)
    assert (found.language, found.letter_mode, found.digest_hour) == ("en", "once", 7)
    assert browser.page.soup.select_one("input[name=mode][value=once]").has_attr("checked")  # type: ignore[union-attr]
    assert browser.page.soup.select_one("#hour option[selected]").text == "07:00"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("mode", "weekly", "Kies hoeveel brieven je wilt."),
        ("language", "fr", "We spreken nog geen fr"),
        ("zone", "Europe/<b>Atlantis", "Europe/&lt;b&gt;Atlantis"),
        ("hour", "25", "Het uur is een getal van 0 tot en met 23."),
        ("away", "someday", "Een dag ziet eruit als 2026-08-12."),
        ("away", "2026-11-30", "Geef een dag die nog komt, binnen een jaar."),
        ("away", "2036-11-30", "Geef een dag die nog komt, binnen een jaar."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_saved(
    site: Site, slug: str, field: str, typed: str, says: str
) -> None:
    browser = opened(site, slug)
    send(browser, **{field: typed})
    assert browser.page and browser.page.status == 422 and anna(site).letter_mode == "each"
    fault = browser.page.soup.select_one(f"#{field}-fault")
    assert fault is not None and says in str(fault)
    if field in ("zone", "away"):
        shown = browser.page.soup.select_one(f"#{field}")
        assert shown and shown["value"] == typed and shown["aria-describedby"] == f"{field}-fault"
    assert "Er is nog niets bewaard" in browser.page.words


def test_days_away_are_noted_in_the_zone_and_taken_back(site: Site, slug: str) -> None:
    browser = opened(site, slug)
    send(browser, away="2026-12-12")
    assert anna(site).away_until == datetime(2026, 12, 11, 23, 0, tzinfo=UTC)
    assert "12 Dec" in site.browser(slug, 1).get(f"/games/{slug}").words.replace("12. Dez", "12 Dec")
    send(browser, away="2026-12-12", mode="each")  # once more changes nothing
    verbs = [line.verb for line in play.list_audit(site.house, slug)]
    assert verbs.count("away") == 1
    send(browser, away="")
    assert anna(site).away_until is None


def test_the_letters_of_this_game_alone_are_stopped_and_begun_again(site: Site, slug: str) -> None:
    browser = opened(site, slug)
    other = new_game(site.house, SEATS[1], SEATS[0], name="Other").slug
    browser.send("form:not(.sheetform)", letters="stop")
    assert not play.table(site.house, slug, 0).seats[0].letters_on
    assert play.table(site.house, other, 1).seats[1].letters_on
    browser.send("form:not(.sheetform)", letters="resume")
    assert play.table(site.house, slug, 0).seats[0].letters_on


def test_a_form_without_its_token_changes_nothing(site: Site, slug: str) -> None:
    browser = opened(site, slug)
    assert browser.client.post(f"/games/{slug}/preferences", data=GOOD).status_code == 400
    assert anna(site).letter_mode == "each"


def test_the_table_and_the_invitation_lead_there(site: Site, slug: str) -> None:
    assert f'href="/games/{slug}/preferences"' in site.browser(slug, 0).get(f"/games/{slug}").answer.text
    invited = new_game(site.house, name="Soon", start=False).slug
    assert f'href="/games/{invited}/preferences"' in site.browser(invited, 0).get(f"/games/{invited}").answer.text


# --- presence


def token(browser: Browser) -> str:
    assert browser.page is not None
    return str(browser.page.soup.select_one("main")["data-token"])  # type: ignore[index]


def test_reading_a_page_is_no_sight_of_somebody_and_touching_it_is(site: Site, slug: str, clock: StandingClock) -> None:
    browser = site.browser(slug, 0)
    for path in (f"/games/{slug}", f"/games/{slug}?move=role+settler", f"/games/{slug}/preferences"):
        browser.get(path)
        browser.client.head(path)
    assert anna(site).seen_at is None
    browser.get(f"/games/{slug}")
    assert browser.client.get(f"/games/{slug}/here").status_code == 405
    assert browser.client.post(f"/games/{slug}/here").status_code == 400 and anna(site).seen_at is None
    answer = browser.client.post(f"/games/{slug}/here", headers={"X-CSRFToken": token(browser)})
    assert answer.status_code == 204 and anna(site).seen_at == clock()
    clock.forward(seconds=30)
    assert play.claim_letter(site.house, play.due(site.house).letters[0]) is None  # not while she is there
    clock.forward(seconds=31)
    assert play.claim_letter(site.house, play.due(site.house).letters[0])


def test_a_refused_move_and_an_answer_are_sights_too(site: Site, slug: str, clock: StandingClock) -> None:
    browser = site.browser(slug, 0)
    browser.send(move="role nonsense")
    assert anna(site).seen_at == clock()
    clock.forward(hours=1)
    invited = new_game(site.house, name="Soon", start=False).slug
    browser = site.browser(invited, 0)
    browser.send("form.btns", answer="accept")
    assert anna(site).seen_at == clock()


def test_guides_come_back_by_a_button_that_stands_only_where_some_were_put_away(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    where = f"/games/{slug}/preferences"
    assert not browser.get(where).soup.select(f'form[action="/games/{slug}/guides"]')
    seat = play.table(site.house, slug, 0).seats[0].id
    play.hide_guide(site.house, seat, "all")
    assert not browser.get(f"/games/{slug}").soup.select("#guide")
    browser.get(where)
    browser.send(f'form[action="/games/{slug}/guides"]')
    assert browser.page and browser.page.soup.select("#guide")
    assert browser.get(f"/games/{slug}/guides").status == 405
