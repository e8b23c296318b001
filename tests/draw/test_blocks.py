"""The drawings of a page: the letter's pieces, each a link with its name, and every symbol from the page's sprite."""

import pytest

from pbem import draw, rules
from pbem.draw import boards, cells
from tests.draw.positions import crowded, golden
from tests.draw.reading import SVG, parsed, uses

HOSTILE = '"><script>alert(1)</script>&'


def note(name="A piece", **more):
    return draw.Note(name, "What it does.", "#c-piece", **more)


def tree(drawing):
    return parsed(drawing.svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def links(drawing):
    return list(tree(drawing).iter(f"{SVG}a"))


@pytest.mark.parametrize("view", [golden(), crowded(5)])
def test_island_and_city_have_a_link_for_each_piece_and_use_known_symbols(view):
    known = {*draw.symbol_ids(), *(f"mark-{tile}" for tile in rules.TILES)}
    for player in view["players"]:
        for block, things in ((draw.blocks.island, player["island"]), (draw.blocks.city, player["buildings"])):
            drawing = block(things, [note(str(n)) for n in range(len(things))], "Land")
            assert sorted(int(link.attrib["aria-label"]) for link in links(drawing)) == list(range(len(things)))
            used = {use.attrib["href"][1:] for use in tree(drawing).iter(f"{SVG}use")}
            assert used == set(drawing.symbols) <= known
            assert tree(drawing).attrib["role"] == "list" and "data-rove" in drawing.svg


def test_the_letters_pieces_are_the_pages():
    player = golden()["players"][2]
    letter = uses(
        f'<svg xmlns="http://www.w3.org/2000/svg">{boards.city(draw.Pen(), 0, 0, 2, player["buildings"])}</svg>'
    )
    page = tree(draw.blocks.city(player["buildings"], [note()] * len(player["buildings"]), "City"))
    drawn = [use.attrib["href"][1:] for use in page.iter(f"{SVG}use")]
    assert sorted(drawn) == sorted(piece.removesuffix(".idle") for piece in letter.elements())


def test_pieces_of_a_city_do_not_meet():
    names = [*list(boards.LARGE)[:2], "harbor", "wharf", "office", "hospice", "factory"]
    drawing = draw.blocks.city([{"building": name, "colonists": 0} for name in names], [note()] * len(names), "City")
    places = [link.attrib.get("transform", "translate(0 0)") for link in links(drawing)]
    assert len(set(places)) == len(names)
    tall = [box for box in tree(drawing).iter(f"{SVG}rect") if box.attrib["height"] == f"{cells.PAGE.tall - 1.5:g}"]
    assert len(tall) == 2


@pytest.mark.parametrize("css", ["can", "can set", "fresh", "can set fresh"])
def test_a_piece_that_is_new_or_chosen_has_a_ring_and_a_sign(css):
    plain = draw.blocks.house(["corn"], note())
    marked = draw.blocks.house(["corn"], note(css=css, move="sell corn", card="c-trading_house"))
    assert 'class="ring"' in marked.svg and 'class="badge"' in marked.svg and 'class="ring"' not in plain.svg
    link = links(marked)[0]
    assert (link.attrib["data-move"], link.attrib["data-card"]) == ("sell corn", "c-trading_house")


def test_signs_differ_by_shape():
    drawn = {draw.blocks.house([], note(css=css)).svg.split('class="badge"')[1] for css in ("can", "set", "fresh")}
    assert len(drawn) == 3


def test_no_name_breaks_out():
    ship = {"capacity": 5, "good": "corn", "loaded": 2}
    drawing = draw.blocks.ship(ship, draw.Note(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE))
    link = links(drawing)[0]
    assert link.attrib["aria-label"] == link.attrib["href"] == link.attrib["data-move"] == HOSTILE
    assert "<script" not in drawing.svg and "style=" not in drawing.svg
    assert "<script" not in draw.blocks.island([], [], HOSTILE).svg


@pytest.mark.parametrize("loaded", range(9))
def test_a_ship_carries_what_is_loaded(loaded):
    drawing = draw.blocks.ship({"capacity": 8, "good": "sugar" if loaded else None, "loaded": loaded}, note())
    hrefs = [use.attrib["href"] for use in tree(drawing).iter(f"{SVG}use")]
    assert hrefs.count("#good-sugar") == loaded and hrefs.count("#cargo-8") == 1


def test_a_cell_is_large_enough_to_touch():
    assert min(cells.PAGE.wide, cells.PAGE.high) >= 48
    assert draw.blocks.WIDE <= 330  # what a card has on a phone of 390 pixels
