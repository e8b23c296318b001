"""The form of every kind of decision at the golden position: what it offers, what it says, and that it plays."""

from collections.abc import Callable

import pytest

from pbem import rules
from tests.web.conftest import ANNA, FOUR, Browser, Site, new_game, position_for, set_position

At = Callable[[str], Browser]

# kind, a choice to post, the receipt
DECISIONS = [
    ("choose_role", {"move": "role captain"}, "Played: captain."),
    ("choose_role", {"move": "role mayor", "waive": "1"}, "Played: mayor without the extra colonist. You got "),
    ("settler", {"move": "settle coffee"}, "Played: coffee plantation."),
    ("settler", {"do": "pass"}, "Played: pass."),
    ("builder", {"move": "build hospice"}, "Played: hospice."),
    ("craftsman", {"move": "take coffee"}, "Played: coffee."),
    ("trader", {"move": "sell coffee"}, "Played: coffee. You got 6 doubloons."),
    ("captain", {"move": "ship coffee 6"}, "Played: coffee on the ship of 6."),
    ("storage", {"move": "keep coffee=1"}, "Played: 1 coffee kept."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "choice", "receipt"), DECISIONS)
def test_a_choice_is_played_and_receipted(golden: At, kind: str, choice: dict[str, str], receipt: str) -> None:
    browser = golden(kind)
    assert browser.page and browser.page.ask.startswith("Your turn: ")
    page = browser.send(**choice)
    assert page.status == 200
    assert receipt in page.words


def test_placing_as_suggested(golden: At) -> None:
    browser = golden("mayor")
    fields = browser.fields()
    placed = sum(int(value) for name, value in fields.items() if name.startswith("n-"))
    assert placed == rules.legal(rules.load(position_for("mayor"))).place[ANNA]["colonists"]
    page = browser.send()
    assert "Played: colonists placed" in page.words


def test_placing_too_few_keeps_the_numbers_and_says_why(golden: At) -> None:
    browser = golden("mayor")
    page = browser.send(**{"n-corn": "0"})
    assert page.status == 422
    assert browser.fields()["n-corn"] == "0"
    assert page.soup.select_one(".told.bad")


@pytest.mark.slow
@pytest.mark.parametrize("number", ["-1", "99999999999", "1.5", "x", "<b>", "９"])
def test_placing_what_is_no_number(golden: At, number: str) -> None:
    page = golden("mayor").send(**{"n-corn": number})
    assert page.status in (400, 422)
    assert page.ask.startswith("Your turn")


def test_every_choice_offered_is_legal_and_complete(golden: At) -> None:
    for kind in ("choose_role", "settler", "builder", "craftsman", "trader", "captain", "storage"):
        legal = set(rules.legal(rules.load(position_for(kind))).moves[ANNA])
        page = golden(kind).page
        assert page
        offered = {str(field["value"]) for field in page.soup.select("#choose input[type=radio]")}
        if page.soup.select("[name=waive]"):
            offered.add("role mayor -colonist")
        offered |= {str(button["value"]) for button in page.soup.select("button[name=do]")}
        assert offered == legal, kind


def test_the_button_names_the_move_and_nothing_is_chosen_beforehand(golden: At) -> None:
    page = golden("trader").page
    assert page
    assert "Sell coffee" in page.soup.select_one("#choose .confirm .btn").get_text()  # type: ignore[union-attr]
    assert not page.soup.select("#choose input[checked]")
    pass_button = page.soup.select_one("#choose .confirm .btn.q")
    assert pass_button and pass_button["value"] == "pass"


def test_what_is_too_dear_says_its_price(golden: At) -> None:
    page = golden("builder").page
    assert page
    reasons = {
        b.select_one("b").get_text(): b.select_one(".say").get_text()
        for b in page.soup.select(".no .say")
        for b in [b.parent.parent]
    }  # type: ignore[union-attr]
    assert reasons["Harbor"] == "costs 6 for you; you have 4"
    assert reasons["City hall"] == "sold out"
    assert reasons["Hacienda"] == "you have one"
    assert len(reasons) + len(page.soup.select("#choose .opt")) == 23, "every building is in sight"


def test_a_load_says_its_points_once(golden: At) -> None:
    page = golden("captain").page
    assert page
    for option in page.soup.select("#choose .opt"):
        words = option.select_one("label").get_text(" ")  # type: ignore[union-attr]
        assert words.count("point") == 1 and "barrel" in words
    assert len(page.soup.select("#choose .here .ship")) == 3, "on a phone, where the harbour is far below"


def test_why_not_in_the_other_decisions(golden: At) -> None:
    for kind, reason in (("trader", "is in the house already"), ("craftsman", "the supply has none left")):
        page = golden(kind).page
        assert page and reason in page.words


def test_hacienda_is_a_form_of_its_own(golden: At) -> None:
    browser = golden("settler")
    page = browser.send("form.first", do="hacienda")
    assert "Played: a hidden tile." in page.words
    assert not page.soup.select("form.first")


def test_hospice_and_university_are_a_tick(site: Site, golden: At) -> None:
    from tests.conftest import new_game
    from tests.web.conftest import FOUR, set_position

    position = position_for("settler")
    anna = position["players"][ANNA]
    anna["buildings"][1]["building"] = "hospice"
    position["supply"]["buildings"]["hospice"] -= 1
    position["supply"]["buildings"]["small_market"] += 1
    game = new_game(site.house, *FOUR)
    set_position(site.house, game.slug, position)
    browser = site.browser(game.slug, ANNA)
    assert len(browser.page.soup.select("#choose input[type=radio][value='settle corn']")) == 1  # type: ignore[union-attr]
    browser.get(f"/games/{game.slug}?move=settle+corn+%2Bcolonist")
    assert browser.fields()["move"] == "settle corn"
    assert browser.fields()["colonist"] == "1"
    page = browser.send()
    assert "Played: corn plantation with a colonist." in page.words
    assert site.app.test_client().get(
        f"/api/games/{game.slug}", headers={"Authorization": f"Bearer {site.token(game.slug, ANNA)}"}
    ).json["position"]["players"][ANNA]["island"][-1] == {"tile": "corn", "colonist": True}  # type: ignore[index]


def test_a_line_in_notation(golden: At) -> None:
    browser = golden("choose_role")
    page = browser.send("details.write form", written="  ROLE   Captain ")
    assert page.status == 200 and "Played: captain." in page.words


def test_a_line_that_is_none_stays_in_the_field(golden: At) -> None:
    browser = golden("choose_role")
    page = browser.send("details.write form", written="buy <b>everything</b>")
    assert page.status == 400
    assert "buy <b>everything</b>" not in page.answer.text
    assert page.soup.select_one("#written")["value"] == "buy <b>everything</b>"  # type: ignore[index]
    assert page.soup.select_one(".told.bad")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["Kapitän", "kapitein", "I'll take the captain", "role captain"])
def test_a_line_in_words(golden: At, text: str) -> None:
    page = golden("choose_role").send("details.write form", written=text)
    assert page.status == 200 and "Played: captain." in page.words


def test_the_example_beside_the_field_can_be_written(golden: At) -> None:
    for phase in ("choose_role", "builder", "captain"):
        browser = golden(phase)
        label = browser.page.soup.select_one("label[for=written]").text  # type: ignore[union-attr]
        page = browser.send("details.write form", written=label.removeprefix("One line, as in "))
        assert page.status == 200 and "Played: " in page.words, label


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("captain or mayor?", 400, "I read “captain or mayor?” as a question. Nothing was played."),
        ("captain or mayor", 400, "Mayor or captain? Nothing was played."),
        ("not the captain", 400, "and do not know “not”. Nothing was played."),
        ("2", 400, "A number names a move only in answer to a numbered list."),
    ],
)
def test_an_unclear_line_plays_nothing_and_stays(golden: At, text: str, status: int, reason: str) -> None:
    browser = golden("choose_role")
    page = browser.send("details.write form", written=text)
    assert page.status == status
    assert reason in page.words
    assert page.soup.select_one("#written")["value"] == text  # type: ignore[index]
    assert page.ask.startswith("Your turn")
    assert page.soup.select_one("#choose input[value='role captain']"), "what is possible is shown below"


def test_a_clear_line_that_the_rules_forbid_says_the_rule(golden: At) -> None:
    page = golden("builder").send("details.write form", written="bouw vesting")
    assert page.status == 422
    assert "Fortress costs" in page.words


def test_a_line_for_a_turn_that_is_over_is_told_so(site: Site) -> None:
    """Even a line that nobody could read: first the player learns that the table has moved on."""
    game = new_game(site.house, *FOUR)
    set_position(site.house, game.slug, position_for("choose_role"))
    early, late, later = (site.browser(game.slug, ANNA) for _ in range(3))
    assert early.send("details.write form", written="captain").status == 200
    for browser, text in ((late, "mayor"), (later, "blah blah")):
        page = browser.send("details.write form", written=text)
        assert page.status == 409
        assert "do not know" not in page.words


def test_illegal_move_is_refused_with_the_rule(golden: At) -> None:
    browser = golden("builder")
    page = browser.send(move="build harbor")
    assert page.status == 422
    assert page.soup.select_one(".told.bad")
    assert page.ask.startswith("Your turn")


def test_nothing_chosen(golden: At) -> None:
    page = golden("choose_role").send()
    assert page.status == 422
    assert "Nothing is chosen yet" in page.words
