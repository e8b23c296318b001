"""Replay, story and the link for who looks on: what they show, to whom, and what they never show."""

import re

import pytest

from pbem import play
from pbem.web.app import harmless
from tests.conftest import new_game, play_on
from tests.web.conftest import Browser, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def begun(site: Site, slug: str) -> str:
    """A table some moves into its game."""
    play_on(site.house, slug, 9)
    return slug


def test_a_move_is_told_and_marked_beside_the_table_it_led_to(site: Site, begun: str) -> None:
    browser = site.browser(begun, 2)
    page = browser.get(f"/games/{begun}/replay?at=1")
    assert page.status == 200 and page.ask == "Anna took the settler."
    assert "Move 1 of " in page.words and page.soup.select(".fresh")
    marked = page.soup.select("[aria-current=step]")
    assert len(marked) == 1 and "at=1" in str(marked[0]["href"])
    ways = {str(way["data-go"]): str(way["href"]) for way in page.soup.select("a[data-go]")}
    assert ways["back"].endswith("?at=0") and ways["on"].endswith("?at=2") and "round-back" not in ways
    assert browser.get(f"/games/{begun}/replay?at=0").ask == "The table is set"
    newest = browser.get(f"/games/{begun}/replay")
    last = play.table(site.house, begun, 0).game.ply
    assert f"Move {last} of {last}" in newest.words
    assert not newest.soup.select('a[data-go="on"], a[data-go="last"]')


def test_without_script_the_slider_is_a_form(site: Site, begun: str) -> None:
    form = site.browser(begun, 2).get(f"/games/{begun}/replay?at=2").soup.select_one("form.slide")
    assert form and form["action"] == f"/games/{begun}/replay" and not form.get("method")
    slider = form.select_one("input[type=range][name=at]")
    assert slider and slider["value"] == "2" and form.select_one("button")


@pytest.mark.parametrize(("at", "status"), [("9999", 404), ("-1", 400), ("x", 400), ("1e9", 400), ("", 200)])
def test_a_bad_number_gets_a_clear_answer(site: Site, begun: str, at: str, status: int) -> None:
    page = site.browser(begun, 0).get(f"/games/{begun}/replay?at={at}")
    assert page.status == status and "Traceback" not in page.words
    if status == 404:
        assert "Zet 9999 is er niet" in page.words


def test_lines_of_the_table_lead_to_their_moves(site: Site, begun: str) -> None:
    page = site.browser(begun, 2).page
    assert page
    links = [str(link["href"]) for link in page.soup.select("[data-part=story] a.ln")]
    assert links and all(re.fullmatch(rf"/games/{begun}/replay\?at=\d+", link) for link in links)
    assert page.soup.select_one(f'a[href="/games/{begun}/story"]')
    story = site.browser(begun, 2).get(f"/games/{begun}/story")
    assert story.soup.select_one("#round-1") and "Anna, settler" in story.words


def test_nobody_sees_the_points_of_others(site: Site, begun: str) -> None:
    for at in ("", "?at=3"):
        page = site.browser(begun, 2).get(f"/games/{begun}/replay{at}")
        assert page.words.count("point chips, face down") == 2
    with pytest.raises(play.PlayError):
        play.scene(site.house, "no-such-game", None)
    assert Browser(site.app).get(f"/games/{begun}/replay").status == 403


def _link(site: Site, slug: str) -> str:
    browser = site.browser(slug, 2)
    browser.send("[data-part=watch] form", link="open")
    found = browser.page and browser.page.soup.select_one("[data-part=watch] input.copy")
    assert found
    return str(found["value"]).removeprefix(site.house.settings.base_url)


def test_who_looks_on_sees_what_lies_open_and_can_do_nothing(site: Site, begun: str) -> None:
    path = _link(site, begun)
    onlooker = Browser(site.app)
    for page in (onlooker.get(path), onlooker.get(f"{path}/replay?at=2"), onlooker.get(f"{path}/story")):
        assert page.status == 200 and not page.soup.select("form[method=post]")
        assert "@" not in page.words and page.answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert f"/games/{begun}" not in page.answer.text
    assert onlooker.get(path).words.count("point chips, face down") == 3
    assert not onlooker.client.get_cookie(f"seat-{begun}")


def test_a_withdrawn_link_says_so(site: Site, begun: str) -> None:
    path = _link(site, begun)
    browser = site.browser(begun, 0)  # anybody at the table may withdraw it
    browser.send("[data-part=watch] form", link="close")
    for address in (path, f"{path}/replay", f"{path}/story"):
        page = Browser(site.app).get(address)
        assert page.status == 403 and page.ask == "This link has been withdrawn"
    assert Browser(site.app).get("/watch/abc").status == 403


def test_the_link_is_harmless_in_a_log(site: Site, begun: str) -> None:
    path = _link(site, begun)
    assert path.rpartition("/")[2] not in harmless(path + "/replay")


def test_a_choice_that_is_none_changes_no_link(site: Site, begun: str) -> None:
    browser = site.browser(begun, 1)
    assert browser.send("[data-part=watch] form", link="maybe").status == 400
    assert play.watch_url(site.house, begun) is None


def test_a_letter_leads_to_the_replay(site: Site, begun: str) -> None:
    page = Browser(site.app).get(site.link(begun, 2) + "?open=replay")
    assert page.status == 200 and page.soup.select_one("main.replay")


@pytest.mark.slow
def test_the_end_is_explained_building_by_building(site: Site) -> None:
    slug = new_game(site.house).slug
    play_on(site.house, slug, 2000)
    page = site.browser(slug, 2).page
    assert page and page.soup.select_one(".chart svg")
    scores = sorted(play.table(site.house, slug, None).scores, key=lambda score: (score.place, score.seat))
    players = page.soup.select(".finish article")
    assert [player.select_one("h3 b").get_text() for player in players] == [str(score.total) for score in scores]  # type: ignore[union-attr]
    for player, score in zip(players, scores, strict=True):
        parts = [int(part.get_text()) for part in player.select("dd")]
        assert sum(parts) == score.total and parts[0] == score.vp_chips
        printed = re.findall(r" (\d+)(?:,|$)", player.select("dt .sm")[0].get_text().strip())
        assert sum(map(int, printed)) == score.buildings
    replay = site.browser(slug, 2).get(f"/games/{slug}/replay?at=5")
    assert all("face down" not in board.get_text() for board in replay.soup.select(".board"))
    stranger = Browser(site.app)
    assert stranger.get(f"/finished/{slug}").status == 404
    for seat in play.table(site.house, slug, None).seats:
        play.set_public(site.house, seat.id, True)
    shown = stranger.get(f"/finished/{slug}")
    assert shown.status == 200 and "has won" in shown.ask and not shown.soup.select("form[method=post]")
    assert stranger.get(f"/finished/{slug}/replay?at=5").status == 200
    assert stranger.get(f"/finished/{slug}/story").soup.select_one("#round-1")
