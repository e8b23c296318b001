"""Mail meant to break what reads it, made here: nothing raises, and work grows with a mail's size, not with its square.

A limit is in seconds of the processor, far above what any of these takes and far below what its square would take.
"""

import base64
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.inbound.html_text import html_text
from pbem.mail.inbound.mail import Incoming
from pbem.mail.inbound.mime import DEEPEST, MOST_PARTS, Mail
from pbem.mail.inbound.parsing import parse_mail

pytestmark = pytest.mark.slow

HEAD = b"From: Bas <bas@example.com>\r\nTo: <play@in.example>\r\nSubject: Re: table\r\nMIME-Version: 1.0\r\n"
TEXT = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
MANY = 40_000
MOST_SECONDS = 4.0


def nested(depth: int, kind: str = "mixed") -> bytes:
    """Parts in parts, the innermost says 2."""
    head = "".join(f"Content-Type: multipart/{kind}; boundary=b{n}\n\n--b{n}\n" for n in range(depth))
    return HEAD.replace(b"\r", b"") + head.encode() + b"Content-Type: text/plain\n\n2\n"


def attached(size: int) -> bytes:
    """An answer with a file of so many bytes behind it."""
    file = base64.encodebytes(random.Random(1).randbytes(size))
    head = b'Content-Type: image/jpeg; name="table.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    return MIXED + b"--b\r\n\r\nrole mayor\r\n--b\r\n" + head + file + b"--b--\r\n"


BOMBS = {
    "10,000 parts": MIXED + b"--b\r\n\r\n2\r\n" * 10_000 + b"--b--\r\n",
    "10,000 parts in one alternative": (MIXED + b"--b\r\n\r\n2\r\n" * 10_000).replace(b"mixed", b"alternative"),
    "parts 1,000 deep": nested(1000),
    "parts 100,000 deep": nested(100_000),
    "lines that nearly end 900 levels": nested(900) + b"--b\n" * MANY,
    "a boundary in every line": MIXED + b"--bb\r\n" * MANY,
    "no boundary at all": MIXED + b"-" * (8 * MANY),
    "a million lines": TEXT + b"\r\n" * 400_000,
    "one line of 8 MB": TEXT + b"a" * 4_000_000,
    "a subject of 4 MB": b"Subject: " + b"x" * 4_000_000 + b"\r\n" + TEXT + b"2",
    "encoded words by the thousand": b"Subject: " + b"=?utf-8?q?=61?= " * 50_000 + b"\r\n" + TEXT + b"2",
    "encoded words never closed": b"Subject: " + b"=?utf-8?q?" * MANY + b"\r\n" + TEXT + b"2",
    "a folded subject": b"Subject: a" + b"\r\n b" * MANY + b"\r\n" + TEXT + b"2",
    "100,000 fields": b"X-A: b\r\n" * 100_000 + TEXT + b"2",
    "fields without a colon": b"X-A b\r\n" * MANY + TEXT + b"2",
    "brackets in From": b"From: " + b"(" * MANY + b"\r\n" + TEXT,
    "quotes in From": b"From: " + b'"\\' * MANY + b"\r\n" + TEXT,
    "angles in From": b"From: " + b"<" * MANY + b"bas@example.com" + b">" * MANY + b"\r\n\r\n",
    "a hundred thousand addresses": b"From: " + b"a@example.com, " * 100_000 + b"\r\n\r\n2",
    "references by the hundred thousand": b"References: " + b"<a@b> " * 100_000 + b"\r\n\r\n2",
    "parameters by the thousand": b"Content-Type: text/plain" + b"; a*0*=b" * 100_000 + b"\r\n\r\n2",
    "quotes in a type": b'Content-Type: text/plain; charset="' + b"\\" * MANY + b"\r\n\r\n2",
    "results by the thousand": b"Received: by mx.example\r\nAuthentication-Results: mx.example"
    + b"; dmarc=pass (((" * MANY
    + b"\r\n\r\n2",
    "tags never closed": HTML + b"<a " * MANY,
    "quoted tags never closed": HTML + b"<a \"<a '" * MANY,
    "comments never closed": HTML + b"<!--" * MANY,
    "declarations never closed": HTML + b"<![CDATA[" * MANY,
    "elements never closed": HTML + b"<div>" * MANY + b"2",
    "quotes never closed": HTML + b'<div class="gmail_quote"><blockquote>' * 15_000 + b"2",
    "ends of nothing": HTML + b"<div>" * MANY + b"</p></b>" * MANY,
    "lists in lists": HTML + b"<ol><li>" * MANY + b"2",
    "half entities": HTML + b"&" * MANY + b"&#" * MANY + b"&#" + b"9" * MANY + b";",
    "attributes by the thousand": HTML + b"<p " + b"a=b " * MANY + b">2</p>",
    "a style sheet without end": HTML + b"<style>" + b".a{" * MANY + b"text-decoration " * MANY,
    "scripts never closed": HTML + b"<script>" * MANY,
    "a pile of accents": TEXT + b"e" + "\u0301\u0327".encode() * MANY,
    "zero-width signs": TEXT + "\u200b".encode() * MANY + b"2",
    "quote signs": TEXT.replace(b"plain;", b"plain; format=flowed;") + b">" * MANY + b" \r\n" + b">" * MANY,
    "soft breaks": TEXT.replace(b"plain;", b"plain; format=flowed; delsp=yes;") + b"a \r\n" * 400_000,
    "soft breaks of the transfer": TEXT.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
    + b"=\r\n" * 400_000,
    "base64 of nothing": TEXT.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n") + b"=" * 4_000_000,
    "punycode": TEXT.replace(b"utf-8", b"punycode") + b"a-" + b"z" * MANY,
    "a codec that is no charset": TEXT.replace(b"utf-8", b"unicode_escape") + b"\\N{" * MANY,
    "NUL bytes": b"\0" * MANY + TEXT + b"\0" * MANY,
    "armour": TEXT + b"-----BEGIN PGP SIGNED MESSAGE-----\r\n" * 100_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_mail_breaks_or_holds_up_its_reader(name):
    raw = BOMBS[name]
    before = time.process_time()
    incoming = parse_mail(raw)
    assert time.process_time() - before < MOST_SECONDS
    check(incoming)


def check(incoming: Incoming) -> None:
    """What every Incoming is, whatever it came from."""
    texts = (incoming.sender, incoming.subject, incoming.message_id, *incoming.in_reply_to)
    assert all("\n" not in text and "\0" not in text for text in texts)
    assert len(incoming.text) <= 65_536 and len(incoming.html_text) <= 65_536
    for text in (*texts, incoming.text, incoming.html_text):
        text.encode("utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", text)
    assert "\r" not in incoming.text
    assert len(incoming.subject) <= 300 and len(incoming.message_id) <= 250


def test_a_file_of_20_megabytes_is_passed_over_unread():
    raw = attached(15_000_000)
    assert len(raw) > 20_000_000
    before = time.process_time()
    incoming = parse_mail(raw)
    assert time.process_time() - before < MOST_SECONDS
    assert incoming.text.strip() == "role mayor"
    assert incoming.has_attachment


def test_work_is_bounded_by_counts():
    mail = Mail(BOMBS["10,000 parts"])
    assert len(list(mail.root.leaves())) < MOST_PARTS and mail.root.is_cut
    assert depth(Mail(nested(1000)).root) <= DEEPEST + 1
    assert parse_mail(nested(DEEPEST - 1)).text == "2\n"


def depth(part) -> int:
    return 1 + max(map(depth, part.parts), default=0)


def test_html_takes_time_by_its_length_alone():
    def calls(size: int) -> int:
        before = time.process_time_ns()
        html_text("<div class='a'>x<br>" * size)
        return time.process_time_ns() - before

    small = min(calls(2_000) for _ in range(3))
    assert calls(16_000) < 40 * small  # 8 times the length; its square would be 64 times


CASES = sorted((Path(__file__).parents[1] / "cases" / "replies").glob("*.eml"))
SEEDS = [file.read_bytes() for file in CASES] or [TEXT + b"2\r\n", HTML + b"<p>2", nested(3), attached(300)]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_mutation_of_a_real_mail_raises(data):
    raw = bytearray(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw)))
        match data.draw(st.sampled_from(("cut", "put", "double", "swap"))):
            case "cut":
                del raw[at : at + data.draw(st.integers(1, 200))]
            case "put":
                raw[at:at] = data.draw(st.binary(max_size=12) | st.sampled_from(ODD))
            case "double":
                raw[at:at] = raw[max(at - 300, 0) : at] * 3
            case _:
                raw[at : at + 1] = data.draw(st.binary(min_size=1, max_size=1))
    check(parse_mail(bytes(raw)))


ODD = (
    b"\0",
    b"\r",
    b"\n\n",
    b"--b\n",
    b"<!--",
    b"&#x0;",
    b"\xff\xfe",
    b"=?utf-16?b?AA?=",
    b"=",
    b"\xe2\x80\xae",
    b"<p",
)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_raise(raw):
    check(parse_mail(raw))
    check(parse_mail(HTML + raw))
