"""Fixtures of the web tests: the application on SQLite, a browser for each seat, positions to decide in."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select
from werkzeug.test import TestResponse

from pbem import play
from pbem.store import Game, Seat, Store, Turn
from pbem.web import create_app
from pbem.web.guards import limiter
from tests.conftest import COMPILED, Doorbell, StandingClock, new_game, test_settings

FOUR = (
    "Bea <bea@example.org>;lang=de;tz=Europe/Berlin",
    "Cem <cem@example.org>;lang=en;tz=Europe/Istanbul",
    "Anna <anna@example.org>;lang=en;tz=Europe/Amsterdam",
    "Dirk <dirk@example.org>;lang=nl;tz=Europe/Berlin",
)
ANNA = 2
GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "position.json").read_text("utf-8"))


@pytest.fixture
def web_house(sqlite_url: str, tmp_path: Path, clock: StandingClock, doorbell: Doorbell) -> Iterator[play.House]:
    """A house on SQLite alone: what the pages do does not depend on the database."""
    store = Store(sqlite_url)
    store.engine.update_execution_options(compiled_cache=COMPILED)
    yield play.House(test_settings(sqlite_url, tmp_path), store, clock, doorbell)
    store.close()


@dataclass
class Page:
    """An answer and its HTML."""

    answer: TestResponse

    @property
    def status(self) -> int:
        return self.answer.status_code

    @cached_property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.answer.text, "html.parser")

    @property
    def words(self) -> str:
        """What stands on the page, blanks single."""
        return re.sub(r"\s+", " ", self.soup.get_text(" ")).strip()

    @property
    def ask(self) -> str:
        heading = self.soup.select_one("h1")
        return re.sub(r"\s+", " ", heading.get_text()).strip() if heading else ""


class Browser:
    """A browser of one person: cookies, links followed, forms posted as they stand on the page."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.page: Page | None = None

    def get(self, path: str, **options: Any) -> Page:
        self.page = Page(self.client.get(path, follow_redirects=True, **options))
        return self.page

    def fields(self, form: str = "#choose") -> dict[str, str]:
        """The fields of a form as a browser would send them without a click on any button."""
        assert self.page is not None
        found = self.page.soup.select_one(form)
        assert found is not None, self.page.words[:2000]
        fields: dict[str, str] = {}
        for field in found.select("input"):
            kind, name = field.get("type"), str(field.get("name"))
            if kind not in ("radio", "checkbox") or field.has_attr("checked"):
                fields[name] = str(field.get("value") or "")
        return fields

    def send(self, form: str = "#choose", **changes: str) -> Page:
        """Posts a form of the page with some fields changed, and follows the answer."""
        assert self.page is not None
        fields = {**self.fields(form), **changes}
        action = str(self.page.soup.select_one(form)["action"])  # type: ignore[index]
        self.page = Page(self.client.post(action, data=fields, follow_redirects=True))
        return self.page


@dataclass
class Site:
    """The application and its house."""

    house: play.House
    app: Flask

    def link(self, slug: str, seat: int) -> str:
        """The path of a new link of a seat."""
        url = next(url for number, _, url in play.seat_links(self.house, slug) if number == seat)
        return url.removeprefix(self.house.settings.base_url)

    def token(self, slug: str, seat: int) -> str:
        return self.link(slug, seat).rpartition("/")[2]

    def stop_link(self, slug: str, seat: int) -> str:
        with self.house.store.read() as session:
            row = session.scalars(select(Seat).join(Game).where(Game.slug == slug, Seat.number == seat)).one()
            return play.link_url(self.house, "stop", row.id, row.nonce).removeprefix(self.house.settings.base_url)

    def browser(self, slug: str | None = None, seat: int = 0) -> Browser:
        """A browser, which has followed the seat's link when a table is given."""
        browser = Browser(self.app)
        if slug is not None:
            assert browser.get(self.link(slug, seat)).status == 200
        return browser


APPS: list[Flask] = []


@pytest.fixture
def site(web_house: play.House) -> Site:
    """The application, made once as its templates take longer to compile than a test, over this test's house."""
    if not APPS:
        APPS.append(create_app(web_house, mailbox=True))
    APPS[0].extensions["pbem.house"] = web_house
    limiter.reset()
    return Site(web_house, APPS[0])


@pytest.fixture
def slug(site: Site) -> str:
    """A started game of three: Anna (Dutch), Bea (German), Cem (English)."""
    return new_game(site.house).slug


def set_position(house: play.House, slug: str, position: dict[str, Any]) -> None:
    """Puts a running game into a position, with the turns that it asks for."""
    with house.store.write() as session:
        game = session.scalars(select(Game).where(Game.slug == slug)).one()
        game.position = position
        game.state = "finished" if position["phase"] == "game_over" else "running"
        session.execute(delete(Turn).where(Turn.game_id == game.id))
        for seat in game.seats:
            if seat.number in position["to_act"]:
                now = house.clock()
                session.add(
                    Turn(game_id=game.id, seat_id=seat.id, since_ply=game.ply, asked_at=now, reminders=0,
                         deadline_at=now + timedelta(hours=48))
                )  # fmt: skip


def position_for(kind: str) -> dict[str, Any]:
    """The golden position of the look, gone on to a decision of that kind for Anna."""
    position = copy.deepcopy(GOLDEN)
    roles, anna = position["roles"], position["players"][ANNA]

    def take(role: str) -> None:
        roles[role] = {"doubloons": 0, "taken_by": ANNA}
        position["chooser"] = ANNA

    match kind:
        case "settler":
            take("settler")
            position.update(phase="settler", progress={"hacienda_used": False})
        case "mayor":
            take("mayor")
            position.update(phase="mayor", to_act=[2, 3, 0, 1], colonist_ship=0)
            position["players"][2]["san_juan"] += 3
            for seat in (3, 0, 1):
                position["players"][seat]["san_juan"] += 1
            position["supply"]["colonists"] -= 1
        case "builder" | "trader":
            take(kind)
            position["phase"] = kind
            anna["doubloons"] += 2 if kind == "trader" else 0
        case "craftsman":
            roles["craftsman"], roles["mayor"] = {"doubloons": 0, "taken_by": ANNA}, {"doubloons": 0, "taken_by": 0}
            position.update(phase="craftsman", chooser=ANNA, progress={"may_take": ["indigo", "coffee"]})
        case "captain":
            take("captain")
            progress = {"privilege_vp_given": False, "wharf_used": [], "passed": []}
            position.update(phase="captain", progress=progress)
        case "game_over":
            position.update(phase="game_over", chooser=None, to_act=[], ending="vp")
        case "storage":
            take("captain")
            position.update(phase="storage")
    return position


@pytest.fixture
def golden(site: Site) -> Callable[[str], Browser]:
    """Anna's browser at the golden table, with a decision of the given kind."""

    def at(kind: str, seat: int = ANNA) -> Browser:
        game = new_game(site.house, *FOUR)
        set_position(site.house, game.slug, position_for(kind))
        return site.browser(game.slug, seat)

    return at
