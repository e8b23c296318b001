"""Standing orders on the page: left, shown, refused with what was typed, taken back; nobody else sees them."""

from pbem import play
from tests.web.conftest import Site


def test_an_order_is_left_and_taken_back(site: Site, slug: str) -> None:
    anna = site.browser(slug)
    assert "Een vaste opdracht geven" in anna.page.words  # type: ignore[union-attr]
    page = anna.send("#order-form form", phase="choose_role", text="burgemeester, anders kapitein", once="1")
    shown = page.soup.select_one("#orders li")
    assert shown is not None and "Als ik een rol kies" in shown.get_text()
    assert "Burgemeester, anders kapitein · alleen de volgende keer" in " ".join(shown.get_text().split())
    bea = site.browser(slug, 1)
    assert bea.page is not None and not bea.page.soup.select("#orders li")
    page = anna.send("#orders li form")
    assert not page.soup.select("#orders li") and page.status == 200


def test_what_cannot_be_noted_stays_typed(site: Site, slug: str) -> None:
    bea = site.browser(slug, 1)
    page = bea.send("#order-form form", phase="settler", text="<b>Hafen</b>")
    assert page.status == 422
    assert "find darin keinen Zug" in page.words.replace("finde", "find") and "<b>Hafen" not in page.answer.text
    field = page.soup.select_one("#order-text")
    assert field is not None and field["value"] == "<b>Hafen</b>" and field["aria-invalid"] == "true"
    assert page.soup.select_one("#order-form[open]") and page.soup.select_one("#order-phase option[selected]")
    seat = next(seat for seat in play.table(site.house, slug, 1).seats if seat.number == 1)
    assert play.standing_orders(site.house, seat.id) == ()
