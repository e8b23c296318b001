"""Mail fetched by IMAP from a real Dovecot, out of a mailbox that may be somebody's own."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from pbem import play
from pbem.cli import main
from pbem.mail.inbound import fetching
from pbem.store import InboundMail, Store, StoreError
from tests.cli.conftest import local_machine  # noqa: F401
from tests.conftest import Doorbell, StandingClock, test_settings
from tests.mail_in.test_inbox import written
from tests.mail_servers import Dovecot
from tests.processes import Running, environ, pbem
from tests.servers import free_port, wait_until

MAIL_IN = "anna@in.pbem.example"
TAGGED = "anna+g1.s0.p0.abcdefghabcdefgh@in.pbem.example"
OURS = written("2", "<m1@example.org>", To=TAGGED, Return_Path="<bas@example.com>")
PRIVATE = written("3", "<m2@example.org>", To=MAIL_IN)
OTHER = written("4", "<m3@example.org>", To="Anna <anna+shop@elsewhere.example>", Delivered_To=MAIL_IN)
BOUNCE = written("x", "<m4@example.org>", Delivered_To=TAGGED.upper(), Return_Path="<>", To="x")


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path, clock: StandingClock, doorbell: Doorbell) -> Iterator[play.House]:
    store = Store(sqlite_url)
    yield play.House(test_settings(sqlite_url, tmp_path, mail_in=MAIL_IN), store, clock, doorbell)
    store.close()


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    server = Dovecot()
    yield server
    server.stop()


def stored(house: play.House) -> list[tuple[str, str, bytes | None]]:
    with house.store.read() as session:
        rows = session.scalars(select(InboundMail).order_by(InboundMail.id))
        return [(r.envelope_from, r.envelope_to, r.raw) for r in rows]


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("imaps://a%40b.org:p%2Fw@mail.example/", ("mail.example", 993, True, "a@b.org", "p/w", "INBOX", "")),
        ("imap://a:b@127.0.0.1:1143/Post/In?move=Done", ("127.0.0.1", 1143, False, "a", "b", "Post/In", "Done")),
        ("imap://mail.example", ("mail.example", 143, False, "", "", "INBOX", "")),
    ],
)  # fmt: skip
def test_the_parts_of_a_mailboxs_address(url, place):
    assert fetching.read_imap_url(url) == fetching.Place(*place)


def test_a_host_that_is_away_is_one_sentence_without_the_password():
    with (
        pytest.raises(fetching.FetchError) as caught,
        fetching.opened(fetching.read_imap_url(f"imap://anna:secret@127.0.0.1:{free_port()}/")),
    ):
        pass
    assert "secret" not in str(caught.value) and "127.0.0.1" in str(caught.value)


@pytest.mark.slow
def test_only_what_came_to_a_signed_address_is_taken_and_only_that_is_marked(house, dovecot):
    dovecot.put("one", PRIVATE, OURS, OTHER, BOUNCE)
    place = fetching.read_imap_url(dovecot.url("one"))
    work = fetching.Fetching(house, place)
    with fetching.opened(place) as box:
        assert work.round(box) == 2
        assert work.round(box) == 0
    assert stored(house) == [
        ("bas@example.com", TAGGED, OURS.replace(b"\n", b"\r\n")),
        ("<>", TAGGED.upper(), BOUNCE.replace(b"\n", b"\r\n")),
    ]
    assert dovecot.count("one", "SEEN") == 2 and dovecot.count("one", "UNSEEN") == 2


@pytest.mark.slow
def test_what_was_taken_is_moved_where_a_folder_is_named(house, dovecot):
    dovecot.put("two", OURS, PRIVATE)
    place = fetching.read_imap_url(dovecot.url("two", "?move=Played"))
    for _ in range(2):
        with fetching.opened(place) as box:
            fetching.Fetching(house, place).round(box)
    assert dovecot.count("two", "ALL") == 1 and dovecot.count("two", "ALL", "Played") == 1


@pytest.mark.slow
def test_stored_but_not_marked_it_is_fetched_again_and_is_one(house, dovecot, monkeypatch):
    dovecot.put("three", OURS)
    place = fetching.read_imap_url(dovecot.url("three"))

    def dies(*_):
        raise OSError("the line is cut")

    with monkeypatch.context() as patch:
        patch.setattr(fetching.Fetching, "_mark", dies)
        with pytest.raises(fetching.FetchError), fetching.opened(place) as box:
            fetching.Fetching(house, place).round(box)
    assert dovecot.count("three", "UNSEEN") == 1
    with fetching.opened(place) as box:
        assert fetching.Fetching(house, place).round(box) == 1
    assert len(stored(house)) == 1 and dovecot.count("three", "UNSEEN") == 0


@pytest.mark.slow
def test_with_the_database_away_the_mail_stays_unseen(house, dovecot, monkeypatch):
    dovecot.put("four", OURS)
    place = fetching.read_imap_url(dovecot.url("four"))

    def away(*_):
        raise StoreError("away")

    monkeypatch.setattr(play, "store_mail", away)
    with pytest.raises(StoreError), fetching.opened(place) as box:
        fetching.Fetching(house, place).round(box)
    assert dovecot.count("four", "UNSEEN") == 1


@pytest.mark.slow
def test_a_watch_takes_mail_when_it_comes_and_ends_when_told(house, dovecot):
    place, told = fetching.read_imap_url(dovecot.url("five")), threading.Event()
    watching = threading.Thread(target=fetching.watch, args=(fetching.Fetching(house, place), place, told.wait))
    watching.start()
    dovecot.put("five", OURS)
    wait_until(lambda: len(stored(house)) == 1, "the first mail")
    dovecot.put("five", BOUNCE)
    wait_until(lambda: len(stored(house)) == 2, "the second mail")
    told.set()
    watching.join(20)
    assert not watching.is_alive()


@pytest.mark.slow
def test_the_command_fetches_once_or_stays(dovecot, tmp_path):
    dovecot.put("six", OURS, PRIVATE)
    env = environ(PBEM_DATA=tmp_path / "var", MAIL_IN=MAIL_IN, IMAP_URL=dovecot.url("six"), PORT=free_port())
    assert pbem("mail-fetch", env=env).stdout == "1 mail was taken in.\n"
    assert pbem("mail-fetch", env=env).stdout == "0 mails were taken in.\n"
    refused = pbem("mail-fetch", env={**env, "IMAP_URL": dovecot.url("six").replace("secret", "wrong")})
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1 and "wrong" not in refused.stderr
    with Running([sys.executable, "-m", "pbem", "mail-fetch", "--watch"], env, tmp_path) as running:
        dovecot.put("six", BOUNCE)
        wait_until(lambda: "taken as 2" in running.said, "the mail")
        assert running.stop() == 0
        assert "Traceback" not in running.said


def test_the_command_wants_its_settings(local_machine):  # noqa: F811
    for env in ({}, {"IMAP_URL": "imap://127.0.0.1:1/"}, {"IMAP_URL": "http://x"}):
        done = CliRunner().invoke(main, ["mail-fetch"], env=env)
        assert done.exit_code == 2 and ("MAIL_IN" if "imap" in str(env) else "IMAP_URL") in done.stderr
