"""The page's talk and notes: what is typed stays, texts are harmless, links are plain, two windows keep both texts."""

import pytest

from pbem import play
from tests.conftest import new_game
from tests.play.test_beginning import seat_ids
from tests.web.conftest import Page, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def english(site: Site) -> str:
    return new_game(site.house, "Anna <anna@example.org>;lang=en", "Bea <bea@example.org>;lang=en").slug


def test_a_message_is_said_once_and_is_harmless(site: Site, english: str) -> None:
    anna, bea = site.browser(english, 0), site.browser(english, 1)
    text = "<b>Hi</b>\nsee https://example.org/a?b=1&c=2. not http://x.org nor https://u@evil.org or javascript:x"
    page = anna.send("form[data-begun=talk]", text=text)
    for _ in range(2):
        anna.send("form[data-begun=talk]", key="k", text="Twice")
    assert page.answer.request.path == f"/games/{english}"
    seen = bea.get(f"/games/{english}").soup
    said = seen.select(".talk li")
    assert len(said) == 2 and "new" in said[0].get_text() and "Twice" in said[0].get_text()
    assert not seen.select(".talk b b") and "<b>Hi</b>" in said[1].get_text() and said[1].select("br")
    links = said[1].select("a")
    assert [link["href"] for link in links] == ["https://example.org/a?b=1&c=2"]
    assert set(links[0]["rel"]) >= {"nofollow", "noreferrer", "noopener"}


def test_what_cannot_be_said_stays_in_the_form(site: Site, english: str) -> None:
    anna = site.browser(english, 0)
    page = anna.send("form[data-begun=talk]", text="y" * 2001)
    assert page.status == 400 and page.soup.select_one("#say").get_text().strip() == "y" * 2001  # type: ignore[union-attr]
    assert "2001 characters" in page.soup.select_one("#say-fault").get_text()  # type: ignore[union-attr]
    ids = seat_ids(site.house, english)
    for number in range(10):
        play.say(site.house, ids[0], f"message {number}", "page", str(number))
    page = anna.send("form[data-begun=talk]", text="too much")
    assert page.status == 429 and "too much" in page.soup.select_one("#say").get_text()  # type: ignore[union-attr]
    assert site.browser().get(f"/games/{english}/talk").status == 403


def test_older_messages_have_pages(site: Site, english: str) -> None:
    ids = seat_ids(site.house, english)
    for number in range(120):
        play.say_as_host(site.house, english, f"message {number}", "host", key=str(number))
    assert ids
    anna = site.browser(english, 0)
    assert anna.page
    assert len(anna.page.soup.select(".talk li")) == 20
    link = anna.page.soup.select_one("#talk a[href*=before]")
    first = anna.get(str(link["href"]))  # type: ignore[index]
    assert "message 99" in first.words and "message 100" not in first.words
    assert len(first.soup.select(".talk li")) == 50
    assert anna.get(f"/games/{english}/talk?before=x").status == 200


def test_two_windows_keep_both_notes(site: Site, english: str) -> None:
    one, two = site.browser(english, 0), site.browser(english, 0)
    one.send("form[data-begun=notes]", text="first")
    page = two.send("form[data-begun=notes]", text="second")
    assert page.status == 409
    assert "first" in page.soup.select_one("#note-other").get_text()  # type: ignore[union-attr]
    assert "second" in page.soup.select_one("#note").get_text()  # type: ignore[union-attr]
    page = two.send("form[data-begun=notes]", text="first\nsecond")
    assert page.status == 200 and "Saved Mon" in page.words
    assert play.read_note(site.house, seat_ids(site.house, english)[0]).text == "first\nsecond"
    assert "second" not in str(site.browser(english, 1).page.soup.select_one("#notes"))  # type: ignore[union-attr]


def test_touching_the_page_tells_what_was_read_there(site: Site, english: str) -> None:
    ids = seat_ids(site.house, english)
    said = play.say(site.house, ids[1], "Hello", "page", "1")
    anna = site.browser(english, 0)
    assert anna.page and anna.page.soup.select_one(f"#talk[data-last='{said}']")
    assert play.untold(site.house, ids[0], "talk"), "to look at a page changes nothing"
    token = {"X-CSRFToken": str(anna.page.soup.select_one("main")["data-token"])}  # type: ignore[index]
    assert anna.client.post(f"/games/{english}/here", data={"said": str(said)}, headers=token).status_code == 204
    assert not play.untold(site.house, ids[0], "talk")


def test_the_stop_link_of_a_talk_letter_stops_these_alone(site: Site, english: str) -> None:
    anna, link = site.browser(), site.stop_link(english, 0) + "?of=talk"
    seat = seat_ids(site.house, english)[0]
    assert "Stop the letters about table talk?" in anna.get(link).words and play.talk_mode(site.house, seat) == "each"
    assert anna.client.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    table = play.table(site.house, english, 0)
    assert play.talk_mode(site.house, seat) == "none" and table.me and table.me.letters_on
    anna.get(link)
    anna.send("form", letters="resume")
    assert play.talk_mode(site.house, seat) == "each"


def test_who_is_asked_since_when(site: Site, english: str) -> None:
    people = site.browser(english, 1).page.soup.select(".people li")  # type: ignore[union-attr]
    assert "governor" in people[0].get_text() and "asked since Mon 09:00, until Wed 09:00" in people[0].get_text()
    assert "asked" not in people[1].get_text()


def test_nothing_is_said_before_the_game_and_the_page_says_so(site: Site) -> None:
    slug = new_game(site.house, "Anna <anna@example.org>;lang=en", "Bea <bea@example.org>;lang=en", start=False).slug
    anna = site.browser(slug, 0)
    token = anna.fields("main form")["csrf_token"]
    for path, fields in (("talk", {"text": "Hello"}), ("orders", {"phase": "mayor", "text": "bot"})):
        page = Page(anna.client.post(f"/games/{slug}/{path}", data={"csrf_token": token, **fields}))
        assert page.status == 409 and not play.talk(site.house, slug)
        if path == "talk":
            assert "Nothing can be said" in page.words
