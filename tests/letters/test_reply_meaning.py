"""What replies mean, in three languages: what is played, and above all what must play nothing; pure."""

from datetime import date

import pytest

from pbem import rules
from pbem.mail.inbound.commands import Command
from pbem.mail.inbound.meaning import Meaning, Moves, Situation, Unsure, read_reply
from pbem.mail.inbound.own import own_words
from pbem.mail.inbound.reading import Question
from pbem.words import LANGUAGES, voice
from tests.words.positions import QUESTIONS, SEAT

MONDAY = date(2026, 11, 30)
FOLLOWS = {
    ("role settler",): "settle", ("role mayor",): "place", ("role builder",): "build", ("role craftsman",): "take",
    ("role trader",): "sell", ("role captain",): "ship", ("role captain", "ship corn 6"): "ship",
}  # fmt: skip


def question(name: str, *, is_listed: bool = True) -> Question:
    view, legal = QUESTIONS[name]
    return Question(view, legal, SEAT, is_listed)


def after(moves: tuple[str, ...]) -> Question | None:
    return question(FOLLOWS[moves], is_listed=False) if moves in FOLLOWS else None


def read(asked: str | None, text: str, language: str = "nl", subject: str = "", **changes: object) -> Meaning:
    values = {
        "own": ("Bas", "Bas de Vries"),
        "table": ("Anna", "Bas", "Cem"),
        "subjects": ("Coffee table – your turn",),
    }
    situation = Situation(question(asked) if asked else None, after, language, MONDAY, **{**values, **changes})  # type: ignore[arg-type]
    return read_reply(own_words(text, ""), subject, situation)


PLAYED = {
    ("role", "role mayor"): [
        "2", "2.", "2)", "(2)", "#2", "nr 2", "nr. 2", "No. 2", "number 2", "nummer 2", "nummer twee", "Nummer zwei",
        "two",
        "optie 2", "option two", "Möglichkeit 2", "the second option", "de tweede optie", "I take 2", "ik neem 2",
        "doe maar 2",
        "ik kies nummer 2", "Ich nehme die 2", "I choose number two", "2, please", "2 graag!", "2 👍",
        "Hoi, 2. Groet, Bas",
        "2  role mayor", "mayor (2)", "Mayor, number 2", "Mayor. Burgemeester.", "mayor", "Mayor please",
        "De burgemeester graag",
        "Hi all,\n\nI'll take the mayor.\n\nThanks,\nBas",
        "Hallo zusammen, ich nehme den Bürgermeister. Viele Grüße, Bas",
        "Hoi Anna, ik neem de burgemeester. Groet, Bas", "Dag Cem,\nburgemeester\nGroetjes\nB", "ok, mayor then",
        "Dan de burgemeester",
        "doe dan maar de burgemeester", "Ja, burgemeester", "my move: mayor", "Mijn zet is de burgemeester",
        "Mein Zug: Bürgermeister",
        "Hi\nmayor", "mayor 8-)", "Hi\n\nmayor\nThanks\nMayor Bas",
        "Hoi, burgemeester", "Hi! Mayor.", "Hallo,\nBürgermeister", "mayor, thanks", "ik neem twee", "take 2", "burg",
        "I go for the mayor", "ik ga voor de burgemeester", "“role mayor” 👍", "*mayor*", "mayor :-)", "MAYOR!!",
        "mayor\n\nxx Bas",
        "Sorry voor de late reactie, burgemeester. Fijn weekend", "Burgemeester. Veel plezier!",
        "Thanks for waiting. Mayor.",
        "burgemeester\n\nBas de Vries\nBas", "Mayor\n\nKind regards,\nBastiaan\nAcme Consulting",
    ],
    ("role", "role mayor -colonist"): ["3", "role mayor -colonist", "burgemeester zonder werker"],
    ("settle", "settle quarry"): ["quarry", "steengroeve", "Steinbruch bitte", "5", "een steengroeve\ngraag"],
    ("settle", "pass"): ["pass", "pas", "weiter", "ik pas, bedankt", "6"],
    ("build", "build small_market"): ["build small\nmarket", "kleine markthal", "Kleine Markthalle bauen, danke!", "7"],
    ("ship", "ship corn 6"): ["maïs verschepen 6", "corn on the 6", "3 corn on the 6", "1"],
    ("sell", "sell coffee"): ["Koffie verkopen", "verkaufe Kaffee", "3"],
    ("keep", "keep corn=4 coffee=1"): ["keep corn=4 coffee=1", "4 maïs\n1 koffie", "4 corn and 1 coffee", "3"],
    ("place", "place corn=2 quarry=1 indigo_plant=3"): [
        "2 op maïs, 1 op de steengroeve, 3 in de indigoververij", "corn 2\nquarry 1\nindigo plant 3",
        "2 corn. 1 quarry. 3 indigo plant.",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("asked", "move"), PLAYED)
def test_one_clear_move(asked: str, move: str) -> None:
    meant = {text: read(asked, text) for text in PLAYED[asked, move]}
    assert meant == dict.fromkeys(meant, Moves((move,)))


SEQUENCES = {
    ("role settler", "settle quarry"): [
        "role settler\nsettle quarry", "settler, then quarry", "kolonist en dan steengroeve",
        "eerst kolonist, daarna steengroeve",
        "Siedler, danach Steinbruch", "settler, quarry", "settler. quarry.", "Settler and quarry", "1\nquarry",
        "kolonist -> steengroeve", "Hi,\nsettler\nquarry\nThanks, Bas", "first settler, then quarry",
    ],
    ("role settler", "pass"): ["settler\npass", "kolonist, dan pas"],
    ("role mayor", "place corn=2 quarry=1 indigo_plant=3"): [
        "mayor\nplace corn=2 quarry=1 indigo_plant=3", "mayor, then 2 corn, 1 quarry, 3 indigo plant",
    ],
    ("role trader", "sell coffee"): ["handelaar\nkoffie"],
    ("role captain", "ship corn 6", "ship sugar 7"): [
        "captain, then corn on the 6, then sugar on the 7", "captain then ship corn 6 then sugar 7",
    ],
}  # fmt: skip


@pytest.mark.parametrize("moves", SEQUENCES, ids=" ".join)
def test_moves_for_decisions_in_a_row(moves: tuple[str, ...]) -> None:
    meant = {text: read("role", text) for text in SEQUENCES[moves]}
    assert meant == dict.fromkeys(meant, Moves(moves))


NOTHING = {
    "role": [
        # questions, conditions, negations, plans, wishes, guesses, others' moves, irony
        "mayor?", "What does the mayor do?", "mayor or captain", "mayor? or captain", "not the mayor",
        "niet de burgemeester",
        "No mayor", "nicht den Bürgermeister", "kein Kapitän", "anything but the mayor", "alles behalve de kapitein",
        "If nobody took the captain then captain, else mayor.", "als de kapitein weg is dan burgemeester",
        "wenn der Kapitän weg ist, dann den Bürgermeister", "mayor unless you need it", "I want the mayor",
        "ik wil de kapitein",
        "I would like the mayor", "I'd like the mayor", "ich möchte den Kapitän", "maybe mayor",
        "misschien de burgemeester",
        "I guess mayor", "I think the mayor", "ik denk kapitein", "ich glaube Kapitän", "mayor next time",
        "volgende keer kapitein",
        "Anna takes the captain", "Anna: captain", "Anna says captain", "Cem neemt de kapitein", "captain later",
        "I was the mayor",
        "I took the mayor", "Oh great, the captain", "The mayor is nice", "mayor is fine I suppose",
        "hopefully the mayor",
        "rather the mayor", "liever de burgemeester", "lieber den Kapitän", "Lieber Bürgermeister", "sorry, mayor",
        "mayor, sorry",
        "mayor just kidding", "mayor 👎", "mayor 🤔", "mayor ❌", "mayor...", "mayor…", "hm, mayor", "well, mayor",
        "uh mayor",
        "don't take the mayor", "never the mayor", "nooit de kapitein", "thanks but no captain", "mayor, no, wait",
        # contradictions and corrections
        "mayor\ncaptain", "mayor\n\nNo, sorry, make that the builder.", "mayor. Or is the captain better?", "2\n4",
        "2 or 3", "2/3",
        "3 mayor", "2 builder", "mayor 3", "mayor (4)", "mayor\n4", "mayor, captain", "captain then mayor",
        "mayor mayor captain",
        "mayor\n\nPS: captain", "mayor\nEdit: captain", "make it the captain", "make that the builder",
        "I meant the builder",
        "mayor\n-- \nBas\nsorry, captain", "mayor\n\nThanks,\nBas\n\ncaptain", "1. mayor\n2. builder", "settler\n5",
        "1, 2",
        # nothing, or what is no move
        "", "  ", "thanks", "Yes, fine!", "ok", "ja", "prima", "Bas", "Groet, Bas", "👍", "Sent from my iPhone", ".",
        "9", "0", "-1",
        "1.5", "2.0", "100", "99999999999999999999", "captain 6", "mayor\nquarry", "settler\nsettle tobacco",
        "see you, captain", "Aye aye captain", "Captain Jack says hi", "pas op", "may", "set", "kap ermee",
        "weiter so", "een", "ein",
        "thanks, captain", "Good luck, mayor!", "hello captain", "dag kapitein", "your turn, captain", "captain next",
        "next captain", "danach Kapitän", "daarna kapitein", "hand", "kap", "cap", "pick one", "for two", "take 1",
        "good game captain", "nice game, captain", "fijne dag, kapitein", "thx captain",
        "merci Kapitän", "Schönen Abend, Kapitän", "tot vrijdag, kapitein", "have a nice weekend, captain",
        "sorry for the delay captain", "Thanks\nMayor", "Cheers\nCaptain", "Groet,\nde burgemeester",
        "Groet\nBurgemeester Bas", "Viele Grüße\nKapitän Bas de Vries", "8-)", "8)",
        "mayor\n-- \nBas\nChanged my mind: 4",
        "captain, my captain", "coffee", "build harbor", "quarry", "x" * 5000, "mayor " * 60,
        "mayor because Anna needs people", "mayor, I'm out until 12 Aug", "the first", "the mayor of the second option",
    ],
    "rich": ["in the office", "i am in the office", "op kantoor", "im Kontor", "back to the office", "no good"],
    "settle": ["take one", "pick one", "corn next", "no good", "pas op", "Pass auf", "weiter so", "corn, coffee",
               "corn\ncoffee", "corn then coffee", "2 corn",
    "1 quarry, 1 corn",
               "tobacco", "no corn", "geen maïs", "pass on the corn", "pass the corn", "corn or pass", "corn?\n", "7"],
    "ship": ["indigo", "6 corn", "corn 6 sugar 7", "corn on the 6\nsugar on the 7", "corn 6, sugar 7", "load",
    "coffee on the 7"],
    "load": ["corn 6\nsugar 7", "sugar 6"],
    "place": ["2", "1", "corn 2", "place corn=2 indigo=1 quarry=1 indigo_plant=3", "as suggested", "ok",
    "corn 2 or quarry 2"],
    "keep": ["corn", "keep nothing", "4 corn", "everything"],
    "sell": ["coffee, tobacco", "not coffee", "coffee or tobacco", "2 coffee", "sell"],
    "take": ["coffee corn", "2 coffee", "no coffee", "sugar"],
    "build": ["market", "bouw universiteit", "build building_that_is_not", "indigo", "baue zwei Märkte", "harbor",
    "17"],
}  # fmt: skip


@pytest.mark.parametrize("asked", NOTHING)
def test_nothing_is_played(asked: str) -> None:
    meant = {text: read(asked, text) for text in NOTHING[asked]}
    assert {text: meaning for text, meaning in meant.items() if not isinstance(meaning, Unsure)} == {}
    said = [voice(language).say(each.reason) for each in meant.values() for language in LANGUAGES]  # type: ignore[union-attr]
    assert not any("%(" in sentence for sentence in said)


@pytest.mark.parametrize("text", ["5", "6"])
def test_a_number_that_is_a_place_in_the_list_and_a_ship(text: str) -> None:
    loads = ("ship corn 5", "ship corn 6", "ship indigo 5", "ship indigo 6", "ship sugar 7", "ship sugar 8")
    view, _ = QUESTIONS["ship"]
    both = Question(view, rules.Legal((SEAT,), {SEAT: loads}, {}), SEAT, is_listed=True)
    asked = Situation(both, lambda moves: None, "en", MONDAY)
    meaning = read_reply(own_words(text, ""), "", asked)
    assert isinstance(meaning, Unsure) and meaning.reason.candidates


def test_a_number_counts_only_in_answer_to_the_letter_with_the_list() -> None:
    asked = Situation(question("role", is_listed=False), after, "en", MONDAY)
    assert isinstance(read_reply(own_words("2", ""), "", asked), Unsure)
    assert read_reply(own_words("mayor", ""), "", asked) == Moves(("role mayor",))


@pytest.mark.parametrize(
    "subject",
    ["", "Re: Coffee table – your turn", "AW: Coffee table – your turn", "Antw: Re: Coffee table – your turn",
     "Re[2]: Coffee table – your turn", "[EXT] Re: Coffee table – your turn", "RE: coffee table – YOUR TURN", "mayor",
     "2",
     "Re: Coffee table – your turn: mayor", "hello"],
)  # fmt: skip
def test_a_subject_that_does_not_speak_against_the_text(subject: str) -> None:
    assert read("role", "mayor", subject=subject) == Moves(("role mayor",))


@pytest.mark.parametrize(
    "subject", ["captain", "Re: Coffee table – your turn: captain!", "3", "not the builder", "kapitein"]
)
def test_a_subject_that_names_another_move(subject: str) -> None:
    meaning = read("role", "mayor", subject=subject)
    assert isinstance(meaning, Unsure) and meaning.code == "subject"


def test_a_subject_alone_makes_no_move() -> None:
    meaning = read("role", "\n", subject="role mayor")
    assert isinstance(meaning, Unsure) and meaning.code == "subject_only"


COMMANDS = {
    "help": ["help", "Help!", "hulp", "Hilfe", "?", "help please", "Hoi, help. Groet, Bas"],
    "board": ["board", "bord", "Brett", "tafel", "show the board", "laat het bord zien"],
    "back": ["back", "I'm back", "I am back!", "Ik ben terug", "terug", "bin zurück", "wieder da", "ik ben er weer"],
    "stop": ["stop", "STOP", "Stop!", "unsubscribe", "afmelden", "abmelden", "stopp", "no more letters"],
    "away": ["away", "I am away", "weg", "ik ben op vakantie", "abwesend", "im Urlaub"],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("asked", ["role", None])
def test_commands(name: str, asked: str | None) -> None:
    meant = {text: read(asked, text) for text in COMMANDS[name]}
    assert meant == dict.fromkeys(meant, Command(name))


@pytest.mark.parametrize(
    ("text", "language", "until"),
    [
        ("out until 12 Aug", "en", date(2027, 8, 12)),
        ("Away until Aug 12th", "en", date(2027, 8, 12)),
        ("I'm away until 3 December.", "en", date(2026, 12, 3)),
        ("away until Friday", "en", date(2026, 12, 4)),
        ("away until Monday", "en", date(2026, 12, 7)),
        ("away until tomorrow", "en", date(2026, 12, 1)),
        ("on holiday through 3 Dec", "en", date(2026, 12, 4)),
        ("out until 2027-01-05", "en", date(2027, 1, 5)),
        ("out until 12/25", "en", date(2026, 12, 25)),
        ("weg tot 12 augustus", "nl", date(2027, 8, 12)),
        ("Ik ben weg tot 12 aug.", "nl", date(2027, 8, 12)),
        ("weg t/m 12 augustus", "nl", date(2027, 8, 13)),
        ("op vakantie tot en met 5 december", "nl", date(2026, 12, 6)),
        ("tot vrijdag weg", "nl", date(2026, 12, 4)),
        ("weg tot 12-8", "nl", date(2027, 8, 12)),
        ("weg tot 12/8/2027", "nl", date(2027, 8, 12)),
        ("afwezig tot zaterdag 5 december", "nl", date(2026, 12, 5)),
        ("bis 12. August weg", "de", date(2027, 8, 12)),
        ("Ich bin bis zum 12.8. weg", "de", date(2027, 8, 12)),
        ("abwesend bis 12. August 2027", "de", date(2027, 8, 12)),
        ("im Urlaub bis einschließlich 12. Dezember", "de", date(2026, 12, 13)),
        ("bis Freitag verreist", "de", date(2026, 12, 4)),
        ("weg bis 3. März", "de", date(2027, 3, 3)),
        ("Hallo, weg bis 3.12. Grüße, Bas", "de", date(2026, 12, 3)),
    ],
)
def test_away_until_a_day(text: str, language: str, until: date) -> None:
    assert read(None, text, language) == Command("away", until)


@pytest.mark.parametrize(
    ("text", "language"),
    [("out until 30 Feb", "en"), ("out until 3/4", "en"), ("weg tot ooit", "nl"), ("out until 12 Aug 2020", "en"),
     ("out until 12 Aug 2099", "en"), ("weg tot 30 november 2026", "nl"), ("out until next year", "en"),
     ("bis dann weg", "de"), ("out until noon", "en"), ("weg tot 32 augustus", "nl"), ("out until today", "en")],
)  # fmt: skip
def test_away_until_no_certain_day(text: str, language: str) -> None:
    meaning = read("role", text, language)
    assert isinstance(meaning, Unsure) and meaning.code in ("day", "unclear")


RESEMBLING = (
    "stop it", "don't stop", "no help", "stop, mayor", "help Anna", "the board is nice", "I was away",
    "are you back?", "help?",
     "Anna is back", "not back yet", "I'm not away", "away from the mayor", "stop\nmayor", "mayor\nstop", "back\nmayor",
)  # fmt: skip


def test_what_only_resembles_a_command() -> None:
    assert [text for text in RESEMBLING if not isinstance(read("role", text), Unsure)] == []


def test_a_name_that_is_a_word_of_the_game_is_no_courtesy() -> None:
    assert read("role", "captain", own=("Captain",)) == Moves(("role captain",))
    assert isinstance(read("role", "mayor\ncaptain", own=("Captain",)), Unsure)
    assert isinstance(read("role", "not mayor", own=("Not Mayor",)), Unsure)
