"""The decision in place in a real browser: choosing, seeing it on the board, sending it, and what goes wrong then."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route, expect

from pbem import play
from tests.browser.conftest import COMPLAINTS, open_table, violations
from tests.conftest import new_game, play_on
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}
CHOICES = {
    "choose_role": "role captain",
    "settler": "settle coffee",
    "builder": "build large_market",
    "craftsman": "take coffee",
    "trader": "sell coffee",
    "captain": "ship coffee 6",
    "storage": "keep coffee=1",
}
Asked = Callable[..., Page]


@pytest.fixture
def asked(served: Site, chromium: Chromium) -> Asked:
    """Opens Anna's page at a decision of a kind."""

    def at(kind: str, **options: object) -> Page:
        slug = new_game(served.house, *FOUR).slug
        set_position(served.house, slug, position_for(kind))
        return open_table(chromium, served, slug, ANNA, **options)

    return at


def choose(page: Page, move: str) -> None:
    option = page.locator(f"#choose input[value='{move}']").get_attribute("id")
    page.locator(f"label[for={option}]").click()


def test_a_choice_opens_with_what_it_does_and_is_seen_on_the_board(asked: Asked) -> None:
    page = asked("captain", viewport={"width": 1280, "height": 900})
    choose(page, "ship coffee 6")
    expect(page.locator(".fc:visible")).to_contain_text("You get 3 points: 2 + 1 as captain. The ship of 6 then takes")
    expect(page.locator("#harbour")).to_contain_text("coffee, 2 of 6")
    expect(page.locator("[data-part=boards]")).to_contain_text("So it would be after your choice")
    expect(page.locator("#choose .confirm .btn").first).to_have_text(
        "Load coffee on the ship of 6", use_inner_text=True
    )
    assert not page.locator("#choose .look").is_visible()


def test_a_role_opens_with_a_line_for_everybody(asked: Asked) -> None:
    page = asked("choose_role")
    choose(page, "role captain")
    rows = page.locator(".fc:visible tr")
    assert [row.replace("\n", "") for row in rows.all_inner_texts()] == [  # a name may stand on lines of its own
        "You\t2 coffee, 1 indigo, 1 as captain; loses 1 corn\t4",
        "Dirk\tno ship for tobacco; loses 3 tobacco\t0",
        "Bea\t2 indigo; loses 1 corn, 3 sugar\t2",
        "Cem\t2 corn\t2",
    ]
    assert page.locator(".fc:visible > p").inner_text().startswith("Points, if you load coffee first")


@pytest.mark.parametrize("kind", CHOICES)
def test_touching_the_board_chooses(asked: Asked, kind: str) -> None:
    page = asked(kind, viewport={"width": 1280, "height": 900})
    pieces = page.locator("main [data-move]:visible")
    assert pieces.count()
    move = pieces.last.get_attribute("data-move")
    pieces.last.click()
    expect(page.locator("#choose input.o:checked")).to_have_value(str(move))


def test_steppers_show_on_the_board_and_say_the_harvest(asked: Asked) -> None:
    page = asked("mayor", viewport={"width": 1280, "height": 900})
    expect(page.locator("[data-part=does]")).to_contain_text(
        "Next harvest: 1 indigo, 2 coffee, instead of 1 indigo, 1 coffee."
    )
    page.get_by_role("button", name="one fewer: Coffee roaster").click()
    expect(page.locator("[data-part=does]")).to_contain_text("Next harvest: 1 indigo, 1 coffee, as now.")
    expect(page.locator("[data-part=does]")).to_contain_text("1 colonist in San Juan.")
    assert page.locator("#n-coffee_roaster").input_value() == "1"


def test_touching_my_board_takes_a_colonist_and_gives_one(asked: Asked) -> None:
    page = asked("mayor", viewport={"width": 1280, "height": 900})
    mine = page.locator(".board.me")
    mine.locator("[data-move][aria-label^='Corn plantation']").first.click()
    expect(page.locator("#n-corn")).to_have_value("1")
    expect(page.locator("[data-part=does]")).to_contain_text("1 colonist in San Juan.")
    mine.locator("[data-move][aria-label^='Sugar plantation']").first.click()
    expect(page.locator("#n-sugar")).to_have_value("1")
    expect(page.locator("#pool")).to_contain_text("all placed")


def test_a_double_click_sends_once(served: Site, asked: Asked) -> None:
    page = asked("trader")
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.url.endswith("/move") else None)
    choose(page, "sell coffee")
    page.locator("#choose .confirm .btn").first.dblclick()
    page.locator(".told", has_text="Played: coffee.").wait_for()
    assert len(posts) == 1


def test_after_a_move_the_focus_is_at_what_happened_and_the_address_is_the_table(asked: Asked) -> None:
    page = asked("trader")
    choose(page, "sell coffee")
    page.locator("#choose .confirm .btn").first.click()
    page.locator("#turn .told", has_text="Played: coffee. You got 6 doubloons.").wait_for()
    assert page.evaluate("document.activeElement.id") == "since"
    assert re.search(r"/games/[\w-]+\?played=\d+$", page.url)
    assert "Played: coffee." in page.locator("#says").inner_text()


@pytest.mark.parametrize("trouble", ["line down", "server"])
def test_a_choice_that_did_not_arrive_stays_and_is_sent_again(asked: Asked, trouble: str) -> None:
    page = asked("trader")
    choose(page, "sell coffee")
    keys: list[str] = []

    def fail(route: Route) -> None:
        keys.append(str(route.request.post_data))
        if trouble == "server":
            route.fulfill(status=502, body="down")
        else:
            route.abort()

    page.route("**/move", fail)
    page.locator("#choose .confirm .btn").first.click()
    expect(page.locator("#failed")).to_have_text("Your choice was not recorded. It is still set here; send it again.")
    assert page.locator("#choose input.o:checked").input_value() == "sell coffee"
    page.unroute("**/move")
    page.on("request", lambda request: keys.append(str(request.post_data)) if request.method == "POST" else None)
    page.locator("#choose .confirm .btn").first.click()
    page.locator(".told", has_text="Played: coffee.").wait_for()
    assert keys[0] == next(key for key in keys[1:] if "key=" in key), "the same key: a repeat is harmless"
    COMPLAINTS[:] = [line for line in COMPLAINTS if "Failed to load resource" not in line]


def test_a_refusal_stands_at_the_choice_with_the_focus(asked: Asked) -> None:
    page = asked("mayor")
    page.get_by_role("button", name="one fewer: Corn plantation").click()
    page.get_by_role("button", name="Place them like this").click()
    refused = page.locator("#refused")
    expect(refused).to_contain_text("Nobody waits in San Juan while a circle is empty")
    assert page.evaluate("document.activeElement.id") == "refused"
    assert page.locator("#n-corn").input_value() == "1"
    COMPLAINTS[:] = [line for line in COMPLAINTS if "422" not in line]


def test_a_lost_session_says_so_and_keeps_the_choice(asked: Asked) -> None:
    page = asked("trader")
    choose(page, "sell coffee")
    page.context.clear_cookies()
    page.locator("#choose .confirm .btn").first.click()
    expect(page.locator("#failed")).to_be_visible()
    assert page.locator("#choose input.o:checked").input_value() == "sell coffee"
    COMPLAINTS[:] = [line for line in COMPLAINTS if "40" not in line]


def test_decisions_follow_one_another(served: Site, asked: Asked) -> None:
    page = asked("settler")
    page.get_by_role("button", name="Draw a hidden tile").click()
    page.locator("#turn .told", has_text="Played: a hidden tile.").wait_for()
    assert page.evaluate("document.activeElement.id") == "ask"
    choose(page, "settle quarry")
    page.locator("#choose .confirm .btn").first.click()
    page.locator("#turn .told", has_text="Played: quarry.").wait_for()


def test_a_move_of_another_leaves_a_half_made_choice(served: Site, chromium: Chromium) -> None:
    slug = new_game(served.house, *FOUR).slug
    set_position(served.house, slug, position_for("mayor"))
    page = open_table(chromium, served, slug, ANNA)
    page.get_by_role("button", name="one fewer: Corn plantation").click()
    table = play.table(served.house, slug, 3)
    assert table.view is not None
    play_on(served.house, slug, 1)
    page.wait_for_timeout(200)
    assert page.locator("#n-corn").input_value() == "1"


def test_without_script_the_choice_is_looked_at_first(asked: Asked) -> None:
    page = asked("mayor", java_script_enabled=False)
    page.locator("#n-corn").fill("1")
    page.get_by_role("button", name="See the choice on the board first").click()
    assert "move=place" in page.url
    assert page.locator("#n-corn").input_value() == "1"
    assert "So it would be after your choice" in page.locator("[data-part=boards]").inner_text()
    page = asked("choose_role", java_script_enabled=False)
    choose(page, "role captain")
    assert page.locator(".fc:visible tr").count() == 4, "it opens by style alone"
    assert page.locator("#choose .confirm .btn").first.inner_text() == "Take the captain"


@pytest.mark.parametrize("kind", [*CHOICES, "mayor"])
def test_no_barrier_is_found(asked: Asked, kind: str) -> None:
    page = asked(kind, viewport=PHONE, bypass_csp=True)
    if kind in CHOICES:
        choose(page, CHOICES[kind])
        page.locator("#choose input.o:checked").wait_for(state="attached")
    assert violations(page) == []


@pytest.mark.parametrize("kind", [*CHOICES, "mayor"])
def test_the_first_screen_of_a_phone(asked: Asked, kind: str) -> None:
    """Is it my turn, what am I asked, until when, a choice, and the button: without scrolling."""
    page = asked(kind, viewport=PHONE)
    first = "#choose .pick" if kind != "mayor" else "#choose .st"
    for wanted in ("#ask", ".due", first, "#choose .confirm .btn"):
        box = page.locator(wanted).first.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"], wanted
    if kind == "choose_role":
        last = page.locator("#choose .pick").last.bounding_box()
        button = page.locator("#choose .confirm").bounding_box()
        assert last and button and last["y"] + last["height"] <= button["y"], "all roles are in sight"


@pytest.mark.parametrize("kind", ["builder", "mayor"])
def test_the_button_is_in_sight_on_a_desktop(asked: Asked, kind: str) -> None:
    page = asked(kind, viewport={"width": 1280, "height": 800})
    box = page.locator("#choose .confirm .btn").first.bounding_box()
    assert box and box["y"] + box["height"] <= 800


def test_what_a_screen_reader_is_told_of_a_role(asked: Asked) -> None:
    page = asked("choose_role")
    choose(page, "role trader")
    expect(page.locator("#choose")).to_match_aria_snapshot("""
      - group "Choose a role":
        - radio /Settler you first/
        - radio /Mayor you 3 colonists/
        - radio /Builder affordable. you 9 buildings/
        - radio /Trader you 8 doubloons, Dirk 4 .*2 doubloons on the card/ [checked]
        - table "Trader, for everybody":
          - rowgroup:
            - row /You coffee. 4 \\+ 1 as trader .* 8/
            - row /Dirk tobacco. .* 4/
            - row /Bea the house is full 0/
            - row /Cem the house is full 0/
        - paragraph: /Doubloons, if each sells at the best price/
        - radio /Captain/
      - list "The order of this round"
      - button "Take the trader"
    """)


def test_what_a_screen_reader_is_told_of_placing(asked: Asked) -> None:
    page = asked("mayor")
    expect(page.locator("#choose")).to_match_aria_snapshot("""
      - group "Colonists on each kind of tile and on each building":
        - 'button "one fewer: Corn plantation"'
        - spinbutton "Corn plantation now 2": "2"
        - 'button "one more: Corn plantation" [disabled]'
      - paragraph: /Next harvest/
      - status: all placed
      - button "Place them like this"
    """)
