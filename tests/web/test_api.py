"""The JSON for programs: the position, the moves, and an answer that helps to every kind of bad request."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from pbem import play, rules
from tests.conftest import new_game, play_on
from tests.web.conftest import Site


def call(site: Site, slug: str, seat: int | None, body: Any = None, **options: Any) -> TestResponse:
    headers = {} if seat is None else {"Authorization": f"Bearer {site.token(slug, seat)}"}
    client = site.app.test_client()
    if body is None and not options:
        return client.get(f"/api/games/{slug}", headers=headers)
    return client.post(f"/api/games/{slug}/moves", headers=headers, **(options or {"json": body}))


def test_position_as_the_seat_sees_it(site: Site, slug: str) -> None:
    answer = call(site, slug, 0).json
    assert answer and set(answer) == {"ply", "seat", "to_act", "position", "legal", "deadline"}
    assert (answer["ply"], answer["seat"], answer["to_act"]) == (0, 0, [0])
    assert answer["position"] == play.table(site.house, slug, 0).view
    assert answer["legal"]["moves"]["0"] == list(play.table(site.house, slug, 0).legal.moves[0])  # type: ignore[union-attr]
    assert answer["deadline"] == "2026-12-02T09:00:00+00:00"
    other = call(site, slug, 1).json
    assert other and other["deadline"] is None and "0" not in other["legal"]["moves"]
    assert other["position"]["players"][0]["vp"] is None


def test_before_the_start(site: Site) -> None:
    slug = new_game(site.house, start=False).slug
    answer = call(site, slug, 0).json
    assert answer and (answer["position"], answer["legal"], answer["to_act"]) == (None, None, [])
    assert call(site, slug, 0, {"ply": 0, "move": "role settler"}).status_code == 409


def test_a_move_and_its_repeat(site: Site, slug: str) -> None:
    body = {"ply": 0, "move": "role settler", "key": "k1"}
    first, second = call(site, slug, 0, body), call(site, slug, 0, body)
    assert first.status_code == second.status_code == 200
    assert first.json == second.json
    assert first.json["applied"][0] == {"seat": 0, "move": "role settler"}  # type: ignore[index]
    assert first.json["ply"] == play.table(site.house, slug, 0).game.ply  # type: ignore[index]
    assert call(site, slug, 0, {"ply": 1, "move": "settle corn", "key": None}).status_code == 200


def test_cookie_serves_too(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    assert browser.client.get(f"/api/games/{slug}").json["seat"] == 0  # type: ignore[index]
    assert browser.client.post(f"/api/games/{slug}/moves", json={"ply": 0, "move": "role settler"}).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        (1, {"ply": 0, "move": "role settler"}, 409, "not_your_turn"),
        (0, {"ply": 7, "move": "role settler"}, 409, "stale"),
        (0, {"ply": 0, "move": "build harbor"}, 422, "illegal_move"),
        (0, {"ply": 0, "move": "role wizard"}, 400, "malformed_move"),
        (0, {"ply": 0, "move": ""}, 400, "malformed_move"),
        (0, {"ply": 0, "move": 7}, 400, "bad_request"),
        (0, {"ply": 0, "move": "x" * 400}, 400, "bad_request"),
        (0, {"ply": 0}, 400, "bad_request"),
        (0, {"ply": True, "move": "role settler"}, 400, "bad_request"),
        (0, {"ply": "7", "move": "role settler"}, 400, "bad_request"),
        (0, {"ply": 10**30, "move": "role settler"}, 400, "bad_request"),
        (0, {"ply": -1, "move": "role settler"}, 400, "bad_request"),
        (0, {"ply": 0.0, "move": "role settler"}, 400, "bad_request"),
        (0, {"move": "role settler"}, 400, "bad_request"),
        (0, {"ply": 0, "move": "role settler", "key": 5}, 400, "bad_request"),
        (0, {"ply": 0, "move": "role settler", "key": "k" * 101}, 400, "bad_request"),
        (0, ["role settler"], 400, "bad_request"),
        (0, "role settler", 400, "bad_request"),
        (None, {"ply": 0, "move": "role settler"}, 401, "unauthorized"),
    ],
)
def test_bad_requests(site: Site, slug: str, seat: int | None, body: Any, status: int, code: str) -> None:
    answer = call(site, slug, seat, body)
    assert (answer.status_code, answer.json["error"]) == (status, code)  # type: ignore[index]
    assert len(answer.json["message"]) > 10  # type: ignore[index]
    assert play.table(site.house, slug, 0).game.ply == 0


@pytest.mark.parametrize("data", ["", "{", "null", '{"ply": 0, "move": "role settler"', b"\xff\xfe", "[" * 50000])
def test_malformed_json(site: Site, slug: str, data: Any) -> None:
    answer = call(site, slug, 0, data=data, content_type="application/json")
    assert (answer.status_code, answer.json["error"]) == (400, "bad_request")  # type: ignore[index]


def test_other_content_types(site: Site, slug: str) -> None:
    for options in ({"data": {"ply": "0", "move": "role settler"}}, {"data": "{}", "content_type": "text/plain"}):
        answer = call(site, slug, 0, **options)
        assert (answer.status_code, answer.json["error"]) == (415, "bad_request")  # type: ignore[index]


def test_unknown_games_and_links(site: Site, slug: str) -> None:
    client, good = site.app.test_client(), {"Authorization": f"Bearer {site.token(slug, 0)}"}
    assert client.get("/api/games/nothing", headers=good).json["error"] == "no_such_game"  # type: ignore[index]
    for header in ("Bearer nonsense", "Bearer ", "Basic abc", f"Bearer {site.stop_link(slug, 0).rpartition('/')[2]}"):
        answer = client.get(f"/api/games/{slug}", headers={"Authorization": header})
        assert (answer.status_code, answer.json["error"]) == (401, "unauthorized")  # type: ignore[index]
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    other = new_game(site.house, name="Other").slug
    assert client.get(f"/api/games/{other}", headers=good).status_code == 401


def test_too_large_and_wrong_method(site: Site, slug: str) -> None:
    answer = call(site, slug, 0, data="x" * 100_000, content_type="application/json")
    assert (answer.status_code, answer.json["error"]) == (413, "too_large")  # type: ignore[index]
    answer = site.app.test_client().delete(f"/api/games/{slug}")
    assert (answer.status_code, answer.json["error"]) == (405, "method_not_allowed")  # type: ignore[index]


def test_wrong_doors_speak_to_programs(site: Site, slug: str) -> None:
    client = site.app.test_client()
    wrong = client.delete(f"/api/games/{slug}")
    assert wrong.json and wrong.json["message"] == (
        "This address takes no such method. A game is read with GET, its moves are sent with POST to …/moves."
    )
    assert {"GET", "HEAD"} <= set(wrong.headers["Allow"].replace(",", " ").split())
    for path in ("/api/games/", "/api/nothing", f"/api/games/{slug}/nothing"):
        nowhere = client.get(path)
        assert (nowhere.status_code, nowhere.json["error"]) == (404, "not_found")  # type: ignore[index]
        assert "/api/games/SLUG/moves" in nowhere.json["message"]  # type: ignore[index]
    page = client.delete(f"/games/{slug}")
    assert page.status_code == 405 and "Go back and use the button" in page.text and page.headers["Allow"]


def test_a_move_for_a_ply_to_come_and_a_key_used_again(site: Site, slug: str) -> None:
    early = call(site, slug, 2, {"ply": 999, "move": "role settler"})  # that seat speaks English
    assert (early.status_code, early.json) == (
        409, {"error": "stale", "message": "The table is only at move 0; your choice was for move 999."}
    )  # fmt: skip
    play.submit(site.house, slug, 0, 0, "role settler", "test")
    while (table := play.table(site.house, slug, 2)).my_turn is None:
        play_on(site.house, slug)
    first = next(iter(table.legal.moves[2]))  # type: ignore[union-attr]
    assert call(site, slug, 2, {"ply": table.game.ply, "move": first, "key": "k"}).status_code == 200
    again = call(site, slug, 2, {"ply": table.game.ply + 1, "move": "role mayor", "key": "k"})
    assert again.status_code == 409 and again.json["error"] == "stale"  # type: ignore[index]
    assert "send a new key" in again.json["message"]  # type: ignore[index]


def test_placing_by_json(site: Site, slug: str) -> None:
    while (view := play.table(site.house, slug, None).view) and view["phase"] != "mayor":
        play_on(site.house, slug)
    seat = view["to_act"][0]  # type: ignore[index]
    answer = call(site, slug, seat).json
    assert answer and set(answer["legal"]["place"][str(seat)]) == {"colonists", "circles"}
    circles = list(answer["legal"]["place"][str(seat)]["circles"])
    assert circles == [name for name in (*rules.TILES, *rules.BUILDINGS) if name in circles], "the order of notation 1"
    move = rules.suggest_placement(answer["position"], seat)
    assert call(site, slug, seat, {"ply": answer["ply"], "move": move}).status_code == 200
