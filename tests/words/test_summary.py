"""The rules in short: every number is the engine's, every section stands in every language, in short sentences."""

import re

import pytest

from pbem import rules
from pbem.rules.setup import NUMBERS
from pbem.words import LANGUAGES, summary, voice
from pbem.words.glossary import TERMS, anchor

LONGEST = 160


def sections(language: str) -> tuple[summary.Section, ...]:
    speaker = voice(language)
    return (*summary.game_in_short(speaker), *summary.roles_in_short(speaker), summary.house_rules(speaker))


def sentences(language: str) -> list[str]:
    return [said for one in sections(language) for said in (one.lead, one.privilege, *one.points) if said]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_short_sentences(language: str) -> None:
    for said in sentences(language):
        assert said.endswith("."), said
        assert len(said) < LONGEST, said
        assert "%" not in said and "!" not in said, said


@pytest.mark.parametrize("language", ["nl", "de"])
def test_a_translation_says_the_same_numbers(language: str) -> None:
    for english, translated in zip(sentences("en"), sentences(language), strict=True):
        assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", translated)), english


def test_the_numbers_are_those_of_the_rules() -> None:
    """# rules 1, 2, 3.1, 3.2, 3.5"""
    said = {one.anchor: " ".join((one.lead, one.privilege, *one.points)) for one in sections("en")}
    assert "corn 0, indigo 1, sugar 2, tobacco 3, coffee 4" in said[anchor("trader")]
    assert "With 4 barrels" in said[anchor("trader")]
    assert "room for 12 tiles" in said[anchor("settler")]
    assert "at least 5 of them, with two players at least 2" in said[anchor("mayor")]
    assert "from 1 to 4" in said[anchor("builder")]
    assert "12 spaces" in said["end"]
    # These stand as words in the sentences.
    assert all(numbers.row == players + 1 for players, numbers in NUMBERS.items())  # "one more than there are players"
    assert [NUMBERS[n].picks // n for n in NUMBERS] == [3, 1, 1, 1]  # "with two players three roles, with more one"
    prospectors = {
        players: sum(role >= rules.ROLES.index("prospector") for role in numbers.roles)
        for players, numbers in NUMBERS.items()
    }
    assert prospectors == {2: 1, 3: 0, 4: 1, 5: 2}
    assert {rules.building(name).size for name in rules.BUILDINGS} == {1, 2}
    assert all(rules.building(name).column == rules.building(name).vp for name in rules.BUILDINGS)


def test_what_lies_ready_is_the_table_of_the_engine() -> None:
    """# rules 1"""
    players, lines = summary.set_up(voice("en"))
    assert players == (2, 3, 4, 5)
    table = {line.label: line.texts for line in lines}
    assert table["points in the supply"] == ("65", "75", "100", "122")
    assert table["colonists in the supply"] == ("40", "55", "75", "95")
    assert table["colonists on the first ship"] == ("2", "3", "4", "5")
    assert table["room on the cargo ships"] == ("4, 6", "4, 5, 6", "5, 6, 7", "6, 7, 8")
    assert table["doubloons each"] == ("3", "2", "3", "4")
    assert table["role cards"] == ("7", "6", "7", "8")
    tiles = next(line.tiles for line in lines if line.tiles)
    assert tiles[1] == ("indigo", "indigo", "corn")


def test_every_building_stands_in_the_table_with_its_numbers() -> None:
    """# rules 2"""
    lots = summary.lots(voice("nl"))
    assert [lot.name for rows in lots.values() for lot in rows] != []
    for column, rows in lots.items():
        for lot in rows:
            row = rules.building(lot.name)
            assert (lot.cost, lot.points, lot.circles, column) == (row.cost, row.vp, row.circles, row.column)
    assert sum(map(len, lots.values())) == len(rules.BUILDINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_list_has_every_term_once_in_three_languages(language: str) -> None:
    others = [voice(each) for each in LANGUAGES if each != language]
    rows = summary.word_list(voice(language), others)
    assert len(rows) == len(TERMS) - 1  # both prospectors are one word
    assert all(len(row) == len(LANGUAGES) for row in rows)
    assert [row[0].casefold() for row in rows] == sorted(row[0].casefold() for row in rows)


def test_anchors_differ() -> None:
    assert len({anchor(term) for term in TERMS}) == len(TERMS) - 1
    assert (anchor("captain"), anchor("large_market"), anchor("tile:quarry")) == (
        "on-captain",
        "on-large-market",
        "on-quarry",
    )
