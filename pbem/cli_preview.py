"""The command `pbem mail preview`: a letter of any kind with sample data, as this house would write it."""

import os
from pathlib import Path

import click

from pbem.cli_house import print_json
from pbem.cli_input import UTF8
from pbem.config import local_settings
from pbem.play import KINDS
from pbem.words import LANGUAGES


@click.command()
@click.argument("kind", type=click.Choice(KINDS), required=False, metavar="[KIND]")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Its reader's language."
)
@click.option("--text", "part", flag_value="text", default=True, help="Print its head and text; this is the default.")
@click.option("--raw", "part", flag_value="raw", help="Print it as it would leave.")
@click.option("--html", "file", type=UTF8, help="Write its HTML into this file instead, pictures and all.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def preview(kind: str | None, language: str, part: str, file: str | None, as_json: bool) -> None:
    """Show a letter of KIND with sample data; without KIND list the kinds. It touches no game and sends nothing."""
    if kind is None:
        print_json(KINDS) if as_json else click.echo("\n".join(KINDS))
        return
    from pbem.mail.pictures import shown_inline  # composing letters takes its time to load; listing kinds needs none
    from pbem.mail.samples import sample

    letter = sample(local_settings(os.environ), kind, language)
    body = letter.get_body(("plain",))
    text = str(body.get_content()).replace("\r\n", "\n") if body else ""
    if file is not None:
        Path(file).write_text(shown_inline(letter), encoding="utf-8")
        click.echo(f"{file}: {letter['Subject']}")
    elif as_json:
        print_json({"subject": str(letter["Subject"]), "text": text, "html": shown_inline(letter)})
    elif part == "raw":
        click.echo(letter.as_bytes().decode("utf-8", "replace").replace("\r\n", "\n"), nl=False)
    else:
        head = "".join(f"{name}: {letter[name]}\n" for name in ("From", "To", "Subject"))
        click.echo(f"{head}\n{text}", nl=False)
