"""The table as a drawing: every piece of a position is there, and nothing a seat may not see."""

import os
from collections import Counter
from pathlib import Path

import pytest

from pbem import draw, rules
from pbem.draw import boards, cells, harbour, table, tints
from pbem.draw.pen import Pen
from tests.draw.positions import NAMES, crowded, golden, long_names, views
from tests.draw.reading import SVG, circles, colours, parsed, places, texts, uses

GOLDEN = Path(__file__).parent / "golden"
SEEN = [
    pytest.param(view, me, id=f"{players}-{number}")
    for players in (2, 3, 4, 5)
    for number, (view, me) in enumerate(views(players, f"drawn {players}", 37))
]


def drawn(view, me, names=None):
    return draw.board_svg(view, names or {seat: f"P{seat}" for seat in range(len(view["players"]))}, me)


def test_the_golden_position():
    svg = drawn(golden(), 2, NAMES)
    file = GOLDEN / "board.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(svg, "utf-8")
    assert svg == file.read_text("utf-8")


@pytest.mark.parametrize(("view", "me"), SEEN)
def test_every_piece_of_a_position_is_drawn(view, me):
    found = uses(drawn(view, me))
    island = Counter(
        f"mark-{tile['tile']}{'' if tile['colonist'] else '.idle'}" for p in view["players"] for tile in p["island"]
    )
    city = Counter(
        f"b-{b['building']}{'' if b['colonists'] else '.idle'}" for p in view["players"] for b in p["buildings"]
    )
    assert {piece: count for piece, count in found.items() if piece.startswith(("mark-", "b-"))} == island + city
    faces = Counter(f"tile-{tile}" for tile in view["plantations"]["face_up"]) + Counter(["tile-back", "tile-quarry"])
    assert {piece: count for piece, count in found.items() if piece.startswith("tile-")} == faces
    goods = Counter(good for p in view["players"] for good, count in p["goods"].items() if count)
    goods += Counter(view["trading_house"])
    for ship in view["cargo_ships"]:
        goods[ship["good"]] += ship["loaded"]
    for good, left in view["supply"]["goods"].items():
        assert found[f"good-{good}"] == goods[good] + bool(left)
        assert found[f"good-{good}.idle"] == (not left)


@pytest.mark.parametrize(("view", "me"), SEEN)
def test_people_circles_cards_and_chips(view, me):
    svg = drawn(view, me)
    found = uses(svg)
    people = sum(t["colonist"] for p in view["players"] for t in p["island"])
    people += sum(b["colonists"] for p in view["players"] for b in p["buildings"])
    spaces = sum(len(p["island"]) for p in view["players"])
    spaces += sum(rules.building(b["building"]).circles for p in view["players"] for b in p["buildings"])
    assert found["colonist"] == people + 1 + sum(p["san_juan"] > 0 for p in view["players"])
    assert circles(svg) == spaces - people
    shut = sum(p["vp"] is None for p in view["players"])
    assert (found["vp-down"], found["vp"]) == (shut, len(view["players"]) - shut + 1)
    assert found["governor"] == found["colonist-ship"] == 1
    assert Counter(f"cargo-{ship['capacity']}" for ship in view["cargo_ships"]) == {
        piece: count for piece, count in found.items() if piece.startswith("cargo-")
    }
    for role, card in view["roles"].items():
        is_faded = card["taken_by"] is not None and role != ("captain" if view["phase"] == "storage" else view["phase"])
        assert found[f"role-{role}{'.faded' if is_faded else ''}"] == 1


@pytest.mark.parametrize(("view", "me"), SEEN[::3])
def test_only_names_and_numbers_are_written(view, me):
    svg = drawn(view, me)
    names = {f"P{seat}" for seat in range(len(view["players"]))}
    assert all(text in names or text.isdigit() for text in texts(svg))
    numbers = [player["doubloons"] for player in view["players"]] + [view["colonist_ship"], view["supply"]["vp"]]
    assert not Counter(map(str, numbers)) - Counter(texts(svg))


def test_nothing_shows_what_lies_face_down():
    seen = golden()
    for seat, points in ((0, 71), (1, 73), (3, 76)):
        assert seen["players"][seat]["vp"] is None
        assert str(points) not in texts(drawn(seen, 2))
    assert texts(drawn(seen, 2)).count("7") >= 1  # Anna's own
    before = drawn(seen, 2)
    seen["plantations"]["draw"] = ["corn"] * 8  # a whole position instead of a view changes nothing
    assert drawn(seen, 2) == before


def test_the_viewer_comes_first_then_the_order_of_play_and_for_the_public_the_governor():
    heads = [text for text in texts(drawn(golden(), 2, NAMES)) if text in NAMES.values()][
        2:
    ]  # behind the roles' takers
    assert heads == ["Anna", "Dirk", "Bea", "Cem"]
    heads = [text for text in texts(drawn(golden(), None, NAMES)) if text in NAMES.values()][2:]
    assert heads == ["Bea", "Cem", "Anna", "Dirk"]


def test_own_board_turn_and_role_in_play_are_marked_by_shape_too():
    seen = golden()
    seat = table.seats(seen, NAMES, 2)[0]
    assert (seat.is_me, seat.acts, seat.is_governor) == (True, True, False)
    player = seen["players"][2]
    mine = boards.board(Pen(), 0, 0, seat, player)
    others = boards.board(Pen(), 0, 0, boards.Seat(2, seat.label, False, False, False), player)
    assert 'stroke-width="2.5"' in mine and 'stroke-width="2.5"' not in others
    assert mine.count("<path") == others.count("<path") + 1
    seen |= {"phase": "craftsman"}
    assert uses(drawn(seen, 2))["role-craftsman"] == 1


@pytest.mark.parametrize("ships", [0, 1, 2, 3])
def test_any_number_of_ships(ships):
    seen = golden()
    seen["cargo_ships"] = [{"capacity": 8, "good": "corn", "loaded": 8}] * ships
    svg = drawn(seen, 2)
    assert uses(svg)["cargo-8"] == ships
    ends = [x + 188 for x, _y in places(svg, "cargo-8")]
    assert all(end < places(svg, "colonist-ship")[0][0] for end in ends)


@pytest.mark.parametrize("large", range(6))
def test_a_city_has_room_for_every_mixture_and_no_two_buildings_meet(large):
    big = [name for name in rules.BUILDINGS if rules.building(name).size == 2]
    small = [name for name in rules.BUILDINGS if rules.building(name).size == 1]
    for count in range(13 - 2 * large):
        mixed = [{"building": name, "colonists": 1} for name in big[:large] + small[:count]]
        seen = golden()
        seen["players"] = [{**player, "buildings": []} for player in seen["players"]]
        seen["players"][2]["buildings"] = mixed
        svg = drawn(seen, 2)
        at = [spot for name in small for spot in places(svg, f"b-{name}")]
        columns = [x for name in big for x, _y in places(svg, f"b-{name}")]
        assert len(set(at)) == count and len(set(columns)) == large
        frames = [
            box for box in parsed(svg).iter(f"{SVG}rect") if box.attrib.get("height") == f"{2 * cells.HIGH + 0.5:g}"
        ]
        assert len(frames) == large
        assert not {int(x // 36) for x, _ in at} & {int(x // 36) for x in columns}


HOSTILE = (
    "<script>alert(1)</script>", "\"'&]]>", "a\x00b", "\ud800", "陈伟", "שלום", "🌴🌴", "", "  ", "x" * 500,
    "A\u202eB", "é" + "\u0301" * 80, "]]><!--", "&amp;",
)  # fmt: skip
TAGS = {"svg", "defs", "g", "path", "rect", "circle", "ellipse", "use", "text"}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_drawing(name):
    svg = drawn(golden(), 2, NAMES | {0: name})
    assert {tag.tag.removeprefix(SVG) for tag in parsed(svg).iter()} <= TAGS
    other = {text.rstrip("…") for text in texts(svg) if not text.isdigit()} - {"Cem", "Anna", "Dirk"}
    assert all(name.replace("\u202e", "").startswith(text) for text in other)


def test_a_name_the_font_lacks_or_two_that_read_alike_become_numbers():
    svg = drawn(golden(), 2, {0: "陈伟", 1: "Cem", 2: "Anna", 3: "Cem"})
    assert [text for text in texts(svg) if not text.isdigit()] == ["Anna"]
    assert len([c for c in parsed(svg).iter(f"{SVG}circle") if c.attrib.get("r") == "12"]) == 3


def test_a_long_name_stays_inside_its_place():
    for view, names in ((crowded(5), long_names(5)), (golden(), long_names(4))):
        svg = drawn(view, 0, names)
        assert any(text.endswith("…") for text in texts(svg))
        flag = places(svg, "governor")[0][0]
        assert flag + 18 <= 8 + boards.ISLAND


def test_on_a_page_every_colour_is_the_pages_and_every_piece_has_its_name():
    svg = draw.board_svg(golden(), NAMES, 2, pen=Pen(draw.Inline(), "me-", says=lambda key: f"name of {key[0]} & more"))
    values = colours(svg)
    assert values and all(v == "none" or v.startswith(("var(--", "color-mix(in srgb,var(--")) for v in values), values
    ids = [tag.attrib["id"] for tag in parsed(svg).iter() if "id" in tag.attrib]
    assert ids and all(name.startswith("me-") for name in ids)
    assert all(piece.startswith("me-") for piece in uses(svg))
    titles = Counter(title.text for title in parsed(svg).iter(f"{SVG}title"))
    assert titles["name of island & more"] == 31 and titles["name of ship & more"] == 3
    assert titles["name of city & more"] == 16 and titles["name of role & more"] == 7


def test_one_board_or_one_ship_row_is_a_drawing_of_its_own():
    pen, seen = Pen(), golden()
    body = boards.board(pen, 0, 0, table.seats(seen, NAMES, 2)[0], seen["players"][2]) + harbour.sea(pen, 0, 0, seen)
    ids = {tag.attrib["id"] for tag in parsed(f"<svg>{pen.defs()}</svg>").iter() if "id" in tag.attrib}
    used = {tag.attrib["href"][1:] for tag in parsed(f"<svg>{body}</svg>").iter("use")}
    assert used <= ids


def test_marks_of_all_tiles_are_found_in_the_sprite():
    for tile in rules.TILES:
        mark = draw.pieces.drawing(f"mark-{tile}")
        assert parsed(f"<svg>{mark}</svg>") is not None and "<rect" not in mark
        assert "<rect" in draw.pieces.drawing(f"tile-{tile}")


def ratio(one: str, other: str) -> float:
    """WCAG 2's contrast of two colours."""

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("paper", [draw.LIGHT, draw.DARK])
def test_everything_stands_off_its_ground(paper):
    ink = draw.Printed(paper)
    for name in rules.TILES:
        assert ratio(tints.good(ink, name).fill, tints.good(ink, name).mark) >= 4.5
        assert ratio(tints.idle(ink, name).fill, tints.idle(ink, name).mark) >= 3
    for name in rules.BUILDINGS:
        for works in (True, False):
            assert ratio(tints.ground(ink, name, works), tints.building(ink, works).ink) >= (4.5 if works else 3)
    for ground in ("paper", "sheet", "sunk", "wash"):
        assert ratio(ink.of("ink"), ink.of(ground)) >= 4.5


def test_figures_of_legibility_at_360_pixels():
    shrunk = 360 / table.WIDE
    sizes = [float(text.attrib["font-size"]) for text in parsed(drawn(crowded(5), 0, long_names(5))).iter(f"{SVG}text")]
    assert min(sizes) * shrunk >= 8.4 and sorted(sizes)[len(sizes) // 2] * shrunk >= 9.5
    assert cells.WIDE * shrunk >= 20 and cells.HIGH * shrunk >= 24
