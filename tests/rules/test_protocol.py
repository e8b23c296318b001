"""Notation 5: every line gets one answer, whatever it is, and a refusal changes nothing."""

import json
import subprocess
import sys
from typing import Any

import pytest

from pbem import rules
from pbem.rules.protocol import Engine
from tests.rules.tables import seat, table


def ask(engine: Engine, line: object) -> dict[str, Any]:
    text = line if isinstance(line, bytes) else json.dumps(line).encode()
    answer = engine.answer_line(text)
    assert "\n" not in answer
    return json.loads(answer)


@pytest.fixture
def engine() -> Engine:
    engine = Engine()
    assert ask(engine, {"cmd": "new", "seed": "abc", "rules": {"players": 4}}) == {"ok": True}
    return engine


GARBAGE = [
    b"",
    b"\n",
    b"   ",
    b"null",
    b"[]",
    b"7",
    b'"cmd"',
    b"{",
    b"\xff\xfe{}",
    b'{"cmd":NaN}',
    b'{"cmd":Infinity}',
    b"1" * 10_000,
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b'{"cmd":"load","position":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b"{}",
    b'{"cmd":null}',
    b'{"cmd":["new"]}',
    b'{"cmd":{"new":1}}',
    b'{"cmd":"New"}',
    b'{"cmd":"new"}',
    b'{"cmd":"new","seed":7,"rules":{"players":4}}',
    b'{"cmd":"new","seed":"\\ud800","rules":{"players":4}}',
    b'{"cmd":"new","seed":"x"}',
    b'{"cmd":"new","seed":"x","rules":4}',
    b'{"cmd":"new","seed":"x","rules":{}}',
    b'{"cmd":"new","seed":"x","rules":{"players":1}}',
    b'{"cmd":"new","seed":"x","rules":{"players":4.0}}',
    b'{"cmd":"new","seed":"x","rules":{"players":true}}',
    b'{"cmd":"new","seed":"x","rules":{"players":4,"simultaneous":1}}',
    b'{"cmd":"new","seed":"x","rules":{"players":4,"expansions":["nobles"]}}',
    b'{"cmd":"new","seed":"x","rules":{"players":4,"expansions":{}}}',
    b'{"cmd":"new","seed":"x","rules":{"players":4,"colour":"red"}}',
    b'{"cmd":"load"}',
    b'{"cmd":"position","seat":4}',
    b'{"cmd":"position","seat":-1}',
    b'{"cmd":"position","seat":true}',
    b'{"cmd":"position","seat":"0"}',
    b'{"cmd":"position","seat":1e400}',
    b'{"cmd":"move"}',
    b'{"cmd":"move","seat":0}',
    b'{"cmd":"move","seat":false,"move":"role mayor"}',
    b'{"cmd":"move","seat":0.0,"move":"role mayor"}',
    b'{"cmd":"move","seat":null,"move":"role mayor"}',
    b'{"cmd":"move","seat":99,"move":"role mayor"}',
    b'{"cmd":"move","seat":0,"move":["role mayor"]}',
    b'{"cmd":"move","seat":123456789012345678901234567890,"move":"pass"}',
]


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: repr(line[:60]))
def test_garbage_is_answered_and_changes_nothing(engine: Engine, line: bytes) -> None:
    before = ask(engine, {"cmd": "position"})
    answer = ask(engine, line)
    assert (answer["ok"], answer["error"]) == (False, "bad_request")
    assert answer["message"]
    assert ask(engine, {"cmd": "position"}) == before


@pytest.mark.parametrize(
    "position", [None, 1, [], {}, "x", {"format": "puerto-rico-position/1", "rules": {"players": 9}}]
)
def test_a_bad_position_is_refused(engine: Engine, position: object) -> None:
    before = ask(engine, {"cmd": "position"})
    assert ask(engine, {"cmd": "load", "position": position})["error"] == "bad_position"
    assert ask(engine, {"cmd": "position"}) == before


@pytest.mark.parametrize(
    "move", ["", "\u0000", "pass", "role mayor\n", "place corn=" + "9" * 5000, "\ud800", "ship" * 9999]
)
def test_a_text_that_is_no_move(engine: Engine, move: str) -> None:
    before = ask(engine, {"cmd": "position"})
    assert ask(engine, {"cmd": "move", "seat": 0, "move": move})["error"] == "illegal_move"
    assert ask(engine, {"cmd": "move", "seat": 1, "move": move})["error"] == "not_your_turn"
    assert ask(engine, {"cmd": "position"}) == before


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "position"},
        {"cmd": "legal"},
        {"cmd": "move", "seat": 0, "move": "pass"},
        {"cmd": "advance"},
        {"cmd": "score"},
    ],
)
def test_no_game(request_: dict[str, object]) -> None:
    assert ask(Engine(), request_)["error"] == "no_game"


def test_the_answers(engine: Engine) -> None:
    assert ask(engine, {"cmd": "legal"})["to_act"] == [0]
    assert ask(engine, {"cmd": "move", "seat": 0, "move": "role prospector", "note": "ignored"}) == {
        "ok": True,
        "applied": [{"seat": 0, "move": "role prospector"}],
    }
    assert ask(engine, {"cmd": "advance"}) == {"ok": True, "applied": []}
    assert "random" in ask(engine, {"cmd": "position"})["position"]
    seen = ask(engine, {"cmd": "position", "seat": None})["position"]
    assert "random" not in seen
    assert seen["plantations"]["draw"] == 41
    score = ask(engine, {"cmd": "score"})["scores"][0]
    assert list(score) == ["seat", "vp_chips", "buildings", "large", "total", "tiebreak", "place"]


def test_placing_is_described() -> None:
    engine = Engine()
    position = table(seat("corn", "sugar", san_juan=1), *[seat("corn")] * 2, phase="mayor", taken={"mayor": 0}, ship=0)
    assert ask(engine, {"cmd": "load", "position": position}) == {"ok": True}
    assert ask(engine, {"cmd": "legal"}) == {
        "ok": True,
        "to_act": [0],
        "place": {"0": {"colonists": 1, "circles": {"corn": 1, "sugar": 1}}},
    }


def test_a_real_process_survives_everything() -> None:
    lines = [line for line in GARBAGE if b"\n" not in line]
    last = b'{"cmd":"new","seed":"x","rules":{"players":2}}\n{"cmd":"score"}'
    done = subprocess.run(
        [sys.executable, "-m", "pbem.rules.protocol"], input=b"\n".join([*lines, last]), capture_output=True, timeout=60
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines) + 2
    assert [answer["ok"] for answer in answers] == [False] * len(lines) + [True, True]
    assert (done.returncode, done.stderr) == (0, b"")


def test_str_of_a_refusal_is_its_message(engine: Engine) -> None:
    state = rules.new_game(rules.Rules.from_json({"players": 4}), "abc")
    with pytest.raises(rules.IllegalMove) as refused:
        rules.apply(state, 0, "pass")
    assert ask(engine, {"cmd": "move", "seat": 0, "move": "pass"})["message"] == str(refused.value)
