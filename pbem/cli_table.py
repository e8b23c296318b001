"""The commands that act on a table that is set: its clock, its seats, a message; each calls one verb."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime

import click

from pbem import play
from pbem.cli_games import BY, as_json, show_game, slug_argument, why
from pbem.cli_house import print_json, quiet_house
from pbem.cli_input import UTF8

ALL = "all"


@click.command()
@slug_argument
@why
@as_json
def pause(slug: str, reason: str, as_json: bool) -> None:
    """Stop the clocks of a game: no reminder and no bot for who is late, until it is resumed. Moves can be made."""
    show_game(play.pause_game(quiet_house(), slug, BY, reason), as_json)


@click.command()
@slug_argument
@as_json
def resume(slug: str, as_json: bool) -> None:
    """Let the clocks of a game run on, with the time that was left."""
    show_game(play.resume_game(quiet_house(), slug, BY), as_json)


@click.command("more-time")
@slug_argument
@click.argument("duration", type=UTF8, required=False)
@click.option("--seat", type=click.IntRange(0, 4), help="That seat alone [default: all that owe a move].")
@click.option("--until", type=UTF8, help="Instead of DURATION, a moment in ISO 8601; without an offset it is UTC.")
@why
@as_json
def more_time(slug: str, duration: str | None, seat: int | None, until: str | None, reason: str, as_json: bool) -> None:
    """Give who owes a move more time: DURATION, such as 24h or 3d, on top of what is left."""
    if (duration is None) == (until is None):
        raise click.UsageError("Give a duration, such as 24h, or --until with a moment.")
    more = play.read_duration(duration) if duration is not None else None
    at = _moment(until) if until is not None else None
    house = quiet_house()
    show_game(play.change_deadline(house, slug, BY, seat=seat, more=more, until=at, reason=reason), as_json)


def _moment(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise click.UsageError(f"{text[:40]!r} is no moment; one looks like 2026-12-04T18:00+01:00.") from error
    return at if at.tzinfo else at.replace(tzinfo=UTC)


@click.command()
@slug_argument
@click.argument("seat", type=click.IntRange(0, 4))
@click.argument("who", type=UTF8)
@why
@as_json
def replace(slug: str, seat: int, who: str, reason: str, as_json: bool) -> None:
    """Give SEAT to somebody else: WHO is "Dirk <dirk@example.org>;lang=nl;tz=Europe/Amsterdam" or bot:steady."""
    show_game(play.replace_seat(quiet_house(), slug, seat, play.read_seat(who), BY, reason=reason), as_json)


@click.command()
@slug_argument
@click.argument("text", type=UTF8, nargs=-1)
@click.option("--from", "sender", type=UTF8, default="", help="The name it is signed with.")
@click.option("--seat", "seats", type=click.IntRange(0, 4), multiple=True, help="To that seat alone; may come again.")
@as_json
def message(slug: str, text: Sequence[str], sender: str, seats: Sequence[int], as_json: bool) -> None:
    """Write to the people of a table; SLUG "all" is everybody who plays. Without TEXT it is read from the input."""
    written = " ".join(text) if text else sys.stdin.read()
    to = None if slug == ALL else slug
    people = play.send_message(quiet_house(), to, written, BY, sender=sender, seats=seats or None)
    if as_json:
        print_json({"people": people})
    else:
        click.echo(f"Written to {people} {'person' if people == 1 else 'people'}.")
