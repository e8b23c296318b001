"""Every piece and term has its sentence in every language, and the numbers in the sentences are those of the rules."""

import re

import pytest

from pbem import rules
from pbem.rules import hooks
from pbem.rules.buildings import NUMBERS, ROWS, answers_of
from pbem.words import LANGUAGES, voice
from pbem.words.glossary import CALLED, MEANINGS, TERMS

PIECES = {*rules.ROLES, *rules.GOODS, *rules.BUILDINGS, "quarry", *(f"tile:{good}" for good in rules.GOODS)}
LONGEST = 160


def test_every_name_of_the_notation_is_a_term_and_each_term_has_a_name() -> None:
    assert set(TERMS) >= PIECES
    assert set(TERMS) - PIECES <= set(CALLED)
    with pytest.raises(KeyError):
        voice("en").meaning("no such thing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_has_one_short_sentence(language: str) -> None:
    speaker = voice(language)
    for term in (*TERMS, "tile:quarry"):
        said = speaker.meaning(term)
        assert said.endswith("."), term
        assert said[0].isupper() or said[0].isdigit(), term
        assert len(said) < LONGEST, (term, len(said), said)
        assert "%" not in said and "!" not in said and "_" not in said, term
        assert speaker.term(term)[0].isupper()


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_translation_says_the_same_numbers(language: str) -> None:
    for term in TERMS:
        numbers = [sorted(re.findall(r"\d+", voice(each).meaning(term))) for each in ("en", language)]
        assert numbers[0] == numbers[1], term


def numbers(term: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", voice("en").meaning(term))]


def test_the_numbers_are_those_of_the_rules() -> None:
    """# rules 2, 3.5"""
    game = rules.new_game(rules.Rules(3), "a seed")
    player = game.players[0]
    for term, more in (("small_market", 1), ("large_market", 2)):
        player.answers = answers_of(1 << NUMBERS[term])
        assert numbers(term) == [hooks.price_bonus(game, player, "")] == [more]
    for good in rules.GOODS:
        assert numbers(good)[0] == rules.GOODS.index(good)
    for row in ROWS:
        if row.good and row.circles > 1:
            assert numbers(row.name) == [1, row.circles]
    factory = ROWS[NUMBERS["factory"]].hooks.production_income
    assert factory is not None
    paid = [factory(game, player, 1, [1] * kinds + [0] * (5 - kinds))[0] for kinds in (2, 3, 4, 5)]
    assert numbers("factory") == [2, 3, 4, 5, *paid]
    assert numbers("trading_house") == [4]
    assert numbers("guild_hall") == sorted({row.guild_value for row in ROWS if row.good})


def test_the_large_buildings_count_as_they_say() -> None:
    """# rules 2"""
    game = rules.new_game(rules.Rules(3), "a seed")
    player = game.players[0]
    residence, fortress, customs_house = (
        ROWS[NUMBERS[name]].hooks.final_score for name in ("residence", "fortress", "customs_house")
    )
    assert residence and fortress and customs_house
    points, tiles = [], [9, 10, 11, 12]
    for filled in tiles:
        player.island = [0] * filled
        points.append(residence(game, player, 1))
    assert numbers("residence") == [x for pair in zip(points, tiles, strict=True) for x in pair]
    player.san_juan[0] = numbers("fortress")[1]
    assert fortress(game, player, 1) == numbers("fortress")[0]
    player.vp = numbers("customs_house")[1]
    assert customs_house(game, player, 1) == numbers("customs_house")[0]


def test_the_sheets_words() -> None:
    dutch = voice("nl")
    said = " ".join(dutch.meaning(term) for term in MEANINGS)
    for word in ("werker", "dubloen", "roempunt", "handelshuis", "steengroeve", "gouverneur"):
        assert word in said
    assert dutch.term("colonist_ship") == "Kolonistenschip"
    assert dutch.term("colonist") == "Werker"
