"""Bytes as text: transfer encodings and charsets, also where a mail names the wrong one; nothing here raises."""

import base64
import binascii
import codecs
import quopri
import re
import unicodedata

# What a mail may name. Python has more codecs: some are no charsets, and some take time by the square of their input.
_KNOWN = re.compile(
    r"utf-?(8|7|16|32)(-sig|-?[bl]e)?|iso-?8859-?\d+|latin-?\d+|(windows-|cp)\d{3,4}|mac-?roman|macintosh|koi8-[rut]"
    r"|us-ascii|ascii|gb2312|gbk|gb18030|big5(hkscs)?|euc-?(jp|kr)|shift-?jis|iso-?2022-?(jp|kr)(-\d)?|tis-?620"
)
_ONE_BYTE = ("iso8859", "cp125", "koi8", "mac")
_MARKED = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
# Utf-8 that was taken for Windows-1252 and written in utf-8 once more: "KapitÃ¤n".
_TWICE = re.compile("[ÂÃ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿Ž€]|â€")
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029\v\f]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202d\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_TURNED = "\u202e"  # what follows is shown from right to left: what is read here is not what its writer saw
_UNWRITABLE = re.compile("[\ud800-\udfff]")
MOST_MARKS = 4  # of a letter, one on the other; sorting a longer pile takes time by its square


def decoded(data: bytes, encoding: str) -> bytes:
    """What a Content-Transfer-Encoding holds; what cannot be decoded is left out, an unknown name is none."""
    match encoding.strip().lower():
        case "quoted-printable":
            return quopri.decodestring(data)
        case "base64":
            letters = _NOT_BASE64.sub(b"", data)
            letters = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
            try:
                return base64.b64decode(letters + b"=" * (-len(letters) % 4))
            except binascii.Error:
                return b""
        case _:
            return data


def text_of(data: bytes, charset: str) -> str:
    """The text, by the charset named if it fits, else by what it looks like; undecodable bytes show as U+FFFD."""
    for mark, name in _MARKED:
        if data.startswith(mark):
            return data.decode(name, "replace")
    codec = _codec(charset)
    if codec in ("", "utf-8", "ascii", "iso8859-1", "cp1252"):
        return _once(guessed(data))
    if codec.startswith(_ONE_BYTE):
        return _once(guessed(data, codec))
    try:
        return data.decode(codec, "replace")
    except (UnicodeError, LookupError):  # some codecs know no "replace"
        return guessed(data)


def guessed(data: bytes, other: str = "cp1252") -> str:
    """Utf-8 if it is such, or mostly; else `other`, a charset of one byte a sign."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        if sum(char > "\x7f" and char != "\ufffd" for char in text) > text.count("\ufffd"):
            return text
        return data.decode(other, "replace")


def _codec(charset: str) -> str:
    """Python's name for a charset, "" for none that a mail is written in."""
    name = charset.strip().strip("'\"").lower().replace("_", "-")
    if len(name) > 40 or not _KNOWN.fullmatch(name):
        return ""
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def _once(text: str) -> str:
    """The text as it was before somebody encoded it twice, if all of it was."""
    if _TWICE.search(text) is None:
        return text
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def clean(text: str) -> str:
    """The text with LF alone, usual blanks, composed letters (NFC), and without signs that nobody sees.

    A sign that turns the reading direction round stays as U+FFFD: no word with it is one that its writer saw.
    """
    if text.isascii():
        return _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))
    text = _BLANKS.sub(" ", _LINE_ENDS.sub("\n", text)).replace(_TURNED, "\ufffd")
    text = _UNWRITABLE.sub("\ufffd", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFC", _without_piles(text))


def _without_piles(text: str) -> str:
    kept, pile = [], 0
    for char in text:
        pile = pile + 1 if unicodedata.combining(char) else 0
        if pile <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)
