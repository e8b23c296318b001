"""What a mail's bytes say: charsets, encodings, flowed lines, parts, what HTML shows, and who wrote it."""

import base64

import pytest

from pbem.mail.inbound.authentication import authentication
from pbem.mail.inbound.html_text import html_text
from pbem.mail.inbound.machines import Ours
from pbem.mail.inbound.mime import Mail
from pbem.mail.inbound.parsing import only_address, parse_mail

OURS = Ours("pbem.example", frozenset({"table@pbem.example", "play@in.pbem.example"}))


def mail(body: str | bytes, *fields: str, kind: str = "text/plain; charset=utf-8") -> bytes:
    """A mail of Bas with these fields besides the usual ones."""
    head = ["From: Bas <bas@example.com>", "Subject: Re: table", f"Content-Type: {kind}", *fields]
    return "\r\n".join([*head, "", ""]).encode() + (body.encode() if isinstance(body, str) else body)


def said(body: str | bytes, *fields: str, kind: str = "text/plain; charset=utf-8") -> str:
    return parse_mail(mail(body, *fields, kind=kind)).text


# --- bytes and lines ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charset", "body"),
    [
        ("utf-8", "Kapitän".encode()),
        ("iso-8859-1", "Kapitän".encode("latin-1")),
        ("us-ascii", "Kapitän".encode("cp1252")),
        ("utf-8", "Kapitän".encode("cp1252")),  # the wrong name
        ("iso-8859-1", "Kapitän".encode()),
        ("windows-1252", "Kapitän".encode()),
        ("x-nobody-knows", "Kapitän".encode("cp1252")),
        ("rot13", "Kapitän".encode()),
        ("utf-16", "Kapitän".encode("utf-16")),
        ("utf-8", "Kapitän".encode("utf-8-sig")),
        ("utf-8", "Kapitän".encode().decode("cp1252").encode()),  # encoded twice
        ("utf-8", "Kapita\u0308n".encode()),  # a and two dots, as macOS writes it
        ("utf-8", "Ka\u00adpi\u200btän\ufeff".encode()),  # signs that nobody sees
        ("utf-8", "\u202aKapitän\u202c".encode()),
    ],
)
def test_a_word_is_read_whatever_the_charset_says(charset, body):
    assert said(body, kind=f"text/plain; charset={charset}") == "Kapitän"


def test_no_charset_and_no_fields_at_all():
    assert parse_mail("Kapitän".encode("cp1252")).text == "Kapitän"
    assert parse_mail(b"").text == ""
    assert parse_mail(b"\n\nSubject: a\n\n2").text == "2"
    assert parse_mail(b"From bas Mon Nov 30\nSubject: a\n\n2").text == "2"  # a line of an mbox before the mail


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_any_line_end_is_one(end):
    raw = end.join(["From: bas@example.com", "Subject: a", "", "2", "", "Bas"]).encode()
    incoming = parse_mail(raw)
    assert (incoming.subject, incoming.text) == ("a", "2\n\nBas")


def test_what_turns_the_reading_direction_spoils_the_word():
    assert "\ufffd" in said("\u202eroyam elor")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("quoted-printable", "role may=\r\nor"),
        ("QUOTED-PRINTABLE", "role=20mayor"),
        ("base64", base64.b64encode(b"role mayor").decode()),
        ("base64", "cm9sZS\r\n  BtYXlvcg"),  # broken, without its padding
        ("8bit", "role mayor"),
        ("x-unheard-of", "role mayor"),
    ],
)
def test_transfer_encodings(encoding, body):
    assert said(body, f"Content-Transfer-Encoding: {encoding}") == "role mayor"


def test_flowed_lines_are_joined_at_their_depth():
    flowed = "build small \r\nmarket\r\n> a quote \r\n> goes on\r\n>> deeper \r\n> back\r\n-- \r\nBas\r\n  stuffed"
    expected = "build small market\n> a quote goes on\n>> deeper \n> back\n-- \nBas\n stuffed"
    assert said(flowed, kind="text/plain; charset=utf-8; format=flowed") == expected
    assert said("gro \r\nße", kind="text/plain; charset=utf-8; format=flowed; delsp=yes") == "große"
    assert said("gro \r\nße") == "gro \nße"


def test_what_is_signed_inside_the_text_is_read_and_what_is_enciphered_is_not():
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\n2\r\n- -- \r\nBas\r\n"
    assert said(signed + "-----BEGIN PGP SIGNATURE-----\r\n\r\n3\r\n-----END PGP SIGNATURE-----\r\n") == "2\n-- \nBas\n"
    assert said("-----BEGIN PGP MESSAGE-----\r\n\r\n2\r\n-----END PGP MESSAGE-----").strip() == ""


# --- parts --------------------------------------------------------------------------------------------------------


def parts(kind: str, *each: str) -> bytes:
    body = "".join(f"--b\r\n{part}\r\n" for part in each)
    return mail(body + "--b--\r\n", kind=f'multipart/{kind}; boundary="b"')


PLAIN_2 = "Content-Type: text/plain\r\n\r\n2"
HTML_3 = "Content-Type: text/html\r\n\r\n<p>3</p>"
PICTURE = "Content-Type: image/png\r\n\r\nxx"


def forms(raw: bytes) -> tuple[str, str]:
    incoming = parse_mail(raw)
    return incoming.text, incoming.html_text


def test_two_forms_of_one_answer_are_both_given():
    assert forms(parts("alternative", PLAIN_2, HTML_3)) == ("2", "3")
    assert forms(parts("alternative", HTML_3, PLAIN_2)) == ("2", "3")
    assert forms(parts("alternative", "\r\n", HTML_3)) == ("3", "3")
    assert forms(parts("mixed", HTML_3)) == ("3", "3")
    assert forms(parts("mixed", PLAIN_2)) == ("2", "")


def test_what_stands_behind_a_picture_is_read_too():
    raw = parts("mixed", PLAIN_2, PICTURE, "Content-Type: text/plain\r\n\r\nno, 3")
    assert parse_mail(raw).text == "2\nno, 3"
    assert parse_mail(raw).has_attachment
    cut_off = 'Content-Type: text/plain; name="ATT00001.txt"\r\nContent-Disposition: attachment\r\n\r\nno, 3'
    assert parse_mail(parts("mixed", PLAIN_2, PICTURE, cut_off)).text == "2\nno, 3"


@pytest.mark.parametrize(
    "file",
    [
        'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="rules.txt"\r\n\r\n3',
        'Content-Type: text/plain; name="rules.txt"\r\n\r\n3',
        "Content-Type: text/calendar\r\n\r\n3",
        "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n3",
        "Content-Type: application/pdf\r\n\r\n3",
        "Content-Type: text/plain\r\nContent-Disposition: attachment;\r\n filename*0=ru; filename*1=les.txt\r\n\r\n3",
    ],
)
def test_files_invitations_and_others_mails_are_not_read(file):
    incoming = parse_mail(parts("mixed", PLAIN_2, file))
    assert incoming.text == "2"
    assert incoming.has_attachment


def test_of_a_signed_mail_the_first_part_is_read():
    incoming = parse_mail(parts("signed", PLAIN_2, "Content-Type: application/pgp-signature\r\n\r\n3"))
    assert (incoming.text, incoming.has_attachment) == ("2", False)
    assert parse_mail(parts("encrypted", PICTURE)).text == ""


def test_parts_of_which_one_boundary_begins_like_the_other():
    inner = f'Content-Type: multipart/alternative; boundary="b-1"\r\n\r\n--b-1\r\n{PLAIN_2}\r\n--b-1--\r\n'
    assert parse_mail(parts("mixed", inner, PICTURE)).text == "2"
    assert len(list(Mail(parts("mixed", inner, PICTURE)).root.leaves())) == 2


def test_a_mail_whose_boundary_never_comes_is_text():
    assert said("2", kind='multipart/mixed; boundary="never"') == "2"
    assert said("2", kind="multipart/mixed") == "2"
    assert said("2", kind="nonsense") == "2"


# --- what HTML shows ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<div>bouw&nbsp;haven</div><div><br></div><div>Bas</div>", "bouw\xa0haven\n\nBas"),
        ("<p>Große\n  Markthalle<p>bauen", "Große Markthalle\nbauen"),
        ("a<span style='display: none'>3</span>b", "ab"),
        ("<p hidden>3<div>2</div>", "2"),
        ("<p style='font-size:0px'>3</p>2", "2"),
        ("<p style='font-size:0.9em'>2</p>", "2"),
        ("<style>.x, p.y { color:red; display:none } @media print { .z {display:none} }</style>"
         "<i class=x>3</i><p class='y'>4</p><b class=z>2</b>", "2"),
        ("<s>role captain</s> role mayor", "role mayor"),
        ("<title>3</title><script>4</script><!-- 5 --><![if x]>2<![endif]>", "2"),
        ("<ol start=2><li>role mayor</ol>", "2. role mayor"),
        ("<ul><li>role mayor</ul>", "role mayor"),
        ("<table><tr><td>2</td><td>role mayor</td></tr></table>", "2 role mayor"),
        ("<pre>2\n  x</pre>", "2\n  x"),
        ("role mayor<img alt='3' src=x><a href='http://x/3'>thanks</a>", "role mayorthanks"),
        ("2<hr>Bas", "2\n________________________________\nBas"),
        ("<p title='a > b'>2</p>", "2"),
        ("2 < 3 &amp; 4 &gt; 3", "2 < 3 & 4 > 3"),
    ],
)  # fmt: skip
def test_what_a_person_sees_is_read(markup, text):
    assert html_text(markup) == text


@pytest.mark.parametrize(
    "markup",
    [
        "2<div class='gmail_quote'><div class='gmail_attr'>On Monday X wrote:</div><blockquote>3</blockquote></div>",
        "2<div class='x_gmail_quote'>On Monday X wrote:<blockquote>3</blockquote></div>",  # K-9, Outlook around it
        "2<div class='gmail_quote'><div class='gmail_attr'>---- Forwarded ----</div>3</div>",
        "2<div class='moz-cite-prefix'>On Monday X wrote:<br></div><blockquote type='cite'>3</blockquote>",
        "2<div name='quote' style='margin:1px'>3</div>",
        "2<div style='border-left:2px solid #C3D9E5'>3</div>",
        "2<hr><div id='divRplyFwdMsg'><b>From:</b> X</div><div>3</div>",
        "2<div style='border:none;border-top:solid #E1E1E1 1.0pt'><b>From:</b> X</div><p>3</p>",
        "2<div id='ydp1yahoo_quoted_99' class='ydp1yahoo_quoted'>On Monday X wrote:<div>3</div></div>",
        "2<div class='protonmail_quote'>On Monday X wrote:<blockquote>3</blockquote></div>",
        "2<p id='reply-intro'>On Monday X wrote:</p><blockquote type='cite'>3</blockquote>",
        "2<blockquote type=cite><div>On Monday X wrote:</div>3</blockquote>",
    ],
)
def test_what_is_quoted_is_marked(markup):
    lines = [line for line in html_text(markup).split("\n") if line.strip("_")]
    assert lines[0] == "2"
    assert len(lines) > 1 and all(line.startswith("> ") for line in lines[1:])


def test_an_answer_between_and_below_quotes_is_not_quoted():
    markup = (
        "<div class='gmail_quote'><div class='gmail_attr'>On Monday X wrote:</div><blockquote>Choose</blockquote>"
        "<div>Baumeister</div><blockquote>3</blockquote></div><div>Bas</div>"
    )
    assert html_text(markup).split("\n") == ["> On Monday X wrote:", "> Choose", "Baumeister", "> 3", "Bas"]


# --- who wrote it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "machine"),
    [
        ((), ""),
        (("Auto-Submitted: no",), ""),
        (("X-Auto-Response-Suppress: All",), ""),
        (("Return-Path: <bas@example.com>", "Feedback-ID: a"), ""),
        (("Auto-Submitted: auto-replied (vacation)", "X-Autoreply: yes", "Precedence: bulk"), "vacation"),
        (("Auto-Submitted: auto-replied", "Return-Path: <>"), "auto_reply"),
        (("Auto-Submitted: auto-generated; owner=x",), "auto_reply"),
        (("Precedence: auto_reply",), "auto_reply"),
        (("Precedence: list",), "list"),
        (("List-Id: <a.b>",), "list"),
        (("List-Post: <mailto:a@b>",), "list"),
        (("Return-Path: <>",), "bounce"),
        (("Return-Path: < >",), "bounce"),
        (("X-PBEM-Game: friday",), "loop"),
        (("Message-ID: <g12.0123456789abcdef@PBEM.example>",), "loop"),
        (("Message-ID: <g12.0123456789abcdef@elsewhere.example>",), ""),
    ],
)
def test_a_machine_is_known_by_its_fields(fields, machine):
    assert parse_mail(mail("2", *fields), ours=OURS).machine == machine


@pytest.mark.parametrize(
    ("kind", "machine"),
    [
        ("delivery-status", "bounce"),
        ("disposition-notification", "read_receipt"),
        ("feedback-report", "report"),
        ("tlsrpt", "report"),
    ],
)
def test_reports(kind, machine):
    raw = parts(f"report; report-type={kind}", PLAIN_2)
    assert parse_mail(raw).machine == machine


@pytest.mark.parametrize(
    ("subject", "machine"),
    [
        ("Automatic reply: Friday table", "vacation"),
        ("Automatisch antwoord: Vrijdagtafel", "vacation"),
        ("Automatische Antwort: Freitagstisch", "vacation"),
        ("Abwesenheitsnotiz: bin weg", "vacation"),
        ("Out of office", "vacation"),
        ("Re: Automatic reply: Friday table", ""),
        ("Afwezigheden", ""),
    ],
)
def test_an_absence_told_by_its_subject_alone(subject, machine):
    assert parse_mail(f"From: bas@example.com\r\nSubject: {subject}\r\n\r\n2".encode()).machine == machine


def test_who_has_no_sender_or_ours_is_no_person():
    assert parse_mail(mail("2"), "<>").machine == "bounce"
    assert parse_mail(mail("2", "Return-Path: <>"), "bas@example.com").machine == ""
    assert parse_mail(b"From: MAILER-DAEMON@mx.example\n\n2").machine == "bounce"
    assert parse_mail(b"From: X <Table@pbem.example>\n\n2", ours=OURS).machine == "loop"


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("Bas <bas@example.com>", "bas@example.com"),
        ("bas@example.com", "bas@example.com"),
        ("bas@example.com (Bas)", "bas@example.com"),
        ('"bas@example.com" <eve@example.com>', "eve@example.com"),
        ("bas@example.com <bas@example.com>", "bas@example.com"),
        ("bas@example.com <eve@example.com>", ""),
        ("Bas <bas@example.com>, Eve <eve@example.com>", ""),
        ("Bas <bas@example.com> (<eve@example.com>)", "bas@example.com"),
        ("bas@example.com, eve@example.com", ""),
        ("Friends: bas@example.com;", ""),
        ("Bas <@relay.example:bas@example.com>", ""),
        ("Bas", ""),
        ("", ""),
    ],
)
def test_the_one_address_of_a_sender(value, address):
    assert only_address([value]) == address


def test_two_senders_are_none():
    assert parse_mail(b"From: bas@example.com\nFrom: eve@example.com\n\n2").sender == ""


def test_subject_and_ids():
    raw = mail(
        "2",
        "Message-ID: <a@b> (odd)",
        "In-Reply-To: <g1.2@c>",
        "References: <r@s>\r\n <g1.2@c>",
    ).replace(b"Re: table", b"=?utf-8?q?R=C3=A9?= =?utf-8?b?OiB0YWJsZQ==?= and\r\n\tmore \xfc =?x?q?a?=")
    incoming = parse_mail(raw)
    assert incoming.subject == "Ré: table and more ü a"
    assert incoming.message_id == "<a@b>"
    assert incoming.in_reply_to == ("<g1.2@c>", "<r@s>")


# --- what our receiver found out ----------------------------------------------------------------------------------

TOP = "Received: from a.example by mx.example.net (Postfix); Mon"
BELOW = "Received: from b.example by a.example; Mon"


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ("mx.example.net; dmarc=pass header.from=example.com", "pass"),
        ("mx.example.net; dmarc=fail (p=none) header.from=example.com", "fail"),
        ("example.net; spf=fail smtp.mailfrom=a@example.com; dmarc=pass", "pass"),
        ("mx.example.net; dmarc=none; dkim=pass header.d=example.com", "pass"),
        ("mx.example.net; dkim=pass header.i=@mail.example.com", "pass"),
        ("mx.example.net; dkim=pass header.d=elsewhere.example", ""),
        ("mx.example.net; dkim=pass header.d=com", ""),
        ("mx.example.net; spf=pass smtp.mailfrom=bas@example.com", "pass"),
        ("mx.example.net; spf=pass smtp.mailfrom=eve@elsewhere.example", ""),
        ("mx.example.net; spf=fail smtp.mailfrom=bas@example.com", "fail"),
        ("mx.example.net; spf=softfail smtp.mailfrom=bas@example.com; dkim=fail header.d=example.com", ""),
        ("mx.example.net; spf=fail; dkim=pass header.d=example.com", "pass"),
        ("mx.example.net 1; none", ""),
        ("mx.elsewhere.example; dmarc=fail", ""),
        ("mx.example.net; (dmarc=fail) x=y", ""),
    ],
)
def test_the_word_of_our_own_receiver_counts(results, verdict):
    fields = Mail(
        mail("2").replace(b"From", f"{TOP}\r\nAuthentication-Results: {results}\r\n{BELOW}\r\nFrom".encode(), 1)
    )
    assert authentication(fields.root.fields, "bas@example.com", None) == verdict


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        (("dmarc=fail", "dmarc=pass"), "fail"),  # the second came with the mail
        (("dmarc=pass", "spf=fail"), "pass"),
        (("spf=fail", "dkim=pass header.d=example.com"), "fail"),  # forged, or forwarded: the player is asked
        (("spf=none", "dkim=pass header.d=example.com"), "pass"),
        (("dmarc=none", "spf=pass smtp.mailfrom=bas@example.com"), "pass"),
    ],
)
@pytest.mark.parametrize("authserv", [None, "mx.example.net"])
def test_of_several_lines_the_worst_counts(lines, verdict, authserv):
    own = [f"Authentication-Results: mx.example.net; {line}" for line in lines]
    fields = Mail("\r\n".join([TOP, *own, BELOW, "", "2"]).encode()).root.fields
    assert authentication(fields, "bas@example.com", authserv) == verdict


def test_lines_that_came_with_the_mail_prove_nothing():
    forged = "Authentication-Results: mx.example.net; dmarc=fail"
    for head in ((TOP, BELOW, forged), (forged, TOP, BELOW), (forged,), (BELOW, forged, TOP)):
        fields = Mail("\r\n".join([*head, "", "2"]).encode()).root.fields
        assert authentication(fields, "bas@example.com", None) == ""


def test_a_receiver_that_is_named_is_believed_wherever_it_stands_topmost():
    named = "Authentication-Results: in.house; dmarc=fail"
    forged = "Authentication-Results: in.house; dmarc=pass"
    fields = Mail("\r\n".join([TOP, BELOW, named, forged, "", "2"]).encode()).root.fields
    assert authentication(fields, "bas@example.com", "In.House") == "fail"
    assert authentication(fields, "bas@example.com", "other.house") == ""
