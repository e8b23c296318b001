"""The engine protocol (notation 5): one JSON object a line in, one line out; it survives any line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any, ClassVar, Final

from pbem import rules
from pbem.rules.errors import N_, BadRequest, RulesError


class NoGame(RulesError):
    """There is no game to speak of yet."""

    code: ClassVar[str] = "no_game"


def _no_constant(name: str) -> None:
    raise ValueError(name)


class Engine:
    """One game at a time, as the protocol speaks of it."""

    def __init__(self) -> None:
        self.state: rules.State | None = None

    def answer_line(self, line: bytes) -> str:
        """The answer to one line, without its line break. Never raises for what the line says."""
        try:
            return json.dumps({"ok": True, **self.answer(_request(line))})
        except RulesError as refusal:
            return json.dumps({"ok": False, "error": refusal.code, "message": str(refusal)})

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one request; RulesError where it cannot be served."""
        command = request.get("cmd")
        serve = _COMMANDS.get(command) if isinstance(command, str) else None
        if serve is None:
            known = ", ".join(_COMMANDS)
            raise BadRequest(N_("Unknown command; the commands are: %(commands)s."), commands=known)
        return serve(self, request)

    def game(self) -> rules.State:
        """The game at hand; NoGame where there is none."""
        if self.state is None:
            raise NoGame(N_("There is no game yet: begin with new or load."))
        return self.state

    def new(self, request: dict[str, Any]) -> dict[str, Any]:
        """A new game."""
        seed = request.get("seed")
        if not isinstance(seed, str):
            raise BadRequest(N_("new needs a seed, a text."))
        self.state = rules.new_game(rules.Rules.from_json(request.get("rules")), seed)
        return {}

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        """The game of a position."""
        if "position" not in request:
            raise BadRequest(N_("load needs a position."))
        self.state = rules.load(request["position"])
        return {}

    def position(self, request: dict[str, Any]) -> dict[str, Any]:
        """The position, whole or as a seat may see it."""
        if "seat" not in request:
            return {"position": rules.dump(self.game())}
        seat = request["seat"]
        if seat is not None:
            seat = _seat(request)
        return {"position": rules.view(self.game(), seat)}

    def legal(self, _request: dict[str, Any]) -> dict[str, Any]:
        """Who is to act and what may be answered."""
        return rules.legal(self.game()).to_json()

    def move(self, request: dict[str, Any]) -> dict[str, Any]:
        """One move and the forced ones after it."""
        seat = _seat(request)
        text = request.get("move")
        if not isinstance(text, str):
            raise BadRequest(N_("move needs a move, a text."))
        return {"applied": [made.to_json() for made in rules.apply(self.game(), seat, text)]}

    def advance(self, _request: dict[str, Any]) -> dict[str, Any]:
        """The forced moves of a position just loaded."""
        return {"applied": [made.to_json() for made in rules.advance(self.game())]}

    def score(self, _request: dict[str, Any]) -> dict[str, Any]:
        """The count as it stands."""
        return {"scores": [seat.to_json() for seat in rules.score(self.game())]}


_COMMANDS: Final[dict[str, Callable[[Engine, dict[str, Any]], dict[str, Any]]]] = {
    "new": Engine.new,
    "load": Engine.load,
    "position": Engine.position,
    "legal": Engine.legal,
    "move": Engine.move,
    "advance": Engine.advance,
    "score": Engine.score,
}


def _request(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadRequest(N_("A request is one JSON object on one line.")) from None
    if not isinstance(request, dict):
        raise BadRequest(N_("A request is one JSON object on one line."))
    return request


def _seat(request: dict[str, Any]) -> int:
    seat = request.get("seat")
    if type(seat) is not int:
        raise BadRequest(N_("This needs a seat, a whole number."))
    return seat


def serve(lines: IO[bytes], out: IO[str]) -> None:
    """Answers every line until there are no more."""
    engine = Engine()
    for line in lines:
        out.write(engine.answer_line(line) + "\n")
        out.flush()


def main() -> None:
    """Speaks the protocol on standard input and output."""
    try:
        serve(sys.stdin.buffer, sys.stdout)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()


if __name__ == "__main__":
    main()
