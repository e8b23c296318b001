"""What the rules answer when they refuse: a stable code and a sentence that can be translated."""

from typing import ClassVar


def N_(text: str) -> str:
    """Marks a template for translation; the text itself is returned."""
    return text


class RulesError(Exception):
    """A refusal. `template % params` is the English sentence; names in params are those of notation 1."""

    code: ClassVar[str] = "rules"

    def __init__(self, template: str, **params: object) -> None:
        super().__init__(template)
        self.template = template
        self.params: dict[str, object] = params

    def __str__(self) -> str:
        return self.template % self.params


class BadRequest(RulesError):
    """The request itself is wrong: a missing or mistyped field, a seat that does not exist."""

    code: ClassVar[str] = "bad_request"


class BadPosition(RulesError):
    """A position that cannot be; `params["path"]` names the field (notation 3)."""

    code: ClassVar[str] = "bad_position"


class NotYourTurn(RulesError):
    """The seat owes no decision now."""

    code: ClassVar[str] = "not_your_turn"


class IllegalMove(RulesError):
    """A move that the rules forbid now; the sentence says which rule."""

    code: ClassVar[str] = "illegal_move"


class MalformedMove(IllegalMove):
    """A text that is no move of notation 2."""
