"""Alternative texts: the essentials in whole sentences, short enough for every client."""

import pytest

from pbem.words import LANGUAGES, voice
from tests.draw.positions import crowded, golden, views

SENTENCES = {
    "en": "The table in round 9. Loaded: 3 corn on the ship of 5, 4 indigo on the ship of 7. The ship of 6 is empty. "
    "The trading house has corn and sugar. The open plantations are corn, indigo, 2 sugar and coffee. "
    "You have 4 doubloons, 7 points, 2 corn, 1 indigo and 2 coffee.",
    "nl": "De tafel in ronde 9. Geladen: 3 maïs in het schip van 5, 4 indigo in het schip van 7. Het schip van 6 is "
    "leeg. In het handelshuis: maïs en suiker. De open plantages zijn maïs, indigo, 2 suiker en koffie. "
    "Jij hebt 4 dubloenen, 7 roempunten, 2 maïs, 1 indigo en 2 koffie.",
    "de": "Der Tisch in Runde 9. Geladen: 3 Mais auf dem Schiff mit 5, 4 Indigo auf dem Schiff mit 7. Das Schiff mit 6 "
    "ist leer. Im Handelshaus: Mais und Zucker. Die offenen Plantagen sind Mais, Indigo, 2 Zucker und Kaffee. "
    "Du hast 4 Dublonen, 7 Punkte, 2 Mais, 1 Indigo und 2 Kaffee.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_golden_position_in_words(language):
    assert voice(language).picture(golden(), 2) == SENTENCES[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_never_long_and_never_breaks_off(language):
    seen = [(crowded(5), 0), *views(5, "said", 60), *views(2, "said", 60)]
    for view, me in seen:
        said = voice(language).picture(view, me)
        assert 40 < len(said) <= 400 and said.endswith(".")
        assert (me is None) == (said.count(". ") < voice(language).picture(view, 0).count(". ")) or len(said) > 300


def test_an_empty_harbour():
    seen = golden() | {"trading_house": [], "cargo_ships": [{"capacity": n, "good": None, "loaded": 0} for n in (4, 6)]}
    seen["plantations"]["face_up"] = []
    assert voice("en").picture(seen, None) == (
        "The table in round 9. The ships of 4 and 6 are empty. The trading house is empty. No plantation lies open."
    )


def test_the_chart_says_the_end_best_first():
    said = voice("nl").chart({0: [1, 40], 1: [2, 47], 2: [0, 44]}, {0: "Bea", 1: "Cem", 2: "Anna"})
    assert said == "Een grafiek van de punten per ronde; aan het eind Cem 47, Anna 44 en Bea 40."
