"""The headers of letters: thread, one-click stop, automatic mail; and names that mean harm."""

import dataclasses
import re
from email import policy
from email.errors import MessageError
from email.parser import BytesHeaderParser

import pytest
from sqlalchemy import select, update

from pbem import mail, play
from pbem.mail.plain import plain, wrapped
from pbem.store import Game, Letter, Person, Seat
from tests.conftest import new_game
from tests.letters.conftest import (
    BEFORE,
    OF_A_TABLE,
    SEATED,
    Played,
    answer_by_mail,
    deliver_due,
    html_of,
    letter_of,
    newest,
    parsed,
    table_for,
    text_of,
)
from tests.servers import SmtpSink

pytestmark = pytest.mark.slow

IDS = ("Message-ID", "In-Reply-To", "References")
LISTS = ("List-Id", "List-Unsubscribe", "List-Unsubscribe-Post")
KNOWN = {
    *IDS, *LISTS, "From", "To", "Subject", "Date", "Auto-Submitted", "X-Auto-Response-Suppress", "X-PBEM-Game",
    "X-PBEM-Ply", "X-PBEM-Kind", "MIME-Version", "Content-Type", "Reply-To", "Feedback-ID", "X-Peer",
    "X-MailFrom", "X-RcptTo",
}  # fmt: skip
RAW = BytesHeaderParser(policy=policy.compat32)  # headers as they stand on the line


def raw_letter(house: play.House, kind: str = "turn") -> bytes:
    entry = next(e for e in play.mailbox(house) if e.kind == kind)
    raw = play.mailbox_letter(house, entry.id)
    assert raw is not None
    return raw


def set_names(house: play.House, game: str | None = None, anna: str | None = None) -> None:
    """Names as no form would let them in: the letter must be safe by itself."""
    with house.store.write() as session:
        if game is not None:
            session.execute(update(Game).values(name=game))
        if anna is not None:
            session.execute(update(Seat).where(Seat.number == 0).values(name=anna))
            session.execute(update(Person).where(Person.name == "Anna").values(name=anna))


@pytest.mark.slow
@pytest.mark.parametrize("kind", SEATED)
def test_every_letter_has_the_headers_of_automatic_list_mail(house: play.House, played: Played, kind: str) -> None:
    letter = letter_of(house, played, kind, "en")
    assert letter["Auto-Submitted"] == ("auto-replied" if kind in play.LETTERS_BACK else "auto-generated")
    assert letter["X-Auto-Response-Suppress"] == "All"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    by_post, *by_mail = letter["List-Unsubscribe"].split(", ")
    assert re.fullmatch(r"<http://127\.0\.0\.1:8000/stop/[\w.\-]+(\?of=(digest|talk))?>", by_post)
    assert by_mail == [f"<mailto:{letter['Reply-To']}?subject=stop&body=stop>"] * (letter["Reply-To"] is not None)
    assert letter["List-Id"] == "<friday-table.pbem.pbem.example>"
    assert letter["X-PBEM-Game"] == "friday-table"
    assert letter["X-PBEM-Ply"].isdigit()
    assert letter["Date"].datetime == house.clock()
    for name in (*IDS, *LISTS, "Auto-Submitted", "From", "To", "Subject", "Date", "X-PBEM-Game", "X-PBEM-Ply"):
        assert len(letter.get_all(name, [])) == 1, name


def test_the_letter_to_a_new_address_opens_no_seat(house: play.House, played: Played) -> None:
    """Whoever mistypes his address gives nothing away but that somebody plays."""
    letter = letter_of(house, played, "new_address", "en")
    assert letter["To"] == "Anna <anna@example.net>"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["Reply-To"] is None and letter["List-Unsubscribe"] is None
    links = set(re.findall(r"http://[^\s\"<]+", text_of(letter) + html_of(letter)))
    assert len(links) == 1
    assert links.pop().startswith("http://127.0.0.1:8000/address/")


@pytest.mark.slow
@pytest.mark.parametrize("kind", OF_A_TABLE)
def test_an_answer_goes_to_an_address_that_says_seat_and_question(house: play.House, played: Played, kind: str) -> None:
    letter = letter_of(house, played, kind, "en")
    (address,) = letter["Reply-To"].addresses
    answering = play.read_reply_address(house, address.addr_spec)
    assert answering is not None
    seat = 1 if kind in BEFORE else 0
    assert (answering.slug, answering.seat) == ("friday-table", seat)
    turn = play.table(house, "friday-table", seat).my_turn
    assert answering.ply == (turn.since_ply if turn else int(letter["X-PBEM-Ply"]))


def test_who_has_left_a_seat_gets_nothing_that_opens_or_answers_for_it(house: play.House, played: Played) -> None:
    letter = letter_of(house, played, "replaced", "en")
    assert letter["Reply-To"] is letter["List-Unsubscribe"] is letter["List-Unsubscribe-Post"] is None
    assert "http" not in text_of(letter) and "<a " not in html_of(letter)


def test_without_a_way_in_there_is_no_address_for_answers(house: play.House, played: Played) -> None:
    settings = dataclasses.replace(house.settings, mail_in=None)
    letter = letter_of(dataclasses.replace(house, settings=settings), played, "turn", "en")
    assert letter["Reply-To"] is None


def test_the_feedback_id_names_kind_and_game_and_one_sender(house: play.House, played: Played) -> None:
    found = {kind: letter_of(house, played, kind, "en")["Feedback-ID"] for kind in ("turn", "timeout")}
    assert {kind: value.split(":")[:3] for kind, value in found.items()} == {
        "turn": ["turn", "g1", "pbem"],
        "timeout": ["timeout", "g1", "pbem"],
    }
    (sender,) = {value.split(":")[3] for value in found.values()}
    assert 5 <= len(sender) <= 15


def test_the_stop_link_stops_the_letters_of_this_seat(house: play.House, played: Played) -> None:
    letter = letter_of(house, played, "turn", "en")
    token = letter["List-Unsubscribe"].partition(">")[0].rpartition("/")[2]
    seat = play.read_link(house, "stop", token)
    assert (seat.slug, seat.number, seat.name) == ("friday-table", 0, "Anna")
    with pytest.raises(play.PlayError, match="not one of ours"):
        play.read_link(house, "play", token)


def test_letters_of_a_game_make_one_thread(house: play.House, played: Played) -> None:
    turn = letter_of(house, played, "turn", "en")
    house.clock.forward(hours=25)  # type: ignore[attr-defined]
    for number in play.due(house).reminders:
        play.remind(house, number)
    deliver_due(house)
    reminder = newest(house, "reminder")
    assert turn["References"] == reminder["References"] == turn["In-Reply-To"] == reminder["In-Reply-To"]
    assert turn["Subject"] == reminder["Subject"] == "Friday table – your turn"
    assert turn["Message-ID"] != reminder["Message-ID"]
    assert turn["References"] not in (turn["Message-ID"], reminder["Message-ID"])


def test_the_message_id_stays_when_a_letter_is_sent_again(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    letter = play.claim_letter(house, play.due(house).letters[0])
    assert letter is not None
    first, second = mail.compose(house, letter), mail.compose(house, letter)
    assert first is not None and second is not None
    assert first["Message-ID"] == second["Message-ID"] == letter.message_id


@pytest.mark.parametrize(
    "base_url",
    ["https://games.example.org", "https://a-long-name-of-a-host.in-a-deep-domain.of-some-club.example.org/pbem"],
)
def test_ids_and_list_headers_stand_whole_on_one_line(house: play.House, played: Played, base_url: str) -> None:
    played.copy("midgame", house, "de")
    settings = dataclasses.replace(house.settings, base_url=base_url, mail_from="T <t@" + "x" * 50 + ".example.org>")
    there = dataclasses.replace(house, settings=settings)
    deliver_due(there)
    headers = RAW.parsebytes(raw_letter(there))
    for name in (*IDS, *LISTS):
        value = str(headers[name])
        assert "=?" not in value, f"{name}: {value}"
        assert "\n" not in value and " " not in value.replace(">, <", ">,<"), f"{name}: {value}"
        assert value.isascii()
    assert str(headers["List-Unsubscribe"]).startswith(f"<{base_url}/stop/")


HOSTILE = [
    ("Friday\r\nBcc: all@example.org\r\n\r\nhello", "Friday Bcc: all@example.org hello"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ("</title><script>alert(1)</script>", "</title><script>alert(1)</script>"),
    ("x" * 500, "x" * 79 + "…"),
    ("🎲 Tafel 🏝️", "🎲 Tafel 🏝️"),
    ("שולחן \u202eelbat\u202c", "שולחן elbat"),
    ("=?utf-8?q?hi?=", "= ?utf-8?q?hi?="),
    ("=\x00?utf-8?q?hi?=", "= ?utf-8?q?hi?="),
    ('"quoted", <a@b.example>; b', '"quoted", <a@b.example>; b'),
    ("win at https://evil.example/x", "win at https: //evil.example/x"),
    ("\x00\x1b[31mred\u2028line", "[31mred line"),
]


@pytest.mark.parametrize(("name", "shown"), HOSTILE)
def test_a_hostile_table_name_is_one_harmless_line(house: play.House, played: Played, name: str, shown: str) -> None:
    played.copy("midgame", house, "en")
    set_names(house, game=name)
    deliver_due(house)
    raw = raw_letter(house)
    letter = parsed(raw)
    assert letter.get_all("Bcc") is None
    assert letter["To"].addresses[0].addr_spec == "anna@example.org"
    assert [address.addr_spec for address in letter["From"].addresses] == ["table@pbem.example"]
    assert letter["Subject"] == f"{shown} – your turn"
    assert letter["From"].addresses[0].display_name == shown
    assert all(len(line) < 998 for line in raw.split(b"\r\n"))
    assert f"\n\n{wrapped(f'{shown}, round 11')}\n" in text_of(letter)
    assert "<script" not in html_of(letter)


def test_a_hostile_player_name_is_escaped_in_html_and_plain_in_text(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "nl")
    set_names(house, anna='<b onmouseover="x()">An</b>\r\n%(points)s {{7*7}}')
    deliver_due(house)
    letter = parsed(raw_letter(house))
    assert letter["To"].addresses[0].display_name == '<b onmouseover="x()">An</b> %(points)s…'
    html, text = html_of(letter), text_of(letter)
    assert "<b onmouseover" not in html and "&lt;b onmouseover=" in html
    assert "49" not in re.findall(r"An</b>.*", text)[0]
    assert '<b onmouseover="x()">An</b> %(points)s…' in text


# Plain ASCII, and an encoded word (RFC 2047): what makes headers would decode it, line breaks and all.
ENCODED = [
    "=?utf-8?q?a=0d=0aBcc:x@y.org?=",
    "Tea =?utf-8?q?=0d=0a=0d=0aHELLO?= time",
    "x=?us-ascii?b?DQpCY2M6IHhAeS5vcmc=?=",
    "=?utf-8?q?=ff=fe?=",
    "=?utf-8?b?gA==?=",
    "=?nothing?q?a?=",
    "==??utf-8?q?=0d=0aBcc:x@y.org?=",
    "=?utf-8?q?a=00b?=",
]


@pytest.mark.parametrize("name", ENCODED)
@pytest.mark.parametrize("kind", ["invitation", "turn"])
def test_an_encoded_word_is_sent_as_the_text_that_it_is(
    house: play.House, smtp_sink: SmtpSink, kind: str, name: str
) -> None:
    """Over real SMTP, from names as the forms let them in."""
    seats = (f"{name} <anna@example.org>;lang=en", "Bea <bea@example.org>;lang=nl")
    new_game(house, *seats, "bot:steady", name=name, start=kind == "turn", inviter=name)
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    there = dataclasses.replace(house, settings=dataclasses.replace(house.settings, smtp_url=smtp_sink.url))
    assert "sent" in deliver_due(there)
    shown = name.replace("=?", "= ?")
    for arrived in smtp_sink.letters:
        letter = arrived.message
        assert set(letter.keys()) <= KNOWN and letter.get("X-PBEM-Kind") == kind
        assert not letter.defects
        assert str(letter["Subject"]).startswith(f"{shown} – ")
        assert [(a.display_name, a.addr_spec) for a in letter["From"].addresses] == [(shown, "table@pbem.example")]
        assert len(letter["To"].addresses) == 1
        assert re.search(r"\A(?!HELLO)", text_of(letter)) and html_of(letter)
    to_anna = smtp_sink.to("anna@example.org")[0].message["To"].addresses[0]
    assert (to_anna.display_name, to_anna.addr_spec) == (shown, "anna@example.org")


@pytest.mark.parametrize("name", ENCODED[3:5])
def test_an_encoded_word_that_is_none_holds_up_no_other_letter(
    house: play.House, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Undecodable bytes: Python 3.11 cannot write them, later ones can; either way each letter comes to an end."""
    monkeypatch.setattr("pbem.mail.frames.plain", lambda text, longest=0: text)
    table_for(house, "en", start=False, name=name)
    assert set(deliver_due(house)) <= {"given_up", "kept"}
    assert play.due(house).letters == ()


@pytest.mark.parametrize("name", ENCODED[:3])
def test_no_letter_leaves_with_headers_that_a_name_wrote(
    house: play.House, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The second bolt: were a name not made harmless, the finished headers would tell."""
    monkeypatch.setattr("pbem.mail.frames.plain", lambda text, longest=0: text)
    table_for(house, "en", start=False, name=name)
    assert set(deliver_due(house)) == {"given_up"}
    errors = [letter.last_error or "" for letter in play.list_letters(house)]
    assert all("header" in error for error in errors), errors
    assert play.mailbox(house) == ()


def test_headers_that_the_library_refuses_to_write_end_the_letter(
    house: play.House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object, *_: object, **__: object) -> bytes:
        raise MessageError("as HeaderWriteError, which is no ValueError")

    monkeypatch.setattr("email.message.MIMEPart.as_bytes", refuse, raising=False)
    monkeypatch.setattr("email.message.EmailMessage.as_bytes", refuse, raising=False)
    table_for(house, "en", start=False)
    assert set(deliver_due(house)) == {"given_up"}
    assert "MessageError" in (play.list_letters(house)[0].last_error or "")


@pytest.mark.parametrize(
    "address", ["no address, at all", "", "a@", "@", "=?utf-8?q?a=40b?=@x.org", "ü@x.org", "a@ü.org", "a@b.org\r\nDATA"]
)
def test_an_address_that_cannot_stand_in_a_header_is_given_up(house: play.House, address: str) -> None:
    table_for(house, "en", start=False)
    with house.store.write() as session:
        session.execute(update(Person).where(Person.name == "Anna").values(address=address))
    assert sorted(deliver_due(house)) == ["given_up", "kept", "kept"]
    dead = next(letter for letter in play.list_letters(house) if letter.state == "dead")
    assert dead.to_name == "Anna" and dead.last_error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tb\r\n c", "a b c"),
        ("www.evil.example", "www .evil.example"),
        ("HTTP://x", "HTTP: //x"),
        ("  ", ""),
        ("===??=?", "=== ??= ?"),
        ("Zoë 👩‍👩‍👧", "Zoë 👩‍👩‍👧"),
    ],
)
def test_plain(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_wrapping_counts_wide_signs_and_breaks_long_words() -> None:
    assert wrapped("漢字漢字 漢字", columns=8) == "漢字漢字\n漢字"
    assert wrapped("x" * 25, "- ", "  ", columns=12) == "- xxxxxxxxxx\n  xxxxxxxxxx\n  xxxxx"
    assert wrapped("", "- ") == "- "


def test_no_line_of_a_letter_is_longer_than_mail_allows(house: play.House, played: Played) -> None:
    """Quoted-printable has 76 characters a line (RFC 2045, 6.7); of headers only ids and addresses may be longer."""
    letter_of(house, played, "turn", "nl")
    head, _, body = raw_letter(house).replace(b"\r\n", b"\n").partition(b"\n\n")
    assert max(map(len, body.split(b"\n"))) <= 76
    assert max(map(len, head.split(b"\n"))) <= 250


def test_an_answer_names_the_mail_that_it_answers_however_long_its_id(
    house: play.House, played: Played, smtp_sink: SmtpSink
) -> None:
    """Outlook's ids have a hundred signs, which the stock policy encodes to death (RFC 5322, 3.6.4)."""
    played.copy("midgame", house, "nl")
    answer_by_mail(house, "builder or trader")
    given = f"<{'AM0PR01MB' * 12}@AM0PR01MB0001.eurprd01.prod.exchangelabs.example>"
    with house.store.write() as session:
        row = session.scalars(select(Letter).where(Letter.kind == "answer")).one()
        row.extra = {**row.extra, "in_reply_to": given}
    settings = dataclasses.replace(house.settings, smtp_url=smtp_sink.url)
    deliver_due(dataclasses.replace(house, settings=settings))
    arrived = next(letter for letter in smtp_sink.letters if letter.message["X-PBEM-Kind"] == "answer")
    head = RAW.parsebytes(arrived.raw)
    assert "".join(head["In-Reply-To"].split()) == given
    assert head["References"].split()[-1] == given and len(head["References"].split()) == 2
    assert head["Auto-Submitted"] == "auto-replied"
    assert arrived.sender in ("", "<>"), "nothing comes back to an answer"
    for name in (*IDS, *LISTS, "Reply-To", "Feedback-ID", "Auto-Submitted"):
        assert len(head.get_all(name, [])) == 1 and "=?" not in head[name], name
