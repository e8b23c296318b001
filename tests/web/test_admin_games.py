"""The admin's pages of games: list, form, one game with its letters, and the acts on it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from gzip import compress
from typing import Any

import pytest
from bs4 import BeautifulSoup
from sqlalchemy import select

from pbem import bots, play, rules
from pbem.store import AuditEntry, Game
from tests.conftest import Doorbell, StandingClock, new_game, play_on
from tests.web.admin_browser import ADDRESS, AdminBrowser, cheap_hashes  # noqa: F401
from tests.web.conftest import FOUR, GOLDEN, Page, Site, set_position
from tests.web.test_house_rules import dump

pytestmark = pytest.mark.slow

HOSTILE = '<b onclick="x">&Co</b>\'"'
GOOD = {
    "name": "Harbour night",
    "inviter": "Marjan",
    "kind_1": "person",
    "name_1": "Anna",
    "address_1": "anna@example.org",
    "language_1": "nl",
    "zone_1": "Europe/Amsterdam",
    "kind_2": "bot:steady",
    "kind_3": "",
}


@pytest.fixture
def admin(site: Site) -> AdminBrowser:
    return AdminBrowser(site).enter()


def fill(admin: AdminBrowser, **changes: str) -> Page:
    """The form for a new table, filled in well but for the changes, and sent."""
    admin.get("/admin/games/new")
    return admin.post("main form", **{**GOOD, **changes})


def fault(page: Page, field: str) -> str:
    """The sentence beside a field."""
    found = page.soup.select_one(f"#{field.replace('_', '-')}-fault")
    assert found is not None, page.words
    return found.get_text(strip=True)


def letter_to(house: play.House, slug: str, seat: int) -> play.LetterInfo:
    return next(letter for letter in play.list_letters(house, slug) if letter.seat == seat)


def claimed(house: play.House, slug: str, seat: int) -> play.Letter:
    letter = play.claim_letter(house, letter_to(house, slug, seat).id)
    assert letter is not None
    return letter


# --- the form


def test_a_table_is_set_and_its_people_invited(admin: AdminBrowser) -> None:
    page = fill(admin, zone_1="", begin="invite")
    assert page.status == 200 and "Harbour night" in page.ask and "being invited" in page.ask
    assert "set this table: Anna, Steady" in page.soup.select(".told")[0].get_text()
    table = play.table(admin.site.house, "harbour-night", None)
    assert [(seat.name, seat.bot, seat.language) for seat in table.seats] == [
        ("Anna", None, "nl"),
        ("Steady", "steady", "en"),
    ]
    assert (
        table.inviter == "Marjan" and table.game.clock_text == "48h" and table.game.rules["ship_minimum"] == "players"
    )
    assert letter_to(admin.site.house, "harbour-night", 0).kind == "invitation"


def test_every_choice_of_the_form_counts(admin: AdminBrowser) -> None:
    page = fill(
        admin, clock="3d", ship="players", order="in_turn", begin="now", kind_3="bot:random", kind_5="bot:steady"
    )
    assert "running" in page.ask
    table = play.table(admin.site.house, "harbour-night", None)
    assert table.game.rules == {"players": 4, "ship_minimum": "players", "simultaneous": False, "expansions": []}
    assert table.game.clock_seconds == 3 * 86400
    assert [seat.name for seat in table.seats] == ["Anna", "Steady", "Random", "Steady II"]


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("name", "", "A name is missing."),
        ("name", "x" * 61, "at most 60"),
        ("name", "two\nlines", "line break"),
        ("inviter", "x" * 41, "at most 40"),
        ("clock", "", "no time for a move"),
        ("clock", "soon", "48h, 3d"),
        ("clock", "0h", "5 seconds to 60 days"),
        ("clock", "36500d", "5 seconds to 60 days"),
        ("ship", "6", "Choose one of these."),
        ("order", "", "Choose one of these."),
        ("begin", "later", "Choose one of these."),
        ("kind_1", "bot:hal", "Choose one of these."),
        ("name_1", "", "A name is missing."),
        ("name_1", "An\u202ena", "hidden sign"),
        ("address_1", "", "address is missing"),
        ("address_1", "anna@", "no mail address"),
        ("address_1", "anna@example", "has no dot"),
        ("address_1", "a@b.example\r\nBcc: c@d.example", "no mail address"),
        ("language_1", "fr", "en, nl, de"),
        ("zone_1", "Mars/Olympus", "Europe/Amsterdam or UTC"),
        ("zone_1", "../../etc/passwd", "no time zone"),
    ],
)
def test_a_bad_field_is_explained_beside_it(admin: AdminBrowser, field: str, typed: str, says: str) -> None:
    page = fill(admin, **{field: typed})
    assert page.status == 422 and says in fault(page, field)
    assert "not set yet" in page.words and play.list_games(admin.site.house) == ()
    kept = {name.replace("-", "_"): value for name, value in admin.all_fields("main form").items()}
    wanted = {**GOOD, field: typed}
    for name in ("name", "inviter", "name_1", "address_1", "zone_1", "kind_2"):
        # An input of one line holds no line break, whatever was sent.
        assert kept[name].split() == wanted[name].split(), name


def test_all_faults_are_said_at_once(admin: AdminBrowser) -> None:
    page = fill(admin, name="", clock="x", address_1="x", kind_2="person")
    for field in ("name", "clock", "address_1", "name_2", "address_2"):
        assert fault(page, field)
    for broken in page.soup.select("[aria-invalid]"):
        assert page.soup.select_one(f"#{broken['aria-describedby']}")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"kind_2": ""}, "A table of 1 is not possible"),
        ({"kind_1": "", "kind_2": ""}, "A table of 0 is not possible"),
        ({"kind_2": "person", "name_2": "Bea", "address_2": "ANNA@example.org"}, "two seats"),
        ({"kind_2": "person", "name_2": "anna", "address_2": "bea@example.org"}, "two seats"),
    ],
)
def test_seats_that_do_not_fit_together(admin: AdminBrowser, changes: dict[str, str], says: str) -> None:
    page = fill(admin, **changes)
    assert page.status == 422 and says in fault(page, "seats")


def test_a_double_click_sets_one_table(admin: AdminBrowser, doorbell: Doorbell) -> None:
    first = fill(admin)
    admin.get("/admin/games/new")
    fields = {**admin.all_fields("main form"), **{name.replace("_", "-"): text for name, text in GOOD.items()}}
    answers = [admin.client.post("/admin/games/new", data=fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    games = play.list_games(admin.site.house)
    assert len(games) == 2 and first.ask.startswith("Harbour night")
    assert len(play.list_letters(admin.site.house)) == 2


def test_two_deliveries_of_one_form_at_once(house: play.House) -> None:
    """On both databases: the second transaction meets the first one's key only when it writes."""
    seats = [play.SeatSpec("", bot="steady"), play.SeatSpec("Anna", "anna@example.org")]

    def create(_: int) -> str:
        return play.create_game(house, name="Same", seats=seats, clock="48h", by="test", form_key="k").slug

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(create, range(4))) == {"same"}
    assert len(play.list_games(house)) == 1 and len(play.list_letters(house)) == 1


def test_a_form_without_its_key(admin: AdminBrowser) -> None:
    assert fill(admin, key="").status == 200
    assert fill(admin, key="x" * 1000, name="Other").status == 200


# --- the list


def test_empty_list(admin: AdminBrowser) -> None:
    assert "There is no game yet" in admin.get("/admin/").words


def test_list_says_whose_turn_since_and_until_when(admin: AdminBrowser, clock: StandingClock) -> None:
    new_game(admin.site.house, start=True)
    clock.forward(hours=2)
    words = admin.get("/admin/").words
    assert "Friday table running round 1, 0 moves" in words and "Anna, Bea, Cem" in words
    assert "Anna asked 2 hours ago until Wed 09:00 UTC, in 46 hours" in words


def test_list_of_invited_declined_and_over(admin: AdminBrowser) -> None:
    house = admin.site.house
    game = new_game(house, start=False)
    play.decline(house, play.seat_desks(house, game.slug)[1].id)
    over = new_game(house, name="Over")
    play.call_off_game(house, over.slug, "test")
    words = admin.get("/admin/").words
    assert "being invited" in words and "Anna has not answered yet" in words and "Bea has declined" in words
    assert "called off" in words and words.index("Friday table") < words.index("Over"), "those not over come first"


def test_list_in_pages(admin: AdminBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.web.admin_games.PAGE", 2)
    for number in range(3):
        new_game(admin.site.house, name=f"Game {number}")
    assert "Game 0" not in admin.get("/admin/").words and "Older games" in admin.page.words  # type: ignore[union-attr]
    assert "Game 0" in admin.get("/admin/?page=2").words
    assert "no more games" in admin.get("/admin/?page=3").words
    for page in ("0", "-1", "x", "²", "9" * 30):
        assert "Game 2" in admin.get("/admin/", query_string={"page": page}).words, page


def test_health(admin: AdminBrowser, clock: StandingClock) -> None:
    house = admin.site.house
    assert "The worker has never made its round" in admin.get("/admin/").words
    play.record_heartbeat(house, play.SWEEP)
    words = admin.get("/admin/").words
    assert "Worker's last round just now" in words and "The worker made" not in words
    assert "should have left none" in words
    new_game(house)
    clock.forward(minutes=10)
    words = admin.get("/admin/").words
    assert "The worker made its last round 10 minutes ago 1 letter waits" in words
    assert "1, the oldest 10 minutes ago, to Anna" in words
    play.record_failure(house, claimed(house, "friday-table", 0), "550 no such mailbox", None)
    words = admin.get("/admin/").words
    assert "Letters given up this week 1" in words and "1 letter was given up" in words


def test_trouble_with_letters_in_the_list(admin: AdminBrowser, clock: StandingClock) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    play.record_failure(house, claimed(house, slug, 0), "connection refused", clock() + timedelta(minutes=5))
    assert "1 letter could not leave yet" in admin.get("/admin/").words


# --- one game


def seat_row(page: Page, number: int) -> str:
    return " ".join(page.soup.select("#seats + table tbody tr")[number].get_text(" ").split())


def fates(page: Page) -> list[str]:
    return [" ".join(row.select("td")[2].get_text(" ").split()) for row in page.soup.select("#mail + table tbody tr")]


def test_one_game(admin: AdminBrowser, clock: StandingClock) -> None:
    slug = new_game(admin.site.house).slug
    play_on(admin.site.house, slug, 12)
    clock.forward(hours=1)
    page = admin.get(f"/admin/games/{slug}")
    assert page.status == 200
    assert "anna@example.org Dutch, Europe/Amsterdam" in seat_row(page, 0)
    table = play.table(admin.site.house, slug, None)
    assert f"round {table.game.round}, move {table.game.ply}" in page.words
    assert "asked 1 hour ago until" in page.words or "asked 60 minutes ago until" in page.words
    assert len(page.soup.select("#log + ol li")) == min(len(table.log), 20)
    assert len(page.soup.select("article.board")) == 3
    assert page.answer.text.count("check digits") == 1


def test_whole_log_and_all_letters(admin: AdminBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.web.admin_desk.LOG_SHOWN", 3)
    monkeypatch.setattr("pbem.web.admin_desk.LETTERS_SHOWN", 2)
    slug = new_game(admin.site.house).slug
    play_on(admin.site.house, slug, 7)
    log, letters = play.table(admin.site.house, slug, None).log, play.list_letters(admin.site.house, slug)
    assert len(log) > 4 and len(letters) > 3
    assert len(fates(admin.get(f"/admin/games/{slug}"))) == 2
    assert f"Show {len(log) - 3} older moves" in admin.get(f"/admin/games/{slug}").words
    assert len(admin.get(f"/admin/games/{slug}?log=all").soup.select("#log + ol li")) == len(log)
    assert len(fates(admin.get(f"/admin/games/{slug}?letters=all"))) == len(letters)


def test_before_the_start_there_is_no_position(admin: AdminBrowser) -> None:
    page = admin.get(f"/admin/games/{new_game(admin.site.house, start=False).slug}")
    assert page.status == 200 and "No move has been made yet" in page.words and "The table" not in page.words
    assert "has not answered yet" in seat_row(page, 0)


def test_hidden_things_stay_hidden(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house).slug
    with admin.site.house.store.read() as session:
        seed = session.scalars(select(Game.seed)).one()
    page = admin.get(f"/admin/games/{slug}")
    assert "point chips, face down" in page.words and f">{seed}<" not in page.answer.text


def _last_position(game: Game) -> dict[str, Any]:
    """Where the game ends when everybody plays at random."""
    state = rules.new_game(rules.Rules.from_json(game.rules), game.seed)
    rules.advance(state)
    while to_act := rules.legal(state).to_act:
        seat = to_act[0]
        rules.apply(state, seat, bots.choose("random", rules.view(state, seat), rules.legal(state), seat, "x"))
    return rules.dump(state)


def test_finished_game_shows_the_count(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house).slug
    with admin.site.house.store.write() as session:
        game = session.scalars(select(Game)).one()
        game.state, last = "finished", _last_position(game)
    set_position(admin.site.house, slug, last)
    page = admin.get(f"/admin/games/{slug}")
    assert "finished" in page.ask and "The final count" in page.words and page.soup.select("tr.won")
    assert not page.soup.select("#acts, details.do.bad"), "there is nothing left to start or to call off"


def test_a_game_of_rules_that_we_do_not_have_says_which_it_needs(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house).slug
    with admin.site.house.store.write() as session:
        session.scalars(select(Game)).one().rules_version = 99
    for path in (f"/admin/games/{slug}", "/admin/"):
        assert "This game was begun with version 99 of the rules" in admin.get(path).words


@pytest.mark.parametrize("slug", ["none", "x" * 300, "%00", "é"])
def test_no_such_game(admin: AdminBrowser, slug: str) -> None:
    assert admin.get(f"/admin/games/{slug}").status == 404
    assert admin.raw(f"/admin/games/{slug}/start").status == 404
    assert admin.raw(f"/admin/games/{slug}/seats/0/fresh-link").status == 404


# --- where is my mail?


def test_a_letter_that_waits(admin: AdminBrowser, clock: StandingClock) -> None:
    slug = new_game(admin.site.house).slug
    assert "Waits for the worker since Mon 09:00 UTC." in seat_row(admin.get(f"/admin/games/{slug}"), 0)
    assert "No letter was written yet" in seat_row(admin.page, 1)  # type: ignore[arg-type]
    claimed(admin.site.house, slug, 0)
    assert "Is being sent" in seat_row(admin.get(f"/admin/games/{slug}"), 0)


def test_a_letter_that_could_not_leave_yet(admin: AdminBrowser, clock: StandingClock) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    play.record_failure(house, claimed(house, slug, 0), "connection refused", clock() + timedelta(days=1, hours=9))
    page = admin.get(f"/admin/games/{slug}")
    assert fates(page) == ["Will be tried again Tue 18:00 UTC, after 1 attempt: connection refused"]
    clock.forward(days=2)
    assert fates(admin.get(f"/admin/games/{slug}")) == ["Goes again at once, after 1 attempt: connection refused"]


def test_a_letter_given_up(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    play.record_failure(house, claimed(house, slug, 0), f"550 {HOSTILE}", None)
    page = admin.get(f"/admin/games/{slug}")
    assert "Given up Mon 09:00 UTC after 1 attempt; it will not be tried again. The reason: 550" in fates(page)[0]
    assert HOSTILE not in page.answer.text and HOSTILE in fates(page)[0]
    assert f"was given up: 550 {HOSTILE}" in page.words


def test_a_letter_that_left(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    play.record_sent(house, claimed(house, slug, 0), "Friday table – your turn", b"raw")
    page = admin.get(f"/admin/games/{slug}")
    assert fates(page) == ["Put into the mailbox of this machine Mon 09:00 UTC, as no mail host is set."]
    assert "Friday table – your turn" in page.words


def test_letters_that_said_nothing_any_more(admin: AdminBrowser, clock: StandingClock) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    play_on(house, slug, 1)
    play.stop_letters(house, play.seat_desks(house, slug)[0].id)
    page = admin.get(f"/admin/games/{slug}")
    assert "Not sent: the turn was over before it could leave." in fates(page)
    assert "Not sent: the person had stopped the letters." in seat_row(page, 0)
    assert "Has stopped the letters of this game" in seat_row(page, 0)
    assert "Anna has stopped the letters of this game." in page.words


def test_a_letter_within_another(admin: AdminBrowser) -> None:
    house = admin.site.house
    first, second = new_game(house), new_game(house, name="Second")
    letter = claimed(house, second.slug, 0)
    assert len(letter.merged) == 1
    play.record_sent(house, letter, "Two turns", None)
    assert letter.slug == first.slug  # the older one of two that have equally long
    assert fates(admin.get(f"/admin/games/{second.slug}")) == [f"Sent Mon 09:00 UTC within letter {letter.id}."]


# --- acts


def test_start(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house, start=False).slug
    admin.get(f"/admin/games/{slug}")
    page = admin.post("form[action$='/start']")
    assert "running" in page.ask and f"{ADDRESS} has started the game." in page.soup.select(".told")[0].get_text()
    again = admin.raw(f"/admin/games/{slug}/start")
    assert again.status == 409 and "has begun already" in again.words


def test_start_after_somebody_declined(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house, start=False).slug
    play.decline(house, play.seat_desks(house, slug)[1].id)
    page = admin.get(f"/admin/games/{slug}")
    assert "Bea will not play, so this table cannot begin" in page.words
    assert not page.soup.select("form[action$='/start']")
    assert "Bea will not play" in admin.raw(f"/admin/games/{slug}/start").words


def test_call_off(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house).slug
    admin.get(f"/admin/games/{slug}")
    page = admin.post("form[action$='/call-off']")
    assert "called off" in page.ask and not page.soup.select("details.do.bad")
    assert "is over" in admin.raw(f"/admin/games/{slug}/call-off").words
    assert not play.table(admin.site.house, slug, None).owed


def test_a_fresh_link_voids_the_old(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    old = admin.site.token(slug, 1)
    admin.get(f"/admin/games/{slug}")
    form = "form[action$='/seats/1/fresh-link']"
    fields, action = admin.all_fields(form), f"/admin/games/{slug}/seats/1/fresh-link"
    page = admin.post(form)
    assert "voided all links of seat 1" in page.soup.select(".told")[0].get_text()
    with pytest.raises(play.PlayError):
        play.read_link(house, "play", old)
    current = admin.site.token(slug, 1)
    admin.client.post(action, data=fields)  # the second half of a double click
    assert play.read_link(house, "play", current).number == 1
    assert [letter.kind for letter in play.list_letters(house, slug) if letter.seat == 1] == ["fresh_link"]


def test_a_fresh_link_needs_a_person(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house, "Anna <anna@example.org>", "bot:steady").slug
    for seat in (1, 7):
        page = admin.raw(f"/admin/games/{slug}/seats/{seat}/fresh-link")
        assert page.status == 404 and "no person on that seat" in page.words


def test_acts_change_nothing_when_read(admin: AdminBrowser) -> None:
    house = admin.site.house
    slug, inviting = new_game(house).slug, new_game(house, name="Inviting", start=False).slug
    before = dump(house)
    paths = ["/admin/", "/admin/audit", "/admin/games/new", "/admin/sign-in", "/admin/sign-out", "/admin/welcome/x"]
    for one in (slug, inviting):
        tails = ("", "?log=all", "?did=call_off", "/start", "/call-off", "/seats/0/fresh-link")
        paths += [f"/admin/games/{one}{tail}" for tail in tails]
    for path in paths:
        for method in ("GET", "HEAD"):
            assert admin.client.open(path, method=method).status_code < 500, path
    assert dump(house) == before
    assert admin.get("/admin/").ask == "Games"


def test_an_address_cannot_claim_an_act(admin: AdminBrowser, clock: StandingClock) -> None:
    slug = new_game(admin.site.house).slug
    for did in ("start", "call_off", HOSTILE, ""):
        page = admin.get(f"/admin/games/{slug}", query_string={"did": did})
        assert page.status == 200 and not page.soup.select(".told"), did


# --- strangers' words, languages, weight


def test_hostile_names(admin: AdminBrowser) -> None:
    page = fill(admin, name=HOSTILE, inviter=HOSTILE, name_1=HOSTILE, address_1=f"{HOSTILE}@example.org")
    assert page.status == 422 and HOSTILE not in page.answer.text
    page = fill(admin, name=HOSTILE, inviter=HOSTILE, name_1=HOSTILE, begin="now")
    assert page.status == 200 and page.ask.startswith(HOSTILE)
    for path in (page.answer.request.path, "/admin/", "/admin/audit", "/admin/games/new"):
        text = admin.get(path).answer.text
        assert "<b onclick" not in text and (HOSTILE in admin.page.words or path.endswith("new"))  # type: ignore[union-attr]


def test_audit_trail(admin: AdminBrowser) -> None:
    new_game(admin.site.house)
    play.start_game(admin.site.house, new_game(admin.site.house, name="Other", start=False).slug, "test")
    words = admin.get("/admin/audit").words
    for sentence in (
        "Other : test has started the game.",
        f"{ADDRESS} has set a new password.",
        "made a one-time link",
    ):
        assert sentence in words


def test_an_unknown_act_is_shown_as_it_stands(admin: AdminBrowser) -> None:
    with admin.site.house.store.write() as session:
        entry = AuditEntry(at=admin.site.house.clock(), actor="x", verb="odd_100%", game_id=None, detail={"a": "%s<b>"})
        session.add(entry)
    assert "x: odd_100% a=%s<b>" in admin.get("/admin/audit").words


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr", ""])
def test_every_page_in_every_language(admin: AdminBrowser, language: str) -> None:
    house = admin.site.house
    slug = new_game(house).slug
    play_on(house, slug, 8)
    inviting = new_game(house, name="Inviting", start=False).slug
    options: dict[str, Any] = {"headers": {"Accept-Language": language}}
    pages = ("/admin/", "/admin/audit", "/admin/games/new", f"/admin/games/{slug}", f"/admin/games/{inviting}")
    for path in pages:
        page = admin.get(path, **options)
        assert page.status == 200 and page.soup.html, path
        assert page.soup.html["lang"] == (language if language in ("nl", "de") else "en")
    stranger = AdminBrowser(admin.site)
    assert stranger.get("/admin/", **options).status == 200
    assert stranger.get(stranger.welcome_path(), **options).status == 200


def test_pages_need_no_script_and_are_light(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house, *FOUR).slug
    play_on(admin.site.house, slug, 4)
    set_position(admin.site.house, slug, GOLDEN)
    for path in ("/admin/", f"/admin/games/{slug}", "/admin/games/new"):
        text = admin.get(path).answer.text
        soup = BeautifulSoup(text, "html.parser")
        assert not soup.select("script, [style], [onclick]") and len(compress(text.encode())) < 20_000, path
        ids = [element["id"] for element in soup.select("[id]")]
        assert len(ids) == len(set(ids)), path
        for label in soup.select("label[for]"):
            assert soup.select_one(f"#{label['for']}")
