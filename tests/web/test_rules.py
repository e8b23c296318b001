"""The page of the rules in short: whose language it speaks, and that everything may be linked to."""

import pytest

from pbem import play
from pbem.web.naming import soft
from pbem.words import LANGUAGES
from pbem.words.glossary import TERMS, anchor
from tests.conftest import new_game
from tests.web.conftest import ANNA, FOUR, Browser, Site

TITLES = {"en": "The rules in short", "nl": "De regels in het kort", "de": "Die Regeln in Kürze"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_chooses_the_language(site: Site, language: str) -> None:
    page = Browser(site.app).get(f"/rules?lang={language}")
    assert page.status == 200
    assert page.ask == TITLES[language]
    assert page.soup.select_one("html")["lang"] == language
    assert page.soup.select_one('.langs [aria-current="page"]')["lang"] == language


def test_without_a_choice_it_is_the_language_of_the_seat_then_of_the_browser(site: Site) -> None:
    browser = Browser(site.app)
    assert browser.get("/rules", headers={"Accept-Language": "de"}).ask == TITLES["de"]
    assert browser.get("/rules?lang=xx", headers={"Accept-Language": "fr"}).ask == TITLES["en"]
    seats = [seat.replace("lang=en", "lang=nl") for seat in FOUR]
    slug = new_game(site.house, *seats).slug
    browser.get(site.link(slug, ANNA))
    assert browser.get("/rules", headers={"Accept-Language": "de"}).ask == TITLES["nl"]
    assert browser.get("/rules?lang=en").ask == TITLES["en"]


def test_a_broken_cookie_does_no_harm(site: Site) -> None:
    browser = Browser(site.app)
    browser.client.set_cookie("seat-some-table", "no token")
    assert browser.get("/rules", headers={"Accept-Language": "de"}).ask == TITLES["de"]


def test_every_term_has_its_place_and_no_name_is_used_twice(site: Site) -> None:
    soup = Browser(site.app).get("/rules").soup
    names = [part["id"] for part in soup.select("[id]")]
    assert len(names) == len(set(names))
    assert {anchor(term) for term in TERMS} <= set(names)
    for link in soup.select('.toc a[href^="#"]'):
        assert link["href"][1:] in names
    for use in soup.select("use"):
        assert use["href"][1:] in names


def test_the_house_variants_are_said(site: Site) -> None:
    """# rules 3.2, 5"""
    said = Browser(site.app).get("/rules?lang=nl").soup.select_one("#house").get_text()
    assert "minstens 5 werkers" in said
    assert "tegelijk" in said


def test_a_beginner_is_guided_and_puts_the_guide_away(site: Site) -> None:
    slug = new_game(site.house, *FOUR).slug
    beginner, other = Browser(site.app), Browser(site.app)
    seat = play.table(site.house, slug, None).owed[0].seat
    page = beginner.get(site.link(slug, seat))
    guide = page.soup.select_one("details.guide")
    assert len(guide.select("ol li")) == 3
    ids = {part["id"] for part in page.soup.select("[id]")}
    assert all(link["href"][1:] in ids for link in guide.select('a[href^="#"]'))
    (link,) = guide.select('a[href^="/rules#"]')
    assert link["href"].partition("#")[2] in {part["id"] for part in other.get("/rules").soup.select("[id]")}
    page = beginner.send(".guide form", hide="choose_role")
    assert page.status == 200 and page.soup.select_one("details.guide") is None
    assert page.soup.select_one("#choose") is not None


def test_who_waits_is_told_what_to_look_at(site: Site) -> None:
    slug = new_game(site.house, *FOUR).slug
    seat = play.table(site.house, slug, None).owed[0].seat
    page = Browser(site.app).get(site.link(slug, (seat + 1) % 4))
    assert page.soup.select_one(".guide button[value=waiting]") is not None
    assert page.soup.select_one(".to-guide") is None


def test_long_words_may_break_where_their_parts_meet() -> None:
    words = {"Koffie-branderij": "Koffiebranderij", "Zucker-plantage": "Zuckerplantage", "Plantage": "Plantage"}
    assert {soft(word).replace("\u00ad", "-"): word for word in words.values()} == words
