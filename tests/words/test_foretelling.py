"""Roles foretold in three languages, and what each move does in sentences."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem import rules, words

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "web" / "position.json").read_text("utf-8"))
NAMES = {0: "Bea", 1: "Cem", 2: "Anna", 3: "Dirk"}
ANNA = 2
VIEW = rules.view(rules.load(GOLDEN), ANNA)


def lines(language: str, role: str) -> list[tuple[str, str, int]]:
    told = words.voice(language).forecast(VIEW, ANNA, role, NAMES)
    return [(NAMES[line.seat], line.text, line.count) for line in told.lines]


def test_the_trader_in_german() -> None:
    told = words.voice("de").forecast(VIEW, ANNA, "trader", NAMES)
    assert told.brief == "du 8 Dublonen, Dirk 4"
    assert lines("de", "trader")[:3] == [
        ("Anna", "Kaffee: 4 + 1 als Händler + 1 durch Gebäude; 2 von der Karte", 8),
        ("Dirk", "Tabak: 3 + 1 durch Gebäude", 4),
        ("Bea", "das Handelshaus ist voll", 0),
    ]


def test_the_mayor_in_dutch() -> None:
    assert lines("nl", "mayor")[:2] == [
        ("Anna", "2 van het schip, 1 als burgemeester; voor 4 lege cirkels", 3),
        ("Dirk", "voor 4 lege cirkels", 1),
    ]


def test_the_settler_says_what_is_hidden_and_guesses_nothing() -> None:
    told = words.voice("en").forecast(VIEW, ANNA, "settler", NAMES)
    assert [line.count for line in told.lines] == [5, 4, 3, 2]
    assert told.lines[3].text == "space 8 of 12; may take a quarry, by the construction hut"
    assert told.foot.endswith("8 tiles lie hidden.")


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("role", ["settler", "mayor", "builder", "trader", "captain", "prospector_2"])
def test_every_role_has_a_line_for_everybody(language: str, role: str) -> None:
    view = VIEW | {"roles": VIEW["roles"] | {"prospector_2": {"doubloons": 1, "taken_by": None}}}
    told = words.voice(language).forecast(view, ANNA, role, NAMES)
    assert [line.seat for line in told.lines] == [2, 3, 0, 1]
    assert told.foot and told.brief and all(line.text for line in told.lines)


def test_the_last_city_space_says_that_the_round_is_the_last() -> None:
    player = VIEW["players"][ANNA]
    built = [{"building": name, "colonists": 0} for name in rules.BUILDINGS[:11]]
    roles = VIEW["roles"] | {"builder": {"doubloons": 0, "taken_by": ANNA}}
    players = [p if n != ANNA else player | {"buildings": built} for n, p in enumerate(VIEW["players"])]
    view = VIEW | {"phase": "builder", "chooser": ANNA, "to_act": [ANNA], "roles": roles, "players": players}
    said = words.voice("en").consequences(view, ANNA, f"build {rules.BUILDINGS[11]}", NAMES)
    assert said[-1] == "Your city is then full: this round is the last."
