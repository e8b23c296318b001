"""What no database can hold is refused in a sentence, whichever way it comes (both databases)."""

import pytest

from pbem import play
from pbem.play.texts import storable
from tests.conftest import SEATS, new_game

BAD = ("\0", "a\0b", "\ud800", "x\udfff", "\udcff")


@pytest.mark.parametrize("text", BAD)
def test_verbs_refuse_what_is_no_text(house, text):
    game = new_game(house)
    before = play.list_audit(house)
    ways = {
        "key": lambda: play.submit(house, game.slug, 0, 0, "role settler", "api", text),
        "move": lambda: play.submit(house, game.slug, 0, 0, f"role{text}", "api"),
        "slug": lambda: play.submit(house, text, 0, 0, "role settler", "api"),
        "table": lambda: play.table(house, text, None),
        "links": lambda: play.seat_links(house, text),
        "letters": lambda: play.list_letters(house, text),
        "audit": lambda: play.list_audit(house, text),
        "desks": lambda: play.seat_desks(house, text),
        "export": lambda: play.export_game(house, text),
        "verify": lambda: play.verify_game(house, text),
        "start": lambda: play.start_game(house, text, "test"),
        "call off": lambda: play.call_off_game(house, text, "test"),
        "form key": lambda: new_game(house, form_key=text),
        "seed": lambda: new_game(house, seed=text),
        "name": lambda: new_game(house, name=f"x{text}"),
        "inviter": lambda: new_game(house, inviter=f"x{text}"),
        "clock": lambda: new_game(house, clock=text),
        "seat": lambda: new_game(house, SEATS[0], f"B{text}ea <bea@example.org>"),
        "address": lambda: new_game(house, SEATS[0], f"Bea <bea{text}@example.org>"),
        "zone": lambda: new_game(house, SEATS[0], f"Bea <bea@example.org>;tz={text}"),
        "admin": lambda: play.create_admin(house, f"a{text}@example.org", "test"),
        "sign-in": lambda: play.sign_in(house, f"a@b{text}c", "x"),
    }
    for name, way in ways.items():
        with pytest.raises(play.PlayError) as refused:
            way()
        assert refused.value.code.startswith(("bad_", "no_such_game")), name
        assert refused.value.status in (400, 404), name
    assert play.list_audit(house) == before


@pytest.mark.parametrize("slug", ["x" * 64 + "y", "FRIDAY-TABLE", "friday-table\n", "", "é", "friday_table"])
def test_what_is_no_slug_is_no_game(house, slug):
    new_game(house)
    with pytest.raises(play.PlayError, match="There is no game") as refused:
        play.table(house, slug, None)
    assert (refused.value.code, refused.value.status) == ("no_such_game", 404)


def test_a_mail_host_may_answer_what_it_likes(house):
    game = new_game(house)
    letter = play.claim_letter(house, play.due(house).letters[0])
    play.record_failure(house, letter, "550 no\0such \udce9 user", None)
    (row,) = (row for row in play.list_letters(house, game.slug) if row.id == letter.id)
    assert (row.state, row.last_error) == ("dead", "550 no\ufffdsuch \ufffd user")


def test_texts_stay_what_they_are():
    for text in ("", "Ärger 🎲\n", "\ud83c\udfb2".encode("utf-16", "surrogatepass").decode("utf-16")):
        assert storable(text) == text
