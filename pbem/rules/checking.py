"""All that a game file can tell about itself (notation 4), as sentences; it repairs nothing and opens no file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from pbem.rules.errors import BadRequest, RulesError
from pbem.rules.gamefile import (
    SHOWN_DIGITS,
    GameFile,
    chain_of,
    digest,
    result_text,
    seed_hash,
)
from pbem.rules.replaying import Replay, file_edition, file_rules, replay

GOOD: Final = "good"
BAD: Final = "bad"
UNKNOWN: Final = "unknown"  # the file has not what the check would need


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at (header, seed, chain, moves, result), how it came out, and a sentence naming the line."""

    what: str
    outcome: str
    message: str

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return asdict(self)


def check_file(game: GameFile) -> tuple[Check, ...]:
    """Every check of a file that could be read. It is as it was written when none is bad."""
    moves, played = _moves(game)
    return (_header(game), _seed(game), _chain(game), moves, _result(game, played))


def chain_start(game: GameFile) -> str | None:
    """The hash from which the chain runs: the published one, else that of the seed; None where there is neither."""
    return game.tags.get("SeedHash") or (seed_hash(game.tags["Seed"]) if "Seed" in game.tags else None)


def _at(game: GameFile, tag: str) -> str:
    return f"line {game.tag_lines.get(tag, 0)}"


def _header(game: GameFile) -> Check:
    if "Digest" not in game.tags:
        return Check("header", UNKNOWN, "The header has no Digest, so the names in it cannot be checked.")
    if digest(game.tags) != game.tags["Digest"]:
        rows = game.tag_lines.values()
        where = f"Lines {min(rows)} to {max(rows)}" if rows else "The header"
        return Check("header", BAD, f"{where}: a tag of the header was changed, added or left out.")
    return Check("header", GOOD, "The header is as it was written.")


def _seed(game: GameFile) -> Check:
    seed, published = game.tags.get("Seed"), game.tags.get("SeedHash")
    if seed is None:
        return Check("seed", UNKNOWN, "The file has no Seed; while a game is running it is a secret.")
    if published is None:
        return Check(
            "seed", UNKNOWN, "The file has no SeedHash; compare the Seed's with the one published at the start."
        )
    if seed_hash(seed) != published:
        where = f"{_at(game, 'Seed').capitalize()} or {_at(game, 'SeedHash')}"
        return Check("seed", BAD, f"{where}: the Seed is not the one whose hash was published at the start.")
    return Check("seed", GOOD, "The Seed is the one whose hash was published at the start.")


def _chain(game: GameFile) -> Check:
    start = chain_start(game)
    if start is None:
        return Check("chain", BAD, "The file has neither SeedHash nor Seed, so nothing in it can be checked.")
    hashes = chain_of(start, game.lines)
    wrong, last = _first_wrong(game, hashes), game.tags.get("Chain")
    if wrong is not None and last != hashes[-1]:
        return _changed_move(game, wrong, hashes)
    counted = _count(game)
    if counted is not None:
        return counted
    if last == hashes[-1]:
        return _digits(game, wrong, hashes)
    if last is not None:
        return _somewhere(game, hashes)
    if game.lines and len(game.digits) == len(game.lines):
        return Check("chain", GOOD, f"The chain digits of all {len(game.lines)} moves are right.")
    shown = hashes[-1][:SHOWN_DIGITS]
    return Check(
        "chain", UNKNOWN, f"The file has no Chain; compare {shown} with a letter after {len(game.lines)} moves."
    )


def _count(game: GameFile) -> Check | None:
    """Whether moves are missing at the end, or there are too many, by what the file says of their number."""
    moves, said = len(game.lines), game.tags.get("Moves", "")
    promised = int(said) if said.isascii() and said.isdigit() and len(said) < 7 else max(len(game.digits), moves)
    if promised == moves:
        return None
    last = f"Line {game.lines[-1].at}" if game.lines else "The file"
    more = "the file is cut off or moves were left out" if moves < promised else "moves were added"
    return Check("chain", BAD, f"{last}: the moves end at {moves}, but {promised} are said to be here; {more}.")


def _first_wrong(game: GameFile, hashes: list[str]) -> int | None:
    """The index of the first move whose digits are not those of the chain."""
    pairs = zip(game.digits, hashes[1:], strict=False)
    return next((i for i, ((digits, _), right) in enumerate(pairs) if digits != right[:SHOWN_DIGITS]), None)


def _digits(game: GameFile, wrong: int | None, hashes: list[str]) -> Check:
    """The whole chain is right, so only the digits below can be wrong."""
    if wrong is not None:
        where = f"Line {game.digits[wrong][1]}"
        return Check("chain", BAD, f"{where}: the chain digits of move {wrong + 1} were changed; the moves are right.")
    if game.digits and len(game.digits) < len(game.lines):
        where = f"Line {game.digits[-1][1]}"
        return Check("chain", BAD, f"{where}: the chain digits end at move {len(game.digits)}; the file is cut off.")
    text = f"The chain of {len(game.lines)} moves is whole and ends with {hashes[-1][:SHOWN_DIGITS]}."
    return Check("chain", GOOD, text)


def _changed_move(game: GameFile, wrong: int, hashes: list[str]) -> Check:
    line, (digits, _) = game.lines[wrong], game.digits[wrong]
    right = hashes[wrong + 1][:SHOWN_DIGITS]
    also = f" (or the SeedHash in {_at(game, 'SeedHash')})" if wrong == 0 and "SeedHash" in game.tags else ""
    text = f"move {wrong + 1}{also} was changed: the chain there is {right}, not {digits}."
    return Check("chain", BAD, f"Line {line.at}: {text}")


def _somewhere(game: GameFile, hashes: list[str]) -> Check:
    """The end of the chain is another one, and the digits do not say where it happened."""
    where = _at(game, "Chain").capitalize()
    if game.lines and len(game.digits) == len(game.lines):
        return Check("chain", BAD, f"{where}: the Chain was changed; the digits of every move are right.")
    after = game.lines[len(game.digits)].at if game.lines else 0
    text = f"the chain ends with {hashes[-1][:SHOWN_DIGITS]}, not with what the tag says"
    hint = f"; a move from line {after} on was changed" if after else "; the SeedHash or this tag was changed"
    return Check("chain", BAD, f"{where}: {text}{hint}.")


def _moves(game: GameFile) -> tuple[Check, Replay | None]:
    try:
        if "Seed" not in game.tags:
            return _without_seed(game), None
        played = replay(game)
    except RulesError as wrong:
        return Check("moves", BAD, str(wrong)), None
    return Check("moves", GOOD, f"All {len(game.lines)} moves are legal in this order."), played


def _without_seed(game: GameFile) -> Check:
    """Only the notation and the seats; whether a move was legal depends on the shuffles."""
    rules, players = file_edition(game), file_rules(game).players
    for line in game.lines:
        if line.seat >= players:
            raise BadRequest("Line %(line)s: there is no seat %(seat)s.", line=line.at, seat=line.seat)
        try:
            rules.parse(line.move)
        except RulesError as wrong:
            raise BadRequest("Line %(line)s: %(why)s", line=line.at, why=str(wrong)) from wrong
    return Check("moves", UNKNOWN, "All moves are well written; whether they were legal shows only with the Seed.")


def _result(game: GameFile, played: Replay | None) -> Check:
    said = game.tags.get("Result")
    if played is None:
        return Check("result", UNKNOWN, "The result cannot be counted without a whole replay.")
    if played.state.to_act:
        if said is None:
            return Check("result", GOOD, "The game is not over, and the file claims no result.")
        text = f"a result, but the game is not over after {len(game.lines)} moves; the file is cut off."
        return Check("result", BAD, f"{_at(game, 'Result').capitalize()}: {text}")
    count = result_text(played.edition.score(played.state))
    if said is None:
        return Check("result", UNKNOWN, f"The game is over with {count}; the file states no result.")
    if " ".join(said.split()) != count:
        return Check("result", BAD, f"{_at(game, 'Result').capitalize()}: the result is {count}.")
    return Check("result", GOOD, f"The result is {count}.")
