"""Names made to fit: measured as the font says, cut, or a number."""

import pytest
from PIL import ImageFont

from pbem.draw import lettering
from pbem.draw.lettering import covers, labels, width

WRITTEN = ("Anna", "Zoë", "Łukasz", "Nguyễn Thị", "Ольга Їжакевич", "Ελένη", "Iñigo d’Ávila", "Ø. Šćepanović – 2", "40")


@pytest.mark.parametrize("heavy", [True, False])
@pytest.mark.parametrize("text", WRITTEN)
def test_widths_are_those_of_the_font(text, heavy):
    font = ImageFont.truetype(str(lettering.FILES[heavy]), 200, layout_engine=ImageFont.Layout.BASIC)
    measured = sum(font.getlength(char) for char in text) / 200
    assert width(text, 1, heavy) == pytest.approx(measured, rel=0.01)


def test_what_the_font_can_write():
    assert all(covers(text) for text in WRITTEN)
    assert not any(covers(text) for text in ("陈伟", "שלום", "🌴", "A\nB", "\ud800", "ⵣ"))


def test_the_font_is_under_its_own_name_and_its_licence_lies_beside_it():
    for file in lettering.FILES.values():
        family, _style = ImageFont.truetype(str(file), 12).getname()
        assert family == "PBEM Sans"
    assert "SIL OPEN FONT LICENSE Version 1.1" in (lettering.FOLDER / "OFL.txt").read_text("utf-8")


def test_a_name_takes_the_largest_size_that_fits_then_is_cut():
    found = labels({0: "Anna", 1: "Maximiliane", 2: "Wilhelmina-Bernadette"}, 100, (20, 18, 15))
    assert (found[0].text, found[0].size) == ("Anna", 20)
    assert found[1].text == "Maximiliane" and found[1].size < 20
    assert found[2].text is not None and found[2].text.endswith("…") and found[2].size == 15
    assert all(label.text and width(label.text, label.size) <= 100 for label in found.values())


def test_names_that_read_alike_are_numbers():
    found = labels({0: "Bea", 1: " Bea\u200d ", 2: "Cem"}, 100, (20,))
    assert [found[seat].text for seat in range(3)] == [None, None, "Cem"]
    cut = labels({0: "Alexandra the First", 1: "Alexandra the Second"}, 60, (20,))
    assert [cut[0].text, cut[1].text] == [None, None]


def test_composed_and_decomposed_letters_are_the_same_name():
    assert labels({0: "Zoe\u0308"}, 100, (20,))[0].text == "Zoë"
