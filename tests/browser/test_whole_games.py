"""A whole game through the page, decided with the mouse, with the keyboard alone, and without script."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from pbem import bots, play
from tests.browser.conftest import open_table
from tests.conftest import new_game
from tests.web.conftest import Site

pytestmark = pytest.mark.slow
SEED = "whole 3"  # a short game in which Anna is asked for all eight kinds of decision
SEATS = ("Anna <anna@example.org>;lang=en;tz=Europe/Amsterdam", "bot:steady", "bot:steady")
KINDS = {"choose_role", "settler", "mayor", "builder", "craftsman", "trader", "captain", "storage"}
LONGEST = 120.0  # seconds, on a machine that is busy with other tests; alone it takes a quarter of a minute


class _Bell:
    """Lets bots move at once, before the answer to the move that asked them is written."""

    def __init__(self) -> None:
        self.house: play.House | None = None
        self.busy = threading.local()

    def __call__(self, what: str, number: int) -> None:
        if what != "bots" or self.house is None or getattr(self.busy, "now", False):
            return
        self.busy.now = True
        play.let_bots_move(self.house, number, at_most=400)
        self.busy.now = False


def play_a_game(site: Site, chromium: Chromium, decide: Callable[[Page, str], None], **options: Any) -> None:
    """Plays to the end through one page, which is opened once; Anna decides as a steady bot would."""
    bell = _Bell()
    site.house = bell.house = replace(site.house, ring=bell)
    site.app.extensions["pbem.house"] = site.house
    slug = new_game(site.house, *SEATS, seed=SEED).slug
    bell("bots", play.table(site.house, slug, None).game.id)
    page = open_table(chromium, site, slug, 0, **options)
    if options.get("java_script_enabled", True):
        page.evaluate("window.opened = 'once'")
    asked, until = [], time.monotonic() + LONGEST
    while (table := play.table(site.house, slug, 0)).game.state == "running":
        assert time.monotonic() < until, "the game takes too long"
        assert table.view is not None and table.legal is not None and table.my_turn is not None
        page.locator(f"#choose > input[name=ply][value='{table.game.ply}']").wait_for(state="attached")
        if options.get("java_script_enabled", True):
            assert page.evaluate("window.opened") == "once", "decisions follow one another without loading the page"
        move = bots.choose("steady", table.view, table.legal, 0, "")
        decide(page, move)
        page.locator(f"#choose > input[name=ply][value='{table.game.ply}']").wait_for(state="detached")
        mine = [
            entry for entry in play.table(site.house, slug, 0).log if entry.ply > table.game.ply and entry.seat == 0
        ]
        assert mine[0].move == move and mine[0].via == "web"
        asked.append(table.view["phase"])
    assert set(asked) == KINDS and len(asked) > 40
    page.locator("#turn table.count").wait_for()


def _parts(move: str) -> tuple[str, bool]:
    """The move of the row, and whether its box is ticked."""
    plain = move.removesuffix(" +colonist").removesuffix(" -colonist")
    return plain, plain != move


def _wanted(page: Page, move: str) -> dict[str, int]:
    """How many colonists each stepper is to have."""
    counts = dict(pair.split("=") for pair in move.split()[1:])
    names = page.locator("#steppers input").evaluate_all("all => all.map(one => one.name.slice(2))")
    return {name: int(counts.get(name, 0)) for name in names}


def by_mouse(page: Page, move: str) -> None:
    """Touches the piece on the board where there is one, else the row; then the button that names the move."""
    plain, has_tick = _parts(move)
    if move in ("pass", "hacienda"):
        page.locator(f"#turn button[name=do][value={move}]").click()
        return
    if move.startswith("place"):
        _place_by_mouse(page, move)
    else:
        piece = page.locator(f"main [data-move='{plain}']:visible")
        radio = page.locator(f"#choose input[value='{plain}']")
        if piece.count():
            piece.first.click()
        else:
            page.locator(f"label[for={radio.get_attribute('id')}]").click()
        assert radio.is_checked()
        if has_tick:
            page.locator("#choose .tick:visible").click()
    page.locator("#choose .confirm .btn").first.click()


def _place_by_mouse(page: Page, move: str) -> None:
    for name, count in sorted(_wanted(page, move).items(), key=lambda wish: wish[1]):
        field = page.locator(f"#n-{name}")
        while (now := int(field.input_value())) != count:
            page.locator(f".stp:has(#n-{name}) button").nth(0 if now > count else 1).click()


def by_keyboard(page: Page, move: str) -> None:
    """Tab, arrows, blank, digits and Enter; it begins where the page has put the focus."""
    plain, has_tick = _parts(move)
    if move in ("pass", "hacienda"):
        _tab_to(page, f"button[name=do][value={move}]")
    elif move.startswith("place"):
        for name, count in _wanted(page, move).items():
            _tab_to(page, f"#n-{name}")
            page.keyboard.type(str(count))
    else:
        _tab_to(page, "#choose input.o")
        page.keyboard.press("Space")
        for _ in range(40):
            if page.evaluate("document.activeElement.value") == plain:
                break
            page.keyboard.press("ArrowDown")
        if has_tick:
            _tab_to(page, "#choose [data-adds]")
            page.keyboard.press("Space")
    page.keyboard.press("Enter")


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


def by_forms(page: Page, move: str) -> None:
    """Radios, number fields and buttons of plain forms."""
    plain, has_tick = _parts(move)
    if move in ("pass", "hacienda"):
        page.locator(f"#turn button[name=do][value={move}]").click()
        return
    if move.startswith("place"):
        for name, count in _wanted(page, move).items():
            page.locator(f"#n-{name}").fill(str(count))
    else:
        radio = page.locator(f"#choose input[value='{plain}']")
        page.locator(f"label[for={radio.get_attribute('id')}]").click()
        if has_tick:
            page.locator("#choose .tick:visible").click()
    page.locator("#choose .confirm .btn").first.click()


def test_with_the_mouse(served: Site, chromium: Chromium) -> None:
    play_a_game(served, chromium, by_mouse, viewport={"width": 1280, "height": 900})


def test_with_the_keyboard_alone(served: Site, chromium: Chromium) -> None:
    play_a_game(served, chromium, by_keyboard, viewport={"width": 1280, "height": 900})


def test_without_script(served: Site, chromium: Chromium) -> None:
    play_a_game(served, chromium, by_forms, viewport={"width": 390, "height": 844}, java_script_enabled=False)
