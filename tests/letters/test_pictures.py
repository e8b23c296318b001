"""Pictures in letters: where they stand in the message, what is said instead, and letters that must do without."""

import logging
from base64 import b64decode
from dataclasses import replace
from email.message import EmailMessage

import pytest
from bs4 import BeautifulSoup

from pbem import draw, play
from pbem.mail.pictures import Album, attach, shown_inline, with_data
from pbem.web import create_app
from tests.letters.conftest import Played, deliver_due, html_of, letter_of, newest, text_of

pytestmark = pytest.mark.slow

PICTURE = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='30'><rect width='60' height='30' fill='#f00'/></svg>"
)


@pytest.fixture
def drawing(house: play.House) -> play.House:
    """The house as it is by default: its letters have pictures."""
    return replace(house, settings=replace(house.settings, pictures=True))


def kinds(message: EmailMessage) -> list[str]:
    """The types of a message's parts, from the outside in."""
    return [part.get_content_type() for part in message.walk()]


def images(message: EmailMessage) -> list[EmailMessage]:
    """The picture parts."""
    return [part for part in message.walk() if part.get_content_maintype() == "image"]  # type: ignore[misc]


ONE = ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]


@pytest.mark.parametrize("kind", ["turn", "reminder", "timeout"])
def test_the_table_stands_inside_the_letter(drawing: play.House, played: Played, kind: str) -> None:
    letter = letter_of(drawing, played, kind, "nl")
    assert kinds(letter) == ONE
    (image,) = images(letter)
    shown = BeautifulSoup(html_of(letter), "html.parser").find_all("img")
    assert [f"<{str(tag['src']).removeprefix('cid:')}>" for tag in shown] == [image["Content-ID"]]
    assert (image.get_content_disposition(), image.get_filename()) == ("inline", "table.png")
    png = image.get_content()
    assert png.startswith(b"\x89PNG") and len(png) <= 80_000
    assert str(shown[0]["alt"]).startswith("De tafel in ronde ") and "Jij hebt " in str(shown[0]["alt"])
    assert len(html_of(letter).encode()) < 60_000 and "cid:" not in text_of(letter)


def test_it_is_written_as_mail_has_to_be(drawing: play.House, played: Played) -> None:
    raw = bytes(letter_of(drawing, played, "turn", "en"))
    related = next(line for line in raw.split(b"\n") if line.startswith(b"Content-Type: multipart/related"))
    assert b'type="text/html"' in related
    encoded = raw[raw.index(b"Content-Type: image/png") :].split(b"\n\n", 1)[1].split(b"\n--")[0].split(b"\n")
    assert all(len(line) <= 76 for line in encoded)  # RFC 2045
    assert b64decode(b"".join(encoded)).startswith(b"\x89PNG")
    assert len(raw) < 160_000


@pytest.mark.slow
def test_the_last_letter_has_the_points_by_round_and_the_table(drawing: play.House, played: Played) -> None:
    letter = letter_of(drawing, played, "game_over", "en")
    assert kinds(letter) == [*ONE, "image/png"]
    assert [image.get_filename() for image in images(letter)] == ["points.png", "table.png"]
    chart, table = BeautifulSoup(html_of(letter), "html.parser").find_all("img")
    assert str(chart["alt"]).startswith("A chart of the points by round; at the end ")
    assert str(table["alt"]).startswith("The table in round ")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "are_open"), [("game_over", True), ("turn", False)])
def test_the_points_of_others_lie_open_at_the_end_alone(
    drawing: play.House, played: Played, monkeypatch: pytest.MonkeyPatch, kind: str, are_open: bool
) -> None:
    seen, real = [], draw.board_svg
    monkeypatch.setattr(draw, "board_svg", lambda view, *rest: seen.append(view) or real(view, *rest))
    letter_of(drawing, played, kind, "en")
    assert seen and all((player["vp"] is not None) == are_open for view in seen for player in view["players"][1:2])


def test_equal_tables_have_equal_addresses(drawing: play.House, played: Played) -> None:
    first, second = (images(letter_of(drawing, played, kind, "en"))[0] for kind in ("turn", "reminder"))
    assert first["Content-ID"] == second["Content-ID"] and first.get_content() == second.get_content()


def test_without_pictures_a_letter_is_as_before(house: play.House, played: Played) -> None:
    letter = letter_of(house, played, "turn", "en")
    assert kinds(letter) == ["multipart/alternative", "text/plain", "text/html"]
    assert "<img" not in html_of(letter)


def test_an_invitation_has_none(drawing: play.House, played: Played) -> None:
    assert images(letter_of(drawing, played, "invitation", "en")) == []


def test_a_picture_that_cannot_be_drawn_stops_no_letter(
    drawing: play.House, played: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(draw, "board_svg", lambda *_: "<svg")
    played.copy("midgame", drawing, "en")
    with caplog.at_level(logging.ERROR):
        assert "kept" in deliver_due(drawing)
    letter = newest(drawing, "turn")
    assert images(letter) == [] and "<img" not in html_of(letter)
    assert "table.png" in caplog.text and any(record.exc_info for record in caplog.records)


def test_an_album_keeps_what_was_drawn_in_order() -> None:
    album = Album("pbem.example", 7)
    pictures = [album.add("a.png", lambda: (PICTURE, "red")), album.add("b.png", lambda: (PICTURE[:-6], "broken"))]
    assert [image.name for image in album.images] == ["a.png"]
    assert pictures[0] is not None and pictures[0].alt == "red" and pictures[0].cid.endswith("@pbem.example")
    assert pictures[1] is None
    assert Album().add("a.png", lambda: (PICTURE, "red")) is None


def test_only_pictures_that_are_shown_are_sent() -> None:
    album, message = Album("pbem.example"), EmailMessage()
    album.add("a.png", lambda: (PICTURE, "red"))
    message.set_content("text")
    attach(message, "<p>no picture</p>", album.images)
    assert kinds(message) == ["multipart/alternative", "text/plain", "text/html"]


def test_the_mailbox_shows_them_though_it_loads_nothing(drawing: play.House, played: Played) -> None:
    letter_of(drawing, played, "game_over", "en")
    entry = next(e for e in play.mailbox(drawing) if e.kind == "game_over" and e.to_address == "anna@example.org")
    answer = (
        create_app(drawing, mailbox=True)
        .test_client()
        .get(f"/mailbox/{entry.id}/html", base_url="http://127.0.0.1:8000")
    )
    assert "img-src data:" in answer.headers["Content-Security-Policy"]
    shown = [str(tag["src"]) for tag in BeautifulSoup(answer.text, "html.parser").find_all("img")]
    assert len(shown) == 2 and "cid:" not in answer.text
    for source in shown:
        assert source.startswith("data:image/png;base64,")
        assert b64decode(source.partition(",")[2]).startswith(b"\x89PNG")


def test_addresses_of_no_picture_stay_as_they_are() -> None:
    html = '<img src="cid:a@b"><img src="cid:c@d"><img src="https://example.org/x.png">'
    assert with_data(html, {"a@b": b"\x89PNG"}) == html.replace("cid:a@b", "data:image/png;base64,iVBORw==")
    message = EmailMessage()
    message.set_content("text")
    assert shown_inline(message) == ""
