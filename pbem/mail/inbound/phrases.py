"""The words around a move in English, Dutch and German that say nothing about it: data alone, read elsewhere.

Words of doubt ("maybe", "not", "if", "sorry" by itself) are left out on purpose: what is not here is not understood,
and then nothing is played.
"""

from __future__ import annotations

from typing import Final

# Said at the beginning, to everybody or to one by name;
GREETINGS: Final = (
    "hi", "hello", "hey", "hi there", "hello there", "good morning", "good afternoon", "good evening",
    "hoi", "hallo", "hé", "hee", "dag", "goedemorgen", "goedemiddag", "goedenavond", "goeiemorgen", "moi",
    "moin", "servus", "guten morgen", "guten tag", "guten abend", "grüß gott", "grüezi", "hallöchen",
)  # fmt: skip
# and with a name alone: by itself the German "lieber" says "rather".
ADDRESSES: Final = ("dear", "beste", "lieve", "liebe", "lieber", "morning")
EVERYBODY: Final = (
    "all", "everyone", "everybody", "folks", "friends", "team", "there", "puerto rico", "table",
    "allemaal", "iedereen", "vrienden", "mensen", "spelers", "tafel", "jongens",
    "zusammen", "alle", "ihr", "leute", "freunde", "runde", "allerseits", "in die runde",
)  # fmt: skip

# May stand anywhere around a move. With nothing but the name of a role behind them thanks and closings speak to
# somebody or sign for the writer: "Thanks, captain!". So do wishes that are no sentence of their own ("Fijne dag,
# kapitein"), and greetings and excuses where no comma stands between: "Hello captain".
THANKS: Final = (
    "thanks", "thank you", "thank you very much", "thanks a lot", "many thanks", "thx", "ty", "cheers", "pls", "plz",
    "bedankt", "dank je", "dank je wel", "dankjewel", "dank u", "dank u wel", "dank", "alvast bedankt", "aub", "a u b",
    "alstublieft", "ajb", "svp",
    "danke", "danke schön", "danke sehr", "dankeschön", "vielen dank", "besten dank", "tausend dank", "merci",
)  # fmt: skip
EXCUSES: Final = (
    "thanks for waiting", "thanks for your patience", "sorry for the delay", "sorry for the wait", "sorry i am late",
    "sorry i'm late", "sorry for being late", "sorry for the late reply", "apologies for the delay",
    "sorry voor het wachten", "sorry voor de vertraging", "sorry voor de late reactie",
    "sorry dat ik zo laat ben", "sorry dat het zo lang duurde",
    "entschuldigt die verspätung", "entschuldigung für die verspätung", "sorry für die verspätung",
)  # fmt: skip
AGREEING: Final = (
    "yes", "yep", "yeah", "ok", "okay", "okay then", "sure", "all right", "alright", "fine", "right",
    "ja", "jep", "oké", "oke", "goed", "prima", "gut", "in ordnung", "alles klar", "jawohl", "na gut",
)  # fmt: skip
WISHES: Final = (
    "have fun", "have a nice day", "have a good day", "have a nice weekend", "have a good weekend", "good luck",
    "nice game", "good game", "great game", "what a nice game", "see you soon", "see you friday", "your turn",
    "fijne dag", "fijne avond", "fijn weekend", "goed weekend", "prettige dag", "prettig weekend", "veel plezier",
    "succes", "veel succes", "leuk spel", "mooi spel", "tot ziens", "tot gauw", "tot snel", "tot vrijdag", "tot later",
    "schönen tag", "schönen tag noch", "einen schönen tag", "schönen abend", "schönen abend noch", "gute nacht",
    "schönes wochenende", "viel spaß", "viel glück", "viel erfolg", "schönes spiel", "bis bald", "bis dann",
    "bis später", "bis freitag", "welterusten", "slaap lekker", "good night",
)  # fmt: skip
COURTESIES: Final = (*THANKS, *EXCUSES, *AGREEING, *WISHES)

# Ways to begin what one chooses.
FRAMES: Final = (
    "my move", "my move is", "my choice", "my choice is", "my answer", "my answer is", "i'll go for", "i go for",
    "i will go for", "i'll go with", "i go with", "i will go with", "let's go with", "i'll have", "i'll play", "i play",
    "i choose", "i'll choose", "i pick", "for me", "i am going with", "i'm going with",
    "mijn zet", "mijn zet is", "mijn keuze", "mijn keuze is", "mijn antwoord", "mijn antwoord is", "ik ga voor",
    "ik ga met", "doe maar", "doe mij maar", "doe mij", "geef mij maar", "dan maar", "ik doe", "voor mij", "het wordt",
    "mein zug", "mein zug ist", "meine wahl", "meine wahl ist", "meine antwort", "meine antwort ist", "für mich",
    "ich entscheide mich für", "ich gehe auf", "ich mache", "mach mal", "ich spiele", "ich wähle",
)  # fmt: skip

# Of these closings, what says something else in the middle of a text.
AT_THE_END: Final = ("best", "love", "yours", "gr", "br", "kr", "bg")

# End what is said; a name and a signature may follow.
CLOSINGS: Final = (
    "thanks", "thank you", "many thanks", "thanks in advance", "thx", "cheers", "best", "all the best", "best wishes",
    "best regards", "kind regards", "warm regards", "with kind regards", "regards", "yours", "sincerely", "love",
    "bye", "ciao", "br", "kr", "rgds",
    "groet", "groeten", "groetjes", "gr", "grt", "grtz", "mvg", "m v g", "met vriendelijke groet",
    "met vriendelijke groeten", "vriendelijke groet", "vriendelijke groeten", "hartelijke groet", "hartelijke groeten",
    "met hartelijke groet", "met groet", "warme groet", "lieve groet", "lieve groetjes", "veel groetjes", "liefs",
    "bedankt", "alvast bedankt", "dank", "dank je", "dank je wel", "dankjewel", "hartelijk dank", "doei", "doeg",
    "gruß", "grüße", "gruss", "grüsse", "viele grüße", "liebe grüße", "beste grüße", "schöne grüße", "herzliche grüße",
    "lieber gruß", "lieben gruß", "schönen gruß", "viele liebe grüße", "mit freundlichen grüßen",
    "mit freundlichem gruß", "freundliche grüße", "mit besten grüßen", "mit lieben grüßen", "lg", "vg", "mfg", "bg",
    "danke", "danke schön", "vielen dank", "besten dank", "tschüss", "tschüß",
)  # fmt: skip

# May stand before the number of a choice. "Take 1" and "take one" are left to who counts barrels or tiles.
CHOOSING: Final = (
    "i i'll choose pick select play the a ik kies speel doe de het kiezen ich wahle waehle spiele den die das"
)
TAKING: Final = "take neem pak nemen nehme nimm"

# Between two moves for decisions in a row: what comes behind is the answer to a later question.
NEXT: Final = (
    "then", "and then", "next", "after that", "afterwards", "followed by",
    "dan", "en dan", "daarna", "en daarna", "vervolgens", "en vervolgens",
    "dann", "und dann", "danach", "und danach", "anschließend", "als nächstes",
)  # fmt: skip
FIRST: Final = ("first", "firstly", "eerst", "ten eerste", "zuerst", "erst", "als erstes")

# Begins a line that takes back or doubts what stands above it, whoever wrote the line;
TAKING_BACK: Final = (
    "sorry", "wait", "no wait", "on second thought", "on second thoughts", "scratch that", "never mind", "nevermind",
    "forget it", "oops", "hold on", "i meant", "make that", "or rather", "ps", "p s", "edit", "correction",
    "changed my mind", "i changed my mind", "i've changed my mind", "disregard", "cancel", "undo",
    "wacht", "oeps", "bij nader inzien", "laat maar", "ik bedoel", "ik bedoelde", "of toch", "toch maar", "correctie",
    "van gedachten veranderd", "ik ben van gedachten veranderd", "ik heb me bedacht", "toch niet", "toch liever",
    "warte", "ups", "ich meine", "ich meinte", "doch lieber", "oder doch", "korrektur", "moment",
    "anders überlegt", "ich habe es mir anders überlegt", "ich hab's mir anders überlegt", "doch nicht",
)  # fmt: skip
# and where no letter of ours is among the lines.
TAKING_BACK_OWN: Final = (
    "no", "nope", "actually", "ignore", "instead", "wrong", "but", "nee", "toch", "liever", "verkeerd", "vergeet",
    "negeer", "eigenlijk", "maar", "nein", "doch", "lieber", "falsch", "vergiss", "vergesst", "stattdessen",
    "eigentlich", "aber", "nicht",
)  # fmt: skip

# Words that a name or a signature under a closing does not hold.
DOUBTING: Final = (
    "no not nope never but wait sorry actually instead rather maybe perhaps if unless except wrong ignore forget undo "
    "cancel change later joke kidding correction edit ps otherwise though hope wish "
    "nee niet nooit geen maar wacht toch liever eigenlijk misschien als tenzij fout verkeerd negeer vergeet wijzig "
    "grapje anders hoop wil zou "
    "nein nicht nie niemals kein keine keinen aber warte doch lieber eigentlich vielleicht wenn falls ausser falsch "
    "vergiss ignoriere spater spaeter scherz sonst statt stattdessen hoffe will"
)

# Numbers as they are called, for the list of a letter. "Een" and "ein" are articles, and numbers only behind "number".
NUMBER_WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
    "twee": 2, "drie": 3, "vier": 4, "vijf": 5, "zes": 6, "zeven": 7, "acht": 8, "negen": 9, "tien": 10, "elf": 11,
    "twaalf": 12,
    "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "fünf": 5, "fuenf": 5, "funf": 5, "sechs": 6, "sieben": 7, "neun": 9,
    "zehn": 10, "zwölf": 12, "zwoelf": 12, "zwolf": 12,
}  # fmt: skip
BEHIND_NUMBER: Final = {"een": 1, "één": 1, "ein": 1}
ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "eerste": 1, "tweede": 2, "derde": 3, "vierde": 4, "vijfde": 5, "zesde": 6, "zevende": 7, "achtste": 8,
    "erste": 1, "zweite": 2, "dritte": 3, "vierte": 4, "fünfte": 5, "funfte": 5, "sechste": 6, "siebte": 7, "achte": 8,
}  # fmt: skip

# Smileys and signs that a person puts beside a move and that do not turn it round.
SIGNS: Final = tuple("👍👌🙂😊😀😁😄😃😅😎😉😇🙌👏🙏💪✌🤞🍀🎉🥳🎲🚢⛵⚓🌽☕🌞☀🌴🏝❤♥💛💙💚✅✔☑🤗🫡👋🏻🏼🏽🏾🏿🖖⭐✨⃣^♂♀")

# Words of place, which belong to ships and circles: "in the office" is where somebody sits.
PLACES: Final = "at in into on op naar im ins am auf"

# Words of order that begin a text or end it: what came before, or comes, was not said to us.
LOOSE_NEXT: Final = ("then", "dan", "dann")

# Ways in which a word of the game says something else.
OTHER_SENSE: Final = (
    "my captain",
    "pas op", "pass on", "pas maar op", "pass mal auf", "passt", "pass auf", "passe auf", "bin fort", "i pass by",
    "weiter so", "next time", "volgende keer", "nächstes mal",
)  # fmt: skip
# Alone they do: "no good" is a judgement, "no good more" a pass.
ALONE_IN_ANOTHER: Final = ("no good", "hand")
