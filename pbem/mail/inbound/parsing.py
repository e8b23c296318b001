"""A mail's bytes as an Incoming: never raises and never takes long, whatever came; it judges no word of the text."""

import binascii
import re
from collections.abc import Iterable

from pbem.mail.inbound.authentication import authentication
from pbem.mail.inbound.charsets import clean, decoded, text_of
from pbem.mail.inbound.flowed import unarmoured, unflowed
from pbem.mail.inbound.html_text import LONGEST_TEXT, html_text
from pbem.mail.inbound.machines import Ours, machine
from pbem.mail.inbound.mail import Incoming
from pbem.mail.inbound.mime import Mail, Part

LONGEST_PART = 4 * LONGEST_TEXT  # bytes before decoding: quoted-printable makes three of one
LONGEST_MARKUP = 768 * 1024
LONGEST_SUBJECT = 300  # characters
LONGEST_FROM = 2000
LONGEST_ID = 250
MOST_IDS = 100
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,40})\?([bBqQ])\?([^?\s]*)\?=(\s+(?==\?[^?\s]{1,40}\?[bBqQ]\?))?")
_ID = re.compile(rf"<[^<>\s]{{1,{LONGEST_ID - 2}}}>")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")
_ANGLED = re.compile(r"<([^<>]*)>")
_ADDRESS = re.compile(r'[^\s@<>()\[\]\\,;:"]{1,64}@[^\s@<>()\[\]\\,;:"]{1,253}')
_CHARSET = re.compile(rb"(?i)<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]{1,40})")
# Exchange makes files of the texts after a picture that Apple Mail wrote into one mail.
_CUT_OFF_TEXT = re.compile(r"(?i)ATT\d{5,}\.(txt|html?)")
NOBODY = Ours()


def parse_mail(raw: bytes, envelope_from: str = "", ours: Ours = NOBODY) -> Incoming:
    """What a mail says, of whatever bytes. `envelope_from`: "<>" for the empty sender, "" where it is not known."""
    mail = Mail(raw)
    fields = mail.root.fields
    sender = only_address(fields.every("from"))
    text, markup = _texts(mail, mail.root)
    said, seen = (unarmoured(clean(each))[:LONGEST_TEXT] for each in (text, markup))
    return Incoming(
        sender=sender,
        subject=one_line(fields.first("subject")),
        message_id=next(iter(_ID.findall(fields.first("message-id"))), ""),
        in_reply_to=_ids(*fields.every("in-reply-to"), *fields.every("references")),
        text=said if said.strip() else seen,
        html_text=seen if _has_markup(mail.root) else "",
        machine=machine(mail.root, sender, envelope_from, ours),
        authentication=authentication(fields, sender, ours.authserv),
        has_attachment=any(_is_attachment(leaf, leaf is mail.root) for leaf in mail.root.leaves()),
    )


def _texts(mail: Mail, part: Part) -> tuple[str, str]:
    """What a part says in its plain form and in its HTML form; where it has one form alone, that is both.

    Parts one after the other are read one after the other: a line after a picture is as good as one before it.
    """
    if not part.parts:
        text = _leaf_text(mail, part) if _is_text(part, part is mail.root) else ""
        return text, text
    parts = part.parts[:1] if part.kind == "multipart/signed" else part.parts
    texts = [_texts(mail, each) for each in parts]
    if part.kind != "multipart/alternative":
        return _joined(plain for plain, _ in texts), _joined(markup for _, markup in texts)
    marked = [_has_markup(each) for each in parts]
    plain = _joined(text for (text, _), is_marked in zip(texts, marked, strict=True) if not is_marked)
    markup = _joined(text for (_, text), is_marked in zip(texts, marked, strict=True) if is_marked)
    return plain if plain.strip() else markup, markup if any(marked) else plain


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(text for text in texts if text)


def _has_markup(part: Part) -> bool:
    return any(leaf.kind == "text/html" and _is_text(leaf, leaf is part) for leaf in part.leaves())


def _is_text(leaf: Part, is_whole_mail: bool) -> bool:
    """Whether a part is words of its writer, and no file, picture, report, invitation or mail of somebody else."""
    if leaf.kind not in ("text/plain", "text/html"):
        return False
    if _CUT_OFF_TEXT.fullmatch(leaf.file_name):
        return True
    return not leaf.is_attached and (is_whole_mail or not leaf.file_name)


def _is_attachment(leaf: Part, is_whole_mail: bool) -> bool:
    return not _is_text(leaf, is_whole_mail) and not leaf.kind.endswith("-signature")


def _leaf_text(mail: Mail, leaf: Part) -> str:
    is_markup = leaf.kind == "text/html"
    data = mail.body(leaf, LONGEST_MARKUP if is_markup else LONGEST_PART)
    data = decoded(data, leaf.fields.first("content-transfer-encoding"))
    charset = leaf.parameter("charset")
    if is_markup:
        named = _CHARSET.search(data[:2000])
        return html_text(text_of(data, charset or (named[1].decode() if named else "")))
    text = clean(text_of(data, charset))[:LONGEST_TEXT]
    is_flowed = leaf.parameter("format").lower() == "flowed"
    return unflowed(text, leaf.parameter("delsp").lower() == "yes") if is_flowed else text


def only_address(values: list[str]) -> str:
    """The one address of a From as written; "" where there is none, there are several, or it is not certain which.

    A name that looks like an address is none: `"bas@example.org" <eve@example.com>` is eve's.
    """
    if len(values) != 1:
        return ""
    bare = _QUOTED.sub(" ", values[0][:LONGEST_FROM])
    for _ in range(3):
        bare = _COMMENT.sub(" ", bare)
    angled = _ANGLED.findall(bare)
    address = (angled[0] if angled else bare).strip()
    beside = [word for word in _ANGLED.sub(" ", bare).replace(",", " ").split() if "@" in word]
    is_certain = len(angled) < 2 and all(word.lower() == address.lower() for word in beside)
    return address if is_certain and _ADDRESS.fullmatch(address) else ""


def one_line(value: str) -> str:
    """A field's text with its encoded words decoded (RFC 2047), as one line of at most LONGEST_SUBJECT characters."""
    return " ".join(clean(_ENCODED_WORD.sub(_word, value)).split())[:LONGEST_SUBJECT]


def _word(found: re.Match[str]) -> str:
    data = found[3].encode("utf-8", "replace")
    if found[2] in "bB":
        return text_of(decoded(data, "base64"), found[1].partition("*")[0])
    return text_of(binascii.a2b_qp(data, header=True), found[1].partition("*")[0])


def _ids(*values: str) -> tuple[str, ...]:
    """The Message-IDs in these fields, each once, the first MOST_IDS."""
    return tuple(dict.fromkeys(found for value in values for found in _ID.findall(value)))[:MOST_IDS]
