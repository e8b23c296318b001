"""What programs, companies and habits add to what somebody wrote: signatures, footers, closings; it cuts them off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from pbem.mail.inbound import phrases
from pbem.words.reading.lexicon import LONGEST_PHRASE, NAME, NOTHING, lexicon
from pbem.words.reading.tokens import spellings, tokens

_LONGEST = 400  # characters of a line that are looked at
_SIGNATURE_LINES = 12
_NAME_WORDS = 4
_SEPARATOR = re.compile(r"\s*--\s*")
_RULE = re.compile(r"\s*[-_=*~–—]{3,}\s*")
_PICTURE = re.compile(
    r"\s*(?:\[(?:image|cid|inline image|afbeelding|bild)\b[^\]]*\]|<[^<>@\s]+\.\w{3,4}>|\ufffc)+\s*", re.I
)
_DEVICE = re.compile(
    r"(?:(?:sent|send|typed|written) (?:from|with|via|by|using|on)\b"
    r"|(?:verstuurd|verzonden|gestuurd|verstuurt) (?:vanaf|vanuit|met|via|van)\b"
    r"|(?:gesendet|geschrieben|verschickt) (?:von|mit|über|via|aus)\b"
    r"|von mein(?:em|er|en)\b.{0,80}\b(?:gesendet|geschickt|aus)\b|von mein(?:em|er) \w+\.?$"
    r"|diese (?:nachricht|e-mail|mail) wurde (?:von|mit)\b"
    r"|(?:get|download|haal|hol dir|laden sie) outlook\b|outlook (?:voor|für|for|pour) "
    r"|excuse? .{0,40}brevity|please excuse\b|excuseer mijn\b|sorry for (?:any )?(?:typos|brevity)\b"
    r"|bitte entschuldig\w+ .{0,40}kürze\b|entschuldig\w+ (?:bitte )?.{0,20}kürze\b"
    r"|virus[- ]?(?:free|vrij|frei)\b|scanned by\b|gescand (?:op|door)\b|(?:geprüft|gescannt) (?:von|mit)\b"
    r"|secured with\b|securely sent\b|beveiligd met\b)",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\W*(?:disclaimer\b|confidential(?:ity)?\b|vertraulich\w*\b|vertrouwelijk\w*\b|privileged\b"
    r"|this (?:e-?mail|message|communication)\b.{0,200}\b(?:confidential|intended|privileged)"
    r"|(?:de inhoud van )?(?:dit|deze) (?:e-?mail|bericht|e-mailbericht)\b.{0,200}\b(?:vertrouwelijk|bestemd|bedoeld)"
    r"|de informatie in (?:dit|deze)\b.{0,200}\b(?:vertrouwelijk|bestemd)"
    r"|diese (?:e-?mail|nachricht)\b.{0,200}\b(?:vertraulich|bestimmt)"
    r"|(?:please )?(?:consider|think of|think about) the environment\b|denk(?:t)? aan het milieu\b"
    r"|(?:bitte )?(?:denken sie|denke) an die umwelt\b"
    r"|(?:geschäftsführer|sitz der gesellschaft|registered (?:in|office)|handelsregister|kvk|amtsgericht)\b"
    r"|to unsubscribe from this group\b|you received this (?:message|e-?mail) because\b)",
    re.IGNORECASE,
)
_PGP_BEGIN = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----\s*")
_PGP_HASH = re.compile(r"(?:Hash|Charset|Comment|Version): .*")
_PGP_PART = re.compile(r"-----BEGIN PGP (?:SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
_PGP_END = re.compile(r"-----END PGP (?:SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
_DOUBTS = frozenset(phrases.DOUBTING.split())
_REACHED_AT = re.compile(r"@|https?:|www\.|(?:\d[\s()./+-]*){6,}")


def unarmoured(lines: Sequence[str]) -> list[str]:
    """The lines without the armour of an inline PGP signature (RFC 9580, 7)."""
    kept: list[str] = []
    inside = begun = False
    for line in lines:
        if _PGP_BEGIN.fullmatch(line):
            begun = True
        elif begun and (_PGP_HASH.fullmatch(line) or not line.strip()) and not any(text.strip() for text in kept):
            continue
        elif _PGP_PART.fullmatch(line):
            inside = True
        elif _PGP_END.fullmatch(line):
            inside = False
        elif not inside:
            kept.append(line[2:] if begun and line.startswith("- ") else line)
    return kept


def without_furniture(block: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines that say something, and those that were cut off as signature or footer and not looked at."""
    lines = unarmoured(block)
    end = next((n for n, line in enumerate(lines) if _SEPARATOR.fullmatch(line) or _is_footer(line)), len(lines))
    kept = [line.strip() for line in lines[:end] if line.strip() and not _is_added(line)]
    cut = [line for line in lines[end:] if not _is_added(line)]
    at = _closing(kept)
    return (kept[:at], cut) if at is not None else (kept, cut)


def takes_back(lines: Iterable[str], *, has_letter: bool) -> bool:
    """Whether one of these lines, which are not read, begins like one that takes back what stands above.

    `has_letter`: a letter of ours, which has its own "No …", may be among them.
    """
    said = phrases.TAKING_BACK if has_letter else (*phrases.TAKING_BACK, *phrases.TAKING_BACK_OWN)
    begun = _spelled(said)
    longest = max(map(len, begun))
    for line in lines:
        words = tokens(line[:_LONGEST])
        if any(words[:size] in begun for size in range(1, longest + 1)):
            return True
    return False


@cache
def _spelled(texts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(phrase for text in texts for phrase in spellings(text))


def _is_footer(line: str) -> bool:
    return bool(_DISCLAIMER.match(line[:_LONGEST]))


def _is_added(line: str) -> bool:
    """Whether a program added this line, or it shows no words."""
    shown = line[:_LONGEST].strip().strip("_*-–— ")
    return not shown or bool(_RULE.fullmatch(line) or _PICTURE.fullmatch(line) or _DEVICE.match(shown))


# --- closings


def _closing(lines: Sequence[str]) -> int | None:
    """Where a closing begins under which nothing but a name and a signature stands."""
    for at, line in enumerate(lines):
        rest = behind_closing(line)
        if rest is not None and len(rest) <= _NAME_WORDS and harmless(" ".join(rest)):
            below = lines[at + 1 :]
            if len(below) <= _SIGNATURE_LINES and all(_is_signature(text) for text in below):
                return at
    return None


def behind_closing(line: str) -> tuple[str, ...] | None:
    """The words behind the closing with which a line begins; None where it begins with none."""
    words = tokens(line[:_LONGEST])
    closings = _spelled(phrases.CLOSINGS)
    longest = min(len(words), max(map(len, closings)))
    size = next((n for n in range(longest, 0, -1) if words[:n] in closings), 0)
    return words[size:] if size else None


def _is_signature(line: str) -> bool:
    return bool(_REACHED_AT.search(line)) or harmless(line)


def harmless(text: str) -> bool:
    """Whether a text holds no word of the game, no number by itself and no doubt: a name, a company, a street."""
    words = tokens(text[:_LONGEST])
    if "?" in words or any(word in _DOUBTS for word in words) or (len(words) == 1 and words[0].isdecimal()):
        return False
    return not any(_is_telling(words[at : at + n]) for at in range(len(words)) for n in range(1, LONGEST_PHRASE + 1))


def _is_telling(phrase: tuple[str, ...]) -> bool:
    """Whether the phrase names something of the game, or passing."""
    meanings = lexicon().get(phrase, ())
    return any(meaning.kind in (NAME, NOTHING) or "pass" in meaning.verbs for meaning in meanings)
