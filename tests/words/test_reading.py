"""The reader for people: what is understood, in three languages, and what must play nothing (notation 2, look 8)."""

import pytest

from pbem import rules
from pbem.words import LANGUAGES, Read, Reading, read_move, voice
from pbem.words.reading import AmbiguousMove, NotPossible, NotUnderstood, Unclear
from pbem.words.reading.lexicon import NAME, abbreviated, lexicon
from pbem.words.reading.tokens import spellings, tokens
from tests.words.positions import QUESTIONS, SEAT, asked, view


def read(question: str, text: str, language: str = "nl", **how: object) -> Reading:
    seen, legal = QUESTIONS[question]
    return read_move(text, seen, SEAT, legal, language, **how)  # type: ignore[arg-type]


def answered(question: str, text: str, language: str = "nl") -> Reading:
    """The same in answer to the numbered list."""
    return read(question, text, language, offered=QUESTIONS[question][1].moves[SEAT])


def said(reading: Reading, language: str = "en") -> str:
    assert isinstance(reading, Unclear), reading
    return voice(language).say(reading)


UNDERSTOOD = {
    # notation itself, in any case and spacing
    "role captain": ("role", ["role captain", "  ROLE   Captain ", "Role: Captain.", "“role captain”",
                              "*role captain*"]),
    "role mayor -colonist": (
        "role",
        ["role mayor -colonist", "ROLE MAYOR −COLONIST", "mayor without colonist",
         "Mayor without the extra colonist",
         "burgemeester zonder werker", "burgemeester zonder de extra werker", "Bürgermeister ohne Kolonisten",
         "Burgermeister ohne den zusätzlichen Kolonisten"],
    ),
    "role mayor": (
        "role",
        ["Role: Mayor", "mayor", "the mayor please", "I'll take the mayor", "burgemeester",
         "Ik neem de burgemeester",
         "kies de burgemeester", "Bürgermeister", "Buergermeister", "BÜRGERMEISTER!",
         "ich nehme den Bürgermeister",
         "den Bürgermeister bitte", "burgem", "mayor mayor"],
    ),
    "role settler": ("role", ["kolonist", "kies de kolonist", "Siedler", "wähle den Siedler", "settle",
                              "neem de kolonist"]),
    "role builder": ("role", ["builder", "bouwmeester", "Baumeister", "build", "Rolle: Baumeister"]),
    "role craftsman": ("role", ["ik kies de opzichter", "Aufseher", "craftsm", "take cr"]),
    "role trader": ("role", ["Händler", "haendler", "handler", "handelaar", "trade"]),
    "role prospector": ("role", ["goudzoeker", "Goldsucher", "prospector", "de goudzoeker graag"]),
    "settle corn": (
        "settle",
        ["corn", "settle corn", "take corn", "neem mais", "neem maïs", "maïsplantage", "maïs plantage",
         "Mais-Plantage",
         "Ich nehme eine Maisplantage", "take 1 corn", "een maisplantage", "Mais, bitte",
         "choose the corn plantation"],
    ),
    "settle quarry": ("settle", ["quarry", "steengroeve", "Steinbruch", "einen Steinbruch nehmen",
                                 "1 quarry", "steen"]),
    "settle quarry +colonist": (
        "hospice",
        ["settle quarry +colonist", "quarry + colonist", "quarry with a colonist", "steengroeve met werker",
         "steengroeve met een werker", "Steinbruch mit Kolonist", "Steinbruch mit einem Kolonisten"],
    ),
    "settle corn +colonist": ("hospice", ["take a corn plantation with a colonist", "maïs +werker"]),
    "hacienda": ("hospice", ["hacienda", "Hazienda", "draw", "draw a hidden tile", "trek een gedekte tegel",
                             "ziehe ein verdecktes Plättchen"]),
    "pass": ("settle", ["pass", "I pass", "pas", "ik pas", "passe", "ich passe", "Weiter", "nothing",
                        "niets", "no tile",
                        "neem geen tegel", "nichts", "kein Plättchen"]),
    "build small_market": (
        "build",
        ["build small  market", "build small_market", "small market", "bouw kleine markthal",
         "baue kleine Markthalle",
         "kleine Markthalle bauen", "I build a small market", "buy small-market", "bouw een kleine mark"],
    ),
    "build large_market": ("build", ["Große Markthalle bauen", "grosse markthalle",
                                     "einen großen Markthalle", "lar mar"]),
    "build small_warehouse": ("build", ["small ware", "klein pakhuis", "bouw klein pakhuis",
                                        "ein kleines Lagerhaus"]),
    "build indigo_plant": ("build", ["indigo plant", "indigoververij", "Indigoküperei", "Indigokueperei"]),
    "build coffee_roaster": ("build", ["coffee", "koffiebranderij", "Kaffeeroesterei", "roaster"]),
    "build hacienda": ("build", ["bouw ha", "hacienda", "haciënda", "baue Hazienda"]),
    "build harbor": ("rich", ["haven", "harbour", "Hafen", "build the harbor", "bouw haven",
                              "baue einen Hafen"]),
    "build wharf": ("rich", ["wharf", "werf", "Werft", "bouw werf"]),
    "build customs_house": ("rich", ["customs house", "custom house", "customs", "douane", "Zollhaus"]),
    "take coffee": ("take", ["coffee", "take coffee", "neem koffie", "nog 1 koffie", "nimm noch 1 Kaffee",
                             "one more coffee"]),
    "sell coffee": ("sell", ["sell coffee", "verkoop koffie", "Koffie verkopen", "verkaufe Kaffee",
                             "1 coffee", "koffie"]),
    "ship corn 6": (
        "ship",
        ["ship corn 6", "maïs verschepen 6", "mais verschepen 6", "corn 6", "corn on the 6",
         "corn on the ship of 6",
         "corn on ship 6", "laad maïs op het schip van 6", "Mais auf das Schiff mit 6",
         "verlade Mais auf Schiff 6",
         "3 corn on the 6"],
    ),
    "ship corn wharf": ("ship", ["ship corn wharf", "wharf", "mais werf", "corn on my wharf",
                                 "Mais auf meine Werft", "Werft",
                                 "load corn on my own wharf", "3 corn wharf"]),
    "ship sugar 7": ("ship", ["sugar", "suiker", "Zucker verladen", "ship on the 7", "2 sugar on the 7"]),
    "keep corn=4 coffee=1": (
        "keep",
        ["keep corn=4 coffee=1", "4 corn, 1 coffee", "bewaar 4 maïs en 1 koffie", "corn and coffee",
         "behalte 4 Mais und 1 Kaffee", "keep coffee 1 corn 4"],
    ),
    "keep coffee=1": ("one", ["bewaar 1 koffie", "coffee", "keep coffee", "houd koffie", "1 Kaffee"]),
    "place corn=2 quarry=1 indigo_plant=3": (
        "place",
        ["place corn=2 quarry=1 indigo_plant=3", "2 op maïs, 1 op de steengroeve, 3 in de indigoververij",
         "2 maïs 1 steengroeve 3 indigoververij", "corn 2 quarry 1 indigo plant 3",
         "place indigo plant 3, corn 2, quarry 1",
         "Setze 2 auf Mais, 1 auf den Steinbruch und 3 in die Indigoküperei",
         "2x corn, 1x quarry, 3x indigo plant",
         "2 workers on corn, 1 worker on the quarry, 3 workers on the indigo plant",
         "corn: 2; quarry: 1; indigo plant: 3",
         "corn=2 quarry=1 indigo=0 indigo_plant=3"],
    ),
    "place corn=2 quarry=1 indigo_plant=2 small_market=1": (
        "place", ["corn 2, quarry 1, small market 1, indigo plant 2",
        "2 corn 1 quarry 1 market 2 indigo plant"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "text", "move"),
    [(question, text, move) for move, (question, texts) in UNDERSTOOD.items() for text in texts],
)
def test_understood(question: str, text: str, move: str) -> None:
    assert read(question, text) == Read(move)


def test_abbreviations_are_of_the_readers_own_language_and_of_english() -> None:
    assert read("role", "kapi", "nl") == Read("role captain")
    assert read("role", "bau", "de") == Read("role builder")
    assert read("role", "cap", "de") == Read("role captain")
    assert isinstance(read("role", "opz", "en"), NotUnderstood)


def test_the_german_kolonist_is_a_piece() -> None:
    assert read("role", "Kolonist", "nl") == Read("role settler")
    assert isinstance(read("role", "Kolonist", "de"), NotUnderstood)


NOTHING = [
    ("role", NotUnderstood, [
        "", "  ", "!!!", "not the mayor", "no captain", "maybe captain", "captain?", "maybe captain?",
        "the", "captain...",
        "captain…", "If nobody took the captain then captain, else mayor.", "What does the mayor do?",
        "mayor 👍",
        "I will not take the mayor, last time he ate all my corn :-)", "Yes, fine!", "ok", "go", "may",
        "set", "co", "c",
        "neem je de kapitein", "neem ik de kapitein", "nehme ich den Kapitän", "ik wil de kapitein",
        "would take captain",
        "neem de burgemeester niet", "nicht den Kapitän", "pass on the captain", "don't pass",
        "captain 6", "1.5", "-2",
        "mayor with a colonist", "mayor colonist", "Dirk takes the captain", "captain next", "~captain~",
        "<captain>",
        "role mayor\n\nNo, sorry, make that the builder. Or is the captain better?",
        "x" * 301, "captain " * 40, "2", "#2",
        "number 2", "٢", "capitan\x00", "captain=2", "1 captain",
    ]),
    ("role", AmbiguousMove, [
        "captain or mayor", "kapitein of burgemeester", "Kapitän oder Bürgermeister", "captain/mayor",
        "captain, mayor",
        "kolonist burgemeester", "burgemeester - kolonist", "role captain mayor", "role", "choose",
    ]),
    ("role", NotPossible, ["coffee", "build harbor", "pass", "prospector_2", "second prospector", "quarry"]),
    ("settle", NotUnderstood, ["2 corn", "corn -colonist"]),
    ("settle", AmbiguousMove, ["take", "corn or quarry", "corn, coffee", "corn 1 quarry", "plantation",
                               "neem een tegel"]),
    ("settle", NotPossible, ["tobacco", "steengroeve met werker", "hacienda", "indigo plant", "captain"]),
    ("hospice", AmbiguousMove, ["take a tile", "with a colonist"]),
    ("place", NotUnderstood, [
        "corn 2 2 quarry", "2 corn, quarry 1", "corn quarry", "2 corn 2 corn", "captain", "2",
        "corn 2 or quarry 2", "place",
        "1.5 corn", "9999999 corn", "as you like", "2 indigo 3 small 1 market plant", "nothing",
        "corn 2 with a colonist",
    ]),
    ("place", NotPossible, ["corn 2", "harbor 1, corn 2", "place corn=2 indigo=1 quarry=1 indigo_plant=3",
                            "corn 3 quarry 1"]),
    ("build", AmbiguousMove, ["market", "indigo", "suiker", "mill", "pakhuis", "small market, hacienda",
                              "small", "build"]),
    ("build", NotPossible, ["build harbor", "bouw universiteit", "baue Werft", "uni",
                            "hacienda with colonist", "captain"]),
    ("build", NotUnderstood, ["do nothing", "build building_that_is_not", "small market 2",
                              "build not the hacienda", "of"]),
    ("rich", AmbiguousMove, ["bouw ha", "baue ha", "haven of hacienda", "groot", "grote"]),
    ("take", AmbiguousMove, ["neem co", "coffee or corn"]),
    ("take", NotPossible, ["sugar", "tabak", "role captain"]),
    ("sell", AmbiguousMove, ["sell", "coffee, tobacco"]),
    ("sell", NotUnderstood, ["2 coffee", "pass the coffee", "coffee?", "not coffee", "sell coffee 6"]),
    ("sell", NotPossible, ["corn", "verkoop suiker"]),
    ("ship", AmbiguousMove, ["ship indigo", "indigo", "corn", "6 corn", "2 corn on the 6", "corn 9",
                             "corn 6 sugar 7", "load"]),
    ("ship", NotPossible, ["coffee 7", "pass", "weiter", "nothing more"]),
    ("ship", NotUnderstood, ["6", "on 6 7"]),
    ("keep", AmbiguousMove, ["keep coffee", "keep corn", "sugar"]),
    ("keep", NotPossible, ["keep nothing", "keep corn=4", "bewaar 1 koffie", "4 coffee", "niets"]),
    ("one", NotUnderstood, ["keep", "keep all"]),
    ("one", NotPossible, ["keep corn=2", "1 sugar"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "kind", "text"), [(question, kind, text) for question, kind, texts in NOTHING for text in texts]
)
def test_nothing_is_played(question: str, kind: type, text: str) -> None:
    reading = read(question, text)
    assert type(reading) is kind, reading
    for language in LANGUAGES:
        assert "%(" not in said(reading, language)
        assert "_" not in said(reading, language) or "_" in text


@pytest.mark.parametrize(
    ("question", "text", "language", "sentence"),
    [
        ("rich", "bouw ha", "nl", "Ik las “bouw ha”. Hacienda of haven? Er is niets gespeeld."),
        ("rich", "baue ha", "de", "Ich las „baue ha“. Hazienda oder Hafen? Nichts wurde gespielt."),
        ("rich", "build ha", "en", "I read “build ha”. Hacienda or harbor? Nothing was played."),
        ("build", "bouw haven", "nl", "Haven kost jou 7; je hebt er 6."),
        ("build", "baue Hafen", "de", "Hafen kostet dich 7; du hast 6."),
        ("settle", "tabak", "nl", "Dit ligt nu niet open: tabak."),
        ("role", "captain", "nl", ""),
        ("role", "not the captain", "en",
            "I read “not the captain” and do not know “not”. Nothing was played."),
        ("role", "mayer", "en", "I read “mayer” and do not know it. Nothing was played."),
        ("role", "mayer.", "de", "Ich las „mayer.“ und kenne das nicht. Nichts wurde gespielt."),
        ("role", "Hé, kapitein", "nl", "Ik las “Hé, kapitein” en ken “Hé” niet. Er is niets gespeeld."),
        ("role", "mayor?", "nl", "Ik las “mayor?” als een vraag. Er is niets gespeeld."),
        ("role", "2", "en",
            "I read “2”. A number names a move only in answer to a numbered list. Nothing was played."),
        ("role", "coffee", "en", "I read “coffee”, which is not asked now. Nothing was played."),
        ("place", "corn", "en",
         "I read “corn”. Say for each place how many lie there, as in: corn 2, indigo 1, quarry 1, indigo plant 1, "
         "small market 1. Nothing was played."),
        ("place", "place corn=2 indigo=1 quarry=1 indigo_plant=3", "en",
            "You cannot place 7 colonists: there are only 6 of yours."),
        ("one", "keep corn=2", "en",
            "You keep as much as you may, and no more: 1 corn kept or 1 coffee kept."),
        ("keep", "niets", "nl", "Je houdt zoveel als mag, en niet meer: “1 maïs, 3 suiker gehouden”, "
         "“4 maïs, 1 suiker gehouden”, “4 maïs, 1 koffie gehouden” of “3 suiker, 1 koffie gehouden”."),
    ],
)  # fmt: skip
def test_the_reason_in_the_readers_language(question: str, text: str, language: str, sentence: str) -> None:
    reading = read(question, text, language)
    if sentence:
        assert said(reading, language) == sentence
    else:
        assert isinstance(reading, Read)


def test_what_was_written_is_shown_as_it_was() -> None:
    """Not translated where it is a name, cut where it is long, on one line, with its percent signs."""
    assert "“captain or captain”" in said(read("role", "captain or captain"), "nl")
    assert "100% sure" in said(read("role", "100% sure"))
    assert len(said(read("role", "blah " * 50))) < 150
    assert "\n" not in said(read("role", "a\nb\x07\x1b[0mc"))


class TestNumbers:
    @pytest.mark.parametrize(
        "text",
        ["2", "2.", "(2)", "#2", "nr 2", "number 2", "Nummer 2 graag", "2 role mayor", "2  mayor", "2) burgemeester"],
    )
    def test_the_second_of_the_list(self, text: str) -> None:
        reading = read("role", text, offered=QUESTIONS["role"][1].moves[SEAT])
        assert reading == Read("role mayor")

    @pytest.mark.parametrize(
        "text", ["0", "9", "99999999999999999999", "-2", "2.5", "1 2", "2, 3", "2?", "not 2", "2 or 3"]
    )
    def test_no_number_of_the_list(self, text: str) -> None:
        assert not isinstance(answered("role", text), Read)

    def test_a_number_that_contradicts_the_word_beside_it(self) -> None:
        reading = answered("role", "3 mayor")
        assert isinstance(reading, AmbiguousMove)
        assert set(reading.candidates) == {"role mayor", "role mayor -colonist"}
        assert isinstance(answered("sell", "1 coffee"), AmbiguousMove)
        assert answered("sell", "3 coffee") == Read("sell coffee")

    def test_a_number_that_counts(self) -> None:
        assert answered("ship", "3 corn 6") == Read("ship corn 6")
        assert answered("one", "1 coffee") == Read("keep coffee=1")
        assert answered("keep", "3 keep corn=4 coffee=1") == Read("keep corn=4 coffee=1")

    def test_the_list_of_another_ply_plays_only_what_is_legal(self) -> None:
        seen, legal = QUESTIONS["role"]
        offered = ("role captain", "role prospector_2")
        assert read_move("1", seen, SEAT, legal, offered=offered) == Read("role captain")
        assert isinstance(read_move("2", seen, SEAT, legal, offered=offered), NotPossible)

    def test_out_of_range_says_the_range(self) -> None:
        assert said(answered("role", "9")) == "I read “9”. The list goes from 1 to 8. Nothing was played."


def test_courtesies_are_the_callers_to_name() -> None:
    polite = ("Hoi allemaal", "groet", "Bas", "👍", "bedankt")
    text = "Hoi allemaal, ik neem de burgemeester. Groet, Bas"
    assert isinstance(read("role", text), NotUnderstood)
    assert read("role", text, courtesies=polite) == Read("role mayor")
    assert read("role", "“role mayor” 👍", courtesies=polite) == Read("role mayor")
    assert isinstance(read("role", "groet, Bas", courtesies=polite), NotUnderstood)


def test_who_is_not_asked_plays_nothing() -> None:
    seen, legal = QUESTIONS["role"]
    reading = read_move("captain", seen, 1, legal)
    assert isinstance(reading, NotPossible)
    assert "not the turn" in said(reading)


def test_the_prospector_that_is_left() -> None:
    """Of two equal cards the plain name is the one that can be taken."""
    seen = view("choose_role")
    seen["roles"]["prospector"]["taken_by"] = 1
    legal = asked(seen, "role captain", "role prospector_2")
    assert read_move("goudzoeker", seen, SEAT, legal) == Read("role prospector_2")


def test_tokens() -> None:
    assert tokens("Role:  Kapitän!") == ("role", "kapitan")
    assert tokens("corn=2 quarry=1") == ("corn", "2", "quarry", "1")
    assert tokens("role mayor -colonist") == ("role", "mayor", "-", "colonist")
    assert tokens("coffee-roaster – now") == ("coffee", "roaster", "now")
    assert tokens("I’ll take 2.5…") == ("i'll", "take", "2.5", "...")
    assert spellings("Kapitän") == (("kapitan",), ("kapitaen",))


def test_every_name_is_in_the_lexicon_in_every_language() -> None:
    for language in LANGUAGES:
        speaker = voice(language)
        for term in (*rules.ROLES, *rules.TILES, *rules.BUILDINGS):
            for name in (speaker.name(term), speaker.object(term), term):
                for phrase in spellings(name):
                    assert term in {m.term for m in lexicon()[phrase] if m.kind == NAME}, (language, name)


def test_no_small_word_is_the_abbreviation_of_a_name() -> None:
    for word in (
        "of",
        "no",
        "ok",
        "in",
        "so",
        "je",
        "ja",
        "nee",
        "nein",
        "yes",
        "we",
        "he",
        "du",
        "ik",
        "ich",
        "er",
        "it",
    ):
        for language in LANGUAGES:
            for question in ("role", "settle", "rich", "take", "sell", "load", "one"):
                assert not isinstance(read(question, word, language), Read), (word, language, question)
    assert abbreviated(("hac",), "nl")
