"""Sentences as facts that a letter's row can keep until it is written: a template and its parameters, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pbem.mail.plain import plain
from pbem.words.params import OneOf, Quoted

LONGEST_QUOTED = 80  # characters of a player's words


class _Sentence(Protocol):
    @property
    def template(self) -> str: ...

    @property
    def params(self) -> dict[str, Any]: ...


@dataclass(slots=True)
class Said:
    """A sentence to be said by `Voice.say`, in whatever language its reader has then."""

    template: str
    params: dict[str, Any]


def packed(sentence: _Sentence) -> dict[str, Any]:
    """The sentence as JSON: a player's words and lists of moves are marked as what they are."""
    return {"template": sentence.template, "params": {key: _pack(value) for key, value in sentence.params.items()}}


def unpacked(facts: Mapping[str, Any]) -> Said:
    """The sentence that `packed` packed; a player's words in it have become harmless for a letter."""
    return Said(str(facts["template"]), {key: _unpack(value) for key, value in facts["params"].items()})


def _pack(value: object) -> object:
    if isinstance(value, Quoted):
        return {"quoted": str(value)}
    if isinstance(value, OneOf):
        return {"one_of": list(value.moves), "begins": value.begins}
    if isinstance(value, list | tuple):
        return [_pack(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _unpack(value: object) -> object:
    if isinstance(value, dict) and "quoted" in value:
        return Quoted(plain(str(value["quoted"]), LONGEST_QUOTED))
    if isinstance(value, dict) and "one_of" in value:
        return OneOf(tuple(value["one_of"]), bool(value.get("begins")))
    if isinstance(value, list):
        return [_unpack(each) for each in value]
    return value
