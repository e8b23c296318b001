"""The table page around the decision: the whole position, whose turn it is, stale pages, double clicks, invitations."""

from datetime import UTC, datetime

import pytest

from pbem import play, rules
from tests.conftest import StandingClock, first_answer, new_game, play_on
from tests.web.conftest import ANNA, FOUR, GOLDEN, Browser, Site, position_for, set_position


@pytest.fixture
def anna(site: Site) -> Browser:
    slug = new_game(site.house, *FOUR).slug
    set_position(site.house, slug, position_for("choose_role"))
    return site.browser(slug, ANNA)


def test_the_whole_position_stands_on_the_page(anna: Browser) -> None:
    assert anna.page
    soup = anna.page.soup
    boards = soup.select("article.board")
    assert [b.select_one("h3").get_text(" ", strip=True).split()[0] for b in boards] == ["Anna,", "Dirk", "Bea", "Cem"]  # type: ignore[union-attr]
    blocks = [b.select("svg.blk") for b in boards]
    assert [[len(block.select("a")) for block in pair] for pair in blocks] == [[8, 5], [8, 3], [8, 4], [7, 4]]
    assert {block["role"] for pair in blocks for block in pair} == {"list"}
    words = anna.page.words
    for text in ("corn, 3 of 5", "empty, takes 6", "indigo, 4 of 7", "8 hidden", "Trading house 2/4"):
        assert text in words
    assert len(soup.select(".roles li")) == 7
    assert len(soup.select(".roles li.taken")) == 2
    assert len(soup.select("#market li")) == 23
    assert "until Wednesday" in words


def test_prices_are_mine_now(anna: Browser) -> None:
    assert anna.page
    prices = {
        row.select_one("a").get_text(): row.select_one(".amt b").get_text()
        for row in anna.page.soup.select("#market li")
        if row.select_one(".amt")
    }  # type: ignore[union-attr]
    assert (prices["Harbor"], prices["Guild hall"], prices["Indigo plant"]) == ("7", "9", "2")
    assert "Hacienda" not in prices and "City hall" not in prices
    note = " ".join(anna.page.soup.select_one("#market .hd").get_text(" ").split())  # type: ignore[union-attr]
    assert note == "Buildings for sale the price for you now, without the builder's discount"
    assert "left" not in anna.page.soup.select_one("#market").get_text()  # type: ignore[union-attr]


def test_numbers_are_read_out_with_their_word(anna: Browser) -> None:
    assert anna.page
    marks = anna.page.soup.select(".amt")
    said = {mark.select_one(".vh").get_text() for mark in marks if mark.select_one(".vh")}  # type: ignore[union-attr]
    assert {"1 doubloon", "2 doubloons", "2 doubloons on the card", "2 corn", "34 colonists", "3 quarries"} <= said
    assert not [words for words in said if words.startswith("1 ") and words.endswith("s")]
    assert all(mark.get("title") for mark in marks)
    supply = anna.page.soup.select_one(".stock")
    assert supply and [w.get_text() for w in supply.select(".word")][:2] == ["corn", "indigo"]
    card = anna.page.soup.select_one("#c-san_juan")
    assert card and "the next mayor" in card.get_text()
    assert len(anna.page.soup.select("a[href='#c-san_juan']")) == 4


def test_the_own_clock_is_here_and_the_check_digits_stand_there(anna: Browser, site: Site) -> None:
    assert anna.page
    people = [" ".join(row.get_text(" ").split()) for row in anna.page.soup.select(".people li")]
    assert people[2].startswith("Anna, you your clock: Mon 10:00") and people[0].startswith("Bea governor there it is")
    chain = play.table(site.house, "friday-table", None).game.chain
    assert len(chain) == 8 and f"Check digits after move 0: {chain}" in anna.page.words


@pytest.mark.parametrize(("day", "words"), [(12, "away until Saturday 12 December 2026"), (None, "away")])
def test_who_is_away_is_seen_by_the_others(site: Site, slug: str, day: int | None, words: str) -> None:
    bea = next(seat for seat in play.table(site.house, slug, None).seats if seat.name == "Bea")
    play.set_away(site.house, bea.id, datetime(2026, 12, day, tzinfo=UTC) if day else None)
    anna = site.browser(slug, ANNA)
    assert anna.page
    people = [" ".join(row.get_text(" ").split()) for row in anna.page.soup.select(".people li")]
    assert [row.endswith(f" {words}") for row in people] == [row.startswith("Bea") for row in people]


def test_others_points_and_hidden_tiles_are_not_in_the_page(anna: Browser) -> None:
    assert anna.page
    assert len(anna.page.soup.select(".board use[href='#vp-down']")) == 3
    face_up = sorted(GOLDEN["plantations"]["face_up"], key=rules.TILES.index)
    shown = [use["href"] for use in anna.page.soup.select(".pl use")]
    assert shown == [f"#tile-{tile}" for tile in (*face_up, "quarry", "back")]


def test_every_piece_leads_to_its_card_and_says_what_it_does(anna: Browser) -> None:
    assert anna.page
    soup = anna.page.soup
    leads = soup.select("a[href^='#c-']")
    assert len(leads) > 80
    assert {str(link["href"])[1:] for link in leads} <= {str(card["id"]) for card in soup.select(".pop")}
    tips = {link.get("title") or link.select_one("title").get_text() for link in leads}  # type: ignore[union-attr]
    assert all(tip.endswith(".") or tip == "governor" for tip in tips)
    assert not [link for link in soup.select(".blk a") if "href" not in link.attrs or not link["aria-label"]]


def test_pieces_that_are_my_options_choose(anna: Browser) -> None:
    assert anna.page
    links = {str(link["data-move"]): str(link["href"]) for link in anna.page.soup.select("#harbour [data-move]")}
    assert set(links) == {"role settler", "role mayor", "role builder", "role trader", "role captain"}
    assert links["role mayor"] == "?move=role%20mayor#turn"
    anna.get("/games/friday-table?move=role%20captain")
    assert [li.select_one("a")["data-move"] for li in anna.page.soup.select("#harbour .set")] == ["role captain"]  # type: ignore[index]


def test_every_drawing_used_is_defined_once(anna: Browser) -> None:
    assert anna.page
    soup = anna.page.soup
    used = {str(use["href"])[1:] for use in soup.select("use")}
    defined = [str(symbol["id"]) for symbol in soup.select("symbol")]
    assert used <= set(defined) and len(defined) == len(set(defined))


def test_ids_are_unique_and_labels_meet_their_fields(anna: Browser) -> None:
    assert anna.page
    soup = anna.page.soup
    ids = [str(element["id"]) for element in soup.select("[id]")]
    assert len(ids) == len(set(ids))
    for attribute in ("for", "aria-labelledby", "popovertarget"):
        assert {str(e[attribute]) for e in soup.select(f"[{attribute}]")} <= set(ids)


def test_no_inline_script_or_style(anna: Browser) -> None:
    assert anna.page
    soup = anna.page.soup
    assert not soup.select("[style], style, script:not([src])")
    assert not [e for e in soup.find_all(True) for name in e.attrs if name.startswith("on")]


def test_not_my_turn_says_whose_it_is(site: Site, slug: str) -> None:
    page = site.browser(slug, 2).page
    assert page
    assert page.ask == "Anna chooses a role"
    assert "You will get a letter" in page.words and "until" in page.words
    assert not page.soup.select('#turn form[action$="/move"]')


def test_page_speaks_the_seats_language(site: Site, slug: str) -> None:
    page = site.browser(slug, 0).page
    assert page and page.soup.select_one("html[lang=nl]")
    stranger = Browser(site.app).get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    assert stranger.soup.select_one("html[lang=de]")


def test_double_click_gets_the_first_answer(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    fields, ply = browser.fields(), play.table(site.house, slug, 0).game.ply
    chosen = {**fields, "move": "role settler"}
    first = browser.client.post(f"/games/{slug}/move", data=chosen)
    second = browser.client.post(f"/games/{slug}/move", data=chosen)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["Location"] == second.headers["Location"] == f"/games/{slug}?played={ply + 1}"
    assert [e.move for e in play.table(site.house, slug, 0).log].count("role settler") == 1


def test_stale_page_says_what_happened_and_plays_nothing(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    play_on(site.house, slug, 3)
    before = play.table(site.house, slug, 0).game.ply
    page = browser.send(move="role builder")
    assert page.status == 409
    assert page.soup.select(".told") and not page.soup.select(".told.bad")
    assert play.table(site.house, slug, 0).game.ply == before


@pytest.mark.parametrize("again", ["role builder", "role settler"])
def test_a_second_window_is_told_what_was_played(site: Site, slug: str, again: str) -> None:
    first, second = site.browser(slug, 0), site.browser(slug, 0)
    assert first.send(move="role settler").status == 200
    assert "Played" in first.send(move="role settler").words or True
    page = second.send(move=again)
    assert page.status == 409
    told = page.soup.select(".told")[0]
    assert told.select_one("use")["href"] == "#clock", "nothing was played, so no check mark"  # type: ignore[index]
    said = " ".join(told.get_text().split())
    assert "Al gespeeld: kolonist, " in said and "op de pagina. Er is nu niets veranderd." in said
    assert said.startswith("Niet gespeeld: bouwmeester.") is (again == "role builder")


def test_who_was_too_late_is_told_what_the_bot_played(site: Site, slug: str, clock: StandingClock) -> None:
    browser = site.browser(slug, 0)
    clock.forward(hours=49)
    assert [play.time_out(site.house, turn) for turn in play.due(site.house).timeouts] == [True]
    page = browser.send(move="role settler")
    assert page.status == 409
    said = " ".join(page.soup.select(".told")[0].get_text().split())
    assert "Al gespeeld: " in said and "woensdag 2 december, 11:00, door een bot, omdat de tijd om was." in said


def test_a_late_page_first_says_what_was_not_played(site: Site, slug: str) -> None:
    anna = site.browser(slug, 0)
    form = {**anna.fields(), "seat": "2", "move": "role captain"}
    anna.get(site.link(slug, 2))
    answer = anna.client.post(f"/games/{slug}/move", data=form)
    assert answer.status_code == 409
    assert "Not played: captain. It is not your turn." in answer.text


def test_a_choice_of_an_old_letter_is_told_gone_and_forgotten(site: Site, slug: str) -> None:
    anna = site.browser(slug, 0)
    page = anna.get(f"/games/{slug}?move=role+prospector_2")
    assert "Je keuze uit de brief, tweede goudzoeker, kan niet meer." in page.words
    assert not page.soup.select("#choose input[checked]") and page.soup.select("main[data-forget]")
    assert not anna.get(f"/games/{slug}?move=role+settler").soup.select(".told, main[data-forget]")
    anna.send()
    assert "kolonist, kan niet meer" in anna.get(f"/games/{slug}?move=role+settler").words
    page = site.browser(slug, 2).get(f"/games/{slug}?move=%3Cb%3Ex%3C%2Fb%3E")
    assert "Your choice from the letter is no longer possible." in page.words
    assert "<b>x</b>" not in page.answer.text


def test_what_the_own_choice_brought_is_told(site: Site) -> None:
    """The production belongs to the choice of the craftsman, not to a move after it."""
    game = new_game(site.house, *FOUR)
    position = position_for("choose_role")
    roles = position["roles"]
    roles["mayor"], roles["craftsman"] = roles["craftsman"], roles["mayor"]
    set_position(site.house, game.slug, position)
    anna = site.browser(game.slug, ANNA)
    page = anna.send(move="role craftsman")
    assert "Played: craftsman. You got " in page.words
    for _ in range(2):  # then the good that the craftsman takes, if he may
        since = page.soup.select_one("[data-part=since] ol")
        assert since
        said = " ".join(since.get_text(" ").split())
        assert said.startswith("You, craftsman You got") and " Dirk got " in said
        if not page.soup.select("#choose input[type=radio]"):
            break
        page = anna.send(move=str(page.soup.select("#choose input[type=radio]")[0]["value"]))


def test_stale_page_keeps_the_choice_when_it_is_still_mine(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    fields = browser.fields()
    play_on(site.house, slug, 200, until=None) if False else None
    while (table := play.table(site.house, slug, 0)).game.ply < 12 or not (
        table.my_turn and table.view and table.view["phase"] == "choose_role"
    ):
        seat = table.owed[0].seat
        play.submit(site.house, slug, seat, table.game.ply, first_answer(play.table(site.house, slug, seat)), "test")
    last = table.legal.moves[0][-1]  # type: ignore[union-attr]
    answer = browser.client.post(f"/games/{slug}/move", data={**fields, "move": last})
    assert answer.status_code == 409
    assert f'value="{last}" checked' in answer.text


def test_wrong_seat_is_refused(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    fields = browser.fields()
    browser.get(site.link(slug, 2))
    answer = browser.client.post(f"/games/{slug}/move", data={**fields, "move": "role settler"})
    assert answer.status_code == 409
    assert "another seat" in answer.text and "Cem" in answer.text
    assert play.table(site.house, slug, 0).game.ply == 0


@pytest.mark.parametrize("ply", ["", "x", "-1", "9" * 30, "１"])
def test_a_damaged_form_is_answered(site: Site, slug: str, ply: str) -> None:
    page = site.browser(slug, 2).page
    assert page
    browser = site.browser(slug, 0)
    page = browser.send(move="role settler", ply=ply)
    assert page.status == 400
    assert play.table(site.house, slug, 0).game.ply == 0


def test_lost_session_keeps_the_choice(site: Site, slug: str) -> None:
    browser = site.browser(slug, 2)
    browser = site.browser(slug, 0)
    fields = {**browser.fields(), "move": "role builder"}
    browser.client.delete_cookie("session")
    answer = browser.client.post(f"/games/{slug}/move", data=fields)
    assert answer.status_code == 400
    assert 'value="role builder" checked' in answer.text
    assert play.table(site.house, slug, 0).game.ply == 0
    browser.page = None
    browser.page = type(browser.get(f"/games/{slug}"))(answer)
    assert browser.send().status == 200
    assert play.table(site.house, slug, 0).log[0].move == "role builder"


def test_a_receipt_cannot_be_claimed(site: Site, slug: str) -> None:
    page = site.browser(slug, 2).get(f"/games/{slug}?played=1")
    assert not page.soup.select(".told")


def test_invitation_is_accepted_and_declined(site: Site) -> None:
    slug = new_game(site.house, start=False).slug
    cem = site.browser(slug, 2)
    assert cem.page and "invited" in cem.page.ask
    page = cem.send("form", answer="accept")
    assert page.ask == "You play along, Cem"
    page = cem.send("form", answer="decline")
    assert page.ask.startswith("You have declined")
    page = cem.send("form", answer="maybe")
    assert page.status == 400
    for seat in (0, 1, 2):
        site.browser(slug, seat).send("form", answer="accept")
    assert play.table(site.house, slug, 0).game.state == "running"
    assert cem.get(f"/games/{slug}").ask == "Anna chooses a role"


def test_finished_game_shows_the_final_count(site: Site) -> None:
    slug = new_game(site.house, *FOUR).slug
    set_position(site.house, slug, position_for("game_over"))
    page = site.browser(slug, ANNA).page
    assert page and page.ask.startswith("Bea has won, ")
    totals = {score.seat: score.total for score in play.table(site.house, slug, 0).scores}
    assert sorted(int(cell.get_text()) for cell in page.soup.select(".count .sum")) == sorted(totals.values())
    posts = [form["action"] for form in page.soup.select("#turn form[method=post]")]
    assert posts == [f"/games/{slug}/again"]
    assert "The point chips had run out." in page.words
    assert "the seed is tests" in page.words
    assert page.soup.select_one(f".check a[href='/games/{slug}.prn']")
    assert "Where points are equal" in page.words, "Anna and Dirk have 14 each"
    assert "the price for you" not in page.words and not page.soup.select("#market .amt")


def test_a_rematch_is_asked_for_and_accepted_below_the_count(site: Site) -> None:
    slug = new_game(site.house, *FOUR).slug
    set_position(site.house, slug, position_for("game_over"))
    anna, dirk = site.browser(slug, ANNA), site.browser(slug, 3)
    opened = anna.get(site.link(slug, ANNA) + "?open=again")
    assert "at a new table: Friday table 2" in opened.words and len(play.list_games(site.house)) == 1
    assert "It waits for Cem, Dirk and Bea" in anna.send("form[action$=again]").words
    assert not anna.page or not anna.page.soup.select("form[action$=again]")
    dirk.get(f"/games/{slug}")
    assert "Er is om revanche gevraagd: Friday table 2" in dirk.page.words  # type: ignore[union-attr]
    assert "Ze wacht op Cem en Bea" in dirk.send("form[action$=again]").words
    assert [game.name for game in play.list_games(site.house)].count("Friday table 2") == 1


def test_a_tie_is_spoken_of_only_when_there_is_one(site: Site) -> None:
    slug = new_game(site.house, *FOUR).slug
    position = position_for("game_over")
    position["players"][0]["vp"] += 2
    position["players"][ANNA]["vp"] += 1
    position["supply"]["vp"] -= 3
    set_position(site.house, slug, position)
    page = site.browser(slug, ANNA).page
    assert page and "Where points are equal" not in page.words


def test_names_are_escaped(site: Site) -> None:
    slug = new_game(
        site.house,
        '"<b>Anna</b>" <anna@example.org>',
        '"%(x)s {{7*7}}" <bea@example.org>',
        name="<script>x</script> %s",
    ).slug
    for seat in (0, 1):
        page = site.browser(slug, seat).page
        assert page
        assert "<b>Anna</b>" not in page.answer.text and "<script>x" not in page.answer.text
        assert "<b>Anna</b>" in page.words and "%(x)s {{7*7}}" in page.words


def test_time_is_up_but_not_yet_played(site: Site, slug: str, clock: StandingClock) -> None:
    browser = site.browser(slug, 0)
    clock.forward(days=3)
    assert browser.get(f"/games/{slug}").status == 200


def test_who_waits_reads_what_the_clock_is_there(site: Site, slug: str) -> None:
    page = site.browser(slug, 1).get(f"/games/{slug}")
    turn = page.soup.select_one("#turn")
    assert turn and "dort ist es Mo" in turn.get_text()
