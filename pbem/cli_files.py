"""The commands about game files: `pbem game export`, `pbem replay`, `pbem verify`; they check nothing themselves."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from pbem import play, words
from pbem.cli_house import print_json, printable, quiet_house
from pbem.cli_input import UTF8
from pbem.cli_words import position_lines
from pbem.rules import BadRequest, RulesError, gamefile, replaying
from pbem.rules.checking import BAD, GOOD, Check, chain_start, check_file

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
file_argument = click.argument("file", metavar="FILE")
_SIGNS: Mapping[str, str] = {GOOD: "good", BAD: "FAILED"}


@click.command()
@click.argument("slug", type=UTF8)
@click.option("--output", "-o", metavar="FILE", help="Write there instead of to standard output.")
@as_json
def export(slug: str, output: str | None, as_json: bool) -> None:
    """Write a game as a game file (.prn). The seed is in it once the game is over."""
    text = play.export_game(quiet_house(), slug)
    if as_json:
        text = json.dumps(_as_json(gamefile.read(text)), ensure_ascii=False, indent=2) + "\n"
    if output is None or output == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{printable(output)} cannot be written: {_why(error)}.") from error


def _as_json(game: gamefile.GameFile) -> dict[str, Any]:
    digits = [text for text, _ in game.digits]
    moves = [
        {"ply": line.number, "seat": line.seat, "move": line.move, "mark": line.mark, "chain": shown}
        for line, shown in zip(game.lines, digits, strict=True)
    ]
    return {"tags": game.tags, "moves": moves}


@click.command()
@file_argument
@click.option("--upto", type=click.IntRange(min=0), metavar="PLY", help="Stop after this move instead of at the end.")
@click.option("--language", type=click.Choice(words.LANGUAGES), default="en", show_default=True)
@as_json
def replay(file: str, upto: int | None, language: str, as_json: bool) -> None:
    """Play a game file again and show where it leads, with the log up to there. FILE may be - for standard input."""
    game = read_file(file)
    if "Seed" not in game.tags:
        raise click.ClickException(_without_seed(game))
    played = replaying.replay(game, upto)
    if as_json:
        print_json(_replay_json(game, played))
        return
    for line in _replay_words(game, played, words.voice(language)):
        click.echo(line)


def _without_seed(game: gamefile.GameFile) -> str:
    """What can and what cannot be said of the file of a game that is still running."""
    checks = {check.what: check for check in check_file(game)}
    parts = [checks["chain"].message, checks["moves"].message]
    return (
        "The file has no Seed (it is secret until the game is over), so no position can be worked out. "
        f"What can be checked without it: {' '.join(parts)}"
    )


def _replay_json(game: gamefile.GameFile, played: replaying.Replay) -> dict[str, Any]:
    log = [
        {"ply": step.ply, "seat": step.seat, "move": step.move, "mark": step.mark, "event": step.event.to_json()}
        for step in played.steps
    ]
    return {
        "tags": game.tags,
        "ply": len(log),
        "moves": len(game.lines),
        "chain": _chain(game, len(log)),
        "position": played.edition.dump(played.state),
        "log": log,
        "scores": [score.to_json() for score in played.edition.score(played.state)],
    }


def _chain(game: gamefile.GameFile, ply: int) -> str:
    return gamefile.chain_of(chain_start(game) or "", game.lines[:ply])[-1][: gamefile.SHOWN_DIGITS]


def _replay_words(game: gamefile.GameFile, played: replaying.Replay, voice: words.Voice) -> Iterator[str]:
    """The log as a story, then the position, then the count as it stands."""
    position, ply = played.edition.dump(played.state), len(played.steps)
    names = _names(game, len(position["players"]))
    yield f"{printable(game.tags.get('Game', 'A game'))}: move {ply} of {len(game.lines)}, chain {_chain(game, ply)}"
    yield ""
    yield from (story.text for story in voice.story(played.steps, names, None))
    yield ""
    yield from position_lines(voice, position, names)
    yield from (voice.waiting(position, seat, names[seat]) for seat in position["to_act"])
    yield ""
    yield from voice.score_table(played.edition.score(played.state), names, None)


def _names(game: gamefile.GameFile, players: int) -> dict[int, str]:
    return {seat: printable(game.tags.get(f"Seat{seat}") or f"Seat {seat}") for seat in range(players)}


@click.command()
@click.argument("target", metavar="FILE|SLUG", required=False)
@click.option("--all", "everything", is_flag=True, help="Every stored game, one line each (with --json as well).")
@as_json
@click.pass_context
def verify(context: click.Context, target: str | None, everything: bool, as_json: bool) -> int:
    """Check a game file, or replay stored games and compare. The exit code is 1 when anything is wrong.

    A file that exists goes before a game of that name; FILE may be - for standard input.
    """
    if everything == (target is not None):
        raise click.UsageError("Name a file or a game, or say --all.", context)
    if everything:
        return _verify_all(as_json)
    assert target is not None
    if _is_file(target):
        return _verify_file(target, as_json)
    found = play.verify_game(quiet_house(), target)
    print_json(_verified_json(found)) if as_json else click.echo(_verified_line(found))
    return 0 if found.is_good else 1


def _is_file(target: str) -> bool:
    """Whether a file is meant: it is there, or no slug looks like that."""
    if target == "-" or Path(target).is_file():
        return True
    return not all(char.isascii() and (char.isalnum() or char == "-") for char in target)


def _verify_file(path: str, as_json: bool) -> int:
    try:
        game = read_file(path)
    except RulesError as error:
        if not as_json:
            raise
        print_json({"file": path, "ok": False, "checks": [Check("form", BAD, str(error)).to_json()]})
        return 1
    checks = check_file(game)
    ok = all(check.outcome != BAD for check in checks)
    if as_json:
        found = [check.to_json() for check in checks]
        chain = _chain(game, len(game.lines)) if chain_start(game) else None
        print_json({"file": path, "ok": ok, "ply": len(game.lines), "chain": chain, "checks": found})
    else:
        for check in checks:
            click.echo(f"{_SIGNS.get(check.outcome, 'unknown'):8}{check.what:8}{printable(check.message)}")
    return 0 if ok else 1


def _verify_all(as_json: bool) -> int:
    games = failed = 0
    for found in play.verify_all(quiet_house()):
        games += 1
        failed += not found.is_good
        click.echo(json.dumps(_verified_json(found), ensure_ascii=False) if as_json else _verified_line(found))
    summary = {"games": games, "good": games - failed, "failed": failed}
    click.echo(json.dumps(summary) if as_json else f"{games} games: {games - failed} good, {failed} failed.")
    return 1 if failed else 0


def _verified_json(found: play.Verified) -> dict[str, Any]:
    faults = [{"ply": fault.ply, "message": fault.message} for fault in found.faults]
    state = {"slug": found.slug, "ok": found.is_good, "state": found.state, "ply": found.ply, "chain": found.chain}
    return {**state, "faults": faults}


def _verified_line(found: play.Verified) -> str:
    whole = f"{found.slug}  {found.state}, move {found.ply}, chain {found.chain}"
    return printable(f"{whole}  {_sentences(fault.message for fault in found.faults)}")


def _sentences(faults: Iterable[str]) -> str:
    told = " ".join(faults)
    return f"FAILED: {told}" if told else "good"


def read_file(path: str) -> gamefile.GameFile:
    """The game file at a path or, with -, on standard input. ClickException or BadRequest where there is none."""
    try:
        data = _bytes(path)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{printable(path)} cannot be read: {_why(error)}.") from error
    if len(data) > gamefile.LARGEST:
        raise BadRequest("A game file has at most %(most)s bytes; this one is longer.", most=gamefile.LARGEST)
    try:
        return gamefile.read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRequest("Line %(line)s is no text in UTF-8, so this is no game file.", line=line) from error


def _bytes(path: str) -> bytes:
    """One byte more than a file may have, at most."""
    if path == "-":
        return sys.stdin.buffer.read(gamefile.LARGEST + 1)
    with Path(path).open("rb") as file:
        return file.read(gamefile.LARGEST + 1)


def _why(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
