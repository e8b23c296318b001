"""A turn letter for every kind of decision, from positions of a whole game; no database."""

import random
import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

from pbem import play, rules
from pbem.mail.contents.asking import turn_view
from pbem.mail.frames import Reader
from pbem.mail.rendering import render_html, render_text
from pbem.words import LANGUAGES, voice
from tests.letters.checks import check_html, check_text

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
NAMES = ("Anna", "Bea", "Cem", "Dirk")
PHASES = [phase for phase in rules.PHASES if phase != "game_over"]


def decisions() -> dict[str, play.Table]:
    """A decision of each phase, late in whole games of four, as the table of the seat to act."""
    found: dict[str, play.Table] = {}
    for seed in range(50):
        found.update(_decisions(str(seed)))
        if len(found) == len(PHASES):
            return found
    raise AssertionError(f"fifty games ask nothing in {set(PHASES) - set(found)}")


def _decisions(seed: str) -> dict[str, play.Table]:
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json({"players": 4}), seed)
    found: dict[str, play.Table] = {}
    log: list[play.LogEntry] = []
    while (legal := rules.legal(state)).to_act:
        seat = legal.to_act[0]
        view = rules.view(state, seat)
        moves = legal.moves.get(seat) or (rules.suggest_placement(view, seat),)
        found[view["phase"]] = _table(view, legal, seat, log)
        acting = [move for move in moves if move != "pass"] or list(moves)
        for event in rules.narrate(state, seat, luck.choice(acting)):
            mark = "auto" if event.auto else ""
            log.append(play.LogEntry(len(log) + 1, event.seat, event.move, mark, "test", NOW, event))
    return found


def _table(view: dict[str, Any], legal: rules.Legal, seat: int, log: list[play.LogEntry]) -> play.Table:
    game = SimpleNamespace(ply=len(log), chain="0" * 8, round=view["round"], name="Friday table")
    owed = play.Owed(seat, len(log), NOW, NOW + timedelta(hours=48))
    seats = tuple(play.SeatInfo(n, n, name, None, "en", "UTC", "accepted", True) for n, name in enumerate(NAMES))
    mine = max((entry.ply for entry in log if entry.seat == seat and not entry.mark), default=0)
    return play.Table(
        game=game,  # type: ignore[arg-type]
        seats=seats,
        me=seats[seat],
        view=view,
        legal=legal,
        owed=(owed,),
        my_turn=owed,
        log=tuple(log),
        since_ply=mine,
        scores=(),
    )


@pytest.fixture(scope="module")
def tables() -> dict[str, play.Table]:
    return decisions()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_a_letter_for_every_kind_of_decision(tables: dict[str, play.Table], phase: str, language: str) -> None:
    table = tables[phase]
    assert table.me and table.view and table.legal
    seat, url = table.me.number, "http://127.0.0.1:8000/t/" + "x" * 65
    letter: Any = SimpleNamespace(kind="turn", seat=seat, ply=table.game.ply, merged=(), is_first=False)
    names = dict(enumerate(NAMES))
    reader = Reader(letter, table, voice(language, "Europe/Amsterdam"), names, "Friday table", url, f"{url}-stop")
    house: Any = SimpleNamespace(clock=lambda: NOW)
    view = turn_view(house, letter, reader)
    assert view is not None
    text, html = render_text(view), render_html(view)
    check_text(text)
    check_html(html, language)
    moves = table.legal.moves.get(seat) or (rules.suggest_placement(table.view, seat),)
    page = BeautifulSoup(html, "html.parser")
    links = [urlsplit(str(a["href"])) for a in page.find_all("a", href=re.compile(r"[?]move="))]
    assert {parse_qs(link.query)["move"][0] for link in links} == set(moves)
    for move in moves:
        assert f"?move={move.replace('+', '%2B').replace('=', '%3D').replace(' ', '+')}\n" in text
