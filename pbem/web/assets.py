"""The static files, under names that change with their content, so that browsers may keep them; nothing else."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, abort

from pbem import draw
from pbem.web.packing import packed

MOST_CHOICES = 64
ASSETS = Blueprint("assets", __name__)
_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}


@dataclass(frozen=True)
class Asset:
    """One file as it is sent."""

    name: str
    body: bytes
    mimetype: str


@cache
def assets() -> dict[str, Asset]:
    """Every static file by its plain name (``paper.css``), read once from the package.

    What lies in a folder ``paper.css.d`` is one file ``paper.css``: its parts one after the other, by name.
    """
    found = (_asset(entry.name.removesuffix(".d"), _body(entry)) for entry in (files("pbem.web") / "static").iterdir())
    return dict(found)


def _body(entry: Traversable) -> bytes:
    if entry.is_file():
        return entry.read_bytes()
    return b"".join(part.read_bytes() for part in sorted(entry.iterdir(), key=lambda part: part.name))


def asset_name(plain: str) -> str:
    """The name with its hash, ``paper.0123456789.css``; KeyError for a file that is none of ours."""
    return assets()[plain].name


@ASSETS.get("/static/<name>")
def static_file(name: str) -> Response:
    """A file under its hashed name; it may be kept for a year, as a changed file has another name."""
    found = next((asset for asset in assets().values() if asset.name == name), None)
    if found is None:
        abort(404)
    answer = Response(found.body, mimetype=found.mimetype)
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return packed(answer, found.name)


def _asset(plain: str, body: bytes) -> tuple[str, Asset]:
    stem, _, kind = plain.rpartition(".")
    if plain == "paper.css":
        body = (_colours() + body.decode() + _button_words()).encode()
    name = f"{stem}.{sha256(body).hexdigest()[:10]}.{kind}"
    return plain, Asset(name, body, _TYPES.get(kind, "application/octet-stream"))


def _colours() -> str:
    """The custom properties of both papers from pbem.draw's table."""
    light = "".join(f"--{token}:{draw.LIGHT[token]};" for token in draw.TOKENS)
    dark = "".join(f"--{token}:{draw.DARK[token]};" for token in draw.TOKENS)
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


def _button_words() -> str:
    """Shows the words for choice n on the button when radio n is chosen: without script, hence one rule each."""
    rules = (f".d:has(#c{n}:checked) .n{n}{{display:inline}}" for n in range(MOST_CHOICES))
    return "".join(rules) + ".d:not(:has(.o:checked)) .n{display:none}.d:not(:has(.o:checked)) .none{display:inline}"
