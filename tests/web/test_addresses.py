"""Letters that come back: the notice on both sides' pages, and what mends it; a new address counts once confirmed."""

import pytest
from sqlalchemy import select

from pbem import play
from pbem.play.moving import MOST_A_DAY
from pbem.store import Person, Seat
from tests.conftest import StandingClock, new_game
from tests.web.admin_browser import AdminBrowser, cheap_hashes  # noqa: F401
from tests.web.conftest import Browser, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def bounced(site: Site) -> int:
    """A table where the letters to Anna come back; the id of her seat."""
    game = new_game(site.house, "Anna <anna@example.org>;lang=nl;tz=Europe/Amsterdam", "Bea <bea@example.org>")
    return bounce(site, game.slug)


def bounce(site: Site, slug: str) -> int:
    letter = next(x for x in play.list_letters(site.house, slug) if x.seat == 0)
    claimed = play.claim_letter(site.house, letter.id)
    assert claimed is not None
    play.record_sent(site.house, claimed, "x", None)
    assert play.record_bounce(site.house, letter.id, "dead", "550 5.1.1 <b>unknown</b> & <ANNA@example.org> gone")
    return claimed.seat_id


def confirm_path(site: Site) -> str:
    """The link in the newest letter to a new address."""
    waiting = next(x for x in play.list_letters(site.house) if x.kind == "new_address" and x.state == "waiting")
    letter = play.claim_letter(site.house, waiting.id)
    assert letter is not None and letter.person.address == "new@example.net"
    play.record_sent(site.house, letter, "x", None)
    return play.address_url(site.house, letter).removeprefix(site.house.settings.base_url)


def waiting_kinds(site: Site) -> list[str]:
    return sorted(x.kind for x in play.list_letters(site.house) if x.state == "waiting")


def test_the_player_reads_it_on_his_own_page_alone(site: Site, bounced: int) -> None:
    page = site.browser("friday-table", 0).page
    assert page is not None
    assert "Sinds maandag 30 november, 10:00 komen brieven aan a…@example.org terug." in page.words
    assert "550 5.1.1 <b>unknown</b> & <a…@example.org> gone" in page.words, "what the host said, as text"
    assert "anna@example.org" not in page.answer.text.lower()
    other = site.browser("friday-table", 1).page
    assert other is not None and "example.org" not in other.answer.text


def test_the_player_says_that_it_works_again(site: Site, bounced: int) -> None:
    browser = site.browser("friday-table", 0)
    page = browser.send(".trouble form", works="yes")
    assert page.status == 200
    assert "De brieven gaan weer naar je adres" in page.words and "a…@" not in page.words
    assert waiting_kinds(site) == ["bounce_mended", "turn"]
    assert play.list_audit(site.house)[0].verb == "mend_address"


def test_a_new_address_counts_once_it_is_confirmed(site: Site, bounced: int) -> None:
    browser = site.browser("friday-table", 0)
    page = browser.send(".trouble .elsewhere form", address="new@example.net")
    assert "Er is een brief naar new@example.net gegaan" in page.words
    assert "a…@example.org" in page.words, "until then it is as before"
    path = confirm_path(site)

    stranger = Browser(site.app)
    for _ in range(2):
        assert "new@example.net" in stranger.get(path).words
        assert stranger.client.head(path).status_code == 200
    assert play.seat_trouble(site.house, bounced) is not None, "opening it acts on nothing"
    done = stranger.send("form")
    assert done.status == 200 and "De brieven komen nu hier" in done.words
    assert play.seat_trouble(site.house, bounced) is None
    assert waiting_kinds(site) == ["bounce_mended", "turn"]
    due = [play.claim_letter(site.house, number) for number in play.due(site.house).letters]
    assert {letter.person.address for letter in due if letter} == {"new@example.net"}
    again = Browser(site.app).get(path)
    assert again.status == 403, "it works once"


def test_a_link_that_is_old_changed_or_none_changes_nothing(site: Site, bounced: int, clock: StandingClock) -> None:
    site.browser("friday-table", 0).send(".trouble .elsewhere form", address="new@example.net")
    path = confirm_path(site)
    token = path.rpartition("/")[2]
    for bad in ("x", "x" * 400, token[:-2], site.token("friday-table", 0)):
        with pytest.raises(play.PlayError, match="This link is not one of ours"):
            play.confirm_address(site.house, bad)
    clock.forward(days=3)
    assert Browser(site.app).get(path).status == 403
    with pytest.raises(play.PlayError, match="two days"):
        play.confirm_address(site.house, token)


@pytest.mark.parametrize("successor", ["Dora <dora@example.org>", "bot:steady"])
def test_who_lost_the_seat_moves_nobodys_address(site: Site, bounced: int, successor: str) -> None:
    """The link is good for two days: meanwhile the seat, and with it the address behind it, may be another's."""
    site.browser("friday-table", 0).send(".trouble .elsewhere form", address="new@example.net")
    path = confirm_path(site)
    play.replace_seat(site.house, "friday-table", 0, play.read_seat(successor), "admin@example.org")
    stranger = Browser(site.app)
    assert stranger.get(path).status == 403
    with pytest.raises(play.PlayError, match="has done its work, or was replaced"):
        play.confirm_address(site.house, path.rpartition("/")[2])
    with site.house.store.read() as session:
        assert "new@example.net" not in session.scalars(select(Person.address)).all()


@pytest.mark.parametrize("address", ["nonsense", "a@b", "a@b.example\r\nBcc: c@d.example", "anna@example.org", " "])
def test_what_is_no_new_address_is_said(site: Site, bounced: int, address: str) -> None:
    page = site.browser("friday-table", 0).send(".trouble .elsewhere form", address=address)
    assert page.status in (400, 409, 422)
    assert not any(x.kind == "new_address" for x in play.list_letters(site.house))


def test_strangers_are_not_pestered(site: Site, bounced: int) -> None:
    browser = site.browser("friday-table", 0)
    for number in range(MOST_A_DAY):
        assert browser.send(".trouble .elsewhere form", address=f"{number}@example.net").status == 200
    assert browser.send(".trouble .elsewhere form", address="more@example.net").status == 429


def test_an_address_that_is_known_takes_the_seats_over(site: Site, bounced: int) -> None:
    """Somebody who was invited at both of his addresses is one person from then on."""
    new_game(site.house, "Anna <new@example.net>;lang=de", "Cem <cem@example.org>", name="Sunday table")
    play.change_address(site.house, bounced, "new@example.net", "admin@example.org")
    with site.house.store.read() as session:
        seats = session.scalars(select(Seat).where(Seat.number == 0)).all()
        assert len({seat.person_id for seat in seats}) == 1


def test_two_of_a_table_cannot_be_one(site: Site, bounced: int) -> None:
    with pytest.raises(play.PlayError, match="same table"):
        play.change_address(site.house, bounced, "bea@example.org", "admin@example.org")
    assert play.seat_trouble(site.house, bounced) is not None


def test_the_admin_reads_it_and_says_that_it_works_again(site: Site, bounced: int) -> None:
    browser = AdminBrowser(site).enter()
    home = browser.get("/admin/")
    assert "Letters to Anna, anna@example.org, come back since" in home.words
    assert "550 5.1.1 <b>unknown</b> & <ANNA@example.org> gone" in home.words
    play.revoke_links(site.house, bounced, "test")
    assert "Waits until the address works again." in browser.get("/admin/games/friday-table").words
    assert "Came back Mon 09:00 UTC." in browser.page.words  # type: ignore[union-attr]
    page = browser.send(".trouble form")
    assert "said that the address of seat 0 works again" in page.words
    assert play.seat_trouble(site.house, bounced) is None
    assert "come back since" not in browser.get("/admin/").words


def test_the_admin_changes_it_and_old_links_are_void(site: Site, bounced: int) -> None:
    old = site.link("friday-table", 0)
    browser = AdminBrowser(site).enter()
    browser.get("/admin/games/friday-table")
    page = browser.send(".trouble form:nth-of-type(2)", address="nonsense")
    assert page.status == 400 and "is no mail address" in page.words
    page = browser.send(".trouble form:nth-of-type(2)", address="new@example.net")
    assert page.status == 200 and "new@example.net" in page.words
    assert Browser(site.app).get(old).status == 403
    assert waiting_kinds(site) == ["bounce_mended", "turn"]


def test_a_link_carries_off_nobody_whose_letters_arrive(site: Site, bounced: int) -> None:
    assert play.mend_address(site.house, bounced)
    seat = play.table(site.house, "friday-table", 0).seats[0]
    with pytest.raises(play.PlayError) as refused:
        play.request_address(site.house, seat.id, "thief@example.net")
    assert refused.value.code == "address_well"
    assert not any(x.kind == "new_address" for x in play.list_letters(site.house))
