"""The command line: the group of all commands, and one sentence for everything that goes wrong; it holds no verb."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from pbem.cli_checks import check_mail, dkim_key
from pbem.cli_engine import engine, simulate
from pbem.cli_files import export, replay, verify
from pbem.cli_games import as_json, game, mail
from pbem.cli_house import print_json, printable, quiet_house
from pbem.cli_input import UTF8
from pbem.cli_mail import mail_fetch, mail_in, receive
from pbem.cli_preview import preview
from pbem.cli_proposals import agree, house_group, refuse, unlist
from pbem.cli_table import message, more_time, pause, replace, resume
from pbem.config import ConfigError, local_settings
from pbem.play import PlayError
from pbem.rules import RulesError
from pbem.store import StoreError

USAGE, REFUSED = 2, 1


class OneSentence(click.Group):
    """A group whose errors are one sentence on stderr, never a traceback: 2 for how it was called, 1 for a refusal."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs a command and ends the process."""
        extra["standalone_mode"] = False
        try:
            code = super().main(*args, **extra)
        except click.Abort:
            sys.exit(130)
        except click.ClickException as error:
            _fail(error.format_message(), error.exit_code)
        except ConfigError as error:
            _fail(str(error), USAGE)
        except (PlayError, RulesError, StoreError) as error:
            _fail(str(error), REFUSED)
        except OSError as error:
            _silence_output()  # or the interpreter tries once more at its end, and says so
            _fail(f"The output cannot be written ({error.strerror or error}).", REFUSED)
        sys.exit(code if isinstance(code, int) else 0)


def _silence_output() -> None:
    with Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _fail(text: str, code: int) -> None:
    click.echo(printable(text), err=True)
    sys.exit(code)


@click.group(cls=OneSentence, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
def main() -> None:
    """Puerto Rico, played slowly, by e-mail."""


@main.command()
@click.option("--demo", is_flag=True, help="Also begin a game of you against two bots, if there is none yet.")
def up(demo: bool) -> None:
    """Serve pages and letters from this machine, over the folder PBEM_DATA (./var)."""
    from pbem.up import up as serve  # Flask and Celery take their time; the other commands do without

    serve(os.environ, demo=demo)


@main.group()
def db() -> None:
    """The database."""


@db.command()
@as_json
def upgrade(as_json: bool) -> None:
    """Bring the database to the form of this version (the release step of a production)."""
    from pbem.assembly import open_store
    from pbem.config import is_production, make_data_folder
    from pbem.store import migrate, pending

    settings = local_settings(os.environ)
    if not is_production(os.environ):
        make_data_folder(settings.data)
    store = open_store(settings)
    is_old = pending(store)
    migrate(store)
    if as_json:
        print_json({"upgraded": is_old})
    else:
        click.echo("The database is up to date now." if is_old else "The database was up to date.")


@main.group()
def admin() -> None:
    """Who may sign in at /admin/."""


@admin.command("create")
@click.argument("email", type=UTF8)
@as_json
def create_admin(email: str, as_json: bool) -> None:
    """Print a link, good for a day and once, with which EMAIL sets a password."""
    from pbem.play import create_admin as create

    link = create(quiet_house(), email, "command line")
    if as_json:
        print_json({"email": email, "link": link})
    else:
        click.echo(link)


for command in (agree, export, message, more_time, pause, refuse, replace, resume, unlist):
    game.add_command(command)
mail.add_command(preview)
for group in (game, house_group, mail):
    main.add_command(group)
for command in (check_mail, dkim_key, engine, simulate, mail_fetch, mail_in, receive, replay, verify):
    main.add_command(command)
