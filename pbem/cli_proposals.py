"""The commands about tables that players propose: `pbem house proposals` and some of `pbem game`; each calls a verb."""

import click

from pbem import play
from pbem.cli_games import BY, as_json, show_game, slug_argument, why
from pbem.cli_house import print_json, quiet_house


@click.group("house")
def house_group() -> None:
    """What holds for the whole house."""


@house_group.command()
@click.argument("way", type=click.Choice(play.WAYS), required=False)
@as_json
def proposals(way: str | None, as_json: bool) -> None:
    """Say whether players may propose tables, or switch it: open, moderated (an admin agrees first) or off."""
    house = quiet_house()
    if way is not None:
        play.set_proposals(house, way, BY)
    now, waiting = play.proposals_mode(house), play.waiting_proposals(house)
    if as_json:
        print_json({"proposals": now, "waiting": waiting})
        return
    click.echo(f"Tables that players propose: {now}")
    for each in waiting:
        guests = ", ".join(f"{name} <{address}>" if address else f"{name} (bot)" for name, address in each.guests)
        click.echo(f"{each.game.slug}  by {each.by}, with {guests}")


@click.command()
@slug_argument
@as_json
def agree(slug: str, as_json: bool) -> None:
    """Agree to a table that a player has proposed: its people are invited now."""
    show_game(play.agree_proposal(quiet_house(), slug, BY), as_json)


@click.command()
@slug_argument
@why
@as_json
def refuse(slug: str, reason: str, as_json: bool) -> None:
    """Refuse a table that a player has proposed; who proposed it gets a letter, nobody else."""
    show_game(play.refuse_proposal(quiet_house(), slug, BY, reason), as_json)


@click.command()
@slug_argument
@click.option("--again", is_flag=True, help="Let it in again, where its table agrees.")
@as_json
def unlist(slug: str, again: bool, as_json: bool) -> None:
    """Take a finished game out of the public list."""
    show_game(play.set_listed(quiet_house(), slug, BY, listed=again), as_json)
