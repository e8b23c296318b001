"""The words that are no move but a wish about letters: help, board, away, back, stop; it does none of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Final

from pbem.mail.inbound.dates import read_day
from pbem.words.reading.tokens import spellings

HELP, BOARD, AWAY, BACK, STOP = "help", "board", "away", "back", "stop"
_SAID: Final = {
    HELP: "help, help me, hulp, help mij, hilfe, info, ?",
    BOARD: "board, the board, show board, show the board, show me the board, table, show table, show the table, "
    "bord, het bord, toon bord, toon het bord, laat het bord zien, speelbord, tafel, toon de tafel, "
    "brett, das brett, zeig das brett, zeige das brett, spielbrett, tisch, zeig den tisch",
    AWAY: "away, i am away, i'm away, weg, ik ben weg, afwezig, ik ben afwezig, abwesend, ich bin abwesend, "
    "ich bin weg, on holiday, i am on holiday, on vacation, op vakantie, ik ben op vakantie, im urlaub, "
    "ich bin im urlaub, verreist",
    BACK: "back, i am back, i'm back, am back, back again, i am back again, terug, ik ben terug, weer terug, "
    "ik ben weer terug, ben terug, ben weer terug, ik ben er weer, zurück, ich bin zurück, bin zurück, wieder da, "
    "ich bin wieder da, bin wieder da, wieder zurück, ich bin wieder zurück",
    STOP: "stop, unsubscribe, no more letters, no more mail, no more emails, stop letters, "
    "uitschrijven, afmelden, geen brieven meer, geen mail meer, stopp, abmelden, abbestellen, keine briefe mehr, "
    "keine mails mehr",
}
_ME = r"(?:i am |i'm |i will be |i'll be |ik ben |ben |ich bin |bin )?"
_GONE = (
    r"(?:out of office|out of the office|out|away|gone|off|on holiday|on holidays|on vacation|travelling|traveling|weg|"
    r"afwezig|op vakantie|met vakantie|op reis|abwesend|im urlaub|in urlaub|verreist|unterwegs|fort)"
)
_UNTIL = r"(?:until|till|til|up to|tot aan|tot|bis zum|bis)"
_THROUGH = (
    r"(?:through|until and including|up to and including|tot en met|t / m|tm|t e m|bis einschliesslich|bis inklusive|"
    r"bis inkl|bis und mit|bis einschliesslich zum)"
)
_LIMIT = rf"(?:(?P<through>{_THROUGH})|{_UNTIL}) (?P<day>.+?)"
_AWAY_UNTIL = (re.compile(rf"{_ME}{_GONE} {_LIMIT}"), re.compile(rf"{_ME}{_LIMIT} {_GONE}"))
_INCLUSIVE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Command:
    """One of the words above. `until`: the first day on which the person is there again, None where he did not say."""

    name: str
    until: date | None = None


@dataclass(frozen=True, slots=True)
class UnknownDay:
    """Somebody is away until a day that was not understood."""

    said: str


def read_command(words: tuple[str, ...], today: date, language: str) -> Command | UnknownDay | None:
    """The command that the whole of a reply is, courtesies taken out; None where it is none.

    `words`: tokens of `pbem.words.reading`; `today`: in the person's own zone.
    """
    name = _phrases().get(words)
    if name is not None:
        return Command(name)
    said = " ".join(words)
    for pattern in _AWAY_UNTIL:
        if found := pattern.fullmatch(said):
            day = read_day(found["day"], today, language)
            if day is None:
                return UnknownDay(found["day"])
            return Command(AWAY, day + _INCLUSIVE if found["through"] else day)
    return None


@cache
def _phrases() -> dict[tuple[str, ...], str]:
    return {
        words: name for name, texts in _SAID.items() for text in texts.split(",") for words in spellings(text.strip())
    }
