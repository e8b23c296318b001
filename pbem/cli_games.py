"""The commands `pbem game …` and `pbem mail …`: each reads its input, calls one verb and prints what it gave."""

from collections.abc import Sequence
from typing import Any

import click

from pbem import play, words
from pbem.cli_house import print_json, quiet_house
from pbem.cli_input import UTF8
from pbem.cli_words import choice_lines, game_line, letter_line, mail_line, table_lines

BY = "command line"
NEWEST = 200
_SHIPS = (
    "The fewest colonists on a new colonist ship: 5, or 'players' for as many as there are players. "
    "[default: 5 for 3 to 5 players, players for 2]"
)
_IN_TURN = (
    "In the mayor phase and at the captain's storing, ask one player after the other; "
    "without it, all at once, as nobody's choice bears on another's."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
why = click.option("--why", "reason", type=UTF8, default="", help="A reason in one line; it stands in the letters.")
slug_argument = click.argument("slug", type=UTF8)


@click.group()
def game() -> None:
    """Games: set a table, look at it, start it, call it off."""


@game.command()
@click.option("--name", type=UTF8, required=True, help="What the table is called.")
@click.option(
    "--seat",
    "seats",
    type=UTF8,
    multiple=True,
    required=True,
    help='A seat, 2 to 5 times: "Anna <anna@example.org>;lang=nl;tz=Europe/Amsterdam" or bot:steady.',
)
@click.option("--clock", type=UTF8, default="48h", show_default=True, help="Time for a move, such as 48h, 3d or 90m.")
@click.option("--start", is_flag=True, help="Begin at once instead of inviting.")
@click.option("--ship-minimum", type=click.Choice(["5", "players"]), help=_SHIPS)
@click.option("--in-turn", is_flag=True, help=_IN_TURN)
@click.option("--open-points", is_flag=True, help="Points lie open for all to see.")
@click.option("--seed", type=UTF8, help="The seed of chance, for a game to be repeated.")
@as_json
def create(
    name: str,
    seats: Sequence[str],
    clock: str,
    start: bool,
    open_points: bool,
    seed: str | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Set a table and invite its people."""
    made = play.create_game(
        quiet_house(),
        name=name,
        seats=[play.read_seat(seat) for seat in seats],
        clock=clock,
        by=BY,
        rules_options=_rules(**how),
        seed=seed,
        start=start,
        open_points=open_points,
    )
    show_game(made, as_json)


def _rules(ship_minimum: str | None, in_turn: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"simultaneous": False} if in_turn else {}
    if ship_minimum is not None:
        options["ship_minimum"] = 5 if ship_minimum == "5" else ship_minimum
    return options


@game.command("list")
@as_json
def list_games(as_json: bool) -> None:
    """List all games, the newest first."""
    games = play.list_games(quiet_house())
    if as_json:
        print_json(games)
        return
    for each in games:
        click.echo(game_line(each))
    if not games:
        click.echo("There is no game yet; `pbem game create` sets a table.")


@game.command()
@slug_argument
@as_json
def show(slug: str, as_json: bool) -> None:
    """Show a game: its seats, who owes what by when, the public position and the newest moves.

    A game that is over shows its count and its seed as well.
    """
    house = quiet_house()
    table = play.table(house, slug, None)
    if as_json:
        print_json(_table(table))
        return
    for line in table_lines(table, house.clock()):
        click.echo(line)
    for owed in table.owed:
        for line in choice_lines(play.table(house, slug, owed.seat)):
            click.echo(line)


def _table(table: play.Table) -> dict[str, Any]:
    log = [{"ply": e.ply, "seat": e.seat, "move": e.move, "mark": e.mark, "via": e.via, "at": e.at} for e in table.log]
    seed = {} if table.seed is None else {"seed": table.seed}
    return {
        "game": table.game,
        "seats": table.seats,
        "to_act": table.owed,
        "position": table.view,
        "log": log,
        "scores": table.scores,
        "trouble": table.game.trouble and str(table.game.trouble),
        **seed,
    }


@game.command()
@slug_argument
@as_json
def links(slug: str, as_json: bool) -> None:
    """Print each person's own link to the table. Who has the link has the seat."""
    found = play.seat_links(quiet_house(), slug)
    if as_json:
        print_json([{"seat": number, "name": name, "url": url} for number, name, url in found])
        return
    for number, name, url in found:
        click.echo(f"{number}  {name}  {url}")


@game.command()
@slug_argument
@as_json
def start(slug: str, as_json: bool) -> None:
    """Begin a game without waiting for more answers."""
    show_game(play.start_game(quiet_house(), slug, BY), as_json)


@game.command("move", context_settings={"ignore_unknown_options": True})
@slug_argument
@click.argument("seat", type=click.IntRange(0, 4))
@click.argument("text", type=UTF8, nargs=-1, required=True)
@click.option(
    "--ply", type=click.IntRange(0), help="The number of moves in the log when TEXT was chosen [default: now]."
)
@as_json
def make_move(slug: str, seat: int, text: Sequence[str], ply: int | None, as_json: bool) -> None:
    """Make a move for SEAT as if its player had made it: "role captain", "kapitein", "bouw haven".

    With --ply a number is one of the moves as `pbem engine` lists them at that ply.
    """
    house = quiet_house()
    table = play.table(house, slug, seat)
    at = table.game.ply if ply is None else ply
    try:
        move = play.read_written(table, at, " ".join(text), numbered=ply is not None)
    except play.PlayError as error:
        raise click.ClickException(words.voice("en").say(error)) from error
    done = play.submit(house, slug, seat, at, move, "cli")
    if as_json:
        print_json({"ply": done.ply, "applied": list(done.applied)})
        return
    for each in done.applied:
        click.echo(f"{each['seat']}  {each['move']}{' (forced)' if each.get('auto') else ''}")


@game.command("call-off")
@slug_argument
@why
@as_json
def call_off(slug: str, reason: str, as_json: bool) -> None:
    """End a game that is not over; nobody wins. Who has heard of it gets a letter."""
    show_game(play.call_off_game(quiet_house(), slug, BY, reason), as_json)


def show_game(made: play.GameInfo, as_json: bool) -> None:
    """Prints how a game stands after an act."""
    if as_json:
        print_json(made)
    else:
        click.echo(game_line(made))


@click.group()
def mail() -> None:
    """Letters."""


@mail.command("list")
@click.argument("slug", type=UTF8, required=False)
@as_json
def list_letters(slug: str | None, as_json: bool) -> None:
    """List the letters of a game, or the newest of all, with what became of them."""
    house = quiet_house()
    letters = play.list_letters(house, slug, limit=NEWEST if slug is None else None)
    if as_json:
        print_json(letters)
        return
    for letter in letters:
        click.echo(letter_line(letter, house.clock()))
    if slug is None and len(letters) == NEWEST:
        click.echo(f"These are the newest {NEWEST}; `pbem mail list SLUG` lists all of a game.")


@mail.command("inbox")
@click.argument("slug", type=UTF8, required=False)
@as_json
def list_mails(slug: str | None, as_json: bool) -> None:
    """List mail that came in for a game, or the newest of all, with what came of it; no text but its first line."""
    house = quiet_house()
    mails = play.list_mails(house, slug, limit=NEWEST)
    if as_json:
        print_json(mails)
        return
    for each in mails:
        click.echo(mail_line(each))
    if len(mails) == NEWEST:
        click.echo(f"These are the newest {NEWEST}.")
