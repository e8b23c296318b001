"""Every sentence of the program is in every catalog, translated and with the same placeholders."""

import pytest
from babel.messages.catalog import Catalog

from pbem import rules
from pbem.words import LANGUAGES, voice
from pbem.words.catalog import read_catalog
from pbem.words.extracting import extracted, faults
from pbem.words.names import BARE, EFFECT, MAKES, OBJECT

TRANSLATED = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def program() -> Catalog:
    return extracted()


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_empty_doubtful_or_misfilled(language: str, program: Catalog) -> None:
    found = faults(read_catalog(language), program)
    assert not found, "run python -m pbem.words.update and translate:\n" + "\n".join(found)


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_over(language: str, program: Catalog) -> None:
    known = {message.id for message in program}
    assert [m.id for m in read_catalog(language) if m.id and m.id not in known] == []


def test_the_extraction_sees_code_and_templates(program: Catalog) -> None:
    for message in ("Choose a role", "To the table", "It is not your turn.", "%(num)s doubloon"):
        assert program.get(message) is not None, message


def _catalog(msgid: object, msgstr: object, **options: object) -> Catalog:
    made = Catalog(locale="nl")
    made.add(msgid, msgstr, **options)  # type: ignore[arg-type]
    return made


@pytest.mark.parametrize(
    ("msgid", "msgstr", "options", "fault"),
    [
        ("Hello %(name)s", "Hallo %(naam)s", {}, "placeholders differ"),
        ("Hello %(name)s", "Hallo", {}, "placeholders differ"),
        ("Hello %(name)s", "", {}, "not translated"),
        ("Hello %(name)s", "Hallo %(name)s", {"flags": ["fuzzy"]}, "doubtful"),
        (("%(num)s cow", "%(num)s cows"), ("een koe", "%(num)s koeien"), {}, ""),
        (("%(num)s cow", "%(num)s cows"), ("%(num)s koe", ""), {}, "not translated"),
        (("%(num)s cow", "%(num)s cows"), ("%(num)s koe", "%(aantal)s koeien"), {}, "placeholders differ"),
    ],
)
def test_the_check_finds_each_fault(msgid: object, msgstr: object, options: dict[str, object], fault: str) -> None:
    program = _catalog(msgid, "")
    found = faults(_catalog(msgid, msgstr, **options), program)
    assert [line.split(":")[0].removesuffix(" (fuzzy)") for line in found] == ([fault] if fault else [])


def test_a_sentence_that_a_catalog_lacks_is_found() -> None:
    assert faults(Catalog(locale="nl"), _catalog("Hello", "")) == ["missing: 'Hello'"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_the_notation_has_a_word(language: str) -> None:
    speaker = voice(language)
    for term in (*rules.ROLES, *rules.GOODS, *rules.TILES, *rules.BUILDINGS):
        assert term in BARE
        assert "_" not in speaker.name(term)
        assert speaker.title(term)[0].isupper()
    for term in (*rules.ROLES, *rules.BUILDINGS):
        assert speaker.object(term) != speaker.name(term), f"{term} has no article"
    assert set(OBJECT) == {*rules.ROLES, *rules.BUILDINGS}
    assert {*EFFECT, *MAKES} == set(rules.BUILDINGS)


@pytest.mark.parametrize(
    ("term", "dutch", "german"),
    [
        # The sheet's words: "kolonist" is the role, the pieces are "werkers" (look 8).
        ("settler", "kolonist", "Siedler"),
        ("mayor", "burgemeester", "Bürgermeister"),
        ("builder", "bouwmeester", "Baumeister"),
        ("craftsman", "opzichter", "Aufseher"),
        ("trader", "handelaar", "Händler"),
        ("captain", "kapitein", "Kapitän"),
        ("prospector", "goudzoeker", "Goldsucher"),
        ("customs_house", "douanekantoor", "Zollhaus"),
        ("quarry", "steengroeve", "Steinbruch"),
    ],
)
def test_the_words_of_the_sheet(term: str, dutch: str, german: str) -> None:
    assert voice("nl").name(term) == dutch
    assert voice("de").name(term) == german


def test_plurals_and_articles() -> None:
    dutch, german = voice("nl"), voice("de")
    assert [dutch.thing("colonists", n) for n in (1, 2)] == ["1 werker", "2 werkers"]
    assert [dutch.thing("doubloons", n) for n in (0, 1, 5)] == ["0 dubloenen", "1 dubloen", "5 dubloenen"]
    assert [german.name("quarry", count=n) for n in (1, 3)] == ["1 Steinbruch", "3 Steinbrüche"]
    assert german.object("captain") == "den Kapitän"
    assert german.object("harbor") == "einen Hafen"
    assert dutch.things({"corn": 2, "indigo": 0, "coffee": 1}) == "2 maïs, 1 koffie"
