"""Which lines of a reply its writer typed and which were quoted, by the ways of many clients; it reads no meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import quotequail

from pbem.mail.plain import REPLY_MARK

MOST_LINES = 2000
MOST_GUESSED = 200  # lines that are shown to quotequail, whose work grows with their number
_LONGEST = 1000  # characters of a line that are looked at
_WRAPPED = 4  # lines over which the line that introduces a quote may run
_HEADER_SPAN = 8  # lines that the head of a quoted mail takes
_TAIL_OF = 60  # characters: a marked line so long may have been broken by the client, its tail standing unmarked

_MARK = re.compile(r"\s{0,3}[>＞]")
_WROTE = r"(?:wrote|writes|schreef|schrijft|geschreven|schrieb|schreibt|geschrieben)"
_HAS_WROTE = re.compile(rf"\b{_WROTE}\b", re.IGNORECASE)
_DATED = re.compile(
    rf"(?:on|op|am|den)\b[^:]{{0,30}}\d.{{0,300}}\b{_WROTE}\b.{{0,200}}[:：]", re.IGNORECASE
)  # "On Mon, Nov 30, 2026 at 9:12 AM Anna wrote:", "Am 30.11.26 um 09:12 schrieb Anna:"
_NAMED = re.compile(
    rf"[^:]{{0,200}}(?:@|\d{{1,2}}[.:/-]\d|\d{{4}}).{{0,200}}\b{_WROTE}\b.{{0,160}}[:：]"
    rf"|[^:]{{0,200}}\b{_WROTE}\b.{{0,40}}\d.{{0,120}}[:：]",
    re.IGNORECASE,
)  # "Anna <anna@example.org> wrote:", "Anna schreef op 30 nov 2026 om 09:12:"
_BEGINS = re.compile(r"(?:on|op|am|den)\b", re.IGNORECASE)
_QUOTING = re.compile(r"(?:quoting|citeren|citaat van|zitat von|zitiere)\b.{1,200}[:：]", re.IGNORECASE)
_BETWEEN_DASHES = re.compile(rf"-{{2,}}\s*(?:on|op|am)\b.{{0,300}}\b{_WROTE}\b.{{0,60}}-{{2,}}", re.IGNORECASE)
_ORIGINAL = re.compile(
    r"[-_*\s]{2,}(?:original(?:e|es|nachricht)?[ -]?(?:message|nachricht|appointment|bericht|mail)?"
    r"|oorspronkelijke? bericht|ursprüngliche nachricht|urspruengliche nachricht"
    r"|forwarded (?:message|by)\b.*|doorgestuurd bericht|doorgezonden bericht|weitergeleitete nachricht|reply message)"
    r"[-_*\s]{2,}",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"(?:begin forwarded message|begin doorgestuurd bericht|anfang der weitergeleiteten (?:nachricht|e-mail))\s*:",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"\W*(?:reply above this line|antwoord boven deze (?:lijn|regel)|antworte? über dieser (?:linie|zeile))"
)
_PREVIEW = 4  # lines of a letter of ours up to its mark
_FIELDS = {
    **dict.fromkeys(("from", "von", "van", "de"), "from"),
    **dict.fromkeys(("sent", "date", "gesendet", "datum", "verzonden", "verstuurd", "verzonden op", "envoyé"), "date"),
    **dict.fromkeys(("to", "an", "aan", "à"), "to"),
    **dict.fromkeys(("subject", "betreff", "onderwerp", "objet"), "subject"),
    **dict.fromkeys(("cc", "kopie", "reply-to", "antwort an", "antwoord aan"), "other"),
}
_FIELD = re.compile(r"[*_\s]*([a-zàé]{1,10}(?:[ -][a-z]{1,4})?)[*_]{0,2}\s?:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cut:
    """What is left when the quotes are cut away.

    `blocks`: runs of lines that the writer typed, between quotes. `rest`: what stands below a quote that has no marks,
    where his words could not be told from ours. `is_certain`: whether it is certain what is quoted.
    """

    blocks: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...] = ()
    is_certain: bool = True


def cut_quotes(text: str) -> Cut:
    """The writer's own lines of a decoded mail, in their order, blank ones too."""
    lines = [line.replace("\u00a0", " ").rstrip() for line in text.split("\n")]
    marked = [bool(_MARK.match(line)) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES and any(line.strip() and not _MARK.match(line) for line in lines[MOST_LINES:]):
        return Cut((), (), is_certain=False)
    del lines[MOST_LINES:]
    is_certain = not any(_is_tail(lines, marked, at) for at in range(1, len(lines) - 1))
    end = _introductions(lines, marked)
    blocks = _blocks(lines[:end], marked)
    rest = lines[end:]
    if end == len(lines) and not any(marked):
        blocks, rest = _guessed(blocks, rest)
    return Cut(tuple(blocks), tuple(rest), is_certain)


def _blocks(lines: Sequence[str], marked: Sequence[bool]) -> list[tuple[str, ...]]:
    """The runs of lines that are not marked as quoted and hold more than blanks."""
    found: list[list[str]] = [[]]
    for line, is_quoted in zip(lines, marked, strict=False):
        if is_quoted:
            found.append([])
        else:
            found[-1].append(line)
    return [tuple(block) for block in found if any(line.strip() for line in block)]


def _introductions(lines: Sequence[str], marked: list[bool]) -> int:
    """Marks the lines that introduce quotes; gives where the first quote without marks begins, or the end."""
    at = 0
    while at < len(lines):
        if marked[at]:
            at += 1
            continue
        if _begins_a_mail(lines, at):
            return at
        last = _attribution(lines, marked, at)
        if last is None:
            at += 1
            continue
        if not _is_followed_by_marks(lines, marked, last + 1):
            return at
        for number in range(at, last + 1):
            marked[number] = True
        at = last + 1
    return len(lines)


def _is_followed_by_marks(lines: Sequence[str], marked: Sequence[bool], at: int) -> bool:
    following = next((number for number in range(at, len(lines)) if lines[number].strip()), None)
    return following is not None and marked[following]


def _attribution(lines: Sequence[str], marked: Sequence[bool], at: int) -> int | None:
    """The last of the lines by which a client says whom it quotes, if they begin at this one."""
    joined = ""
    for number in range(at, min(at + _WRAPPED, len(lines))):
        line = lines[number][:_LONGEST].strip()
        if not line or marked[number] or (number > at and _BEGINS.match(line) and _HAS_WROTE.search(line)):
            return None
        joined = f"{joined} {line}".strip()
        if _QUOTING.fullmatch(joined) or _is_written(joined, number - at):
            return number
    return None


def _is_written(joined: str, wraps: int) -> bool:
    """Whether this says that somebody wrote; over several lines it must begin as it does with a date."""
    if not _HAS_WROTE.search(joined):
        return False
    if _DATED.fullmatch(joined) or _BETWEEN_DASHES.fullmatch(joined):
        return True
    return bool(_NAMED.fullmatch(joined)) and (wraps == 0 or "@" in joined)


def _begins_a_mail(lines: Sequence[str], at: int) -> bool:
    """Whether a whole mail is quoted from this line on, under a rule or under its own head."""
    line = lines[at][:_LONGEST].strip()
    if not line:
        return False
    if _ORIGINAL.fullmatch(line) or _FORWARD.fullmatch(line) or _ABOVE.match(line.lower()) or _is_ours(lines, at):
        return True
    return _field(line) in ("from", "date") and {"from", "date"} < _head(lines, at)


def _is_ours(lines: Sequence[str], at: int) -> bool:
    """The first line of a letter of ours, if it asks: what clients preview, right above its mark."""
    if " · " not in lines[at]:
        return False
    return any(line.startswith(REPLY_MARK) for line in takewhile(str.strip, lines[at + 1 : at + _PREVIEW]))


def _head(lines: Sequence[str], at: int) -> set[str]:
    """The fields of a mail's head that stand together from this line on; a long value may run over a line."""
    found: set[str] = set()
    for line in lines[at : at + _HEADER_SPAN]:
        if not line.strip():
            break
        found |= {_field(line)} - {""}
    return found


def _field(line: str) -> str:
    found = _FIELD.match(line)
    return _FIELDS.get(found[1].lower(), "") if found else ""


def _is_tail(lines: Sequence[str], marked: Sequence[bool], at: int) -> bool:
    """Whether an unmarked line between marked ones may be the end of a long one that a client broke."""
    if marked[at] or not lines[at].strip() or at + 1 >= len(marked):
        return False
    return marked[at - 1] and marked[at + 1] and len(lines[at - 1]) > _TAIL_OF


def _guessed(blocks: list[tuple[str, ...]], rest: list[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """What quotequail, which knows clients in more languages, makes of a text in which we saw no quote."""
    if len(blocks) != 1 or len(blocks[0]) > MOST_GUESSED:
        return blocks, rest
    found = quotequail.unwrap("\n".join(line[:_LONGEST] for line in blocks[0]))
    if found is None or found["type"] == "quote":
        return blocks, rest
    top = (found.get("text_top") or "").split("\n")
    kept = [tuple(top)] if any(line.strip() for line in top) else []
    return kept, [*blocks[0][len(top) :], *rest]
