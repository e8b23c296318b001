"""The voice in whole games: choices, forecasts against the engine, stories, boards, refusals."""

import copy
import itertools
import random
import re
from dataclasses import dataclass
from typing import Any

import pytest

from pbem import rules
from pbem.words import LANGUAGES, forecast, voice, width
from pbem.words.describing import board_table, fitted

NAMES = {0: "Anna", 1: "Bea", 2: "Cem", 3: "Dirk"}


@dataclass(frozen=True)
class Entry:
    seat: int
    move: str
    mark: str
    event: rules.Event
    ply: int = 0


@dataclass(frozen=True)
class Asked:
    """A decision that came up: what the seat saw, what it might do, what it did and what came of it."""

    seat: int
    view: dict[str, Any]
    legal: rules.Legal
    events: tuple[rules.Event, ...]


def played_game(players: int, seed: str) -> tuple[Asked, ...]:
    """A whole game of lively moves."""
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json({"players": players}), seed)
    asked = []
    while (legal := rules.legal(state)).to_act:
        seat = legal.to_act[0]
        view = copy.deepcopy(rules.view(state, seat))
        moves = legal.moves.get(seat) or (rules.suggest_placement(view, seat),)
        acting = [move for move in moves if move != "pass"] or list(moves)
        events = rules.narrate(state, seat, luck.choice(acting))
        asked.append(Asked(seat, view, legal, tuple(events)))
    return tuple(asked)


@pytest.fixture(scope="module")
def game() -> tuple[Asked, ...]:
    return played_game(4, "words") + played_game(2, "words")


def debris(text: str) -> list[str]:
    """What must never be left in a sentence: placeholders, names of notation, None."""
    return re.findall(r"%\(|\{|\bNone\b|[a-z]+_[a-z]+|  ", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_whole_games_has_words(game: tuple[Asked, ...], language: str) -> None:
    speaker = voice(language)
    phases = set()
    for asked in game:
        choices = speaker.choices(asked.view, asked.seat, asked.legal)
        phases.add(asked.view["phase"])
        moves = asked.legal.moves.get(asked.seat)
        if moves:
            assert [choice.move for choice in choices] == list(moves)
        else:
            assert len(choices) == 1 and choices[0].move.startswith("place ")
        for choice in choices:
            assert choice.label and choice.button
            assert not debris(f"{choice.label}|{choice.note}|{choice.group}|{choice.button}"), choice
        assert len({choice.button for choice in choices}) == len(choices)
        assert not debris(speaker.ask(asked.view, asked.seat))
        assert NAMES[asked.seat] in speaker.waiting(asked.view, asked.seat, NAMES[asked.seat])
    assert phases >= {"choose_role", "settler", "mayor", "builder", "craftsman", "trader", "captain", "storage"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_told_by_name(game: tuple[Asked, ...], language: str) -> None:
    speaker = voice(language)
    log = [Entry(e.seat, e.move, "auto" if e.auto else "", e) for asked in game for e in asked.events]
    stories = speaker.story(log, NAMES, 0)
    text = "\n".join(story.text for story in stories)
    assert not debris(text), debris(text)[:5]
    assert {story.role for story in stories} >= {None, "settler", "mayor", "builder", "craftsman", "captain"}
    for name in ("Bea", "Cem", "Dirk"):
        assert name in text
    assert "Anna" not in text, "the reader is told as you"
    assert not debris(" ".join(speaker.move(entry.move) for entry in log))
    assert not debris(" ".join(speaker.played(entry.move) for entry in log))


def test_the_public_is_told_everybody_by_name(game: tuple[Asked, ...]) -> None:
    log = [Entry(e.seat, e.move, "", e) for asked in game for e in asked.events]
    text = "\n".join(story.text for story in voice("en").story(log, NAMES, None))
    assert "Anna" in text
    assert not re.search(r"\b[Yy]ou\b", text)


def test_forecasts_are_what_the_engine_does(game: tuple[Asked, ...]) -> None:
    """Harvest and colonists as counted for a choice of role are what the choice then brings (rules 3.2, 3.4)."""
    seen = set()
    for asked in game:
        if asked.view["phase"] != "choose_role":
            continue
        event, me = asked.events[0], asked.seat
        card = asked.view["roles"][event.move.split()[1]]["doubloons"]
        gains = event.gains.get(me, {})
        if event.move == "role craftsman":
            seen.add("craftsman")
            assert {t: n for t, n in gains.items() if t in rules.GOODS} == forecast.harvest(asked.view, me)
        if event.move == "role mayor":
            seen.add("mayor")
            mine, low, high = forecast.colonists(asked.view)
            assert gains.get("colonists", 0) == mine
            others = [event.gains.get(s, {}).get("colonists", 0) for s in range(len(asked.view["players"])) if s != me]
            assert (min(others), max(others)) == (low, high)
        if event.move == "role prospector":
            assert gains["doubloons"] == card + 1
    assert seen == {"craftsman", "mayor"}


def test_builder_and_trader_forecasts_are_what_is_then_offered(game: tuple[Asked, ...]) -> None:
    checked = 0
    for before, after in itertools.pairwise(game):
        if before.view["phase"] != "choose_role" or before.seat != after.seat:
            continue
        role = before.events[0].move.split()[1]
        if role == "builder" and after.view["phase"] == "builder":
            offered = [m for m in after.legal.moves[after.seat] if m.startswith("build") and "+" not in m]
            forecasts = forecast.affordable(before.view, before.seat)
            assert [f"build {name}" for name in forecasts] == offered
            assert list(forecasts.values()) == [
                rules.price(after.view, after.seat, move.split()[1]) for move in offered
            ]
            checked += 1
        if role == "trader" and after.view["phase"] == "trader":
            best = max(
                rules.sale_price(after.view, after.seat, move.split()[1])
                for move in after.legal.moves[after.seat]
                if move != "pass"
            )
            assert forecast.best_sale(before.view, before.seat) == best
            checked += 1
    assert checked > 5


def event(seat: int, move: str, role: str | None, gains: dict[int, dict[str, int]], **more: Any) -> Entry:
    mark = more.pop("mark", "")
    made = rules.Event(
        seat,
        move,
        False,
        more.pop("round", 8),
        0,
        more.pop("phase", "builder"),
        role,
        more.pop("chooser", 2),
        gains,
        **more,
    )
    return Entry(seat, move, mark, made)


def test_a_story_as_the_letters_tell_it() -> None:
    log = [
        event(2, "role builder", "builder", {2: {"doubloons": 2}}),
        event(2, "build small_warehouse", "builder", {2: {"doubloons": -1}}),
        event(3, "build city_hall +colonist", "builder", {3: {"doubloons": -9, "colonists": 1}}),
        event(0, "pass", "builder", {}),
        event(1, "pass", "builder", {}, new_round=True, card_doubloons=("trader",)),
        event(1, "role craftsman", "craftsman", {1: {"corn": 1}, 2: {"sugar": 3}}, round=9, chooser=1,
              shortage=((3, "corn", 1),), mark="timeout"),
    ]  # fmt: skip
    told = voice("nl").story(log, NAMES, 2)
    assert [story.text for story in told] == [
        "Jij, bouwmeester: Je kreeg 2 dubloenen. Je bouwde een klein pakhuis voor 1. "
        "Dirk bouwde een stadhuis met een werker voor 9. Anna en Bea bouwden niets.",
        "Ronde 9: Bea is gouverneur. Er ligt een dubloen extra op: handelaar.",
        "Bea, opzichter: Bea kreeg 1 maïs. Je kreeg 3 suiker. Voor Dirk was er niet genoeg maïs meer. "
        "Bea was te laat, dus dit speelde de tafel.",
    ]  # fmt: skip
    german = voice("de").story(log, NAMES, None)[0].text
    assert "Cem hat ein kleines Lagerhaus für 1 gebaut." in german
    assert "Anna und Bea haben nichts gebaut." in german


def test_a_captain_phase_in_english() -> None:
    log = [
        event(1, "ship corn 5", "captain", {1: {"corn": -3, "vp": 4}}, chooser=1, phase="captain"),
        event(2, "ship sugar wharf", "captain", {2: {"sugar": -1, "vp": 1}}, chooser=1, phase="captain"),
        event(0, "keep corn=1", "captain", {0: {"corn": -2}}, chooser=1, phase="storage", ships_sailed=("corn",),
              ending="vp"),
    ]  # fmt: skip
    assert voice("en").story(log, NAMES, 0)[0].text == (
        "Bea, captain: Bea loaded 3 corn on the ship of 5 for 4 points. "
        "Cem loaded 1 sugar on the own wharf for 1 point. "
        "You gave back 2 corn. The ship with corn sailed. The point chips have run out: this is the last round."
    )


def test_refusals_are_said_with_translated_names() -> None:
    refusal = rules.IllegalMove("%(building)s costs %(cost)s for you; you have %(doubloons)s.", building="harbor",
                                cost=8, doubloons=3)  # fmt: skip
    assert voice("en").say(refusal) == "Harbor costs 8 for you; you have 3."
    assert voice("nl").say(refusal) == "Haven kost jou 8; je hebt er 3."
    assert voice("de").say(refusal) == "Hafen kostet dich 8; du hast 3."


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_aligned_whatever_the_names(game: tuple[Asked, ...], language: str) -> None:
    names = {0: "A", 1: "名前が長い名前が長い", 2: "x" * 40, 3: "🎲🎲🎲"}
    lines = board_table(voice(language), game[0].view, names, 2)
    assert {width(line) for line in lines} == {71}
    assert [line[0] for line in lines] == [" ", ">", " ", " ", " "]
    assert width(fitted("名前が長い", 4)) == 4


def test_points_of_others_are_never_said(game: tuple[Asked, ...]) -> None:
    late = game[100]
    boards = voice("en").boards(late.view, NAMES, late.seat)
    assert boards[0].is_you and "points" in boards[0].holdings and "face down" not in boards[0].holdings
    assert all("points face down" in board.holdings for board in boards[1:])
