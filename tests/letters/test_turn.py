"""What a turn letter says beyond its layout: lock screen, moments, absences, supplies, sizes; without a house."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from bs4 import BeautifulSoup

from pbem import play
from pbem.words import LANGUAGES, Story, voice, width
from tests.letters import samples
from tests.letters.checks import check_html, check_text
from tests.letters.samples import NOW, PHASES, composed, decisions, game, late

SUBJECT_SHOWN, PREHEADER_SHOWN = 40, 90  # columns that the lock screen of a phone shows


@pytest.fixture(scope="module")
def tables() -> dict[str, play.Table]:
    return decisions()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", ["turn", "reminder"])
def test_a_lock_screen_shows_the_table_the_ask_and_until_when(
    tables: dict[str, play.Table], kind: str, phase: str, language: str
) -> None:
    frame = composed(tables[phase], kind, language).view.frame
    speaker = voice(language, "Europe/Amsterdam")
    moment = speaker.short_moment(NOW + timedelta(hours=48))
    assert frame.subject.startswith("Friday table – ") and width(frame.subject) <= SUBJECT_SHOWN
    shown = frame.preheader[:PREHEADER_SHOWN]
    ask, until, *_ = shown.split(" · ")
    assert ask == frame.heading and until.endswith(moment)
    assert width(frame.preheader) <= 110
    if kind == "reminder":
        assert speaker.gettext("the table still waits for you") in shown


def test_the_preheader_tells_who_took_what_as_far_as_there_is_room(tables: dict[str, play.Table]) -> None:
    table = tables["choose_role"]
    preheader = composed(table, language="nl").view.frame.preheader
    assert preheader.startswith("Kies een rol · tot wo. 10:00 · ronde ")
    last = next(
        e for e in reversed(table.since) if e.move.startswith("role ") and table.me and e.seat != table.me.number
    )
    speaker = voice("nl")
    assert preheader.endswith(f"{table.names[last.seat]} nam {speaker.object(last.move.split()[1])}")


def test_a_far_deadline_has_its_date_on_the_lock_screen(tables: dict[str, play.Table]) -> None:
    table = tables["trader"]
    assert table.my_turn
    owed = replace(table.my_turn, deadline_at=NOW + timedelta(days=9))
    frame = composed(replace(table, my_turn=owed), language="nl").view.frame
    assert "· tot wo. 9 dec 10:00 ·" in frame.preheader


@pytest.mark.parametrize(
    ("now", "deadline", "said"),
    [
        # The night of 25 October 2026 has 25 hours in Amsterdam, that of 28 March 2027 has 23.
        (
            datetime(2026, 10, 24, 16, tzinfo=UTC),
            datetime(2026, 10, 25, 17, tzinfo=UTC),
            "tot zondag 25 oktober, 18:00, dat is over 25 uur",
        ),
        (
            datetime(2027, 3, 27, 17, tzinfo=UTC),
            datetime(2027, 3, 28, 16, tzinfo=UTC),
            "tot zondag 28 maart, 18:00, dat is over 23 uur",
        ),
        (
            datetime(2026, 10, 24, 20, tzinfo=UTC),
            datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
            "tot zondag 25 oktober, 02:30 CET, dat is over 6 uur",
        ),
        (datetime(2026, 11, 30, 9, tzinfo=UTC), datetime(2026, 11, 30, 9, tzinfo=UTC), "10:00; de tijd is om"),
    ],
)
def test_until_when_is_real_time_where_clocks_change(
    tables: dict[str, play.Table], monkeypatch: pytest.MonkeyPatch, now: datetime, deadline: datetime, said: str
) -> None:
    table = tables["captain"]
    assert table.my_turn
    monkeypatch.setattr(samples, "NOW", now)
    letter = composed(replace(table, my_turn=replace(table.my_turn, deadline_at=deadline)), language="nl")
    shown = BeautifulSoup(letter.html, "html.parser").get_text()
    for part in (letter.text, shown):
        assert said in " ".join(part.split())


def test_a_long_absence_is_told_in_few_lines_and_the_newest_in_full() -> None:
    """Away from the first round on: older rounds in one story, the last two as ever."""
    whole = max(game(3, "absence"), key=lambda table: table.game.ply)
    away = composed(replace(whole, since_ply=1))
    stories: tuple[Story, ...] = away.view.stories  # type: ignore[attr-defined]
    newest = whole.log[-1].event.round
    assert newest > 8
    assert stories[0].title == f"Rounds 1 to {newest - 2}"
    assert any(sentence.startswith("Built: ") for sentence in stories[0].sentences)
    assert stories[1].title == f"Round {newest - 1}"
    assert {story.round for story in stories[1:]} == {newest - 1, newest}
    assert len(away.text.splitlines()) < 150
    check_text(away.text)


def test_what_older_rounds_brought_is_counted_right() -> None:
    whole = max(game(3, "absence"), key=lambda table: table.game.ply)
    assert whole.me
    older = [e for e in whole.log if e.event.round <= whole.log[-1].event.round - 2]
    told = composed(replace(whole, since_ply=1)).view.stories[0].sentences  # type: ignore[attr-defined]
    loaded = next(sentence for sentence in told if sentence.startswith("Loaded: "))
    for seat, name in whole.names.items():
        points = sum(e.event.gains[seat].get("vp", 0) for e in older if e.seat == seat and e.move.startswith("ship "))
        who = "you" if seat == whole.me.number else name
        assert (f"{who} {points} point" in loaded) == (points > 0)
    built = next(sentence for sentence in told if sentence.startswith("Built: "))
    count = sum(e.move.startswith("build ") for e in older)
    assert len(re.split(r", | and |; ", built)) == count


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_few_missed_rounds_are_told_one_by_one(rounds: int) -> None:
    whole = max(game(3, "absence"), key=lambda table: table.game.ply)
    newest = whole.log[-1].event.round
    since = next(e.ply for e in whole.log if e.event.round == newest - 1 - rounds)
    stories = composed(replace(whole, since_ply=since)).view.stories  # type: ignore[attr-defined]
    titles = [story.title for story in stories if story.role is None]
    assert titles == [f"Round {number}" for number in range(newest - 1 - rounds, newest + 1)]
    assert stories[0].sentences[0].startswith("Roles: ")


def test_what_a_decision_turns_on_stands_first_among_the_supplies(tables: dict[str, play.Table]) -> None:
    first = {
        phase: [line.label for line in composed(tables[phase]).view.position.needed]  # type: ignore[attr-defined]
        for phase in PHASES
    }
    assert first["captain"][0] == "Ships" and "Goods" in first["captain"]
    assert first["mayor"] == ["Colonists"]
    assert first["settler"] == ["Plantations", "Quarries"]
    assert first["trader"] == ["Trading house"]
    for phase in PHASES:
        position = composed(tables[phase]).view.position  # type: ignore[attr-defined]
        labels = [line.label for line in (*position.needed, *position.supplies)]
        assert len(labels) == len(set(labels)) and {"Ships", "Trading house", "Plantations", "Goods"} <= set(labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_the_notation_is_shown(tables: dict[str, play.Table], language: str) -> None:
    for phase in PHASES:
        letter = composed(tables[phase], language=language)
        shown = BeautifulSoup(letter.html, "html.parser").get_text(" ")
        for part in (re.sub(r"http\S+", "", letter.text), shown):
            assert not re.search(r"\w_\w|\bplace \w+=|\w=\d|\+colonist", part), phase


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_every_letter_of_whole_games_is_small_and_sound(players: int) -> None:
    """Every decision of two games, in turn in each language, as a turn and as a letter to who was late."""
    largest = 0
    for number, table in enumerate(each for seed in ("1", "2") for each in game(players, seed)):
        language = LANGUAGES[number % 3]
        timed, extra = late(table)
        for letter in (composed(table, "turn", language), composed(timed, "timeout", language, extra=extra)):
            check_text(letter.text)
            check_html(letter.html, language)
            largest = max(largest, len(letter.html.encode()))
    assert largest < 45_000
    print(f"{players} players: the largest letter has {largest} bytes of HTML")
