"""The table's page in a real browser: the first round by mouse, by keyboard, without script; it fits every width."""

import pytest
from playwright.sync_api import Browser as Chromium
from sqlalchemy import select

from pbem import mail, play
from pbem.store import Person
from tests.browser.conftest import OPEN, anna_alone, open_table
from tests.conftest import new_game, play_on
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

pytestmark = pytest.mark.slow
KINDS = ("choose_role", "settler", "mayor", "builder", "craftsman", "trader", "captain", "storage")


def test_steppers_count_what_is_left(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR).slug
    set_position(served.house, slug, position_for("mayor"))
    page = open_table(chromium, served, slug, ANNA)
    assert page.locator("#pool").inner_text() == "all placed"
    page.get_by_role("button", name="one fewer: Corn plantation").click()
    assert page.locator("#pool").inner_text().strip() == "1 still to place"
    assert page.locator("#pool svg").count() == 1
    page.get_by_role("button", name="one more: Sugar plantation").click()
    assert page.locator("#pool").inner_text() == "all placed"
    assert page.get_by_role("button", name="one more: Corn plantation").is_disabled()
    page.get_by_role("button", name="Place them like this").click()
    page.locator(".told", has_text="Played:").wait_for()
    island = play.table(served.house, slug, ANNA).view["players"][ANNA]["island"]  # type: ignore[index]
    assert [tile["colonist"] for tile in island if tile["tile"] == "sugar"] == [True]


BEYOND = """[...document.querySelectorAll(".pick, .pick *, .scroll")].filter(e => e.checkVisibility())
  .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display != "inline")
  .map(e => `${e.scrollWidth} of ${e.clientWidth}: ${e.outerHTML.slice(0, 90)}`)"""


def test_nothing_sticks_out(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR, name="A table with a name that is rather long").slug
    page = open_table(chromium, served, slug, ANNA)
    for kind in (*KINDS, "game_over"):
        set_position(served.house, slug, position_for(kind))
        page.goto(f"{served.house.settings.base_url}/games/{slug}")
        for width in (320, 390, 768, 1280, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (kind, width)


@pytest.mark.parametrize("language", ["nl", "de"])
def test_words_stay_in_their_boxes(served: Site, chromium: Chromium, language: str) -> None:
    slug = new_game(served.house, *(seat.replace("lang=en", f"lang={language}") for seat in FOUR)).slug
    page = open_table(chromium, served, slug, ANNA)
    for kind in ("settler", "game_over"):
        set_position(served.house, slug, position_for(kind))
        page.goto(f"{served.house.settings.base_url}/games/{slug}")
        for width in (320, 390, 1000, 1280):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate(BEYOND) == [], (kind, width)


@pytest.mark.parametrize("language", ["nl", "de"])
def test_long_words_fit_a_narrow_phone(served: Site, chromium: Chromium, language: str) -> None:
    seats = [seat.replace("lang=en", f"lang={language}") for seat in FOUR]
    slug = new_game(served.house, *seats).slug
    page = open_table(chromium, served, slug, ANNA, viewport={"width": 320, "height": 700})
    for kind in (*KINDS, "game_over"):
        set_position(served.house, slug, position_for(kind))
        page.goto(f"{served.house.settings.base_url}/games/{slug}")
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, kind


@pytest.mark.parametrize("height", [600])
def test_the_decision_never_covers_the_buildings_for_sale(served: Site, chromium: Chromium, height: int) -> None:
    slug = new_game(served.house, *FOUR).slug
    page = open_table(chromium, served, slug, ANNA, viewport={"width": 1280, "height": height})
    for kind in ("choose_role", "builder", "captain"):
        set_position(served.house, slug, position_for(kind))
        page.goto(f"{served.house.settings.base_url}/games/{slug}")
        boxes = "['.stick', '#market'].map(s => document.querySelector(s).getBoundingClientRect())"
        for step in range(12):
            page.evaluate(f"window.scrollTo(0, document.body.scrollHeight * {step} / 11)")
            turn, market = page.evaluate(f"{boxes}.map(box => [box.top, box.bottom])")
            assert turn[1] <= market[0], (kind, step)
            if step == 3:
                assert 0 <= turn[0] < 20 and turn[1] <= height, "it stays in sight beside the boards"


def test_a_letter_in_the_mailbox_scrolls_by_itself(served: Site, chromium: Chromium) -> None:
    new_game(served.house, start=False)
    for letter in play.due(served.house).letters:
        mail.deliver(served.house, letter)
    entry = play.mailbox(served.house)[0]
    sizes = []
    for width in (390, 1280):
        context = chromium.new_context(viewport={"width": width, "height": 800})
        OPEN.append(context)
        page = context.new_page()
        page.goto(f"{served.house.settings.base_url}/mailbox/{entry.id}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes.append(page.evaluate("(pre => pre.scrollWidth > pre.clientWidth)(document.querySelector('pre'))"))
    assert sizes[0], "the lines of the text stay whole"
    assert page.locator("iframe").bounding_box()["height"] >= 760  # type: ignore[index]


def test_the_page_of_who_waits_follows_the_table(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR).slug
    page = open_table(chromium, served, slug, 1)
    assert page.locator("h1").inner_text() == "Bea chooses a role"
    play_on(served.house, slug, 1)
    page.locator("[data-part=since]", has_text="Bea, settler").wait_for(timeout=15_000)


def test_the_button_names_the_choice(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR).slug
    set_position(served.house, slug, position_for("choose_role"))
    page = open_table(chromium, served, slug, ANNA)
    button = page.locator("#choose .confirm .btn")
    assert button.inner_text() == "Play your choice"
    page.locator("#choose label.pick", has_text="Captain").click()
    assert button.inner_text() == "Take the captain"


def test_who_touches_the_page_is_there_and_a_browser_that_only_looks_is_not(served: Site, chromium: Chromium) -> None:
    slug = anna_alone(served)
    page = open_table(chromium, served, slug)

    def seen() -> bool:
        with served.house.store.read() as session:
            return session.scalars(select(Person.seen_at)).one() is not None

    page.evaluate(
        "document.body.click(); document.body.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))"
    )
    page.wait_for_timeout(300)
    assert not seen()  # a script's own clicks are nobody's
    with page.expect_response("**/here") as answer:
        page.mouse.click(5, 300)
    assert answer.value.status == 204 and seen()
    page.mouse.click(5, 300)
    page.keyboard.press("Tab")
    page.wait_for_timeout(300)
    assert [entry for entry in page.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
            if entry.endswith("/here")] == [f"{served.house.settings.base_url}/games/{slug}/here"]  # fmt: skip
